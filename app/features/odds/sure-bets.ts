import type { BestQuote, BestQuotes } from './quotes.ts'
import { bestPrices } from './quotes.ts'
import {
  impliedProbability,
  impliedSum,
  inHundredths,
  type Outcome,
  type OutcomePrices,
  outcomesOf,
  PRICE_AGE_SHOWN_MS,
  winnings,
} from './rules.ts'

/** Matches named in a country's column. */
const HINT_LIMIT = 5

/** A return above this is nearly always a stale or suspended price, so it is held back. */
const HIGHEST_CREDIBLE_RETURN = { numerator: 10n, denominator: 100n }

export type SureBetWarning = 'old-price' | 'match-begun'

export interface SureBet {
  /** 1/S - 1: 0.045 is 4.5 % on the whole outlay. */
  returnOnOutlay: number
  legs: ({ outcome: Outcome } & BestQuote)[]
  oldestPriceAt: Date
  /** Age of the oldest price, in milliseconds; never negative. */
  oldestPriceAge: number
  warnings: SureBetWarning[]
}

export type SureBetFinding =
  | { kind: 'none' }
  | { kind: 'held-back'; returnOnOutlay: number }
  | ({ kind: 'sure-bet' } & SureBet)

/** Whether S < 1, strictly and exactly. */
export function isSureBet(prices: readonly number[]): boolean {
  return comparesBelow(prices, 1n, 1n)
}

/** Whether S is strictly below numerator/denominator, in whole numbers: sum of 100/h against n/d. */
function comparesBelow(prices: readonly number[], numerator: bigint, denominator: bigint): boolean {
  const hundredths = prices.map((price) => BigInt(inHundredths(price)))
  const product = hundredths.reduce((all, one) => all * one, 1n)
  const sum = hundredths.reduce((all, one) => all + (100n * product) / one, 0n)
  return sum * denominator < product * numerator
}

/**
 * Judges the best quotes of a match at `now`. Held back when the return exceeds 10 %; otherwise with the age of its
 * oldest price, and a warning when that is old or the match has begun.
 */
export function findSureBet(best: BestQuotes, kickOff: Date, now: Date): SureBetFinding {
  const prices = bestPrices(best)
  if (!prices) return { kind: 'none' }
  const list = outcomesOf(prices).map(({ price }) => price)
  if (!isSureBet(list)) return { kind: 'none' }
  const returnOnOutlay = 1 / impliedSum(list) - 1
  const { numerator, denominator } = HIGHEST_CREDIBLE_RETURN
  if (comparesBelow(list, denominator, numerator + denominator)) return { kind: 'held-back', returnOnOutlay }

  const legs = outcomesOf(prices).flatMap(({ outcome }) => {
    const quote = best[outcome]
    return quote ? [{ outcome, ...quote }] : []
  })
  const oldestPriceAt = new Date(Math.min(...legs.map((leg) => leg.updatedAt.getTime())))
  const oldestPriceAge = Math.max(0, now.getTime() - oldestPriceAt.getTime())
  const warnings: SureBetWarning[] = []
  if (oldestPriceAge > PRICE_AGE_SHOWN_MS) warnings.push('old-price')
  if (kickOff <= now) warnings.push('match-begun')
  return { kind: 'sure-bet', returnOnOutlay, legs, oldestPriceAt, oldestPriceAge, warnings }
}

/**
 * Splits a total (in cents) so that every outcome returns about the same: T(1/d)/S each. Whole cents that sum to the
 * total exactly; cents lost in rounding go to the largest remainders.
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

/** The stakes (in cents, rounded) that each return the wanted sum (in cents). */
export function stakesForReturn(prices: readonly number[], returnCents: number): number[] {
  return prices.map((price) => Math.round(returnCents * impliedProbability(price)))
}

/** T/S - T in cents, rounded: what the outlay earns whichever outcome comes; negative for an ordinary market. */
export function profitOfOutlay(prices: readonly number[], totalCents: number): number {
  return Math.round(totalCents / impliedSum(prices) - totalCents)
}

export interface OddsHint<M> {
  match: M
  /** The outcome with the lowest odds, its price, and what the example stake returns on it. */
  outcome: Outcome
  price: number
  winnings: number
}

/**
 * A country's column: the matches with the largest gap between highest and lowest odds, five at most; a real sure
 * bet comes before all, the best return first. Give it quoted, upcoming matches only.
 */
export function oddsHints<M extends { prices: OutcomePrices; sureBet: SureBet | null }>(
  matches: readonly M[],
): OddsHint<M>[] {
  return matches
    .map((match) => ({ match, ...gapOf(match.prices) }))
    .sort(
      (a, b) =>
        (b.match.sureBet?.returnOnOutlay ?? 0) - (a.match.sureBet?.returnOnOutlay ?? 0) || b.gap - a.gap,
    )
    .slice(0, HINT_LIMIT)
    .map(({ match, outcome, price }) => ({ match, outcome, price, winnings: winnings(price) }))
}

function gapOf(prices: OutcomePrices): { outcome: Outcome; price: number; gap: number } {
  const outcomes = outcomesOf(prices)
  const lowest = outcomes.reduce((low, one) => (one.price < low.price ? one : low))
  const highest = Math.max(...outcomes.map(({ price }) => price))
  return { ...lowest, gap: inHundredths(highest) - inHundredths(lowest.price) }
}
