import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { breakListeners, createTestDatabase } from '#tests/support/database.ts'
import { type DatabaseLine, openDatabaseLine } from '#tests/support/database-line.ts'
import { fillFolder } from '#tests/support/server-data.ts'
import { type Database, openDatabase } from './connection.server.ts'
import { allowLongStatements } from './hung.server.ts'
import { migrate } from './migrate.server.ts'
import type { DB } from './types.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const threads = vi.hoisted((): Worker[] => [])
vi.mock('node:worker_threads', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:worker_threads')>()
  class WatchedWorker extends original.Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args)
      threads.push(this)
    }
  }
  return { ...original, Worker: WatchedWorker }
})

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)
const kinds = onPostgres ? ['PostgreSQL'] : ['embedded', 'embedded, in a thread of its own']

let database: Database

/** The common behaviour of both drivers, and of both modes of the embedded one. */
describe.each(kinds)('%s', (kind) => {
  if (kind.includes('thread')) shareOnDisk()
  else {
    beforeEach(async () => {
      database = await createTestDatabase()
    })
    afterEach(() => database.close())
  }

  describe('openDatabase', openDatabaseTests)
  describe('migrate', migrateTests)
  describe('listen', listenTests)
  describe.runIf(kind.includes('thread'))('the thread', threadTests)
  describe.runIf(onPostgres)('the time limits', timeLimitTests)
  describe.runIf(onPostgres)('a connection that is terminated', cutConnectionTests)
  describe.runIf(onPostgres)('a connection that hangs', hungConnectionTests)
})

const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'overround-db-'))

/** One database for all tests of a group: starting one takes a second. What they write is taken back. */
function shareOnDisk(): void {
  let shared: Database
  let migrations: Awaited<ReturnType<typeof readMigrations>>
  const readMigrations = () => shared.kysely.selectFrom('schema_migrations').selectAll().execute()
  let dataDir: string
  beforeAll(async () => {
    dataDir = newFolder()
    await fillFolder(dataDir)
    shared = await openDatabase({ dataDir })
    migrations = await readMigrations()
  })
  beforeEach(() => {
    database = shared
  })
  afterEach(async () => {
    await shared.kysely.deleteFrom('bookmakers').execute()
    await shared.kysely.deleteFrom('schema_migrations').execute()
    await shared.kysely.insertInto('schema_migrations').values(migrations).execute()
  })
  afterAll(async () => {
    await shared.close()
    rmSync(dataDir, { recursive: true })
  })
}

const countBookmakers = async () => {
  const row = await database.kysely
    .selectFrom('bookmakers')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
const bookmaker = (key: string) => ({ key, name: key, slug: key })

function openDatabaseTests() {
  it('returns numbers for numeric and bigint, dates for timestamps, and text for days', async () => {
    const { rows } =
      await sql`select 1.85::numeric(8,2) as price, 7::bigint as big, now() as at, '2026-11-21'::date as day`.execute(
        database.kysely,
      )
    expect(rows[0]).toMatchObject({ price: 1.85, big: 7, at: expect.any(Date), day: '2026-11-21' })
  })

  it("does not undo one flow's write with another flow's rollback", async () => {
    const begun = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const undone = database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('bookmakers').values(bookmaker('undone')).execute()
      begun.resolve()
      // Long enough for the other flow to run in between, if it were possible.
      await Promise.race([written.promise, new Promise((resolve) => setTimeout(resolve, 100))])
      throw new Error('rolled back')
    })
    await begun.promise
    const kept = database.kysely
      .insertInto('bookmakers')
      .values(bookmaker('kept'))
      .execute()
      .then(() => written.resolve())
    await expect(undone).rejects.toThrow('rolled back')
    await kept
    const names = await database.kysely.selectFrom('bookmakers').select('key').execute()
    expect(names).toEqual([{ key: 'kept' }])
  })

  it('serves many concurrent flows with transactions', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        database.kysely
          .transaction()
          .execute(async (trx) => {
            await trx
              .insertInto('bookmakers')
              .values(bookmaker(`b${i}`))
              .execute()
            if (i % 2 === 1) throw new Error('odd ones roll back')
          })
          .catch(() => {}),
      ),
    )
    expect(await countBookmakers()).toBe(10)
  })

  it('continues after an SQL error, inside a transaction and outside', async () => {
    await expect(sql`select * from nothing_of_that_name`.execute(database.kysely)).rejects.toThrow(
      /nothing_of_that_name/,
    )
    await expect(
      database.kysely.transaction().execute((trx) => sql`select 1 / 0`.execute(trx)),
    ).rejects.toThrow(/division by zero/)
    expect(await countBookmakers()).toBe(0)
  })

  it.skipIf(onPostgres)('fails at once where a query would wait for its own transaction', async () => {
    const attempt = database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('bookmakers').values(bookmaker('inside')).execute()
      await countBookmakers()
    })
    await expect(attempt).rejects.toThrow(/pass the transaction's own handle/)
    expect(await countBookmakers()).toBe(0)
    const onOneConnection = database.kysely.connection().execute(() => countBookmakers())
    await expect(onOneConnection).rejects.toThrow(/pass the transaction's own handle/)
  })

  it('lets work that a transaction started without waiting query after its end', async () => {
    const ended = Promise.withResolvers<void>()
    let later: Promise<number> | undefined
    await database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('bookmakers').values(bookmaker('inside')).execute()
      later = ended.promise.then(countBookmakers)
    })
    ended.resolve()
    expect(await later).toBe(1)
  })

  it('reports the kind of an error, and its constraint', async () => {
    const insert = () => database.kysely.insertInto('bookmakers').values(bookmaker('twice')).execute()
    await insert()
    await expect(insert()).rejects.toMatchObject({
      code: '23505',
      constraint: expect.stringMatching(/key|slug/),
    })
  })
}

function timeLimitTests() {
  const limitOf = async (opened: Database) => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(opened.kysely)
    return rows[0]?.statement_timeout
  }

  it('are 15 s per statement for requests, and none for imports and migrations', async () => {
    const forRequests = await openDatabase({ url: database.url ?? '', forRequests: true })
    expect([await limitOf(forRequests), await limitOf(database)]).toEqual(['15s', '0'])
    await forRequests.close()
  })

  it('end a request’s wait for a host that accepts connections and sends nothing', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}).resume())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const url = `postgres://nobody@127.0.0.1:${port}/nothing`
    const forRequests = await openDatabase({ url, forRequests: true })
    await expect(sql`select 1`.execute(forRequests.kysely)).rejects.toThrow(/timeout/)
    await forRequests.close()
    await new Promise((resolve) => silent.close(resolve))
  })
}

function cutConnectionTests() {
  const cutAll = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.kysely)

  it.each(['asks nothing', 'waits for an answer'])(
    'while its user %s ends that work, and not the process',
    async (doing) => {
      const logged: string[] = []
      const log = (message: string) => logged.push(message)
      const other = await openDatabase({ url: database.url ?? '', log })
      const held = Promise.withResolvers<void>()
      const work = other.kysely.connection().execute(async (connection) => {
        await sql`select 1`.execute(connection)
        held.resolve()
        if (doing === 'waits for an answer') await sql`select pg_sleep(60)`.execute(connection)
        else await vi.waitFor(() => expect(logged).toContain('a database connection broke'), 20_000)
        await sql`select 1`.execute(connection)
      })
      const failure = expect(work).rejects.toThrow(/terminat|not queryable/i)
      await held.promise
      await cutAll()
      await failure
      // Later queries get other connections, as soon as the pool has seen this one close.
      await vi.waitFor(() => sql`select 1`.execute(other.kysely), 20_000)
      await other.close()
    },
  )
}

function hungConnectionTests() {
  const hung = { beatMs: 100, limitMs: 1_000, patienceMs: 500 }
  const limits = Object.entries({ 'of a job': false, 'of a request': true })
  let line: DatabaseLine
  beforeEach(async () => {
    line = await openDatabaseLine(database.url ?? '')
  })
  afterEach(() => line.close())

  const open = (forRequests: boolean) => openDatabase({ url: line.url, forRequests, hung })
  /** Transactions on several connections, the first of which has a lock. */
  const begin = async (opened: Database, count: number) => {
    await database.kysely.insertInto('bookmakers').values(bookmaker('locked')).execute()
    const next = Promise.withResolvers<void>()
    const begun = Array.from({ length: count }, (_, i) => {
      const ready = Promise.withResolvers<void>()
      const transaction = opened.kysely.transaction().execute(async (trx) => {
        if (i === 0) await trx.updateTable('bookmakers').set({ name: 'lost' }).execute()
        ready.resolve()
        await next.promise
        await trx.selectFrom('bookmakers').selectAll().execute()
      })
      return { ready: ready.promise, failed: expect(transaction).rejects.toSatisfy(isDatabaseUnavailable) }
    })
    await Promise.all(begun.map(({ ready }) => ready))
    return { proceed: next.resolve, failed: Promise.all(begun.map(({ failed }) => failed)) }
  }

  it.each(limits)(
    '%s fails its user, and leaves its place and its locks to others',
    async (_, forRequests) => {
      const opened = await open(forRequests)
      const { proceed, failed } = await begin(opened, 14)
      line.hang()
      proceed()
      line.mend()
      await failed
      await opened.kysely.updateTable('bookmakers').set({ name: 'next' }).execute()
      const names = await database.kysely.selectFrom('bookmakers').select('name').execute()
      expect(names).toEqual([{ name: 'next' }])
      await opened.close()
    },
  )

  it.each(limits)('%s is not one whose statement is long', async (_, forRequests) => {
    const opened = await open(forRequests)
    await sql`select pg_sleep(1)`.execute(opened.kysely)
    await opened.close()
  })

  it('of a request ends, too, while the server cannot be reached', async () => {
    const opened = await open(true)
    const { proceed, failed } = await begin(opened, 1)
    line.hang()
    proceed()
    await failed
    await opened.close()
  })

  /** A statement that waits for a lock until `release`. */
  const runLong = async (opened: Database, prepare: (tx: Kysely<DB>) => Promise<void> = async () => {}) => {
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const lock = sql`select pg_advisory_xact_lock(1)`
    const holding = database.kysely.transaction().execute(async (tx) => {
      await lock.execute(tx)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const waiting = opened.kysely.transaction().execute(async (tx) => {
      await prepare(tx)
      begun.resolve()
      await lock.execute(tx)
    })
    const done = waiting.then(
      () => 'done',
      (error) => error,
    )
    await begun.promise
    const release = () => {
      held.resolve()
      return holding
    }
    return { done, release }
  }

  it('of a request is not one whose statement is long when one look at the server fails', async () => {
    const opened = await open(true)
    const { done, release } = await runLong(opened)
    await pause(2 * hung.patienceMs)
    await line.refuseNext(1)
    await release()
    expect(await done).toBe('done')
    await opened.close()
  })

  it('of a request is not one whose statement may take minutes, however many looks fail', async () => {
    const opened = await open(true)
    const { done, release } = await runLong(opened, allowLongStatements)
    await line.refuseNext(10)
    await release()
    expect(await done).toBe('done')
    await opened.close()
  })

  it('is another server’s where the address has several, which only reads of requests have', async () => {
    const outcomes: unknown[] = []
    // The times of the server and of the session are those of another one for the looks that follow.
    const other = await openDatabaseLine(database.url ?? '', (answer) =>
      Buffer.from(answer.toString('latin1').replaceAll(/\d{10}\.\d{6}/g, '1000000000.000000'), 'latin1'),
    )
    for (const forRequests of [true, false]) {
      const opened = await openDatabase({
        url: other.url,
        forRequests,
        hung: { ...hung, patienceMs: 60_000 },
      })
      outcomes.push(
        await sql`select pg_sleep(1)`.execute(opened.kysely).then(() => 'done', isDatabaseUnavailable),
      )
      await opened.close()
    }
    expect(outcomes).toEqual(['done', true])
    await other.close()
  })

  it('while it is opened ends, also for a job', async () => {
    line.cut('silent')
    const opened = await openDatabase({ url: line.url, hung: { openMs: 200 } })
    await expect(sql`select 1`.execute(opened.kysely)).rejects.toSatisfy(isDatabaseUnavailable)
    await opened.close()
  })
}

function migrateTests() {
  it('does nothing the second time', async () => {
    expect(await migrate(database)).toEqual({ applied: [], ahead: [] })
  })

  it('accepts a newer database when its later migrations only add', async () => {
    const write = (name: string, contracts: boolean) =>
      sql`insert into schema_migrations (name, checksum, contracts) values (${name}, 'x', ${contracts})`.execute(
        database.kysely,
      )
    const forget = (name: string) =>
      sql`delete from schema_migrations where name = ${name}`.execute(database.kysely)
    await migrate(database)
    await write('9998_adds', false)
    expect(await migrate(database)).toEqual({ applied: [], ahead: ['9998_adds'] })
    for (const [name, contracts] of [
      ['9999_takes_away', true],
      ['0003_of_another_line', false],
    ] as const) {
      await write(name, contracts)
      await expect(migrate(database)).rejects.toThrow(name)
      await forget(name)
    }
    await forget('9998_adds')
  })

  it('refuses a database whose applied migration was edited, and names it', async () => {
    await sql`update schema_migrations set checksum = 'other' where name like '0002%'`.execute(
      database.kysely,
    )
    await expect(migrate(database)).rejects.toThrow(/0002_catalogue was edited/)
  })

  it('refuses a database of a newer version', async () => {
    await sql`insert into schema_migrations (name, checksum) values ('9999_from_the_future', 'x')`.execute(
      database.kysely,
    )
    await expect(migrate(database)).rejects.toThrow(/9999_from_the_future/)
  })
}

function listenTests() {
  const notify = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(database.kysely)

  it('delivers committed notifications, and none that is rolled back', async () => {
    const heard: string[] = []
    const stop = await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => {},
    )
    await database.kysely
      .transaction()
      .execute(async (trx) => {
        await sql`select pg_notify('news', 'undone')`.execute(trx)
        throw new Error('no')
      })
      .catch(() => {})
    await notify('done')
    await vi.waitFor(() => expect(heard).toEqual(['done']), 20_000)
    await stop()
  })

  it('allows a listener to query, also when a transaction sent the notification', async () => {
    const counted = Promise.withResolvers<number>()
    const stop = await database.listen(
      'news',
      () => countBookmakers().then(counted.resolve, counted.reject),
      () => {},
    )
    await database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('bookmakers').values(bookmaker('new')).execute()
      await sql`select pg_notify('news', 'x')`.execute(trx)
    })
    expect(await counted.promise).toBe(1)
    await stop()
  })

  it.runIf(onPostgres)('reports a gap after its connection broke, and receives again', async () => {
    const heard: string[] = []
    const gap = vi.fn()
    const stop = await database.listen('news', (payload) => heard.push(payload), gap)
    await breakListeners(database)
    await vi.waitFor(() => expect(gap).toHaveBeenCalledOnce(), 10_000)
    await notify('again')
    await vi.waitFor(() => expect(heard).toEqual(['again']), 20_000)
    await stop()
  })
}

function threadTests() {
  it('does not block other work during a long statement', async () => {
    const order: string[] = []
    const long = sql`select pg_sleep(0.3)`.execute(database.kysely).then(() => order.push('statement'))
    setTimeout(() => order.push('something else'), 0)
    await long
    expect(order).toEqual(['something else', 'statement'])
  })

  it('refuses at once a value that cannot be sent to it, and continues', async () => {
    await expect(sql`select ${sql.val(Symbol('x'))}`.execute(database.kysely)).rejects.toThrow(
      /could not be cloned/,
    )
    const { rows } = await sql`select 1 as one`.execute(database.kysely)
    expect(rows).toEqual([{ one: 1 }])
  })
}

// With PostgreSQL, the embedded contract runs them.
describe.skipIf(onPostgres)('the embedded database on disk', () => {
  it('reports when its thread ends, and fails every query and transaction afterwards', async () => {
    const dataDir = newFolder()
    await fillFolder(dataDir)
    const ended = Promise.withResolvers<Error>()
    const opened = await openDatabase({ dataDir, onEnd: ended.resolve })
    const waiting = sql`select pg_sleep(60)`.execute(opened.kysely)
    const failing = expect(waiting).rejects.toThrow(/has ended/)
    // Simulates a lack of memory.
    await threads.at(-1)?.terminate()
    await failing
    expect((await ended.promise).message).toMatch(/has ended/)
    const late = opened.kysely.transaction().execute((trx) => sql`select 1`.execute(trx))
    await expect(late).rejects.toThrow(/is closed/)
    await expect(sql`select 1`.execute(opened.kysely)).rejects.toThrow(/is closed/)
    await opened.close()
    rmSync(dataDir, { recursive: true })
  })

  it('keeps what was written, and belongs to one process at a time', async () => {
    const dataDir = newFolder()
    await fillFolder(dataDir)
    const first = await openDatabase({ dataDir })
    await expect(openDatabase({ dataDir })).rejects.toThrow(new RegExp(`in use by process ${process.pid}`))
    await first.kysely.insertInto('bookmakers').values(bookmaker('kept')).execute()
    await first.close()
    await expect(sql`select 1`.execute(first.kysely)).rejects.toThrow()
    const second = await openDatabase({ dataDir })
    expect(await second.kysely.selectFrom('bookmakers').select('key').execute()).toEqual([{ key: 'kept' }])
    await second.close()
    rmSync(dataDir, { recursive: true })
  })
})
