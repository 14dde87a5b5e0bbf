import { sql } from 'kysely'
import pg from 'pg'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'

let template: Promise<Blob> | undefined
let count = 0

/**
 * A migrated database of its own for a test: in memory, or a fresh PostgreSQL database where TEST_DATABASE_URL is set.
 * Close it when done; on PostgreSQL that removes it.
 */
export async function createTestDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  return url ? createOnPostgres(url) : createInMemory()
}

async function createInMemory(): Promise<Database> {
  template ??= dumpMigrated()
  return openDatabase({ dataDir: 'memory', load: await template })
}

/** Migrating takes longer than loading what a migration has left. */
async function dumpMigrated(): Promise<Blob> {
  const database = await openDatabase({ dataDir: 'memory' })
  await migrate(database)
  const dump = await database.pglite?.dumpDataDir?.('none')
  await database.close()
  if (!dump) throw new Error('the embedded database gave no dump')
  return dump
}

async function createOnPostgres(url: string): Promise<Database> {
  count += 1
  const name = `overround_test_${process.pid}_${Date.now()}_${count}`
  await administer(url, `create database ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  const database = await openDatabase({ url: address.href })
  await migrate(database)
  return {
    ...database,
    close: async () => {
      await database.close()
      await administer(url, `drop database if exists ${name} with (force)`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Ends the connection on which a PostgreSQL database listens, as a restart or a network fault would. */
export async function breakListeners(database: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'overround listen' and datname = current_database()`.execute(database.kysely)
}
