/** The times in which prices did not count because their source had not confirmed them. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import type { Lapse } from './lapses.ts'

/** A part of a bookmaker's prices, with its confirmations before and now. */
export interface Confirmation {
  event: string
  bookmaker: number
  source: number
  part: number
  before: Date
  now: Date
  /** One market that another response takes over; all of the part without it. */
  market?: number
}

/**
 * Stores that prices did not count from the age limit of their source until now. Must run before the quotes are written:
 * it reads which of them are of the part.
 */
export async function storeLapses(
  trx: Transaction<DB>,
  confirmations: readonly Confirmation[],
  limits: ReadonlyMap<number, number>,
): Promise<void> {
  const lapsed = confirmations.flatMap(({ before, now, market, ...of }) => {
    const since = before.getTime() + (limits.get(of.source) ?? Number.POSITIVE_INFINITY)
    return since < now.getTime()
      ? [{ ...of, since: new Date(since), until: now, market: market ?? null }]
      : []
  })
  if (lapsed.length === 0) return
  await sql`
    insert into price_lapses (event, bookmaker, since, until, markets)
    select r.event, r.bookmaker, r.since, r.until,
      case when not bool_and(it.is_meant) then array_agg(q.market order by q.market) filter (where it.is_meant) end
    from json_to_recordset(${JSON.stringify(lapsed)}::json) as r (event uuid, bookmaker smallint, source smallint,
      part smallint, since timestamptz, until timestamptz, market int)
    join priced_events e on e.event = r.event
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    join markets k on k.event = r.event
    join quotes q on q.market = k.id and q.bookmaker = r.bookmaker and q.side = 0
    cross join lateral (select q.source = r.source and q.part = r.part and q.market = coalesce(r.market, q.market) as is_meant) it
    -- No price counts from the start on.
    where r.since < coalesce(m.start_time, o.start_time, 'infinity')
    group by r.event, r.bookmaker, r.source, r.part, r.since, r.until, r.market
    having bool_or(it.is_meant)`.execute(trx)
}

/** For how many milliseconds a confirmation counts, by the number of the source. */
export async function readLimits(trx: Transaction<DB>): Promise<Map<number, number>> {
  const { rows } = await sql<{ no: number; minutes: number }>`
    select p.no, extract(epoch from grows_old_at('epoch', case when p.key = 'typed' then typed_price_minutes()
      else s.counted_minutes end, s.every_minutes, s.cron_minutes))::float8 / 60 as minutes
    from price_sources p left join import_schedules s on s.source = split_part(p.key, ':', 1)`.execute(trx)
  return new Map(rows.map(({ no, minutes }) => [no, minutes * MINUTE_MS]))
}

/** The lapses of a market's prices to back, oldest first. */
export async function readLapses(db: Kysely<DB>, market: number): Promise<Lapse[]> {
  const { rows } = await sql<Lapse>`
    select l.bookmaker, l.since, l.until from markets k join price_lapses l on l.event = k.event
    where k.id = ${market} and (l.markets is null or k.id = any (l.markets)) order by l.since, l.until`.execute(
    db,
  )
  return rows
}
