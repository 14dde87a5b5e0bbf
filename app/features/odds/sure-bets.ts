import { inHundredths, type Outcome, type OutcomePrices, outcomesOf, winnings } from './rules.ts'

/** The most hints of each kind in a country's column. */
export const HINT_LIMIT = 5

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
