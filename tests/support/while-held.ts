import { type Kysely, sql, type Transaction } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'

/**
 * Begins work while a transaction holds what it needs, and commits the transaction once `waiting` connections wait for
 * a lock: without the lock that is tested, all of them have read the state of before. The embedded database has one
 * connection, which nothing can wait for.
 */
export async function whileHeld<T>(
  { kysely }: Pick<Database, 'kysely'>,
  hold: (trx: Transaction<DB>) => Promise<unknown>,
  begin: () => Promise<T>,
  waiting = 1,
): Promise<T> {
  const [held, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = kysely.transaction().execute(async (trx) => {
    await hold(trx)
    held.resolve()
    await mayEnd.promise
  })
  await Promise.race([held.promise, holder])
  const begun = begin()
  try {
    await expect.poll(() => countWaiting(kysely)).toBe(waiting)
  } finally {
    mayEnd.resolve()
  }
  await holder
  return begun
}

async function countWaiting(kysely: Kysely<DB>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
  return rows.length
}
