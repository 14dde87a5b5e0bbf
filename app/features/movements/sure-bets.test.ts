import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { mergeBookmaker } from '../bookmakers/commands.server.ts'
import { type Market, marketKey } from '../odds/markets.ts'
import { listSureBets } from './sure-bets.server.ts'

let database: Database
let match: string
let sportId: string
let leagueId: string
const books: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await resetDatabase(database)
  await sql`delete from import_schedules where source = 'test'`.execute(database.kysely)
  const place = await createPlace(database.kysely)
  sportId = place.sportId
  leagueId = place.leagueId
  match = await createMatch(database.kysely, { league_id: leagueId })
  books.length = 0
  for (const [menu_position, commission] of [0, 0, 5].entries())
    books.push(await createBookmaker(database.kysely, { menu_position, commission }))
})
afterAll(() => database.close())

const by = (index: number) => books[index] ?? ''
const total = (line: number) => marketOf({ type: 'total', line })
const BTTS = marketOf({ type: 'both_to_score' })
const CHANCE = marketOf({ type: 'double_chance' })

/** Every bookmaker's prices of some markets. */
async function offer(
  quotes: [Market, ...(number[] | null)[]][],
  event = match,
  seenAt = new Date(),
  source = 'test',
) {
  const offers = Object.fromEntries(
    books.map((id, index) => [
      id,
      quotes.flatMap(([market, ...prices]) => {
        const own = prices[index]
        return own ? [quoteOf(market, own)] : []
      }),
    ]),
  )
  await offerPrices(database.kysely, event, offers, { seenAt, source })
}

const read = (options: Partial<Parameters<typeof listSureBets>[1]> = {}) =>
  listSureBets(createServices(database), { sportId: null, page: 1, ...options })

/** By market: the return on the outlay in percent, by hand. */
async function returns(): Promise<Record<string, string>> {
  const { found } = await read()
  return Object.fromEntries(
    found.map(({ board, finding }) => [marketKey(board.market), (finding.returnOnOutlay * 100).toFixed(3)]),
  )
}

describe('sure bets', () => {
  it('are the markets whose best prices return more than the stake, the highest return first', async () => {
    await offer([
      // 1/2.08 + 1/2.00 = 0.980769: 1.9608 %.
      [total(2.5), [2.08, 1.8], [1.8, 2]],
      // 1/2.00 twice is 1: none.
      [total(3.5), [2, 1.8], [1.8, 2]],
      // 1/2.10 twice = 0.952381: 5 %; the line can push.
      [total(3), [2.1, 1.7], [1.7, 2.1]],
      // 1/1.60 thrice = 1.875, of which two win: 0.9375, 6.667 %.
      [CHANCE, [1.6, 1.3, 1.3], [1.3, 1.6, 1.3], [1.3, 1.3, 1.6316]],
      // 1/1.50 thrice = 2, of which two win: none.
      [
        marketOf({ type: 'double_chance', period: 'half_1' }),
        [1.5, 1.3, 1.3],
        [1.3, 1.5, 1.3],
        [1.3, 1.3, 1.52],
      ],
    ])
    expect(await returns()).toEqual({
      [marketKey(CHANCE)]: '6.667',
      [marketKey(total(3))]: '5.000',
      [marketKey(total(2.5))]: '1.961',
    })
    const { found } = await read()
    expect(found.map(({ finding }) => finding.mayPush)).toEqual([false, true, false])
    expect(found[2]?.finding.legs.map(({ row }) => row.quote.bookmaker.id)).toEqual([by(0), by(1)])
  })

  it('count an exchange net of its commission', async () => {
    // 2.08 less 5 % of the winnings is 2.026: 1/2.026 + 1/1.97 = 1.001; gross it would be 0.988.
    await offer([[BTTS, [1.8, 1.97], null, [2.08, 1.7]]])
    expect(await returns()).toEqual({})
  })

  it('are withheld above 10 %, with their return', async () => {
    // 1/2.30 + 1/2.20 = 0.889328: 12.444 %.
    await offer([
      [BTTS, [2.3, 1.5], [1.5, 2.2]],
      [total(2.5), [2.2, 1.6], [1.6, 2.2]],
    ])
    const { found, heldBack } = await read()
    // Exactly 10 %: not above it.
    expect(found.map(({ board }) => marketKey(board.market))).toEqual([marketKey(total(2.5))])
    expect(heldBack.map(({ finding }) => (finding.returnOnOutlay * 100).toFixed(3))).toEqual(['12.444'])
  })

  it('do not include a match that has begun, even with in-play quotes, or old prices', async () => {
    await offer([[BTTS, [2.1, 1.7], [1.7, 2.1]]])
    const old = await createMatch(database.kysely, { league_id: leagueId })
    await offer([[BTTS, [2.1, 1.7], [1.7, 2.1]]], old, new Date(Date.now() - 4 * HOUR_MS))
    const services = createServices(database)
    const list = () => listSureBets(services, { sportId: null, page: 1 })
    expect((await list()).found.map(({ match: of }) => of.id)).toEqual([match])
    await sql`insert into import_schedules (source, every_minutes, in_play) values ('test', 60, true)`.execute(
      database.kysely,
    )
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date(Date.now() - MINUTE_MS) })
      .where('id', '=', match)
      .execute()
    // The market is still among the candidates, and its prices count: they were confirmed after the start.
    await offer([[BTTS, [2.1, 1.7], [1.7, 2.1]]])
    expect((await list()).found).toEqual([])
  })

  it('are none with a best price that an operator typed, and no such market takes the place of another', async () => {
    await offer([[BTTS, null, [1.7, 2.1]]])
    await offer([[BTTS, [2.1, 1.7]]], match, new Date(), 'typed')
    const { found, heldBack, sports } = await read()
    expect([found, heldBack, [...sports]]).toEqual([[], [], []])
    // 1/2.30 + 1/2.20 would be held back.
    await offer([[total(2.5), [2.3, 1.5]]], match, new Date(Date.now() + 1), 'typed')
    await offer([[total(2.5), null, [1.5, 2.2]]], match, new Date(Date.now() + 2))
    expect((await read()).heldBack).toEqual([])
    // A lower typed price is not part of it.
    await offer([[total(3.5), null, [2.1, 1.7], [1.7, 2.2]]], match, new Date(Date.now() + 3))
    await offer([[total(3.5), [1.9, 1.9]]], match, new Date(Date.now() + 3), 'typed')
    expect(Object.keys(await returns())).toEqual([marketKey(total(3.5))])
  })

  it('warn of a price that is more than half an hour old', async () => {
    await offer([[BTTS, [2.1, 1.7], [1.7, 2.1]]], match, new Date(Date.now() - 40 * MINUTE_MS))
    expect((await read()).found.map(({ finding }) => finding.warnings)).toEqual([['old-price']])
  })

  it('are listed by sport', async () => {
    await offer([[BTTS, [2.1, 1.7], [1.7, 2.1]]])
    const other = await createPlace(database.kysely, { sport: 'Tennis' })
    expect((await read({ sportId: other.sportId })).found).toEqual([])
    const { found, sports } = await read({ sportId })
    expect(found).toHaveLength(1)
    expect([...sports]).toEqual([sportId])
  })

  it('are computed again when a price changes; one that is gone is not shown meanwhile', async () => {
    await offer([[BTTS, [2.1, 1.7], [1.7, 2.1]]])
    const services = createServices(database)
    const list = () => listSureBets(services, { sportId: null, page: 1 })
    const { tags, expiresAt } = await collectReads(list)
    expect(tags).toContain(`prices:${match}`)
    expect(expiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 2 * MINUTE_MS)
    await offer([[BTTS, [1.9, 1.7], [1.7, 2.1]]], match, new Date(Date.now() + 1))
    expect((await list()).found).toEqual([])
  })

  it('are found where a feed of a merged bookmaker is read instead of a typed price', async () => {
    const gone = await createBookmaker(database.kysely)
    const typed = { [gone]: [quoteOf(BTTS, [1.5, 1.5])] }
    await offerPrices(database.kysely, match, typed, {
      source: 'typed',
      seenAt: new Date(Date.now() - HOUR_MS),
    })
    await offer([[BTTS, [2.1, 1.7], [1.7, 2.1]]])
    const actor = { id: null, email: 'test' }
    expect(await mergeBookmaker({ database }, actor, { id: gone, into: by(0) })).toBeNull()
    expect((await read()).found.map((it) => it.match.id)).toEqual([match])
  })

  it('are all on pages, and say when there are more than are compared', async () => {
    // 1/2.10 twice: 5 % each.
    await offer(Array.from({ length: 60 }, (_, n) => [total(n + 0.5), [2.1, 1.7], [1.7, 2.1]]))
    const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => read({ page })))
    expect(pages.map(({ found }) => found.length)).toEqual([10, 10, 10, 10, 10, 10, 0])
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, true, true, true, false, false])
    expect(pages.some(({ isCut }) => isCut)).toBe(false)
    const { found, isCut } = await read({ most: 20, size: 100 })
    expect([found.length, isCut]).toEqual([20, true])
  })
})
