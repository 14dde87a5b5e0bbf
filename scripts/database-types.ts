import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'

const root = path.resolve(import.meta.dirname, '..')
/** The file of the types. */
export const TYPES = path.join(root, 'app/platform/db/types.ts')

/** PostgreSQL types with the TypeScript type of a query's result; `Timestamp` also accepts a text as input. */
const typeNames: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'Timestamp',
  jsonb: 'Json',
  float8: 'number',
  bytea: 'Uint8Array',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
  _int2: '(number | null)[]',
  _int8: '(number | null)[]',
  _timestamptz: 'Date[]',
}

interface Column {
  table_name: string
  column_name: string
  type: string
  nullable: boolean
  has_default: boolean
  always_identity: boolean
}

/** The text of the file for a database: PostgreSQL's own catalogue, so the types match the migrations exactly. */
export async function readTypes<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table_name, a.attname as column_name, t.typname as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as has_default, a.attidentity = 'a' as always_identity
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_type t on t.oid = a.atttypid
    where a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  return format(render(rows))
}

function render(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table_name)
  const interfaces = [...tables].map(([name, ofTable]) => {
    const lines = ofTable.map((column) => `  ${column.column_name}: ${columnType(column)}`)
    return `export interface ${pascal(name)} {\n${lines.join('\n')}\n}`
  })
  const members = [...tables.keys()].map((name) => `  ${name}: ${pascal(name)}`)
  return `// Generated from the migrated database by scripts/generate-db-types.ts. Do not edit: npm run db:types
import type { ColumnType, GeneratedAlways } from 'kysely'

type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }

type Timestamp = ColumnType<Date, Date | string, Date | string>

${interfaces.join('\n\n')}

export interface DB {
${members.join('\n')}
}
`
}

function columnType(column: Column): string {
  const known = typeNames[column.type]
  if (!known)
    throw new Error(`No TypeScript type for ${column.type} (${column.table_name}.${column.column_name})`)
  const base =
    column.nullable && known === 'Timestamp'
      ? 'ColumnType<Date | null, Date | string | null | undefined, Date | string | null>'
      : known
  if (column.always_identity) return `GeneratedAlways<${base}>`
  if (base !== known) return base
  const type = column.nullable ? `${base} | null` : base
  return column.has_default && !column.nullable ? `Defaulted<${type}>` : type
}

function pascal(name: string): string {
  return name.replace(/(^|_)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())
}

function format(source: string): string {
  const biome = path.join(root, 'node_modules/.bin/biome')
  return execFileSync(biome, ['format', '--stdin-file-path=types.ts'], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  })
}
