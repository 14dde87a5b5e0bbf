import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let match: string
let alpha: string
let exchange: string
const TOTAL = marketOf({ type: 'total', line: 2.5 })

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  const { leagueId } = await createPlace(database.kysely)
  match = await createMatch(database.kysely, { league_id: leagueId })
  alpha = await createBookmaker(database.kysely, { name: 'Alpha', slug: 'alpha', menu_position: 1 })
  exchange = await createBookmaker(database.kysely, {
    name: 'Exchange',
    slug: 'exchange',
    commission: 2,
    menu_position: 2,
  })
  await offer([2.05, 1.862069])
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** What both bookmakers offer, with these prices of Alpha. */
const offer = (prices: number[]) =>
  offerPrices(database.kysely, match, {
    [alpha]: [quoteOf(TOTAL, prices, { format: 'american' })],
    [exchange]: [quoteOf(TOTAL, [2, 1.91]), quoteOf(TOTAL, [2.02, 1.93], { side: 'lay' })],
  })

const read = async (path: string) => {
  const response = await site.get(`/api/v1/matches/${match}${path}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('the markets of a match in the read API', () => {
  it('are exact, as quoted, net and gross', async () => {
    const { body } = await read('')
    expect(body.quotes).toEqual([])
    expect(body.markets).toHaveLength(1)
    const { quotes, ...market } = body.markets[0]
    expect(market).toEqual({
      key: 'total',
      period: 'full_time',
      line: 2.5,
      participant: null,
      main: true,
      outcomes: ['over', 'under'],
      best: [
        { price: 2.05, net: 2.05, bookmaker: 'alpha' },
        { price: 1.91, net: 1.8918, bookmaker: 'exchange' },
      ],
      sum: 1.0164019813,
      payout: 0.9838627023,
      average: [2.015, 1.876935],
      count: 2,
    })
    const [quote, , lay] = quotes
    expect(quote).toEqual({
      bookmaker: 'alpha',
      side: 'back',
      prices: [2.05, 1.862069],
      quoted: ['+105', '-116'],
      format: 'american',
      status: ['open', 'open'],
      opening: [2.05, 1.862069],
      closing: null,
      changed_at: expect.any(String),
      seen_at: expect.any(String),
      ranked: true,
      left_out: null,
      typed: false,
      max_stake: null,
      link: null,
    })
    expect([lay.side, lay.ranked, lay.left_out]).toEqual(['lay', false, 'lay'])
  })

  it('are rendered again when a price changes, and only then', async () => {
    const tagOf = async () => (await read('')).headers.get('etag')
    const before = await tagOf()
    expect(await tagOf()).toBe(before)
    await offer([2.1, 1.8])
    await expect.poll(async () => (await read('')).body.markets[0].best[0].price).toBe(2.1)
    expect(await tagOf()).not.toBe(before)
  })

  it('have their history, page by page', async () => {
    // The same offer again adds nothing, nor do other markets and lines.
    await offer([2.1, 1.8])
    const others = [
      quoteOf(marketOf({ type: 'match_result' }), [2, 3, 4]),
      quoteOf({ ...TOTAL, line: 3.5 }, [3, 1.4]),
    ]
    await offerPrices(database.kysely, match, { [alpha]: others }, { source: 'other' })
    const path = '/history?market=total&period=full_time&line=2.5'
    await expect.poll(async () => (await read(path)).body.data.length).toBe(4)
    const first = await read(`${path}&limit=3`)
    const second = await read(`${path}&limit=3&cursor=${first.body.next}`)
    const all = [...first.body.data, ...second.body.data]
    expect(second.body.next).toBeNull()
    expect(all.filter(({ bookmaker }) => bookmaker === 'alpha').map(({ prices }) => prices)).toEqual([
      [2.05, 1.862069],
      [2.1, 1.8],
    ])
    expect(all.filter(({ side }) => side === 'lay')).toHaveLength(1)
  })

  it.each([
    ['/history', 400],
    ['/history?market=total', 400],
    ['/history?market=total&line=2.3', 400],
    ['/history?market=total&line=2.5&participant=home', 400],
    ['/history?market=total&line=9.5', 404],
    ['/history?market=moneyline', 404],
  ])('%s answers %i', async (path, status) => {
    expect((await read(path)).status).toBe(status)
  })
})
