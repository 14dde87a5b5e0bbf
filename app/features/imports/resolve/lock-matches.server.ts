import { sql, type Transaction } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

/**
 * Locks matches against other writers until the transaction ends. A transaction that writes quotes of several matches
 * locks the matches first, always in the same order: two imports with the same matches then wait for each other,
 * without a deadlock.
 */
export async function lockMatches(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select 1 from matches where id = any (${ids}::uuid[]) order by id for no key update`.execute(trx)
}
