import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { isId } from '#app/platform/ids.ts'
import { RunError } from './schema.ts'

/** A run whose heart has not beaten for this long is dead, wherever its process is. */
const DEAD_AFTER_MS = 60_000

/** Why a run ended whose process is gone. */
export const PROCESS_ENDED = 'The process that ran it ended.'

/** A process, so that a run can be told from one whose process was killed. */
interface Owner {
  host: string
  pid: number
  token: string
}
const PROCESS: Owner = { host: hostname(), pid: process.pid, token: randomUUID() }

/** Runs of this process that are going on: from before they are recorded as running until after their end is. */
const activeRuns = new Set<string>()

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
  /** How often it was taken up again after its process was killed. */
  revivals: z.number().int().default(0),
  /** The counters of the run that this one takes over from, until its body shows that it goes on with the same. */
  inherited: z.object({ counts: numbersSchema, reasons: numbersSchema }).nullable().default(null),
  /** How long the feed has been waited for, while nothing comes that could be stored. */
  waiting: z.object({ seconds: z.number(), attempt: z.number() }).nullable().default(null),
  owner: z.object({ host: z.string(), pid: z.number(), token: z.string() }).nullable().default(null),
})
export type Cursor = z.infer<typeof cursorSchema>
export type Waiting = NonNullable<Cursor['waiting']>

/** Where a run stands, as it is stored. */
export function readCursor(value: unknown): Cursor {
  return cursorSchema.parse(value ?? {})
}

export type Counts = Record<string, number>

const countsSchema = z.object({ reasons: numbersSchema.default({}) }).catchall(z.number())

/** A run as it is recorded: where it stands and what it has counted. */
export interface RunRecord<C extends object = Counts> {
  id: string
  cursor: Cursor
  counts: C
  /** How often each reason occurred. */
  reasons: Counts
}

export interface RunIdentity {
  source: string
  /** Without credentials. */
  origin: string
  requestedBy: string | null
}

/**
 * Begins a run: only one at a time for a source and origin. A run whose process is gone is marked as failed first.
 * With `runId` that run (queued, failed or cancelled) goes on; else a new one takes over where the last one of the
 * same source and origin stopped, if it did not finish. `noCounts` are the run's counters, at zero.
 * @throws RunError already_running, unknown_run
 */
export async function beginRun<C extends object>(
  db: Kysely<DB>,
  identity: RunIdentity,
  noCounts: Readonly<C>,
  runId?: string,
): Promise<RunRecord<C>> {
  await buryDead(db, identity)
  const record = await (runId ? claim(runId, () => reviveRun(db, identity, runId)) : insertRun(db, identity))
  return { ...record, counts: { ...noCounts, ...record.counts } }
}

async function buryDead(db: Kysely<DB>, { source, origin }: RunIdentity): Promise<void> {
  const running = await db
    .selectFrom('import_runs')
    .select(['id', 'cursor', 'heartbeat_at', 'started_at'])
    .where('source', '=', source)
    .where('origin', '=', origin)
    .where('status', 'in', ['running', 'cancelling'])
    .executeTakeFirst()
  if (!running) return
  const { owner } = readCursor(running.cursor)
  if (isAlive(running.id, owner, running.heartbeat_at)) {
    throw new RunError('already_running', `This import is already running (run ${running.id}).`)
  }
  await db
    .updateTable('import_runs')
    .set({ status: 'failed', error: PROCESS_ENDED, finished_at: sql`now()` })
    .where('id', '=', running.id)
    .where('status', 'in', ['running', 'cancelling'])
    .where(isOwnedBy(owner))
    .execute()
}

/** Whether a row of import_runs is still the owner's that was read: what was taken over meanwhile is left alone. */
export function isOwnedBy(owner: Owner | null) {
  return sql<boolean>`cursor -> 'owner' ->> 'token' is not distinct from ${owner?.token ?? null}::text`
}

/** Whether the process that a run belongs to is still at it. */
export function isRunAlive(run: { id: string; cursor: unknown; heartbeat_at: Date | null }): boolean {
  return isAlive(run.id, readCursor(run.cursor).owner, run.heartbeat_at)
}

/** Makes a run one of this process while it is being recorded as such; what is refused is none. */
async function claim<T>(runId: string, record: () => Promise<T>): Promise<T> {
  if (activeRuns.has(runId)) throw alreadyRunning(runId)
  activeRuns.add(runId)
  try {
    return await record()
  } catch (error) {
    activeRuns.delete(runId)
    throw error
  }
}

function alreadyRunning(runId: string): RunError {
  return new RunError('already_running', `Run ${runId} is already running.`)
}

function isAlive(id: string, owner: Owner | null, heartbeat: Date | null): boolean {
  if (owner?.token === PROCESS.token) return activeRuns.has(id)
  const beats = heartbeat !== null && Date.now() - heartbeat.getTime() < DEAD_AFTER_MS
  if (!owner || owner.host !== PROCESS.host) return beats
  return beats && owner.pid !== PROCESS.pid && processExists(owner.pid)
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function reviveRun(db: Kysely<DB>, identity: RunIdentity, runId: string): Promise<RunRecord> {
  const run = await db
    .selectFrom('import_runs')
    .select(['id', 'cursor', 'counts', 'status'])
    .where('id', '=', runId)
    .where('source', '=', identity.source)
    .where('origin', '=', identity.origin)
    .executeTakeFirst()
  if (!run || run.status === 'done') {
    throw new RunError('unknown_run', `There is no unfinished run ${runId} of this source and origin.`)
  }
  const last = readCursor(run.cursor)
  // Somebody who takes up a run that had ended gives it all its attempts anew.
  const revivals = run.status === 'queued' ? last.revivals : 0
  const cursor = { ...last, revivals, waiting: null, owner: PROCESS }
  const revived = await db
    .updateTable('import_runs')
    .set({
      status: 'running',
      cursor: JSON.stringify(cursor),
      error: null,
      heartbeat_at: sql`now()`,
      started_at: sql`coalesce(started_at, now())`,
      finished_at: null,
    })
    .where('id', '=', runId)
    .where('status', 'in', ['queued', 'failed', 'cancelled'])
    .executeTakeFirst()
  if (revived.numUpdatedRows === 0n) throw alreadyRunning(runId)
  return { id: runId, cursor, ...(last.inherited ?? readCounts(run.counts)) }
}

async function insertRun(db: Kysely<DB>, identity: RunIdentity): Promise<RunRecord> {
  const { source, origin, requestedBy } = identity
  const last = await db
    .selectFrom('import_runs')
    .select(['cursor', 'counts', 'status'])
    .where('source', '=', source)
    .where('origin', '=', origin)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const unfinished = last && (last.status === 'failed' || last.status === 'cancelled') ? last : undefined
  const cursor = { ...readCursor(unfinished?.cursor), revivals: 0, waiting: null, owner: PROCESS }
  const counts = cursor.inherited ?? readCounts(unfinished?.counts)
  const id = randomUUID()
  await claim(id, async () => {
    const inserted = await db
      .insertInto('import_runs')
      .values({
        id,
        source,
        origin,
        status: 'running',
        requested_by: requestedBy,
        cursor: JSON.stringify(cursor),
        counts: JSON.stringify({ ...counts.counts, reasons: counts.reasons }),
        heartbeat_at: sql`now()`,
        started_at: sql`now()`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) throw new RunError('already_running', 'This import is already running.')
  })
  return { id, cursor, ...counts }
}

/** A run's counters and how often each reason occurred, as they are stored. */
export function readCounts(value: unknown): { counts: Counts; reasons: Counts } {
  const { reasons, ...counts } = countsSchema.parse(value ?? {})
  return { counts, reasons }
}

/** What a run is looked up by: its source and origin. Undefined for an unknown id. */
export async function findRun(db: Kysely<DB>, runId: string): Promise<RunIdentity | undefined> {
  if (!isId(runId)) return undefined
  const run = await db
    .selectFrom('import_runs')
    .select(['source', 'origin', 'requested_by'])
    .where('id', '=', runId)
    .executeTakeFirst()
  return run && { source: run.source, origin: run.origin, requestedBy: run.requested_by }
}

/** Asks a run to stop after its current batch. False when it is not running. */
export async function cancelRun(db: Kysely<DB>, runId: string): Promise<boolean> {
  const result = await db
    .updateTable('import_runs')
    .set({
      status: sql`case status when 'queued' then 'cancelled' else 'cancelling' end`,
      finished_at: sql`case status when 'queued' then now() end`,
    })
    .where('id', '=', runId)
    .where('status', 'in', ['queued', 'running', 'cancelling'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Writes down where the run stands; part of the batch's own transaction.
 * @returns true when somebody has asked it to stop
 * @throws RunError taken_over when the run is no longer this process's
 */
export async function saveProgress(
  db: Kysely<DB>,
  run: RunRecord<object>,
  percent: number,
): Promise<boolean> {
  return touchRun(db, run.id, {
    stage: percent,
    cursor: JSON.stringify(run.cursor),
    counts: JSON.stringify({ ...run.counts, reasons: run.reasons }),
  })
}

/** A sign of life between batches, with what is waited for; the same answer and error as saveProgress. */
export async function beat(db: Kysely<DB>, runId: string, waiting: Waiting | null = null): Promise<boolean> {
  // The rest of the cursor is the batches': one may be on its way.
  return touchRun(db, runId, {
    cursor: sql`jsonb_set(cursor, '{waiting}', ${JSON.stringify(waiting)}::jsonb)`,
  })
}

async function touchRun(
  db: Kysely<DB>,
  runId: string,
  values: { stage?: number; cursor?: string | RawBuilder<string>; counts?: string },
): Promise<boolean> {
  const row = await db
    .updateTable('import_runs')
    .set({ ...values, heartbeat_at: sql`now()` })
    .where('id', '=', runId)
    .where('status', 'in', ['running', 'cancelling'])
    .where(sql<boolean>`cursor -> 'owner' ->> 'token' = ${PROCESS.token}`)
    .returning('status')
    .executeTakeFirst()
  if (!row) throw new RunError('taken_over', 'The run was stopped or taken over by another process.')
  return row.status === 'cancelling'
}

/** Writes down how the run ended, or that it waits to be taken up again. A run that is no longer this process's is left alone. */
export async function endRun(
  db: Kysely<DB>,
  run: RunRecord<object>,
  outcome: { status: 'done' | 'failed' | 'cancelled' | 'queued'; percent: number; error: string | null },
): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({
      // Who asked to stop it does not want it taken up again.
      status:
        outcome.status === 'queued'
          ? sql`case status when 'cancelling' then 'cancelled' else 'queued' end`
          : outcome.status,
      stage: outcome.percent,
      error: outcome.error,
      cursor: JSON.stringify({ ...run.cursor, owner: null }),
      counts: JSON.stringify({ ...run.counts, reasons: run.reasons }),
      heartbeat_at: sql`now()`,
      finished_at: outcome.status === 'queued' ? null : sql`now()`,
    })
    .where('id', '=', run.id)
    .where('status', 'in', ['running', 'cancelling'])
    .where(sql<boolean>`cursor -> 'owner' ->> 'token' = ${PROCESS.token}`)
    .execute()
}

/** Stops counting a run as going on, once its end is written down or could not be. */
export function forgetRun(runId: string): void {
  activeRuns.delete(runId)
}
