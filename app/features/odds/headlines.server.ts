import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { noteFailure } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** Events of a turn of the sweep: short transactions, so that imports are not kept waiting. */
const BATCH = 50

/** Judges the quotes of events as they are at `now`, and writes their headlines. */
export async function refreshHeadlines(
  db: Kysely<DB>,
  events: readonly string[],
  now = new Date(),
): Promise<void> {
  if (events.length === 0) return
  await sql`select refresh_headlines(${[...new Set(events)].sort()}::uuid[], ${now}::timestamptz)`.execute(db)
}

/**
 * Refreshes the events of which a quote has ceased to count since their headline was written.
 * @returns how many there were
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
 * Rows with headlines as they are at `now`: where one has ceased to hold before the sweep came by, its event is refreshed
 * and the rows are read again. Where that fails, `headlineAt` leaves them without prices.
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
