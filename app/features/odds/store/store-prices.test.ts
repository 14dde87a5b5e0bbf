import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { countWaiting } from '#tests/support/while-held.ts'
import type { Market } from '../markets.ts'
import { type OfferedQuote, statusOf } from '../offers.ts'
import { fromNumber } from '../prices.ts'
import { sweepPrices } from '../refresh-prices.server.ts'
import type { StoredOffer } from './event-offers.server.ts'
import { storePrices, withdrawPrices } from './store-prices.server.ts'

const NOW = new Date('2031-03-05T12:00:00Z')
const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
const KICK_OFF = new Date(NOW.getTime() + 8 * HOUR_MS)
const EVERY = 10

let database: Database
let match: string
let alpha: string
let beta: string

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await resetDatabase(database)
  await sql`update import_schedules set every_minutes = ${EVERY}, cron_minutes = null, counted_minutes = null, in_play = false
    where source in ('promo', 'the-odds-api')`.execute(database.kysely)
  const { leagueId } = await createPlace(database.kysely)
  match = await createMatch(database.kysely, { league_id: leagueId, start_time: KICK_OFF })
  alpha = await createBookmaker(database.kysely, { name: 'Alpha' })
  beta = await createBookmaker(database.kysely, { name: 'Beta' })
})
afterAll(() => database.close())

const TOTAL: Market = { type: 'total', period: 'full_time', line: 2.5, participant: null }
const RESULT: Market = { type: 'match_result', period: 'full_time', line: null, participant: null }
const total = (line: number): Market => ({ ...TOTAL, line })

function quote(market: Market, decimals: (number | null)[], more: Partial<OfferedQuote> = {}): OfferedQuote {
  const prices = decimals.map((price) => (price === null ? null : fromNumber(price)))
  const status = statusOf(prices, () => true)
  return { market, side: 'back', format: 'decimal', prices, status, maxStake: null, ...more }
}

interface Told {
  source?: string
  part?: string | null
  seenAt?: Date
  now?: Date
  late?: readonly OfferedQuote[]
  lateAt?: Date
  /** A bookmaker of whom the response has the late offers alone. */
  breaksOff?: string
}

/** Stores bookmakers' offers for the match. */
function store(offers: Record<string, readonly OfferedQuote[]>, told: Told = {}) {
  const { source = 'promo', part = 'main', seenAt = NOW, now = seenAt } = told
  const listed = Object.entries(offers).flatMap(([bookmakerId, quotes]): StoredOffer[] => [
    { bookmakerId, seenAt, isLate: false, link: null, quotes: [...quotes] },
    ...(told.late
      ? [{ bookmakerId, seenAt: told.lateAt ?? seenAt, isLate: true, link: null, quotes: [...told.late] }]
      : []),
  ])
  if (told.breaksOff && told.late)
    listed.push({ bookmakerId: told.breaksOff, seenAt, isLate: true, link: null, quotes: [...told.late] })
  const isPartial = told.breaksOff !== undefined
  const event = { event: match, kind: 'match' as const, part, offers: listed, isPartial }
  return database.kysely
    .transaction()
    .execute((trx) => storePrices(trx, [event], { source, confirmedAt: now, now }))
}

async function bests(): Promise<Record<string, unknown>> {
  const rows = await database.kysely
    .selectFrom('market_bests as b')
    .innerJoin('markets as k', 'k.id', 'b.market')
    .select(['k.type', 'k.line', 'b.prices', 'b.nets', 'b.n'])
    .where('k.event', '=', match)
    .execute()
  return Object.fromEntries(
    rows.map(({ type, line, nets, n }) => [
      `${type} ${line ?? ''}`.trim(),
      [nets.map((net) => net && net / 1e6), n],
    ]),
  )
}

async function history(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', k.type, k.line, b.name, h.prices, h.status) as line
    from quote_changes h join markets k on k.id = h.market join bookmakers b on b.no = h.bookmaker
    order by h.at, b.name, k.id`.execute(database.kysely)
  return rows.map(({ line }) => line)
}

async function reasons(now: Date): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ name: string; left_out: string | null }>`
    select r.name, r.left_out from ranked_market_quotes(array(select id from markets where event = ${match}), ${now}::timestamptz) r`.execute(
    database.kysely,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.left_out]))
}

const version = async () => {
  const row = await database.kysely
    .selectFrom('priced_events')
    .select(['version', 'valid_until'])
    .where('event', '=', match)
    .executeTakeFirstOrThrow()
  return row
}

describe('prices of a source', () => {
  it('are the best of each line, never of two lines', async () => {
    await store({
      [alpha]: [quote(TOTAL, [2, 1.8]), quote(total(3.5), [3, 1.4])],
      [beta]: [quote(TOTAL, [1.9, 1.95])],
    })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.95], 2], 'total 3.5': [[3, 1.4], 1] })
    expect(await history()).toEqual([])
  })

  it('are the best of every market, also of more markets than are ranked at a time', async () => {
    const lines = Array.from({ length: 701 }, (_, i) => total(i + 0.5))
    const odds = (at: number) => (1_500 + at) / 1_000
    await store({
      [alpha]: lines.map((market, i) => quote(market, [odds(i), 2.2])),
      [beta]: lines.map((market, i) => quote(market, [odds(700 - i), 2.1])),
    })
    const expected = lines.map(({ line }, i) => [`total ${line}`, [[odds(Math.max(i, 700 - i)), 2.2], 2]])
    expect(await bests()).toEqual(Object.fromEntries(expected))
  })

  it('are net of the commission, and lay prices are never back prices', async () => {
    await database.kysely.updateTable('bookmakers').set({ commission: 5 }).where('id', '=', beta).execute()
    await store({
      [alpha]: [quote(RESULT, [2, 3, 4])],
      [beta]: [quote(RESULT, [2.04, 3.2, 3.9]), quote(RESULT, [9, 9, 9], { side: 'lay' })],
    })
    expect(await bests()).toEqual({ match_result: [[2, 3.09, 4], 2] })
  })

  it('count with all their outcomes or not at all; of a list of participants those with a price count', async () => {
    const scores: Market = { type: 'correct_score', period: 'full_time', line: null, participant: null }
    const some = (index: number, price: number) =>
      Array.from({ length: 26 }, (_, n) => (n === index ? price : null))
    await store({
      [alpha]: [quote(RESULT, [2, 3, 4]), quote(scores, some(0, 12))],
      [beta]: [quote(RESULT, [9, null, 9]), quote(scores, some(1, 8))],
    })
    const found = await bests()
    expect(found.match_result).toEqual([[2, 3, 4], 1])
    expect((found.correct_score as [number[]])[0].slice(0, 3)).toEqual([12, 8, null])
  })

  it('write nothing when they are only confirmed, but count for longer', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    const before = await version()
    const { changed } = await store({ [alpha]: [quote(TOTAL, [2, 1.8])] }, { seenAt: at(5) })
    expect(changed.size).toBe(0)
    expect(await version()).toEqual(before)
    expect(await history()).toEqual([])
    // The sweep finds that they have been confirmed since.
    await sweepPrices(database.kysely, at(3 * EVERY))
    expect(await version()).toEqual({ version: before.version, valid_until: at(5 + 3 * EVERY) })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.8], 1] })
    await sweepPrices(database.kysely, at(5 + 3 * EVERY))
    expect(await bests()).toEqual({ 'total 2.5': [[null, null], 0] })
  })

  it('that are confirmed write one row for each bookmaker, and none for the event', async () => {
    const offers = { [alpha]: [quote(TOTAL, [2, 1.8])], [beta]: [quote(TOTAL, [1.9, 1.9])] }
    await store(offers)
    const places = () =>
      sql<{ place: string }>`
        select 'event ' || ctid::text as place from priced_events
        union all select 'best ' || ctid::text from market_bests
        union all select 'quote ' || ctid::text from quotes order by place`.execute(database.kysely)
    const { rows: before } = await places()
    await store(offers, { seenAt: at(5) })
    expect((await places()).rows).toEqual(before)
    const { rows } = await sql`select distinct seen_at from quotes_seen`.execute(database.kysely)
    expect(rows).toEqual([{ seen_at: at(5) }])
  })

  it('of which one market is confirmed have the other ones computed with a new commission', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    await database.kysely.updateTable('bookmakers').set({ commission: 10 }).where('id', '=', alpha).execute()
    // The next import comes before the sweep.
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] }, { seenAt: at(1) })
    expect(await bests()).toEqual({ 'total 2.5': [[1.9, 1.72], 1] })
  })

  it('are compared when one response has a market twice, once as it is stored', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    await store(
      { [alpha]: [quote(TOTAL, [2, 1.8])] },
      { seenAt: at(5), late: [quote(TOTAL, [2.1, 1.7])], lateAt: at(4) },
    )
    const rows = await database.kysely.selectFrom('quotes').select('prices').execute()
    expect(rows).toHaveLength(1)
  })

  it('get a row for each change, and one for the first price', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8]), quote(RESULT, [2, 3, 4])] })
    const { changed } = await store(
      { [alpha]: [quote(TOTAL, [2.1, 1.75]), quote(RESULT, [2, 3, 4])] },
      { seenAt: at(5) },
    )
    expect([...changed]).toEqual([match])
    await store({ [alpha]: [quote(TOTAL, [2.2, 1.7])] }, { seenAt: at(6) })
    expect(await history()).toEqual([
      'total 2.50 Alpha {2000000,1800000}',
      'match_result Alpha {2000000,3000000,4000000}',
      'total 2.50 Alpha {2100000,1750000}',
      'total 2.50 Alpha {2200000,1700000}',
      'match_result Alpha {NULL,NULL,NULL} ---',
    ])
    const row = await database.kysely
      .selectFrom('quotes')
      .select(['opening', 'prices', 'changed_at'])
      .where('opening', 'is not', null)
      .orderBy('market')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ opening: [2e6, 1.8e6], prices: [2.2e6, 1.7e6], changed_at: at(6) })
  })

  it('that are older than the stored ones are ignored', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    await store({ [alpha]: [quote(TOTAL, [9, 9])] }, { seenAt: at(-1), now: NOW })
    await store({ [alpha]: [quote(TOTAL, [9, 9])] }, { seenAt: at(-1), now: NOW, source: 'the-odds-api' })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.8], 1] })
    for (const minute of [1, 3])
      await store({ [alpha]: [quote(TOTAL, [null, null])] }, { seenAt: at(minute) })
    await store({ [alpha]: [quote(TOTAL, [9, 9])] }, { seenAt: at(2), now: at(3), source: 'the-odds-api' })
    expect(await reasons(at(3))).toEqual({ Alpha: 'suspended' })
  })

  it('of another source replace older ones, and are replaced when that source stops', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    await store({ [alpha]: [quote(TOTAL, [2.1, 1.7])] }, { seenAt: at(1), source: 'the-odds-api' })
    expect(await bests()).toEqual({ 'total 2.5': [[2.1, 1.7], 1] })
    // Unchanged: it is compared only because its digest was cleared.
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] }, { seenAt: at(2) })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.8], 1] })
    await store(
      { [alpha]: [quote(TOTAL, [2.1, 1.7])] },
      { seenAt: at(1.5), now: at(3), source: 'the-odds-api' },
    )
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.8], 1] })
    await store({ [alpha]: [quote(TOTAL, [2.1, 1.7])] }, { seenAt: at(40), source: 'the-odds-api' })
    expect(await bests()).toEqual({ 'total 2.5': [[2.1, 1.7], 1] })
  })

  it('are withdrawn when their request no longer lists them, and by no other request', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])], [beta]: [quote(TOTAL, [1.9, 1.9])] }, { part: 'totals' })
    await store({ [alpha]: [quote(RESULT, [2, 3, 4])] }, { part: 'h2h', seenAt: at(1) })
    expect(await bests()).toMatchObject({ 'total 2.5': [[2, 1.9], 2] })
    expect(
      (await store({ [alpha]: [quote(TOTAL, [2, 1.8])] }, { part: 'totals', seenAt: at(2) })).withdrawn,
    ).toBe(1)
    expect(await bests()).toMatchObject({ 'total 2.5': [[2, 1.8], 1], match_result: [[2, 3, 4], 1] })
    expect((await store({}, { part: null, seenAt: at(3) })).withdrawn).toBe(2)
    expect(await bests()).toEqual({ 'total 2.5': [[null, null], 0], match_result: [[null, null, null], 0] })
    // An offer that returns is compared although it is unchanged.
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] }, { part: 'totals', seenAt: at(4) })
    expect(await bests()).toMatchObject({ 'total 2.5': [[2, 1.8], 1] })
  })

  it('that were withdrawn stay so when the older responses are read again, and return with a newer one', async () => {
    const both = { [alpha]: [quote(TOTAL, [2, 1.8])], [beta]: [quote(TOTAL, [1.9, 1.9])] }
    const only = { [alpha]: [quote(TOTAL, [2, 1.8])] }
    for (let round = 0; round < 2; round += 1) {
      await store(both, { now: at(1) })
      await store(only, { now: at(2) })
    }
    expect(await history()).toEqual(['total 2.50 Beta {1900000,1900000}', 'total 2.50 Beta {NULL,NULL} --'])
    await store(both, { now: at(3) })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.9], 2] })
  })

  it('of a time when the clock was ahead are set back when the clock is right', async () => {
    const both = (first: number) => ({
      [alpha]: [quote(TOTAL, [first, 1.7])],
      [beta]: [quote(TOTAL, [1.9, 1.9])],
    })
    await store(both(2))
    // That this was stored by the same clock is not known later.
    await store(both(2.05), { seenAt: at(15) })
    await store(both(2.1), { seenAt: at(180) })
    await store({ [alpha]: [quote(TOTAL, [2.2, 1.7])] }, { seenAt: at(190) })
    await store(
      { [alpha]: [quote(RESULT, [2, 3, 4])] },
      { seenAt: at(200), source: 'the-odds-api', part: 'h2h' },
    )
    await store(both(2.3), { seenAt: at(20), now: at(21) })
    await store({ [alpha]: [quote(RESULT, [3, 3, 3])] }, { seenAt: at(22), part: 'h2h' })
    expect(await bests()).toEqual({ 'total 2.5': [[2.3, 1.9], 2], match_result: [[3, 3, 3], 1] })
    const { rows } = await sql<{ latest: Date; lapses: number; prices: number[] }>`
      select max(at) as latest, (select count(*)::int from price_lapses) as lapses,
        array_agg(prices[1]::int order by at) filter (where market = (select min(id) from markets)
          and bookmaker = (select no from bookmakers where id = ${alpha})) as prices
      from quote_changes`.execute(database.kysely)
    const prices = [2, 2.05, 2.1, 2.2, 2.3].map(fromNumber)
    expect(rows).toEqual([{ latest: at(22), lapses: 0, prices }])
  })

  it('that were withdrawn while the clock was ahead come back, and are withdrawn, when it is right', async () => {
    const both = { [alpha]: [quote(TOTAL, [2, 1.8])], [beta]: [quote(TOTAL, [1.9, 1.9])] }
    const only = { [alpha]: [quote(TOTAL, [2, 1.8])] }
    await store(both)
    // The bookmaker's time is right.
    await store(only, { seenAt: at(1), now: at(90) })
    await store(both, { seenAt: at(5) })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.9], 2] })
    await store(only, { seenAt: at(6) })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.8], 1] })
  })

  it('are withdrawn with the event, unless they are newer', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    const withdraw = (confirmedAt: Date) =>
      database.kysely
        .transaction()
        .execute((trx) => withdrawPrices(trx, [match], { source: 'promo', confirmedAt, now: NOW }))
    expect(await withdraw(at(-1))).toBe(0)
    expect(await withdraw(at(1))).toBe(1)
  })

  it('of a market that the source no longer confirms expire alone', async () => {
    const late = [quote(TOTAL, [9, 9])]
    await store({ [alpha]: [quote(RESULT, [2, 3, 4])] }, { late, lateAt: at(-31) })
    expect(await bests()).toEqual({ match_result: [[2, 3, 4], 1], 'total 2.5': [[null, null], 0] })
    // Confirmed with the others again, then late again: it stays the same quote.
    await store({ [alpha]: [quote(RESULT, [2, 3, 4]), ...late] }, { seenAt: at(1) })
    expect(await bests()).toMatchObject({ 'total 2.5': [[9, 9], 1] })
    await store({ [alpha]: [quote(RESULT, [2, 3, 4])] }, { late, lateAt: at(-30), seenAt: at(2) })
    expect(await bests()).toMatchObject({ 'total 2.5': [[null, null], 0] })
    expect(await history()).toEqual([])
  })
})

describe('markets that a source confirmed at different times', () => {
  const SPREAD: Market = { type: 'handicap', period: 'full_time', line: -0.5, participant: null }
  const result = (home: number, confirmedAt: Date) => quote(RESULT, [home, 3.3, 3.3], { confirmedAt })

  it('are each newer than their own last price, whichever of them is the oldest', async () => {
    await store(
      { [alpha]: [quote(RESULT, [3, 3.3, 2.5])] },
      { seenAt: at(-3), late: [quote(SPREAD, [2.2, 1.7])], lateAt: at(-13) },
    )
    const both = [result(2.2, at(-2.5)), quote(SPREAD, [1.8, 2.05])]
    const { changed } = await store({ [alpha]: both }, { seenAt: at(-4), now: NOW })
    expect([...changed]).toEqual([match])
    expect(await bests()).toEqual({ match_result: [[2.2, 3.3, 3.3], 1], 'handicap -0.5': [[1.8, 2.05], 1] })
    const times = await database.kysely.selectFrom('quotes').select('changed_at').orderBy('market').execute()
    expect(times).toEqual([{ changed_at: at(-2.5) }, { changed_at: at(-4) }])
    // They grow old with the oldest of them.
    expect(await reasons(at(3 * EVERY - 4))).toEqual({ Alpha: 'old' })
  })

  it('stay when a response from before their last change is read later', async () => {
    await store({ [alpha]: [result(2.2, at(-1)), quote(SPREAD, [1.8, 2.05])] }, { seenAt: at(-2), now: NOW })
    const earlier = [result(3, at(-1.5)), quote(SPREAD, [2, 1.8])]
    await store({ [alpha]: earlier }, { seenAt: at(-3), now: NOW })
    expect(await bests()).toEqual({ match_result: [[2.2, 3.3, 3.3], 1], 'handicap -0.5': [[1.8, 2.05], 1] })
    expect(await history()).toEqual([])
  })

  it('are withdrawn when only an older one is left', async () => {
    await store(
      { [alpha]: [quote(RESULT, [3, 3.3, 2.5])] },
      { seenAt: at(-1), late: [quote(SPREAD, [2.2, 1.7])], lateAt: at(-13) },
    )
    await store({ [alpha]: [quote(SPREAD, [2.2, 1.7])] }, { seenAt: at(-13), now: NOW })
    expect(await bests()).toEqual({ match_result: [[null, null, null], 0], 'handicap -0.5': [[2.2, 1.7], 1] })
  })

  describe('of which an earlier response is read after a later one', () => {
    const later = () =>
      store({ [alpha]: [result(2.2, at(-0.1)), quote(SPREAD, [1.8, 2.05])] }, { seenAt: at(-2), now: NOW })
    const bestResult = async () => (await bests()).match_result

    it('stay if they are newer, whichever market is the oldest', async () => {
      await later()
      await store({ [alpha]: [quote(RESULT, [3, 3.3, 3.3])] }, { seenAt: at(-1.5), now: at(-1) })
      expect(await bestResult()).toEqual([[2.2, 3.3, 3.3], 1])
    })

    it.each([-2.5, -2])('are not withdrawn by it if they are newer (%d)', async (minutes) => {
      await later()
      await store({ [alpha]: [quote(SPREAD, [1.8, 2.05])] }, { seenAt: at(minutes), now: at(-1) })
      expect(await bests()).toEqual({ match_result: [[2.2, 3.3, 3.3], 1], 'handicap -0.5': [[1.8, 2.05], 1] })
    })

    it('stay when it has them among the late markets', async () => {
      const first = () =>
        store(
          { [alpha]: [quote(TOTAL, [2, 1.8])] },
          { seenAt: at(-4), late: [quote(RESULT, [3, 3.3, 3.3])], lateAt: at(-8) },
        )
      await first()
      await store({ [alpha]: [quote(TOTAL, [2, 1.8]), quote(RESULT, [2.2, 3.3, 3.3])] }, { seenAt: at(-1) })
      await first()
      expect(await bestResult()).toEqual([[2.2, 3.3, 3.3], 1])
      await store({}, { late: [quote(RESULT, [3, 3.3, 3.3])], breaksOff: alpha, seenAt: at(-2) })
      expect(await bestResult()).toEqual([[2.2, 3.3, 3.3], 1])
    })

    it('stay against those of another source that are older', async () => {
      await later()
      const source = 'the-odds-api'
      await store({ [alpha]: [quote(RESULT, [3, 3.3, 3.3])] }, { seenAt: at(-1), now: at(1), source })
      expect(await bestResult()).toEqual([[2.2, 3.3, 3.3], 1])
    })
  })

  it('change after they came back with a time from before they were withdrawn, and are withdrawn again', async () => {
    const spread = quote(SPREAD, [1.8, 2.05])
    await store({ [alpha]: [result(2, at(-4.5)), spread] }, { seenAt: at(-5), now: at(-4) })
    await store({ [alpha]: [spread] }, { seenAt: at(-3), now: at(-2) })
    await store({ [alpha]: [result(2, at(-2.5)), spread] }, { seenAt: at(-3), now: at(-1) })
    await store({ [alpha]: [result(1.7, at(-2.1)), spread] }, { seenAt: at(-3), now: NOW })
    expect((await bests()).match_result).toEqual([[1.7, 3.3, 3.3], 1])
    expect((await history()).at(-1)).toBe('match_result Alpha {1700000,3300000,3300000}')
    await store({ [alpha]: [spread] }, { seenAt: at(-3), now: at(1) })
    expect((await bests()).match_result).toEqual([[null, null, null], 0])
  })

  it('replace older ones of another source, and no newer ones', async () => {
    await store({ [alpha]: [quote(RESULT, [3, 3.3, 2.5]), quote(SPREAD, [2.2, 1.7])] }, { seenAt: at(-3) })
    const both = [result(2.2, at(-2)), quote(SPREAD, [1.8, 2.05])]
    await store({ [alpha]: both }, { seenAt: at(-4), now: NOW, source: 'the-odds-api' })
    expect(await bests()).toEqual({ match_result: [[2.2, 3.3, 3.3], 1], 'handicap -0.5': [[2.2, 1.7], 1] })
  })
})

it('of a response that breaks off change the markets that it has, and neither withdraw nor confirm others', async () => {
  await store({ [alpha]: [quote(RESULT, [1.98, 3.4, 4.2]), quote(TOTAL, [2, 1.8])] })
  await store(
    {},
    { late: [quote(RESULT, [1.8, 3.4, 4.8]), quote(TOTAL, [1.9, 1.9])], breaksOff: alpha, seenAt: at(10) },
  )
  expect(await bests()).toEqual({ match_result: [[1.8, 3.4, 4.8], 1], 'total 2.5': [[1.9, 1.9], 1] })
  await store({}, { late: [quote(RESULT, [1.7, 3.4, 5])], breaksOff: alpha, seenAt: at(20) })
  expect(await bests()).toEqual({ match_result: [[1.7, 3.4, 5], 1], 'total 2.5': [[1.9, 1.9], 1] })
  await sweepPrices(database.kysely, at(3 * EVERY))
  expect(await bests()).toEqual({ match_result: [[1.7, 3.4, 5], 1], 'total 2.5': [[null, null], 0] })
  await store({ [alpha]: [quote(TOTAL, [1.9, 1.9])] }, { seenAt: at(31) })
  expect(await bests()).toEqual({ match_result: [[null, null, null], 0], 'total 2.5': [[1.9, 1.9], 1] })
})

describe('without an import', () => {
  it('a price is not best once it is old, nor once the event has begun', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    await store({ [beta]: [quote(TOTAL, [2.2, 1.9])] }, { source: 'the-odds-api', seenAt: at(-20), now: NOW })
    expect(await bests()).toEqual({ 'total 2.5': [[2.2, 1.9], 2] })
    expect(await sweepPrices(database.kysely, at(9.9))).toBe(0)
    expect(await sweepPrices(database.kysely, at(10))).toBe(1)
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.8], 1] })
    expect(await reasons(at(10))).toEqual({ Alpha: null, Beta: 'old' })
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] }, { seenAt: at(479) })
    expect((await version()).valid_until).toEqual(KICK_OFF)
    expect(await sweepPrices(database.kysely, KICK_OFF)).toBe(1)
    expect(await bests()).toEqual({ 'total 2.5': [[null, null], 0] })
    expect((await version()).valid_until).toBeNull()
  })

  it('a change of a bookmaker or of a source is applied by the next sweep', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    await database.kysely.updateTable('bookmakers').set({ commission: 10 }).where('id', '=', alpha).execute()
    await sweepPrices(database.kysely, NOW)
    expect(await bests()).toEqual({ 'total 2.5': [[1.9, 1.72], 1] })
    await database.kysely
      .updateTable('bookmakers')
      .set({ is_active: false })
      .where('id', '=', alpha)
      .execute()
    await sweepPrices(database.kysely, NOW)
    expect(await bests()).toEqual({ 'total 2.5': [[null, null], 0] })
    await database.kysely.deleteFrom('bookmakers').where('id', '=', alpha).execute()
    expect(await database.kysely.selectFrom('quotes').selectAll().execute()).toEqual([])
  })

  it('a market whose only bookmaker is removed has no best price', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    const before = await version()
    await database.kysely.deleteFrom('bookmakers').where('id', '=', alpha).execute()
    expect(await bests()).toEqual({ 'total 2.5': [[null, null], 0] })
    expect((await version()).version).toBeGreaterThan(before.version)
    await sweepPrices(database.kysely, NOW)
    expect(await bests()).toEqual({ 'total 2.5': [[null, null], 0] })
  })

  it('of the members of a bookmaker, the one that was confirmed last has the best price', async () => {
    const gamma = await createBookmaker(database.kysely, { name: 'Gamma' })
    const members = [beta, gamma]
    await database.kysely
      .updateTable('bookmakers')
      .set({ merged_into: alpha })
      .where('id', 'in', members)
      .execute()
    await store({ [gamma]: [quote(TOTAL, [2.1, 1.7])] }, { source: 'the-odds-api' })
    await store({ [beta]: [quote(TOTAL, [2, 1.8])] }, { seenAt: at(1) })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.8], 1] })
    await store({ [gamma]: [quote(TOTAL, [2.1, 1.7])] }, { source: 'the-odds-api', seenAt: at(2) })
    expect(await bests()).toEqual({ 'total 2.5': [[2.1, 1.7], 1] })
  })

  it('a bookmaker that has withdrawn its price, not suspended it, has that of a member', async () => {
    await database.kysely
      .updateTable('bookmakers')
      .set({ merged_into: alpha })
      .where('id', '=', beta)
      .execute()
    const [own, member] = [[quote(TOTAL, [2, 1.8])], [quote(TOTAL, [2.1, 1.7])]]
    await store({ [alpha]: own, [beta]: member })
    expect(await bests()).toEqual({ 'total 2.5': [[2, 1.8], 1] })
    await store({ [alpha]: [quote(TOTAL, [null, null])], [beta]: member }, { seenAt: at(0.5) })
    expect(await reasons(at(0.5))).toEqual({ Alpha: 'suspended' })
    await store({ [beta]: member }, { seenAt: at(1) })
    expect(await bests()).toEqual({ 'total 2.5': [[2.1, 1.7], 1] })
  })
})

describe('closing prices', () => {
  const closing = async () => {
    const rows = await database.kysely.selectFrom('quotes').select('closing').execute()
    return rows.map((row) => row.closing?.map((price) => price && price / 1e6) ?? null)
  }
  const sinceStart = (minutes: number) => new Date(KICK_OFF.getTime() + minutes * MINUTE_MS)

  it('are the last ones from before the start, also when in-play prices are stored first', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    await store({ [alpha]: [quote(TOTAL, [2.1, 1.75])] }, { seenAt: sinceStart(-1) })
    await store({ [alpha]: [quote(TOTAL, [5, 1.1])] }, { seenAt: sinceStart(1) })
    expect(await closing()).toEqual([[2.1, 1.75]])
    await store({}, { part: null, seenAt: sinceStart(2) })
    expect(await closing()).toEqual([[2.1, 1.75]])
  })

  it('are missing for a quote that came after the start', async () => {
    await store({ [alpha]: [quote(TOTAL, [5, 1.1])] }, { seenAt: sinceStart(1) })
    await store({ [alpha]: [quote(TOTAL, [6, 1.05])] }, { seenAt: sinceStart(2) })
    expect(await closing()).toEqual([null])
  })

  it('use the actual start when the kick-off moved', async () => {
    await store({ [alpha]: [quote(TOTAL, [2, 1.8])] })
    await store({ [alpha]: [quote(TOTAL, [2.1, 1.75])] }, { seenAt: sinceStart(10) })
    expect(await closing()).toEqual([[2, 1.8]])
    const move = (start_time: Date) =>
      database.kysely.updateTable('matches').set({ start_time }).where('id', '=', match).execute()
    await move(sinceStart(30))
    await store({ [alpha]: [quote(TOTAL, [2.1, 1.75])] }, { seenAt: sinceStart(29) })
    expect(await closing()).toEqual([null])
    await sweepPrices(database.kysely, sinceStart(31))
    expect(await closing()).toEqual([[2.1, 1.75]])
    await move(sinceStart(-1))
    await sql`select refresh_market_prices(array[${match}]::uuid[], ${sinceStart(40)}::timestamptz)`.execute(
      database.kysely,
    )
    expect(await closing()).toEqual([[2, 1.8]])
  })
})

describe('any series of answers', () => {
  const price = fc.integer({ min: 101, max: 400 }).map((hundredths) => hundredths / 100)
  const prices = fc.tuple(price, price)
  const answer = fc.record({
    minutes: fc.integer({ min: 1, max: 40 }),
    alpha: fc.option(prices),
    beta: fc.option(prices),
  })

  it('has the best prices and the changes that an independent computation finds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 8 }), async (answers) => {
        await sql`delete from priced_events`.execute(database.kysely)
        await sql`delete from quote_changes`.execute(database.kysely)
        let minutes = 0
        const current = new Map<string, string>()
        const rows = new Map<string, number>()
        for (const one of answers) {
          minutes += one.minutes
          const offers: Record<string, OfferedQuote[]> = {}
          for (const [id, prices] of [
            [alpha, one.alpha],
            [beta, one.beta],
          ] as const) {
            if (prices) offers[id] = [quote(TOTAL, [...prices])]
            const before = current.get(id)
            const text = String(prices)
            if (before === undefined && !prices) continue
            if (before !== text) rows.set(id, (rows.get(id) ?? 0) + 1)
            current.set(id, text)
          }
          await store(offers, { seenAt: at(minutes) })
          const all = [one.alpha, one.beta].filter((it) => it !== null)
          const best = [0, 1].map((n) => (all.length === 0 ? null : Math.max(...all.map((it) => it[n] ?? 0))))
          if (current.size > 0) expect(await bests()).toEqual({ 'total 2.5': [best, all.length] })
        }
        // The first prices get their row with the first change.
        const expected = [...rows.values()].reduce((sum, count) => sum + (count > 1 ? count : 0), 0)
        expect((await history()).length).toBe(expected)
      }),
      { numRuns: 15 },
    )
  })
})

describe('events whose prices are judged again', () => {
  it.runIf(process.env.TEST_DATABASE_URL)('are locked in their order, without a deadlock', async () => {
    const { kysely } = database
    const { league_id } = await kysely.selectFrom('matches').select('league_id').executeTakeFirstOrThrow()
    const other = await createMatch(kysely, { league_id, start_time: KICK_OFF })
    const [first = '', second = ''] = [match, other].toSorted()
    await kysely
      .insertInto('priced_events')
      .values([second, first].map((id) => ({ event: id, match_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // A row that is written moves behind the others.
    await sql`update priced_events set valid_until = now() where event = ${first}`.execute(kysely)
    const locked = Promise.withResolvers<void>()
    const judging = locked.promise.then(() =>
      sql`select judge_prices_again(${[first, second]}::uuid[])`.execute(kysely),
    )
    const waits = locked.promise.then(() => expect.poll(() => countWaiting(kysely)).toBe(1))
    await kysely.transaction().execute(async (trx) => {
      const lock = (id: string) =>
        sql`select from priced_events where event = ${id} for no key update`.execute(trx)
      await lock(first)
      locked.resolve()
      await waits
      await lock(second)
    })
    await judging
  })
})
