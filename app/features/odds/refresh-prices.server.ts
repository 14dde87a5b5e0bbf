import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

/** Events per transaction of the sweep; transactions are short, so that imports do not wait. */
const SWEPT_EVENTS = 50

/** Applies the rule of counting quotes to events at `now`, and computes their best prices again. */
export async function refreshPrices(
  db: Kysely<DB>,
  events: readonly string[],
  now = new Date(),
): Promise<void> {
  if (events.length === 0) return
  // Only what time has changed, and what a trigger has marked.
  await sql`
    select refresh_market_prices(${[...new Set(events)].sort()}::uuid[], ${now}::timestamptz, '{}')`.execute(
    db,
  )
}

/**
 * Refreshes the events of which a quote has expired, or would have if its source had not confirmed it since.
 * @returns the number of events
 */
export async function sweepPrices(db: Kysely<DB>, now: Date, signal?: AbortSignal): Promise<number> {
  let swept = 0
  while (!signal?.aborted) {
    const rows = await db
      .selectFrom('priced_events')
      .select('event')
      .where('valid_until', '<=', now)
      .orderBy('valid_until')
      .limit(SWEPT_EVENTS)
      .execute()
    const events = rows.map(({ event }) => event)
    await refreshPrices(db, events, now)
    swept += rows.length
    if (rows.length < SWEPT_EVENTS) break
  }
  return swept
}
