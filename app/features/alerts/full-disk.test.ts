import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { findTroubles, readFreeBytes } from './find-troubles.server.ts'

const MEGABYTE = 1024 * 1024

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it.each([
  ['of 20 MB', 20 * MEGABYTE, [{ kind: 'disk', detail: { free: 20 * MEGABYTE } }]],
  ['of 20 GB', 20_000 * MEGABYTE, []],
  ['that nobody knows', null, []],
])('a free space %s is a trouble of the site, or none', async (_, free, troubles) => {
  const found = await findTroubles(database.kysely, { env: parseEnv({}) }, new Date(), free)
  expect(found.troubles).toMatchObject(troubles)
})

it('the free space of a folder is known, and of none it is not', async () => {
  expect(await readFreeBytes('.')).toBeGreaterThan(0)
  expect(await readFreeBytes('/no/such/folder')).toBeNull()
})
