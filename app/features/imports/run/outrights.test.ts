import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listHistory, listMarkets } from '#app/features/odds/market-queries.server.ts'
import { quotedText } from '#app/features/odds/prices.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { createServices } from '#tests/support/services.ts'
import { runImport } from './run-import.server.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../../shared/feeds/the-odds-api')
const NOW = new Date('2026-04-16T19:00:00Z')

let database: Database
let feed: FeedServer

beforeAll(async () => {
  database = await createTestDatabase()
  feed = await startFeedServer()
})
afterAll(async () => {
  await feed.close()
  await database.close()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await resetDatabase(database)
})
afterEach(() => {
  vi.useRealTimers()
})

type Prices = Record<string, number | null>

/** The outright of the US Open, by bookmakers; `ex` is an exchange with a lay side. */
const outright = (
  offers: Record<string, Prices>,
  {
    id = 'o1',
    lay = {} as Prices,
    title = 'US Open Winner',
    start = '2026-06-18T10:00:00Z',
    key = 'golf_us_open_winner',
  } = {},
) => ({
  id,
  sport_key: key,
  sport_title: title,
  commence_time: start,
  home_team: null,
  away_team: null,
  bookmakers: Object.entries(offers).map(([bookmaker, prices]) => ({
    key: bookmaker,
    title: bookmaker,
    last_update: new Date().toISOString(),
    markets: [
      { key: 'outrights', outcomes: outcomesOf(prices) },
      ...(bookmaker === 'ex' ? [{ key: 'outrights_lay', outcomes: outcomesOf(lay) }] : []),
    ],
  })),
})
const outcomesOf = (prices: Prices) => Object.entries(prices).map(([name, price]) => ({ name, price }))

async function importList(body: unknown, key = 'golf_us_open_winner') {
  feed.answer(`/v4/sports/${key}/odds`, {
    kind: 'body',
    body: JSON.stringify(body),
    headers: { date: new Date().toUTCString() },
  })
  return runImport(database.kysely, {
    source: 'the-odds-api',
    origin: `${feed.url(`/v4/sports/${key}/odds`)}?apiKey=k&regions=eu&markets=outrights`,
    options: { fetch: { allowPrivateAddresses: true }, isOfOneSport: true },
  })
}

async function onlyOutright() {
  const [one, ...others] = await database.kysely
    .selectFrom('outrights as o')
    .innerJoin('leagues as l', 'l.id', 'o.league_id')
    .select(['o.id', 'o.name', 'o.slug', 'o.start_time', 'l.name as league'])
    .execute()
  expect(others).toEqual([])
  if (!one) throw new Error('no outright')
  return one
}

async function participants(): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('outright_participants')
    .select(['name', 'position'])
    .orderBy('position')
    .execute()
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, n) => n + 1))
  return rows.map(({ name }) => name)
}

/** The market as in the read API: by bookmaker and side the price of each participant, and the best. */
async function shown() {
  const services = createServices(database)
  const { id } = await onlyOutright()
  const [view, ...others] = await listMarkets(services, id)
  expect(others).toEqual([])
  if (!view) throw new Error('no market')
  const text = (price: number | null) => (price === null ? null : quotedText(price, 'decimal'))
  return {
    quotes: view.quotes.map(({ bookmaker, side, prices, leftOut }) => [
      bookmaker.name,
      side,
      leftOut,
      ...prices.map(text),
    ]),
    view,
  }
}

const bests = async () => {
  const rows = await database.kysely
    .selectFrom('market_bests as t')
    .innerJoin('markets as k', 'k.id', 't.market')
    .select(['t.prices', 't.n', 't.s', 'k.type', 'k.period'])
    .execute()
  return rows
}

describe('an outright of The Odds API', () => {
  it('is stored under its league with its participants, quotes and best prices', async () => {
    const lay = { 'S. Scheffler': 5.4, 'R. McIlroy': 9.6 }
    const summary = await importList([
      outright(
        { a: { 'S. Scheffler': 5, 'R. McIlroy': 9 }, ex: { 'R. McIlroy': 9.4, 'J. Rahm': 17 } },
        { lay },
      ),
    ])
    expect(summary).toMatchObject({ status: 'done', inserted: 1, matches: 1, rejected: 0, leagues: 1 })
    expect(await onlyOutright()).toMatchObject({
      name: 'US Open Winner',
      slug: 'us-open-winner',
      league: 'US Open',
      start_time: new Date('2026-06-18T10:00:00Z'),
    })
    expect(await participants()).toEqual(['S. Scheffler', 'R. McIlroy', 'J. Rahm'])
    const { quotes } = await shown()
    expect(quotes).toEqual([
      ['a', 'back', null, '5.00', '9.00', null],
      ['ex', 'back', null, null, '9.40', '17.00'],
      ['ex', 'lay', 'lay', '5.40', '9.60', null],
    ])
    // A lay price is never a best price; a participant without a quote from one bookmaker has one from another.
    expect(await bests()).toMatchObject([
      { type: 'outright', period: 'full_time', prices: [5_000_000, 9_400_000, 17_000_000], n: 2 },
    ])
    expect(await database.kysely.selectFrom('matches').select('id').execute()).toEqual([])
  })

  it('keeps each participant at its index in any order, and the history of its price', async () => {
    await importList([outright({ a: { A: 5, B: 9, C: 13 } })])
    vi.setSystemTime('2026-04-16T20:00:00Z')
    const next = await importList([outright({ a: { D: 21, C: 11, A: 5, 'b ': 9 } })])
    expect(next).toMatchObject({ updated: 1, inserted: 0 })
    expect(await participants()).toEqual(['A', 'B', 'C', 'D'])
    const { quotes, view } = await shown()
    expect(quotes).toEqual([['a', 'back', null, '5.00', '9.00', '11.00', '21.00']])
    expect(view.quotes[0]?.opening).toEqual([5_000_000, 9_000_000, 13_000_000, null])
    const { id } = await onlyOutright()
    const market = { type: 'outright', period: 'full_time', line: null, participant: null } as const
    const history = await listHistory(createServices(database), id, market)
    expect(history?.map(({ at, prices }) => [at.toISOString(), prices])).toEqual([
      ['2026-04-16T19:00:00.000Z', [5_000_000, 9_000_000, 13_000_000]],
      ['2026-04-16T20:00:00.000Z', [5_000_000, 9_000_000, 11_000_000, 21_000_000]],
    ])
    // The same prices again are only confirmed.
    vi.setSystemTime('2026-04-16T21:00:00Z')
    expect(await importList([outright({ a: { D: 21, C: 11, A: 5, B: 9 } })])).toMatchObject({
      unchanged: 1,
      updated: 0,
    })
    expect(await listHistory(createServices(database), id, market)).toHaveLength(2)
  })

  it('loses its prices when its competition no longer lists it, while matches and other outrights keep theirs', async () => {
    await importList(
      [
        outright(
          { a: { X: 2, Y: 3 } },
          { id: 'nba', title: 'NBA Winner', key: 'basketball_nba_championship_winner' },
        ),
      ],
      'basketball_nba_championship_winner',
    )
    const match = {
      id: 'm1',
      sport_key: 'basketball_nba',
      sport_title: 'NBA',
      commence_time: '2026-04-20T10:00:00Z',
      home_team: 'X',
      away_team: 'Y',
      bookmakers: [
        { key: 'a', title: 'a', markets: [{ key: 'h2h', outcomes: outcomesOf({ X: 1.5, Y: 2.5 }) }] },
      ],
    }
    // Both belong to the league NBA.
    await importList([match], 'basketball_nba')
    await importList([
      outright({ a: { A: 5 } }),
      outright({ a: { B: 7 } }, { id: 'o2', title: 'US Open Top 5' }),
    ])
    const open = async () => {
      const { rows } = await sql<{ prices: number }>`
        select array_length(array_remove(q.prices, null), 1) as prices from quotes q join markets k on k.id = q.market
        left join outrights o on o.id = k.event order by o.name nulls first`.execute(database.kysely)
      return rows.map(({ prices }) => prices)
    }
    expect(await open()).toEqual([2, 2, 1, 1])
    vi.setSystemTime('2026-04-16T22:00:00Z')
    await importList([outright({ a: { A: 5 } })])
    // The second golf outright is the only one without an open price.
    expect(await open()).toEqual([2, 2, null, 1])
  })

  it('of another source is the same one if its league and name are the same, and a different one next year', async () => {
    await importList([outright({ a: { A: 5 } })])
    await importList([outright({ b: { A: 6 } }, { id: 'other' })])
    expect((await onlyOutright()).name).toBe('US Open Winner')
    await importList([outright({ a: { A: 5 } }, { id: 'next', start: '2027-06-17T10:00:00Z' })])
    const all = await database.kysely.selectFrom('outrights').select('slug').orderBy('start_time').execute()
    expect(all).toEqual([{ slug: 'us-open-winner' }, { slug: 'us-open-winner-2' }])
  })

  it('is rejected when it is listed twice, and its unknown markets are reported', async () => {
    const strange = outright({ a: { A: 5 } })
    strange.bookmakers[0]?.markets.push({ key: 'outrights_each_way', outcomes: outcomesOf({ A: 4 }) })
    expect(await importList([strange, outright({ a: { A: 9 } })])).toMatchObject({
      inserted: 1,
      rejected: 1,
      reasons: { duplicate_match: 1 },
    })
    const unknown = await database.kysely.selectFrom('unknown_markets').select(['key', 'seen']).execute()
    expect(unknown).toEqual([{ key: 'outrights_each_way', seen: 1 }])
  })

  it.skipIf(!existsSync(RECORDINGS))('returns every price of the recordings', async () => {
    for (const file of [
      'v4_odds_golf_us_open_winner_2026_all_markets.json',
      'v4_odds_golf_2021-11_EdgeBet.json',
    ]) {
      await resetDatabase(database)
      const body = JSON.parse(readFileSync(path.join(RECORDINGS, file), 'utf8')) as ReturnType<
        typeof outright
      >[]
      const told = body[0]?.bookmakers.flatMap(({ key, markets }) =>
        markets.flatMap((market) =>
          market.outcomes.map(({ name, price }) => `${key} ${market.key} ${name} ${price}`),
        ),
      )
      await importList(body)
      const { rows } = await sql<{ line: string }>`
        select b.key || ' ' || case q.side when 0 then 'outrights' else 'outrights_lay' end || ' ' || p.name || ' '
          || trim_scale(price / 1000000::numeric) as line
        from quotes q join markets k on k.id = q.market join bookmakers b on b.no = q.bookmaker
        cross join lateral unnest(q.prices) with ordinality as o (price, n)
        join outright_participants p on p.outright_id = k.event and p.position = o.n
        where price is not null`.execute(database.kysely)
      expect(told?.length).toBeGreaterThan(100)
      expect(rows.map(({ line }) => line).sort()).toEqual([...new Set(told)].sort())
    }
  })
})
