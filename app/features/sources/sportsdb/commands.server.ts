import type { Kysely } from 'kysely'
import { enqueueRun, type RunRequested } from '#app/features/runs/run-queue.server.ts'
import { TOOL_ORIGIN } from '#app/features/runs/tool-run.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { SourcesEnv } from '../settings.ts'
import { readSportsDbAccess } from './access.server.ts'
import { SportsDb } from './client.server.ts'
import { type ToolRequest, toolRequestSchema } from './requests.ts'
import type { Endpoint } from './schema.ts'

/** Asks for a run of a tool. The site's worker carries it out. */
export async function startSportsDbTool(
  db: Kysely<DB>,
  env: SourcesEnv,
  request: ToolRequest,
  requestedBy: string,
): Promise<RunRequested | { kind: 'not_configured' }> {
  if (!(await readSportsDbAccess(db, env))) return { kind: 'not_configured' }
  const { tool, ...params } = toolRequestSchema.parse(request)
  return enqueueRun(db, { source: tool, origin: TOOL_ORIGIN, requestedBy, params })
}

/** Asks TheSportsDB for an administrator, with the server's key. */
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
