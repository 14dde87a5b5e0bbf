/** The handlers of the runs that screens, schedules and commands request. */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { TROUBLES_QUEUE } from '#app/features/alerts/jobs.server.ts'
import { pastPricesTool } from '#app/features/imports/past/past-prices.server.ts'
import { runDueSchedules, type Schedule } from '#app/features/imports/schedules/schedules.server.ts'
import { feedHandler } from '#app/features/imports/start-import.server.ts'
import { startSchedule } from '#app/features/imports/start-schedule.server.ts'
import { mediaCleanup } from '#app/features/media/jobs.server.ts'
import { removeOldData } from '#app/features/removal/remove-old-data.server.ts'
import { type RunHandler, runsJob, toolHandler } from '#app/features/runs/carry-out.server.ts'
import { endLostRuns, type RunDesk } from '#app/features/runs/run-queue.server.ts'
import { BY_SCHEDULE } from '#app/features/runs/runs.server.ts'
import { pastEventsTool } from '#app/features/score-import/past-matches.server.ts'
import { IMPORTED } from '#app/features/sources/registry.server.ts'
import { readSportsDbAccess } from '#app/features/sources/sportsdb/access.server.ts'
import { sportsDbTools } from '#app/features/sources/sportsdb/tools.server.ts'
import { mappingHandlers } from '#app/features/team-mapping/jobs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { Env } from '#app/platform/env.ts'
import type { GuardedFetchOptions } from '#app/platform/http/fetch-guarded.server.ts'
import type { AnyJobKind, JobKind, JobSender } from '#app/platform/jobs.server.ts'
import type { Logger } from '#app/platform/log.ts'

const EVERY_MINUTE = '* * * * *'

interface Site {
  database: Database
  env: Env
  log: Logger
  jobs: JobSender
  /** The clock; the current time by default. */
  clock?: () => Date
  /** Options of fetching feeds. */
  fetch?: Pick<GuardedFetchOptions, 'retryDelayMs'>
  /** The length of a minute of schedules, in which a run waits for its source; tests set a shorter one. */
  minuteMs?: number
}

/** The jobs of the site's runs: one executes them, one starts those that are due. */
export function runJobs(site: Site): AnyJobKind[] {
  const { database, env } = site
  const access = () => readSportsDbAccess(database.kysely, env)
  const tools = [
    ...sportsDbTools({ access }),
    pastEventsTool({ access }),
    pastPricesTool(site),
    removeOldData,
    mediaCleanup(site),
  ]
  const handlers: Record<string, RunHandler> = {
    ...Object.fromEntries(tools.map((tool) => [tool.kind, toolHandler(database, tool)])),
    ...Object.fromEntries(
      IMPORTED.map((source) => [source.key, feedHandler(database, env, source, site.fetch, site.minuteMs)]),
    ),
    ...mappingHandlers(database),
  }
  const watched = Object.entries(handlers).map(([kind, handle]) => [kind, watch(site, handle)])
  return [runsJob(site, Object.fromEntries(watched)), schedulesJob(site)]
}

/**
 * Checks the feed's health at once after the last of its scheduled runs, without waiting for the end of the minute: after
 * the first of several, a dead source would be told as the trouble of one schedule.
 */
function watch({ jobs, database }: Site, handle: RunHandler): RunHandler {
  return async (run, signal) => {
    try {
      await handle(run, signal)
    } finally {
      if (run.requestedBy === BY_SCHEDULE && !(await hasOtherTurns(database.kysely, run)))
        await jobs.send(TROUBLES_QUEUE, {})
    }
  }
}

/** Whether other scheduled runs of the same kind are not over yet. */
async function hasOtherTurns(db: Kysely<DB>, { id, kind }: { id: string; kind: string }): Promise<boolean> {
  const other = await db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .where('requested_by', '=', BY_SCHEDULE)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return other !== undefined
}

/** Every minute: queues the runs that are due, and ends those whose process is lost. */
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
      const now = site.clock?.() ?? (await readClock(kysely))
      const start = (schedule: Schedule) => startScheduled(site, schedule, now)
      await runDueSchedules(kysely, now, { start, log: site.log })
    },
  }
}

/** The time of the database: the clocks of several machines can differ. */
async function readClock(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** @returns whether the schedule is done for this time; otherwise it is tried again */
async function startScheduled(
  { database, env, log, jobs, minuteMs }: Site,
  schedule: Schedule,
  at: Date,
): Promise<boolean> {
  const desk: RunDesk = { db: database.kysely, jobs }
  const { kind } = await startSchedule(desk, env, schedule, { at, requestedBy: BY_SCHEDULE }, minuteMs)
  if (kind === 'unknown') log.warn({ source: schedule.feed }, 'a schedule names an unknown source')
  return kind === 'queued' || kind === 'nothing_due' || kind === 'unknown'
}
