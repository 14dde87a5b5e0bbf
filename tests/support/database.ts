import type { PGlite } from '@electric-sql/pglite'
import { type PostgresPool, sql } from 'kysely'
import type pg from 'pg'
import {
  createPool,
  type Database,
  type PoolUsage,
  wrapInstance,
  wrapPool,
} from '#app/platform/db/connection.server.ts'
import { createInstance } from '#app/platform/db/embedded-instance.server.ts'
import { addressOf, administer, readDump, runName, templateName, withoutTriggers } from './template.ts'

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
export async function resetDatabase({ kysely, url }: Pick<Database, 'kysely' | 'url'>): Promise<void> {
  const { rows } = url
    ? await onRestorer(url, (client) => client.query<{ restore: boolean }>(RESTORE))
    : await sql.raw<{ restore: boolean }>(RESTORE).execute(kysely)
  if (!rows[0]?.restore) throw new Error('A test has changed the tables or functions of its database')
}

const RESTORE = 'select test_start.restore()'

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
  const { rows } = await instance.query<{ restore: boolean }>(RESTORE)
  if (rows[0]?.restore) return instance
  await instance.close()
  return undefined
}

/** Numbers are unique among parallel workers: files of one worker run one after another. */
async function createOnPostgres(url: string): Promise<Database> {
  for (;;) {
    const number = free.numbers.pop() ?? count++
    const name = `${runName()}_${process.env.VITEST_POOL_ID ?? process.pid}_${number}`
    const address = addressOf(url, name)
    const state = await restore(address)
    // Dropping it would wait for a checkpoint, which takes seconds. It goes with the others after the run.
    if (state === 'changed') await administer(url, `alter database ${name} with allow_connections false`)
    if (state === 'changed' || state === 'closed') continue
    if (state === 'missing') await administer(url, `create database ${name} template ${templateName()}`)
    const database = wrapPool(lendPool(poolOf(address)), { url: address, guarded: true })
    return {
      ...database,
      close: async () => {
        await database.close()
        free.numbers.push(number)
      },
    }
  }
}

/**
 * The connections to each database, which stay for the next tests: a new one reads the catalogue and plans its first queries
 * anew, which takes more than the queries of most tests. Those that no test uses end: a server takes a hundred, from the tests in
 * browsers, too.
 */
const UNUSED_MS = 4_000
const pools = new Map<string, { pool: pg.Pool; processes: Set<number> }>()

function poolOf(address: string): pg.Pool {
  const known = pools.get(address)
  if (known) return known.pool
  // The process need not wait for them.
  const pool = createPool({ url: address }, { max: 6, allowExitOnIdle: true, idleTimeoutMillis: UNUSED_MS })
  const processes = new Set<number>()
  pool.on('connect', (client) => processes.add(processOf(client)))
  pool.on('connect', preparing())
  pool.on('remove', (client) => processes.delete(processOf(client)))
  pools.set(address, { pool, processes })
  return pool
}

/** More of them would fill the memory of the server: a large one has a plan of some hundred kilobytes. */
const MOST_PREPARED = 200

/** A text that is longer is hardly sent again: a statement of many rows. */
const LONGEST_PREPARED = 20_000

/** A test that changes a table: statements that are prepared could have other columns after it. */
const CHANGES_TABLES = /\b(alter|create|drop)\b/i

/**
 * Prepares what a connection gets for the third time: tests repeat a few hundred statements, and planning them takes a
 * fifth of the database's time. The site does not, for the sake of poolers: it sends each as the first two are sent here.
 * @returns what to call for each new connection of a pool
 */
function preparing(): (client: pg.PoolClient) => void {
  let shape = 0
  return (client) => {
    const uses = new Map<string, number>()
    const names = new Map<string, string>()
    let known = shape
    /** Over all shapes: the server keeps what was prepared for the former ones. */
    let count = 0
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const nameOf = (text: string): string | undefined => {
      if (known !== shape) {
        names.clear()
        uses.clear()
        known = shape
      }
      const use = (uses.get(text) ?? 0) + 1
      uses.set(text, use)
      if (use === 3 && count < MOST_PREPARED) {
        count += 1
        names.set(text, `repeated ${count}`)
      }
      return names.get(text)
    }
    client.query = ((text: unknown, values: unknown, ...more: unknown[]) => {
      const isText = typeof text === 'string'
      if (isText && CHANGES_TABLES.test(text)) shape += 1
      // Without parameters, a text may have several statements, which cannot be prepared.
      const mayRepeat =
        isText && text.length <= LONGEST_PREPARED && Array.isArray(values) && values.length > 0
      const name = mayRepeat && more.length === 0 ? nameOf(text) : undefined
      return name ? query({ name, text, values }) : query(text, values, ...more)
    }) as typeof client.query
  }
}

/** The number of a connection's process on the server, which the types of `pg` leave out. */
function processOf(client: pg.PoolClient): number {
  return (client as unknown as { processID: number }).processID
}

/** The connections for one test: after its close, they reject that test and serve the next one. */
function lendPool(pool: pg.Pool): PostgresPool & PoolUsage {
  const taken = new Set<pg.PoolClient>()
  const known = new WeakSet<pg.PoolClient>()
  let allReturned: (() => void) | undefined
  return {
    options: pool.options,
    get totalCount() {
      return pool.totalCount
    },
    get idleCount() {
      return pool.idleCount
    },
    get waitingCount() {
      return pool.waitingCount
    },
    async connect() {
      const client = await takeClean(pool, known)
      taken.add(client)
      const release = client.release
      client.release = (error) => {
        taken.delete(client)
        // Nobody would end a transaction that is still open.
        release(error || client.getTransactionStatus() !== 'I')
        if (taken.size === 0) allReturned?.()
      }
      return client
    },
    async end() {
      if (taken.size === 0) return
      await new Promise<void>((resolve) => {
        allReturned = resolve
      })
    },
  }
}

/**
 * A connection without the settings and locks that an earlier test has left on it, unless it is a known one of this test. One
 * that was terminated meanwhile is replaced.
 */
async function takeClean(pool: pg.Pool, known: WeakSet<pg.PoolClient>): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    if (known.has(client)) return client
    try {
      await client.query('reset all; unlisten *; select pg_advisory_unlock_all()')
      known.add(client)
      return client
    } catch {
      client.release(true)
    }
  }
}

/**
 * The connection that resets a database: it fires no trigger, and keeps its plans. A connection of the tests that did so
 * would forget the plans of their queries.
 */
const restorers = new Map<string, pg.Pool>()

function restorerOf(address: string): pg.Pool {
  const known = restorers.get(address)
  if (known) return known
  const settings = { max: 1, allowExitOnIdle: true, idleTimeoutMillis: UNUSED_MS }
  const pool = createPool({ url: withoutTriggers(address) }, settings)
  restorers.set(address, pool)
  return pool
}

async function onRestorer<T>(address: string, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await takeClean(restorerOf(address), new WeakSet())
  try {
    return await run(client)
  } finally {
    client.release()
  }
}

const NO_DATABASE = '3D000'
const NO_CONNECTIONS = '55000'

/**
 * Resets the database; connections that its tests opened themselves are terminated.
 * @returns `missing` if there is no such database, `changed` if its tables are no longer those of the template, `closed` if
 * they were found so before
 */
async function restore(address: string): Promise<'reset' | 'changed' | 'closed' | 'missing'> {
  const forget = async () => {
    const ended = [restorers.get(address), pools.get(address)?.pool]
    restorers.delete(address)
    pools.delete(address)
    await Promise.all(ended.map((pool) => pool?.end()))
  }
  try {
    const isReset = await onRestorer(address, async (client) => {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and pid <> all($1::int[])`,
        [[...(pools.get(address)?.processes ?? [])]],
      )
      const { rows } = await client.query<{ restore: boolean }>(RESTORE)
      return rows[0]?.restore
    })
    if (isReset) return 'reset'
    await forget()
    return 'changed'
  } catch (error) {
    await forget()
    const { code } = error as { code?: string }
    if (code === NO_DATABASE) return 'missing'
    if (code === NO_CONNECTIONS) return 'closed'
    throw error
  }
}

/** Ends the connection on which a PostgreSQL database listens, like a restart or a network fault. */
export async function breakListeners(database: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'overround listen' and datname = current_database()`.execute(database.kysely)
}
