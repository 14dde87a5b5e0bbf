import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { sqlState } from '#app/platform/db/sql-state.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { isId } from '#app/platform/ids.ts'
import { type RunEnd, RunError, UNDER_WAY } from './schema.ts'

/** A run that is started again this soon after it failed or was cancelled goes on where it stopped. */
const GOES_ON_WITHIN_HOURS = 24

export interface RunIdentity {
  /** What runs: a source, a tool. */
  kind: string
  /** What it works on, without credentials; `SITE` where there is one of the kind. */
  subject: string
  requestedBy: string | null
}

/** In place of the id of an administrator who asks for a run. */
export const BY_SCHEDULE = 'schedule'

/** Subject of the runs that work on the whole site. */
export const SITE = 'site'

/** A turn of a schedule: what it asks for at one instant. */
export interface Turn {
  scheduleId: string
  at: Date
}

export interface RunRequest extends RunIdentity {
  params: Record<string, unknown>
  /** Which turn it is part of; undefined where somebody asked for it. */
  turn?: Turn | undefined
}

/** What came of asking for a run. */
export type RunRequested = { kind: 'queued'; runId: string } | { kind: 'already_running'; runId: string }

const numbersSchema = z.record(z.string(), z.number())

const cursorSchema = z.object({
  /** Position of the last item that is stored; -1 before the first. */
  position: z.number().int().default(-1),
  fingerprint: z.string().nullable().default(null),
  bytes: z.number().default(0),
  /** Whose prices the feed carries, as it was asked for. */
  bookmaker: z.string().nullable().default(null),
  /** What a tool has done last, in its own terms; null before the first. */
  key: z.string().nullable().default(null),
  /** The counters of the run that this one takes over from, until its body shows that it goes on with the same. */
  inherited: z.object({ counts: numbersSchema, reasons: numbersSchema }).nullable().default(null),
})
export type Cursor = z.infer<typeof cursorSchema>

const waitingSchema = z.object({ seconds: z.number(), attempt: z.number() }).nullable()
/** How long the feed has been waited for, while nothing comes that could be stored. */
export type Waiting = NonNullable<z.infer<typeof waitingSchema>>

export const readWaiting = (value: unknown): Waiting | null => waitingSchema.catch(null).parse(value)

export type Counts = Record<string, number>

export const readCounts = (value: unknown): Counts => numbersSchema.catch({}).parse(value)

/** A run as it is recorded: where it stands and what it has counted. */
export interface RunRecord<C extends object = Counts> {
  id: string
  /** Which process this is of those that took it up; what another one writes is refused. */
  attempt: number
  cursor: Cursor
  counts: C
  /** How often each reason occurred. */
  reasons: Counts
}

/**
 * Writes down that a run is wanted, where none of its kind and subject is under way. It goes on where the last one
 * stopped, if that did not finish, was asked for the same and ended within a day.
 * @param jobId the job that will carry it out
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

/** Lets a run that has ended without finishing wait for a job again. False where there is no such run. */
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
 * Begins a run that waits, or goes on with one that ended without finishing. Without `runId` it makes one.
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
      // Another run of its kind and subject is under way.
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

/** What a run is looked up by. Undefined for an unknown id. */
export async function findRun(db: Kysely<DB>, runId: string): Promise<RunIdentity | undefined> {
  if (!isId(runId)) return undefined
  const run = await db
    .selectFrom('runs')
    .select(['kind', 'subject', 'requested_by'])
    .where('id', '=', runId)
    .executeTakeFirst()
  return run && { kind: run.kind, subject: run.subject, requestedBy: run.requested_by }
}

/** Asks a run to stop after its current batch; one that waits ends at once. False when it is not under way. */
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
 * Writes down where the run stands; part of the batch's own transaction.
 * @returns true when somebody has asked it to stop
 * @throws RunError taken_over when the run is no longer this process's
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

/** A sign of life between batches, with what is waited for; the same answer and error as saveProgress. */
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
}

/** Writes columns of a run under way, with a sign of life; the same answer and error as saveProgress. */
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
 * Writes down how the run ended, or that it waits to be taken up again (`queued`): one that somebody has asked to stop
 * does not. A run that is no longer this process's is left alone.
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
