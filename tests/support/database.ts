import net from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, openDatabase, wrapInstance } from '#app/platform/db/connection.server.ts'
import { createInstance } from '#app/platform/db/embedded-instance.server.ts'
import { addressOf, administer, readDump, runName, templateName } from './template.ts'

/**
 * A migrated database for one test: on PostgreSQL if TEST_DATABASE_URL is set, else in memory. Close it after the test:
 * the next test gets the same database, reset to its initial state.
 */
export function createTestDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  return url ? createOnPostgres(url) : createInMemory()
}

/**
 * Whether a file runs on the embedded database to show what is that database's own, beside a run of all its tests on
 * PostgreSQL. What it shows of the feature alone is then skipped.
 */
export const IS_DIALECT_ONLY = Boolean(process.env.EMBEDDED_CONTRACT) && !process.env.TEST_DATABASE_URL

/** Empties a database between the tests of a file, in a tenth of the time of truncating what hangs on a few tables. */
export async function resetDatabase({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  const { rows } = await sql<{ restore: boolean }>`select test_start.restore()`.execute(kysely)
  if (!rows[0]?.restore) throw new Error('A test has changed the tables or functions of its database')
}

/** Empties tables and those that refer to them: `truncate … cascade`, which waits for the disk, takes 0.3 s. */
export async function emptyTables({ kysely }: Pick<Database, 'kysely'>, ...names: string[]): Promise<void> {
  await sql
    .raw(`do $$
      declare t record;
      begin
        set local session_replication_role = replica;
        for t in
          with recursive emptied as (
            select name::regclass as id from unnest(array['${names.join("','")}']) as name
            union select k.conrelid from pg_constraint k join emptied e on e.id = k.confrelid where k.contype = 'f'
          )
          select e.id from emptied e join pg_class c on c.oid = e.id where not c.relispartition
        loop execute format('delete from %s', t.id); end loop;
      end $$`)
    .execute(kysely)
}

/** Runs queries that read no index in its order: an order that a query does not ask for itself is then missing. */
export function withoutIndexOrder<T>(
  database: Database,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  return database.kysely.transaction().execute(async (kysely) => {
    await sql`select set_config(name, 'off', true)
      from (values ('enable_indexscan'), ('enable_indexonlyscan')) as settings (name)`.execute(kysely)
    return run({ ...database, kysely })
  })
}

/** Unused databases of this worker: numbers on PostgreSQL, instances in memory. */
const free: { numbers: number[]; instances: PGlite[] } = { numbers: [], instances: [] }
let count = 0

async function createInMemory(): Promise<Database> {
  const instance = (await restoredInstance()) ?? (await createInstance({ load: readDump() }))
  return wrapInstance(lend(instance))
}

/** The instance for one user: after its close, it rejects that user and serves the next one. */
function lend(instance: PGlite): PGlite {
  let closed = false
  return new Proxy(instance, {
    get(target, name) {
      if (name === 'closed') return closed || target.closed
      if (name === 'close') {
        return async () => {
          closed = true
          if (!target.closed) free.instances.push(target)
        }
      }
      if (closed) throw new Error('PGlite is closed')
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function restoredInstance(): Promise<PGlite | undefined> {
  const instance = free.instances.pop()
  if (!instance || instance.closed) return undefined
  await instance.exec('unlisten *')
  const { rows } = await instance.query<{ restore: boolean }>('select test_start.restore()')
  if (rows[0]?.restore) return instance
  await instance.close()
  return undefined
}

/** Numbers are unique among parallel workers: files of one worker run one after another. */
async function createOnPostgres(url: string): Promise<Database> {
  const number = free.numbers.pop() ?? count++
  const name = `${runName()}_${process.env.VITEST_POOL_ID ?? process.pid}_${number}`
  const address = addressOf(url, name)
  if (!(await isRestored(address))) {
    await administer(
      url,
      `drop database if exists ${name} with (force)`,
      `create database ${name} template ${templateName()}`,
    )
  }
  // Each connection plans its first queries anew, which takes more than the queries.
  const database = await openDatabase({ url: address, guarded: true, connections: 6 })
  return {
    ...database,
    close: async () => {
      await database.close()
      free.numbers.push(number)
    },
  }
}

interface Keeper {
  client: pg.Client
  socket: net.Socket
}

/** A connection to each database, which stays for the file: a new one takes three times as long to reset it. */
const keepers = new Map<string, Keeper>()

async function keeperOf(address: string): Promise<Keeper> {
  const known = keepers.get(address)
  if (known) return known
  const socket = new net.Socket()
  const client = new pg.Client({ connectionString: address, stream: () => socket })
  client.on('error', () => keepers.delete(address))
  await client.connect()
  keepers.set(address, { client, socket })
  return { client, socket }
}

/** Whether the database existed and was reset; connections of earlier tests are terminated. */
async function isRestored(address: string): Promise<boolean> {
  let isReset = false
  try {
    const { client, socket } = await keeperOf(address)
    socket.ref()
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    const { rows } = await client.query<{ restore: boolean }>('select test_start.restore()')
    isReset = rows[0]?.restore ?? false
    // The process need not wait for it.
    socket.unref()
  } catch (error) {
    const { code } = error as { code?: string }
    // The database does not exist; the role is not a superuser.
    if (code !== '3D000' && code !== '42501') throw error
  }
  if (!isReset) {
    await keepers.get(address)?.client.end()
    keepers.delete(address)
  }
  return isReset
}

/** Ends the connection on which a PostgreSQL database listens, like a restart or a network fault. */
export async function breakListeners(database: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'overround listen' and datname = current_database()`.execute(database.kysely)
}
