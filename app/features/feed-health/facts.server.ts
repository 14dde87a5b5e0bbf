import { type Kysely, sql } from 'kysely'
import { lastDue, nextDue } from '#app/features/imports/schedules/cron.ts'
import type { Source } from '#app/features/sources/contract.ts'
import { findOwner } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { findPlace } from '#app/features/sources/source-address.server.ts'
import { findUnsetAddress } from '#app/features/sources/stored-settings.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { CLOCK_SKEW_MS, DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import { type Health, type HealthFacts, judgeHealth, type TurnFacts, usualOf } from './state.ts'

/** The number of runs of a schedule that are evaluated. */
const TURNS = 31
/**
 * The usual counts are those before a trouble, as long as it is younger; after that, the current ones count as usual.
 */
const USUAL_KEPT_MS = 7 * DAY_MS
/** The default validity of prices in intervals; as in the database's `grows_old_at`. */
const COUNTED_INTERVALS = 3
const UNKNOWN_INTERVAL = 60
/** The process of a run that has been silent for so long has ended. */
const SILENT_MINUTES = 2

export interface ScheduleHealth extends Health {
  id: string
  /** The schedule's key, and the source or tool that it runs. */
  source: string
  feed: string
  name: string
  everyMinutes: number
  cron: string | null
  isActive: boolean
  lastTurnAt: Date | null
  /** The variable that the environment lacks for its key; null: it lacks none, or more. */
  variable: string | null
  /** When the next turn is due, or was; null while it is off, and before the first one of an interval. */
  nextTurnAt: Date | null
  turns: readonly TurnFacts[]
}

/** The state of every schedule at an instant. */
export async function readScheduleHealth(
  db: Kysely<DB>,
  env: SourcesEnv,
  now: Date,
): Promise<ScheduleHealth[]> {
  const schedules = await db
    .selectFrom('import_schedules as s')
    .leftJoin('import_schedules as f', 'f.source', 's.feed')
    .select([
      's.id',
      's.source',
      's.feed',
      's.name',
      's.every_minutes',
      's.cron',
      's.cron_minutes',
      's.time_zone',
    ])
    .select(['s.is_active', 's.last_run_at', 's.active_since'])
    .select(['f.counted_minutes', 'f.every_minutes as feed_minutes', 'f.cron_minutes as feed_cron_minutes'])
    .orderBy('s.source')
    .execute()
  const turns = await readTurns(db, now)
  const setUp = await findSetUp(db, env, schedules)
  return schedules.map((row) => {
    const feed = row.feed ?? row.source
    const source = findOwner(feed)
    const everyMinutes = row.every_minutes ?? row.cron_minutes ?? UNKNOWN_INTERVAL
    const counted =
      row.counted_minutes ??
      COUNTED_INTERVALS * (row.feed_minutes ?? row.feed_cron_minutes ?? UNKNOWN_INTERVAL)
    const own = turns.get(row.id) ?? { turns: [], before: [] }
    const cron = row.every_minutes === null ? row.cron : null
    const facts: HealthFacts = {
      now,
      isActive: row.is_active,
      isSetUp: source !== undefined && setUp.found.has(source.key),
      everyMinutes,
      cronDueAt: cron ? lastDue(cron, now, row.time_zone) : null,
      lastTurnAt: row.last_run_at,
      activeSince: row.active_since,
      countedMinutes: source?.key === feed && source.carries.includes('prices') ? counted : null,
      turns: own.turns,
      usual: usualOf(own.before),
    }
    return {
      id: row.id,
      source: row.source,
      feed,
      name: row.name,
      everyMinutes,
      cron,
      isActive: row.is_active,
      lastTurnAt: row.last_run_at,
      variable: (source && setUp.variables.get(source.key)) ?? null,
      nextTurnAt: row.is_active ? findNext(row, { cron, everyMinutes, now }) : null,
      turns: own.turns,
      ...judgeHealth(facts),
    }
  })
}

function findNext(
  { last_run_at, time_zone }: { last_run_at: Date | null; time_zone: string },
  { cron, everyMinutes, now }: { cron: string | null; everyMinutes: number; now: Date },
): Date | null {
  if (cron) return nextDue(cron, now, time_zone)
  return last_run_at && new Date(last_run_at.getTime() + everyMinutes * MINUTE_MS)
}

async function findSetUp(
  db: Kysely<DB>,
  env: SourcesEnv,
  schedules: readonly { source: string; feed: string | null; is_active: boolean }[],
): Promise<{ found: Set<string>; variables: Map<string, string> }> {
  const sources = new Map<string, Source>()
  for (const { source, feed, is_active } of schedules) {
    const owner = is_active ? findOwner(feed ?? source) : undefined
    if (owner) sources.set(owner.key, owner)
  }
  const found = new Set<string>()
  const variables = new Map<string, string>()
  for (const source of sources.values()) {
    if (await findPlace(db, env, source)) {
      found.add(source.key)
      continue
    }
    const variable = await findUnsetAddress(db, env, source)
    if (variable) variables.set(source.key, variable)
  }
  return { found, variables }
}

/** Turns after it are of a time when the clock was ahead: they are not the latest. */
export const latestTurnTime = (now: Date) => new Date(now.getTime() + CLOCK_SKEW_MS)

interface TurnRow {
  schedule_id: string
  at: Date
  ended_at: Date | null
  error: string | null
  was_interrupted: boolean
  lacks_items: boolean
  items: number | null
  odds: number | null
  newest_price_at: Date | null
  is_before: boolean
}

/**
 * The latest runs of each schedule, the latest first, and those that define the usual counts: before the evaluated run
 * and, while a trouble of a smaller feed is open, before that trouble.
 */
async function readTurns(
  db: Kysely<DB>,
  now: Date,
): Promise<Map<string, { turns: TurnFacts[]; before: TurnFacts[] }>> {
  const latest = latestTurnTime(now)
  const { rows } = await sql<TurnRow>`
    with known as (
      select s.id, t.opened_at from import_schedules s
      left join troubles t on t.subject = s.id::text and t.kind = 'shrunken' and t.closed_at is null
        and t.opened_at > ${new Date(now.getTime() - USUAL_KEPT_MS)}
    ), latest as (
      select k.id, a.turn_at, false as is_before from known k cross join lateral (
        select distinct r.turn_at from runs r where r.schedule_id = k.id and r.turn_at <= ${latest}
        order by r.turn_at desc limit ${TURNS}) a
      union all
      select k.id, a.turn_at, true from known k cross join lateral (
        select distinct r.turn_at from runs r where r.schedule_id = k.id and r.turn_at < k.opened_at
        order by r.turn_at desc limit ${TURNS}) a
      where k.opened_at is not null
    )
    select l.id as schedule_id, l.turn_at as at, l.is_before, t.ended_at, t.error, t.was_interrupted, t.lacks_items, t.items, t.odds,
      t.newest_price_at
    from latest l cross join lateral (
      select
        case when count(r.finished_at) = count(*) then max(r.finished_at) end as ended_at,
        min(r.error ->> 'code') filter (where r.status = 'failed' and not r.nothing) as error,
        bool_or(r.attempt > 1 or r.status in ('running', 'cancelling')
          and r.heartbeat_at < now() - make_interval(mins => ${SILENT_MINUTES})) as was_interrupted,
        coalesce(bool_or(r.nothing), false) as lacks_items,
        sum(coalesce((r.counts ->> 'items')::int, 0)) filter (where r.lists_all)::int as items,
        sum(coalesce((r.counts ->> 'odds')::int, 0)) filter (where r.lists_all)::int as odds,
        max(r.newest_price_at) as newest_price_at,
        bool_or(r.status = 'cancelled') as is_cancelled
      from (
        select *, coalesce(status = 'failed' and error ->> 'code' in ('no_items', 'no_matches', 'empty_body'), false) as nothing,
          counts ? 'items' and not params ?| array['live', 'results', 'day', 'prices'] as lists_all
        from runs where schedule_id = l.id and turn_at = l.turn_at) r
    ) t
    where not t.is_cancelled
    order by l.turn_at desc`.execute(db)
  const found = new Map<string, { turns: TurnFacts[]; before: TurnFacts[] }>()
  for (const { schedule_id, is_before, ...row } of rows) {
    const own = found.get(schedule_id) ?? { turns: [], before: [] }
    found.set(schedule_id, own)
    const turn = {
      at: row.at,
      endedAt: row.ended_at,
      error: row.error,
      wasInterrupted: row.was_interrupted,
      lacksItems: row.lacks_items,
      items: row.items,
      odds: row.odds,
      newestPriceAt: row.newest_price_at,
    }
    if (is_before) own.before.push(turn)
    else own.turns.push(turn)
  }
  for (const own of found.values()) {
    if (own.before.length > 0) continue
    const judged = own.turns.findIndex(({ endedAt, items }) => endedAt !== null && items !== null)
    own.before = judged === -1 ? [] : own.turns.slice(judged + 1)
  }
  return found
}
