import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { EVERYBODY } from '../audiences/permissions.ts'
import { listHistory, listMarkets, readMarketsFor, readMarketsOfIds } from './market-queries.server.ts'
import { storePrices } from './store/store-prices.server.ts'

const MINUTE_MS = 60_000
const TOTAL = marketOf({ type: 'total', line: 2.5 })
const RESULT = marketOf({ type: 'match_result' })

let database: Database
let league: string
let match: string
let [alpha, beta, gamma] = ['', '', '']
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await resetDatabase(database)
  const { kysely } = database
  league = (await createPlace(kysely)).leagueId
  match = await createMatch(kysely, { league_id: league })
  alpha = await createBookmaker(kysely, { name: 'Alpha', key: 'alpha', slug: 'alpha', menu_position: 2 })
  beta = await createBookmaker(kysely, {
    name: 'Beta',
    key: 'beta',
    slug: 'beta',
    menu_position: 1,
    commission: 5,
  })
  gamma = await createBookmaker(kysely, { name: 'Gamma', key: 'gamma', slug: 'gamma', menu_position: 1 })
})
afterAll(() => database.close())

const services = () => createServices(database)
const ago = (minutes: number) => ({ seenAt: new Date(Date.now() - minutes * MINUTE_MS) })
const names = async (own = services()) =>
  (await listMarkets(own, match)).flatMap(({ quotes }) => quotes.map(({ bookmaker }) => bookmaker.name))
const offerAll = () =>
  offerPrices(database.kysely, match, {
    [alpha]: [quoteOf(TOTAL, [1.9, 1.9])],
    [beta]: [quoteOf(TOTAL, [2.5, 1.8])],
    [gamma]: [quoteOf(TOTAL, [2, 2])],
  })

describe('the quotes of a market', () => {
  it('are in the order of the menu, net of commission, those of hidden bookmakers left out', async () => {
    await offerAll()
    const [market] = await listMarkets(services(), match)
    expect(await names()).toEqual(['Beta', 'Gamma', 'Alpha'])
    expect(market?.quotes[0]).toMatchObject({
      ...{ kept: 0.95, prices: [2_500_000, 1_800_000], side: 'back', format: 'decimal', isTyped: false },
      ...{ opening: null, closing: null, leftOut: null, bookmaker: { id: beta, slug: 'beta' } },
      nets: [2_425_000, 1_760_000],
    })
    await database.kysely.updateTable('bookmakers').set({ is_active: false }).where('id', '=', beta).execute()
    expect(await names()).toEqual(['Gamma', 'Alpha'])
    expect((await listMarkets(services(), match))[0]?.best[0]?.price).toBe(2_000_000)
  })

  it('are those of the bookmakers that the audience may see, and without links where it may follow none', async () => {
    await offerAll()
    await sql`update quotes_seen set link = 'https://beta.example'`.execute(database.kysely)
    const everybody = await listMarkets(services(), match)
    expect(everybody[0]?.quotes[0]?.link).not.toBeNull()
    const saved = await saveGroups(database, [{ name: 'Rest', is_rest: true, bookmakers: 'beta' }])
    expect(saved).toMatchObject({ kind: 'saved' })
    expect(await names()).toEqual(['Gamma', 'Alpha'])
    const [market] = await listMarkets(services(), match)
    expect(market?.best.map((best) => best?.bookmaker.name)).toEqual(['Gamma', 'Gamma'])
    const id = market?.id ?? 0
    expect((await readMarketsOfIds(services(), [id])).get(id)?.quotes).toHaveLength(2)
    expect((await readMarketsFor(services(), [id], EVERYBODY)).get(id)?.quotes).toHaveLength(3)
    await database.kysely.updateTable('audiences').set({ links_on: false }).execute()
    const [without] = await listMarkets(services(), match)
    expect(without?.quotes.map(({ link }) => link)).toEqual([null, null])
    expect((await listHistory(services(), match, TOTAL))?.map(({ slug }) => slug).toSorted()).toEqual([
      ...['alpha', 'gamma'],
    ])
  })

  it('have their side and format, and a lay price is never the best', async () => {
    await offerPrices(database.kysely, match, {
      [alpha]: [
        quoteOf(TOTAL, [2, 1.8], { format: 'fractional' }),
        quoteOf(TOTAL, [9, 9], { side: 'lay', format: 'american' }),
      ],
    })
    const [market] = await listMarkets(services(), match)
    expect(market?.quotes.map(({ side, format }) => `${side} ${format}`)).toEqual([
      ...['back fractional', 'lay american'],
    ])
    expect(market?.best[0]?.price).toBe(2_000_000)
  })

  it('have their first prices as these were written, and are there while all are suspended', async () => {
    await offerPrices(
      database.kysely,
      match,
      { [alpha]: [quoteOf(TOTAL, [2.5, 1.5], { format: 'fractional' })], [beta]: [quoteOf(TOTAL, [2, 2])] },
      ago(2),
    )
    await offerPrices(
      database.kysely,
      match,
      { [alpha]: [quoteOf(TOTAL, [2, 1.8])], [beta]: [quoteOf(TOTAL, [null, null])] },
      ago(1),
    )
    const [market] = await listMarkets(services(), match)
    expect(market?.quotes).toMatchObject([
      { bookmaker: { name: 'Beta' }, prices: [null, null], leftOut: 'suspended' },
      { bookmaker: { name: 'Alpha' }, format: 'decimal', opening: [2_500_000, 1_500_000] },
    ])
    expect(market?.quotes[1]?.openingWriting?.format).toBe('fractional')
    expect(market?.quotes[1]).not.toHaveProperty('closingWriting')
  })

  it('of a cancelled match say when it was cancelled', async () => {
    await offerAll()
    const cancelledAt = async () => (await listMarkets(services(), match))[0]?.cancelledAt
    expect(await cancelledAt()).toBeUndefined()
    await database.kysely
      .updateTable('matches')
      .set({ status: 'cancelled', cancelled_at: new Date('2026-03-01') })
      .where('id', '=', match)
      .execute()
    expect(await cancelledAt()).toBeInstanceOf(Date)
  })

  it('are read again after a change of the prices, the match or the bookmakers', async () => {
    await offerAll()
    const { tags } = await collectReads(() => listMarkets(services(), match))
    expect([...tags]).toEqual(expect.arrayContaining([`match:${match}`, `prices:${match}`, 'bookmakers']))
    const history = await collectReads(() => listHistory(services(), match, TOTAL))
    expect([...history.tags]).toEqual(expect.arrayContaining([`prices:${match}`, 'bookmakers']))
  })

  it('are kept for each match, and of the markets that are asked for', async () => {
    const other = await createMatch(database.kysely, { league_id: league })
    await offerAll()
    await offerPrices(database.kysely, match, { [alpha]: [quoteOf(RESULT, [2, 3, 4])] }, { source: 'second' })
    await offerPrices(database.kysely, other, { [alpha]: [quoteOf(TOTAL, [3, 1.5])] })
    const kept = services()
    const [first, second] = [await listMarkets(kept, match), await listMarkets(kept, other)]
    expect([first.length, second.length]).toEqual([2, 1])
    const ids = [first, second].map((markets) => markets.find(({ type }) => type === 'total')?.id ?? 0)
    const read = await readMarketsOfIds(kept, ids)
    expect([...read.keys()].toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
    expect(read.get(ids[1] ?? 0)?.best[0]?.price).toBe(3_000_000)
    expect(await readMarketsOfIds(kept, [])).toEqual(new Map())
  })
})

describe('the history of a market', () => {
  it('is that of its period, line, participant and match alone', async () => {
    const half = marketOf({ type: 'total', period: 'first_half', line: 2.5 })
    const team = marketOf({ type: 'team_total', line: 2.5, participant: 'home' })
    const markets = [
      TOTAL,
      half,
      marketOf({ type: 'total', line: 3.5 }),
      team,
      { ...team, participant: 'away' },
    ]
    const other = await createMatch(database.kysely, { league_id: league })
    await offerPrices(
      database.kysely,
      match,
      {
        [alpha]: [
          ...markets.map((market, n) => quoteOf(market, [2 + n / 10, 1.5])),
          quoteOf(RESULT, [2.6, 3, 4]),
        ],
      },
      ago(3),
    )
    await offerPrices(database.kysely, other, { [alpha]: [quoteOf(TOTAL, [2.7, 1.5])] }, ago(3))
    const kept = services()
    const firstOf = async (event: string, market: typeof TOTAL) =>
      (await listHistory(kept, event, market))?.map(({ prices }) => prices[0])
    const read = []
    for (const market of [...markets, RESULT]) read.push(await firstOf(match, market))
    expect(read).toEqual([[2_000_000], [2_100_000], [2_200_000], [2_300_000], [2_400_000], [2_600_000]])
    expect(await firstOf(other, TOTAL)).toEqual([2_700_000])
    expect(await firstOf(match, { ...TOTAL, participant: 'home' })).toBeUndefined()
  })
})

describe('an outright', () => {
  it('has its participants in their order, without a price where a list is shorter', async () => {
    const { id: outright } = await database.kysely
      .insertInto('outrights')
      .values({
        ...{ league_id: league, name: 'Winner', slug: 'winner' },
        start_time: new Date(Date.now() + 60 * MINUTE_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const participants = ['Roma', 'Inter', 'Bari'].map((name, n) => ({
      ...{ outright_id: outright, position: n + 1, name, key: name.toLowerCase() },
    }))
    await database.kysely.insertInto('outright_participants').values(participants.toReversed()).execute()
    const quotes = [quoteOf(marketOf({ type: 'outright' }), [2, 3])]
    const offers = [{ bookmakerId: alpha, seenAt: new Date(), isLate: false, link: null, quotes }]
    await database.kysely.transaction().execute((trx) =>
      storePrices(trx, [{ event: outright, kind: 'outright', part: '', offers }], {
        ...{ source: 'test', confirmedAt: new Date() },
      }),
    )
    const [market] = await listMarkets(services(), outright)
    expect(market?.outcomes).toEqual(['Roma', 'Inter', 'Bari'])
    expect(market?.quotes.map(({ prices, nets }) => [prices, nets])).toEqual([
      [
        [2_000_000, 3_000_000, null],
        [2_000_000, 3_000_000, null],
      ],
    ])
  })
})
