import { type RunHandler, runsJob } from '#app/features/runs/carry-out.server.ts'
import type { RunDesk } from '#app/features/runs/run-queue.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createJobSender, type Pace, startJobs } from '#app/platform/jobs.server.ts'
import { createLog, type Logger } from '#app/platform/log.ts'

/** Where a test asks for runs. Close it before the database. */
export function openDesk(database: Database): RunDesk & { close(): Promise<void> } {
  const jobs = createJobSender(database, createLog('silent'))
  return { db: database.kysely, jobs, close: jobs.close }
}

/** As often as pg-boss allows: a test waits for what the site finds within 15 seconds. */
export const QUICK: Pace = { look: 0.5, lookWithHeartbeat: 0.5, supervise: 1, cron: 1 }

/** A worker that carries out runs, as the site's does. */
export async function startWorker(
  database: Database,
  handlers: Record<string, RunHandler>,
  log: Logger = createLog('silent'),
): Promise<{ stop(): Promise<void> }> {
  const sender = createJobSender(database, log)
  const jobs = await startJobs(database, log, [runsJob({ database, log, jobs: sender }, handlers)], QUICK)
  return {
    async stop() {
      await jobs.stop()
      await sender.close()
    },
  }
}
