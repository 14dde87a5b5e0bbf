import type { Kysely } from 'kysely'
import { enqueueRun, type RunRequested } from '#app/features/runs/run-queue.server.ts'
import { TOOL_ORIGIN } from '#app/features/runs/tool-run.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { readRemovalCandidates } from './queries.server.ts'
import { REMOVAL_SOURCE } from './remove-old-data.server.ts'
import type { RemovalOption } from './rules.ts'

/** Asks for the removal that was confirmed. The window is that of now: it can only have moved on since the question. */
export async function startRemoval(
  db: Kysely<DB>,
  request: { option: RemovalOption; administratorId: string; now: Date },
): Promise<RunRequested | { kind: 'nothing_to_remove' }> {
  const { option, administratorId, now } = request
  const { matches, odds, cutoff, before } = await readRemovalCandidates(db, option, now)
  if (matches === 0) return { kind: 'nothing_to_remove' }
  return enqueueRun(db, {
    source: REMOVAL_SOURCE,
    origin: TOOL_ORIGIN,
    requestedBy: administratorId,
    params: { option, cutoff: cutoff.toISOString(), before: before.toISOString(), matches, odds },
  })
}
