import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { isId } from '#app/platform/ids.ts'
import { type Counts, readCounts, readCursor, type Waiting } from './runs.server.ts'

export type RunStatus = 'queued' | 'running' | 'cancelling' | 'cancelled' | 'failed' | 'done'

/** A run as a screen shows it. */
export interface ShownRun {
  id: string
  source: string
  /** Without credentials. */
  origin: string
  status: RunStatus
  /** 0 to 100. */
  percent: number
  params: Record<string, unknown>
  counts: Counts
  /** How often each reason occurred; all of them, while the log holds the first 10,000. */
  reasons: Counts
  /** How long its feed has kept it waiting; null while it does not. */
  waiting: Waiting | null
  /** Code and English message of what ended it; the code's text is that of `runErrorKey`. */
  error: { code: string; message: string } | null
  requestedBy: string | null
  /** The e-mail address of the administrator who asked for it; null for a schedule, the command line and who is gone. */
  requester: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** How many runs there are of each source and status; runs are kept for some time after their end. */
export async function countRuns(
  db: Kysely<DB>,
): Promise<{ source: string; status: string; count: number }[]> {
  return db
    .selectFrom('import_runs')
    .select(['source', 'status', sql<number>`count(*)::int`.as('count')])
    .groupBy(['source', 'status'])
    .execute()
}

/** Not every name of a requester is an id; compared as one, the profile is found by its key. */
const requesterId = sql<string>`case when requested_by ~ '^[0-9a-f-]{36}$' then requested_by::uuid end`

function selectRuns(db: Kysely<DB>) {
  return db
    .selectFrom('import_runs')
    .leftJoin('profiles', (join) => join.on('profiles.id', '=', requesterId))
    .select([
      'import_runs.id',
      'source',
      'origin',
      'status',
      'stage',
      'params',
      'counts',
      'cursor',
      'error',
      'requested_by',
      'profiles.email as requester',
      'import_runs.created_at',
      'started_at',
      'finished_at',
    ])
}

/** The code and the English message of what ended a run, as they are stored. */
export function readRunError(stored: string | null): ShownRun['error'] {
  if (stored === null) return null
  const [, code = 'unexpected', message = stored] = /^(\w+): ([\s\S]*)$/.exec(stored) ?? []
  return { code, message }
}

function toRun(row: Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>): ShownRun {
  return {
    id: row.id,
    source: row.source,
    origin: row.origin,
    status: row.status as RunStatus,
    percent: row.stage,
    params: z.record(z.string(), z.unknown()).catch({}).parse(row.params),
    ...readCounts(row.counts),
    waiting: row.status === 'running' ? readCursor(row.cursor).waiting : null,
    error: readRunError(row.error),
    requestedBy: row.requested_by,
    requester: row.requester,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

/** What is under way, then what waits, then what has ended, the latest of each first; of some sources, or of all. */
export async function readRuns(
  db: Kysely<DB>,
  { sources, limit = 20 }: { sources?: readonly string[]; limit?: number } = {},
): Promise<ShownRun[]> {
  let query = selectRuns(db)
    .orderBy(
      sql`case when status in ('running', 'cancelling') then 0 when status = 'queued' then 1 else 2 end`,
    )
    .orderBy('import_runs.created_at', 'desc')
    .orderBy('import_runs.id', 'desc')
    .limit(limit)
  if (sources) query = query.where('source', 'in', sources)
  return (await query.execute()).map(toRun)
}

export async function readRun(db: Kysely<DB>, runId: string): Promise<ShownRun | undefined> {
  if (!isId(runId)) return undefined
  const row = await selectRuns(db).where('import_runs.id', '=', runId).executeTakeFirst()
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

/** Lines of a run's log in their order, after the one with id `after`: ask again with the last id for what is new. */
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
    .selectFrom('import_run_items')
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
