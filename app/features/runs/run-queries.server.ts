import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { isId } from '#app/platform/ids.ts'
import { type Counts, readCounts, readWaiting, type Waiting } from './runs.server.ts'
import type { RunStatus } from './schema.ts'

/** A run as a screen shows it. */
export interface ShownRun {
  id: string
  /** The source or tool that runs. */
  kind: string
  /** The file or address that it reads, without credentials. */
  subject: string
  status: RunStatus
  /** 0 to 100. */
  percent: number
  params: Record<string, unknown>
  counts: Counts
  /** How often each reason occurred; complete, while the log holds the first 10,000 items. */
  reasons: Counts
  /** How long it has waited for its feed; null while it does not wait. */
  waiting: Waiting | null
  /** Code and English message of the error that ended it; the code's text is that of `runErrorKey`. */
  error: { code: string; message: string } | null
  requestedBy: string | null
  /**
   * The e-mail address of the administrator who requested it; null for a schedule, the command line and deleted
   * accounts.
   */
  requester: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** The number of runs of each kind and status; runs are kept for some time after their end. */
export async function countRuns(db: Kysely<DB>): Promise<{ kind: string; status: string; count: number }[]> {
  return db
    .selectFrom('runs')
    .select(['kind', 'status', sql<number>`count(*)::int`.as('count')])
    .groupBy(['kind', 'status'])
    .execute()
}

/** Not every requester is an id; the comparison as an id uses the profiles' primary key. */
const requesterId = sql<string>`case when requested_by ~ '^[0-9a-f-]{36}$' then requested_by::uuid end`

function selectRuns(db: Kysely<DB>) {
  return db
    .selectFrom('runs')
    .leftJoin('profiles', (join) => join.on('profiles.id', '=', requesterId))
    .select([
      'runs.id',
      'kind',
      'subject',
      'status',
      'percent',
      'params',
      'counts',
      'reasons',
      'waiting',
      'error',
      'requested_by',
      'profiles.email as requester',
      'runs.created_at',
      'started_at',
      'finished_at',
    ])
}

const errorSchema = z.object({ code: z.string(), message: z.string() }).nullable()

/** The stored code and English message of the error that ended a run. */
export const readRunError = (stored: unknown): ShownRun['error'] => errorSchema.catch(null).parse(stored)

function toRun(row: Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>): ShownRun {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    status: row.status as RunStatus,
    percent: row.percent,
    params: z.record(z.string(), z.unknown()).catch({}).parse(row.params),
    counts: readCounts(row.counts),
    reasons: readCounts(row.reasons),
    waiting: row.status === 'running' ? readWaiting(row.waiting) : null,
    error: readRunError(row.error),
    requestedBy: row.requested_by,
    requester: row.requester,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

/** Running runs, then queued ones, then ended ones, the latest of each first; of some kinds, or of all. */
export async function readRuns(
  db: Kysely<DB>,
  { kinds, limit = 20 }: { kinds?: readonly string[]; limit?: number } = {},
): Promise<ShownRun[]> {
  let query = selectRuns(db)
    .orderBy(
      sql`case when status in ('running', 'cancelling') then 0 when status = 'queued' then 1 else 2 end`,
    )
    .orderBy('runs.created_at', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(limit)
  if (kinds) query = query.where('kind', 'in', kinds)
  return (await query.execute()).map(toRun)
}

export async function readRun(db: Kysely<DB>, runId: string): Promise<ShownRun | undefined> {
  if (!isId(runId)) return undefined
  const row = await selectRuns(db).where('runs.id', '=', runId).executeTakeFirst()
  return row && toRun(row)
}

/** A line of a run's log. */
export interface RunLine {
  id: number
  level: 'rejected' | 'warning'
  reason: string
  detail: string
  externalId: string | null
}

/**
 * Lines of a run's log in their order, after the line with id `after`; the last id of one call is `after` of the next.
 */
export async function readRunLog(
  db: Kysely<DB>,
  runId: string,
  { after = 0, limit = 200 }: { after?: number; limit?: number } = {},
): Promise<RunLine[]> {
  const rows = await selectLines(db, runId).where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map(toLine)
}

/** The last lines of a run's log, in their order. */
export async function readRunLogEnd(db: Kysely<DB>, runId: string, limit: number): Promise<RunLine[]> {
  const rows = await selectLines(db, runId).orderBy('id', 'desc').limit(limit).execute()
  return rows.reverse().map(toLine)
}

function selectLines(db: Kysely<DB>, runId: string) {
  return db
    .selectFrom('run_items')
    .select(['id', 'level', 'reason', 'detail', 'external_id'])
    .where('run_id', '=', runId)
}

function toLine(
  row: Awaited<ReturnType<ReturnType<typeof selectLines>['executeTakeFirstOrThrow']>>,
): RunLine {
  return {
    id: Number(row.id),
    level: row.level as RunLine['level'],
    reason: row.reason,
    detail: row.detail ?? '',
    externalId: row.external_id,
  }
}

/** A line of the operator's log. */
export interface ImportLog {
  id: string
  type: string
  summary: Record<string, unknown>
  createdAt: Date
}

/** History of imports, tools and removals, the latest first. */
export async function readImportLogs(
  db: Kysely<DB>,
  { types, limit = 50 }: { types?: readonly string[]; limit?: number } = {},
): Promise<ImportLog[]> {
  let query = db
    .selectFrom('import_logs')
    .select(['id', 'type', 'summary', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
  if (types) query = query.where('type', 'in', types)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    summary: z.record(z.string(), z.unknown()).catch({}).parse(row.summary),
    createdAt: row.created_at,
  }))
}
