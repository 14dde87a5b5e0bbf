/**
 * The mathematics of one market over a list of outcomes. A bookmaker's prices are in the order of the type's outcomes;
 * null is an outcome that is not on offer.
 */
import { canPush, definitionOf, type Market } from './markets.ts'
import { MILLION, type Price, toNumber } from './prices.ts'

export type MarketPrices = readonly (Price | null)[]

/** A sum of implied probabilities below this is an error in one bookmaker's market, whatever its source. */
const LEAST_PLAUSIBLE_SUM = 0.7

/**
 * S: the sum of the implied probabilities; its excess over 1 is the margin. Half of the sum if two outcomes win.
 * Null if an outcome has no price.
 */
export function marketSum(prices: MarketPrices, winners = 1): number | null {
  if (prices.length === 0 || prices.includes(null)) return null
  return prices.reduce<number>((sum, price) => sum + MILLION / (price ?? 0), 0) / winners
}

/** Whether the prices of a whole market are plausible for one bookmaker. */
export function arePlausible(prices: MarketPrices, market: Market): boolean {
  const { winners, isOpenList } = definitionOf(market.type)
  const sum = isOpenList ? null : marketSum(prices, winners)
  return sum === null || sum >= LEAST_PLAUSIBLE_SUM
}

/** Probabilities without the margin, which is removed in proportion; they sum to the number of winning outcomes. */
export function fairChances(prices: MarketPrices, winners = 1): number[] | null {
  const sum = marketSum(prices, winners)
  return sum === null ? null : prices.map((price) => MILLION / (price ?? 0) / sum)
}

/** Prices without the margin, to the millionth. */
export function fairPrices(prices: MarketPrices, winners = 1): Price[] | null {
  return fairChances(prices, winners)?.map((chance) => Math.round(MILLION / chance)) ?? null
}

/** Whether S < 1, strictly and in integers. */
export function isSure(prices: MarketPrices, winners = 1): boolean {
  return isBelow(prices, { winners, numerator: 1n, denominator: 1n })
}

/** A return above this is almost always a stale or suspended price. */
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
 * The return of each outcome per unit staked, for each result of the event: the price, 0, 1 for a returned stake, and
 * halves of these on quarter lines.
 * @param sport its own name, or its slug
 */
export function settlements(market: Market, prices: readonly Price[], sport: string): number[][] {
  const { outcomes, winners, line: kind } = definitionOf(market.type)
  const paid = prices.map(toNumber)
  const [first = 0, second = 0] = paid
  if (kind === null) {
    if (winners === 1) {
      const ways = paid.map((price, way) => paid.map((_, index) => (index === way ? price : 0)))
      return canPush(market, sport) ? [...ways, paid.map(() => 1)] : ways
    }
    // Each result loses one of home_draw, home_away and draw_away.
    return paid.map((_, loser) => paid.map((price, index) => (index === loser ? 0 : price)))
  }
  const ways = [
    [first, 0],
    [0, second],
  ]
  if (outcomes.length !== 2 || market.line === null) return ways
  const half = (price: number) => (1 + price) / 2
  const quarter = (((market.line % 1) + 1) % 1) * 4
  // A total of 2.25 is half on 2 and half on 2.5; a handicap of -0.25 is half on 0 and half on -0.5.
  const firstWinsHalf = [half(first), 0.5]
  const firstLosesHalf = [0.5, half(second)]
  if (quarter === 0) return [...ways, [1, 1]]
  if (quarter === 2) return ways
  const losesFirst = kind === 'total' ? quarter === 1 : quarter === 3
  return [...ways, losesFirst ? firstLosesHalf : firstWinsHalf]
}
