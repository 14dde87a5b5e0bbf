import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { foldOldWeeks } from '../history.server.ts'
import { listHistory, listMarkets } from '../market-queries.server.ts'
import { toNumber } from '../prices.ts'
import { storeHistory } from './store-history.server.ts'

const RESULT = marketOf({ type: 'moneyline' })
const NOW = new Date('2026-03-10T12:00:00Z')
const at = (hour: number, day = 1) => new Date(Date.UTC(2026, 2, day, hour))

let database: Database
let league: string
let bookmaker: string
let match: string
beforeAll(async () => {
  database = await createTestDatabase()
  league = (await createPlace(database.kysely)).leagueId
  bookmaker = await createBookmaker(database.kysely, { name: 'Alpha', slug: 'alpha' })
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.kysely.deleteFrom('matches').execute()
  match = await createMatch(database.kysely, { league_id: league, start_time: at(20) })
})

type Pair = [number, number]

/** Writes a snapshot of an hour; the bookmaker confirmed its prices then, or earlier. */
function snapshot(hour: number, prices: Pair, { seenAt = at(hour), now = NOW } = {}) {
  const offer = {
    bookmakerId: bookmaker,
    seenAt,
    isLate: false,
    link: null,
    quotes: [quoteOf(RESULT, prices)],
  }
  const event = { event: match, kind: 'match' as const, part: '', offers: [offer] }
  return database.kysely
    .transaction()
    .execute((trx) => storeHistory(trx, [event], { source: 'test', at: at(hour), now }))
}

/** Stores current prices, as a schedule did at that hour. */
const watched = (hour: number, prices: Pair) =>
  offerPrices(database.kysely, match, { [bookmaker]: [quoteOf(RESULT, prices)] }, { seenAt: at(hour) })

async function history() {
  const changes = await listHistory(createServices(database), match, RESULT)
  return changes?.map(({ at: time, prices }) => [
    time.getUTCHours(),
    ...prices.map((price) => price && toNumber(price)),
  ])
}
async function quote() {
  const [view] = await listMarkets(createServices(database), match)
  const [one] = view?.quotes ?? []
  const numbers = (prices: readonly (number | null)[] | null | undefined) =>
    prices?.map((price) => price && toNumber(price)) ?? null
  return { prices: numbers(one?.prices), opening: numbers(one?.opening), closing: numbers(one?.closing) }
}

describe('prices of the past', () => {
  it('become changes with their own times, in any order, and the same snapshot again changes nothing', async () => {
    for (const order of [
      [1, 2, 3, 4, 5],
      [5, 3, 1, 4, 2],
    ]) {
      await database.kysely.deleteFrom('markets').execute()
      const prices: Record<number, Pair> = {
        1: [2, 1.8],
        2: [2, 1.8],
        3: [2.1, 1.7],
        4: [2.1, 1.7],
        5: [2, 1.8],
      }
      for (const hour of [...order, ...order]) await snapshot(hour, prices[hour] ?? [0, 0])
      // An independent count: three different states in time.
      expect(await history()).toEqual([
        [1, 2, 1.8],
        [3, 2.1, 1.7],
        [5, 2, 1.8],
      ])
    }
    expect(await quote()).toEqual({ prices: [null, null], opening: [2, 1.8], closing: [2, 1.8] })
  })

  it('are dated by the bookmaker, and never by or after the start', async () => {
    await snapshot(18, [2, 1.8], { seenAt: at(17) })
    await snapshot(21, [5, 1.1])
    await snapshot(23, [5, 1.1], { seenAt: at(19) })
    expect(await history()).toEqual([
      [17, 2, 1.8],
      [19, 5, 1.1],
    ])
    expect((await quote()).closing).toEqual([5, 1.1])
    expect(await snapshot(20, [9, 1.01])).toEqual({ changed: new Set(), changes: 0 })
  })

  it('never become current, best or newer than what this site has watched', async () => {
    const future = new Date(NOW.getTime() + 86_400_000)
    await database.kysely.updateTable('matches').set({ start_time: future }).execute()
    await snapshot(3, [3, 1.4])
    const { rows } = await sql<{ n: number }>`
      select b.n from market_bests b join markets k on k.id = b.market where k.event = ${match}`.execute(
      database.kysely,
    )
    // Nothing of it is on offer, so the market is not listed.
    expect([rows, (await quote()).prices]).toEqual([[{ n: 0 }], null])
    await watched(5, [2, 1.8])
    // Earlier than the site's first price: history and opening. Later: the site knows the price itself.
    expect((await snapshot(4, [2.5, 1.6])).changes).toBe(1)
    expect((await snapshot(6, [2.4, 1.6])).changes).toBe(0)
    expect(await history()).toEqual([
      [3, 3, 1.4],
      [4, 2.5, 1.6],
      [5, 2, 1.8],
    ])
    expect(await quote()).toEqual({ prices: [2, 1.8], opening: [3, 1.4], closing: null })
  })

  it('show that a change was earlier than this site saw it, and what a change replaced', async () => {
    await watched(10, [2, 1.8])
    await watched(14, [2.2, 1.7])
    await snapshot(12, [2.2, 1.7])
    await snapshot(8, [2, 1.8])
    await snapshot(6, [1.9, 1.9])
    expect(await history()).toEqual([
      [6, 1.9, 1.9],
      [8, 2, 1.8],
      [12, 2.2, 1.7],
    ])
    const { rows } = await sql<{ replaced: number[] | null }>`
      select c.replaced from quote_changes c join markets k on k.id = c.market
      where k.event = ${match} order by c.at`.execute(database.kysely)
    expect(rows.map(({ replaced }) => replaced?.map(toNumber) ?? null)).toEqual([null, [1.9, 1.9], [2, 1.8]])
    expect((await quote()).opening).toEqual([1.9, 1.9])
  })

  it('join a week that is folded into packs', async () => {
    await snapshot(1, [2, 1.8])
    await snapshot(3, [2.1, 1.7])
    await foldOldWeeks(database.kysely, new Date(NOW.getTime() + 60 * 86_400_000))
    await snapshot(2, [2.05, 1.75])
    await snapshot(3, [2.1, 1.7])
    const expected = [
      [1, 2, 1.8],
      [2, 2.05, 1.75],
      [3, 2.1, 1.7],
    ]
    expect(await history()).toEqual(expected)
    await foldOldWeeks(database.kysely, new Date(NOW.getTime() + 60 * 86_400_000))
    expect(await history()).toEqual(expected)
  })
})
