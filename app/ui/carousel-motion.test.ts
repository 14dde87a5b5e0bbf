import { describe, expect, it } from 'vitest'
import { drift, movesByItself, REST_MS, stepFrom, swipeFrom } from './carousel-motion.ts'

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

describe('drift', () => {
  it('moves 0.05 px per millisecond', () => {
    expect(drift(100, 20, 1_000)).toBeCloseTo(101)
    let position = 0
    for (let frame = 0; frame < 60; frame += 1) position = drift(position, 1_000 / 60, 1_000)
    expect(position).toBeCloseTo(50)
  })

  it('stops at the end for a frame, then starts over', () => {
    expect(drift(999, 16, 1_000)).toBe(0)
    expect(drift(998.5, 20, 1_000)).toBeCloseTo(999.5)
    expect(drift(998.5, 80, 1_000)).toBe(1_000)
    expect(drift(1_000, 16, 1_000)).toBe(0)
  })

  it('does not jump after a long pause', () => {
    expect(drift(0, 60_000, 1_000)).toBe(5)
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
