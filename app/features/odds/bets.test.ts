import { describe, expect, it } from 'vitest'
import { accumulatorReturn, combinedPrice, eachWay, type LayBet, type LegResult, planLay } from './bets.ts'
import { fromNumber, HIGHEST_COMBINED } from './prices.ts'

describe('lay stakes', () => {
  const bet: LayBet = {
    kind: 'ordinary',
    stake: 1_000,
    back: fromNumber(5),
    lay: fromNumber(5.2),
    backCommission: 0,
    layCommission: 0.05,
  }

  it('make both results of an ordinary bet worth the same, to the cent', () => {
    // 10 × 5 / 5.15 is 9.7087; 9.71 × 4.2 is 40.78; 40 − 40.78 and 9.71 × 0.95 − 10.
    expect(planLay(bet)).toEqual({ stake: 971, liability: 4_078, ifBackWins: -78, ifLayWins: -78 })
  })

  it('are lower for a free bet, and nearly the same for one whose stake is paid out', () => {
    // 10 × 4 / 5.15 is 7.767; 7.77 × 4.2 is 32.63.
    expect(planLay({ ...bet, kind: 'free-bet' })).toEqual({
      stake: 777,
      liability: 3_263,
      ifBackWins: 737,
      ifLayWins: 738,
    })
    // 50 − 40.78 and 9.71 × 0.95.
    expect(planLay({ ...bet, kind: 'free-bet-returned' })).toEqual({
      stake: 971,
      liability: 4_078,
      ifBackWins: 922,
      ifLayWins: 922,
    })
  })

  it('count a commission of the back bet', () => {
    // 10 + 10 × 4 × 0.98 is 49.20; 49.20 / 5.15 is 9.553.
    const { stake, ifBackWins, ifLayWins } = planLay({ ...bet, backCommission: 0.02 })
    expect([stake, ifBackWins, ifLayWins]).toEqual([955, -91, -93])
  })
})

describe('an each-way bet', () => {
  const bet = { stake: 500, price: fromNumber(9), fraction: 5, places: 3, winners: 1, sharing: 1 }

  it('pays the whole winnings for a win and a part of them for a place', () => {
    // 5 × 9 + 5 × (1 + 8/5).
    expect(eachWay(bet)).toEqual({
      outlay: 1_000,
      placePrice: 2_600_000,
      ifWon: 5_800,
      ifPlaced: 1_300,
    })
  })

  it('pays a part of the stake after a dead heat', () => {
    // Two winners, both among the places: 45/2 + 13. Three share the last place: 13/3.
    expect(eachWay({ ...bet, winners: 2 }).ifWon).toBe(3_550)
    expect(eachWay({ ...bet, sharing: 3 }).ifPlaced).toBe(433)
    // Four winners, three places: 45/4 + 13 × 3/4.
    expect(eachWay({ ...bet, winners: 4 }).ifWon).toBe(2_100)
  })
})

describe('an accumulator', () => {
  it('has the product of its prices, rounded down to the millionth', () => {
    expect(combinedPrice([2, 3.5, 1.91].map(fromNumber))).toBe(13_370_000)
    expect(combinedPrice([1.333333, 1.333333].map(fromNumber))).toBe(1_777_776)
    expect(combinedPrice([])).toBe(1_000_000)
    expect(combinedPrice(Array.from({ length: 20 }, () => fromNumber(1.1)))).toBe(6_727_499)
    expect(combinedPrice(Array.from({ length: 10 }, () => fromNumber(4.5)))).toBe(3_405_062_891_601)
    expect(combinedPrice(Array.from({ length: 10 }, () => fromNumber(1_000)))).toBe(HIGHEST_COMBINED)
  })

  it.each<[LegResult, number]>([
    ['won', 1_337],
    // 2 × 3.5 × 1.455
    ['half-won', 1_018],
    ['void', 700],
    ['half-lost', 350],
    ['lost', 0],
  ])('with a leg that is %s returns %i cents for a euro, rounded down', (result, cents) => {
    const legs = [2, 3.5].map((price) => ({ price: fromNumber(price), result: 'won' as const }))
    expect(accumulatorReturn(100, [...legs, { price: fromNumber(1.91), result }])).toBe(cents)
  })
})
