import { sql } from 'kysely'
import type { Database } from '#app/platform/db/connection.server.ts'

/** The columns of a table as in a definition: `text not null default 'user'`. */
export async function columnsOf({ kysely }: Database, table: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select a.attname as name, concat(
      replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz'),
      case when a.attnotnull then ' not null' end,
      ' default ' || replace(pg_get_expr(d.adbin, d.adrelid), '::text', '')) as definition
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped`.execute(kysely)
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]))
}

/** The keys and checks of a table in PostgreSQL's notation, without casts to text: `UNIQUE (code)`. */
export async function constraintsOf({ kysely }: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select replace(pg_get_constraintdef(oid), '::text', '') as definition from pg_constraint
    where conrelid = ${table}::regclass`.execute(kysely)
  return rows.map(({ definition }) => definition)
}
