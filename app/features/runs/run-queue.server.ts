import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import { isOwnedBy, isRunAlive, PROCESS_ENDED, type RunIdentity, readCursor } from './runs.server.ts'

/** A run that is started again this soon after it failed or was cancelled goes on where it stopped. */
const GOES_ON_WITHIN_HOURS = 24

/** A run whose process was killed more often than this may be what kills it. */
const MOST_REVIVALS = 3

const UNDER_WAY = ['queued', 'running', 'cancelling'] as const

/** What came of asking for a run. */
export type RunRequested = { kind: 'queued'; runId: string } | { kind: 'already_running'; runId: string }

/** A run that waits for the site's worker. */
export interface QueuedRun extends RunIdentity {
  id: string
  params: Record<string, unknown>
}

/**
 * Asks for a run; the site's worker carries it out, whichever process it is in. One of a source and origin is under way
 * at a time. A tool whose last run with the same parameters did not finish goes on where that one stopped.
 */
export async function enqueueRun(
  db: Kysely<DB>,
  request: RunIdentity & { params: Record<string, unknown> },
): Promise<RunRequested> {
  const { source, origin, requestedBy } = request
  const params = JSON.stringify(request.params)
  const underWay = async (): Promise<RunRequested | undefined> => {
    const row = await db
      .selectFrom('import_runs')
      .select('id')
      .where('source', '=', source)
      .where('origin', '=', origin)
      .where('status', 'in', UNDER_WAY)
      .executeTakeFirst()
    return row && { kind: 'already_running', runId: row.id }
  }
  const known = await underWay()
  if (known) return known
  const { rows } = await sql<{ id: string }>`
    insert into import_runs (source, origin, status, requested_by, params, cursor, counts)
    select ${source}, ${origin}, 'queued', ${requestedBy}, ${params}::jsonb, last.cursor - 'revivals', coalesce(last.counts, '{}')
    from (select 1) one left join lateral (
      select r.cursor, r.counts, r.status, r.params, r.finished_at from import_runs r
      where r.source = ${source} and r.origin = ${origin} order by r.created_at desc, r.id desc limit 1
    ) last on last.status in ('failed', 'cancelled') and last.params = ${params}::jsonb
      and last.finished_at > now() - make_interval(hours => ${GOES_ON_WITHIN_HOURS})
    on conflict (source, origin) where status = 'queued' do nothing
    returning id`.execute(db)
  const [inserted] = rows
  if (inserted) return { kind: 'queued', runId: inserted.id }
  return (await underWay()) ?? enqueueRun(db, request)
}

/**
 * The runs that wait to be carried out, from the oldest. One whose process is gone waits again, unless somebody had
 * asked it to stop, or it has lost too many processes.
 * @param isAtWork runs that are passed over, since the asker is carrying them out
 */
export async function readQueuedRuns(
  db: Kysely<DB>,
  isAtWork: (runId: string) => boolean = () => false,
): Promise<QueuedRun[]> {
  const rows = await db
    .selectFrom('import_runs')
    .select(['id', 'source', 'origin', 'requested_by', 'params', 'status', 'cursor', 'heartbeat_at'])
    .where('params', 'is not', null)
    .where('status', 'in', UNDER_WAY)
    .orderBy('created_at')
    .execute()
  const queued: QueuedRun[] = []
  for (const row of rows) {
    if (isAtWork(row.id)) continue
    if (row.status !== 'queued' && (isRunAlive(row) || !(await reviveDead(db, row)))) continue
    const params = z.record(z.string(), z.unknown()).catch({}).parse(row.params)
    queued.push({ id: row.id, source: row.source, origin: row.origin, requestedBy: row.requested_by, params })
  }
  return queued
}

/** @returns whether the run waits now */
async function reviveDead(db: Kysely<DB>, row: { id: string; cursor: unknown }): Promise<boolean> {
  const { owner, revivals } = readCursor(row.cursor)
  const gaveUp = revivals >= MOST_REVIVALS
  const ending = gaveUp ? 'failed' : 'queued'
  const revived = await db
    .updateTable('import_runs')
    .set({
      status: sql`case status when 'cancelling' then 'cancelled' else ${ending}::text end`,
      error: sql`case when status <> 'cancelling' then ${gaveUp ? PROCESS_ENDED : null}::text end`,
      finished_at: sql`case when status = 'cancelling' or ${gaveUp} then now() end`,
      cursor: sql`coalesce(cursor, '{}') || jsonb_build_object('revivals', ${revivals + 1}::int)`,
    })
    .where('id', '=', row.id)
    .where('status', 'in', ['running', 'cancelling'])
    .where(isOwnedBy(owner))
    .returning('status')
    .executeTakeFirst()
  return revived?.status === 'queued'
}

/** Lets a run that was stopped with its server wait for the next one. */
export async function requeueRun(db: Kysely<DB>, runId: string): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({ status: 'queued', finished_at: null })
    .where('id', '=', runId)
    .where('status', '=', 'cancelled')
    .execute()
}

/** Ends a run that could not begin. */
export async function failQueuedRun(db: Kysely<DB>, runId: string, error: string): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({ status: 'failed', error, finished_at: sql`now()` })
    .where('id', '=', runId)
    .where('status', '=', 'queued')
    .execute()
}
