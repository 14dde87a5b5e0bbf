import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { readListedMarkets } from './list-markets.server.ts'
import { listMarkets } from './market-queries.server.ts'
import { readQuotedResults } from './quoted-results.server.ts'
import { TYPED } from './typed-prices.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('a list has the movements of its prices, and the main line of its matches', async () => {
  const { leagueId } = await createPlace(database.kysely)
  const match = await createMatch(database.kysely, { league_id: leagueId })
  const alpha = await createBookmaker(database.kysely, { name: 'Alpha' })
  const result = marketOf({ type: 'match_result' })
  const total = (line: number) => marketOf({ type: 'total', line })
  const offer = (home: number, over: number) =>
    offerPrices(database.kysely, match, {
      [alpha]: [
        quoteOf(result, [home, 3, 4]),
        quoteOf(total(2.5), [over, 1.9]),
        quoteOf(total(3.5), [3, 1.3]),
      ],
    })
  await offer(2, 2)
  await offer(2.1, 1.9)
  const services = createServices(database)
  const { value } = await collectReads(async () => ({
    quotes: await readQuotedResults(services, [{ event: match, bookmaker: alpha }]),
    listed: await readListedMarkets(services, [match], 'total'),
  }))
  const movedOf = (outcome: 'home' | 'draw') =>
    value.quotes.moved({ event: match, bookmaker: alpha }, true, outcome)
  expect(movedOf('home')).toBeCloseTo(0.05, 9)
  expect(movedOf('draw')).toBeNull()
  expect(value.listed.get(match)).toMatchObject({
    line: 2.5,
    best: [
      { price: 1.9, moved: expect.closeTo(-0.05, 9), bookmaker: 'Alpha', bookmakerId: alpha },
      { price: 1.9 },
    ],
  })
})

it('says which result of a list is net of a commission, and which one is as quoted', async () => {
  const { kysely } = database
  const { leagueId } = await createPlace(kysely)
  const event = await createMatch(kysely, { league_id: leagueId })
  const [exchange, plain] = [
    await createBookmaker(kysely, { name: 'Exchange', commission: 5 }),
    await createBookmaker(kysely, { name: 'Plain' }),
  ]
  const result = marketOf({ type: 'match_result' })
  await offerPrices(kysely, event, {
    [exchange]: [quoteOf(result, [1.08, 9, 15])],
    [plain]: [quoteOf(result, [1.07, 9, 15])],
  })
  const asked = [exchange, plain].map((bookmaker) => ({ event, bookmaker }))
  const { value } = await collectReads(() => readQuotedResults(createServices(database), asked))
  const shown = (bookmaker: string, price: number) => value.shown({ event, bookmaker }, 'home', price)
  expect(shown(exchange, 1.07)).toEqual({ price: 1_070_000, quoted: 'net' })
  expect([shown(exchange, 1.08), shown(plain, 1.07), shown(plain, 1.06)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('a list says which best prices an operator has typed', async () => {
  const { leagueId } = await createPlace(database.kysely)
  const match = await createMatch(database.kysely, { league_id: leagueId })
  const [alpha, beta] = [
    await createBookmaker(database.kysely, { name: 'Alpha' }),
    await createBookmaker(database.kysely, { name: 'Beta' }),
  ]
  const total = marketOf({ type: 'total', line: 2.5 })
  await offerPrices(database.kysely, match, { [alpha]: [quoteOf(total, [1.9, 2])] })
  await offerPrices(database.kysely, match, { [beta]: [quoteOf(total, [1.8, 2.2])] }, { source: TYPED })
  const read = () => readListedMarkets(createServices(database), [match], 'total')
  const { value } = await collectReads(read)
  const { best } = value.get(match) ?? {}
  expect(best?.map((price) => [price?.bookmaker, price?.price, price?.typed ?? false])).toEqual([
    ['Alpha', 1.9, false],
    ['Beta', 2.2, true],
  ])
})

it('the main line of a list is that of the page: the one with the nearest fair chances', async () => {
  const { kysely } = database
  const { leagueId } = await createPlace(kysely)
  const match = await createMatch(kysely, { league_id: leagueId })
  // 2.5: 55 and 50 percent, so 52.4 and 47.6 without the margin; 3: 52 and 47.2, so 52.4 and 47.6 by a hair more.
  const quotes = [
    quoteOf(marketOf({ type: 'total', line: 2.5 }), [1.818182, 2]),
    quoteOf(marketOf({ type: 'total', line: 3 }), [1.923077, 2.118644]),
  ]
  await offerPrices(kysely, match, { [await createBookmaker(kysely)]: quotes })
  const services = createServices(database)
  const [main] = (await listMarkets(services, match)).filter(({ isMain }) => isMain)
  const listed = await readListedMarkets(services, [match], 'total')
  expect([main?.line, listed.get(match)?.line]).toEqual([2.5, 2.5])
})

it.each([
  ['total', 2.5, 3.5],
  ['handicap', -0.5, -1.5],
] as const)(
  'the main %s of a list is the one of the whole match that most bookmakers offer, as on the page',
  async (type, even, most) => {
    const { kysely } = database
    const { leagueId } = await createPlace(kysely)
    const match = await createMatch(kysely, { league_id: leagueId })
    const lines = [
      quoteOf(marketOf({ type, line: even }), [1.9, 1.9]),
      quoteOf(marketOf({ type, line: most }), [2.8, 1.4]),
    ]
    const ofPart = quoteOf(marketOf({ type, period: 'half_1', line: 1 }), [1.9, 1.9])
    await offerPrices(kysely, match, {
      [await createBookmaker(kysely, { name: 'Alpha' })]: [...lines, ofPart],
      [await createBookmaker(kysely, { name: 'Beta' })]: [...lines.slice(1), ofPart],
      [await createBookmaker(kysely, { name: 'Gamma' })]: [ofPart],
    })
    const services = createServices(database)
    const mains = (await listMarkets(services, match)).filter(({ isMain }) => isMain)
    const listed = await readListedMarkets(services, [match], type)
    expect(listed.get(match)).toMatchObject({ line: most, best: [{ price: 2.8 }, { price: 1.4 }] })
    expect(mains.map(({ line }) => line)).toContain(most)
    expect(mains.map(({ line }) => line)).not.toContain(even)
  },
)

it('the movement of an exchange compares what it pays with what it paid', async () => {
  const { kysely } = database
  const { leagueId } = await createPlace(kysely)
  const match = await createMatch(kysely, { league_id: leagueId })
  const exchange = await createBookmaker(kysely, { name: 'Exchange', commission: 5 })
  for (const over of [2, 2.2])
    await offerPrices(kysely, match, {
      [exchange]: [quoteOf(marketOf({ type: 'total', line: 2.5 }), [over, 1.9])],
    })
  const listed = await readListedMarkets(createServices(database), [match], 'total')
  // 1.95 and 2.14 after the commission.
  expect(listed.get(match)?.best[0]).toMatchObject({ price: 2.14, moved: expect.closeTo(2.14 / 1.95 - 1, 6) })
})
