import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Administrator } from './commands.server.ts'
import { mapDataJob, mapTeamsJob } from './jobs.server.ts'
import { findLastRun } from './queries.server.ts'
import { cancelMappingRun, createRun, forgetRun, type RequestOutcome } from './runs.server.ts'
import { type MappingScope, nameOfPlace, type RunKind } from './schema.ts'

/** What the trail calls them. */
const entity = 'mapping_runs'

const JOBS = { data: mapDataJob, teams: mapTeamsJob }

/** Asks for a run, which the site's worker carries out; a second one of a kind is not taken while one is under way. */
export async function startRun(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  kind: RunKind,
  scope: MappingScope,
  administrator: Administrator,
): Promise<RequestOutcome> {
  const db = database.kysely
  const { outcome, label } = await db.transaction().execute(async (tx) => {
    const created = await createRun(tx, kind, scope, administrator.id)
    if (created.kind === 'running') return { outcome: created, label: '' }
    const run = await findLastRun({ database: { kysely: tx } }, kind)
    const label = nameOfPlace([kind, run?.place ?? ''])
    await recordAudit(tx, administrator, [{ entity, entityId: created.runId, label, action: 'run' }])
    return { outcome: created, label }
  })
  if (outcome.kind === 'running') return outcome
  const { runId } = outcome
  try {
    await jobs.send(JOBS[kind](database), { runId })
  } catch (error) {
    // Nobody would take it up, and it would stand in the way of the next.
    await db.transaction().execute(async (tx) => {
      await forgetRun(tx, runId)
      await recordAudit(tx, administrator, [{ entity, entityId: runId, label, action: 'delete' }])
    })
    throw error
  }
  return outcome
}

/** Asks a run to stop after its current batch. False when it is not under way. */
export function cancelRun(
  { database }: Pick<Services, 'database'>,
  runId: string,
  administrator: Administrator,
): Promise<boolean> {
  return database.kysely.transaction().execute(async (tx) => {
    if (!(await cancelMappingRun(tx, runId))) return false
    await recordAudit(tx, administrator, [{ entity, entityId: runId, label: 'cancel', action: 'update' }])
    return true
  })
}
