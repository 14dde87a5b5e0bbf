import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import { forgetOldCredits } from './credits/credits.server.ts'

/** How long after its end the rejected items and warnings of a run are kept. */
const ITEMS_KEPT_DAYS = 14
/** How long runs and lines of the operator's log are kept. */
const RUNS_KEPT_DAYS = 90
/** The size of a batch: transactions are short, so that imports do not wait. A run has 10,000 items at most. */
const RUNS_WITH_ITEMS = 20
const ROWS = 1_000

const payload = z.object({})

interface Forgotten {
  items: number
  runs: number
  logs: number
}

/** Every night: deletes old items, runs and logs of imports. */
export function importRetention(database: Database): JobKind<z.infer<typeof payload>> {
  return {
    name: 'import-retention',
    payload,
    exclusive: true,
    cron: '37 3 * * *',
    expireInSeconds: 3_600,
    handle: async (_, signal) => {
      await forgetOldRuns(database, new Date(), signal)
      await forgetOldCredits(database.kysely, new Date())
    },
  }
}

/**
 * Deletes old items, runs and logs. Running imports stay, and so do the last run of each kind and subject, since the
 * next run resumes from it, and the log that records the loading of the demonstration.
 * @returns how many rows of each were deleted
 */
export async function forgetOldRuns(database: Database, now: Date, signal?: AbortSignal): Promise<Forgotten> {
  const items = await forgetItems(database, now, signal)
  const runs = await deleteInBatches(
    database,
    sql`delete from runs where id in (
      select r.id from runs r where ${isOver(now, RUNS_KEPT_DAYS)} and exists (
        select 1 from runs later where later.kind = r.kind and later.subject = r.subject
          and (later.created_at, later.id) > (r.created_at, r.id))
      order by r.created_at limit ${ROWS})`,
    signal,
  )
  const logs = await deleteInBatches(
    database,
    sql`delete from import_logs where id in (
      select id from import_logs
      where created_at < ${now}::timestamptz - make_interval(days => ${RUNS_KEPT_DAYS}) and type <> 'demo'
      order by created_at limit ${ROWS})`,
    signal,
  )
  return { items, runs, logs }
}

/** Processes each run once, from the oldest, so that runs without items are not read again for each batch. */
async function forgetItems(database: Database, now: Date, signal: AbortSignal | undefined): Promise<number> {
  let deleted = 0
  let after = '-infinity'
  while (!signal?.aborted) {
    const { rows } = await sql<{ id: string; created_at: string }>`
      select r.id, r.created_at::text from runs r
      where ${isOver(now, ITEMS_KEPT_DAYS)} and r.created_at >= ${after}::timestamptz
        and exists (select 1 from run_items i where i.run_id = r.id)
      order by r.created_at limit ${RUNS_WITH_ITEMS}`.execute(database.kysely)
    if (rows.length === 0) break
    const { numAffectedRows } = await sql`
      delete from run_items where run_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(database.kysely)
    deleted += Number(numAffectedRows ?? 0)
    after = rows.at(-1)?.created_at ?? after
  }
  return deleted
}

/** Whether the run `r` ended so many days ago. For a resumed run, its last end counts. */
function isOver(now: Date, days: number) {
  return sql<boolean>`r.status in ('done', 'failed', 'cancelled')
    and r.created_at < ${now}::timestamptz - make_interval(days => ${days})
    and coalesce(r.finished_at, r.created_at) < ${now}::timestamptz - make_interval(days => ${days})`
}

async function deleteInBatches(
  database: Database,
  statement: ReturnType<typeof sql>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let deleted = 0
  while (!signal?.aborted) {
    const { numAffectedRows } = await statement.execute(database.kysely)
    if (!numAffectedRows) break
    deleted += Number(numAffectedRows)
  }
  return deleted
}
