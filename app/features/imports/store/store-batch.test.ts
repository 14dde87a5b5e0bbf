import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, type KyselyPlugin, sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import type { FeedQuote } from '#app/features/sources/contract.ts'
import { makeQuote } from '#app/features/sources/offer-parts.ts'
import { type PriceFormat, readPrice } from '#app/features/sources/reading.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { marketOf, quoteOf } from '#tests/support/market-prices.ts'
import { whileHeld } from '#tests/support/while-held.ts'
import type { Place } from '../places/places.server.ts'
import type { BatchResult } from '../resolve/batch.ts'
import { lockMatches } from '../resolve/lock-matches.server.ts'
import { storeEvents } from './store-batch.server.ts'
import { withdrawUnlisted } from './store-quotes.server.ts'

const NOON = new Date('2024-03-01T12:00:00Z')
const HALF_PAST = new Date('2024-03-01T12:30:00Z')
const ONE_PM = new Date('2024-03-01T13:00:00Z')

let database: Database
let place: Place
let bookmakerId: string
beforeEach(async () => {
  database = await createTestDatabase()
  const ids = await createPlace(database.kysely, { league: 'Valley League' })
  place = { ...ids, sport: 'Soccer', country: 'Italy', league: 'Valley League' }
  bookmakerId = await createBookmaker(database.kysely, { key: 'alpha', name: 'Alpha Bet' })
})
afterEach(() => database.close())

/** Another feed's write that commits after a batch has read the stored quotes and before it writes. */
type Meanwhile = (trx: Transaction<DB>) => Promise<unknown>

/** The derby with these prices of one bookmaker, or none, from the feed `ours` at that time. */
function store(home: number | null, at: Date, meanwhile?: Meanwhile): Promise<BatchResult> {
  const quote = (price: number): FeedQuote => ({
    bookmaker: { key: 'alpha', name: 'Alpha Bet' },
    home: price,
    draw: 3.5,
    away: 4,
    status: null,
    updatedAt: at,
  })
  const event = {
    kind: 'event' as const,
    position: 0,
    externalId: 'm1',
    sport: 'Soccer',
    category: 'Italy',
    league: 'Valley League',
    home: 'Riverton',
    away: 'Hillford',
    start: new Date('2024-03-05T15:00:00Z'),
    quotes: home === null ? [] : [quote(home)],
    warnings: [],
  }
  const context = {
    source: 'ours',
    confirmedAt: at,
    bookmakers: new Map([['alpha', bookmakerId]]),
    wasSeen: () => false,
  }
  return database.kysely.transaction().execute((trx) => {
    const guarded = meanwhile ? trx.withPlugin(afterReadingQuotes(() => meanwhile(trx))) : trx
    return storeEvents(guarded as Transaction<DB>, [{ event, place }], context)
  })
}

function afterReadingQuotes(act: () => Promise<unknown>): KyselyPlugin {
  const reads = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes('"odds"')) reads.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (reads.has(queryId)) await act()
      return result
    },
  }
}

const writeMeanwhile =
  (home: number, source: string): Meanwhile =>
  (trx) =>
    sql`update odds set home_odds = ${home}::numeric, source = ${source}, last_updated = ${ONE_PM}`.execute(
      trx,
    )

async function quotes() {
  const rows = await database.kysely.selectFrom('odds').select(['home_odds', 'source']).execute()
  return rows.map(({ home_odds, source }) => [home_odds, source])
}

async function history() {
  const rows = await database.kysely
    .selectFrom('odds_history')
    .select(['home_odds', 'source'])
    .orderBy('id')
    .execute()
  return rows.map(({ home_odds, source }) => [home_odds, source])
}

describe('a quote that changes while a batch is stored', () => {
  beforeEach(async () => {
    await store(2, NOON)
  })

  it.each([
    ['another feed has taken over', 'theirs'],
    ['the same feed has renewed', 'ours'],
  ])('is not withdrawn when %s it', async (_what, source) => {
    const result = await store(null, HALF_PAST, writeMeanwhile(2.2, source))
    expect(await quotes()).toEqual([[2.2, source]])
    expect(await history()).toEqual([[2, 'ours']])
    expect(result).toMatchObject({ withdrawn: 0, outcomes: ['unchanged'] })
  })

  it('is not overwritten by an older one, which leaves no change in the history', async () => {
    const result = await store(1.9, HALF_PAST, writeMeanwhile(2.2, 'theirs'))
    expect(await quotes()).toEqual([[2.2, 'theirs']])
    expect(await history()).toEqual([[2, 'ours']])
    expect(result).toMatchObject({ odds: 1, outcomes: ['unchanged'] })
  })

  it('is updated and withdrawn when nothing else wrote it', async () => {
    expect(await store(1.9, HALF_PAST)).toMatchObject({ outcomes: ['updated'] })
    expect(await store(null, ONE_PM)).toMatchObject({ withdrawn: 1, outcomes: ['updated'] })
    expect(await quotes()).toEqual([])
    expect(await history()).toEqual([
      [2, 'ours'],
      [1.9, 'ours'],
      [null, 'ours'],
    ])
  })
})

describe('the best price of a list', () => {
  it('is exact as soon as a batch is stored, although it has two decimals', async () => {
    const at = new Date()
    const { kysely } = database
    const other = await createBookmaker(kysely, { key: 'beta', name: 'Beta Bet' })
    const market = marketOf({ type: 'moneyline', period: 'with_overtime' })
    const importPrices = async (prices: Record<string, readonly [PriceFormat, number, number]>) => {
      const quoted = Object.entries(prices).map(([key, [format, ...stated]]) => {
        const bookmaker = { key, name: `${key} Bet` }
        const [home, away] = stated.map((price) => readPrice(price, format))
        const quote = makeQuote({ market, side: 'back', format, stated })
        if (!quote || !home || !away) throw new Error('not a quote')
        return {
          simple: { bookmaker, home, draw: null, away, status: null, updatedAt: at },
          offer: { bookmaker, seenAt: at, isLate: false, link: null, quotes: [quote] },
        }
      })
      const event = {
        ...{ kind: 'event' as const, position: 0, externalId: 'm1', warnings: [] },
        ...{
          sport: 'Soccer',
          category: 'Italy',
          league: 'Valley League',
          home: 'Riverton',
          away: 'Hillford',
        },
        start: new Date(at.getTime() + DAY_MS),
        quotes: quoted.map(({ simple }) => simple),
        offers: quoted.map(({ offer }) => offer),
        part: '',
      }
      const bookmakers = new Map([
        ['alpha', bookmakerId],
        ['beta', other],
      ])
      const context = { source: 'ours', confirmedAt: at, bookmakers, wasSeen: () => false }
      await kysely.transaction().execute((trx) => storeEvents(trx, [{ event, place }], context))
      at.setSeconds(at.getSeconds() + 1)
      const row = await kysely
        .selectFrom('matches')
        .select(['home_odds', 'home_bookmaker_id', 'away_odds', 'away_bookmaker_id'])
        .executeTakeFirstOrThrow()
      return [row.home_odds, row.home_bookmaker_id, row.away_odds, row.away_bookmaker_id]
    }
    // Both are 1.10, and 7.00 is what both pay for the other side.
    expect(await importPrices({ alpha: ['american', -1050, 600], beta: ['american', -1000, 600] })).toEqual([
      ...[1.1, other],
      ...[7, bookmakerId],
    ])
    // 1.906 is 1.91 in two decimals, 1.909 is 1.90.
    expect(await importPrices({ alpha: ['american', -110.4, 100], beta: ['decimal', 1.909, 2.004] })).toEqual(
      [...[1.9, other], ...[2, other]],
    )
    // 1.0095 is 1.01 in two decimals, and 2.05355 is 2.04 of the 2.10 that 2.109 is.
    await kysely.updateTable('bookmakers').set({ commission: 5 }).where('id', '=', bookmakerId).execute()
    expect(await importPrices({ alpha: ['decimal', 1.01, 2.109], beta: ['decimal', 1.01, 2.049] })).toEqual([
      ...[1.01, other],
      ...[2.04, bookmakerId],
    ])
  })
})

describe('a price that was withdrawn, in the lists and in the markets', () => {
  const [result, total] = [marketOf({ type: 'match_result' }), marketOf({ type: 'total', line: 2.5 })]
  const start = Date.now() - HOUR_MS
  const at = (seconds: number) => new Date(start + seconds * 1000)

  /** A feed's answer with Alpha's total, and its price of the home side, confirmed at that second; null for none. */
  async function answer(
    home: number | null,
    {
      source = 'ours',
      answered = 0,
      part = 'main',
      confirmed = answered,
    }: { source?: string; answered?: number; confirmed?: number; part?: string },
  ) {
    const bookmaker = { key: 'alpha', name: 'Alpha Bet' }
    const quotes = home === null ? [] : [quoteOf(result, [home, 3.5, 4])]
    const offer = { bookmaker, seenAt: at(confirmed), isLate: false, link: null }
    const event = {
      ...{ kind: 'event' as const, position: 0, externalId: 'm1', sport: 'Soccer', category: 'Italy' },
      ...{ league: 'Valley League', home: 'Riverton', away: 'Hillford', warnings: [], part },
      start: new Date(start + DAY_MS),
      quotes:
        home === null
          ? []
          : [{ bookmaker, home, draw: 3.5, away: 4, status: null, updatedAt: at(confirmed) }],
      offers: [{ ...offer, quotes: [...quotes, quoteOf(total, [1.9, 1.9])] }],
    }
    const bookmakers = new Map([['alpha', bookmakerId]])
    const context = { source, confirmedAt: at(answered), bookmakers, wasSeen: () => false }
    await database.kysely.transaction().execute((trx) => storeEvents(trx, [{ event, place }], context))
    const { rows } = await sql<{ list: number | null; market: number | null }>`
      select nullif(m.home_odds, 1.01)::float as list, b.prices[1] / 1e6 as market from matches m
      join markets k on k.event = m.id and k.type = 'match_result' join market_bests b on b.market = k.id`.execute(
      database.kysely,
    )
    return rows.map(({ list, market }) => [list, market])
  }

  it('does not come back with an older answer of its feed, but with the next one', async () => {
    expect(await answer(2, { answered: 0 })).toEqual([[2, 2]])
    expect(await answer(null, { answered: 60, confirmed: 20 })).toEqual([[null, null]])
    expect(await answer(2, { answered: 30 })).toEqual([[null, null]])
    expect(await answer(2, { answered: 90, confirmed: 40 })).toEqual([[2, 2]])
  })

  it('is withdrawn by each request of its feed that asks for it, whichever has listed it', async () => {
    expect(await answer(2, { answered: 0, part: 'h2h,totals' })).toEqual([[2, 2]])
    expect(await answer(3, { answered: 10, part: 'h2h' })).toEqual([[3, 3]])
    expect(await answer(null, { answered: 20, part: 'h2h,totals' })).toEqual([[null, null]])
    expect(await answer(2, { answered: 30, part: 'h2h,totals' })).toEqual([[2, 2]])
    expect(await answer(null, { answered: 40, part: 'h2h' })).toEqual([[null, null]])
    expect(await answer(2, { answered: 50, part: 'h2h,totals' })).toEqual([[2, 2]])
  })

  it('comes back with what another feed has confirmed since, also if its own feed goes on without it', async () => {
    await answer(2, { answered: 0 })
    await answer(null, { answered: 60 })
    expect(await answer(2.2, { source: 'theirs', answered: 70, confirmed: 40 })).toEqual([[null, null]])
    await answer(null, { answered: 75 })
    expect(await answer(2.2, { source: 'theirs', answered: 80, confirmed: 65 })).toEqual([[2.2, 2.2]])
  })
})

describe('a bookmaker that is deactivated while a batch is stored', () => {
  it.runIf(process.env.TEST_DATABASE_URL)('leaves no price in the headline', async () => {
    const at = new Date()
    const event = {
      ...{ kind: 'event' as const, position: 0, externalId: 'm1', warnings: [] },
      ...{ sport: 'Soccer', category: 'Italy', league: 'Valley League', home: 'Riverton', away: 'Hillford' },
      start: new Date(at.getTime() + DAY_MS),
      quotes: [
        {
          bookmaker: { key: 'alpha', name: 'Alpha Bet' },
          ...{ home: 2, draw: 3.5, away: 4, status: null, updatedAt: at },
        },
      ],
    }
    const context = {
      ...{ source: 'ours', confirmedAt: at, bookmakers: new Map([['alpha', bookmakerId]]) },
      wasSeen: () => false,
    }
    const headline = (db: Kysely<DB>) =>
      db.selectFrom('matches').select(['home_odds', 'bookmaker_count']).executeTakeFirst()
    const stored = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const batch = database.kysely.transaction().execute(async (trx) => {
      await storeEvents(trx, [{ event, place }], context)
      expect(await headline(trx)).toEqual({ home_odds: 2, bookmaker_count: 1 })
      stored.resolve()
      await mayCommit.promise
    })
    await stored.promise
    const switchedOff = database.kysely.updateTable('bookmakers').set({ is_active: false }).execute()
    await Promise.race([switchedOff, delay(500)])
    mayCommit.resolve()
    await Promise.all([batch, switchedOff])
    expect(await headline(database.kysely)).toEqual({ home_odds: 1.01, bookmaker_count: 0 })
  })
})

describe('quotes that are withdrawn while another import writes the same matches', () => {
  it.runIf(process.env.TEST_DATABASE_URL)('wait for it, without a deadlock', async () => {
    await store(2, NOON)
    const [match] = await database.kysely.selectFrom('matches').select(['id', 'league_id']).execute()
    const matchId = match?.id ?? ''
    const answer = {
      ...{ source: 'ours', confirmedAt: HALF_PAST, scope: 'sport' as const, listed: [], leagueNames: [] },
      leagues: [match?.league_id ?? ''],
    }
    const withdrawn = await whileHeld(
      database,
      async (trx) => {
        await lockMatches(trx, [matchId])
        await trx.updateTable('odds').set({ home_odds: 2.4, last_updated: ONE_PM }).execute()
        await refreshHeadlines(trx, [matchId])
      },
      () => withdrawUnlisted(database.kysely, answer),
    )
    expect(withdrawn, 'the other import has written a newer quote').toBe(0)
    expect(await quotes()).toEqual([[2.4, 'ours']])
  })
})

describe('a kick-off that an operator types while a batch is stored', () => {
  it.runIf(process.env.TEST_DATABASE_URL)('stays, also when the batch renames the match', async () => {
    await store(2, NOON)
    await database.kysely.updateTable('matches').set({ home_team: 'Rivertown' }).execute()
    const typed = { start_time: new Date('2024-03-05T16:00:00Z'), start_typed: true }
    await whileHeld(
      database,
      (trx) => trx.updateTable('matches').set(typed).execute(),
      () => store(2, HALF_PAST),
    )
    const columns = ['home_team', 'start_time', 'start_typed'] as const
    const match = await database.kysely.selectFrom('matches').select(columns).executeTakeFirst()
    expect(match).toEqual({ home_team: 'Riverton', ...typed })
  })
})
