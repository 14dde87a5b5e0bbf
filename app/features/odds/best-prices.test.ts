import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { refreshHeadlines, sweepHeadlines } from './best-prices.server.ts'

const NOW = new Date('2031-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS)
const KICK_OFF = new Date(NOW.getTime() + 8 * HOUR_MS)

let database: Database
let leagueId: string
let match: string
let alpha: string
let beta: string

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await resetDatabase(database)
  await sql`update import_schedules set every_minutes = 10, cron = null, cron_minutes = null, counted_minutes = null,
    in_play = false where source = 'promo'`.execute(database.kysely)
  leagueId = (await createPlace(database.kysely)).leagueId
  match = await createMatch(database.kysely, { league_id: leagueId, start_time: KICK_OFF })
  alpha = await createBookmaker(database.kysely, { name: 'Alpha' })
  beta = await createBookmaker(database.kysely, { name: 'Beta' })
})
afterAll(() => database.close())

const quote = (more: Partial<Parameters<typeof createQuote>[1]> = {}) =>
  createQuote(database.kysely, {
    match,
    bookmaker: alpha,
    prices: [2, 3, 4],
    lastUpdated: ago(1),
    source: 'promo:alpha',
    ...more,
  })
/** The best price of every outcome, so it leads unless it does not count. */
const highest = (more: Partial<Parameters<typeof createQuote>[1]> = {}) =>
  quote({ bookmaker: beta, prices: [9, 9, 9], ...more })

async function headlineAt(now: Date) {
  await refreshHeadlines(database.kysely, [match], now)
  const row = await database.kysely
    .selectFrom('matches')
    .select(['home_odds', 'draw_odds', 'away_odds', 'bookmaker_count'])
    .where('id', '=', match)
    .executeTakeFirstOrThrow()
  return [row.home_odds, row.draw_odds, row.away_odds, row.bookmaker_count]
}
const OF_ALPHA = [2, 3, 4, 1]
const NOBODY = [1.01, null, 1.01, 0]

async function reasonsAt(now: Date): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ name: string; left_out: string | null }>`
    select name, left_out from ranked_quotes(array[${match}]::uuid[], ${now}::timestamptz)`.execute(
    database.kysely,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.left_out]))
}

const setSource = (changes: object) =>
  database.kysely.updateTable('import_schedules').set(changes).where('source', '=', 'promo').execute()

describe('a price that may be called best', () => {
  it('is on offer: a quote with a suspended outcome does not count for its other outcomes', async () => {
    await quote()
    await highest({ prices: [null, 9, 100], status: 'suspended' })
    expect(await headlineAt(NOW)).toEqual(OF_ALPHA)
    expect(await reasonsAt(NOW)).toEqual({ Alpha: null, Beta: 'suspended' })
  })

  it('is that of an active bookmaker', async () => {
    await quote()
    await highest()
    await database.kysely.updateTable('bookmakers').set({ is_active: false }).where('id', '=', beta).execute()
    expect(await headlineAt(NOW)).toEqual(OF_ALPHA)
    expect(await reasonsAt(NOW)).toMatchObject({ Beta: 'inactive' })
  })

  it('was confirmed within three intervals of its source', async () => {
    await quote()
    await highest({ lastUpdated: ago(29.9) })
    expect(await headlineAt(NOW)).toEqual([9, 9, 9, 2])
    expect(await headlineAt(new Date(NOW.getTime() + MINUTE_MS))).toEqual(OF_ALPHA)
    expect(await reasonsAt(new Date(NOW.getTime() + MINUTE_MS))).toEqual({ Alpha: null, Beta: 'old' })
  })

  it('was confirmed within the operator’s own limit, and within the limit of a cron line', async () => {
    await quote()
    await highest({ lastUpdated: ago(20) })
    await setSource({ counted_minutes: 15 })
    expect(await headlineAt(NOW)).toEqual(OF_ALPHA)
    await setSource({ counted_minutes: null, every_minutes: null, cron: '*/5 * * * *', cron_minutes: 5 })
    expect(await headlineAt(NOW)).toEqual(OF_ALPHA)
    await setSource({ cron: '*/20 * * * *', cron_minutes: 20 })
    expect(await headlineAt(NOW)).toEqual([9, 9, 9, 2])
  })

  it('is that of an event that has not started, is not cancelled, and is not stored as live', async () => {
    await quote({ lastUpdated: KICK_OFF })
    expect(await headlineAt(new Date(KICK_OFF.getTime() - 1))).toEqual(OF_ALPHA)
    expect(await headlineAt(KICK_OFF)).toEqual(NOBODY)
    expect(await reasonsAt(KICK_OFF)).toEqual({ Alpha: 'started' })
    for (const status of ['live', 'finished', 'cancelled']) {
      await database.kysely.updateTable('matches').set({ status }).where('id', '=', match).execute()
      expect(await headlineAt(NOW), status).toEqual(NOBODY)
    }
  })

  it('is that of an event in play when its source quotes in play, and confirmed after kick-off', async () => {
    const later = new Date(KICK_OFF.getTime() + 5 * MINUTE_MS)
    await setSource({ in_play: true })
    await quote({ lastUpdated: new Date(KICK_OFF.getTime() + MINUTE_MS) })
    await highest({ lastUpdated: new Date(KICK_OFF.getTime() - MINUTE_MS) })
    expect(await headlineAt(later)).toEqual(OF_ALPHA)
    expect(await reasonsAt(later)).toEqual({ Alpha: null, Beta: 'started' })
  })

  it('is that of the market that more bookmakers quote, the three-way one on a tie', async () => {
    await quote()
    await highest({ prices: [9, null, 9] })
    expect(await headlineAt(NOW)).toEqual(OF_ALPHA)
    expect(await reasonsAt(NOW)).toEqual({ Alpha: null, Beta: 'incomplete' })
    await quote({ bookmaker: await createBookmaker(database.kysely), prices: [8, null, 8] })
    expect(await headlineAt(NOW)).toEqual([9, null, 9, 2])
  })

  it('is ranked net of the commission, rounded down', async () => {
    await quote()
    await highest({ prices: [2.05, 3.11, 4.01] })
    await database.kysely.updateTable('bookmakers').set({ commission: 5 }).where('id', '=', beta).execute()
    // 1.9975, 3.0045 and 3.8595 net.
    expect(await headlineAt(NOW)).toEqual([2, 3, 4, 2])
    await database.kysely.updateTable('bookmakers').set({ commission: 2 }).where('id', '=', beta).execute()
    // 2.029, 3.0678 and 3.9498.
    expect(await headlineAt(NOW)).toEqual([2.02, 3.06, 4, 2])
  })

  it('is best of as many bookmakers as there are brands', async () => {
    await quote()
    await highest()
    await database.kysely.updateTable('bookmakers').set({ brand: 'one' }).execute()
    expect(await headlineAt(NOW)).toEqual([9, 9, 9, 1])
  })
})

describe('without an import', () => {
  it('the sweep removes prices that no longer count, at that instant and not before', async () => {
    await quote({ lastUpdated: ago(10) })
    await highest({ lastUpdated: ago(20) })
    await refreshHeadlines(database.kysely, [match], NOW)
    const sweepAt = (minutes: number) =>
      sweepHeadlines(database.kysely, new Date(NOW.getTime() + minutes * MINUTE_MS))
    expect(await sweepAt(9.99)).toBe(0)
    expect(await sweepAt(10)).toBe(1)
    const stored = () =>
      database.kysely
        .selectFrom('matches as m')
        .innerJoin('event_prices as p', 'p.event', 'm.id')
        .select(['m.home_odds', 'm.bookmaker_count', 'p.valid_until', 'p.confirmed_at'])
        .executeTakeFirstOrThrow()
    expect(await stored()).toEqual({
      home_odds: 2,
      bookmaker_count: 1,
      valid_until: new Date(NOW.getTime() + 20 * MINUTE_MS),
      confirmed_at: ago(10),
    })
    expect(await sweepAt(20)).toBe(1)
    expect(await stored()).toEqual({
      home_odds: 1.01,
      bookmaker_count: 0,
      valid_until: null,
      confirmed_at: null,
    })
    expect(await sweepAt(60)).toBe(0)
  })

  it('the headline closes at kick-off, and the closing prices are kept', async () => {
    await quote({ lastUpdated: new Date(KICK_OFF.getTime() - MINUTE_MS) })
    await refreshHeadlines(database.kysely, [match], NOW)
    expect(await sweepHeadlines(database.kysely, KICK_OFF)).toBe(1)
    const closing = () =>
      database.kysely
        .selectFrom('event_prices')
        .select(['closing_home', 'closing_draw', 'closing_away'])
        .executeTakeFirstOrThrow()
    expect(await closing()).toEqual({ closing_home: 2, closing_draw: 3, closing_away: 4 })
    await sql`update matches set start_time = start_time + interval '1 day'`.execute(database.kysely)
    await refreshHeadlines(database.kysely, [match], KICK_OFF)
    expect(await closing()).toEqual({ closing_home: null, closing_draw: null, closing_away: null })
  })

  it('a changed limit of a source is swept at once', async () => {
    await quote({ lastUpdated: new Date() })
    await refreshHeadlines(database.kysely, [match])
    await setSource({ counted_minutes: 1 })
    // The database's instants have microseconds.
    expect(await sweepHeadlines(database.kysely, new Date(Date.now() + 1))).toBe(1)
  })
})

describe('any quotes, at any instant', () => {
  interface Drawn {
    prices: [number | null, number | null, number | null]
    age: number
    active: boolean
    commission: number
    suspended: boolean
  }
  const price = fc.integer({ min: 101, max: 900 }).map((hundredths) => hundredths / 100)
  const drawn: fc.Arbitrary<Drawn> = fc.record({
    prices: fc.oneof(
      fc.tuple(price, price, price),
      fc.tuple(price, fc.constant(null), price),
    ) as fc.Arbitrary<Drawn['prices']>,
    age: fc.integer({ min: 0, max: 60 }),
    active: fc.boolean(),
    commission: fc.constantFrom(0, 0, 2, 5),
    suspended: fc.boolean(),
  })

  /** An independent implementation of the rule. */
  function expected(quotes: readonly Drawn[], minutes: number) {
    const open = quotes.filter((it) => it.active && !it.suspended && it.age + minutes < 30)
    const threeWay = open.filter((it) => it.prices[1] !== null)
    const market = threeWay.length * 2 >= open.length ? threeWay : open.filter((it) => it.prices[1] === null)
    const net = (at: number) =>
      market.flatMap(({ prices, commission }) => {
        const hundredths = Math.round((prices[at] ?? 0) * 100)
        const paid = Math.floor((hundredths * 100 - (hundredths - 100) * commission) / 100)
        return hundredths > 0 ? [Math.max(101, paid) / 100] : []
      })
    const best = (at: number, none: number | null) => (net(at).length > 0 ? Math.max(...net(at)) : none)
    return minutes >= 8 * 60 ? NOBODY : [best(0, 1.01), best(1, null), best(2, 1.01), market.length]
  }

  it('have the headline of the rule, and no price that is not on offer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 6 }), async (quotes) => {
        await database.kysely.deleteFrom('odds').execute()
        await database.kysely.deleteFrom('bookmakers').execute()
        for (const { prices, age, active, commission, suspended } of quotes) {
          const bookmaker = await createBookmaker(database.kysely, { is_active: active, commission })
          await quote({
            bookmaker,
            prices: suspended ? [null, prices[1], prices[2]] : prices,
            status: suspended ? 'suspended' : null,
            lastUpdated: ago(age),
          })
        }
        await refreshHeadlines(database.kysely, [match], NOW)
        for (const minutes of [0, 10, 25, 30, 8 * 60]) {
          const now = new Date(NOW.getTime() + minutes * MINUTE_MS)
          await sweepHeadlines(database.kysely, now)
          const row = await database.kysely
            .selectFrom('matches')
            .select(['home_odds', 'draw_odds', 'away_odds', 'bookmaker_count'])
            .executeTakeFirstOrThrow()
          expect([row.home_odds, row.draw_odds, row.away_odds, row.bookmaker_count]).toEqual(
            expected(quotes, minutes),
          )
        }
      }),
      { numRuns: 40 },
    )
  })
})
