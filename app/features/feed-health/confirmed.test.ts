import { afterAll, beforeAll, expect, it } from 'vitest'
import { TYPED } from '#app/features/odds/typed-prices.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { readConfirmed } from './confirmed.server.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const minutes = (number: number) => new Date(NOW.getTime() + number * MINUTE_MS)
const totals = quoteOf(marketOf({ type: 'total', line: 2.5 }), [1.9, null])
const result = quoteOf(marketOf({ type: 'match_result' }), [2.1, 3.4, 3.6])

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('are the prices that feeds said in the last five minutes, and when one last said any', async () => {
  const { kysely } = database
  expect(await readConfirmed(kysely, NOW)).toEqual({ prices: 0, newestAt: null })
  const { leagueId } = await createPlace(kysely)
  const bookmaker = await createBookmaker(kysely, { name: 'Alderbet' })
  const offer = async (quotes: (typeof totals)[], source: string, seenAt: Date) => {
    const start_time = minutes(600)
    const match = await createMatch(kysely, {
      league_id: leagueId,
      home_team: source + seenAt.getTime(),
      start_time,
    })
    await offerPrices(kysely, match, { [bookmaker]: quotes }, { source, seenAt })
  }
  await offer([result], 'promo:alderbet', minutes(-6))
  expect(await readConfirmed(kysely, NOW)).toEqual({ prices: 0, newestAt: minutes(-6).toISOString() })
  await offer([result, totals], 'promo:alderbet', minutes(-4))
  await offer([result], 'the-odds-api', minutes(-2))
  await offer([result], TYPED, minutes(-1))
  expect(await readConfirmed(kysely, NOW)).toEqual({ prices: 7, newestAt: minutes(-2).toISOString() })
})
