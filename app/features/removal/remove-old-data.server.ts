import { z } from 'zod'
import { RunError } from '#app/features/runs/schema.ts'
import type { Tool, ToolRun } from '#app/features/runs/tool-run.server.ts'
import { isRemovable } from './queries.server.ts'
import { REMOVAL_OPTIONS } from './rules.ts'

/** The type of its runs. */
export const REMOVAL = 'removal'

const BATCH_MATCHES = 100

const params = z.object({
  option: z.enum(REMOVAL_OPTIONS),
  cutoff: z.coerce.date(),
  before: z.coerce.date(),
  /** When it was requested: the instant at which a match must be over. A release before this one does not say it. */
  now: z.coerce.date().optional(),
  /** The number of matches when it was requested. */
  matches: z.number().int().min(0),
  odds: z.number().int().min(0),
})
type Params = z.infer<typeof params>
const COUNTS = ['matches', 'odds'] as const
type Count = (typeof COUNTS)[number]

/**
 * Deletes old matches, the oldest first: in batches of 100, of each the odds and then the matches. A batch commits with
 * its counts, so a removal that is killed or stopped reports its progress and resumes with the remaining matches.
 */
export const removeOldData: Tool<Params, Count> = {
  kind: REMOVAL,
  params,
  counts: COUNTS,
  log: ({ counts, requestedBy, status, error }, { cutoff, option }) => ({
    type: 'cleanup',
    summary: {
      matchesRemoved: counts.matches,
      oddsRemoved: counts.odds,
      cutoffDate: cutoff.toISOString(),
      triggeredBy: requestedBy,
      dateOption: option,
      status,
      ...(error ? { error } : {}),
    },
  }),
  async run(run) {
    for (;;) {
      const ids = await readBatch(run)
      if (ids.length === 0) return
      await removeBatch(run, ids)
    }
  },
}

const isOld = ({ params: { before, now, cutoff } }: ToolRun<Params, Count>) =>
  isRemovable(before, now ?? cutoff)

async function readBatch(run: ToolRun<Params, Count>): Promise<string[]> {
  const rows = await run.db
    .selectFrom('matches as m')
    .select('m.id')
    .where(isOld(run))
    .orderBy('m.start_time')
    .orderBy('m.id')
    .limit(BATCH_MATCHES)
    .execute()
  return rows.map(({ id }) => id)
}

async function removeBatch(run: ToolRun<Params, Count>, ids: string[]): Promise<void> {
  const share = (run.counts.matches + ids.length) / Math.max(1, run.params.matches)
  let began = false
  try {
    await run.commit({ share }, async (trx) => {
      began = true
      // A match can have been postponed since it was read.
      const old = trx.selectFrom('matches as m').select('m.id').where('m.id', 'in', ids).where(isOld(run))
      const odds = await trx.deleteFrom('odds').where('match_id', 'in', old).executeTakeFirstOrThrow()
      await trx.deleteFrom('old_slugs').where('entity', '=', 'match').where('target_id', 'in', old).execute()
      const matches = await trx.deleteFrom('matches').where('id', 'in', old).executeTakeFirstOrThrow()
      return { odds: Number(odds.numDeletedRows), matches: Number(matches.numDeletedRows) }
    })
  } catch (error) {
    if (!began || run.signal.aborted || error instanceof RunError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new RunError('removal_failed', message, { cause: error })
  }
}
