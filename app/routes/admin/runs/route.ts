import { z } from 'zod'
import { cancelRecorded } from '#app/features/runs/recorded-runs.server.ts'
import { readRun, readRunLogEnd, readRuns } from '#app/features/runs/run-queries.server.ts'
import { readJson } from '../changes.server.ts'
import { adminAction, backOffice } from '../guard.server.ts'
import type { Route } from './+types/route'

const RUNS = 15
/** The limit of the log: thousands of rejected items are better read in the feed than here. */
const LINES = 100

/**
 * The state of the runs of some kinds, `?kinds=promo,the-odds-api`, with the log of the first. `&run=<id>` puts that run
 * first: it stays in view when a schedule starts another.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const db = backOffice(context, 'feeds.read').services.database.kysely
  const kinds = url.searchParams.get('kinds')?.split(',').filter(Boolean)
  const latest = await readRuns(db, { limit: RUNS, ...(kinds ? { kinds } : {}) })
  const asked = await readRun(db, url.searchParams.get('run') ?? '')
  const runs = asked ? [asked, ...latest.filter(({ id }) => id !== asked.id)] : latest
  const lines = runs[0] ? await readRunLogEnd(db, runs[0].id, LINES) : []
  return Response.json({ runs, lines }, { headers: { 'Cache-Control': 'no-store' } })
}

const cancelRequest = z.object({ intent: z.literal('cancel'), runId: z.uuid() })

/** Asks a run to stop after its current batch. */
export const action = adminAction('feeds.change', async ({ services, actor, request }) => {
  const { runId } = await readJson(request, cancelRequest)
  const isStopping = await cancelRecorded(services.database.kysely, actor, runId)
  return { kind: isStopping ? ('cancelled' as const) : ('over' as const) }
})
