import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { listHistory, listMarkets, noteSureBet } from './market-queries.server.ts'

let database: Database
let match: string
const bookmakers: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await resetDatabase(database)
  const { leagueId } = await createPlace(database.kysely)
  match = await createMatch(database.kysely, { league_id: leagueId })
  bookmakers.length = 0
  for (const [index, commission] of [0, 5, 0].entries()) {
    bookmakers.push(
      await createBookmaker(database.kysely, {
        name: `B${index}`,
        slug: `b${index}`,
        commission,
        menu_position: index,
      }),
    )
  }
})
afterAll(() => database.close())

const total = (line: number) => marketOf({ type: 'total', line })
const read = () => listMarkets(createServices(database), match)
const by = (index: number) => bookmakers[index] ?? ''

describe('the markets of a match', () => {
  it('are in the order of the registry, with the line that most bookmakers quote as the main one', async () => {
    await offerPrices(database.kysely, match, {
      [by(0)]: [
        quoteOf(total(2.5), [2.4, 1.5]),
        quoteOf(total(3.5), [1.9, 1.9]),
        quoteOf(marketOf({ type: 'both_to_score' }), [1.8, 1.9]),
      ],
      [by(1)]: [quoteOf(total(2.5), [2.4, 1.5]), quoteOf(marketOf({ type: 'match_result' }), [2, 3, 4])],
      [by(2)]: [quoteOf(total(1.5), [1.3, 3])],
    })
    const markets = await read()
    expect(markets.map(({ type, line, isMain, count }) => [type, line, isMain, count])).toEqual([
      ['match_result', null, true, 1],
      ['total', 1.5, false, 1],
      ['total', 2.5, true, 2],
      ['total', 3.5, false, 1],
      ['both_to_score', null, true, 1],
    ])
    const [result] = markets
    expect(result?.best.map((one) => [one?.price, one?.net])).toEqual([
      [2_000_000, 1_950_000],
      [3_000_000, 2_900_000],
      [4_000_000, 3_850_000],
    ])
  })

  it('have the most balanced line as the main one when as many quote each', async () => {
    await offerPrices(database.kysely, match, {
      [by(0)]: [
        quoteOf(total(1.5), [1.3, 3]),
        quoteOf(total(2.5), [1.9, 1.9]),
        quoteOf(total(3.5), [3, 1.3]),
      ],
    })
    expect((await read()).filter(({ isMain }) => isMain).map(({ line }) => line)).toEqual([2.5])
  })

  it('follow the rule when they are read, without a sweep', async () => {
    await offerPrices(database.kysely, match, { [by(0)]: [quoteOf(total(2.5), [2, 1.8])] })
    await offerPrices(
      database.kysely,
      match,
      { [by(2)]: [quoteOf(total(2.5), [9, 9])] },
      {
        source: 'other',
        seenAt: new Date(Date.now() - 4 * HOUR_MS),
      },
    )
    const [market] = await read()
    expect(market?.best.map((one) => one?.price)).toEqual([2_000_000, 1_800_000])
    expect(market?.quotes.map(({ leftOut }) => leftOut)).toEqual([null, 'old'])
  })

  it('are cached until a price changes, and until the first no longer counts', async () => {
    const services = createServices(database)
    const seenAt = new Date(Date.now() - MINUTE_MS)
    await offerPrices(database.kysely, match, { [by(0)]: [quoteOf(total(2.5), [2, 1.8])] }, { seenAt })
    const { tags, expiresAt } = await collectReads(() => listMarkets(services, match))
    expect(tags).toContain(`prices:${match}`)
    // A source without a schedule counts as hourly.
    expect(expiresAt?.getTime()).toBe(seenAt.getTime() + 3 * HOUR_MS)
  })

  it('are also renewed when their sure bet gets the warning of old prices', async () => {
    const [seenAt, kickOff] = [new Date(Date.now() - MINUTE_MS), new Date(Date.now() + HOUR_MS)]
    const expiryOf = async (prices: readonly number[]) => {
      await offerPrices(database.kysely, match, { [by(0)]: [quoteOf(total(2.5), prices)] }, { seenAt })
      const [market] = await read()
      const { expiresAt } = await collectReads(
        () => market && noteSureBet(market, { sport: 'football', kickOff }),
      )
      return expiresAt && expiresAt.getTime() - seenAt.getTime()
    }
    expect(await expiryOf([2.1, 2])).toBe(30 * MINUTE_MS)
    expect(await expiryOf([2, 1.9])).toBe(null)
  })

  it('leave out withdrawn prices, unless the match closed with them', async () => {
    await offerPrices(database.kysely, match, {
      [by(0)]: [quoteOf(total(2.5), [2, 1.8])],
      [by(2)]: [quoteOf(total(2.5), [2, 1.8])],
    })
    await offerPrices(
      database.kysely,
      match,
      { [by(0)]: [quoteOf(total(2.5), [2, 1.8])] },
      { seenAt: new Date(Date.now() + 1) },
    )
    expect((await read())[0]?.quotes.map(({ bookmaker }) => bookmaker.slug)).toEqual(['b0'])
  })

  it('have the same best prices as the lists, for any quotes', async () => {
    const price = fc.integer({ min: 1_010_000, max: 5_000_000 }).map((millionths) => millionths / 1e6)
    const pair = fc.option(fc.tuple(fc.option(price, { freq: 8 }), price))
    let minutes = 0
    await fc.assert(
      fc.asyncProperty(fc.tuple(pair, pair, pair), async (pairs) => {
        minutes += 1
        const offers = Object.fromEntries(
          pairs.flatMap((one, n) => (one ? [[by(n), [quoteOf(total(2.5), one)]]] : [])),
        )
        await offerPrices(database.kysely, match, offers, { seenAt: new Date(Date.now() + minutes) })
        const [stored] = await database.kysely.selectFrom('market_bests').selectAll().execute()
        const [market] = await read()
        if (!stored) return
        const kept = market ?? { best: [null, null], average: [null, null], sum: null, count: 0 }
        expect(stored.prices).toEqual(kept.best.map((one) => one?.price ?? null))
        expect(stored.nets).toEqual(kept.best.map((one) => one?.net ?? null))
        expect(stored.average).toEqual(kept.average)
        expect(stored.n).toBe(kept.count)
        if (kept.sum === null) expect(stored.s).toBeNull()
        else expect(stored.s).toBeCloseTo(kept.sum, 12)
      }),
      { numRuns: 20 },
    )
  })
})

describe('the history of a market', () => {
  it('has every change with its bookmaker, and none of an unknown market', async () => {
    const services = createServices(database)
    const seen = (minutes: number) => ({ seenAt: new Date(Date.now() + minutes * MINUTE_MS) })
    await offerPrices(database.kysely, match, { [by(0)]: [quoteOf(total(2.5), [2, 1.8])] }, seen(-3))
    await offerPrices(database.kysely, match, { [by(0)]: [quoteOf(total(2.5), [2.1, 1.7])] }, seen(-2))
    await offerPrices(database.kysely, match, {}, seen(-1))
    const changes = await listHistory(services, match, total(2.5))
    expect(changes?.map(({ slug, prices }) => [slug, prices])).toEqual([
      ['b0', [2_000_000, 1_800_000]],
      ['b0', [2_100_000, 1_700_000]],
      ['b0', [null, null]],
    ])
    expect(await listHistory(services, match, total(3.5))).toBeNull()
  })
})
