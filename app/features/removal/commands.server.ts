import { type RunDesk, requestRun } from '#app/features/runs/run-queue.server.ts'
import { type RunRequested, SITE } from '#app/features/runs/runs.server.ts'
import { readRemovalCandidates } from './queries.server.ts'
import { REMOVAL } from './remove-old-data.server.ts'
import type { RemovalOption } from './rules.ts'

/** Queues the confirmed removal. Its time limit is computed now: it can only be later than that of the confirmation. */
export async function startRemoval(
  desk: RunDesk,
  request: { option: RemovalOption; administratorId: string; now: Date },
): Promise<RunRequested | { kind: 'nothing_to_remove' }> {
  const { option, administratorId, now } = request
  const { matches, odds, cutoff, before } = await readRemovalCandidates(desk.db, option, now)
  if (matches === 0) return { kind: 'nothing_to_remove' }
  return requestRun(desk, {
    kind: REMOVAL,
    subject: SITE,
    requestedBy: administratorId,
    params: {
      option,
      cutoff: cutoff.toISOString(),
      before: before.toISOString(),
      now: now.toISOString(),
      matches,
      odds,
    },
  })
}
