import type { Kysely } from 'kysely'
import type { Market } from '#app/features/odds/markets.ts'
import { type OfferedQuote, type Side, statusOf } from '#app/features/odds/offers.ts'
import { fromNumber, type PriceFormat } from '#app/features/odds/prices.ts'
import { storePrices } from '#app/features/odds/store/store-prices.server.ts'
import type { DB } from '#app/platform/db/types.ts'

/** A market of the whole match; what is not given is not there. */
export function marketOf(market: Pick<Market, 'type'> & Partial<Market>): Market {
  return { period: 'full_time', line: null, participant: null, ...market }
}

/** A quote of decimal prices, null where an outcome is suspended. */
export function quoteOf(
  market: Market,
  decimals: readonly (number | null)[],
  { side = 'back', format = 'decimal' }: { side?: Side; format?: PriceFormat } = {},
): OfferedQuote {
  const prices = decimals.map((price) => (price === null ? null : fromNumber(price)))
  return { market, side, format, prices, status: statusOf(prices, () => true), maxStake: null }
}

/** Stores what bookmakers, by their ids, offer of a match. */
export async function offerPrices(
  db: Kysely<DB>,
  match: string,
  offers: Record<string, readonly OfferedQuote[]>,
  { source = 'test', seenAt = new Date(), now = seenAt }: { source?: string; seenAt?: Date; now?: Date } = {},
): Promise<void> {
  const listed = Object.entries(offers).map(([bookmakerId, quotes]) => ({
    bookmakerId,
    seenAt,
    isLate: false,
    link: null,
    quotes: [...quotes],
  }))
  await db.transaction().execute((trx) =>
    storePrices(trx, [{ event: match, kind: 'match', part: '', offers: listed }], {
      source,
      confirmedAt: seenAt,
      now,
    }),
  )
}
