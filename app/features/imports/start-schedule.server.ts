import type { RunDesk } from '#app/features/runs/run-queue.server.ts'
import { findImported } from '#app/features/sources/registry.server.ts'
import type { SourcesEnv } from '#app/features/sources/settings.ts'
import { startSportsDbTool } from '#app/features/sources/sportsdb/commands.server.ts'
import { toolRequestSchema } from '#app/features/sources/sportsdb/requests.ts'
import type { Schedule } from './schedules/schedules.server.ts'
import { type ScheduleStarted, startScheduledImports } from './start-import.server.ts'

/**
 * Queues the runs of a schedule: a turn of it, when it is due or when a user asks for it.
 * @param minuteMs the length of a minute; tests set a shorter one
 * @returns `unknown`: its source or tool does not exist any more
 */
export async function startSchedule(
  desk: RunDesk,
  env: SourcesEnv,
  { id, feed, sports, chosen, params }: Schedule,
  { at, requestedBy }: { at: Date; requestedBy: string },
  minuteMs?: number,
): Promise<ScheduleStarted | { kind: 'unknown' }> {
  const turn = { scheduleId: id, at }
  const source = findImported(feed)
  if (source) {
    const wanted = { competitions: sports, chosen, turn, requestedBy }
    return startScheduledImports(desk, env, source, wanted, minuteMs)
  }
  const tool = toolRequestSchema.safeParse({ ...params, tool: feed })
  if (!tool.success) return { kind: 'unknown' }
  return startSportsDbTool(desk, env, tool.data, requestedBy, turn)
}
