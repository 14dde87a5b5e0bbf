import { describe, expect, it } from 'vitest'
import {
  headlineAt,
  headlineBookmakers,
  headlinePayout,
  headlinePrices,
  headlineSureReturn,
  NO_HEADLINE,
  storedHeadline,
} from './headline.ts'
import { fromNumber } from './prices.ts'
import type { BestPrice } from './schema.ts'

const at = (price: number, bookmakerId = 'a') => ({ price, bookmaker: 'Alpha', bookmakerId })

describe('headlinePrices', () => {
  it('leaves the draw out when nobody quotes it', () => {
    expect(
      headlinePrices({ ...NO_HEADLINE, home: at(1.8), draw: null, away: at(2.05), bookmakerCount: 3 }),
    ).toEqual({
      home: 1.8,
      draw: null,
      away: 2.05,
    })
  })

  it('is empty when a side is not quoted', () => {
    expect(
      headlinePrices({ ...NO_HEADLINE, home: at(1.8), draw: at(3.4), away: null, bookmakerCount: 3 }),
    ).toBeNull()
  })
})

describe('headlinePayout', () => {
  it('is the share of all stakes that is paid out', () => {
    const headline = { ...NO_HEADLINE, home: at(4.45), draw: at(3.4), away: at(1.9), bookmakerCount: 5 }
    expect(headlinePayout(headline)).toBeCloseTo(0.957, 3)
  })

  it('is unknown while an outcome of the market has no price', () => {
    const headline = { ...NO_HEADLINE, home: at(4.45), away: at(1.9), bookmakerCount: 5 }
    expect(headlinePayout({ ...headline, withDraw: true })).toBeNull()
    expect(headlinePayout(headline)).toBeCloseTo(1.332, 2)
  })
})

describe('headlineBookmakers', () => {
  it('are those with the most of the best prices first, then in the order of the outcomes', () => {
    const headline = { ...NO_HEADLINE, home: at(2, 'a'), draw: at(3, 'b'), away: at(4, 'b') }
    expect(headlineBookmakers(headline)).toEqual(['b', 'a'])
    expect(headlineBookmakers({ ...headline, away: at(4, 'c') })).toEqual(['a', 'b', 'c'])
    expect(headlineBookmakers({ ...headline, home: null, draw: null })).toEqual(['b'])
  })
})

describe('headlineSureReturn', () => {
  const sure = { ...NO_HEADLINE, home: at(2.1), away: at(2.1), bookmakerCount: 2 }

  it('is what the best prices return beyond the stakes', () => {
    expect(headlineSureReturn(sure)).toBeCloseTo(0.05)
    expect(headlineSureReturn({ ...sure, home: at(1.9) })).toBeNull()
  })

  it('is exact where the prices have more than two decimals', () => {
    const quoted = (price: number, decimal: number) => ({
      ...at(price),
      shown: { price: fromNumber(decimal), quoted: 'decimal' as const },
    })
    const returnOf = (home: BestPrice, away: BestPrice) => headlineSureReturn({ ...sure, home, away })
    // 2.05 and 1.96 would return 0.2 %.
    expect(returnOf(quoted(2.05, 2.046), quoted(1.96, 1.956))).toBeNull()
    expect(returnOf(quoted(2.04, 2.046), quoted(1.95, 1.957))).toBeCloseTo(0.000255, 6)
    const fraction = { ...at(1.95), shown: { price: 1_952_381, quoted: 'fractional' as const } }
    expect(returnOf(fraction, at(2.1))).toBeCloseTo(0.011751, 6)
  })

  it('is held back above 10 %', () => {
    expect(headlineSureReturn({ ...sure, home: at(2.2), away: at(2.2) })).toBeCloseTo(0.1, 9)
    expect(headlineSureReturn({ ...sure, home: at(2.21), away: at(2.2) })).toBeNull()
  })

  it('is none with a price that an operator typed', () => {
    expect(headlineSureReturn({ ...sure, typed: true })).toBeNull()
    expect(headlineSureReturn({ ...sure, away: { ...at(2.1), typed: true } })).toBeNull()
  })
})

describe('storedHeadline', () => {
  const NOW = new Date('2026-03-01T12:00:00Z')
  const row = {
    start_time: new Date('2026-03-01T15:00:00Z'),
    status: 'scheduled',
    home_odds: 1.8,
    draw_odds: 3.4,
    away_odds: 4.4,
    odds_locked: false,
    bookmaker_count: 2,
    valid_until: new Date(NOW.getTime() + 1),
  }
  const prices = { home: 1.8, draw: 3.4, away: 4.4 }

  it('is valid up to its instant, even if the columns still have it', () => {
    expect(storedHeadline(row, NOW)).toEqual(prices)
    expect(storedHeadline({ ...row, valid_until: NOW }, NOW)).toBeNull()
    expect(storedHeadline({ ...row, valid_until: null }, NOW)).toBeNull()
    expect(storedHeadline({ ...row, bookmaker_count: 0 }, NOW)).toBeNull()
  })

  it('is valid up to kick-off when an operator entered it', () => {
    const typed = { ...row, odds_locked: true, bookmaker_count: 0, valid_until: null }
    expect(storedHeadline(typed, NOW)).toEqual(prices)
    expect(storedHeadline({ ...typed, start_time: NOW }, NOW)).toBeNull()
    expect(storedHeadline({ ...typed, status: 'cancelled' }, NOW)).toBeNull()
    expect(storedHeadline({ ...typed, home_odds: 1.01, draw_odds: null, away_odds: 1.01 }, NOW)).toBeNull()
  })
})

describe('headlineAt', () => {
  it('has no prices once they have expired', () => {
    const until = new Date('2026-03-01T12:00:00Z')
    const headline = {
      ...NO_HEADLINE,
      home: at(2),
      away: at(2),
      withDraw: true,
      validUntil: until.toISOString(),
    }
    expect(headlineAt(headline, new Date(until.getTime() - 1))).toBe(headline)
    expect(headlineAt(headline, until)).toEqual({ ...NO_HEADLINE, withDraw: true })
  })
})
