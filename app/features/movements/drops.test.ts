import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { type Market, marketKey } from '../odds/markets.ts'
import { listDrops } from './drops.server.ts'
import { DROP_WINDOWS, DROPS, type DropsQuery, type DropWindow } from './drops-query.ts'

/*
 * A world of prices that were imported eight times within 30 hours. The log of offers is kept here, and every figure is
 * computed again from the log alone.
 */

const NOW = Date.now()
const TIMES = [30, 20, 10, 5, 2]
  .map((hours) => hours * HOUR_MS)
  .concat([50, 10, 1].map((it) => it * MINUTE_MS))
const MARKETS = [
  marketOf({ type: 'match_result' }),
  ...[2.5, 3.5].map((line) => marketOf({ type: 'total', line })),
  marketOf({ type: 'both_to_score' }),
  marketOf({ type: 'team_total', line: 1.5, participant: 'away' }),
]
const SIZES: Record<string, number> = { match_result: 3 }
const BOOKS = [
  { name: 'Plain', commission: 0, brand: null },
  { name: 'Exchange', commission: 5, brand: null },
  { name: 'Group North', commission: 0, brand: 'group' },
  { name: 'Group South', commission: 0, brand: 'group' },
  /** Suspends an outcome for a while. */
  { name: 'Fitful', commission: 0, brand: null },
  /** Appears two hours ago: in longer windows it begins with its first prices. */
  { name: 'Late', commission: 0, brand: null },
  /** Its own source stopped five hours ago, so its quotes no longer count. */
  { name: 'Silent', commission: 0, brand: null },
  { name: 'Closed', commission: 0, brand: null, is_active: false },
]

interface Offered {
  at: number
  match: string
  bookmaker: number
  market: Market
  prices: (number | null)[]
}

let database: Database
const log: Offered[] = []
const matches: string[] = []
const names = new Map<string, string>()
let tennis: string
let begun: string
let hidden: string

/** Mulberry32: the same world on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  const ids: string[] = []
  for (const [position, book] of BOOKS.entries())
    ids.push(await createBookmaker(kysely, { ...book, menu_position: position }))
  const soccer = await createPlace(kysely)
  const other = await createPlace(kysely, { sport: 'Tennis', league: 'Open' })
  tennis = other.sportId
  const off = await createPlace(kysely, { league: 'Hidden' })
  for (let n = 0; n < 8; n += 1) {
    const leagueId = n === 7 ? off.leagueId : n === 5 ? other.leagueId : soccer.leagueId
    const start_time = new Date(NOW + (n + 2) * HOUR_MS)
    matches.push(await createMatch(kysely, { league_id: leagueId, start_time }))
  }
  begun = matches[6] ?? ''
  hidden = matches[7] ?? ''
  await kysely.updateTable('leagues').set({ is_active: false }).where('id', '=', off.leagueId).execute()
  const draw = seeded(7)
  for (const [n, match] of matches.entries()) {
    // Each outcome drifts, more or less with all bookmakers.
    const levels = MARKETS.map(({ type }) => Array.from({ length: SIZES[type] ?? 2 }, () => 1.6 + draw() * 2))
    for (const [step, ago] of TIMES.entries()) {
      for (const level of levels)
        for (const at of level.keys()) level[at] = drifted(level[at] ?? 2, draw(), n)
      const at = NOW - ago
      const offers: Record<string, ReturnType<typeof quoteOf>[]> = {}
      const silent: typeof offers = {}
      for (const [bookmaker, { name }] of BOOKS.entries()) {
        if ((name === 'Late' && ago > 2 * HOUR_MS) || (name === 'Silent' && ago < 5 * HOUR_MS)) continue
        const quotes = MARKETS.map((market, index) => {
          const prices = (levels[index] ?? []).map((level, outcome) => {
            if (name === 'Fitful' && index === 0 && outcome === 0 && (step === 3 || step === 4)) return null
            return Math.max(1.05, Math.round((level + draw() * 0.06) * 100) / 100)
          })
          log.push({ at, match, bookmaker, market, prices })
          return quoteOf(market, prices)
        })
        const list = name === 'Silent' ? silent : offers
        list[ids[bookmaker] ?? ''] = quotes
      }
      await offerPrices(kysely, match, offers, { seenAt: new Date(at) })
      await offerPrices(kysely, match, silent, { source: 'silent', seenAt: new Date(at) })
    }
  }
  await kysely
    .updateTable('matches')
    .set({ start_time: new Date(NOW - MINUTE_MS) })
    .where('id', '=', begun)
    .execute()
  for (const [index, id] of ids.entries()) names.set(id, BOOKS[index]?.name ?? '')
})
afterAll(() => database.close())

/** Downwards, and hardly at all for some matches. */
function drifted(level: number, chance: number, match: number): number {
  const most = match % 3 === 0 ? 0.012 : 0.1
  return Math.max(1.2, level * (1 + (chance - 0.62) * most))
}

const net = (price: number, bookmaker: number) =>
  Math.floor(1e6 + (Math.round(price * 1e6) - 1e6) * (1 - (BOOKS[bookmaker]?.commission ?? 0) / 100) + 1e-6)

interface Expected {
  match: string
  key: string
  outcome: number
  share: number
  ofBest: number
  ofAverage: number
  was: number
  now: number
  by: string
  books: number
}

const brandOf = (bookmaker: number) => BOOKS[bookmaker]?.brand ?? String(bookmaker)
const distinct = (bookmakers: number[]) => new Set(bookmakers.map(brandOf)).size

/** Every drop within a window, from the log alone. */
function expectedFalls(window: DropWindow, query: Partial<DropsQuery> = {}): Expected[] {
  const from = window === 'opening' ? null : NOW - Number(window) * HOUR_MS
  const least = Number(query.books ?? DROPS.books)
  const found: Expected[] = []
  for (const match of matches) {
    if (match === begun || match === hidden) continue
    for (const market of MARKETS) {
      if (query.market && market.type !== query.market) continue
      const key = marketKey(market)
      const of = (bookmaker: number) =>
        log.filter((it) => it.match === match && it.bookmaker === bookmaker && marketKey(it.market) === key)
      const counting = BOOKS.flatMap(({ name, is_active = true }, bookmaker) =>
        is_active && name !== 'Silent' && !of(bookmaker).at(-1)?.prices.includes(null) ? [bookmaker] : [],
      )
      const ends = counting.map((bookmaker) => {
        const own = of(bookmaker)
        const first = own.findLast(({ at }) => from !== null && at <= from) ?? own[0]
        return { bookmaker, now: own.at(-1)?.prices ?? [], was: first?.prices ?? null }
      })
      const both = ends.filter(({ was }) => was !== null && !was.includes(null))
      for (let outcome = 0; outcome < (SIZES[market.type] ?? 2); outcome += 1) {
        const nowOf = (it: (typeof ends)[number]) => net(it.now[outcome] ?? 0, it.bookmaker)
        const wasOf = (it: (typeof ends)[number]) => net(it.was?.[outcome] ?? 0, it.bookmaker)
        const lowered = both.filter((it) => nowOf(it) < wasOf(it)).map(({ bookmaker }) => bookmaker)
        if (distinct(lowered) < 2) continue
        const now = Math.max(...ends.map(nowOf))
        const was = Math.max(...both.map(wasOf))
        const mean = (values: number[]) =>
          Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
        const average = (priceOf: typeof nowOf) => {
          const brands = Map.groupBy(both, ({ bookmaker }) => brandOf(bookmaker))
          return mean([...brands.values()].map((ofBrand) => mean(ofBrand.map(priceOf))))
        }
        const ofBest = (was - now) / was
        const ofAverage = 1 - average(nowOf) / average(wasOf)
        const share = Math.min(ofBest, ofAverage)
        const books = distinct(both.map(({ bookmaker }) => bookmaker))
        if (share < 0.02 || books < least) continue
        const by = BOOKS[ends.find((it) => nowOf(it) === now)?.bookmaker ?? 0]?.name ?? ''
        found.push({ match, key, outcome, share, ofBest, ofAverage, was, now, by, books })
      }
    }
  }
  found.sort((a, b) => b.share - a.share)
  // One outcome per market, and one line per kind: that of most bookmakers, then the largest drop.
  const kind = (it: Expected) => {
    const [type, period, , participant] = it.key.split(' ')
    return `${it.match} ${type} ${period} ${participant}`
  }
  const chosen = new Map<string, Expected>()
  for (const it of found) {
    const other = chosen.get(kind(it))
    if (!other || it.books > other.books) chosen.set(kind(it), it)
  }
  return found.filter((it) => chosen.get(kind(it)) === it)
}

const read = (query: Partial<DropsQuery> = {}, sportId: string | null = null) =>
  listDrops(createServices(database), { ...DROPS, ...query }, sportId)

async function shown(query: Partial<DropsQuery> = {}): Promise<Expected[]> {
  return (await read(query)).drops.map(({ match, market, fall }) => ({
    match: match.id,
    key: marketKey(market),
    outcome: fall.outcome,
    share: fall.share,
    ofBest: fall.ofBest,
    ofAverage: fall.ofAverage,
    was: fall.was.price,
    now: fall.now.price,
    by: names.get(fall.bookmaker.id) ?? '',
    books: fall.books,
  }))
}

function expectSame(actual: readonly Expected[], expected: readonly Expected[]): void {
  const whole = ({ share: _, ofBest: __, ofAverage: ___, ...rest }: Expected) => rest
  expect(actual.map(whole)).toEqual(expected.map(whole))
  for (const [index, it] of expected.entries()) {
    expect(actual[index]?.share).toBeCloseTo(it.share, 10)
    expect(actual[index]?.ofBest).toBeCloseTo(it.ofBest, 10)
    expect(actual[index]?.ofAverage).toBeCloseTo(it.ofAverage, 10)
  }
}

describe('falls of best prices', () => {
  it.each(DROP_WINDOWS)('are those of the offers within the window %s', async (since) => {
    const expected = expectedFalls(since)
    expect(expected.length).toBeGreaterThan(0)
    expectSame(await shown({ since }), expected.slice(0, 20))
  })

  it.each(['2', '5', '8'] as const)('require at least %s bookmakers at both ends', async (books) => {
    expectSame(await shown({ since: 'opening', books }), expectedFalls('opening', { books }).slice(0, 20))
    // Three hours ago, one of five had suspended an outcome.
    expectSame(await shown({ since: '3', books }), expectedFalls('3', { books }).slice(0, 20))
  })

  it('are listed by market and by sport', async () => {
    const query = { since: '24', market: 'total' } as const
    expectSame(await shown(query), expectedFalls('24', query).slice(0, 20))
    const ofTennis = await read({ since: 'opening' }, tennis)
    expect(ofTennis.drops.length).toBeGreaterThan(0)
    expect(ofTennis.drops.every(({ match }) => match.sport.id === tennis)).toBe(true)
    expect(ofTennis.sports.size).toBe(2)
  })

  it('never include a match that has begun, or a hidden league', async () => {
    for (const since of DROP_WINDOWS) {
      const ids = (await shown({ since, books: '2' })).map(({ match }) => match)
      expect(ids).not.toContain(begun)
      expect(ids).not.toContain(hidden)
    }
  })

  it('end with the current price on their charts', async () => {
    const { drops } = await read({ since: '24' })
    for (const { chart, fall } of drops) {
      expect(chart?.outcomes[0]?.last).toBe(fall.now.price)
      expect(chart?.from.getTime()).toBeGreaterThanOrEqual(NOW - 24 * HOUR_MS)
    }
    expect(drops.length).toBeGreaterThan(0)
  })

  it('are computed again when one of their prices changes, and every two minutes', async () => {
    const { value, tags, expiresAt } = await collectReads(() => read())
    expect(value.drops.map(({ match }) => match.id).every((id) => tags.has(`prices:${id}`))).toBe(true)
    expect(expiresAt?.getTime()).toBeLessThanOrEqual(value.madeAt.getTime() + 2 * MINUTE_MS)
  })
})

describe('a fall of the list', () => {
  it('is computed again: a price that rose again is gone', async () => {
    const services = createServices(database)
    const list = () => listDrops(services, { ...DROPS, since: 'opening', books: '2' }, null)
    const [first] = (await list()).drops
    const key = first && marketKey(first.market)
    const market = MARKETS.find((one) => marketKey(one) === key)
    if (!first || !market) throw new Error('there is no fall')
    // A bookmaker that had not quoted the match offers a much higher price.
    const newcomer = await createBookmaker(database.kysely, { name: 'Generous' })
    const prices = first.market.outcomes.map(() => 9)
    await offerPrices(
      database.kysely,
      first.match.id,
      { [newcomer]: [quoteOf(market, prices)] },
      { source: 'new' },
    )
    const after = (await list()).drops.filter(
      ({ match, market: of }) => match.id === first.match.id && marketKey(of) === key,
    )
    expect(after).toEqual([])
    await sql`delete from bookmakers where id = ${newcomer}`.execute(database.kysely)
  })

  it('does not exist while its bookmakers do not count', async () => {
    const services = createServices(database)
    const list = () => listDrops(services, { ...DROPS, since: 'opening', books: '2' }, null)
    expect((await list()).drops.length).toBeGreaterThan(0)
    await database.kysely.updateTable('bookmakers').set({ is_active: false }).execute()
    expect((await list()).drops).toEqual([])
    await database.kysely
      .updateTable('bookmakers')
      .set({ is_active: true })
      .where('name', '<>', 'Closed')
      .execute()
  })
})

describe('the price before a fall', () => {
  it('is written as its bookmaker wrote it then, not as it wrote its first price', async () => {
    const { kysely } = database
    const place = await createPlace(kysely, { league: 'Written' })
    const start_time = new Date(NOW + 2 * HOUR_MS)
    const match = await createMatch(kysely, { league_id: place.leagueId, start_time })
    const books = await Promise.all(
      ['Writer', 'Second', 'Third'].map((name) => createBookmaker(kysely, { name })),
    )
    const market = marketOf({ type: 'both_to_score' })
    const offer = (minutes: number, prices: number[], format: 'american' | 'fractional' | 'decimal') =>
      offerPrices(
        kysely,
        match,
        Object.fromEntries(books.map((id) => [id, [quoteOf(market, prices, { format })]])),
        { source: 'written', seenAt: new Date(NOW - minutes * MINUTE_MS) },
      )
    await offer(300, [2.4, 1.6], 'american')
    await offer(100, [2.2, 1.7], 'fractional')
    await offer(30, [2.1, 1.8], 'decimal')
    await offer(5, [1.9, 1.9], 'american')
    await sql`delete from drop_choices`.execute(kysely)
    const was = async (since: DropWindow) =>
      (await read({ since, league: place.leagueId })).drops[0]?.fall.was
    expect(await was('1')).toEqual({ price: 2_200_000, quoted: 'fractional' })
    expect(await was('3')).toEqual({ price: 2_400_000, quoted: 'american' })
    expect(await was('12'), 'the first prices, within the window').toEqual({
      price: 2_400_000,
      quoted: 'american',
    })
    expect(await was('opening')).toEqual({ price: 2_400_000, quoted: 'american' })
    // What was written is no longer known: the visitor's own format.
    await sql`update quote_changes set format = null where prices[1] = 2200000`.execute(kysely)
    expect(await was('1')).toEqual({ price: 2_200_000, quoted: null })
  })
})
