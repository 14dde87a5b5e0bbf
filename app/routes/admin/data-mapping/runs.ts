import { cancelRecorded } from '#app/features/runs/recorded-runs.server.ts'
import { readLastRuns } from '#app/features/team-mapping/queries.server.ts'
import { runRequestSchema } from '#app/features/team-mapping/schema.ts'
import { startRun } from '#app/features/team-mapping/start-run.server.ts'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice } from '../guard.server.ts'
import type { Route } from './+types/runs'

/** The state of both runs, for every browser that shows them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matching.read')
  return Response.json(await readLastRuns(services), { headers: { 'Cache-Control': 'no-store' } })
}

/** Starts a run, or asks it to stop; the response has the state of both runs. */
export const action = adminAction('matching.change', async ({ services, actor, request }) => {
  const asked = await readJson(request, runRequestSchema)
  if (asked.intent === 'start') {
    const { kind } = await startRun(services, asked.kind, asked.scope, actor)
    return { kind, runs: await readLastRuns(services) }
  }
  const isStopping = await cancelRecorded(services.database.kysely, actor, asked.runId)
  return {
    kind: isStopping ? ('cancelled' as const) : ('over' as const),
    runs: await readLastRuns(services),
  }
})
