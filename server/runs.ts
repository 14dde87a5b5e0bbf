/** What carries out the runs that screens and schedules ask for. */
import { z } from 'zod'
import { runDueSchedules, type Schedule } from '#app/features/imports/schedules.server.ts'
import { addSchedules } from '#app/features/imports/source-schedules.server.ts'
import { BY_SCHEDULE, feedHandler, startScheduledImports } from '#app/features/imports/start-import.server.ts'
import { removeOldData } from '#app/features/removal/remove-old-data.server.ts'
import { type RunHandler, startRunWorker, toolHandler } from '#app/features/runs/run-worker.server.ts'
import { pastEventsTool } from '#app/features/score-import/past-matches.server.ts'
import { findImported, IMPORTED } from '#app/features/sources/registry.server.ts'
import { readSportsDbAccess } from '#app/features/sources/sportsdb/access.server.ts'
import { startSportsDbTool } from '#app/features/sources/sportsdb/commands.server.ts'
import { toolRequestSchema } from '#app/features/sources/sportsdb/requests.ts'
import { sportsDbTools } from '#app/features/sources/sportsdb/tools.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Env } from '#app/platform/env.ts'
import type { JobKind } from '#app/platform/jobs.server.ts'
import type { Logger } from '#app/platform/log.ts'

const EVERY_MINUTE = '* * * * *'

interface Site {
  database: Database
  env: Env
  log: Logger
}

/** The site's runs, and the job that starts those which are due and takes up those that were left. */
export interface Runs {
  clock: JobKind<Record<string, never>>
  stop(): Promise<void>
}

export async function startRuns({ database, env, log }: Site): Promise<Runs> {
  await addSchedules(database.kysely)
  const access = () => readSportsDbAccess(database.kysely, env)
  const paced = [...sportsDbTools({ access }), pastEventsTool({ access })]
  const tools = [...paced, removeOldData]
  const handlers: Record<string, RunHandler> = {
    ...Object.fromEntries(tools.map((tool) => [tool.source, toolHandler(database, tool)])),
    ...Object.fromEntries(IMPORTED.map((source) => [source.key, feedHandler(database, env, source)])),
  }
  const worker = await startRunWorker({
    database,
    log,
    handlers,
    // All of them wait for the one pace of TheSportsDB.
    oneAtATime: paced.map(({ source }) => source),
  })
  return {
    clock: {
      name: 'import-schedules',
      payload: z.object({}) as unknown as z.ZodType<Record<string, never>>,
      exclusive: true,
      cron: EVERY_MINUTE,
      expireInSeconds: 60,
      handle: async () => {
        const start = (schedule: Schedule) => startScheduled({ database, env, log }, schedule)
        await runDueSchedules(database.kysely, new Date(), { start, log })
        await worker.wake()
      },
    },
    stop: () => worker.stop(),
  }
}

/** @returns whether the schedule has had its turn; else it is asked again */
async function startScheduled(
  { database, env, log }: Site,
  { source, sports, params }: Schedule,
): Promise<boolean> {
  const db = database.kysely
  const feed = findImported(source)
  if (feed) return startScheduledImports(db, env, feed, sports)
  const tool = toolRequestSchema.safeParse({ ...params, tool: source })
  if (tool.success) return (await startSportsDbTool(db, env, tool.data, BY_SCHEDULE)).kind === 'queued'
  log.warn({ source }, 'a schedule names an unknown source')
  return true
}
