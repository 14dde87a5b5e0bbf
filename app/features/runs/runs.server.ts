import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { sqlState } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { isId } from '#app/platform/ids.ts'
import { type RunEnd, RunError, UNDER_WAY } from './schema.ts'

/** A run that is started again within this time after it failed or was cancelled resumes where it stopped. */
const GOES_ON_WITHIN_HOURS = 24

export interface RunIdentity {
  /** The source or tool that runs. */
  kind: string
  /** The file or address that it reads, without credentials; `SITE` where there is one run of the kind at a time. */
  subject: string
  requestedBy: string | null
}

/** Replaces the id of an administrator as the requester of a run. */
export const BY_SCHEDULE = 'schedule'

/** Subject of the runs that process the whole site. */
export const SITE = 'site'

/** A turn of a schedule: the runs that it queues at one instant. */
export interface Turn {
  scheduleId: string
  at: Date
}

export interface RunRequest extends RunIdentity {
  params: Record<string, unknown>
  /** The turn that it is part of; undefined where a user requested it. */
  turn?: Turn | undefined
}

/** The result of a request for a run. */
export type RunRequested = { kind: 'queued'; runId: string } | { kind: 'already_running'; runId: string }

const numbersSchema = z.record(z.string(), z.number())

const cursorSchema = z.object({
  /** Position of the last item that is stored; -1 before the first. */
  position: z.number().int().default(-1),
  fingerprint: z.string().nullable().default(null),
  bytes: z.number().default(0),
  /** The bookmaker of the feed, as requested. */
  bookmaker: z.string().nullable().default(null),
  /** A tool's last step, in its own format; null before the first. */
  key: z.string().nullable().default(null),
  /** The counters of the run that this one resumes, until its body shows that it is the same one. */
  inherited: z.object({ counts: numbersSchema, reasons: numbersSchema }).nullable().default(null),
})
export type Cursor = z.infer<typeof cursorSchema>

const waitingSchema = z.object({ seconds: z.number(), attempt: z.number() }).nullable()
/** How long the run has waited for the feed, while it sends nothing to store. */
export type Waiting = NonNullable<z.infer<typeof waitingSchema>>

export const readWaiting = (value: unknown): Waiting | null => waitingSchema.catch(null).parse(value)

export type Counts = Record<string, number>

export const readCounts = (value: unknown): Counts => numbersSchema.catch({}).parse(value)

/** A run as it is stored: its progress and its counts. */
export interface RunRecord<C extends object = Counts> {
  id: string
  /** The number of the process that executes it; writes of another process are rejected. */
  attempt: number
  cursor: Cursor
  counts: C
  /** How often each reason occurred. */
  reasons: Counts
}

/**
 * Stores a request for a run, if none of its kind and subject is queued or running. It resumes where the last one
 * stopped, if that did not finish, had the same options and ended within a day.
 * @param jobId the job that will execute it
 */
export async function createRun(
  db: Kysely<DB>,
  request: RunRequest,
  jobId: string | null = null,
): Promise<RunRequested> {
  const { kind, subject, requestedBy, turn } = request
  const params = JSON.stringify(request.params)
  const { rows } = await sql<{ id: string }>`
    insert into runs (kind, subject, requested_by, params, job_id, schedule_id, turn_at, cursor, counts, reasons)
    select ${kind}, ${subject}, ${requestedBy}, ${params}::jsonb, ${jobId}::uuid,
      ${turn?.scheduleId ?? null}::uuid, ${turn?.at ?? null}::timestamptz,
      coalesce(last.cursor, '{}'), coalesce(last.counts, '{}'), coalesce(last.reasons, '{}')
    from (select 1) one left join lateral (
      select r.cursor, r.counts, r.reasons, r.status, r.params, r.finished_at from runs r
      where r.kind = ${kind} and r.subject = ${subject} order by r.created_at desc, r.id desc limit 1
    ) last on last.status in ('failed', 'cancelled') and last.params = ${params}::jsonb
      and last.finished_at > now() - make_interval(hours => ${GOES_ON_WITHIN_HOURS})
    on conflict (kind, subject) where status in ('queued', 'running', 'cancelling') do nothing
    returning id`.execute(db)
  const [inserted] = rows
  if (inserted) return { kind: 'queued', runId: inserted.id }
  const underWay = await findUnderWay(db, request)
  return underWay ? { kind: 'already_running', runId: underWay.id } : createRun(db, request, jobId)
}

/** If the last run of a kind and subject that has ended waited so long for its source, at least: whether it failed. */
export async function findLongWait(
  db: Kysely<DB>,
  { kind, subject }: Pick<RunIdentity, 'kind' | 'subject'>,
  leastMs: number,
): Promise<'failed' | 'done' | null> {
  const last = await db
    .selectFrom('runs')
    .select(['waited_ms', 'status'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('finished_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || (last.waited_ms ?? 0) < leastMs) return null
  return last.status === 'failed' ? 'failed' : 'done'
}

/** The run of a kind and subject that is queued or running. */
export function findUnderWay(
  db: Kysely<DB>,
  { kind, subject }: Pick<RunIdentity, 'kind' | 'subject'>,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('status', 'in', UNDER_WAY)
    .executeTakeFirst()
}

/** Queues a run again that has ended without finishing. False where it does not exist. */
export async function reopenRun(
  db: Kysely<DB>,
  runId: string,
  { kind, subject }: RunIdentity,
  jobId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set({ status: 'queued', job_id: jobId, error: null, finished_at: null })
    .where('id', '=', runId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('status', 'in', ['failed', 'cancelled'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Starts a queued run, or resumes one that ended without finishing. Without `runId` it creates one.
 * `noCounts` are the run's counters, at zero.
 * @throws RunError already_running, unknown_run
 */
export async function beginRun<C extends object>(
  db: Kysely<DB>,
  identity: RunIdentity,
  noCounts: Readonly<C>,
  runId?: string,
): Promise<RunRecord<C>> {
  const id = runId ?? (await createOwnRun(db, identity))
  const row = await takeUp(db, identity, id)
  const cursor = cursorSchema.parse(row.cursor)
  const { counts, reasons } = cursor.inherited ?? {
    counts: readCounts(row.counts),
    reasons: readCounts(row.reasons),
  }
  return { id, attempt: row.attempt, cursor, reasons, counts: { ...noCounts, ...counts } }
}

async function createOwnRun(db: Kysely<DB>, identity: RunIdentity): Promise<string> {
  const created = await createRun(db, { ...identity, params: {} })
  if (created.kind === 'queued') return created.runId
  throw new RunError('already_running', `This import is already running (run ${created.runId}).`)
}

async function takeUp(db: Kysely<DB>, { kind, subject }: RunIdentity, id: string) {
  const known = db
    .selectFrom('runs')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
  const taken = await db
    .updateTable('runs')
    .set({
      status: 'running',
      attempt: sql`attempt + 1`,
      error: null,
      waiting: null,
      heartbeat_at: sql`now()`,
      started_at: sql`coalesce(started_at, now())`,
      finished_at: null,
    })
    .where('id', 'in', known.select('id'))
    .where('status', 'in', ['queued', 'failed', 'cancelled'])
    .returning(['attempt', 'cursor', 'counts', 'reasons'])
    .executeTakeFirst()
    .catch((error: unknown) => {
      // Another run of its kind and subject is queued or running.
      if (sqlState(error) === '23505') return undefined
      throw error
    })
  if (taken) return taken
  const run = await known.select('status').executeTakeFirst()
  if (!run || run.status === 'done') {
    throw new RunError('unknown_run', `There is no unfinished run ${id} of this source and origin.`)
  }
  throw new RunError('already_running', `Run ${id} is already running.`)
}

/** The columns that identify a run. Undefined for an unknown id. */
export async function findRun(db: Kysely<DB>, runId: string): Promise<RunIdentity | undefined> {
  if (!isId(runId)) return undefined
  const run = await db
    .selectFrom('runs')
    .select(['kind', 'subject', 'requested_by'])
    .where('id', '=', runId)
    .executeTakeFirst()
  return run && { kind: run.kind, subject: run.subject, requestedBy: run.requested_by }
}

/** Stops a run after its current batch; a queued run ends at once. False when it is neither queued nor running. */
export async function cancelRun(db: Kysely<DB>, runId: string): Promise<boolean> {
  const result = await db
    .updateTable('runs')
    .set({
      status: sql`case status when 'queued' then 'cancelled' else 'cancelling' end`,
      finished_at: sql`case status when 'queued' then now() end`,
    })
    .where('id', '=', runId)
    .where('status', 'in', UNDER_WAY)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Stores the progress of the run; part of the batch's own transaction.
 * @returns true when a user has stopped it
 * @throws RunError taken_over when another process has taken over the run
 */
export function saveProgress(db: Kysely<DB>, run: RunRecord<object>, percent: number): Promise<boolean> {
  return touchRun(db, run, {
    percent,
    cursor: JSON.stringify(run.cursor),
    counts: JSON.stringify(run.counts),
    reasons: JSON.stringify(run.reasons),
    waiting: null,
  })
}

/** A heartbeat between batches, with the wait for the feed; the same result and error as saveProgress. */
export function beat(
  db: Kysely<DB>,
  run: Pick<RunRecord, 'id' | 'attempt'>,
  waiting: Waiting | null = null,
): Promise<boolean> {
  return touchRun(db, run, { waiting: waiting && JSON.stringify(waiting) })
}

/** Columns of a run that its own process writes. */
export interface RunValues {
  percent?: number
  cursor?: string
  counts?: string
  reasons?: string
  waiting?: string | null
  messages?: string
  newest_price_at?: Date | null
  waited_ms?: number
}

/** Writes columns of a running run, with a heartbeat; the same result and error as saveProgress. */
export async function touchRun(
  db: Kysely<DB>,
  run: Pick<RunRecord, 'id' | 'attempt'>,
  values: RunValues,
): Promise<boolean> {
  const row = await db
    .updateTable('runs')
    .set({ ...values, heartbeat_at: sql`now()` })
    .where('id', '=', run.id)
    .where('attempt', '=', run.attempt)
    .where('status', 'in', ['running', 'cancelling'])
    .returning('status')
    .executeTakeFirst()
  if (!row) throw new RunError('taken_over', 'The run was stopped or taken over by another process.')
  return row.status === 'cancelling'
}

/**
 * Stores how the run ended, or that it is queued to resume (`queued`): a run that a user has stopped is not. A run that
 * another process has taken over stays unchanged.
 */
export async function endRun(
  db: Kysely<DB>,
  run: Pick<RunRecord, 'id' | 'attempt'>,
  { status, error = null, outcome = null, ...values }: RunEnd & RunValues,
): Promise<void> {
  const ended: RawBuilder<string> | string =
    status === 'queued'
      ? sql<string>`case status when 'cancelling' then 'cancelled' else 'queued' end`
      : status
  await db
    .updateTable('runs')
    .set({
      ...values,
      status: ended,
      error: error && JSON.stringify(error),
      outcome: outcome && JSON.stringify(outcome),
      waiting: null,
      heartbeat_at: sql`now()`,
      finished_at: status === 'queued' ? sql`case status when 'cancelling' then now() end` : sql`now()`,
    })
    .where('id', '=', run.id)
    .where('attempt', '=', run.attempt)
    .where('status', 'in', ['running', 'cancelling'])
    .execute()
}
