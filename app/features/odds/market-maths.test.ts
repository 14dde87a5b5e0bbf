import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arePlausible,
  fairChances,
  fairPrices,
  isSure,
  isTooGood,
  marketSum,
  settlements,
} from './market-maths.ts'
import type { Market } from './markets.ts'
import { fromNumber } from './prices.ts'
import { planStakes, returnsOf } from './stakes.ts'

const market = (more: Partial<Market> & Pick<Market, 'type'>): Market => ({
  period: 'full_time',
  line: null,
  participant: null,
  ...more,
})
const prices = (...decimals: number[]) => decimals.map(fromNumber)
const price = fc.integer({ min: 1_010_000, max: 100_000_000 })

describe('S', () => {
  it.each([
    [[4.45, 3.4, 1.9], 1.045153],
    [[1.75, 2.3, 10.8], 1.098804],
    [[1.909091, 1.909091], 1.047619],
    [[2.3, 3.5, 4.23], 0.956904],
    [[2.25, 3.5, 3.6], 1.007937],
    [[2, 2], 1],
  ])('of %j is %s', (decimals, sum) => expect(marketSum(prices(...decimals))).toBeCloseTo(sum, 6))

  it('is half of the sum when two outcomes win, and undefined when an outcome has no price', () => {
    expect(marketSum(prices(1.5, 1.5, 1.5), 2)).toBe(1)
    expect(marketSum([null, ...prices(2)])).toBeNull()
    expect(marketSum([])).toBeNull()
  })

  it('gives fair probabilities that sum to the number of winning outcomes', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 2, maxLength: 6 }), fc.constantFrom(1, 2), (list, winners) => {
        const sum = (fairChances(list, winners) ?? []).reduce((all, one) => all + one, 0)
        expect(sum).toBeCloseTo(winners, 9)
      }),
    )
    expect(fairPrices(prices(1.909091, 1.909091))).toEqual([2_000_000, 2_000_000])
  })

  it('recognises margins that no bookmaker intends', () => {
    expect(arePlausible(prices(3, 3), market({ type: 'moneyline' }))).toBe(false)
    expect(arePlausible(prices(1.9, 1.9), market({ type: 'moneyline' }))).toBe(true)
    expect(arePlausible(prices(1.4, 1.4, 1.4), market({ type: 'double_chance' }))).toBe(true)
    expect(arePlausible(prices(3, 3, 3), market({ type: 'double_chance' }))).toBe(false)
    expect(arePlausible([null, ...prices(34)], market({ type: 'correct_score' }))).toBe(true)
  })
})

describe('a sure bet', () => {
  it.each([
    [[2.3, 3.5, 4.23], true],
    [[1.18, 7], true],
    [[2.08, 2], true],
    [[2.25, 3.5, 3.6], false],
    [[2, 2], false],
    [[6, 6, 1.5], false],
    [[3, 3, 3], false],
    [[2.08, 2], true],
    [[2.01, 2], true],
    [[2.000001, 2], true],
  ])('%j: %s', (decimals, expected) => expect(isSure(prices(...decimals))).toBe(expected))

  it('is none of n prices of n', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100 }), (n) => {
        expect(isSure(prices(...Array.from({ length: n }, () => n)))).toBe(false)
      }),
    )
  })

  it('is implausible above 10 %', () => {
    expect(isTooGood(prices(2.2, 2.2))).toBe(false)
    expect(isTooGood(prices(2.2, 2.200001))).toBe(true)
  })

  it.each([
    [[2.3, 3.5, 4.23], 9_569, [4_348, 2_857, 2_364]],
    [[1.18, 7], 50_000, [42_787, 7_213]],
  ])('%j for %s cents is staked as %j', (decimals, total, stakes) => {
    const plan = planStakes(market({ type: 'match_result' }), prices(...decimals), {
      sport: 'football',
      total,
    })
    expect(plan.stakes).toEqual(stakes)
    expect(plan.outlay).toBe(total)
    expect(plan.lowestProfit).toBeGreaterThan(0)
  })

  it('states the true return of rounded stakes', () => {
    const plan = planStakes(market({ type: 'moneyline' }), prices(2.08, 2), {
      ...{ sport: 'tennis', total: 10_000, step: 500 },
    })
    expect(plan.stakes).toEqual([5_000, 5_000])
    expect([plan.lowestReturn, plan.highestReturn, plan.lowestProfit]).toEqual([10_000, 10_400, 0])
  })

  it('never states more than the worst outcome pays', () => {
    fc.assert(
      fc.property(
        fc.tuple(price, price),
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.integer({ min: -40, max: 40 }),
        (list, total, quarters) => {
          const line = market({ type: 'handicap', line: quarters / 4 })
          const plan = planStakes(line, list, { sport: 'football', total })
          expect(plan.stakes.reduce((all, one) => all + one, 0)).toBe(total)
          for (const way of settlements(line, list, 'football')) {
            const paid = way.reduce((all, pays, index) => all + pays * (plan.stakes[index] ?? 0), 0)
            expect(plan.lowestReturn).toBeLessThanOrEqual(paid + 1e-6)
          }
        },
      ),
    )
  })
})

describe('lines', () => {
  const ways = (type: 'total' | 'handicap', line: number) =>
    settlements(market({ type, line }), prices(2, 1.8), 'football')

  it('settle in full on half lines, and return stakes on whole lines', () => {
    expect(ways('total', 2.5)).toEqual([
      [2, 0],
      [0, 1.8],
    ])
    expect(ways('total', 2)).toContainEqual([1, 1])
    expect(ways('handicap', 0)).toContainEqual([1, 1])
  })

  it('settle by halves on quarter lines', () => {
    // Two goals at 2.25: over loses half and gets half back. Three at 2.75: it wins half.
    expect(ways('total', 2.25).at(-1)).toEqual([0.5, 1.4])
    expect(ways('total', 2.75).at(-1)).toEqual([1.5, 0.5])
    // A draw: home -0.25 loses half, home +0.25 wins half; home by one at -0.75 wins half, home lost by one at +0.75 loses half.
    expect(ways('handicap', -0.25).at(-1)).toEqual([0.5, 1.4])
    expect(ways('handicap', 0.25).at(-1)).toEqual([1.5, 0.5])
    expect(ways('handicap', -0.75).at(-1)).toEqual([1.5, 0.5])
    expect(ways('handicap', 0.75).at(-1)).toEqual([0.5, 1.4])
  })

  it('return no more than the stakes on a push', () => {
    const line = market({ type: 'handicap', line: -1 })
    const { lowestReturn, highestReturn } = returnsOf(line, prices(2.1, 2.1), [5_000, 5_000], 'football')
    expect([lowestReturn, highestReturn]).toEqual([10_000, 10_500])
    const draw = returnsOf(market({ type: 'draw_no_bet' }), prices(2.1, 2.1), [5_000, 5_000], 'football')
    expect(draw.lowestReturn).toBe(10_000)
    const quarter = market({ type: 'moneyline', period: 'quarter_1' })
    expect(returnsOf(quarter, prices(2.15, 2.05), [4_881, 5_119], 'basketball').lowestReturn).toBe(10_000)
  })

  it('pay two of three outcomes of a double chance', () => {
    expect(settlements(market({ type: 'double_chance' }), prices(1.3, 1.2, 1.9), 'football')).toEqual([
      [0, 1.2, 1.9],
      [1.3, 0, 1.9],
      [1.3, 1.2, 0],
    ])
  })
})
