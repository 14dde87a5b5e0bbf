import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { createServices } from '#tests/support/services.ts'
import { createMember } from '#tests/support/visitor-alerts.ts'
import { listNewValues } from '../movements/jobs.server.ts'
import { listSureBets } from '../movements/sure-bets.server.ts'
import { readLeaguePayout } from '../statistics/league-payout.server.ts'
import { listBets } from './queries.server.ts'
import { closingLineValue } from './totals.ts'

/*
 * A world of random prices. The log of offers is kept here, and sure bets, value, payout and closing-line values are
 * computed again from the log alone, in fractions of whole numbers, where the product computes with floats.
 */

const NOW = Date.now()
const KICK_OFF = NOW - 10 * MINUTE_MS
/** Of the matches that have begun: two before the start, one after it. */
const TIMES = [NOW - 20 * MINUTE_MS, NOW - 12 * MINUTE_MS, NOW - 5 * MINUTE_MS]
const KINDS = {
  match_result: { market: marketOf({ type: 'match_result' }), chances: [0.45, 0.28, 0.27] },
  total: { market: marketOf({ type: 'total', line: 2.5 }), chances: [0.52, 0.48] },
  both_to_score: { market: marketOf({ type: 'both_to_score' }), chances: [0.55, 0.45] },
} as const
type Kind = keyof typeof KINDS
const BOOKS = [
  { name: 'One', commission: 0, brand: 'One' },
  { name: 'Two', commission: 0, brand: 'Two' },
  { name: 'Three', commission: 0, brand: 'Three' },
  { name: 'North', commission: 0, brand: 'Group' },
  { name: 'South', commission: 0, brand: 'Group' },
  { name: 'Exchange', commission: 5, brand: 'Exchange' },
]

interface Offered {
  match: string
  kind: Kind
  book: (typeof BOOKS)[number]
  at: number
  /** In ten-thousandths, so that no two are equal by chance. */
  prices: bigint[]
}

/** A fraction. */
type Ratio = readonly [bigint, bigint]
const sum = (list: readonly Ratio[]) =>
  list.reduce<Ratio>(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n])
const inverse = ([a, b]: Ratio): Ratio => [b, a]
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d]
const mean = (list: readonly Ratio[]) => times(sum(list), [1n, BigInt(list.length)])
const isLess = ([a, b]: Ratio, [c, d]: Ratio) => a * d < c * b
const numberOf = ([a, b]: Ratio) => Number((a * 10n ** 15n) / b) / 1e15
const quoted = (price: bigint): Ratio => [price, 10_000n]
const net = (price: bigint, { commission }: Offered['book']): Ratio =>
  sum([[1n, 1n], times([price - 10_000n, 10_000n], [BigInt(100 - commission), 100n])])
const largest = (list: readonly Ratio[]) => list.reduce((one, other) => (isLess(one, other) ? other : one))

let database: Database
let leagueId: string
let zoe: string
const log: Offered[] = []
const coming: string[] = []
const begun: string[] = []
const bets: { match: string; kind: Kind; outcome: number; price: bigint }[] = []

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
const draw = seeded(11)

/** Every bookmaker's prices of a match, around the chances with a margin of 5 % and an error of up to 8 %. */
async function offer(match: string, ids: readonly string[], at: number): Promise<void> {
  const offers = BOOKS.map((book, index) => {
    const quotes = Object.entries(KINDS).map(([kind, { market, chances }]) => {
      const prices = chances.map((chance) => BigInt(Math.round((9_500 / chance) * (0.92 + 0.16 * draw()))))
      log.push({ match, kind: kind as Kind, book, at, prices })
      return quoteOf(
        market,
        prices.map((price) => Number(price) / 10_000),
      )
    })
    return [ids[index] ?? '', quotes] as const
  })
  await offerPrices(database.kysely, match, Object.fromEntries(offers), { seenAt: new Date(at) })
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely } = database
  const ids: string[] = []
  for (const [menu_position, book] of BOOKS.entries())
    ids.push(await createBookmaker(kysely, { ...book, menu_position }))
  leagueId = (await createPlace(kysely)).leagueId
  zoe = await createMember(database, 'zoe@example.org')
  for (let n = 0; n < 10; n += 1) {
    const id = await createMatch(kysely, {
      league_id: leagueId,
      start_time: new Date(NOW + (n + 1) * HOUR_MS),
    })
    coming.push(id)
    await offer(id, ids, NOW - 20 * MINUTE_MS)
    await offer(id, ids, NOW - MINUTE_MS)
  }
  for (let n = 0; n < 4; n += 1) {
    const id = await createMatch(kysely, { league_id: leagueId, start_time: new Date(KICK_OFF) })
    begun.push(id)
    for (const at of TIMES) await offer(id, ids, at)
    for (const [kind, { market, chances }] of Object.entries(KINDS))
      for (const outcome of chances.keys()) {
        const price = BigInt(Math.round((9_500 / (chances[outcome] ?? 1)) * (0.9 + 0.25 * draw())))
        bets.push({ match: id, kind: kind as Kind, outcome, price })
        await kysely
          .insertInto('noted_bets')
          .values({
            ...{ user_id: zoe, match_id: id, home_team: 'A', away_team: 'B', start_time: new Date(KICK_OFF) },
            ...{ market_type: market.type, market_period: market.period, market_line: market.line },
            ...{ outcome: OUTCOMES[kind as Kind][outcome] ?? '', price: Number(price) * 100 },
            placed_at: new Date(KICK_OFF - MINUTE_MS - bets.length),
          })
          .execute()
      }
  }
}, 60_000)
afterAll(() => database.close())

const OUTCOMES: Record<Kind, readonly string[]> = {
  match_result: ['home', 'draw', 'away'],
  total: ['over', 'under'],
  both_to_score: ['yes', 'no'],
}

/** The last prices of each bookmaker by an instant. */
function pricesOf(match: string, kind: Kind, by = NOW): Offered[] {
  const own = log.filter((it) => it.match === match && it.kind === kind && it.at <= by)
  return BOOKS.flatMap(({ name }) => own.findLast(({ book }) => book.name === name) ?? [])
}

const netsOf = (rows: readonly Offered[]) =>
  rows.map(({ prices, book }) => prices.map((price) => net(price, book)))

/** The best net price of each outcome. */
function bestOf(rows: readonly Offered[]): Ratio[] {
  const nets = netsOf(rows)
  return (nets[0] ?? []).map((_, outcome) => largest(nets.flatMap((own) => [own[outcome] ?? [0n, 1n]])))
}

const returnOf = (prices: readonly Ratio[]) => inverse(sum(prices.map(inverse)))

/** A value of each outcome from the mean of brands. */
function byBrand(rows: readonly Offered[], of: (row: Offered) => Ratio): Ratio {
  const brands = Map.groupBy(rows, ({ book }) => book.brand)
  return mean([...brands.values()].map((own) => mean(own.map(of))))
}

const markets = (matches: readonly string[]) =>
  matches.flatMap((match) => (Object.keys(KINDS) as Kind[]).map((kind) => ({ match, kind })))

it('the sure bets of the log are found with their returns, and no others', async () => {
  const expected = markets(coming).flatMap(({ match, kind }) => {
    const paid = numberOf(returnOf(bestOf(pricesOf(match, kind)))) - 1
    return paid > 0 && paid <= 0.1 ? [[`${match} ${kind}`, paid.toFixed(6)]] : []
  })
  const { found } = await listSureBets(createServices(database), { sportId: null, page: 1, size: 100 })
  const actual = found.map(({ match, board, finding }) => [
    `${match.id} ${board.market.type}`,
    finding.returnOnOutlay.toFixed(6),
  ])
  expect(expected.length).toBeGreaterThan(3)
  expect(actual.toSorted()).toEqual(expected.toSorted())
})

it('value is listed for the outcomes that exceed the average of the other brands, with that reference', async () => {
  const expected = markets(coming).flatMap(({ match, kind }) => {
    const rows = pricesOf(match, kind)
    const best = bestOf(rows)
    const values = best.flatMap((price, outcome) => {
      const holder = rows.find(({ prices, book }) => {
        const own = net(prices[outcome] ?? 0n, book)
        return !isLess(own, price)
      })
      const others = rows.filter(({ book }) => book.brand !== holder?.book.brand)
      const chance = byBrand(others, ({ prices }) =>
        times(inverse(quoted(prices[outcome] ?? 1n)), returnOf(prices.map(quoted))),
      )
      return [{ outcome, fair: numberOf(inverse(chance)), share: numberOf(times(price, chance)) - 1 }]
    })
    const [first] = values
      .filter(({ share }) => share >= 0.03 && share <= 0.15)
      .toSorted((a, b) => b.share - a.share)
    return first ? [[`${match} ${kind} ${first.outcome}`, first.fair] as const] : []
  })
  await listNewValues(createServices(database), new Date())
  const listed = await database.kysely.selectFrom('value_prices').selectAll().execute()
  expect(expected.length).toBeGreaterThan(5)
  const fair = new Map(listed.map((it) => [`${it.event} ${it.type} ${it.outcome}`, Number(it.fair) / 1e6]))
  expect([...fair.keys()].toSorted()).toEqual(expected.map(([key]) => key).toSorted())
  for (const [key, wanted] of expected) expect(fair.get(key)).toBeCloseTo(wanted, 5)
})

it('the payout of a league is the mean over its matches, of the best prices and of all bookmakers', async () => {
  const rows = coming.map((match) => pricesOf(match, 'match_result'))
  const payout = await readLeaguePayout(createServices(database), leagueId)
  expect(payout.matches).toBe(coming.length)
  expect(payout.best).toBeCloseTo(numberOf(mean(rows.map((own) => returnOf(bestOf(own))))), 9)
  expect(payout.average).toBeCloseTo(numberOf(mean(rows.flatMap((own) => netsOf(own).map(returnOf)))), 9)
})

it('the closing-line value of a bet compares with the last prices before the start', async () => {
  const expected = bets.map(({ match, kind, outcome, price }) => {
    const rows = pricesOf(match, kind, KICK_OFF)
    const average = OUTCOMES[kind].map((_, at) =>
      byBrand(rows, ({ prices, book }) => net(prices[at] ?? 0n, book)),
    )
    const fair = times(average[outcome] ?? [0n, 1n], sum(average.map(inverse)))
    return numberOf(times(quoted(price), inverse(fair))) - 1
  })
  // The latest bet is listed first.
  const listed = (await listBets(createServices(database), zoe)).toReversed()
  expect(listed).toHaveLength(expected.length)
  for (const [at, { price, closing }] of listed.entries())
    expect(closingLineValue(price, closing)).toBeCloseTo(expected.toReversed()[at] ?? Number.NaN, 5)
})
