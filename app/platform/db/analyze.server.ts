import { sql } from 'kysely'
import type { Database } from './connection.server.ts'

/** PostgreSQL's own thresholds of autoanalyze: rows, and the share of a table. */
const LEAST_ROWS = 50
const LEAST_SHARE = 0.1

/**
 * Analyzes the tables of an embedded database that have changed much since they were last analyzed, as autovacuum does in
 * PostgreSQL. Without statistics, the planner takes a table that has just been filled for an empty one.
 * @returns the names of the analyzed tables
 */
export async function analyzeChanged({ kind, kysely }: Database): Promise<string[]> {
  if (kind !== 'embedded') return []
  // Changes are counted late otherwise: the next statement sees them.
  await sql`select pg_stat_force_next_flush()`.execute(kysely)
  const { rows } = await sql<{ name: string }>`
    select s.relid::regclass::text as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.n_mod_since_analyze > ${LEAST_ROWS} + ${LEAST_SHARE} * greatest(c.reltuples, 0)
    order by 1`.execute(kysely)
  const names = rows.map(({ name }) => name)
  for (const name of names) await sql`analyze ${sql.raw(name)}`.execute(kysely)
  return names
}
