import type { Kysely } from 'kysely'
import { type RunDesk, requestRun } from '#app/features/runs/run-queue.server.ts'
import { type RunRequested, SITE, type Turn } from '#app/features/runs/runs.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { SourcesEnv } from '../settings.ts'
import { readSportsDbAccess } from './access.server.ts'
import { SportsDb } from './client.server.ts'
import { type ToolRequest, toolRequestSchema } from './requests.ts'
import type { Endpoint } from './schema.ts'

/** All tools share the rate limit of TheSportsDB: one runs at a time, so that other runs are not delayed. */
const PACED = 'sportsdb'

/** Queues a run of a tool, which the site's worker executes. */
export async function startSportsDbTool(
  desk: RunDesk,
  env: SourcesEnv,
  request: ToolRequest,
  requestedBy: string,
  turn?: Turn,
): Promise<RunRequested | { kind: 'not_configured' }> {
  if (!(await readSportsDbAccess(desk.db, env))) return { kind: 'not_configured' }
  const { tool, ...params } = toolRequestSchema.parse(request)
  return requestRun(desk, { kind: tool, subject: SITE, requestedBy, params, turn }, { group: PACED })
}

/** Sends an administrator's request to TheSportsDB, with the server's key. */
export async function askSportsDb(
  db: Kysely<DB>,
  env: SourcesEnv,
  request: { endpoint: Endpoint; params: Record<string, string>; sport?: string | undefined },
  signal?: AbortSignal,
) {
  const access = await readSportsDbAccess(db, env)
  if (!access) return { kind: 'not_configured' as const }
  const params = { ...request.params, ...(request.sport === undefined ? {} : { s: request.sport }) }
  return new SportsDb(db, access, signal ? { signal } : {}).askRaw(request.endpoint, params)
}
