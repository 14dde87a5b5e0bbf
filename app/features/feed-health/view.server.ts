import { type Kysely, sql } from 'kysely'
import { readSpent } from '#app/features/imports/credits/credits.server.ts'
import { BY_DEMO, readDemoPercent } from '#app/features/imports/demo-loading.server.ts'
import { findImported, findOwner } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import type { DB } from '#app/platform/db/types.ts'
import { latestTurnTime, readScheduleHealth, type ScheduleHealth } from './facts.server.ts'

export type HealthView = Awaited<ReturnType<typeof listHealth>>[number]

/**
 * The state of every schedule, with the stored and rejected items of its last turn and its source's remaining quota;
 * instants as text.
 */
export async function listHealth(db: Kysely<DB>, env: SourcesEnv, now: Date) {
  const health = await readScheduleHealth(db, env, now)
  const { rows } = await sql<{ id: string; stored: number | null; rejected: number }>`
    select s.id, sum(${STORED})::int as stored, coalesce(sum((r.counts ->> 'rejected')::int), 0)::int as rejected
    from import_schedules s
    cross join lateral (select max(turn_at) as at from runs
      where schedule_id = s.id and finished_at is not null and turn_at <= ${latestTurnTime(now)}) t
    join runs r on r.schedule_id = s.id and r.turn_at = t.at
    group by s.id`.execute(db)
  const counts = new Map(rows.map((row) => [row.id, row]))
  const quotas = await db
    .selectFrom('import_schedules')
    .select(['id', 'source', 'quota_remaining', 'quota_limit', 'credits_a_day'])
    .execute()
  const quotaOf = new Map(quotas.map((row) => [row.source, row]))
  const limits = new Map(quotas.map((row) => [row.id, row.credits_a_day]))
  const spent = await readSpent(db, now)
  const outside = await readOutside(db)
  const awaited = await readAwaited(db)
  return health.map((one) => {
    const quota = quotaOf.get(one.feed)
    // What is imported without a schedule belongs to the source, which its first schedule stands for.
    const isOff = one.state === 'paused' && one.lastSuccessAt === null && one.source === one.feed
    const other = isOff ? outside.get(one.feed) : undefined
    const owner = findOwner(one.feed)
    return {
      ...withTexts(one),
      stored: (other ?? counts.get(one.id))?.stored ?? null,
      rejected: (other ?? counts.get(one.id))?.rejected ?? 0,
      ...(other && {
        ...{ lastRunAt: other.at.toISOString(), lastSuccessAt: other.at.toISOString() },
        ...{ items: other.items, odds: other.odds },
        newestPriceAt: other.newest_price_at?.toISOString() ?? null,
      }),
      /** What its source brings, or the source that it is a tool of. */
      carries: owner?.key === one.feed ? owner.carries : [],
      owner: owner?.key ?? one.feed,
      /**
       * Who imports it while its schedule is off, and has never succeeded: the demonstration, again and again, once or soon,
       * or a person; null: nobody.
       */
      outside: other?.by ?? (isOff && awaited.has(one.feed) ? ('demo-soon' as const) : null),
      /** Credits of today; null where its source is free. */
      credits: findImported(one.feed)?.cost
        ? { spent: spent.get(one.id) ?? 0, limit: limits.get(one.id) ?? null }
        : null,
      quota:
        quota?.quota_remaining == null
          ? null
          : { remaining: quota.quota_remaining, limit: quota.quota_limit },
    }
  })
}

/** The items of the run `r` that are stored as it read them; null for a tool. */
const STORED = sql`(r.counts ->> 'inserted')::int + (r.counts ->> 'updated')::int + (r.counts ->> 'unchanged')::int`

interface Outside {
  kind: string
  at: Date
  items: number
  odds: number
  stored: number | null
  rejected: number
  newest_price_at: Date | null
  by: 'demo-repeated' | 'demo-once' | 'hand'
}

/** The last successful imports of each source that no schedule has started: of each address the last one, if it is not much older. */
async function readOutside(db: Kysely<DB>): Promise<ReadonlyMap<string, Outside>> {
  const { rows } = await sql<Outside>`
    with last as (
      select distinct on (kind, subject) kind, requested_by, finished_at, newest_price_at, counts,
        count(*) over (partition by kind, subject) as times
      from runs where schedule_id is null and status = 'done' and requested_by is distinct from 'schedule'
      order by kind, subject, finished_at desc
    ), newest as (select kind, max(finished_at) as at from last group by kind)
    select r.kind, n.at, max(r.newest_price_at) as newest_price_at,
      sum(coalesce((r.counts ->> 'items')::int, 0))::int as items, sum(coalesce((r.counts ->> 'odds')::int, 0))::int as odds,
      sum(${STORED})::int as stored, sum(coalesce((r.counts ->> 'rejected')::int, 0))::int as rejected,
      case when not bool_or(r.requested_by = ${BY_DEMO}) then 'hand'
        when max(r.times) > 1 then 'demo-repeated' else 'demo-once' end as by
    from newest n join last r on r.kind = n.kind and r.finished_at > n.at - interval '10 minutes'
    group by r.kind, n.at`.execute(db)
  return new Map(rows.map((row) => [row.kind, row]))
}

/** The sources that the demonstration imports while it is loading. */
async function readAwaited(db: Kysely<DB>): Promise<ReadonlySet<string>> {
  if ((await readDemoPercent(db)) === null) return new Set()
  const rows = await db.selectFrom('demo_feeds').select('source').execute()
  return new Set(rows.map(({ source }) => source))
}

/** The last turn that failed, and the code of its error. */
function findLastError(turns: ScheduleHealth['turns']): { at: string; code: string } | null {
  const failed = turns.find(({ error }) => error !== null)
  return failed?.error ? { at: (failed.endedAt ?? failed.at).toISOString(), code: failed.error } : null
}

function withTexts({
  turns,
  lastTurnAt,
  nextTurnAt,
  lastSuccessAt,
  newestPriceAt,
  ...health
}: ScheduleHealth) {
  const { failingSince } = health
  return {
    ...health,
    lastRunAt: (turns[0]?.at ?? lastTurnAt)?.toISOString() ?? null,
    nextTurnAt: nextTurnAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    newestPriceAt: newestPriceAt?.toISOString() ?? null,
    lastError: findLastError(turns),
    /** Whether each of the last turns succeeded, the latest first. */
    turns: turns
      .filter(({ endedAt }) => endedAt !== null)
      .map(({ error, lacksItems, items }) => error === null && !(lacksItems && items === 0)),
  }
}
