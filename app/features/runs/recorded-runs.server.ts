import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import { recordAudit } from '#app/platform/edit/save-list.server.ts'
import type { Actor, Values } from '#app/platform/edit/schema.ts'
import type { RunRequested } from './run-queue.server.ts'
import { cancelRun } from './runs.server.ts'

const entity = 'import_runs'

/**
 * Asks for a run as an administrator does: it waits for the worker and stands in the trail, or neither.
 * @param line what the trail calls it, and what was chosen
 */
export function startRecorded<Outcome extends { kind: string }>(
  db: Kysely<DB>,
  actor: Actor,
  line: { label: string; after: Values },
  start: (tx: Kysely<DB>) => Promise<Outcome | RunRequested>,
): Promise<Outcome | RunRequested> {
  return db.transaction().execute(async (tx) => {
    const outcome = await start(tx)
    if (outcome.kind === 'queued' && 'runId' in outcome) {
      await recordAudit(tx, actor, [{ entity, entityId: outcome.runId, action: 'run', ...line }])
    }
    return outcome
  })
}

/** Asks a run to stop after its current batch, and records who did. False when it is not running. */
export function cancelRecorded(db: Kysely<DB>, actor: Actor, runId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isStopping = await cancelRun(tx, runId)
    if (isStopping) {
      await recordAudit(tx, actor, [{ entity, entityId: runId, label: 'cancel', action: 'update' }])
    }
    return isStopping
  })
}
