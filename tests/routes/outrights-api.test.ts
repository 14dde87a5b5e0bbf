import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runImport } from '#app/features/imports/run/run-import.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { startFeedServer } from '#tests/support/feed-server.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let league: string
const START = new Date(Date.now() + 30 * DAY_MS).toISOString()

beforeAll(async () => {
  database = await createTestDatabase()
  const feed = await startFeedServer()
  const bookmaker = (key: string, prices: Record<string, number>, lay: Record<string, number> = {}) => ({
    key,
    title: key,
    markets: [
      ['outrights', prices],
      ['outrights_lay', lay],
    ].map(([market, list]) => ({
      key: market,
      outcomes: Object.entries(list ?? {}).map(([name, price]) => ({ name, price })),
    })),
  })
  const outright = (id: string, start: string) => ({
    id,
    sport_key: 'golf_us_open_winner',
    sport_title: 'US Open Winner',
    commence_time: start,
    home_team: null,
    away_team: null,
    bookmakers: [
      bookmaker('alpha', { 'A. Player': 5, 'B. Player': 9 }),
      bookmaker('smarkets', { 'C. Player': 21, 'B. Player': 9.1 }, { 'B. Player': 9.8 }),
    ],
  })
  const past = outright('o2', new Date(Date.now() - 300 * DAY_MS).toISOString())
  const body = JSON.stringify([outright('o1', START), past])
  await runImport(database.kysely, {
    source: 'the-odds-api',
    origin: feed.answer('/v4/sports/golf_us_open_winner/odds', { kind: 'body', body }),
    options: { fetch: { allowPrivateAddresses: true } },
  })
  await feed.close()
  league = (await database.kysely.selectFrom('leagues').select('id').executeTakeFirstOrThrow()).id
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const read = async (path: string) => {
  const response = await site.get(`/api/v1/outrights${path}`)
  return { status: response.status, body: await response.json() }
}

describe('the outrights of a league in the read API', () => {
  it('are the future ones, or those from a given time, page by page', async () => {
    const { body } = await read(`?league=${league}`)
    expect(body).toMatchObject({
      data: [{ name: 'US Open Winner', league_id: league, status: 'scheduled', participants: 3 }],
      next: null,
    })
    // Another league's are not among them.
    const other = await createPlace(database.kysely, { league: 'Other' })
    await database.kysely
      .insertInto('outrights')
      .values({
        league_id: other.leagueId,
        name: 'Other winner',
        slug: 'other-winner',
        start_time: new Date(START),
      })
      .execute()
    expect((await read(`?league=${league}`)).body).toEqual(body)
    const first = (await read(`?league=${league}&from=2020-01-01T00:00:00Z&limit=1`)).body
    const second = (await read(`?league=${league}&from=2020-01-01T00:00:00Z&limit=1&cursor=${first.next}`))
      .body
    expect(second.data[0].id).toBe(body.data[0].id)
    expect([first.data[0].id === body.data[0].id, second.next]).toEqual([false, null])
  })

  it('that are closed are listed the latest first, with who has won and their closing prices', async () => {
    expect((await read(`?league=${league}&status=past`)).status).toBe(400)
    const closed = async (more = '') => (await read(`?league=${league}&status=closed${more}`)).body
    expect(await closed()).toMatchObject({ data: [{ name: 'US Open Winner', winners: [] }], next: null })
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
    const [{ id: open }] = (await read(`?league=${league}`)).body.data
    expect((await read(`/${open}/closing`)).body).toMatchObject({ id: open, started: false, markets: [] })
    // As if its prices had been read two hours ago, and it had begun since.
    await database.kysely
      .updateTable('quotes')
      .set({ changed_at: ago(2) })
      .execute()
    await database.kysely
      .updateTable('quotes_seen')
      .set({ seen_at: ago(2) })
      .execute()
    await database.kysely
      .updateTable('outrights')
      .set({ start_time: ago(1), winners: [2], status: 'finished' })
      .where('id', '=', open)
      .execute()
    await expect.poll(async () => (await closed()).data.length).toBe(2)
    const first = await closed('&limit=1')
    expect(first.data).toMatchObject([{ id: open, status: 'finished', winners: ['B. Player'] }])
    const second = await closed(`&limit=1&cursor=${first.next}`)
    expect([second.data[0].id === open, second.next]).toEqual([false, null])
    expect((await closed(`&from=${ago(3).toISOString()}`)).data).toHaveLength(1)
    expect((await read(`?league=${league}`)).body.data).toEqual([])
    expect((await read(`/${open}`)).body.winners).toEqual(['B. Player'])
    await expect
      .poll(async () => (await read(`/${open}/closing`)).body)
      .toMatchObject({
        started: true,
        markets: [
          {
            outcomes: ['A. Player', 'B. Player', 'C. Player'],
            best: [{ price: 5 }, { price: 9, net: 9, bookmaker: 'alpha' }, { price: 21, net: 20.6 }],
            sum: null,
          },
        ],
      })
    expect((await read(`/${crypto.randomUUID()}/closing`)).status).toBe(404)
    await database.kysely
      .updateTable('outrights')
      .set({ start_time: new Date(START), winners: null, status: 'scheduled' })
      .where('id', '=', open)
      .execute()
    await database.kysely.updateTable('quotes_seen').set({ seen_at: new Date() }).execute()
  })

  it('have the price of each participant, and the best net of commission', async () => {
    const [{ id }] = (await read(`?league=${league}`)).body.data
    const { body } = await read(`/${id}`)
    expect(body).toMatchObject({
      name: 'US Open Winner',
      sport: { name: 'Golf' },
      league: { name: 'US Open' },
      markets: [
        {
          key: 'outright',
          period: 'full_time',
          line: null,
          outcomes: ['A. Player', 'B. Player', 'C. Player'],
          best: [
            { price: 5, net: 5, bookmaker: 'alpha' },
            // 9.1 less 2 % of the winnings is less than 9.
            { price: 9, net: 9, bookmaker: 'alpha' },
            { price: 21, net: 20.6, bookmaker: 'smarkets' },
          ],
          count: 2,
        },
      ],
    })
    expect(
      body.markets[0].quotes.map(({ bookmaker, side, prices, left_out }: Record<string, unknown>) => [
        bookmaker,
        side,
        prices,
        left_out,
      ]),
    ).toEqual([
      ['alpha', 'back', [5, 9, null], null],
      ['smarkets', 'back', [null, 9.1, 21], null],
      ['smarkets', 'lay', [null, 9.8, null], 'lay'],
    ])
  })

  it('are rejected when the league or the outright does not exist', async () => {
    expect((await read('')).status).toBe(400)
    expect((await read(`?league=${league}&from=soon`)).status).toBe(400)
    expect((await read(`?league=${crypto.randomUUID()}`)).status).toBe(404)
    expect((await read(`/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await read('/us-open')).status).toBe(404)
    const [{ id }] = (await read(`?league=${league}`)).body.data
    await database.kysely.updateTable('leagues').set({ is_active: false }).execute()
    const hidden = [(await read(`/${id}`)).status, (await read(`?league=${league}`)).status]
    await database.kysely.updateTable('leagues').set({ is_active: true }).execute()
    expect(hidden).toEqual([404, 404])
  })
})
