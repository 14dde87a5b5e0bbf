import { type Kysely, sql, type Transaction } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'

/**
 * Starts work while a transaction holds its rows, and commits once `waiting` connections wait for a lock. Without the
 * tested lock, each of them has already read the earlier state. PostgreSQL only: the embedded database has one
 * connection.
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
  try {
    const begun = begin()
    const ended = begun.then(() => {
      throw new Error('It did not wait')
    })
    const waits = expect.poll(() => countWaiting(kysely)).toBeGreaterThanOrEqual(waiting)
    await Promise.race([waits, ended])
    mayEnd.resolve()
    await holder
    return await begun
  } finally {
    mayEnd.resolve()
    await Promise.allSettled([holder])
  }
}

/** The connections of this database that wait for a lock. */
export async function countWaiting(kysely: Kysely<DB>): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
  return rows.length
}
