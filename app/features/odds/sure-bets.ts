import {
  impliedProbability,
  impliedSum,
  inHundredths,
  type Outcome,
  type OutcomePrices,
  outcomesOf,
  winnings,
} from './rules.ts'

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

/**
 * Splits a total (in cents) so that every outcome has about the same return: T(1/d)/S each. Whole cents that sum to the
 * exact total; cents lost in rounding go to the largest remainders.
 */
export function splitStake(prices: readonly number[], totalCents: number): number[] {
  const sum = impliedSum(prices)
  const exact = prices.map((price) => (totalCents * impliedProbability(price)) / sum)
  const cents = exact.map(Math.floor)
  const missing = totalCents - cents.reduce((all, one) => all + one, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder.slice(0, missing)) cents[index] = (cents[index] ?? 0) + 1
  return cents
}

/** The stakes (in cents, rounded) that each return the requested sum (in cents). */
export function stakesForReturn(prices: readonly number[], returnCents: number): number[] {
  return prices.map((price) => Math.round(returnCents * impliedProbability(price)))
}

/** T/S - T in cents, rounded: the profit for every outcome; negative for a market without a sure bet. */
export function profitOfOutlay(prices: readonly number[], totalCents: number): number {
  return Math.round(totalCents / impliedSum(prices) - totalCents)
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
