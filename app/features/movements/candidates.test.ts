import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
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
  await vi.waitFor(() => expect(choose).toHaveBeenCalled())
  finish([2])
  await vi.waitFor(async () => expect((await keep(choose)).candidates).toEqual([2]))
  expect(choose).toHaveBeenCalledTimes(1)
})

it('a choice that is older than a day is waited for, and one that fails leaves the former one', async () => {
  await age(3 * MINUTE_MS)
  const failing = () => Promise.reject(new Error('the database is busy'))
  expect((await keep(failing)).candidates).toEqual([2])
  // The one before may not have ended yet: nobody makes another one beside it.
  await vi.waitFor(async () => {
    await age(2 * DAY_MS)
    expect((await keep(async () => [3])).candidates).toEqual([3])
  })
})

it('a choice that is made while the best prices of a new set of bookmakers are computed is made again soon', async () => {
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  const event = await createMatch(database.kysely, { league_id: leagueId })
  await database.kysely.insertInto('priced_events').values({ event, match_id: event }).execute()
  const lifetime = async () => {
    await database.kysely.deleteFrom('drop_choices').execute()
    const { madeAt, until } = await keep(async () => [4])
    return until.getTime() - madeAt.getTime()
  }
  const due = (valid_until: Date | null) =>
    database.kysely.updateTable('priced_events').set({ valid_until }).execute()
  await due(new Date())
  expect(await lifetime()).toBeGreaterThanOrEqual(2 * MINUTE_MS)
  await due(new Date())
  await sql`insert into price_sets (is_except, keys) values (true, array['alderbet'])`.execute(
    database.kysely,
  )
  expect(await lifetime()).toBeLessThan(2 * MINUTE_MS)
  const others = await Promise.all(
    Array.from({ length: 20 }, () => createMatch(database.kysely, { league_id: leagueId })),
  )
  const valid_until = new Date(Date.now() + DAY_MS)
  await database.kysely
    .insertInto('priced_events')
    .values(others.map((id) => ({ event: id, match_id: id, valid_until })))
    .execute()
  // One of 21 is due, as after a corrected start.
  expect(await lifetime()).toBeGreaterThanOrEqual(2 * MINUTE_MS)
  await due(null)
  expect(await lifetime()).toBeGreaterThanOrEqual(2 * MINUTE_MS)
})
