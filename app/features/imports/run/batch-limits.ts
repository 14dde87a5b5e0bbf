import type { FeedItem } from '#app/features/sources/contract.ts'

/** Limits of a batch, which is one transaction: while it lasts, visitors of the embedded database wait. */
export const BATCH_ITEMS = 1_000
export const BATCH_QUOTES = 2_500
/** Quotes of other markets that count as much as one of the headline market. */
const QUOTES_PER_WEIGHT = 6

/** An item's share of a batch: most of its other markets are only confirmed, which is cheap. */
export function weightOf(item: FeedItem): number {
  if (item.kind === 'outright') {
    const prices = item.offers.flatMap(({ quotes }) => quotes.flatMap((quote) => quote.prices))
    return prices.length / QUOTES_PER_WEIGHT
  }
  if (item.kind !== 'event' && item.kind !== 'prices') return 0
  const markets = item.offers?.reduce((sum, offer) => sum + offer.quotes.length, 0) ?? 0
  return Math.max(item.quotes?.length ?? 0, markets / QUOTES_PER_WEIGHT)
}
