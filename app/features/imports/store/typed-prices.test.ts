import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findTroubles } from '#app/features/alerts/find-troubles.server.ts'
import { saveMatches } from '#app/features/matches/editor-commands.server.ts'
import { listEditorMatches } from '#app/features/matches/editor-queries.server.ts'
import { matchChange } from '#app/features/matches/editor-schema.ts'
import { type Market, marketKey } from '#app/features/odds/markets.ts'
import { refreshPrices } from '#app/features/odds/refresh-prices.server.ts'
import { readPriceGrid } from '#app/features/odds/typed-prices.server.ts'
import { headlineMarket, type TypedQuote } from '#app/features/odds/typed-prices.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { marketOf, quoteOf } from '#tests/support/market-prices.ts'
import type { Place } from '../places/places.server.ts'
import { storeEvents } from './store-batch.server.ts'

const ACTOR = { id: null, email: 'operator@example.org' }
const RESULT = headlineMarket('Soccer')
const TOTAL = marketOf({ type: 'total', line: 2.5 })

let database: Database
let place: Place
let match: string
let alpha: string
let beta: string
beforeEach(async () => {
  database = await createTestDatabase()
  const ids = await createPlace(database.kysely, { league: 'Valley League' })
  place = { ...ids, sport: 'Soccer', country: 'Italy', league: 'Valley League' }
  alpha = await createBookmaker(database.kysely, { key: 'alpha', name: 'Alpha' })
  beta = await createBookmaker(database.kysely, { key: 'beta', name: 'Beta' })
  await feed(null)
  const stored = await database.kysely.selectFrom('matches').select('id').executeTakeFirstOrThrow()
  match = stored.id
})
afterEach(() => database.close())

const KICK_OFF = new Date(Date.now() + 5 * DAY_MS)

/** The match as a feed sends it, with Alpha's prices of the result; null for none. */
async function feed(prices: [number, number, number] | null, at = new Date(), source = 'promo') {
  const named = { bookmaker: { key: 'alpha', name: 'Alpha' } }
  const [home = null, draw = null, away = null] = prices ?? []
  const event = {
    ...{ kind: 'event' as const, position: 0, externalId: 'm1', sport: 'Soccer', category: 'Italy' },
    ...{ league: 'Valley League', home: 'Riverton', away: 'Hillford', start: KICK_OFF, warnings: [] },
    quotes: prices ? [{ ...named, home, draw, away, status: null, updatedAt: at }] : [],
    offers: prices
      ? [{ ...named, seenAt: at, isLate: false, link: null, quotes: [quoteOf(RESULT, prices)] }]
      : [],
    part: 'main',
  }
  const context = {
    ...{ source, confirmedAt: at, wasSeen: () => false },
    bookmakers: new Map([['alpha', alpha ?? '']]),
  }
  await database.kysely.transaction().execute((trx) => storeEvents(trx, [{ event, place }], context))
}

async function type(...quotes: (Pick<TypedQuote, 'bookmaker' | 'prices'> & Partial<TypedQuote>)[]) {
  const grid = await readPriceGrid({ database }, match)
  const seenOf = (bookmaker: string, market: Market) =>
    grid?.markets
      .find((one) => marketKey(one.market) === marketKey(market))
      ?.quotes.find((quote) => quote.bookmaker === bookmaker)?.typedAt ?? null
  const text = JSON.stringify(
    quotes.map((quote) => {
      const market = quote.market ?? RESULT
      const prices = quote.prices.map((price) => (price === null ? '' : String(price)))
      return { seen: seenOf(quote.bookmaker, market), ...quote, prices, market }
    }),
  )
  const after = matchChange.partial().parse({ typed_prices: text }) as { typed_prices: string }
  return saveMatches(
    { database },
    { create: [], update: [{ id: match, before: {}, after }], remove: [] },
    ACTOR,
  )
}

const headline = () =>
  database.kysely
    .selectFrom('matches')
    .select(['home_odds', 'draw_odds', 'away_odds', 'bookmaker_count'])
    .executeTakeFirstOrThrow()

async function bestOf({ type, line }: Market) {
  const { rows } = await sql<{ prices: (number | null)[] }>`
    select b.prices from market_bests b join markets k on k.id = b.market
    where k.type = ${type} and k.line is not distinct from ${line}::numeric and b.audience = 0`.execute(
    database.kysely,
  )
  return rows[0]?.prices.map((price) => price && price / 1_000_000)
}

/** Whose prices the grid shows of Alpha. */
async function alphas() {
  const grid = await readPriceGrid({ database }, match)
  const quote = grid?.markets
    .find(({ market }) => market.type === 'match_result')
    ?.quotes.find(({ bookmaker }) => bookmaker === alpha)
  return quote && { prices: quote.prices, isTyped: quote.typedAt !== null, leftOut: quote.leftOut }
}

/** As if everything had been typed that long ago. */
async function age(ms: number) {
  const { kysely } = database
  await sql`update odds set last_updated = last_updated - make_interval(secs => ${ms / 1000}) where source = 'typed'`.execute(
    kysely,
  )
  await sql`update quotes_seen set seen_at = seen_at - make_interval(secs => ${ms / 1000})
    where source = (select no from price_sources where key = 'typed')`.execute(kysely)
  await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(kysely)
  await refreshPrices(kysely, [match])
}

describe('prices that an operator types', () => {
  it('are those of bookmakers: the headline, best prices of every market, and the history follow from them', async () => {
    const saved = await type(
      { bookmaker: alpha, prices: [2.1, 3.4, 3.6] },
      { bookmaker: beta, prices: [2.2, 3.3, 3.5] },
      { bookmaker: beta, market: TOTAL, prices: [1.9, 1.95] },
    )
    expect(saved).toEqual({ kind: 'saved', count: 1 })
    expect(await headline()).toEqual({ home_odds: 2.2, draw_odds: 3.4, away_odds: 3.6, bookmaker_count: 2 })
    expect(await bestOf(RESULT)).toEqual([2.2, 3.4, 3.6])
    expect(await bestOf(TOTAL)).toEqual([1.9, 1.95])
    const told = await database.kysely
      .selectFrom('audit_log')
      .select(['entity_id', 'label', 'before', 'after'])
      .executeTakeFirstOrThrow()
    expect(told).toMatchObject({
      entity_id: match,
      label: 'Riverton – Hillford',
      before: { 'typed_prices#text': 'Alpha: –; Beta: –; Beta (total 2.5): –' },
      after: {
        'typed_prices#text':
          'Alpha: 2.10 / 3.40 / 3.60; Beta: 2.20 / 3.30 / 3.50; Beta (total 2.5): 1.90 / 1.95',
      },
    })
  })

  it('stay for a feed as long as they count, and are replaced by its next response afterwards', async () => {
    await feed([2, 3, 4])
    expect(await alphas()).toEqual({ prices: [2, 3, 4], isTyped: false, leftOut: null })
    await type({ bookmaker: alpha, prices: [2.5, 3, 4] })
    await feed([2, 3, 4])
    expect(await alphas()).toEqual({ prices: [2.5, 3, 4], isTyped: true, leftOut: null })
    expect((await headline()).home_odds).toBe(2.5)

    await age(25 * HOUR_MS)
    expect(await alphas()).toMatchObject({ isTyped: true, leftOut: 'old' })
    expect((await headline()).bookmaker_count).toBe(0)
    await feed([2, 3, 4])
    expect(await alphas()).toEqual({ prices: [2, 3, 4], isTyped: false, leftOut: null })
    expect((await headline()).home_odds).toBe(2)
  })

  it('are released by their removal: the next response of the feed has its place', async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
    await feed([2, 3, 4], ago(60))
    await type({ bookmaker: alpha, prices: [2.5, 3, 4] })
    expect(await type({ bookmaker: alpha, prices: [null, null, null] })).toEqual({ kind: 'saved', count: 1 })
    expect(await alphas()).toBeUndefined()
    expect(await headline()).toMatchObject({ bookmaker_count: 0 })
    // A bookmaker has confirmed what a feed lists some time before.
    await feed([2, 3, 4], ago(30))
    expect(await alphas()).toEqual({ prices: [2, 3, 4], isTyped: false, leftOut: null })
    expect((await headline()).home_odds).toBe(2)
  })

  it('leave those of other bookmakers and markets, and are not the best with an outcome missing', async () => {
    await type(
      { bookmaker: alpha, prices: [2.1, 3.4, 3.6] },
      { bookmaker: beta, market: TOTAL, prices: [1.9, 1.95] },
    )
    await type({ bookmaker: beta, prices: [3, null, 5] })
    expect(await bestOf(RESULT)).toEqual([2.1, 3.4, 3.6])
    expect(await bestOf(TOTAL)).toEqual([1.9, 1.95])
    expect(await headline()).toEqual({ home_odds: 2.1, draw_odds: 3.4, away_odds: 3.6, bookmaker_count: 1 })
  })

  it('count for the time of the setting, and longer once they are confirmed', async () => {
    await type({ bookmaker: alpha, prices: [2.1, 3.4, 3.6] })
    await age(25 * HOUR_MS)
    await sql`update site_settings set typed_prices_count = 'kick_off'`.execute(database.kysely)
    await refreshPrices(database.kysely, [match])
    expect(await alphas()).toMatchObject({ leftOut: null })
    expect((await headline()).bookmaker_count).toBe(1)
    await sql`update site_settings set typed_prices_count = 'hours_6'`.execute(database.kysely)
    expect(await alphas()).toMatchObject({ leftOut: 'old' })
    expect((await headline()).bookmaker_count).toBe(0)
    await type({ bookmaker: alpha, prices: [2.1, 3.4, 3.6] })
    expect(await alphas()).toMatchObject({ leftOut: null })
    expect((await headline()).bookmaker_count).toBe(1)
  })

  it('are told within the hour before they end, until they are confirmed, removed or the match begins', async () => {
    const { kysely } = database
    const told = async () => {
      const { troubles, well } = await findTroubles(kysely, { env: parseEnv({}) }, new Date(), null)
      const items = troubles.flatMap(({ kind, detail }) => (kind === 'prices' ? [detail.items] : []))
      return items.length > 0 ? items : [...well].filter((it) => it === 'typed-prices')
    }
    const listed = async () => {
      const none = { upcoming: null, past: null }
      const { upcoming } = await listEditorMatches(
        { database },
        { endedPrices: new Date() },
        none,
        new Date(),
      )
      return upcoming.matches.map(({ id }) => id)
    }
    await feed([2.5, 3.4, 3])
    await type(
      { bookmaker: beta, prices: [2.1, 3.4, 3.6] },
      { bookmaker: beta, market: TOTAL, prices: [1.9, 1.95] },
    )
    const grid = await readPriceGrid({ database }, match)
    expect(grid?.markets.flatMap(({ quotes }) => quotes.map(({ until }) => until !== null))).toEqual([
      false,
      true,
      true,
    ])
    await age(22 * HOUR_MS)
    expect([await told(), await listed()]).toEqual([['typed-prices'], []])
    await age(1.5 * HOUR_MS)
    expect([await told(), await listed()]).toEqual([[1], [match]])
    await type(
      { bookmaker: beta, prices: [2.1, 3.4, 3.6] },
      { bookmaker: beta, market: TOTAL, prices: [null, null] },
    )
    expect([await told(), await listed()]).toEqual([['typed-prices'], []])
    await age(30 * HOUR_MS)
    expect(await told()).toEqual([1])
    await sql`update matches set start_time = now() + interval '50 minutes'`.execute(kysely)
    expect(await told()).toEqual(['typed-prices'])
  })

  it('are refused if somebody else has typed meanwhile, or the match has begun', async () => {
    const refusal = (problem: string) => ({
      kind: 'invalid',
      problems: [{ id: match, column: 'typed_prices', problem }],
    })
    await type({ bookmaker: alpha, prices: [2.1, 3.4, 3.6] })
    const late = await type({ bookmaker: alpha, prices: [2.2, 3.4, 3.6], seen: null })
    expect(late).toEqual(refusal('matches.problem-prices-changed'))
    await sql`update matches set start_time = now() - interval '1 minute'`.execute(database.kysely)
    const begun = await type({ bookmaker: alpha, prices: [2.2, 3.4, 3.6] })
    expect(begun).toEqual(refusal('matches.problem-prices-begun'))
    expect((await alphas())?.prices).toEqual([2.1, 3.4, 3.6])
  })
})
