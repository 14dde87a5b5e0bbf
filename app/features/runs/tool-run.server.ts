import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#app/platform/db/types.ts'
import {
  beat,
  beginRun,
  type Counts,
  endRun,
  type RunIdentity,
  type RunRecord,
  SITE,
  saveProgress,
} from './runs.server.ts'
import { RunError, type RunErrorCode, type ToolReason } from './schema.ts'

const HEARTBEAT_MS = 5_000
/** The maximum of stored notes for one run; all are counted. */
const KEPT_NOTES = 10_000
const LONGEST_DETAIL = 300

/** A line of a run's log: the problem of one item, after which the run continued. */
export interface ToolNote {
  /** `rejected` was not stored, `warning` was skipped or stored nevertheless. */
  level: 'rejected' | 'warning'
  /** Texts: `import.reason.<reason>`. */
  reason: ToolReason
  /** The subject, for a person: a country, a match. */
  detail: string
  externalId?: string
}

/** A tool in steps: each step commits with its position, so that a killed run resumes there. */
export interface Tool<Params, Count extends string> {
  /** The kind of its runs; one at a time. */
  kind: string
  params: z.ZodType<Params>
  counts: readonly Count[]
  run(step: ToolRun<Params, Count>): Promise<void>
  /** The line for the operator's log, once the run has ended. */
  log?(summary: ToolSummary, params: Params): { type: string; summary: object }
}

// biome-ignore lint/suspicious/noExplicitAny: one list holds tools with different parameters.
export type AnyTool = Tool<any, any>

export interface ToolSummary {
  runId: string
  source: string
  status: 'done' | 'failed' | 'cancelled' | 'interrupted'
  error: { code: RunErrorCode | 'unexpected'; message: string } | null
  counts: Counts
  reasons: Counts
  requestedBy: string | null
}

export interface ToolRequest {
  params: unknown
  requestedBy: string | null
  /** Resumes this run (queued, failed or cancelled). */
  runId?: string
  /** Stops after the current step, so that the run is resumed later. */
  signal?: AbortSignal
  onProgress?: (progress: { percent: number; counts: Counts }) => void
}

/**
 * Executes a tool as a run: one at a time, in steps that commit with their progress. Expected failures end the run as
 * `failed` in the summary; the line for the operator's log is written with the end.
 * @throws RunError already_running, unknown_run; any other error is the program's or the database's
 */
export async function runTool<Params, Count extends string>(
  db: Kysely<DB>,
  tool: Tool<Params, Count>,
  request: ToolRequest,
): Promise<ToolSummary> {
  const params = tool.params.parse(request.params ?? {})
  const identity: RunIdentity = {
    kind: tool.kind,
    subject: SITE,
    requestedBy: request.requestedBy,
  }
  const noCounts = Object.fromEntries(tool.counts.map((name) => [name, 0])) as Record<Count, number>
  const record = await beginRun<Record<Count, number>>(db, identity, noCounts, request.runId)
  const stop = new AbortController()
  const onAbort = () => stop.abort(new Interrupted())
  request.signal?.addEventListener('abort', onAbort, { once: true })
  if (request.signal?.aborted) onAbort()
  const heart = setInterval(() => void keepAlive(db, record, stop), HEARTBEAT_MS)
  const run = new ToolRun<Params, Count>(db, params, record, stop, request)
  try {
    const { status, error, unexpected } = await outcomeOf(tool, run, stop)
    clearInterval(heart)
    await endRun(db, record, {
      status: status === 'interrupted' ? 'queued' : status,
      percent: status === 'done' ? 100 : run.percent,
      error,
      cursor: JSON.stringify(record.cursor),
      counts: JSON.stringify(record.counts),
      reasons: JSON.stringify(record.reasons),
    })
    const summary: ToolSummary = {
      runId: record.id,
      source: tool.kind,
      status,
      error,
      counts: run.counts,
      reasons: record.reasons,
      requestedBy: request.requestedBy,
    }
    if (tool.log && status !== 'interrupted') await writeLog(db, tool.log(summary, params))
    if (unexpected) throw unexpected
    return summary
  } finally {
    clearInterval(heart)
    request.signal?.removeEventListener('abort', onAbort)
  }
}

/** The run was stopped, on a screen or with the server. */
class Cancelled extends Error {
  override name = 'Cancelled'
}
class Interrupted extends Error {
  override name = 'Interrupted'
}

async function outcomeOf<Params, Count extends string>(
  tool: Tool<Params, Count>,
  run: ToolRun<Params, Count>,
  stop: AbortController,
): Promise<Pick<ToolSummary, 'status' | 'error'> & { unexpected?: unknown }> {
  try {
    await run.begin()
    await tool.run(run)
    return { status: 'done', error: null }
  } catch (error) {
    const reason = stop.signal.aborted ? stop.signal.reason : error
    if (reason instanceof Cancelled) return { status: 'cancelled', error: null }
    if (reason instanceof Interrupted) return { status: 'interrupted', error: null }
    if (reason instanceof RunError) {
      return { status: 'failed', error: { code: reason.code, message: reason.message } }
    }
    const message = reason instanceof Error ? reason.message : String(reason)
    return { status: 'failed', error: { code: 'unexpected', message }, unexpected: reason }
  }
}

async function keepAlive(db: Kysely<DB>, run: RunRecord<object>, stop: AbortController): Promise<void> {
  try {
    if (await beat(db, run)) stop.abort(new Cancelled())
  } catch (error) {
    // An unavailable database fails the step; here only a lost run ends it.
    if (error instanceof RunError) stop.abort(error)
  }
}

/** The context of a running tool. */
export class ToolRun<Params, Count extends string> {
  readonly db: Kysely<DB>
  readonly params: Params
  readonly requestedBy: string | null
  readonly #record: RunRecord<Record<Count, number>>
  readonly #stop: AbortController
  readonly #onProgress: ToolRequest['onProgress']
  #notes: ToolNote[] = []
  #kept = 0
  #position = 0
  percent = 0

  constructor(
    db: Kysely<DB>,
    params: Params,
    record: RunRecord<Record<Count, number>>,
    stop: AbortController,
    request: ToolRequest,
  ) {
    this.db = db
    this.params = params
    this.requestedBy = request.requestedBy
    this.#record = record
    this.#stop = stop
    this.#onProgress = request.onProgress
  }

  /** The key of the last step of an earlier attempt; null when there is none. */
  get after(): string | null {
    return this.#record.cursor.key
  }

  get counts(): Readonly<Record<Count, number>> {
    return this.#record.counts
  }

  /** Aborts running requests when the run must stop. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** Continues the count of an earlier attempt's notes. */
  async begin(): Promise<void> {
    const { kept, last } = await this.db
      .selectFrom('run_items')
      .select(({ fn }) => [fn.countAll<number>().as('kept'), fn.max('position').as('last')])
      .where('run_id', '=', this.#record.id)
      .executeTakeFirstOrThrow()
    this.#kept = Number(kept)
    this.#position = last === null ? 0 : Number(last) + 1
  }

  /** Adds a line to the log; it is written with the step it belongs to. */
  note(...notes: ToolNote[]): void {
    this.#notes.push(...notes)
  }

  /**
   * Ends a step: commits its writes, its notes and its position in one transaction. When that fails, nothing is counted
   * and the notes are kept for the next step.
   * @param step.key the key of the completed step; a resumed run begins after it
   * @param step.share of the whole run, 0 to 1
   * @param write returns its additions to the counters
   * @throws the reason why the run must stop, after the step was committed
   */
  async commit(
    step: { key?: string; share: number; counts?: Partial<Record<Count, number>> },
    write?: (trx: Transaction<DB>) => Promise<Partial<Record<Count, number>>>,
  ): Promise<void> {
    this.signal.throwIfAborted()
    const record = this.#record
    const before = { counts: { ...record.counts }, reasons: { ...record.reasons }, cursor: record.cursor }
    const notes = this.#notes
    const percent = Math.min(99, Math.max(0, Math.floor(step.share * 100)))
    try {
      const cancelled = await this.db.transaction().execute(async (trx) => {
        add(record.counts, step.counts ?? {})
        if (write) add(record.counts, await write(trx))
        for (const { reason } of notes) record.reasons[reason] = (record.reasons[reason] ?? 0) + 1
        await this.#store(trx, notes)
        if (step.key !== undefined) record.cursor = { ...record.cursor, key: step.key }
        return saveProgress(trx, record, percent)
      })
      this.#notes = []
      this.#kept += notes.length
      this.#position += notes.length
      this.percent = percent
      if (cancelled) this.#stop.abort(new Cancelled())
    } catch (error) {
      Object.assign(record, before)
      throw error
    }
    this.#onProgress?.({ percent, counts: { ...record.counts } })
    this.signal.throwIfAborted()
  }

  async #store(trx: Transaction<DB>, notes: readonly ToolNote[]): Promise<void> {
    const rows = notes.slice(0, Math.max(0, KEPT_NOTES - this.#kept)).map((note, index) => ({
      run_id: this.#record.id,
      position: this.#position + index,
      external_id: note.externalId ?? null,
      level: note.level,
      reason: note.reason,
      detail: note.detail.slice(0, LONGEST_DETAIL),
    }))
    if (rows.length === 0) return
    await sql`
      insert into run_items (run_id, position, external_id, level, reason, detail)
      select run_id, position, external_id, level, reason, detail
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (run_id uuid, position int, external_id text, level text, reason text, detail text)`.execute(trx)
  }
}

function add<Count extends string>(
  counts: Record<Count, number>,
  more: Partial<Record<Count, number>>,
): void {
  for (const name of Object.keys(more) as Count[]) counts[name] = (counts[name] ?? 0) + (more[name] ?? 0)
}

/** The run itself is stored, so an error while writing the log line does not fail it. */
async function writeLog(db: Kysely<DB>, line: { type: string; summary: object }): Promise<void> {
  await db
    .insertInto('import_logs')
    .values({ type: line.type, summary: JSON.stringify(line.summary) })
    .execute()
    .catch(() => {})
}
