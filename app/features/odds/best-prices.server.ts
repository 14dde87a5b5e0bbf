import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteFailure } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** Events in one transaction of the sweep; transactions are short, so that imports do not wait. */
const BATCH = 50

/**
 * Ranks the quotes of events at `now`, and stores their best prices and headlines. Which quotes count is decided in the
 * database (`why_left_out`, db/migrations/0053_when_any_price_counts.sql).
 */
export async function refreshHeadlines(
  db: Kysely<DB>,
  events: readonly string[],
  now = new Date(),
): Promise<void> {
  if (events.length === 0) return
  await sql`select refresh_headlines(${[...new Set(events)].sort()}::uuid[], ${now}::timestamptz)`.execute(db)
}

/**
 * Refreshes the events that have a quote which expired since their headline was stored.
 * @returns the number of events
 */
export async function sweepHeadlines(db: Kysely<DB>, now: Date, signal?: AbortSignal): Promise<number> {
  let swept = 0
  while (!signal?.aborted) {
    const rows = await db
      .selectFrom('event_prices')
      .select('event')
      .where('valid_until', '<=', now)
      .orderBy('valid_until')
      .limit(BATCH)
      .execute()
    await refreshHeadlines(
      db,
      rows.map(({ event }) => event),
      now,
    )
    swept += rows.length
    if (rows.length < BATCH) break
  }
  return swept
}

/**
 * Rows with valid headlines at `now`: if one has expired before the sweep, its event is refreshed and the rows are read
 * again. If that fails, `headlineAt` leaves out their prices.
 */
export async function readWithHeadlines<Row extends { id: string; valid_until: Date | null }>(
  { database, log }: Pick<Services, 'database' | 'log'>,
  now: Date,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await read()
  const due = rows.flatMap(({ id, valid_until }) => (valid_until && valid_until <= now ? [id] : []))
  if (due.length === 0) return rows
  try {
    await refreshHeadlines(database.kysely, due, now)
  } catch (error) {
    log.error({ err: error }, 'expired headlines could not be refreshed')
    noteFailure()
    return rows
  }
  return read()
}
