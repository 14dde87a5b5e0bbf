import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { foldOldWeeks } from '../odds/history.server.ts'
import { sweepPrices } from '../odds/refresh-prices.server.ts'
import { storeClosingOdds } from './closing.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

interface Told {
  bookmaker: string
  source: string
  over: number
  /** From the start. */
  minutes: number
}

/** A match that began days ago, with what bookmakers offered for its goals. */
async function begun(days: number, offers: readonly Told[]) {
  const db = database.kysely
  await sql`update import_schedules set every_minutes = 30, cron_minutes = null, counted_minutes = null, in_play = false
    where source in ('promo', 'the-odds-api')`.execute(db)
  const start = new Date(Date.now() - days * DAY_MS)
  const { leagueId } = await createPlace(db)
  const match = await createMatch(db, { league_id: leagueId, start_time: start })
  const ids = new Map<string, string>()
  for (const { bookmaker, source, over, minutes } of offers) {
    const id = ids.get(bookmaker) ?? (await createBookmaker(db, { name: `${bookmaker} ${match}` }))
    ids.set(bookmaker, id)
    const quotes = [quoteOf(marketOf({ type: 'total', line: 2.5 }), [over, 1.8])]
    const seenAt = new Date(start.getTime() + minutes * MINUTE_MS)
    await offerPrices(db, match, { [id]: quotes }, { source, seenAt })
  }
  return {
    /** The closing odds, as the jobs store them. */
    closed: async () => {
      await sweepPrices(db, new Date())
      await storeClosingOdds({ database, log: createLog('silent') }, new Date())
      const { rows } = await sql<{ over: number; n: number }>`
        select prices[1] as over, n from closing_odds where event = ${match}`.execute(db)
      return rows.map(({ over, n }) => [over / 1_000_000, n])
    },
    move: (hours: number) =>
      db
        .updateTable('matches')
        .set({ start_time: new Date(start.getTime() + hours * HOUR_MS) })
        .where('id', '=', match)
        .execute(),
  }
}

it.each([
  ['today', 0.5],
  ['days ago', 4],
  ['weeks ago', 20],
])('the closing odds of a match that began %s follow a correction of its start', async (_when, days) => {
  const alpha = { bookmaker: 'Alpha', source: 'promo' }
  const { closed, move } = await begun(days, [
    { ...alpha, over: 2.2, minutes: -90 },
    { bookmaker: 'Beta', source: 'the-odds-api', over: 2.05, minutes: -70 },
    { ...alpha, over: 2.1, minutes: -30 },
    { ...alpha, over: 2.1, minutes: -2 },
  ])
  expect(await closed()).toEqual([[2.1, 2]])
  await move(-1)
  expect(await closed()).toEqual([[2.2, 2]])
  await move(0)
  expect(await closed()).toEqual([[2.1, 2]])
})

it('a price that stood for weeks before a corrected start is its closing price, also when their changes are packed', async () => {
  const alpha = { bookmaker: 'Alpha', source: 'promo' }
  const { closed, move } = await begun(20, [
    { ...alpha, over: 2.2, minutes: -30 * 24 * 60 },
    { ...alpha, over: 2.2, minutes: -2 },
    { ...alpha, over: 5, minutes: 30 },
    { bookmaker: 'Late', source: 'the-odds-api', over: 6, minutes: 20 },
    { bookmaker: 'Late', source: 'the-odds-api', over: 7, minutes: 40 },
  ])
  expect(await closed()).toEqual([[2.2, 1]])
  expect(await foldOldWeeks(database.kysely, new Date())).not.toEqual([])
  await move(-1)
  expect(await closed()).toEqual([[2.2, 1]])
})

it('a price from after a corrected start of more than a month ago is not its closing price, when the ones before are packed', async () => {
  const alpha = { bookmaker: 'Alpha', source: 'promo' }
  const days = (count: number) => count * 24 * 60
  const { closed, move } = await begun(20, [
    { ...alpha, over: 2.2, minutes: days(-25) },
    { ...alpha, over: 3, minutes: days(-18) },
    { ...alpha, over: 5, minutes: days(-5) },
    { ...alpha, over: 5, minutes: -2 },
  ])
  expect(await closed()).toEqual([[5, 1]])
  expect(await foldOldWeeks(database.kysely, new Date())).not.toEqual([])
  await move(-20 * 24)
  expect(await closed()).toEqual([])
})
