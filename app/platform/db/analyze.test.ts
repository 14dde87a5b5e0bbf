import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { analyzeChanged } from './analyze.server.ts'
import type { Database } from './connection.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

it.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL analyzes its tables itself', async () => {
  expect(await analyzeChanged(database)).toEqual([])
})

it.skipIf(process.env.TEST_DATABASE_URL)(
  'the embedded database is analyzed where many rows have changed, once',
  async () => {
    // Changes of tests before this one may be one short of the limit.
    await analyzeChanged(database)
    await sql`analyze`.execute(database.kysely)
    expect(await analyzeChanged(database)).toEqual([])
    await createBookmaker(database.kysely)
    expect(await analyzeChanged(database)).toEqual([])
    for (let number = 0; number < 60; number += 1) await createBookmaker(database.kysely)
    expect(await analyzeChanged(database)).toEqual(['bookmakers'])
    expect(await analyzeChanged(database)).toEqual([])
  },
)
