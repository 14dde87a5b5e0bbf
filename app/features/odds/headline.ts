import type { Headline } from '../matches/schema.ts'
import { type OutcomePrices, payout, priceList } from './rules.ts'

/** The prices of a headline; null where one of the sides is not quoted. */
export function headlinePrices({ home, draw, away }: Headline): OutcomePrices | null {
  return home && away ? { home: home.price, draw: draw?.price ?? null, away: away.price } : null
}

/** The share that comes back of all stakes laid at the best prices. */
export function headlinePayout(headline: Headline): number | null {
  const prices = headlinePrices(headline)
  return prices && payout(priceList(prices))
}
