import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { keepChoice } from './candidates.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const OF = { window: '24', audience: '', schema: z.array(z.number()) } as const
/** As another process, or after a start: nothing is remembered but what is stored. */
const keep = (choose: () => Promise<number[]>) => keepChoice(createServices(database), OF, choose)
const age = (ms: number) =>
  database.kysely
    .updateTable('drop_choices')
    .set({ made_at: new Date(Date.now() - ms), until: new Date(Date.now() - ms + MINUTE_MS) })
    .execute()

it('the former choice is listed while the next one is made, also after a start', async () => {
  expect((await keep(async () => [1])).candidates).toEqual([1])
  // It is still valid.
  expect((await keep(() => Promise.reject(new Error('not asked')))).candidates).toEqual([1])

  await age(3 * MINUTE_MS)
  let finish = (_: number[]) => {}
  const choose = vi.fn(() => new Promise<number[]>((resolve) => (finish = resolve)))
  const former = await keep(choose)
  expect(former.candidates).toEqual([1])
  expect(former.until.getTime()).toBeGreaterThan(Date.now())
  // It is made once, however many ask.
  await keep(choose)
  expect(choose).toHaveBeenCalledTimes(1)
  finish([2])
  await vi.waitFor(async () => expect((await keep(choose)).candidates).toEqual([2]))
  expect(choose).toHaveBeenCalledTimes(1)
})

it('a choice that is older than a day is waited for, and one that fails leaves the former one', async () => {
  await age(3 * MINUTE_MS)
  const failing = () => Promise.reject(new Error('the database is busy'))
  expect((await keep(failing)).candidates).toEqual([2])
  await age(2 * DAY_MS)
  expect((await keep(async () => [3])).candidates).toEqual([3])
})
