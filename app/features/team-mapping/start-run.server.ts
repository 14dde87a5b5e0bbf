import { RUNS_QUEUE, requestRun } from '#app/features/runs/run-queue.server.ts'
import { SITE } from '#app/features/runs/runs.server.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Administrator } from './commands.server.ts'
import { findLastRun } from './queries.server.ts'
import { KIND_OF_RUN, type MappingScope, nameOfPlace, type RunKind } from './schema.ts'

export type RequestOutcome = { kind: 'started' | 'running'; runId: string }

/** Queues a run, which the site's worker executes; a second one of its kind is rejected while one is running. */
export async function startRun(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  kind: RunKind,
  scope: MappingScope,
  administrator: Administrator,
): Promise<RequestOutcome> {
  await jobs.prepare(RUNS_QUEUE)
  return database.kysely.transaction().execute(async (tx) => {
    const asked = await requestRun(
      { db: tx, jobs },
      { kind: KIND_OF_RUN[kind], subject: SITE, requestedBy: administrator.id, params: { ...scope } },
    )
    const { runId } = asked
    if (asked.kind === 'already_running') return { kind: 'running', runId }
    const run = await findLastRun({ database: { kysely: tx } }, kind)
    const label = nameOfPlace([kind, ...(run ? [run.place.sport, run.place.country, run.place.league] : [])])
    await recordAudit(tx, administrator, [{ entity: 'runs', entityId: runId, label, action: 'run' }])
    return { kind: 'started', runId }
  })
}
