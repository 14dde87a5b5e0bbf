import { describe, expect, it } from 'vitest'
import { differencesOf } from './differences.ts'
import type { ContestCard, ReviewCard } from './schema.ts'

const contest = (changes: Partial<ContestCard> = {}): ContestCard => ({
  id: 'id',
  home: 'Riverton',
  away: 'Hillford',
  startTime: '2026-11-28T15:00:00.000Z',
  league: 'First',
  bookmakers: 1,
  typed: { odds: null, score: null, prices: null },
  listings: [],
  ...changes,
})
const review = (candidate: Partial<ContestCard>, turned = false): ReviewCard => ({
  ...{ id: 'id', reason: 'opponent', turned, sport: 'Soccer', country: 'England' },
  ...{ match: contest(), candidate: contest(candidate) },
})

describe('what speaks against two matches being one', () => {
  it.each([
    ['nothing', {}, { sides: false, league: false, apart: null }],
    ['a women’s league', { league: 'First Women' }, { sides: true, league: true, apart: null }],
    ['a youth team', { away: 'Hillford U19' }, { sides: true, league: false, apart: null }],
    ['reserves', { home: 'Riverton II' }, { sides: true, league: false, apart: null }],
    [
      'the kick-off',
      { startTime: '2026-11-28T20:00:00.000Z' },
      { sides: false, league: false, apart: 5 * 3_600_000 },
    ],
    ['half an hour', { startTime: '2026-11-28T15:30:00.000Z' }, { sides: false, league: false, apart: null }],
  ])('%s', (_, candidate, expected) => {
    expect(differencesOf(review(candidate))).toEqual(expected)
  })

  it('is compared on the same side when the sides are swapped', () => {
    const swapped = { home: 'Hillford U19', away: 'Riverton' }
    const { match, ...rest } = review(swapped, true)
    expect(differencesOf({ ...rest, match: { ...match, away: 'Hillford U19' } }).sides).toBe(false)
  })
})
