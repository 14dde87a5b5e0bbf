import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'

/** A week that no other test has: a database for tests keeps its partitions from one test to the next. */
const ENSURE = `select ensure_quote_weeks(array['2083-03-05 12:00+00'::timestamptz])`
const WAITING = `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`

/** The embedded database has one connection, so nothing can wait for a lock. */
it.skipIf(!process.env.TEST_DATABASE_URL)(
  'the partition of a week of prices is created once by two imports that need it',
  async () => {
    const database = await createTestDatabase()
    const [first, second] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [
      pg.Client,
      pg.Client,
    ]
    await Promise.all([first.connect(), second.connect()])
    await first.query('begin')
    await first.query(ENSURE)
    const other = second.query(ENSURE)
    // The other process has looked for the week, and waits for the lock.
    await expect.poll(async () => (await first.query(WAITING)).rows[0].count, { timeout: 30_000 }).toBe(1)
    await first.query('commit')
    await other
    await Promise.all([first.end(), second.end()])
    await database.close()
  },
)
