/** What carries out the runs that screens, schedules and commands ask for. */
import { z } from 'zod'
import { runDueSchedules, type Schedule } from '#app/features/imports/schedules.server.ts'
import { BY_SCHEDULE, feedHandler, startScheduledImports } from '#app/features/imports/start-import.server.ts'
import { removeOldData } from '#app/features/removal/remove-old-data.server.ts'
import { type RunHandler, runsJob, toolHandler } from '#app/features/runs/carry-out.server.ts'
import { endLostRuns, type RunDesk } from '#app/features/runs/run-queue.server.ts'
import { pastEventsTool } from '#app/features/score-import/past-matches.server.ts'
import { findImported, IMPORTED } from '#app/features/sources/registry.server.ts'
import { readSportsDbAccess } from '#app/features/sources/sportsdb/access.server.ts'
import { startSportsDbTool } from '#app/features/sources/sportsdb/commands.server.ts'
import { toolRequestSchema } from '#app/features/sources/sportsdb/requests.ts'
import { sportsDbTools } from '#app/features/sources/sportsdb/tools.server.ts'
import { mappingHandlers } from '#app/features/team-mapping/jobs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Env } from '#app/platform/env.ts'
import type { AnyJobKind, JobKind, JobSender } from '#app/platform/jobs.server.ts'
import type { Logger } from '#app/platform/log.ts'

const EVERY_MINUTE = '* * * * *'

interface Site {
  database: Database
  env: Env
  log: Logger
  jobs: JobSender
}

/** The jobs of the site's runs: what carries them out, and what starts those that are due. */
export function runJobs(site: Site): AnyJobKind[] {
  const { database, env } = site
  const access = () => readSportsDbAccess(database.kysely, env)
  const tools = [...sportsDbTools({ access }), pastEventsTool({ access }), removeOldData]
  const handlers: Record<string, RunHandler> = {
    ...Object.fromEntries(tools.map((tool) => [tool.kind, toolHandler(database, tool)])),
    ...Object.fromEntries(IMPORTED.map((source) => [source.key, feedHandler(database, env, source)])),
    ...mappingHandlers(database),
  }
  return [runsJob(site, handlers), schedulesJob(site)]
}

/** Every minute: asks for the runs that are due, and ends those whose process is gone for good. */
export function schedulesJob(site: Site): JobKind<Record<string, never>> {
  const { kysely } = site.database
  return {
    name: 'import-schedules',
    payload: z.object({}) as unknown as z.ZodType<Record<string, never>>,
    exclusive: true,
    cron: EVERY_MINUTE,
    expireInSeconds: 60,
    handle: async () => {
      await endLostRuns(kysely)
      const start = (schedule: Schedule) => startScheduled(site, schedule)
      await runDueSchedules(kysely, new Date(), { start, log: site.log })
    },
  }
}

/** @returns whether the schedule has had its turn; else it is asked again */
async function startScheduled(
  { database, env, log, jobs }: Site,
  { source, sports, params }: Schedule,
): Promise<boolean> {
  const desk: RunDesk = { db: database.kysely, jobs }
  const feed = findImported(source)
  if (feed) return startScheduledImports(desk, env, feed, sports)
  const tool = toolRequestSchema.safeParse({ ...params, tool: source })
  if (tool.success) return (await startSportsDbTool(desk, env, tool.data, BY_SCHEDULE)).kind === 'queued'
  log.warn({ source }, 'a schedule names an unknown source')
  return true
}
