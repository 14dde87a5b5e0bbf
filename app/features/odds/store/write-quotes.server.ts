import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS } from '#app/platform/time.ts'
import type { Compared } from './compare.server.ts'

/** Changes are dated no earlier, because each week is a partition. */
export const OLDEST_CHANGE_MS = 5 * 365 * DAY_MS

function records(rows: readonly object[]) {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (market int, bookmaker smallint, side smallint,
    source smallint, part smallint, format smallint, max_stake int, prices bigint[], opening bigint[], status text,
    changed_at timestamptz, replaced bigint[], notation text[])`
}

/** Creates the partitions of the history for these times. */
export async function ensureWeeks(trx: Transaction<DB>, times: readonly Date[]): Promise<void> {
  const days = [...new Set(times.map((time) => Math.floor(time.getTime() / DAY_MS)))]
  const instants = days.map((day) => new Date(day * DAY_MS).toISOString())
  await sql`select ensure_quote_weeks(${instants}::timestamptz[])`.execute(trx)
}

/** @returns the markets with a written quote */
export async function writeQuotes(
  trx: Transaction<DB>,
  { inserted, changed, moved, history }: Compared,
  now: Date,
): Promise<number[]> {
  if (inserted.length > 0) {
    await sql`
      insert into quotes (changed_at, market, max_stake, bookmaker, side, source, part, format, prices, notation, status)
      select changed_at, market, max_stake, bookmaker, side, source, part, format, prices, notation, status
      from ${records(inserted)} order by market, bookmaker`.execute(trx)
  }
  const updated = [...changed, ...moved]
  if (updated.length > 0) {
    await sql`
      update quotes q set changed_at = r.changed_at, max_stake = r.max_stake, source = r.source, part = r.part,
        format = r.format, prices = r.prices, notation = r.notation, opening = r.opening, status = r.status,
        -- The first prices were in the quote itself until now.
        opening_format = case when q.opening is null then q.format else q.opening_format end,
        opening_notation = case when q.opening is null then q.notation else q.opening_notation end,
        -- A later price from before the start, or from before the match was cancelled, is the closing price when it arrives.
        closing = case when q.closing is not null and r.changed_at <= (
          select least(coalesce(m.start_time, o.start_time), m.cancelled_at) from markets k join priced_events e on e.event = k.event
          left join matches m on m.id = e.match_id left join outrights o on o.id = e.outright_id
          where k.id = q.market) then null else q.closing end
      from ${records(updated)}
      where q.market = r.market and q.bookmaker = r.bookmaker and q.side = r.side`.execute(trx)
  }
  if (history.length > 0) {
    const oldest = new Date(now.getTime() - OLDEST_CHANGE_MS)
    const dated = history.map((row) => (row.changed_at < oldest ? { ...row, changed_at: oldest } : row))
    await ensureWeeks(
      trx,
      dated.map(({ changed_at }) => changed_at),
    )
    await sql`
      insert into quote_changes (market, bookmaker, side, source, at, prices, status, replaced, format, notation)
      select market, bookmaker, side, source, changed_at, prices, status, replaced, format, notation from ${records(dated)}`.execute(
      trx,
    )
  }
  return [...new Set([...inserted, ...updated].map(({ market }) => market))]
}
