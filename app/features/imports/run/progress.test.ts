import { describe, expect, it } from 'vitest'
import type { Stage } from '../schema.ts'
import { EMPTY_COUNTS, progressPercent } from './progress.ts'

describe('progressPercent', () => {
  it.each<[Stage, number, number]>([
    ['fetch', 0, 10],
    ['sports', 0, 20],
    ['countries', 0, 30],
    ['leagues', 0, 35],
    ['matches', 0, 35],
    ['matches', 0.5, 65],
    ['matches', 1, 95],
    ['matches', 2, 95],
    ['done', 1, 100],
  ])('at the stage %s, %d of it done, is %i', (stage, share, percent) => {
    expect(progressPercent(stage, share)).toBe(percent)
  })
})

describe('the progress within a stage', () => {
  it.each([
    ['fetch', 0.5, 10],
    ['sports', 0.5, 20],
    ['countries', 0.5, 30],
    ['leagues', 0.5, 35],
    ['matches', -1, 35],
    ['matches', 0, 35],
    ['matches', 0.51, 65],
    ['matches', 1, 95],
    ['matches', 2, 95],
    ['done', 0, 100],
  ] as const)('%s at %s is %i %%', (stage, share, percent) => {
    expect(progressPercent(stage, share)).toBe(percent)
  })

  it('begins with all counters at zero', () => {
    expect(EMPTY_COUNTS).toEqual({
      ...{ sports: 0, countries: 0, leagues: 0, matches: 0, odds: 0, items: 0 },
      ...{
        inserted: 0,
        updated: 0,
        unchanged: 0,
        withdrawn: 0,
        rejected: 0,
        warnings: 0,
        details: 0,
        left: 0,
        credits: 0,
      },
    })
  })
})
