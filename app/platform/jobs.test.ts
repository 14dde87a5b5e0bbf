import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '#tests/support/database.ts'
import { openDatabaseLine } from '#tests/support/database-line.ts'
import { QUICK } from '#tests/support/runs.ts'
import { type Database, openDatabase } from './db/connection.server.ts'
import { createJobSender, type JobKind, openOwnQueue, startJobs } from './jobs.server.ts'
import { createLog } from './log.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const log = createLog('silent')
const kind = (handle: JobKind<{ n: number }>['handle']): JobKind<{ n: number }> => ({
  name: 'count',
  payload: z.object({ n: z.number() }),
  expireInSeconds: 60,
  handle,
})

it('runs a job with its payload, beside the site’s own queries', async () => {
  const done = vi.fn()
  const jobs = await startJobs(database, log, [
    kind(async ({ n }) => {
      await database.kysely
        .transaction()
        .execute((trx) => trx.selectFrom('languages').select('code').execute())
      done(n)
    }),
  ])
  await jobs.send('count', { n: 7 })
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith(7), 60_000)
  await jobs.stop()
})

it('runs after a restart what was queued before', async () => {
  const first = await startJobs(database, log, [kind(() => Promise.reject(new Error('not now')))])
  await first.stop()
  const done = vi.fn()
  const asked = await startJobs(database, log, [])
  await asked.send('count', { n: 1 })
  await asked.stop()
  const second = await startJobs(database, log, [kind(async ({ n }) => done(n))])
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith(1), 60_000)
  await second.stop()
})

it('notifies a running job that the server stops', async () => {
  const begun = vi.fn()
  const stopped = vi.fn()
  const jobs = await startJobs(database, log, [
    kind(async (_, signal) => {
      begun()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      stopped()
    }),
  ])
  await jobs.send('count', { n: 1 })
  await vi.waitFor(() => expect(begun).toHaveBeenCalled(), 60_000)
  await jobs.stop()
  expect(stopped).toHaveBeenCalled()
})

it('runs a job of every minute early in the minute', async () => {
  const done = vi.fn()
  const minutely = { ...kind(async () => done()), payload: z.object({}), cron: '* * * * *' }
  const jobs = await startJobs(database, log, [minutely], QUICK)
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1), 60_000)
  // As in the next minute: nothing of this one is queued.
  await sql`delete from pgboss.job`.execute(database.kysely)
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2), 15_000)
  await jobs.stop()
})

it('runs its jobs once the clock that was ahead is right', async () => {
  const [done, counted] = [vi.fn(), vi.fn()]
  const minutely = { ...kind(async () => done()), name: 'tick', payload: z.object({}), cron: '* * * * *' }
  const count = kind(async () => counted())
  const jobs = await startJobs(database, log, [minutely, count], QUICK)
  const sender = createJobSender(database, log)
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(1), 60_000)
  await sender.send(count, { n: 1 }, { after: 3 * 3_600 })
  await sql`update pgboss.job set created_on = start_after where name = 'count'`.execute(database.kysely)
  await sql`delete from pgboss.job where name <> 'count'`.execute(database.kysely)
  await sql`update pgboss.version set cron_on = now() + interval '3 hours'`.execute(database.kysely)
  await vi.waitFor(() => expect([done, counted].map((it) => it.mock.calls.length)).toEqual([2, 1]), 15_000)
  await sender.close()
  await jobs.stop()
})

it('logs which job failed, and why', async () => {
  const lines: { level: number; job?: string; id?: string; err?: { message: string } }[] = []
  const written = pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const jobs = await startJobs(database, written, [kind(() => Promise.reject(new Error('the feed is away')))])
  await jobs.send('count', { n: 1 })
  await vi.waitFor(() => expect(lines).not.toEqual([]), 60_000)
  await jobs.stop()
  expect(lines[0]).toMatchObject({
    job: 'count',
    id: expect.any(String),
    err: { message: 'the feed is away' },
  })
})

it('logs a job whose payload is not valid for its kind', async () => {
  const lines: string[] = []
  const written = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  const jobs = await startJobs(database, written, [kind(async () => {})])
  await jobs.send('count', { n: 'one' })
  await vi.waitFor(() => expect(lines.join()).toContain('"job":"count"'), 60_000)
  await jobs.stop()
})

it('applies a changed time limit to an existing queue', async () => {
  const limit = async () => {
    const { rows } = await sql<{ expire_seconds: number }>`
      select expire_seconds from pgboss.queue where name = 'count'`.execute(database.kysely)
    return rows[0]?.expire_seconds
  }
  for (const expireInSeconds of [60, 90]) {
    const jobs = await startJobs(database, log, [{ ...kind(async () => {}), expireInSeconds }])
    await jobs.stop()
    expect(await limit()).toBe(expireInSeconds)
  }
})

it('logs that an existing queue cannot become exclusive', async () => {
  const first = await startJobs(database, log, [kind(async () => {})])
  await first.stop()
  const lines: string[] = []
  const written = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  const second = await startJobs(database, written, [{ ...kind(async () => {}), exclusive: true }])
  await second.stop()
  expect(lines.join()).toMatch(/"job":"count".*give it another name/)
})

it('deletes the queue of a process that was killed a day ago', async () => {
  const own = await openOwnQueue(
    database,
    log,
    kind(async () => {}),
  )
  const names = async () => {
    const { rows } = await sql<{
      name: string
    }>`select name from pgboss.queue where name like 'own-%'`.execute(database.kysely)
    return rows.map(({ name }) => name)
  }
  const restart = async () => (await startJobs(database, log, [])).stop()
  await restart()
  expect(await names()).toEqual([own.queue.name])
  await sql`update pgboss.queue set created_on = now() - interval '25 hours'`.execute(database.kysely)
  await restart()
  expect(await names()).toEqual([])
  await own.close()
})

it('sends a job as part of a transaction, and not when that is undone', async () => {
  const jobs = createJobSender(database, log)
  const queue = kind(async () => {})
  const sent = (undone: boolean) =>
    database.kysely.transaction().execute(async (within) => {
      await jobs.send(queue, { n: 1 }, { within })
      if (undone) throw new Error('undone')
    })
  await expect(sent(false)).rejects.toThrow('has to be prepared')
  await jobs.prepare(queue)
  await expect(sent(true)).rejects.toThrow('undone')
  await sent(false)
  const { rows } = await sql`select from pgboss.job where name = 'count'`.execute(database.kysely)
  expect(rows).toHaveLength(1)
  await jobs.close()
})

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'has no connections while all of them hang, and runs its jobs afterwards',
  async () => {
    const line = await openDatabaseLine(database.url ?? '')
    const distant = await openDatabase({
      url: line.url,
      hung: { beatMs: 100, limitMs: 1_000, openMs: 1_000 },
    })
    const done = vi.fn()
    const jobs = await startJobs(distant, log, [kind(async ({ n }) => done(n))], QUICK)
    expect(await jobs.findProblem()).toBeNull()
    const found = jobs.findProblem(500)
    keepBusy(600)
    expect(await found).toBeNull()
    line.hang()
    expect(await jobs.findProblem(500)).toBe('the background work has no connection to the database')
    line.mend()
    const sender = createJobSender(database, log)
    await sender.send(
      kind(async () => {}),
      { n: 5 },
    )
    await vi.waitFor(() => expect(done).toHaveBeenCalledWith(5), 60_000)
    expect(await jobs.findProblem()).toBeNull()
    await sender.close()
    // Ends the connection of pg-boss for notifications, too, which it would wait for.
    await line.close()
    await jobs.stop()
    await distant.close()
  },
)

/** The process does nothing else meanwhile. */
function keepBusy(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
