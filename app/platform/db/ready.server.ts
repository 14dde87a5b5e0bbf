import { sql } from 'kysely'
import type { Database } from './connection.server.ts'

/** A slower database counts as not ready. */
const WITHIN_MS = 2_000

/** Why the database is not available now; null where it responds in time. */
export async function findDatabaseProblem({ kysely }: Pick<Database, 'kysely'>): Promise<string | null> {
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, WITHIN_MS, 'the database does not answer in time').unref()
  })
  const answer = sql`select 1`.execute(kysely).then(
    () => null,
    () => 'the database cannot be reached',
  )
  return Promise.race([answer, late])
}
