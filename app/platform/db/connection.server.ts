import { type Driver, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { createEmbeddedKysely } from './embedded.server.ts'
import { createInstance } from './embedded-instance.server.ts'
import { openInThread } from './embedded-thread.server.ts'
import type { Embedded } from './embedded-types.ts'
import { GuardedKysely, outsideTransactions, refuseOuterQuery } from './guarded.server.ts'
import { type HungLimits, openLimit, watchHung } from './hung.server.ts'
import { type Listen, listenOnPostgres } from './listen.server.ts'
import { lockDataFolder } from './lock.server.ts'
import { parsers } from './parsers.ts'
import { createPrecedence, type Precedence } from './precedence.ts'
import type { DB } from './types.ts'

export interface PoolUsage {
  /** Open connections. */
  totalCount: number
  idleCount: number
  /** Queries that wait for a connection. */
  waitingCount: number
}

/** The site's database, PostgreSQL or embedded, with one interface. */
export interface Database {
  kysely: Kysely<DB>
  /** Where a page keeps what it has computed, if `kysely` is that of a replica. */
  primary?: Kysely<DB>
  kind: 'postgres' | 'embedded'
  /**
   * Calls back for each notification on a channel; calls `onGap` when notifications can have been lost, so that
   * everything is stale.
   */
  listen: Listen
  /** The embedded instance, for modules that share it (jobs); undefined on PostgreSQL. */
  pglite?: Embedded
  /** PostgreSQL's address; undefined when embedded. */
  url?: string
  /** The current connections to PostgreSQL; undefined when embedded. */
  pool?: Readonly<PoolUsage>
  /** For other pools of connections to PostgreSQL, such as that of jobs: ends those that hang. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
  /** Gives visitors precedence over background work. */
  precedence: Precedence
  close(): Promise<void>
}

interface PostgresOptions {
  url: string
  log?: (message: string, error: unknown) => void
  /** With time limits, so that visitors get a response when the database is unavailable. */
  forRequests?: boolean
  /** The time limits of opening connections, and of finding those that hang: for tests. */
  hung?: HungLimits
  /** Rejects a query on the outer handle inside a transaction, as the embedded database does: for tests. */
  guarded?: boolean
  /** The precedence object of another connection to it in the same process. */
  precedence?: Precedence
}

export type DatabaseOptions =
  | PostgresOptions
  /** `memory` keeps everything in this thread; `load` is a dump of a data folder to start from. */
  | { dataDir: 'memory'; load?: Blob }
  /** `onEnd` is called when the database ends unexpectedly: its users must end too. */
  | { dataDir: string; onEnd?: (error: Error) => void }

/**
 * Opens the database; it is not migrated yet.
 * @throws DataFolderInUseError when another process holds the data folder, DataFolderError when it cannot be used
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return 'url' in options ? openPostgres(options) : openEmbedded(options)
}

/** Below the time limit of rendering a page. Imports, migrations and jobs have no limit. */
const REQUEST_LIMITS = { connectionTimeoutMillis: 5_000, statement_timeout: 15_000 }

/** Finds hosts that are gone. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, forRequests = false, hung } = options
  const onConnect = watchHung({ url, forRequests, limits: hung })
  return { ...wrapPool(createPool(options, { onConnect }), options), onConnect }
}

/** For jobs: the pool's own `connectionTimeoutMillis` would also limit how long they wait for a free connection. */
const clientWithin = (connectionTimeoutMillis: number) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ connectionTimeoutMillis, ...config })
    }
  }

/** The connections of a database on PostgreSQL. Ending them is the caller's task, unless `wrapPool` gets them. */
export function createPool(
  { url, log, forRequests = false, hung }: PostgresOptions,
  more: pg.PoolConfig = {},
): pg.Pool {
  const types = new pg.TypeOverrides()
  for (const { oid, parse } of parsers) types.setTypeParser(oid, parse)
  const pool = new pg.Pool({
    connectionString: url,
    Client: clientWithin(openLimit(hung)),
    types,
    max: 14,
    ...KEEP_ALIVE,
    ...(forRequests ? REQUEST_LIMITS : {}),
    ...more,
  })
  // The pool listens for errors only while a connection is idle; an unhandled error of a used connection would end the
  // process.
  pool.on('connect', (client) => client.on('error', (error) => log?.('a database connection broke', error)))
  pool.on('error', () => {})
  return pool
}

/** The site's database on open connections, which it ends when it is closed. */
export function wrapPool(
  pool: PostgresPool & PoolUsage,
  { url, guarded = false, precedence = createPrecedence() }: PostgresOptions,
): Database {
  const kysely = guarded
    ? new GuardedKysely<DB>({ dialect: new GuardedPostgresDialect({ pool }) })
    : new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    kysely,
    kind: 'postgres',
    url,
    pool,
    precedence,
    listen: (channel, onMessage, onGap) => listenOnPostgres(url, channel, onMessage, onGap),
    close: () => kysely.destroy(),
  }
}

class GuardedPostgresDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (options) => {
      refuseOuterQuery()
      return acquire(options)
    }
    return driver
  }
}

async function openEmbedded(options: Exclude<DatabaseOptions, { url: string }>): Promise<Database> {
  const { dataDir } = options
  if (dataDir === 'memory') {
    return wrapInstance(await createInstance('load' in options && options.load ? { load: options.load } : {}))
  }
  const unlock = lockDataFolder(dataDir)
  try {
    const onEnd = ('onEnd' in options && options.onEnd) || (() => {})
    const database = wrapInstance(await openInThread(`${dataDir}/pgdata`, onEnd))
    return {
      ...database,
      close: async () => {
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The site's database on an open embedded instance. */
export function wrapInstance(pglite: Embedded): Database {
  const kysely = createEmbeddedKysely<DB>(pglite)
  return {
    kysely,
    kind: 'embedded',
    pglite,
    precedence: createPrecedence(),
    // With one process and one connection, no notification can be lost.
    listen: (channel, onMessage) =>
      pglite.listen(channel, (payload) => outsideTransactions(() => onMessage(payload))),
    close: async () => {
      await kysely.destroy()
      if (!pglite.closed) await pglite.close()
    },
  }
}
