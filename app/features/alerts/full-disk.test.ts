import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { findTroubles, readDisk } from './find-troubles.server.ts'
import { listOpenTroubles, trackTroubles } from './troubles.server.ts'

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
  const disk = free === null ? null : { machine: 'a', free }
  const found = await findTroubles(database.kysely, { env: parseEnv({}) }, new Date(), disk)
  expect(found.troubles).toMatchObject(troubles)
})

it('the free space of a folder is known, and of none it is not', async () => {
  expect((await readDisk('.'))?.free).toBeGreaterThan(0)
  expect(await readDisk('/no/such/folder')).toBeNull()
})

it('is a trouble of its machine until that has room again, or has reported nothing for a day', async () => {
  let now = new Date()
  const look = async (machine: string, megabytes: number, hours = 0) => {
    now = new Date(now.getTime() + hours * HOUR_MS)
    const told = await trackTroubles(database.kysely, now, {
      find: (tx) => findTroubles(tx, { env: parseEnv({}) }, now, { machine, free: megabytes * MEGABYTE }),
      tell: async () => {},
    })
    const open = await listOpenTroubles(database.kysely)
    return [told.map(({ event, trouble }) => `${event} ${trouble.name}`), open.map(({ name }) => name)]
  }
  expect(await look('a', 20)).toEqual([['opened a'], ['a']])
  expect(await look('b', 20_000)).toEqual([[], ['a']])
  expect(await look('a', 20, 20)).toEqual([[], ['a']])
  expect(await look('b', 20, 20)).toEqual([['opened b'], expect.arrayContaining(['a', 'b'])])
  expect(await look('b', 20_000, 5)).toEqual([expect.arrayContaining(['closed a', 'closed b']), []])
})
