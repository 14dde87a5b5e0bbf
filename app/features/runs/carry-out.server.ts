import type { Database } from '#app/platform/db/connection.server.ts'
import { type JobKind, type JobSender, openOwnQueue } from '#app/platform/jobs.server.ts'
import type { Logger } from '#app/platform/log.ts'
import {
  failRun,
  type QueuedRun,
  RUNS_QUEUE,
  type RunJob,
  requestRun,
  runJob,
  sendAgain,
  takeRun,
} from './run-queue.server.ts'
import type { RunRequest } from './runs.server.ts'
import { RunError } from './schema.ts'
import { type AnyTool, runTool } from './tool-run.server.ts'

/** The maximum number of concurrent runs; the others wait. */
const MOST_RUNS = 8

/** Executes a run of one kind. @param signal ends it when the server stops; it is then resumed */
export type RunHandler = (run: QueuedRun, signal: AbortSignal) => Promise<unknown>

/** Executes a tool's runs, with the options of the run. */
export function toolHandler(database: Database, tool: AnyTool): RunHandler {
  return ({ id, params, requestedBy }, signal) =>
    runTool(database.kysely, tool, { params, requestedBy, runId: id, signal })
}

/** Executes the runs that screens and schedules queue, and those of a lost process. */
export function runsJob(
  { database, log, jobs }: { database: Database; log: Logger; jobs: JobSender },
  handlers: Readonly<Record<string, RunHandler>>,
): JobKind<RunJob> {
  const db = database.kysely
  return {
    ...RUNS_QUEUE,
    payload: runJob,
    atOnce: MOST_RUNS,
    async handle(job, signal, jobId) {
      const run = await takeRun(db, job.runId, jobId)
      if (!run) return
      try {
        const handler = handlers[run.kind]
        if (!handler) throw new RunError('not_configured', `Nothing here runs ${run.kind}.`)
        await handler(run, signal)
      } catch (error) {
        if (!signal.aborted) {
          if (!(error instanceof RunError))
            log.error({ err: error, kind: run.kind, run: run.id }, 'a run failed')
          await failRun(db, run.id, jobId, error)
        }
      }
      if (signal.aborted) await sendAgain({ db, jobs }, job, jobId)
    },
  }
}

/**
 * Executes runs that only this process can execute: those of a command, with a file or an address that no other process
 * knows.
 */
export interface Runner {
  /**
   * Queues a run, executes it and waits for its end. One at a time.
   * @throws RunError already_running, unknown_run, and the errors of `work`
   */
  run<Result>(
    request: RunRequest,
    work: (run: QueuedRun) => Promise<Result>,
    resume?: string,
  ): Promise<Result>
  close(): Promise<void>
}

export async function openRunner(database: Database, log: Logger): Promise<Runner> {
  const db = database.kysely
  let carryOut: (run: QueuedRun | undefined, jobId: string) => Promise<void> = async () => {}
  const jobs = await openOwnQueue(database, log, {
    ...RUNS_QUEUE,
    // No other process can resume such a run.
    retries: 0,
    payload: runJob,
    handle: async ({ runId }: RunJob, _signal: AbortSignal, jobId: string) =>
      carryOut(await takeRun(db, runId, jobId), jobId),
  })
  return {
    async run<Result>(request: RunRequest, work: (run: QueuedRun) => Promise<Result>, resume?: string) {
      const result = new Promise<Result>((resolve, reject) => {
        carryOut = async (run, jobId) => {
          try {
            if (!run) throw new RunError('taken_over', 'The run was stopped before it began.')
            resolve(await work(run))
          } catch (error) {
            if (run) await failRun(db, run.id, jobId, error)
            reject(error)
          }
        }
      })
      const asked = await requestRun({ db, jobs }, request, {
        queue: jobs.queue,
        ...(resume === undefined ? {} : { resume }),
      })
      if (asked.kind === 'queued') return result
      throw new RunError('already_running', `This import is already running (run ${asked.runId}).`)
    },
    close: () => jobs.close(),
  }
}
