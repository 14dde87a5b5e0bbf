/**
 * The mathematics of one market over a list of outcomes. A bookmaker's prices stand in the order of the type's outcomes;
 * null is an outcome that is not on offer.
 */
import { definitionOf, type Market } from './markets.ts'
import { MILLION, type Price, toNumber } from './prices.ts'

export type MarketPrices = readonly (Price | null)[]

/** Below this share the outcomes of one bookmaker's own market are an error, whoever sent them. */
const LEAST_PLAUSIBLE_SUM = 0.7

/**
 * S: the implied probabilities together, above 1 by the margin. Of a market in which two outcomes win, half of the sum.
 * Null where an outcome has no price.
 */
export function marketSum(prices: MarketPrices, winners = 1): number | null {
  if (prices.length === 0 || prices.includes(null)) return null
  return prices.reduce<number>((sum, price) => sum + MILLION / (price ?? 0), 0) / winners
}

/** Whether the prices of a whole market are what a bookmaker can have meant. */
export function arePlausible(prices: MarketPrices, market: Market): boolean {
  const { winners, isOpenList } = definitionOf(market.type)
  const sum = isOpenList ? null : marketSum(prices, winners)
  return sum === null || sum >= LEAST_PLAUSIBLE_SUM
}

/** Probabilities without the margin, taken off in proportion; they sum to the number of outcomes that win. */
export function fairChances(prices: MarketPrices, winners = 1): number[] | null {
  const sum = marketSum(prices, winners)
  return sum === null ? null : prices.map((price) => MILLION / (price ?? 0) / sum)
}

/** Prices without the margin, to the millionth. */
export function fairPrices(prices: MarketPrices, winners = 1): Price[] | null {
  return fairChances(prices, winners)?.map((chance) => Math.round(MILLION / chance)) ?? null
}

/** Whether S < 1, strictly and in whole numbers. */
export function isSure(prices: MarketPrices, winners = 1): boolean {
  return isBelow(prices, { winners, numerator: 1n, denominator: 1n })
}

/** A return above this is nearly always a stale or suspended price. */
const HIGHEST_CREDIBLE_RETURN = { numerator: 10n, denominator: 11n }

export function isTooGood(prices: MarketPrices, winners = 1): boolean {
  return isBelow(prices, { winners, ...HIGHEST_CREDIBLE_RETURN })
}

function isBelow(
  prices: MarketPrices,
  { winners, numerator, denominator }: { winners: number; numerator: bigint; denominator: bigint },
): boolean {
  if (prices.length === 0 || prices.includes(null)) return false
  const whole = prices.map((price) => BigInt(price ?? 0))
  const product = whole.reduce((all, one) => all * one, 1n)
  const sum = whole.reduce((all, one) => all + (BigInt(MILLION) * product) / one, 0n)
  return sum * denominator < product * numerator * BigInt(winners)
}

/**
 * What each outcome pays of one unit staked on it, for each way in which the event can end: the price, 0, 1 where stakes
 * are returned, and halves of these on quarter lines.
 */
export function settlements(market: Market, prices: readonly Price[]): number[][] {
  const { outcomes, winners, line: kind, mayPush } = definitionOf(market.type)
  const paid = prices.map(toNumber)
  const [first = 0, second = 0] = paid
  if (kind === null) {
    if (winners === 1) {
      const ways = paid.map((price, way) => paid.map((_, index) => (index === way ? price : 0)))
      return mayPush ? [...ways, paid.map(() => 1)] : ways
    }
    // Each of the results that two outcomes share: of home_draw, home_away and draw_away one loses.
    return paid.map((_, loser) => paid.map((price, index) => (index === loser ? 0 : price)))
  }
  const ways = [
    [first, 0],
    [0, second],
  ]
  if (outcomes.length !== 2 || market.line === null) return ways
  const half = (price: number) => (1 + price) / 2
  const quarter = (((market.line % 1) + 1) % 1) * 4
  // A total of 2.25 is half on 2 and half on 2.5, a handicap of -0.25 half on 0 and half on -0.5.
  const firstWinsHalf = [half(first), 0.5]
  const firstLosesHalf = [0.5, half(second)]
  if (quarter === 0) return [...ways, [1, 1]]
  if (quarter === 2) return ways
  const losesFirst = kind === 'total' ? quarter === 1 : quarter === 3
  return [...ways, losesFirst ? firstLosesHalf : firstWinsHalf]
}
