import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { readMarketChart } from './market-chart.server.ts'
import { listMarkets } from './market-queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('a chart ends with the best price that counts now, whatever is higher and old', async () => {
  const { leagueId } = await createPlace(database.kysely)
  const start_time = new Date(Date.now() + 24 * HOUR_MS)
  const match = await createMatch(database.kysely, { league_id: leagueId, start_time })
  const [fresh, old] = [await createBookmaker(database.kysely), await createBookmaker(database.kysely)]
  const market = marketOf({ type: 'match_result' })
  const offer = (bookmaker: string, prices: number[], hoursAgo: number) =>
    offerPrices(
      database.kysely,
      match,
      { [bookmaker]: [quoteOf(market, prices)] },
      { source: bookmaker, seenAt: new Date(Date.now() - hoursAgo * HOUR_MS) },
    )
  await offer(old, [3.9, 3.9, 3.9], 8)
  await offer(fresh, [2.4, 3.3, 3.1], 6)
  await offer(fresh, [2.3, 3.4, 3.2], 0)
  await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)
  const services = createServices(database)
  const [view] = await listMarkets(services, match)
  if (!view) throw new Error('there is no market')
  expect(view.best[0]?.price).toBe(2_300_000)
  const chart = await readMarketChart(services, match, view, start_time)
  expect(chart?.outcomes[0]).toMatchObject({ last: 2_300_000 })
  // A source without a schedule counts for three hours: until five hours ago.
  const table = chart?.table.map(({ at, prices }) => [
    Math.round((Date.now() - at.getTime()) / HOUR_MS),
    (prices[0] ?? 0) / 1e6,
  ])
  expect(table).toEqual([
    [8, 3.9],
    [5, 2.4],
    [0, 2.3],
  ])
})
