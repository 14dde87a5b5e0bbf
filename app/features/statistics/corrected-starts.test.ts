import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createLog } from '#app/platform/log.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { sweepPrices } from '../odds/store-prices.server.ts'
import { storeClosingOdds } from './closing.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it.each([
  ['today', 0.5],
  ['days ago', 4],
  ['weeks ago', 20],
])('the closing odds of a match that began %s follow a correction of its start', async (_when, days) => {
  const db = database.kysely
  await sql`update import_schedules set every_minutes = 30, cron_minutes = null, counted_minutes = null, in_play = false
    where source in ('promo', 'the-odds-api')`.execute(db)
  const start_time = new Date(Date.now() - days * DAY_MS)
  const at = (minutes: number) => new Date(start_time.getTime() + minutes * MINUTE_MS)
  const { leagueId } = await createPlace(db)
  const match = await createMatch(db, { league_id: leagueId, start_time })
  const [alpha, beta] = [
    await createBookmaker(db, { name: `Alpha ${days}` }),
    await createBookmaker(db, { name: `Beta ${days}` }),
  ]
  const total = marketOf({ type: 'total', line: 2.5 })
  const told = async (bookmaker: string, over: number, minutes: number, source: string) =>
    offerPrices(db, match, { [bookmaker]: [quoteOf(total, [over, 1.8])] }, { source, seenAt: at(minutes) })
  await told(alpha, 2.2, -90, 'promo')
  await told(beta, 2.05, -70, 'the-odds-api')
  await told(alpha, 2.1, -30, 'promo')
  await told(alpha, 2.1, -2, 'promo')
  const closed = async () => {
    await sweepPrices(db, new Date())
    await storeClosingOdds({ database, log: createLog('silent') }, new Date())
    const { rows } = await sql<{ over: number; n: number }>`
      select prices[1] as over, n from closing_odds where event = ${match}`.execute(db)
    return rows.map(({ over, n }) => [over / 1_000_000, n])
  }
  expect(await closed()).toEqual([[2.1, 2]])
  const move = (start: Date) =>
    db.updateTable('matches').set({ start_time: start }).where('id', '=', match).execute()
  await move(new Date(start_time.getTime() - HOUR_MS))
  expect(await closed()).toEqual([[2.2, 2]])
  await move(start_time)
  expect(await closed()).toEqual([[2.1, 2]])
})
