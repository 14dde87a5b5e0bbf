import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { readRemovalCandidates } from './queries.server.ts'
import { removalWindow } from './rules.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const NOW = new Date('2026-03-10T12:00:00Z')
const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000)

it('a removal counts the matches of its window that are not in play, with their odds and first and last start', async () => {
  const { leagueId } = await createPlace(database.kysely)
  const bookmaker = await createBookmaker(database.kysely)
  const add = async (start: number, quotes: number, values: object = {}) => {
    const match = await createMatch(database.kysely, {
      ...{ league_id: leagueId, start_time: hours(start), ...values },
    })
    for (let n = 0; n < quotes; n += 1) {
      const by = n === 0 ? bookmaker : await createBookmaker(database.kysely)
      await createQuote(database.kysely, { match, bookmaker: by, prices: [2, 3, 4] })
    }
  }
  // Over by the clock; finished early; cancelled; left as live from a match that is over for certain.
  await add(-24 * 40, 2)
  await add(-24 * 2, 1)
  await add(-3, 1, { status: 'finished' })
  await add(-2.5, 0, { status: 'cancelled' })
  await add(-13, 1, { status: 'live' })
  // Live in a long match; begun less than two hours ago; to come.
  await add(-11, 1, { status: 'live' })
  await add(-1, 1, { status: 'finished' })
  await add(5, 1, { status: 'cancelled' })
  const read = (option: Parameters<typeof readRemovalCandidates>[1]) =>
    readRemovalCandidates(database.kysely, option, NOW)
  expect(await read('all')).toEqual({
    ...{ option: 'all', ...removalWindow('all', NOW), matches: 5, odds: 5 },
    ...{ from: hours(-24 * 40), to: hours(-2.5) },
  })
  expect(await read('1')).toMatchObject({ option: '1', matches: 2, odds: 3, to: hours(-48) })
  expect(await read('30')).toMatchObject({ matches: 1, odds: 2, from: hours(-24 * 40), to: hours(-24 * 40) })
  expect(await read('365')).toMatchObject({ matches: 0, odds: 0, from: null, to: null })
})
