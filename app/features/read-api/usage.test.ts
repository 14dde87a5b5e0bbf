import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createUsage } from './usage.server.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const log = { warn: () => {} }
const START = Date.UTC(2030, 2, 6, 14, 30)

it('is shared by the processes, and begins again each minute', async () => {
  let now = START + 10_000
  const [one, other] = [createUsage(database, log, () => now), createUsage(database, log, () => now)]
  const take = (usage: typeof one, times: number) =>
    Array.from({ length: times }, () => usage.take('net:203.0.113.1', 10).admitted).filter(Boolean).length
  expect([take(one, 4), take(other, 5)]).toEqual([4, 5])
  await one.exchange()
  await other.exchange()
  await one.exchange()
  // The other process has heard of nine requests, this one of its own and the others at its next exchange.
  expect(take(other, 5)).toBe(1)
  await other.exchange()
  expect(one.take('net:203.0.113.1', 10).quota.left).toBeLessThan(6)
  await one.exchange()
  expect(one.take('net:203.0.113.1', 10)).toEqual({
    admitted: false,
    quota: { limit: 10, left: 0, resetSeconds: 50 },
  })
  now = START + MINUTE_MS
  expect(one.take('net:203.0.113.1', 10)).toEqual({
    admitted: true,
    quota: { limit: 10, left: 9, resetSeconds: 60 },
  })
})

it('notes the use of a key in the last second of a minute', async () => {
  const { id } = await database.kysely
    .insertInto('api_keys')
    .values({ name: 'Late', hint: 'ovr_', hash: 'late', limit_per_minute: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  let now = START + MINUTE_MS - 500
  const usage = createUsage(database, log, () => now)
  usage.take(`key:${id}`, 5)
  now += 1_000
  await usage.exchange()
  const uses = () => database.kysely.selectFrom('api_key_uses').select('key').execute()
  expect(await uses()).toEqual([{ key: id }])
})

it('keeps no row longer than it is needed', async () => {
  let now = START + 5 * MINUTE_MS
  const usage = createUsage(database, log, () => now)
  usage.take('net:203.0.113.2', 10)
  await usage.exchange()
  now += 2 * MINUTE_MS
  usage.take('net:203.0.113.3', 10)
  await usage.exchange()
  const rows = await database.kysely.selectFrom('api_usage').select('client').execute()
  expect(rows.map(({ client }) => client)).toEqual(['net:203.0.113.3'])
})
