import type { Services } from '#app/platform/services.ts'
import { recordAudit } from '../audit/commands.server.ts'
import type { Administrator } from './commands.server.ts'
import { mapDataJob, mapTeamsJob } from './jobs.server.ts'
import { findLastRun } from './queries.server.ts'
import { cancelMappingRun, createRun, forgetRun, type RequestOutcome } from './runs.server.ts'
import { type MappingScope, nameOfPlace, type RunKind } from './schema.ts'

const JOBS = { data: mapDataJob, teams: mapTeamsJob }

/** Asks for a run, which the site's worker carries out; a second one of a kind is not taken while one is under way. */
export async function startRun(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  kind: RunKind,
  scope: MappingScope,
  administrator: Administrator,
): Promise<RequestOutcome> {
  const db = database.kysely
  const outcome = await createRun(db, kind, scope, administrator.id)
  if (outcome.kind === 'running') return outcome
  const { runId } = outcome
  try {
    await jobs.send(JOBS[kind](database), { runId })
  } catch (error) {
    // Nobody would take it up, and it would stand in the way of the next.
    await forgetRun(db, runId)
    throw error
  }
  const run = await findLastRun({ database }, kind)
  await recordAudit(db, administrator, [
    { entity: 'mapping_runs', entityId: runId, label: nameOfPlace([kind, run?.place ?? '']), action: 'run' },
  ])
  return outcome
}

/** Asks a run to stop after its current batch. False when it is not under way. */
export async function cancelRun(
  { database }: Pick<Services, 'database'>,
  runId: string,
  administrator: Administrator,
): Promise<boolean> {
  const db = database.kysely
  if (!(await cancelMappingRun(db, runId))) return false
  await recordAudit(db, administrator, [
    { entity: 'mapping_runs', entityId: runId, label: 'cancel', action: 'update' },
  ])
  return true
}
