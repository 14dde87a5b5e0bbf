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

/** Ids of the bookmakers of a headline: who quotes most of its prices first, then in the order of the outcomes. */
export function headlineBookmakers({ home, draw, away }: Headline): string[] {
  const ids = [home, draw, away].flatMap((price) => price?.bookmakerId ?? [])
  const count = (id: string) => ids.filter((it) => it === id).length
  return [...new Set(ids)].sort((a, b) => count(b) - count(a))
}
