import type { Kysely } from 'kysely'
import { endRun, type RunRecord } from '#app/features/runs/runs.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import type { ImportCounts, ImportSummary } from '../schema.ts'

interface RunEnd {
  summary: ImportSummary
  percent: number
  newestPriceAt: Date | null
  /** How long the run has waited for its source. */
  waitedMs: number
}

/** Stores the end of a run, and its line of the operator's log. */
export async function storeEnd(
  db: Kysely<DB>,
  run: RunRecord<ImportCounts>,
  { summary, percent, newestPriceAt, waitedMs }: RunEnd,
): Promise<void> {
  const { status, error } = summary
  await db.transaction().execute(async (trx) => {
    await endRun(trx, run, {
      status,
      error,
      percent,
      cursor: JSON.stringify(run.cursor),
      counts: JSON.stringify(run.counts),
      reasons: JSON.stringify(run.reasons),
      newest_price_at: newestPriceAt,
      waited_ms: waitedMs,
    })
    await trx
      .insertInto('import_logs')
      .values({ type: 'import', summary: JSON.stringify(summary) })
      .execute()
  })
}
