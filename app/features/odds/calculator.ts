/** The calculations of the page of tools, for typed prices. */
import { fairChances, fairPrices, isSure, marketSum } from './market-maths.ts'
import { type Price, toNumber } from './prices.ts'
import { planByWays } from './stake-plan.ts'

interface OutcomeFigures {
  implied: number
  /** Without the margin. */
  fair: number
  fairPrice: Price
  /** In cents. */
  stake: number
}

export interface MarketFigures {
  outcomes: OutcomeFigures[]
  /** S, the sum of the implied probabilities. */
  sum: number
  overround: number
  payout: number
  /** The lowest return in cents, and its profit as a share of the outlay. */
  lowestReturn: number
  lowestProfit: number
  isSure: boolean
}

/**
 * The margin, the fair prices and the stakes of a market with one winning outcome.
 * @param total of the stakes, in cents
 * @returns null for fewer than two prices
 */
export function marketFigures(prices: readonly Price[], total: number): MarketFigures | null {
  const [sum, chances, fair] = [marketSum(prices), fairChances(prices), fairPrices(prices)]
  if (prices.length < 2 || sum === null || !chances || !fair) return null
  const ways = prices.map((price, winner) =>
    prices.map((_, index) => (index === winner ? toNumber(price) : 0)),
  )
  const { stakes, lowestReturn, lowestProfit } = planByWays(ways, prices, { total })
  return {
    outcomes: prices.map((price, index) => ({
      implied: 1 / toNumber(price),
      fair: chances[index] ?? 0,
      fairPrice: fair[index] ?? price,
      stake: stakes[index] ?? 0,
    })),
    sum,
    overround: sum - 1,
    payout: 1 / sum,
    lowestReturn,
    lowestProfit,
    // 10/11 and 11/10 are 1.909091 and 2.1: below 100 % by rounding alone.
    isSure: isSure(prices.map((price) => price - 1)),
  }
}
