import { describe, expect, it } from 'vitest'
import { movesByItself, positionAfter, REST_MS, roundOf, stepFrom, swipeFrom } from './carousel-motion.ts'

describe('movesByItself', () => {
  it.each([
    [0, false],
    [2, false],
    [3, true],
  ])('with %i items: %s', (items, moves) => {
    expect(movesByItself(items)).toBe(moves)
  })
})

describe('REST_MS', () => {
  it('is 2 s after an arrow and 5 s after a touch', () => {
    expect(REST_MS).toEqual({ arrow: 2_000, touch: 5_000 })
  })
})

describe('automatic movement', () => {
  it('moves 0.05 px per millisecond', () => {
    expect(positionAfter(20, 1_000)).toBeCloseTo(1)
    expect(positionAfter(1_000, 1_000)).toBeCloseTo(50)
  })

  it('starts over at the end', () => {
    expect(roundOf(1_000)).toBeCloseTo(20_000)
    expect(positionAfter(19_980, 1_000)).toBeCloseTo(999)
    expect(positionAfter(roundOf(1_000), 1_000)).toBe(0)
    expect(positionAfter(roundOf(1_000) + 20, 1_000)).toBeCloseTo(1)
  })
})

describe('stepFrom', () => {
  it.each([
    ['one step on', 100, 1, 480],
    ['one step back', 480, -1, 100],
    ['no further than the end', 900, 1, 1_000],
    ['no further than the start', 200, -1, 0],
    ['from the end to the start', 999.5, 1, 0],
    ['from the start to the end', 0.5, -1, 1_000],
  ] as const)('goes %s', (_, position, way, expected) => {
    expect(stepFrom(position, way, 380, 1_000)).toBe(expected)
  })
})

describe('swipeFrom', () => {
  it.each([
    ['not at all by 50 px', 50, 300],
    ['not at all by 50 px back', -50, 300],
    ['one step by 51 px', 51, 580],
    ['one step back by 51 px', -51, 20],
    ['as many steps as the finger went', 560, 860],
    ['no further than the end', 900, 1_000],
    ['no further than the start', -700, 0],
  ])('goes %s', (_, moved, expected) => {
    expect(swipeFrom(300, moved, 280, 1_000)).toBe(expected)
  })
})
