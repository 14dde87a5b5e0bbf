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
    [3, 0],
    [0, 2.3],
  ])
})

it('a chart and its table have the best price that the page showed at each moment, also while prices were old or suspended', async () => {
  const { leagueId } = await createPlace(database.kysely)
  const now = Date.now()
  const ago = (hours: number) => new Date(now - hours * HOUR_MS)
  const start_time = ago(-24)
  const match = await createMatch(database.kysely, { league_id: leagueId, start_time })
  const [high, low] = [await createBookmaker(database.kysely), await createBookmaker(database.kysely)]
  const market = marketOf({ type: 'match_result' })
  const other = marketOf({ type: 'total', line: 2.5 })
  const offer = (bookmaker: string, source: string, hours: number, prices: (number | null)[]) =>
    offerPrices(
      database.kysely,
      match,
      {
        [bookmaker]: [quoteOf(market, prices), ...(source === 'second' ? [] : [quoteOf(other, [1.9, 1.9])])],
      },
      { source, seenAt: ago(hours) },
    )
  const shown: [number, number | null][] = []
  const look = async (hours: number) => {
    const { rows } = await sql<{ best: number | null }>`
      select max(r.nets[1]) as best from markets k
      cross join ranked_market_quotes(array[k.id], ${ago(hours)}::timestamptz) r
      where k.event = ${match} and k.type = 'match_result' and r.left_out is null`.execute(database.kysely)
    shown.push([hours, rows[0]?.best ?? null])
  }
  const HIGH = [2.5, 3.3, 3]
  const LOW = [2.4, 3.2, 3.1]
  await offer(high, 'first', 30, HIGH)
  await offer(low, 'test', 29, LOW)
  // Confirmed in time, and once from a second source.
  for (const hours of [28, 26, 24]) {
    await offer(high, 'first', hours, HIGH)
    await offer(low, 'test', hours, LOW)
    await look(hours - 1)
  }
  for (const hours of [22, 20, 18]) {
    await offer(low, 'test', hours, LOW)
    await look(hours - 0.5)
  }
  // The high price was old from 21 hours ago on.
  await offer(high, 'first', 17, HIGH)
  await look(16.5)
  await offer(low, 'test', 16, [null, null, null])
  await look(15)
  // Nobody has a price from 14 hours ago on.
  await look(13.5)
  await offer(low, 'test', 13, LOW)
  await look(12)
  await offer(high, 'second', 11, HIGH)
  for (const hours of [10.5, 9, 7.5]) await look(hours)
  await offer(high, 'second', 7, [2.6, 3.3, 2.9])
  await offer(low, 'test', 6, [2.45, 3.2, 3])
  for (const hours of [5.5, 3.5, 1]) await look(hours)

  const services = createServices(database)
  const view = (await listMarkets(services, match)).find(({ type }) => type === 'match_result')
  if (!view) throw new Error('there is no market')
  const chart = await readMarketChart(services, match, view, start_time)
  const drawn = shown.map(([hours]) => [
    hours,
    chart?.table.findLast(({ at }) => at <= ago(hours))?.prices[0] ?? null,
  ])
  expect(drawn).toEqual(shown)
  expect(shown.filter(([, best]) => best === null).map(([hours]) => hours)).toEqual([13.5, 7.5, 1])
  expect(chart?.table.find(({ prices }) => prices[0] === null)?.why).toBe('old')

  const { rows: lapses } = await sql<{ since: number; until: number; some: boolean }>`
    select round(extract(epoch from ${ago(0)}::timestamptz - since) / 360) / 10 as since,
      round(extract(epoch from ${ago(0)}::timestamptz - until) / 360) / 10 as until, markets is not null as some
    from price_lapses where event = ${match} order by since desc, until desc`.execute(database.kysely)
  expect(lapses.map(({ since, until, some }) => [Number(since), Number(until), some])).toEqual([
    [21, 17, false],
    // Another source has confirmed the market, and not the other one.
    [14, 11, true],
    [10, 6, false],
    [8, 7, true],
  ])
})

it('prices of the past that are imported one after the other have no lapses', async () => {
  const { leagueId } = await createPlace(database.kysely)
  const start_time = new Date(Date.now() + 24 * HOUR_MS)
  const match = await createMatch(database.kysely, { league_id: leagueId, start_time })
  const bookmaker = await createBookmaker(database.kysely)
  const quote = quoteOf(marketOf({ type: 'match_result' }), [2.5, 3.3, 3])
  for (const hours of [48, 24, 0]) {
    const [seenAt, now] = [new Date(Date.now() - hours * HOUR_MS), new Date()]
    await offerPrices(database.kysely, match, { [bookmaker]: [quote] }, { seenAt, now })
  }
  const { rows } = await sql`select 1 from price_lapses where event = ${match}`.execute(database.kysely)
  expect(rows).toEqual([])
})

it('the chart of a long list has the outcomes with the shortest prices, also when it is closed', async () => {
  const { leagueId } = await createPlace(database.kysely)
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const match = await createMatch(database.kysely, { league_id: leagueId, start_time: ago(-24) })
  const bookmaker = await createBookmaker(database.kysely)
  const market = marketOf({ type: 'correct_score' })
  for (const hours of [6, 2]) {
    const quote = quoteOf(
      market,
      Array.from({ length: 26 }, (_, n) => 60 - 2 * n + hours),
    )
    await offerPrices(database.kysely, match, { [bookmaker]: [quote] }, { seenAt: ago(hours) })
  }
  const charted = async (start: Date) => {
    const services = createServices(database)
    const [view] = await listMarkets(services, match)
    const chart = view && (await readMarketChart(services, match, view, start))
    return chart?.outcomes.map(({ outcome }) => outcome)
  }
  expect(await charted(ago(-24))).toEqual([25, 24, 23])
  await database.kysely
    .updateTable('matches')
    .set({ start_time: ago(1) })
    .where('id', '=', match)
    .execute()
  await sql`select close_quotes(array[${match}]::uuid[], now())`.execute(database.kysely)
  expect(await charted(ago(1))).toEqual([25, 24, 23])
})
