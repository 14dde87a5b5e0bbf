import { sql } from 'kysely'
import { readDemoPercent } from '#app/features/imports/demo-loading.server.ts'
import { RunError } from '#app/features/runs/schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { outsideTransactions } from '#app/platform/db/guarded.server.ts'

/** The embedded databases into which this process loads the demonstration: one process has such a database. */
const embedded = new WeakSet<Database>()

/**
 * Loads the demonstration unless this process or another one of the site does so already.
 * @throws RunError already_running
 */
export function loadAlone<Result>(database: Database, load: () => Promise<Result>): Promise<Result> {
  return database.kind === 'embedded' ? loadHere(database, load) : loadLocked(database, load)
}

async function loadHere<Result>(database: Database, load: () => Promise<Result>): Promise<Result> {
  if (embedded.has(database)) throw await isLoading(database)
  embedded.add(database)
  try {
    return await load()
  } finally {
    embedded.delete(database)
  }
}

/** The lock ends with the connection, so a process that was killed does not hold it. */
function loadLocked<Result>(database: Database, load: () => Promise<Result>): Promise<Result> {
  return database.kysely.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_lock(hashtext('demonstration')) as is_free`.execute(connection)
    if (!rows[0]?.is_free) throw await outsideTransactions(() => isLoading(database))
    try {
      // The load has connections of its own.
      return await outsideTransactions(load)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('demonstration'))`.execute(connection)
    }
  })
}

async function isLoading({ kysely }: Database): Promise<RunError> {
  const percent = (await readDemoPercent(kysely)) ?? 0
  return new RunError('already_running', `The demonstration is loading already: ${percent} %`)
}
