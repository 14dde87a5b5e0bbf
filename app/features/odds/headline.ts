import type { Headline } from '../matches/schema.ts'
import { type OutcomePrices, payout, priceList } from './rules.ts'

/** The prices of a headline; null where one of the sides is not quoted. */
export function headlinePrices({ home, draw, away }: Headline): OutcomePrices | null {
  return home && away ? { home: home.price, draw: draw?.price ?? null, away: away.price } : null
}

/** A share as a percentage with a point in every language, without the sign. */
export function formatPercent(share: number, decimals = 1): string {
  return (share * 100).toFixed(decimals)
}

/** What comes back of all stakes laid at the best prices: '97.4 %'. */
export function headlinePayout(headline: Headline): string | null {
  const prices = headlinePrices(headline)
  return prices && `${formatPercent(payout(priceList(prices)))} %`
}
