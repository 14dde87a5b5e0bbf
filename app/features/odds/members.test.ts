import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mergeBookmaker, splitBookmaker } from '#app/features/bookmakers/commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { EVERYBODY } from '../audiences/permissions.ts'
import { listHistory, readMarketsFor } from './market-queries.server.ts'
import { refreshPrices } from './refresh-prices.server.ts'

const ACTOR = { id: null, email: 'test' }
const MINUTE = 60_000
let database: Database
let league: string
beforeAll(async () => {
  database = await createTestDatabase()
  league = (await createPlace(database.kysely)).leagueId
})
afterAll(() => database.close())

const services = () => createServices(database)

async function marketsOf(match: string) {
  const rows = await database.kysely.selectFrom('markets').select('id').where('event', '=', match).execute()
  return readMarketsFor(
    services(),
    rows.map(({ id }) => id),
    EVERYBODY,
  )
}

const storedBests = (match: string) =>
  database.kysely
    .selectFrom('market_bests as t')
    .innerJoin('markets as k', 'k.id', 't.market')
    .select(['t.market', 't.nets', 't.average', 't.n', 't.holders'])
    .where('k.event', '=', match)
    .where('t.audience', '=', 0)
    .orderBy('t.market')
    .execute()

describe('best prices and averages', () => {
  it('are the same in the database and on pages: a brand and a merged bookmaker count once', async () => {
    const { kysely } = database
    const add = (brand: string | null, commission = 0) => createBookmaker(kysely, { brand, commission })
    const books = [
      ...[await add('north'), await add('north'), await add('north', 5)],
      ...[await add('south'), await add('south'), await add(null), await add(null, 2), await add(null)],
    ]
    const [into, merged] = books.slice(-2) as [string, string]
    expect(await mergeBookmaker({ database }, ACTOR, { id: merged, into })).toBeNull()
    const price = fc.integer({ min: 1_010_000, max: 30_000_000 }).map((millionths) => millionths / 1_000_000)
    const quote = fc.option(fc.tuple(fc.option(price, { freq: 8 }), price), { freq: 4 })
    const market = fc.array(quote, { minLength: books.length, maxLength: books.length })
    await fc.assert(
      fc.asyncProperty(fc.array(market, { minLength: 8, maxLength: 8 }), async (markets) => {
        const match = await createMatch(kysely, { league_id: league })
        const offers = books.map((id, book) => {
          const quotes = markets.flatMap((quotesOf, line) => {
            const prices = quotesOf[book]
            return prices ? [quoteOf(marketOf({ type: 'total', line: line + 0.5 }), prices)] : []
          })
          return [id, quotes] as const
        })
        await offerPrices(kysely, match, Object.fromEntries(offers))
        const stored = await storedBests(match)
        const views = await marketsOf(match)
        for (const { market: id, nets, average, n } of stored) {
          const view = views.get(id)
          const [open, bests] = [view?.average ?? [null, null], view?.best ?? [null, null]]
          expect([average, nets, n]).toEqual([open, bests.map((best) => best?.net ?? null), view?.count ?? 0])
        }
      }),
      { numRuns: 6 },
    )
  })
})

describe('a bookmaker that is merged into another', () => {
  const total = marketOf({ type: 'total', line: 2.5 })

  it('has its prices counted as those of the other, and everything back after the split', async () => {
    const { kysely } = database
    const match = await createMatch(kysely, { league_id: league })
    const add = (name: string) => createBookmaker(kysely, { name })
    const [one, two, three] = [await add('One'), await add('Two'), await add('Three')]
    const start = Date.now() - 20 * MINUTE
    const offer = (id: string, source: string, over: number, minutes: number) =>
      offerPrices(
        kysely,
        match,
        { [id]: [quoteOf(total, [over, 1.9])] },
        {
          ...{ source, seenAt: new Date(start + minutes * MINUTE) },
        },
      )
    await offer(one, 'feed-one', 2, 0)
    await offer(two, 'feed-two', 2.2, 1)
    await offer(three, 'feed-three', 1.8, 2)
    await createQuote(kysely, { match, bookmaker: one, prices: [2, 3, 4], source: 'feed-one' })
    await createQuote(kysely, { match, bookmaker: two, prices: [2.2, 3, 4], source: 'feed-two' })
    await sql`select refresh_headlines(${[match]}::uuid[])`.execute(kysely)

    const state = async () => {
      await refreshPrices(kysely, [match])
      const [view] = (await marketsOf(match)).values()
      const headline = await kysely
        .selectFrom('matches')
        .select(['home_odds', 'home_bookmaker_id', 'bookmaker_count'])
        .where('id', '=', match)
        .executeTakeFirstOrThrow()
      const history = await listHistory(services(), match, total)
      return {
        quotes: view?.quotes.map(({ bookmaker, prices }) => [bookmaker.name, prices[0]]),
        best: view?.best[0]?.bookmaker.name,
        average: view?.average[0],
        stored: (await storedBests(match)).map(({ nets, average, n }) => [nets[0], average[0], n]),
        headline: [headline.home_odds, headline.home_bookmaker_id, headline.bookmaker_count],
        history: history?.map(({ slug, prices }) => [slug, prices[0]]),
      }
    }
    const before = await state()
    expect(before).toMatchObject({
      best: 'Two',
      stored: [[2_200_000, 2_000_000, 3]],
      headline: [2.2, two, 2],
    })

    expect(await mergeBookmaker({ database }, ACTOR, { id: two, into: one })).toBeNull()
    const merged = await state()
    expect(merged).toMatchObject({
      quotes: [
        ['One', 2_000_000],
        ['Three', 1_800_000],
      ],
      best: 'One',
      average: 1_900_000,
      stored: [[2_000_000, 1_900_000, 2]],
      headline: [2, one, 1],
    })
    expect(new Set(merged.history?.map(([slug]) => slug)).size).toBe(2)

    expect(await splitBookmaker({ database }, ACTOR, two)).toBe(true)
    expect(await state()).toEqual(before)
  })

  it('is read where the other has no price that counts, and keeps what comes later for itself', async () => {
    const { kysely } = database
    const match = await createMatch(kysely, { league_id: league })
    const add = (name: string) => createBookmaker(kysely, { name })
    const [kept, gone] = [await add('Kept'), await add('Gone')]
    const now = Date.now()
    const offer = (id: string, source: string, prices: (number | null)[], minutesAgo: number) =>
      offerPrices(
        kysely,
        match,
        { [id]: [quoteOf(total, prices)] },
        {
          ...{ source, seenAt: new Date(now - minutesAgo * MINUTE) },
        },
      )
    const shown = async () => {
      await refreshPrices(kysely, [match])
      const [view] = (await marketsOf(match)).values()
      return view?.quotes.map(({ bookmaker, prices, leftOut }) => [bookmaker.name, prices[0], leftOut])
    }
    const history = async () =>
      (await listHistory(services(), match, total))?.map(({ bookmaker: _, prices }) => prices[0])
    await mergeBookmaker({ database }, ACTOR, { id: gone, into: kept })
    // Three hours old: a source without a schedule counts that long.
    await offer(kept, 'feed-one', [2, 1.9], 200)
    await offer(gone, 'feed-two', [2.4, 1.6], 10)
    expect(await shown()).toEqual([['Kept', 2_400_000, null]])
    expect(await history()).toEqual([2_400_000])
    // It was suspended by a feed that has said nothing since.
    await offer(kept, 'feed-one', [null, 1.9], 190)
    expect(await shown()).toEqual([['Kept', 2_400_000, null]])
    // What the bookmaker that stays has suspended cannot be had, whatever another feed says.
    await offer(kept, 'feed-one', [null, 1.9], 1)
    expect(await shown()).toEqual([['Kept', null, 'suspended']])
    expect(await history()).toEqual([2_000_000, null])
    await splitBookmaker({ database }, ACTOR, gone)
    expect(await shown()).toEqual([
      ['Gone', 2_400_000, null],
      ['Kept', null, 'suspended'],
    ])
  })

  it('is merged once, into one that is not merged', async () => {
    const { kysely } = database
    const [a, b, c] = [
      await createBookmaker(kysely),
      await createBookmaker(kysely),
      await createBookmaker(kysely),
    ]
    const merge = (id: string, into: string) => mergeBookmaker({ database }, ACTOR, { id, into })
    expect(await merge(a, b)).toBeNull()
    const [merged, gone] = [{ kind: 'merged' }, { kind: 'gone' }]
    expect([await merge(a, c), await merge(c, a), await merge(b, c)]).toEqual([merged, merged, merged])
    expect([await merge(c, c), await merge(c, crypto.randomUUID())]).toEqual([gone, gone])
    expect(await merge(c, b)).toBeNull()
    expect([
      await splitBookmaker({ database }, ACTOR, a),
      await splitBookmaker({ database }, ACTOR, a),
    ]).toEqual([true, false])
    const entries = await kysely
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('entity_id', '=', a)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { before: { merged_into: null }, after: { merged_into: b } },
      { before: { merged_into: b }, after: { merged_into: null } },
    ])
  })
})
