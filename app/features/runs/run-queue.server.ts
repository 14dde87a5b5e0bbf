import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import type { JobSender, Queue } from '#app/platform/jobs.server.ts'
import {
  createRun,
  findUnderWay,
  type RunIdentity,
  type RunRequest,
  type RunRequested,
  reopenRun,
} from './runs.server.ts'
import { RunError, UNDER_WAY } from './schema.ts'

/** The error of a run whose process was lost. */
const PROCESS_ENDED = 'The process that ran it ended.'

/** The queue of the site's worker. A run that has lost four processes may be the cause. */
export const RUNS_QUEUE: Queue = {
  name: 'runs',
  expireInSeconds: 24 * 3_600,
  heartbeatSeconds: 30,
  retries: 3,
}

/** The payload of a job. */
export const runJob = z.object({ runId: z.uuid(), group: z.string().optional() })
export type RunJob = z.infer<typeof runJob>

/** The database, or a transaction of it, and the queue for new runs. */
export interface RunDesk {
  db: Kysely<DB>
  jobs: JobSender
}

/** A run whose job has started. */
export interface QueuedRun extends RunIdentity {
  id: string
  params: Record<string, unknown>
}

export interface RequestOptions {
  /** Of a group, one run is executed at a time. */
  group?: string
  queue?: Queue
  /** Resumes this run, which failed or was cancelled. */
  resume?: string
}

/**
 * Queues a run; the site's worker executes it, in any process. One run of a kind and subject is queued or running at a
 * time. The run and its job are written in one transaction: that of the caller, if there is one. In that case `jobs`
 * must have prepared the queue before.
 * @throws RunError unknown_run when the run to resume does not exist or has not ended
 */
export async function requestRun(
  { db, jobs }: RunDesk,
  request: RunRequest,
  options: RequestOptions = {},
): Promise<RunRequested> {
  const { queue = RUNS_QUEUE, group, resume } = options
  if (!db.isTransaction) {
    await jobs.prepare(queue)
    return db.transaction().execute((tx) => requestRun({ db: tx, jobs }, request, options))
  }
  const jobId = randomUUID()
  const asked = await (resume === undefined
    ? createOrReplaceLost(db, request, jobId)
    : reopen(db, resume, request, jobId))
  if (asked.kind === 'queued') {
    const job: RunJob = { runId: asked.runId, ...(group === undefined ? {} : { group }) }
    await jobs.send(queue, job, { id: jobId, within: db, ...(group === undefined ? {} : { group }) })
  }
  return asked
}

async function createOrReplaceLost(
  db: Kysely<DB>,
  request: RunRequest,
  jobId: string,
): Promise<RunRequested> {
  const asked = await createRun(db, request, jobId)
  if (asked.kind === 'queued' || (await endLostRuns(db, asked.runId)) === 0) return asked
  return createRun(db, request, jobId)
}

async function reopen(
  db: Kysely<DB>,
  runId: string,
  identity: RunIdentity,
  jobId: string,
): Promise<RunRequested> {
  await endLostRuns(db, runId)
  const underWay = await findUnderWay(db, identity)
  if (underWay) return { kind: 'already_running', runId: underWay.id }
  if (await reopenRun(db, runId, identity, jobId)) return { kind: 'queued', runId }
  throw new RunError('unknown_run', `There is no unfinished run ${runId} of this source and origin.`)
}

/**
 * Ends runs whose job is lost: it has had all its attempts, or its process ended and no other process resumes it.
 * The database must have a queue.
 * @param runId checks only this run
 * @returns how many were ended
 */
export async function endLostRuns(db: Kysely<DB>, runId?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update runs r set
      status = case r.status when 'cancelling' then 'cancelled' else 'failed' end,
      error = case when r.status <> 'cancelling' then jsonb_build_object('code', 'unexpected', 'message', ${PROCESS_ENDED}::text) end,
      waiting = null, finished_at = now()
    where r.status in ('queued', 'running', 'cancelling') and r.job_id is not null
      and (${runId ?? null}::uuid is null or r.id = ${runId ?? null}::uuid)
      and not exists (
        select 1 from pgboss.job j where j.id = r.job_id and (
          j.state in ('created', 'retry')
          or j.state = 'active' and (
            j.retry_count < j.retry_limit or j.heartbeat_on + j.heartbeat_seconds * interval '1 second' > now())))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Assigns a run to its job. A run of a lost process is queued again; a run that this process was told to stop has
 * ended. Undefined when there is nothing to do: it has ended, or another job has it.
 */
export async function takeRun(db: Kysely<DB>, runId: string, jobId: string): Promise<QueuedRun | undefined> {
  const row = await db
    .updateTable('runs')
    .set({
      status: sql`case status when 'cancelling' then 'cancelled' else 'queued' end`,
      finished_at: sql`case status when 'cancelling' then now() end`,
    })
    .where('id', '=', runId)
    .where('job_id', '=', jobId)
    .where('status', 'in', UNDER_WAY)
    .returning(['id', 'kind', 'subject', 'requested_by', 'params', 'status'])
    .executeTakeFirst()
  if (row?.status !== 'queued') return undefined
  const params = z.record(z.string(), z.unknown()).catch({}).parse(row.params)
  return { id: row.id, kind: row.kind, subject: row.subject, requestedBy: row.requested_by, params }
}

/** Queues a run again that was stopped with its server. No effect if it has ended otherwise. */
export async function sendAgain({ db, jobs }: RunDesk, job: RunJob, jobId: string): Promise<void> {
  const { runId, group } = job
  await jobs.prepare(RUNS_QUEUE)
  await db.transaction().execute(async (tx) => {
    const id = randomUUID()
    const { numUpdatedRows } = await tx
      .updateTable('runs')
      .set({ status: 'queued', job_id: id })
      .where('id', '=', runId)
      .where('job_id', '=', jobId)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await jobs.send(RUNS_QUEUE, job, { id, within: tx, ...(group === undefined ? {} : { group }) })
  })
}

/** Ends a run that could not begin, or that was interrupted without recording its end. */
export async function failRun(db: Kysely<DB>, runId: string, jobId: string, error: unknown): Promise<void> {
  const code = error instanceof RunError ? error.code : 'unexpected'
  const message = error instanceof Error ? error.message : String(error)
  await db
    .updateTable('runs')
    .set({
      status: 'failed',
      error: JSON.stringify({ code, message }),
      waiting: null,
      finished_at: sql`now()`,
    })
    .where('id', '=', runId)
    .where('job_id', '=', jobId)
    .where('status', 'in', UNDER_WAY)
    .execute()
}

/** A run that its own process stopped with the server is queued again. */
export async function requeueRun(db: Kysely<DB>, runId: string): Promise<void> {
  await db
    .updateTable('runs')
    .set({ status: 'queued', finished_at: null })
    .where('id', '=', runId)
    .where('status', '=', 'cancelled')
    .execute()
}
