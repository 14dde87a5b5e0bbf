/** What the page of tools works out of prices that somebody types. */
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
  /** S, the implied probabilities together. */
  sum: number
  overround: number
  payout: number
  /** What comes back at least, in cents, and what it leaves of the outlay as a share of it. */
  lowestReturn: number
  lowestProfit: number
  isSure: boolean
}

/**
 * The margin, fair prices and stakes of a market of which one outcome wins.
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
    isSure: isSure(prices),
  }
}
