import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { beginRun, endRun, type RunRecord, SITE, touchRun } from '#app/features/runs/runs.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import {
  type DataCounts,
  KIND_OF_RUN,
  type LogLine,
  type MappingScope,
  type RunKind,
  type RunMessage,
  storedScopeSchema,
  type TeamCounts,
} from './schema.ts'

const LOG_LINES = 100

export type MappingEnd = { status: 'done' | 'failed'; outcome: RunMessage }

/** Thrown between batches when a run stops before its end: a user has stopped it, or the server shuts down. */
export class RunStopped extends Error {}
class RunCancelled extends RunStopped {}

/** A running mapping run: its counts and messages are stored after each batch, where every browser reads them. */
export class MappingRun<Counts extends DataCounts | TeamCounts> {
  readonly scope: MappingScope
  readonly counts: Counts
  readonly #db: Kysely<DB>
  readonly #record: RunRecord<Counts>
  readonly #signal: AbortSignal
  #log: LogLine[] = []

  constructor(db: Kysely<DB>, record: RunRecord<Counts>, scope: MappingScope, signal: AbortSignal) {
    this.#db = db
    this.#record = record
    this.scope = scope
    this.counts = record.counts
    this.#signal = signal
  }

  say(code: RunMessage['code'], values: RunMessage['values'] = {}): void {
    this.#log.push({ at: new Date().toISOString(), code, values })
    this.#log = this.#log.slice(-LOG_LINES)
  }

  /**
   * Stores the progress of the run.
   * @throws RunStopped when a user has stopped it, or when the server shuts down: the run is resumed later
   */
  async save(percent?: number): Promise<void> {
    if (this.#signal.aborted) throw new RunStopped('The server stops.', { cause: this.#signal.reason })
    const isCancelled = await touchRun(this.#db, this.#record, {
      ...this.#state(),
      ...(percent !== undefined && { percent: Math.min(99, Math.floor(percent)) }),
    })
    if (isCancelled) throw new RunCancelled()
    // The embedded database answers synchronously: requests of visitors are served between two batches.
    await setImmediate()
  }

  /** Executes the run and stores how it ended. */
  async end(work: () => Promise<MappingEnd>, unexpected: (detail: string) => RunMessage): Promise<void> {
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
    await endRun(this.#db, this.#record, {
      ...this.#state(),
      status,
      outcome,
      error:
        status === 'failed'
          ? { code: 'unexpected', message: String(outcome.values.detail ?? outcome.code) }
          : null,
      ...(status === 'done' && { percent: 100 }),
    })
  }

  #state() {
    return { counts: JSON.stringify(this.counts), messages: JSON.stringify(this.#log) }
  }
}

/** Starts a run from the beginning, also after its process was lost. */
export async function beginMapping<Counts extends DataCounts | TeamCounts>(
  db: Kysely<DB>,
  run: { id: string; kind: RunKind; params: unknown },
  noCounts: Counts,
  signal: AbortSignal,
): Promise<MappingRun<Counts>> {
  const identity = { kind: KIND_OF_RUN[run.kind], subject: SITE, requestedBy: null }
  const record = await beginRun(db, identity, {}, run.id)
  const scope = storedScopeSchema.parse(run.params)
  return new MappingRun<Counts>(db, { ...record, counts: noCounts }, scope, signal)
}

/** An error's first line: what an operator needs, without statements and parameters. */
export function detailOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.slice(0, 300)
}
