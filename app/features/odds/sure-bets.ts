import { impliedSum, inHundredths, type Outcome, type OutcomePrices, outcomesOf, winnings } from './rules.ts'

/** The most hints of each kind in a country's column. */
export const HINT_LIMIT = 5

/** A return above this is almost always a stale or suspended price, so it is held back. */
const HIGHEST_CREDIBLE_RETURN = { numerator: 10n, denominator: 100n }

/** Whether S < 1, strictly and exactly. */
export function isSureBet(prices: readonly number[]): boolean {
  return comparesBelow(prices, 1n, 1n)
}

/** Whether S is strictly below numerator/denominator, in integers: sum of 100/h against n/d. */
function comparesBelow(prices: readonly number[], numerator: bigint, denominator: bigint): boolean {
  const hundredths = prices.map((price) => BigInt(inHundredths(price)))
  const product = hundredths.reduce((all, one) => all * one, 1n)
  const sum = hundredths.reduce((all, one) => all + (100n * product) / one, 0n)
  return sum * denominator < product * numerator
}

/** The return on the outlay of a sure bet at the best prices: 0.045 is 4.5 %. Null for none, or one that is held back. */
export function sureReturn(prices: readonly number[]): number | null {
  return isSureBet(prices) && !isIncredible(prices) ? returnOf(prices) : null
}

/** 1/S - 1 */
function returnOf(prices: readonly number[]): number {
  return 1 / impliedSum(prices) - 1
}

function isIncredible(prices: readonly number[]): boolean {
  const { numerator, denominator } = HIGHEST_CREDIBLE_RETURN
  return comparesBelow(prices, denominator, numerator + denominator)
}

export interface OddsHint<M> {
  match: M
  /** The outcome with the lowest odds, its price, and the return of the example stake. */
  outcome: Outcome
  price: number
  winnings: number
}

/**
 * A country's column: sure bets, the highest return first, and the matches with the largest gap between highest and
 * lowest odds; at most five of each. The caller passes quoted, upcoming matches only.
 */
export function oddsHints<M extends { prices: OutcomePrices; sureReturn: number | null }>(
  matches: readonly M[],
): { sure: OddsHint<M>[]; widest: OddsHint<M>[] } {
  const hints = matches.map((match) => ({ match, ...gapOf(match.prices) }))
  const first = (sorted: typeof hints) =>
    sorted
      .slice(0, HINT_LIMIT)
      .map(({ match, outcome, price }) => ({ match, outcome, price, winnings: winnings(price) }))
  return {
    sure: first(
      hints
        .filter(({ match }) => match.sureReturn !== null)
        .sort((a, b) => (b.match.sureReturn ?? 0) - (a.match.sureReturn ?? 0)),
    ),
    widest: first(hints.toSorted((a, b) => b.gap - a.gap)),
  }
}

function gapOf(prices: OutcomePrices): { outcome: Outcome; price: number; gap: number } {
  const outcomes = outcomesOf(prices)
  const lowest = outcomes.reduce((low, one) => (one.price < low.price ? one : low))
  const highest = Math.max(...outcomes.map(({ price }) => price))
  return { ...lowest, gap: inHundredths(highest) - inHundredths(lowest.price) }
}
