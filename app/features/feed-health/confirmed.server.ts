import { type Kysely, sql } from 'kysely'
import { TYPED } from '#app/features/odds/typed-prices.ts'
import type { DB } from '#app/platform/db/types.ts'

/** The prices that sources have confirmed in the last minutes. */
export interface Confirmed {
  prices: number
  /** When a source last confirmed one; null if none ever has. */
  newestAt: string | null
}

export const CONFIRMED_MINUTES = 5

/** Counts each price of a bookmaker once; those that an operator has typed are not of a source. */
export async function readConfirmed(db: Kysely<DB>, now: Date): Promise<Confirmed> {
  const { rows } = await sql<{ prices: number; newest_at: Date | null }>`
    with feeds as (select no from price_sources where key <> ${TYPED})
    select (select max(seen_at) from quotes_seen where source in (select no from feeds)) as newest_at,
      (select coalesce(sum(cardinality(array_remove(q.prices, null))), 0)::int
        from quotes_seen n join feeds f on f.no = n.source
        join markets k on k.event = n.event
        join quotes q on q.market = k.id and q.bookmaker = n.bookmaker and q.source = n.source and q.part = n.part
          and q.side = 0
        where n.seen_at > ${now}::timestamptz - make_interval(mins => ${CONFIRMED_MINUTES})) as prices`.execute(
    db,
  )
  return { prices: rows[0]?.prices ?? 0, newestAt: rows[0]?.newest_at?.toISOString() ?? null }
}
