import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { DataCounts, LogLine, MappingScope, RunKind, RunMessage, TeamCounts } from './schema.ts'

/** A run that has not shown a sign of life for this long has lost its process; the queue tries its job again sooner. */
const DEAD_AFTER = sql`interval '10 minutes'`
const KEPT_FOR = sql`interval '90 days'`
const LOG_LINES = 100

export type RequestOutcome = { kind: 'started'; runId: string } | { kind: 'running'; runId: string | null }

/** Notes that a run is wanted; one of a kind at a time. The caller sends the job. */
export async function createRun(
  db: Kysely<DB>,
  kind: RunKind,
  scope: MappingScope,
  administratorId: string,
): Promise<RequestOutcome> {
  await db
    .updateTable('mapping_runs')
    .set({ status: 'failed', finished_at: sql`now()` })
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'running', 'cancelling'])
    .where('heartbeat_at', '<', sql<Date>`now() - ${DEAD_AFTER}`)
    .execute()
  await db.deleteFrom('mapping_runs').where('finished_at', '<', sql<Date>`now() - ${KEPT_FOR}`).execute()
  const inserted = await db
    .insertInto('mapping_runs')
    .values({
      kind,
      sport_id: scope.sportId,
      country_id: scope.countryId,
      league_id: scope.leagueId,
      requested_by: administratorId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { kind: 'started', runId: inserted.id }
  const current = await db
    .selectFrom('mapping_runs')
    .select('id')
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'running', 'cancelling'])
    .executeTakeFirst()
  return { kind: 'running', runId: current?.id ?? null }
}

/** Asks a run to stop after its current batch. False when it is not under way. */
export async function cancelMappingRun(db: Kysely<DB>, runId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mapping_runs')
    .set({
      status: sql`case status when 'queued' then 'cancelled' else 'cancelling' end`,
      finished_at: sql`case status when 'queued' then now() end`,
      outcome: sql`case status when 'queued' then ${JSON.stringify({ code: 'cancelled', values: {} })}::jsonb end`,
    })
    .where('id', '=', runId)
    .where('status', 'in', ['queued', 'running', 'cancelling'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Takes back a run that could not be sent on its way. */
export async function forgetRun(db: Kysely<DB>, runId: string): Promise<void> {
  await db.deleteFrom('mapping_runs').where('id', '=', runId).where('status', '=', 'queued').execute()
}

export type RunEnd = { status: 'done' | 'failed'; outcome: RunMessage }

/** Thrown between batches of a run that stops before its end: somebody has asked it to, or the server goes down. */
export class RunStopped extends Error {}
class RunCancelled extends RunStopped {}

/** A run under way: what it counts and says is written down after each batch, where every browser reads it. */
export class MappingRun<Counts extends DataCounts | TeamCounts> {
  readonly id: string
  readonly scope: MappingScope
  readonly counts: Counts
  readonly #db: Kysely<DB>
  readonly #signal: AbortSignal
  #log: LogLine[] = []

  constructor(db: Kysely<DB>, id: string, scope: MappingScope, counts: Counts, signal: AbortSignal) {
    this.#db = db
    this.id = id
    this.scope = scope
    this.counts = counts
    this.#signal = signal
  }

  say(code: RunMessage['code'], values: RunMessage['values'] = {}): void {
    this.#log.push({ at: new Date().toISOString(), code, values })
    this.#log = this.#log.slice(-LOG_LINES)
  }

  /**
   * Writes down where the run stands.
   * @throws RunStopped when somebody has asked it to stop, or when the server does: the queue then tries the job again
   */
  async save(percent?: number): Promise<void> {
    if (this.#signal.aborted) throw new RunStopped('The server stops.', { cause: this.#signal.reason })
    const row = await this.#db
      .updateTable('mapping_runs')
      .set({ ...this.#state(), ...(percent !== undefined && { percent: Math.min(99, Math.floor(percent)) }) })
      .where('id', '=', this.id)
      .where('status', 'in', ['running', 'cancelling'])
      .returning('status')
      .executeTakeFirst()
    if (row?.status !== 'running') throw new RunCancelled()
    // The embedded database answers without a pause: visitors are served between two batches.
    await setImmediate()
  }

  /** Does the work and writes down how it ended. */
  async end(work: () => Promise<RunEnd>, unexpected: (detail: string) => RunMessage): Promise<void> {
    try {
      const { status, outcome } = await work()
      await this.#finish(status, outcome)
    } catch (error) {
      if (error instanceof RunCancelled) return this.#finish('cancelled', { code: 'cancelled', values: {} })
      if (error instanceof RunStopped || this.#signal.aborted) throw error
      await this.#finish('failed', unexpected(detailOf(error)))
    }
  }

  async #finish(status: 'done' | 'failed' | 'cancelled', outcome: RunMessage): Promise<void> {
    this.say(outcome.code, outcome.values)
    await this.#db
      .updateTable('mapping_runs')
      .set({
        ...this.#state(),
        status,
        outcome: JSON.stringify(outcome),
        finished_at: sql`now()`,
        ...(status === 'done' && { percent: 100 }),
      })
      .where('id', '=', this.id)
      .where('status', 'in', ['running', 'cancelling'])
      .execute()
  }

  #state() {
    return {
      counts: JSON.stringify(this.counts),
      log: JSON.stringify(this.#log),
      heartbeat_at: sql<Date>`now()`,
    }
  }
}

/** Takes a run up; again from the start where the process before it was lost. Undefined when it is over. */
export async function takeRun<Counts extends DataCounts | TeamCounts>(
  db: Kysely<DB>,
  runId: string,
  counts: Counts,
  signal: AbortSignal,
): Promise<MappingRun<Counts> | undefined> {
  const row = await db
    .updateTable('mapping_runs')
    .set({
      status: sql`case status when 'queued' then 'running' else status end`,
      started_at: sql`coalesce(started_at, now())`,
      heartbeat_at: sql`now()`,
    })
    .where('id', '=', runId)
    .where('status', 'in', ['queued', 'running', 'cancelling'])
    .returning(['id', 'sport_id', 'country_id', 'league_id'])
    .executeTakeFirst()
  if (!row) return undefined
  const scope = { sportId: row.sport_id, countryId: row.country_id, leagueId: row.league_id }
  return new MappingRun(db, row.id, scope, counts, signal)
}

/** An error's first line: what an operator needs, without statements and parameters. */
export function detailOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, 300)
}
