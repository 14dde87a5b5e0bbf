import { type Kysely, sql } from 'kysely'
import type { Quota } from '#app/features/sources/contract.ts'
import type { DB } from '#app/platform/db/types.ts'

/** Stores the remaining quota of a source: with the run that received it, and with the source's first schedule. */
export async function saveQuota(
  db: Kysely<DB>,
  { source, runId, quota }: { source: string; runId: string; quota: Quota },
): Promise<void> {
  await db
    .updateTable('runs')
    .set({ quota: JSON.stringify(quota) })
    .where('id', '=', runId)
    .execute()
  await db
    .updateTable('import_schedules')
    .set({ quota_remaining: quota.remaining, quota_limit: quota.limit, quota_at: sql`now()` })
    .where('source', '=', source)
    .execute()
}
