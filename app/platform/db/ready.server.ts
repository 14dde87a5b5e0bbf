import { sql } from 'kysely'
import type { Database } from './connection.server.ts'

/** A database that takes longer makes nobody ready. */
const WITHIN_MS = 2_000

/** Why the database cannot be used now; null where it answers in time. */
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
