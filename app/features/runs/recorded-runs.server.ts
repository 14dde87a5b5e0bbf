import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Values } from '#app/platform/edit/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { RUNS_QUEUE, type RunDesk } from './run-queue.server.ts'
import { cancelRun, type RunRequested } from './runs.server.ts'

const entity = 'runs'

/**
 * Queues a run for an administrator: it waits for the worker and is recorded in the history, or neither happens.
 * @param line its name in the history, and the selected options
 */
export async function startRecorded<Outcome extends { kind: string }>(
  { database, jobs }: Pick<Services, 'database' | 'jobs'>,
  actor: Actor,
  line: { label: string; after: Values },
  start: (desk: RunDesk) => Promise<Outcome | RunRequested>,
): Promise<Outcome | RunRequested> {
  await jobs.prepare(RUNS_QUEUE)
  return database.kysely.transaction().execute(async (tx) => {
    const outcome = await start({ db: tx, jobs })
    if (outcome.kind === 'queued' && 'runId' in outcome) {
      await recordAudit(tx, actor, [{ entity, entityId: outcome.runId, action: 'run', ...line }])
    }
    return outcome
  })
}

/** Stops a run after its current batch, and records who stopped it. False when it is not running. */
export function cancelRecorded(db: Kysely<DB>, actor: Actor, runId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isStopping = await cancelRun(tx, runId)
    if (isStopping) {
      await recordAudit(tx, actor, [{ entity, entityId: runId, label: 'cancel', action: 'update' }])
    }
    return isStopping
  })
}
