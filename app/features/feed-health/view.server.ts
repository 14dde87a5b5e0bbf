import { type Kysely, sql } from 'kysely'
import { readSpent } from '#app/features/imports/credits.server.ts'
import { findImported } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import type { DB } from '#app/platform/db/types.ts'
import { readScheduleHealth, type ScheduleHealth } from './facts.server.ts'

export type HealthView = Awaited<ReturnType<typeof listHealth>>[number]

/**
 * The state of every schedule, with the rejected items of its last turn and its source's remaining quota; instants as
 * text.
 */
export async function listHealth(db: Kysely<DB>, env: SourcesEnv, now: Date) {
  const health = await readScheduleHealth(db, env, now)
  const { rows } = await sql<{ id: string; rejected: number }>`
    select s.id, coalesce(sum((r.counts ->> 'rejected')::int), 0)::int as rejected
    from import_schedules s
    cross join lateral (select max(turn_at) as at from runs where schedule_id = s.id and finished_at is not null) t
    join runs r on r.schedule_id = s.id and r.turn_at = t.at
    group by s.id`.execute(db)
  const rejected = new Map(rows.map((row) => [row.id, row.rejected]))
  const quotas = await db
    .selectFrom('import_schedules')
    .select(['id', 'source', 'quota_remaining', 'quota_limit', 'credits_a_day'])
    .execute()
  const quotaOf = new Map(quotas.map((row) => [row.source, row]))
  const limits = new Map(quotas.map((row) => [row.id, row.credits_a_day]))
  const spent = await readSpent(db, now)
  return health.map((one) => {
    const quota = quotaOf.get(one.feed)
    return {
      ...withTexts(one),
      rejected: rejected.get(one.id) ?? 0,
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

/** The last turn that failed, and the code of its error. */
function findLastError(turns: ScheduleHealth['turns']): { at: string; code: string } | null {
  const failed = turns.find(({ error }) => error !== null)
  return failed?.error ? { at: (failed.endedAt ?? failed.at).toISOString(), code: failed.error } : null
}

function withTexts({ turns, lastTurnAt, lastSuccessAt, newestPriceAt, ...health }: ScheduleHealth) {
  return {
    ...health,
    lastTurnAt: lastTurnAt?.toISOString() ?? null,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    newestPriceAt: newestPriceAt?.toISOString() ?? null,
    lastError: findLastError(turns),
    /** Whether each of the last turns succeeded, the latest first. */
    turns: turns
      .filter(({ endedAt }) => endedAt !== null)
      .map(({ error, lacksItems, items }) => error === null && !(lacksItems && items === 0)),
  }
}
