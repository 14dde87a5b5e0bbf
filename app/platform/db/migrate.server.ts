import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { ROOT } from '../files/root.ts'
import type { Database } from './connection.server.ts'

const LOCK = 7_116_290_421

const folder = path.join(ROOT, 'db/migrations')

interface Migration {
  name: string
  text: string
  checksum: string
  /** Whether it removes anything that an earlier version uses (scripts/check-migrations.ts). */
  contracts: boolean
}

export interface Migrated {
  applied: string[]
  /** Applied by a newer version, and compatible with this one: they only add. */
  ahead: string[]
}

/** An applied migration's file was edited or removed: the files no longer describe the database. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Applies the missing migrations, in order, each in its own transaction. Two processes that start at the same time on
 * PostgreSQL wait for each other.
 * @throws MigrationError when an applied migration was edited, or is unknown to this version and does more than add
 */
export async function migrate(database: Database): Promise<Migrated> {
  const migrations = readMigrations()
  return database.kysely.connection().execute(async (connection) => {
    if (database.kind === 'postgres') await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await applyMissing(database, connection, migrations)
    } finally {
      if (database.kind === 'postgres') await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

/** Whether a version of the site has made its tables, even if not all of those of this version. */
export async function isMigrated({ kysely }: Pick<Database, 'kysely'>): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regclass('schema_migrations') is not null as is_there`.execute(kysely)
  return rows[0]?.is_there ?? false
}

async function applyMissing<DB>(
  database: Database,
  connection: Kysely<DB>,
  migrations: Migration[],
): Promise<Migrated> {
  await sql`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    connection,
  )
  // Null: written by a version that did not state it.
  await sql`alter table schema_migrations add column if not exists contracts boolean`.execute(connection)
  const { rows } = await sql<{
    name: string
    checksum: string
    contracts: boolean | null
  }>`select name, checksum, contracts from schema_migrations order by name`.execute(connection)
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  const unknown = rows.filter((row) => !migrations.some((it) => it.name === row.name))
  const last = migrations.at(-1)?.name ?? ''
  const harmful = unknown.find(({ name, contracts }) => contracts !== false || name < last)
  if (harmful) {
    throw new MigrationError(
      `The database has the migration ${harmful.name}, which this version does not know. Use a newer one.`,
    )
  }
  const applied: string[] = []
  for (const migration of migrations) {
    const checksum = known.get(migration.name)
    if (checksum === undefined) {
      await apply(database, connection, migration)
      applied.push(migration.name)
    } else if (checksum !== migration.checksum) {
      throw new MigrationError(
        `The migration ${migration.name} was edited after it had been applied. Put it back, and write a new one for the change.`,
      )
    }
  }
  return { applied, ahead: unknown.map(({ name }) => name) }
}

async function apply<DB>(database: Database, connection: Kysely<DB>, migration: Migration): Promise<void> {
  await sql`begin`.execute(connection)
  try {
    await executeScript(database, connection, migration.text)
    await sql`insert into schema_migrations (name, checksum, contracts)
      values (${migration.name}, ${migration.checksum}, ${migration.contracts})`.execute(connection)
    await sql`commit`.execute(connection)
  } catch (error) {
    await sql`rollback`.execute(connection)
    throw new MigrationError(`The migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** Several statements in one text: the simple protocol, which pg uses without parameters and PGlite in `exec`. */
async function executeScript<DB>(database: Database, connection: Kysely<DB>, text: string): Promise<void> {
  if (database.pglite) await database.pglite.exec(text)
  else await sql.raw(text).execute(connection)
}

/** The name of the last migration that this version knows. */
export const lastKnownMigration = (): string => readMigrations().at(-1)?.name ?? ''

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8')
      return {
        name: file.replace('.sql', ''),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
        contracts: text.startsWith('-- Contracts:'),
      }
    })
}
