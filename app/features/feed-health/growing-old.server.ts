import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { ScheduleHealth } from './facts.server.ts'
import { HAS_STALLED } from './state.ts'

/** The prices that count yet, but which their source no longer confirms, and when they stop counting. */
export interface GrowingOld {
  prices: number
  first: Date
  last: Date
}

interface Judged extends Pick<ScheduleHealth, 'id' | 'feed' | 'state'> {
  lastSuccessAt: Date | string | null
}

/**
 * The prices of the source of each schedule that brings none, by the schedule's id: those confirmed up to its last
 * success that grow old before their match begins. The database's rule of a price that counts decides.
 */
export async function readGrowingOld(
  db: Kysely<DB>,
  health: readonly Judged[],
  now: Date,
): Promise<Map<string, GrowingOld & { feed: string }>> {
  const stalled = health
    .filter(({ state }) => HAS_STALLED.has(state))
    .map(({ id, feed, lastSuccessAt }) => ({ id, feed, until: lastSuccessAt ?? now }))
  if (stalled.length === 0) return new Map()
  const { rows } = await sql<GrowingOld & { id: string; feed: string }>`
    select i.id, i.feed, sum(cardinality(array_remove(q.prices, null)))::int as prices, min(a.old_at) as first, max(a.old_at) as last
    from json_to_recordset(${JSON.stringify(stalled)}::json) as i (id uuid, feed text, until timestamptz)
    join import_schedules s on s.source = i.feed
    join price_sources p on split_part(p.key, ':', 1) = i.feed
    join quotes_seen n on n.source = p.no and n.seen_at <= i.until
    join bookmaker_owners() b on b.member_no = n.bookmaker
    join priced_events e on e.event = n.event
    left join matches m on m.id = e.match_id
    left join outrights o on o.id = e.outright_id
    cross join lateral (select coalesce(m.status, o.status) as status, coalesce(m.start_time, o.start_time) as start_time,
      grows_old_at(n.seen_at, s.counted_minutes, s.every_minutes, s.cron_minutes) as old_at) a
    join markets k on k.event = n.event
    join quotes q on q.market = k.id and q.bookmaker = n.bookmaker and q.source = n.source and q.part = n.part and q.side = 0
    where why_left_out(b.is_active, a.status, a.start_time, s.in_play, n.seen_at, a.old_at, null, ${now}) is null
      and counts_until(a.status, a.start_time, a.old_at, ${now}) = a.old_at
    group by i.id, i.feed
    having sum(cardinality(array_remove(q.prices, null))) > 0`.execute(db)
  return new Map(rows.map(({ id, ...prices }) => [id, prices]))
}

/** The prices of several schedules: those of a source are once in them, with the schedule that has brought the latest. */
export function joinGrowingOld(found: ReadonlyMap<string, GrowingOld & { feed: string }>): GrowingOld | null {
  const ofFeeds = [...Map.groupBy(found.values(), ({ feed }) => feed).values()].flatMap(
    (ones) => ones.toSorted((one, other) => other.prices - one.prices)[0] ?? [],
  )
  if (ofFeeds.length === 0) return null
  return {
    prices: ofFeeds.reduce((sum, { prices }) => sum + prices, 0),
    first: new Date(Math.min(...ofFeeds.map(({ first }) => first.getTime()))),
    last: new Date(Math.max(...ofFeeds.map(({ last }) => last.getTime()))),
  }
}
