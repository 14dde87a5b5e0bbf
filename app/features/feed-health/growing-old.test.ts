import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { joinGrowingOld, readGrowingOld } from './growing-old.server.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const minutes = (number: number) => new Date(NOW.getTime() + number * MINUTE_MS)
const totals = quoteOf(marketOf({ type: 'total', line: 2.5 }), [1.9, null])
const result = quoteOf(marketOf({ type: 'match_result' }), [2.1, 3.4, 3.6])

let database: Database
let bookmaker: string
const matches: Record<'soon' | 'later' | 'last', string> = { soon: '', later: '', last: '' }
beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely)
  bookmaker = await createBookmaker(database.kysely, { name: 'Alderbet' })
  for (const [name, start] of [
    ['soon', 20],
    ['later', 600],
    ['last', 700],
  ] as const)
    matches[name] = await createMatch(database.kysely, {
      ...{ league_id: leagueId, start_time: minutes(start), home_team: name },
    })
  const { kysely } = database
  await kysely.deleteFrom('import_schedules').execute()
})
afterAll(() => database.close())
beforeEach(async () => {
  const { kysely } = database
  await kysely.deleteFrom('import_schedules').execute()
  await kysely
    .insertInto('import_schedules')
    .values({ source: 'promo', every_minutes: 10, counted_minutes: 60, is_active: true })
    .execute()
  const offer = (match: string, quotes: (typeof totals)[], seenAt: Date) =>
    offerPrices(kysely, match, { [bookmaker]: quotes }, { source: 'promo:alderbet', seenAt })
  await offer(matches.soon, [result], minutes(-25))
  await offer(matches.later, [result, totals], minutes(-30))
  await offer(matches.last, [result], minutes(-20))
})

const failing = (more: object = {}) => ({
  id: 'ab5a1d30-0000-4000-8000-000000000001',
  feed: 'promo',
  state: 'failing' as const,
  lastSuccessAt: minutes(-15),
  ...more,
})
const read = async (...health: ReturnType<typeof failing>[]) =>
  joinGrowingOld(await readGrowingOld(database.kysely, health, NOW))

it('are the prices of a source that stop counting before their match begins, until the comparison leaves them out', async () => {
  const growingOld = await read(failing())
  expect(growingOld).toEqual({ prices: 7, first: minutes(30), last: minutes(40) })
  const leftOut = async (match: string, at: Date) => {
    const { rows } = await sql<{ left_out: string | null }>`
      select r.left_out from ranked_market_quotes(array(select id from markets where event = ${match}::uuid and type = 'match_result'), ${at}) r`.execute(
      database.kysely,
    )
    return rows.map((row) => row.left_out)
  }
  const [before, at] = [new Date(minutes(30).getTime() - 1), minutes(30)]
  expect([await leftOut(matches.later, before), await leftOut(matches.later, at)]).toEqual([[null], ['old']])
  expect([await leftOut(matches.last, at), await leftOut(matches.last, minutes(40))]).toEqual([
    [null],
    ['old'],
  ])
})

it('are not those that another schedule of the source has confirmed since', async () => {
  expect(await read(failing({ lastSuccessAt: minutes(-25) }))).toEqual({
    ...{ prices: 4, first: minutes(30), last: minutes(30) },
  })
  const other = failing({ id: 'ab5a1d30-0000-4000-8000-000000000002', lastSuccessAt: minutes(-25) })
  expect(await read(failing(), other)).toMatchObject({ prices: 7 })
})

it.each([
  ['works', { state: 'working' }],
  ['brings less than usual', { state: 'shrunken' }],
  ['has no prices', { feed: 'sportsdb-teams' }],
])('are none of a source that %s', async (_, more) => {
  expect(await read(failing(more))).toBeNull()
})

it('of several sources are all of them, from the first that stops counting to the last', () => {
  const prices = (feed: string, count: number, first: number, last: number) =>
    [`${feed} ${count}`, { feed, prices: count, first: minutes(first), last: minutes(last) }] as const
  const found = new Map([prices('one', 2, 30, 40), prices('other', 5, 10, 20), prices('one', 1, 5, 90)])
  expect(joinGrowingOld(found)).toEqual({ prices: 7, first: minutes(10), last: minutes(40) })
  expect(joinGrowingOld(new Map())).toBeNull()
})
