import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { EMPTY_COUNTS } from './rules.ts'
import { FeedError, type ImportCounts, type ReasonCode, type WarningCode } from './schema.ts'

/** A run whose heart has not beaten for this long is dead, wherever its process is. */
const DEAD_AFTER_MS = 60_000

/** A process, so that a run can be told from one whose process was killed. */
interface Owner {
  host: string
  pid: number
  token: string
}
const PROCESS: Owner = { host: hostname(), pid: process.pid, token: randomUUID() }

/** Runs of this process that are going on. */
const activeRuns = new Set<string>()

const cursorSchema = z.object({
  /** Position of the last item that is stored; -1 before the first. */
  position: z.number().int().default(-1),
  fingerprint: z.string().nullable().default(null),
  bytes: z.number().default(0),
  /** Whose prices the feed carries, as it was asked for. */
  bookmaker: z.string().nullable().default(null),
  owner: z.object({ host: z.string(), pid: z.number(), token: z.string() }).nullable().default(null),
})
export type Cursor = z.infer<typeof cursorSchema>

export type Reasons = Partial<Record<ReasonCode | WarningCode, number>>

const countsSchema = z.object({
  ...(Object.fromEntries(Object.keys(EMPTY_COUNTS).map((key) => [key, z.number().default(0)])) as Record<
    keyof ImportCounts,
    z.ZodDefault<z.ZodNumber>
  >),
  reasons: z.record(z.string(), z.number()).default({}),
})

/** A run as it is recorded: where it stands and what it has counted. */
export interface RunRecord {
  id: string
  cursor: Cursor
  counts: ImportCounts
  reasons: Reasons
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
 * same source and origin stopped, if it did not finish.
 * @throws FeedError already_running, unknown_run
 */
export async function beginRun(db: Kysely<DB>, identity: RunIdentity, runId?: string): Promise<RunRecord> {
  await buryDead(db, identity)
  const record = runId ? await reviveRun(db, identity, runId) : await insertRun(db, identity)
  activeRuns.add(record.id)
  return record
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
  const { owner } = cursorSchema.parse(running.cursor ?? {})
  if (isAlive(running.id, owner, running.heartbeat_at)) {
    throw new FeedError('already_running', `This import is already running (run ${running.id}).`)
  }
  await db
    .updateTable('import_runs')
    .set({ status: 'failed', error: 'The process that ran it ended.', finished_at: sql`now()` })
    .where('id', '=', running.id)
    .where('status', 'in', ['running', 'cancelling'])
    .where(sql<boolean>`cursor -> 'owner' ->> 'token' is not distinct from ${owner?.token ?? null}::text`)
    .execute()
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
    throw new FeedError('unknown_run', `There is no unfinished run ${runId} of this source and origin.`)
  }
  const cursor = { ...cursorSchema.parse(run.cursor ?? {}), owner: PROCESS }
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
  if (revived.numUpdatedRows === 0n)
    throw new FeedError('already_running', `Run ${runId} is already running.`)
  return { id: runId, cursor, ...readCounts(run.counts) }
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
  const cursor = { ...cursorSchema.parse(unfinished?.cursor ?? {}), owner: PROCESS }
  const counts = readCounts(unfinished?.counts ?? {})
  const inserted = await db
    .insertInto('import_runs')
    .values({
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
  if (!inserted) throw new FeedError('already_running', 'This import is already running.')
  return { id: inserted.id, cursor, ...counts }
}

function readCounts(value: unknown): { counts: ImportCounts; reasons: Reasons } {
  const { reasons, ...counts } = countsSchema.parse(value ?? {})
  return { counts, reasons }
}

/** What a run is looked up by: its source and origin. Undefined for an unknown id. */
export async function findRun(db: Kysely<DB>, runId: string): Promise<RunIdentity | undefined> {
  if (!z.uuid().safeParse(runId).success) return undefined
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
    .set({ status: sql`case status when 'queued' then 'cancelled' else 'cancelling' end` })
    .where('id', '=', runId)
    .where('status', 'in', ['queued', 'running', 'cancelling'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Writes down where the run stands; part of the batch's own transaction.
 * @returns true when somebody has asked it to stop
 * @throws FeedError taken_over when the run is no longer this process's
 */
export async function saveProgress(db: Kysely<DB>, run: RunRecord, percent: number): Promise<boolean> {
  return touchRun(db, run.id, {
    stage: percent,
    cursor: JSON.stringify(run.cursor),
    counts: JSON.stringify({ ...run.counts, reasons: run.reasons }),
  })
}

/** A sign of life between batches; the same answer and error as saveProgress. */
export async function beat(db: Kysely<DB>, runId: string): Promise<boolean> {
  return touchRun(db, runId, {})
}

async function touchRun(
  db: Kysely<DB>,
  runId: string,
  values: { stage?: number; cursor?: string; counts?: string },
): Promise<boolean> {
  const row = await db
    .updateTable('import_runs')
    .set({ ...values, heartbeat_at: sql`now()` })
    .where('id', '=', runId)
    .where('status', 'in', ['running', 'cancelling'])
    .where(sql<boolean>`cursor -> 'owner' ->> 'token' = ${PROCESS.token}`)
    .returning('status')
    .executeTakeFirst()
  if (!row) throw new FeedError('taken_over', 'The run was stopped or taken over by another process.')
  return row.status === 'cancelling'
}

/** Writes down how the run ended. A run that is no longer this process's is left alone. */
export async function endRun(
  db: Kysely<DB>,
  run: RunRecord,
  outcome: { status: 'done' | 'failed' | 'cancelled'; percent: number; error: string | null },
): Promise<void> {
  activeRuns.delete(run.id)
  await db
    .updateTable('import_runs')
    .set({
      status: outcome.status,
      stage: outcome.percent,
      error: outcome.error,
      cursor: JSON.stringify({ ...run.cursor, owner: null }),
      counts: JSON.stringify({ ...run.counts, reasons: run.reasons }),
      heartbeat_at: sql`now()`,
      finished_at: sql`now()`,
    })
    .where('id', '=', run.id)
    .where('status', 'in', ['running', 'cancelling'])
    .where(sql<boolean>`cursor -> 'owner' ->> 'token' = ${PROCESS.token}`)
    .execute()
}

/** Stops counting a run as going on, when its end could not be written down. */
export function forgetRun(runId: string): void {
  activeRuns.delete(runId)
}
