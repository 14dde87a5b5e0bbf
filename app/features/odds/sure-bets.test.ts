import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestQuotes } from './quotes.ts'
import {
  findSureBet,
  isSureBet,
  oddsHints,
  profitOfOutlay,
  splitStake,
  stakesForReturn,
  sureReturn,
} from './sure-bets.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const TONIGHT = new Date('2026-03-01T19:45:00Z')

function minutesAgo(minutes: number): Date {
  return new Date(NOW.getTime() - minutes * 60_000)
}

function bestOf(home: number, draw: number | null, away: number, updatedAt = minutesAgo(2)) {
  return bestQuotes([{ bookmakerId: 'alpha', home, draw, away, updatedAt }])
}

describe('isSureBet', () => {
  it.each([
    [[2.3, 3.5, 4.23], true],
    [[1.18, 7], true],
    [[2.08, 2], true],
    [[2.25, 3.5, 3.6], false],
    [[2, 2], false],
    [[6, 6, 1.5], false],
    [[3, 3, 3], false],
    [[2.01, 2], true],
  ])('%s: %s', (prices, expected) => {
    expect(isSureBet(prices)).toBe(expected)
  })

  it('is strict at S = 1 for every pair d and d/(d-1)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100 }), (n) => {
        const prices = Array.from({ length: n }, () => n)
        expect(isSureBet(prices)).toBe(false)
      }),
    )
  })
})

describe('findSureBet', () => {
  it('states the return and the age of the oldest price', () => {
    const best = bestQuotes([
      { bookmakerId: 'alpha', home: 2.3, draw: 3.2, away: 3.1, updatedAt: minutesAgo(1) },
      { bookmakerId: 'beta', home: 2.1, draw: 3.5, away: 3.2, updatedAt: minutesAgo(7) },
      { bookmakerId: 'gamma', home: 1.8, draw: 3.4, away: 4.23, updatedAt: minutesAgo(3) },
    ])
    const found = findSureBet(best, TONIGHT, NOW)
    expect(found).toMatchObject({ kind: 'sure-bet', oldestPriceAt: minutesAgo(7), warnings: [] })
    if (found.kind !== 'sure-bet') return
    expect(found.returnOnOutlay).toBeCloseTo(0.045037, 6)
    expect(found.oldestPriceAge).toBe(7 * 60_000)
    expect(found.legs.map((leg) => [leg.outcome, leg.price, leg.bookmakerIds])).toEqual([
      ['home', 2.3, ['alpha']],
      ['draw', 3.5, ['beta']],
      ['away', 4.23, ['gamma']],
    ])
  })

  it('warns of an old price and of a match begun', () => {
    expect(findSureBet(bestOf(2.08, null, 2, minutesAgo(45)), NOW, NOW)).toMatchObject({
      kind: 'sure-bet',
      warnings: ['old-price', 'match-begun'],
    })
  })

  it('is held back above 10 %, not at it', () => {
    expect(findSureBet(bestOf(2.2, null, 2.2), TONIGHT, NOW).kind).toBe('sure-bet')
    expect(findSureBet(bestOf(2.21, null, 2.2), TONIGHT, NOW).kind).toBe('held-back')
  })

  it('finds none in an ordinary market or without prices', () => {
    expect(findSureBet(bestOf(1.9, null, 1.9), TONIGHT, NOW)).toEqual({ kind: 'none' })
    expect(findSureBet(bestQuotes([]), TONIGHT, NOW)).toEqual({ kind: 'none' })
  })
})

describe('stakes', () => {
  it('of a total', () => {
    expect(splitStake([1.18, 7], 50_000)).toEqual([42_787, 7_213])
    expect(profitOfOutlay([1.18, 7], 50_000)).toBe(489)
  })

  it('for a wanted return', () => {
    expect(stakesForReturn([2.3, 3.5, 4.23], 10_000)).toEqual([4_348, 2_857, 2_364])
  })

  it('sum to the total to the cent and return evenly', () => {
    const price = fc.integer({ min: 101, max: 5_000 }).map((hundredths) => hundredths / 100)
    fc.assert(
      fc.property(
        fc.array(price, { minLength: 2, maxLength: 3 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        (prices, total) => {
          const stakes = splitStake(prices, total)
          expect(stakes.reduce((sum, one) => sum + one, 0)).toBe(total)
          const returns = stakes.map((stake, index) => stake * (prices[index] ?? 0))
          expect(Math.max(...returns) - Math.min(...returns)).toBeLessThanOrEqual(2 * Math.max(...prices))
        },
      ),
    )
  })
})

describe('oddsHints', () => {
  const plain = (id: string, home: number, draw: number | null, away: number) => ({
    id,
    prices: { home, draw, away },
    sureReturn: null,
  })

  it('takes the five largest gaps, each with its lowest odds and what 100 returns', () => {
    const matches = [1, 2, 3, 4, 5, 6].map((n) => plain(`m${n}`, 1.2, 5, 5 + n))
    const hints = oddsHints(matches).widest
    expect(hints.map((hint) => hint.match.id)).toEqual(['m6', 'm5', 'm4', 'm3', 'm2'])
    expect(hints[0]).toMatchObject({ outcome: 'home', price: 1.2, winnings: 120 })
  })

  it('ignores a missing draw, and tells a real sure bet from wide odds', () => {
    const real = {
      id: 'real',
      prices: { home: 2.08, draw: null, away: 2 },
      sureReturn: sureReturn([2.08, 2]),
    }
    const { sure, widest } = oddsHints([plain('wide', 1.1, null, 9), real])
    expect(sure.map((hint) => hint.match.id)).toEqual(['real'])
    expect(widest.map((hint) => hint.match.id)).toEqual(['wide', 'real'])
  })
})

describe('edges of a sure bet', () => {
  it('calls a price old when it is older than half an hour, not at it', () => {
    const warnings = (age: Date) => findSureBet(bestOf(2.08, null, 2, age), TONIGHT, NOW)
    expect(warnings(minutesAgo(30))).toMatchObject({ warnings: [] })
    expect(warnings(new Date(minutesAgo(30).getTime() - 1))).toMatchObject({ warnings: ['old-price'] })
  })

  it('has no negative age where a price is from the future', () => {
    expect(findSureBet(bestOf(2.08, null, 2, TONIGHT), TONIGHT, NOW)).toMatchObject({ oldestPriceAge: 0 })
  })

  it('promises what is sure and credible', () => {
    expect(sureReturn([2.08, 2])).toBeCloseTo(0.019608, 6)
    expect([sureReturn([2, 2]), sureReturn([2.2, 2.2]), sureReturn([2.21, 2.2])]).toEqual([
      null,
      expect.closeTo(0.1, 9),
      null,
    ])
  })

  it('sorts sure bets by what they return, the others by their gap', () => {
    const bet = (id: string, sureReturn: number | null, home: number, away: number) => ({
      ...{ id, sureReturn },
      prices: { home, draw: null, away },
    })
    const { sure, widest } = oddsHints([
      bet('low', 0.01, 2, 2),
      bet('wide', null, 1.2, 5),
      bet('high', 0.05, 2, 2),
      bet('wider', null, 6, 1.5),
    ])
    expect(sure.map(({ match, outcome }) => [match.id, outcome])).toEqual([
      ['high', 'home'],
      ['low', 'home'],
    ])
    expect(widest.map(({ match, outcome }) => [match.id, outcome])).toEqual([
      ['wider', 'away'],
      ['wide', 'home'],
      ['low', 'home'],
      ['high', 'home'],
    ])
  })

  it('measures the gap between the highest and the lowest price, whatever the lowest is', () => {
    const plain = (id: string, home: number, away: number) => ({
      ...{ id, prices: { home, draw: null, away }, sureReturn: null },
    })
    expect(
      oddsHints([plain('near', 5, 6), plain('far', 1.2, 4)]).widest.map(({ match }) => match.id),
    ).toEqual(['far', 'near'])
  })
})
