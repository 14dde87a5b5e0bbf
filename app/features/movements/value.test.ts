import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import type { Market } from '../odds/markets.ts'
import { closeValues, listNewValues } from './jobs.server.ts'
import { listRecordedValues, listValues, readValueRecord } from './value.server.ts'

let database: Database
let leagueId: string
let match: string
let books: string[]

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await resetDatabase(database)
  leagueId = (await createPlace(database.kysely)).leagueId
  match = await createMatch(database.kysely, { league_id: leagueId })
  books = []
  for (const [menu_position, commission] of [0, 0, 0, 0, 5].entries())
    books.push(await createBookmaker(database.kysely, { menu_position, commission }))
})
afterAll(() => database.close())

const BTTS = marketOf({ type: 'both_to_score' })
const TOTAL = marketOf({ type: 'total', line: 2.25 })

/** What each bookmaker offers of a market; null: nothing. */
async function offer(
  market: Market,
  prices: ((number | null)[] | null)[],
  event = match,
  seenAt = new Date(),
  source = 'test',
) {
  const offers = prices.flatMap((own, at) =>
    own ? [[books[at] ?? '', [quoteOf(market, own)]] as const] : [],
  )
  await offerPrices(database.kysely, event, Object.fromEntries(offers), { seenAt, source })
}

const site = () => createServices(database)
const list = () => listNewValues(site(), new Date())
const shown = async () =>
  (await listValues(site(), { sportId: null, page: 1 })).values.map(({ finding }) => ({
    by: books.indexOf(finding.row.quote.bookmaker.id),
    net: finding.net / 1e6,
    fair: finding.reference.fair / 1e6,
    method: finding.reference.method,
    books: finding.reference.books,
    share: finding.share.toFixed(5),
  }))

async function begin(hoursAgo: number, result: Record<string, unknown> = {}) {
  await database.kysely
    .updateTable('matches')
    .set({ start_time: new Date(Date.now() - hoursAgo * HOUR_MS), ...result })
    .where('id', '=', match)
    .execute()
}

describe('value', () => {
  it('is a best price above the average of the other bookmakers without margin', async () => {
    await offer(BTTS, [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [1.9, 1.9],
    ])
    expect(await list()).toBe(1)
    // 1.8/3.8 twice and 1/2: the mean chance is 0.4824561.
    expect(await shown()).toEqual([
      { by: 0, net: 2.2, fair: 2.072727, method: 'average', books: 3, share: '0.06140' },
    ])
  })

  it('compares with a bookmaker that the operator has named, as far as it quotes the whole market', async () => {
    await database.kysely
      .updateTable('bookmakers')
      .set({ is_reference: true })
      .where('id', '=', books[3] ?? '')
      .execute()
    await offer(BTTS, [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2.05, 1.9],
    ])
    await list()
    // 1/2.05 + 1/1.9 is 1.014121: 2.05 × 1.014121.
    expect(await shown()).toEqual([
      { by: 0, net: 2.2, fair: 2.078947, method: 'bookmaker', books: 1, share: '0.05823' },
    ])
    // Suspended there: the average of three others is needed, and there are two.
    const rest = [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2.05, null],
    ]
    await offer(BTTS, rest, match, new Date(Date.now() + 1))
    expect(await shown()).toEqual([])
    await offer(BTTS, [...rest, [2, 1.8]], match, new Date(Date.now() + 2))
    expect((await shown()).map(({ method }) => method)).toEqual(['average'])
  })

  it('counts a brand once, never as its own reference, and an exchange net of its commission', async () => {
    await database.kysely
      .updateTable('bookmakers')
      .set({ brand: 'one' })
      .where('id', 'in', books.slice(0, 2))
      .execute()
    // The best price's own brand does not count: only two others are left.
    await offer(BTTS, [
      [2.2, 1.7],
      [1.5, 2.4],
      [2, 1.8],
      [2, 1.8],
    ])
    expect(await list()).toBe(0)
    // 2.30 less 5 % of 1.30 is 2.235.
    await offer(
      BTTS,
      [
        [2, 1.8],
        [2, 1.8],
        [2, 1.8],
        [2, 1.8],
        [2.3, 1.7],
      ],
      match,
      new Date(Date.now() + 1),
    )
    await list()
    const [found] = await shown()
    expect([found?.by, found?.net, found?.books]).toEqual([4, 2.235, 3])
  })

  it('is held back when it is too good, and is none below the least excess', async () => {
    const others = [
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ]
    // 1.8/3.8 is a fair price of 2.111: 2.45 is 16.1 % above it, 2.17 is 2.8 %, and 2.42 is 14.6 %.
    for (const [at, [price, listed]] of (
      [
        [2.45, 0],
        [2.17, 0],
        [2.42, 1],
      ] as const
    ).entries()) {
      await offer(BTTS, [[price, 1.7], ...others], match, new Date(Date.now() + at))
      expect(await list(), String(price)).toBe(listed)
    }
  })

  it('is no price that an operator typed, nor measured with one', async () => {
    const others = [
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ]
    await offer(BTTS, [null, ...others])
    await offer(BTTS, [[2.2, 1.7]], match, new Date(Date.now() + 1), 'typed')
    expect(await list()).toBe(0)
    const next = await createMatch(database.kysely, { league_id: leagueId })
    // The third of the other bookmakers is typed: two are too few, also if it is named as the reference.
    await offer(BTTS, [[2.2, 1.7], ...others.slice(1)], next)
    await offer(BTTS, [null, null, null, [2, 1.8]], next, new Date(Date.now() + 1), 'typed')
    expect(await list()).toBe(0)
    await database.kysely
      .updateTable('bookmakers')
      .set({ is_reference: true })
      .where('id', '=', books[3] ?? '')
      .execute()
    expect(await list()).toBe(0)
    await offer(BTTS, [[2.2, 1.7], ...others.slice(1), null, [2, 1.8]], next, new Date(Date.now() + 2))
    expect(await list()).toBe(1)
    expect((await shown()).map(({ method, books: count }) => [method, count])).toEqual([['average', 3]])
  })

  it('is listed once, and shown as long as it holds', async () => {
    await offer(BTTS, [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ])
    expect(await list()).toBe(1)
    expect(await list()).toBe(0)
    const { tags } = await collectReads(shown)
    expect(tags).toContain('value-prices')
    expect(tags).toContain(`prices:${match}`)
    await offer(BTTS, [[2.1, 1.7]], match, new Date(Date.now() + 1))
    expect(await shown()).toEqual([])
    await begin(0.1)
    expect(await shown()).toEqual([])
  })

  it('is shown for the best price only, and held back while that is too good', async () => {
    const others = [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ]
    await offer(BTTS, others)
    expect(await list()).toBe(1)
    // A dearer one that is implausible: 2.20 is no longer the best price.
    await offer(BTTS, [...others, [2.9, 1.9]], match, new Date(Date.now() + 1))
    expect(await shown()).toEqual([])
    // 2.25 less 5 % of 1.25 is 2.1875: not the best. 2.30 is 2.235: the best, before it is listed itself.
    await offer(BTTS, [...others, [2.25, 1.9]], match, new Date(Date.now() + 2))
    expect((await shown()).map(({ by, net }) => [by, net])).toEqual([[0, 2.2]])
    await offer(BTTS, [...others, [2.3, 1.9]], match, new Date(Date.now() + 3))
    expect((await shown()).map(({ by, net }) => [by, net])).toEqual([[4, 2.235]])
    expect(await list()).toBe(1)
    expect((await shown()).map(({ by, net }) => [by, net])).toEqual([[4, 2.235]])
  })

  it('is listed for one line of a market, the one that most bookmakers quote', async () => {
    const lines = [2.25, 2.5, 2.75].map((line) => marketOf({ type: 'total', line }))
    const offers = books.map((id, at) => [
      id,
      lines
        .filter((_, index) => at < 4 || index === 1)
        .map((line) => quoteOf(line, at === 0 ? [2.2, 1.7] : [2, 1.8])),
    ])
    await offerPrices(database.kysely, match, Object.fromEntries(offers))
    expect(await list()).toBe(1)
    const { values } = await listValues(site(), { sportId: null, page: 1 })
    expect(values.map(({ board }) => board.market.line)).toEqual([2.5])
  })

  it('is not listed for a match that has begun, or with too few bookmakers', async () => {
    await offer(BTTS, [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
    ])
    expect(await list()).toBe(0)
    await offer(
      BTTS,
      [
        [2.2, 1.7],
        [2, 1.8],
        [2, 1.8],
        [2, 1.8],
      ],
      match,
      new Date(Date.now() + 1),
    )
    await begin(0.1)
    expect(await list()).toBe(0)
  })
})

describe('a list of value', () => {
  it('has all of a sport, however many are further above in another, and says when it is cut', async () => {
    const tennis = await createPlace(database.kysely, { sport: 'Tennis' })
    const other = await createMatch(database.kysely, { league_id: tennis.leagueId })
    const rest = [
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ]
    await offer(BTTS, [[2.25, 1.7], ...rest])
    await offer(BTTS, [[2.2, 1.7], ...rest], other)
    expect(await list()).toBe(2)
    const read = (sportId: string | null, most: number) => listValues(site(), { sportId, page: 1, most })
    const ofTennis = await read(tennis.sportId, 1)
    expect(ofTennis.values.map(({ match: of }) => of.id)).toEqual([other])
    expect([ofTennis.isCut, ofTennis.sports.size]).toEqual([false, 2])
    const ofAll = await read(null, 1)
    expect([ofAll.values.map(({ match: of }) => of.id), ofAll.isCut]).toEqual([[match], true])
    expect(ofAll.sports.has(tennis.sportId)).toBe(true)
    expect((await read(null, 2)).isCut).toBe(false)
  })
})

describe('the record of value', () => {
  it('has how each listed price ended, and what one unit on each returned', async () => {
    const offers = books
      .slice(0, 4)
      .map((id, at) => [
        id,
        [quoteOf(BTTS, at === 0 ? [2.2, 1.7] : [2, 1.8]), quoteOf(TOTAL, at === 0 ? [1.7, 2.2] : [1.8, 2])],
      ])
    await offerPrices(database.kysely, match, Object.fromEntries(offers))
    expect(await list()).toBe(2)
    expect(await readValueRecord(site())).toMatchObject([
      { method: 'all', listed: 2, closed: 0, closingValue: null, settled: 0, returned: null },
      { method: 'average', listed: 2 },
    ])
    await begin(3)
    // In doubt while there is no result.
    expect(await closeValues(site(), new Date())).toBe(0)
    // 1:1: both score; under 2.25 wins half.
    await begin(3, { status: 'finished', home_score: 1, away_score: 1 })
    expect(await closeValues(site(), new Date())).toBe(2)
    expect(await closeValues(site(), new Date())).toBe(0)
    const { rows } = await listRecordedValues(site(), { page: 1, size: 10 })
    const byType = new Map(rows.map((row) => [row.market.type, row]))
    expect(byType.get('both_to_score')).toMatchObject({ outcome: 'yes', net: 2_200_000, result: 'won' })
    expect(byType.get('total')).toMatchObject({ outcome: 'under', result: 'half-won', fair: 2_111_111 })
    const [all] = await readValueRecord(site())
    // Returns of 2.20 and (1 + 2.20) / 2.
    expect(all).toMatchObject({ listed: 2, settled: 2 })
    expect(all?.returned).toBeCloseTo(1.9, 9)
    // The two returns are 0.6 apart: the standard error is 0.3.
    expect(all?.error).toBeCloseTo(0.3, 9)
  })

  it('states the closing value by the prices at kick-off', async () => {
    await offer(
      BTTS,
      [
        [2.2, 1.7],
        [2, 1.8],
        [2, 1.8],
        [2, 1.8],
      ],
      match,
      new Date(Date.now() - HOUR_MS),
    )
    await list()
    await offer(BTTS, [
      [1.95, 1.85],
      [1.9, 1.9],
      [1.9, 1.9],
      [1.9, 1.9],
    ])
    await sql`select close_quotes(array[${match}]::uuid[], ${new Date(Date.now() + 1)}::timestamptz)`.execute(
      database.kysely,
    )
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date(), status: 'finished', home_score: 2, away_score: 0 })
      .where('id', '=', match)
      .execute()
    await closeValues(site(), new Date(Date.now() + 3 * HOUR_MS))
    const [all] = await readValueRecord(site())
    // Fair 2.00 at the close: 2.20 is 10 % above it; a 2:0 loses.
    expect(all).toMatchObject({ closed: 1, beaten: 1, settled: 1, returned: 0 })
    expect(all?.closingValue).toBeCloseTo(0.1, 9)
  })

  it('has the closing odds of a corrected start, and of a match that is played after all', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const offers = [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ]
    await offer(BTTS, offers, match, minutesAgo(60))
    await list()
    await offer(BTTS, Array(4).fill([1.9, 1.9]), match, minutesAgo(30))
    const closing = async (start_time: Date, status: string) => {
      const score = status === 'finished' ? 1 : null
      await database.kysely
        .updateTable('matches')
        .set({ start_time, status, home_score: score, away_score: score })
        .where('id', '=', match)
        .execute()
      await closeValues(site(), new Date())
      const { rows } = await listRecordedValues(site(), { page: 1, size: 10 })
      return rows.map(({ closingFair, result }) => [closingFair && closingFair / 1e6, result])
    }
    expect(await closing(minutesAgo(-60), 'cancelled')).toEqual([[null, 'void']])
    const [late, early] = [minutesAgo(20), minutesAgo(40)]
    expect(await closing(late, 'finished')).toEqual([[2, 'won']])
    expect(await closing(early, 'finished')).toEqual([[2.111111, 'won']])
    expect(await closing(early, 'cancelled')).toEqual([[2.111111, 'void']])
    expect(await closing(late, 'finished')).toEqual([[2, 'won']])
    await database.kysely.deleteFrom('markets').where('event', '=', match).execute()
    expect(await closing(early, 'finished')).toEqual([[2, 'won']])
  })

  it('follows a result and a start that change later, however long ago the match began', async () => {
    await offer(BTTS, [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ])
    await list()
    const results = async () => {
      const written = await closeValues(site(), new Date())
      const { rows } = await listRecordedValues(site(), { page: 1, size: 10 })
      return [written, ...rows.map(({ result }) => result)]
    }
    await begin(40 * 24)
    expect(await results()).toEqual([1, null])
    await begin(40 * 24, { home_score: 1, away_score: 1 })
    expect(await results()).toEqual([1, 'won'])
    // Its prices are no longer needed for the result.
    await database.kysely.deleteFrom('markets').where('event', '=', match).execute()
    await begin(40 * 24, { home_score: 1, away_score: 0 })
    expect(await results()).toEqual([1, 'lost'])
    await database.kysely
      .insertInto('fixtures')
      .values({ match_id: match, status_short: 'FT', goals_home: 2, goals_away: 2 })
      .execute()
    expect(await results()).toEqual([1, 'won'])
    const code = (status_short: string) =>
      database.kysely.updateTable('fixtures').set({ status_short, goals_home: 1, goals_away: 0 }).execute()
    await code('ABD')
    expect(await results()).toEqual([1, 'void'])
    await code('INT')
    expect(await results()).toEqual([1, null])
    await database.kysely.deleteFrom('fixtures').execute()
    expect(await results()).toEqual([1, 'lost'])
    await begin(40 * 24, { status: 'cancelled' })
    expect(await results()).toEqual([1, 'void'])
    // It is played another day: open again.
    await begin(-24, { status: 'scheduled', home_score: null, away_score: null })
    expect(await results()).toEqual([1])
    expect(await results()).toEqual([0])
  })

  it('is judged for each change of a result, and for no other write', async () => {
    await offer(BTTS, [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ])
    await list()
    const dues = () => database.kysely.selectFrom('value_dues').selectAll().execute()
    await begin(3, { status: 'finished', home_score: 1, away_score: 1 })
    const [before] = await dues()
    await begin(3, { home_score: 2, away_score: 1 })
    const [after] = await dues()
    expect([before?.event, Number(after?.no) > Number(before?.no)]).toEqual([match, true])
    // A write of the same values is no change.
    await closeValues(site(), new Date())
    await database.kysely.updateTable('matches').set({ home_score: 2 }).where('id', '=', match).execute()
    expect(await dues()).toEqual([])
    await database.kysely
      .insertInto('fixtures')
      .values({ match_id: match, status_short: 'PEN', goals_home: 1, goals_away: 1 })
      .execute()
    await closeValues(site(), new Date())
    await database.kysely.updateTable('fixtures').set({ score_penalty_home: 4 }).execute()
    expect(await dues()).toHaveLength(1)
  })

  it('gives stakes back for a cancelled match, and keeps the figures of a removed one', async () => {
    await offer(BTTS, [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ])
    await list()
    await begin(-1, { status: 'cancelled' })
    await closeValues(site(), new Date())
    await database.kysely.deleteFrom('matches').where('id', '=', match).execute()
    expect(await readValueRecord(site())).toMatchObject([
      { method: 'all', listed: 1, closed: 0, settled: 1, returned: 1 },
      { method: 'average' },
    ])
  })

  it('has no bookmaker that an audience may not see', async () => {
    await offer(BTTS, [
      [2.2, 1.7],
      [2, 1.8],
      [2, 1.8],
      [2, 1.8],
    ])
    await list()
    const { key } = await database.kysely
      .selectFrom('bookmakers')
      .select('key')
      .where('id', '=', books[0] ?? '')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('audiences')
      .values({ name: 'Nowhere', countries: 'IT', is_rest: true, bookmaker_rule: 'except', bookmakers: key })
      .execute()
    // Outside of a response it is the strictest audience.
    expect(await readValueRecord(site())).toEqual([])
    expect(await shown()).toEqual([])
  })
})
