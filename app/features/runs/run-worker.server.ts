import type { Database } from '#app/platform/db/connection.server.ts'
import type { Logger } from '#app/platform/log.ts'
import { failQueuedRun, type QueuedRun, readQueuedRuns } from './run-queue.server.ts'
import { RunError } from './schema.ts'
import { type AnyTool, runTool } from './tool-run.server.ts'

/** So many runs at a time; the others wait. */
const MOST_RUNS = 4
const CHANGES_CHANNEL = 'overround_changes'
const RUNS_TAG = 'import-runs'

/** Carries out a run of one source. @param signal ends it when the server stops; it is then taken up again */
export type RunHandler = (run: QueuedRun, signal: AbortSignal) => Promise<unknown>

/** Carries out the runs that screens and schedules ask for, and those that a killed process has left. */
export interface RunWorker {
  /** Looks for runs that wait. It is called for every change; the clock calls it too, in case one was missed. */
  wake(): Promise<void>
  /** Lets the runs come to their next halt. */
  stop(): Promise<void>
}

export interface RunWorkerOptions {
  database: Database
  log: Logger
  handlers: Readonly<Record<string, RunHandler>>
  /** Sources that wait for the same thing: one of their runs is carried out at a time, so that the others get their turn. */
  oneAtATime?: readonly string[]
}

/** A tool's runs, carried out with what the run asked for. */
export function toolHandler(database: Database, tool: AnyTool): RunHandler {
  return ({ id, params, requestedBy }, signal) =>
    runTool(database.kysely, tool, { params, requestedBy, runId: id, signal })
}

export async function startRunWorker({
  database,
  log,
  handlers,
  oneAtATime = [],
}: RunWorkerOptions): Promise<RunWorker> {
  const db = database.kysely
  const stopping = new AbortController()
  const active = new Map<string, { source: string; ended: Promise<void> }>()
  let looking: Promise<void> | undefined
  let again = false

  function mustWait(source: string): boolean {
    return oneAtATime.includes(source) && [...active.values()].some((run) => oneAtATime.includes(run.source))
  }

  async function look(): Promise<void> {
    do {
      again = false
      for (const run of await readQueuedRuns(db, (id) => active.has(id))) {
        if (stopping.signal.aborted || active.size >= MOST_RUNS) break
        const handler = handlers[run.source]
        if (active.has(run.id) || mustWait(run.source)) continue
        if (!handler) await failQueuedRun(db, run.id, `not_configured: Nothing here runs ${run.source}.`)
        else active.set(run.id, { source: run.source, ended: carryOut(run, handler) })
      }
    } while (again && !stopping.signal.aborted)
  }

  async function carryOut(run: QueuedRun, handler: RunHandler): Promise<void> {
    let goesOn = true
    try {
      await handler(run, stopping.signal)
    } catch (error) {
      // Another process was quicker, or the operator's own command is at it: the clock looks again.
      goesOn = !(error instanceof RunError && error.code === 'already_running')
      if (goesOn) await giveUp(run, error)
    } finally {
      active.delete(run.id)
      if (goesOn) void wake()
    }
  }

  async function giveUp(run: QueuedRun, error: unknown): Promise<void> {
    if (!(error instanceof RunError))
      log.error({ err: error, source: run.source, run: run.id }, 'a run failed')
    const code = error instanceof RunError ? error.code : 'unexpected'
    const message = error instanceof Error ? error.message : String(error)
    await failQueuedRun(db, run.id, `${code}: ${message}`).catch(() => {})
  }

  async function wake(): Promise<void> {
    if (stopping.signal.aborted) return
    again = true
    looking ??= look()
      .catch((error) => log.error({ err: error }, 'runs that wait could not be read'))
      .finally(() => {
        looking = undefined
        if (again) void wake()
      })
    await looking
  }

  const unlisten = await database.listen(
    CHANGES_CHANNEL,
    (payload) => {
      if (payload.split('\n').includes(RUNS_TAG)) void wake()
    },
    () => void wake(),
  )
  await wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      await unlisten()
      await looking
      await Promise.all([...active.values()].map(({ ended }) => ended))
    },
  }
}
