import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listMarkets } from '#app/features/odds/market-queries.server.ts'
import { decideMarket, listUnmatchedMarkets } from '#app/features/sources/market-mappings.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import {
  apiFootballBody,
  apiFootballFixture,
  apiFootballOdds,
  promoBody,
  type TestMatch,
} from '#tests/support/feeds.ts'
import { createServices } from '#tests/support/services.ts'
import { addSchedules } from '../schedules/source-schedules.server.ts'
import type { ImportRequest } from './import-request.ts'
import { runImport } from './run-import.server.ts'

const NOON = new Date('2024-03-01T12:00:00Z')
const derby: TestMatch = {
  id: '1217505',
  home: 'Riverton',
  away: 'Hillford',
  start: '2024-03-05T15:00:00Z',
  league: 'Premier League',
  country: 'England',
  sport: 'Soccer',
}

let database: Database
let server: FeedServer

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startFeedServer()
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON })
  await resetDatabase(database)
  await addSchedules(database.kysely)
})
afterEach(() => {
  vi.useRealTimers()
})

const bet = (id: number, values: Record<string, unknown>, name = `Bet ${id}`) => ({
  id,
  name,
  values: Object.entries(values).map(([value, odd]) => ({ value, odd })),
})
const WINNER = bet(1, { Home: '1.90', Draw: '3.40', Away: '4.10' })
const HANDICAP = bet(4, { 'Home -0.5': '1.95', 'Away -0.5': '1.97' })
const bookmaker = (name: string, ...bets: object[]) => ({ id: 1, name, bets })

let addresses = 0
/** Imports these answers as the pages of one answer. */
async function importPages(bodies: readonly object[], options: ImportRequest['options'] = {}) {
  addresses += 1
  const address = server.answer(
    `/odds${addresses}`,
    ...bodies.map((body, n) => ({
      kind: 'body' as const,
      body: JSON.stringify({ ...body, paging: { current: n + 1, total: bodies.length } }),
      headers: {
        date: new Date().toUTCString(),
        'x-ratelimit-requests-remaining': String(100 - n),
        'x-ratelimit-requests-limit': '100',
      },
    })),
  )
  return runImport(database.kysely, {
    source: 'api-football',
    origin: address,
    options: { ...options, mayBeEmpty: true, fetch: { allowPrivateAddresses: true } },
  })
}

async function shown() {
  const { id } = await database.kysely.selectFrom('matches').select('id').executeTakeFirstOrThrow()
  const markets = await listMarkets(createServices(database), id)
  return markets.map(({ type, line, best, quotes }) => [
    [type, line].filter((it) => it !== null).join(' '),
    best.map((one) => one && one.price / 1_000_000),
    quotes.map(({ bookmaker: { name }, leftOut }) => [name, leftOut].filter(Boolean).join(': ')),
  ])
}

describe('odds of API-Football', () => {
  it('are stored with the fixture of their id, page by page, and are valid for hours', async () => {
    await importPages([apiFootballBody([apiFootballFixture(derby)])])
    const later = { ...derby, id: '2', home: 'Northwick', away: 'Eastham' }
    const summary = await importPages([
      apiFootballOdds({
        bookmakers: [bookmaker('Bet365', WINNER, HANDICAP), bookmaker('Pinnacle', HANDICAP)],
      }),
      apiFootballOdds({ id: later.id, bookmakers: [bookmaker('Bet365', WINNER)] }),
    ])
    // The site does not have the second fixture: it is counted, and is not an error of the source.
    expect(summary).toMatchObject({
      status: 'done',
      items: 2,
      updated: 1,
      odds: 1,
      rejected: 1,
      reasons: { unknown_match: 1 },
      credits: 2,
    })
    expect(server.requests.at(-1)?.path).toContain('page=2')
    expect(await database.kysely.selectFrom('run_items').selectAll().execute()).toEqual([])
    expect(await shown()).toEqual([
      ['match_result', [1.9, 3.4, 4.1], ['Bet365']],
      ['handicap -0.5', [1.95, 1.97], ['Bet365', 'Pinnacle']],
    ])
    const match = await database.kysely
      .selectFrom('matches')
      .select(['home_odds', 'draw_odds', 'away_odds'])
      .executeTakeFirst()
    expect(match).toEqual({ home_odds: 1.9, draw_odds: 3.4, away_odds: 4.1 })
    // Six hours after the source updated them they are stale.
    vi.setSystemTime('2024-03-01T15:01:00Z')
    expect((await shown())[0]).toEqual(['match_result', [null, null, null], ['Bet365: old']])
    const schedule = await database.kysely
      .selectFrom('import_schedules')
      .select(['quota_remaining', 'quota_limit'])
      .where('source', '=', 'api-football')
      .executeTakeFirst()
    expect(schedule).toEqual({ quota_remaining: 99, quota_limit: 100 })
  })

  it('are stored with the sides of the match that another source has created', async () => {
    await importOther()
    await importPages([apiFootballBody([apiFootballFixture(derby)])])
    await importPages([apiFootballOdds({ bookmakers: [bookmaker('Bet365', WINNER, HANDICAP)] })])
    expect(await shown()).toEqual([
      ['match_result', [4.1, 3.4, 1.9], ['Bet365']],
      ['handicap 0.5', [1.97, 1.95], ['Bet365']],
    ])
  })

  it('are withdrawn when the next answer no longer has them', async () => {
    await importPages([apiFootballBody([apiFootballFixture(derby)])])
    await importPages([apiFootballOdds({ bookmakers: [bookmaker('Bet365', WINNER, HANDICAP)] })])
    vi.setSystemTime('2024-03-01T13:00:00Z')
    const update = '2024-03-01T12:30:00+00:00'
    await importPages([apiFootballOdds({ update, bookmakers: [bookmaker('Bet365', HANDICAP)] })])
    expect(await shown()).toEqual([['handicap -0.5', [1.95, 1.97], ['Bet365']]])
    expect(await database.kysely.selectFrom('odds').selectAll().execute()).toEqual([])
  })

  it('stay in the grid while their whole market is suspended, and count again afterwards', async () => {
    await importPages([apiFootballBody([apiFootballFixture(derby)])])
    const answer = (update: string, prices: Record<string, string>) =>
      importPages([apiFootballOdds({ update, bookmakers: [bookmaker('Bet365', bet(1, prices))] })])
    // Nothing was on offer yet.
    await answer('2024-03-01T09:00:00Z', { Home: '0', Draw: '0', Away: '0' })
    expect(await shown()).toEqual([])
    await answer('2024-03-01T09:30:00Z', { Home: '1.90', Draw: '3.40', Away: '4.10' })
    await answer('2024-03-01T10:00:00Z', { Home: '0', Draw: '0', Away: '0' })
    expect(await shown()).toEqual([['match_result', [null, null, null], ['Bet365: suspended']]])
    const headline = await database.kysely.selectFrom('odds').select(['home_odds', 'status']).execute()
    expect(headline).toEqual([{ home_odds: null, status: 'suspended' }])
    await answer('2024-03-01T10:30:00Z', { Home: '1.90', Draw: '3.40', Away: '4.00' })
    expect(await shown()).toEqual([['match_result', [1.9, 3.4, 4], ['Bet365']]])
  })

  it('with HTTP 200 and an error fail the run, and the imported ones are kept', async () => {
    await importPages([apiFootballBody([apiFootballFixture(derby)])])
    const errors = { requests: 'You have reached the request limit for the day' }
    const summary = await importPages([
      apiFootballOdds({ bookmakers: [bookmaker('Bet365', WINNER)] }),
      { ...apiFootballOdds({ bookmakers: [] }), errors, response: [] },
    ])
    expect(summary).toMatchObject({
      status: 'failed',
      updated: 1,
      error: { code: 'error_answer', message: expect.stringContaining('request limit') },
    })
    expect(await shown()).toHaveLength(1)
  })

  it('end without an error at the last page of the plan, which is counted', async () => {
    await importPages([apiFootballBody([apiFootballFixture(derby)])])
    const plan = 'Free plans are limited to a maximum value of 3 for the Page parameter'
    const page = (id?: string) => apiFootballOdds({ id, bookmakers: [bookmaker('Bet365', WINNER)] })
    const refused = { ...page(), errors: { plan }, response: [] }
    const before = server.requests.length
    const summary = await importPages([page(), page('2'), page('3'), refused, refused])
    expect(server.requests.length - before).toBe(4)
    expect(summary).toMatchObject({
      status: 'done',
      updated: 1,
      reasons: { unknown_match: 2, beyond_plan: 1 },
      error: null,
    })
    const items = await database.kysely.selectFrom('run_items').select(['reason', 'detail']).execute()
    expect(items).toEqual([{ reason: 'beyond_plan', detail: plan }])
    // A refusal of something else is an error.
    const season = { plan: 'Free plans do not have access to this season, try from 2022 to 2024.' }
    expect(await importPages([{ ...page(), errors: season, response: [] }])).toMatchObject({
      status: 'failed',
    })
  })

  it('of unknown markets wait for an operator, and are imported once mapped', async () => {
    await importPages([apiFootballBody([apiFootballFixture(derby)])])
    const corners = bet(57, { 'Over 5.5': '1.90', 'Under 5.5': '1.92' }, 'Home Corners Over/Under')
    const answer = (update: string) => [
      apiFootballOdds({ update, bookmakers: [bookmaker('Bet365', WINNER, corners)] }),
    ]
    await importPages(answer('2024-03-01T09:00:00Z'))
    expect(await shown()).toHaveLength(1)
    const { markets } = await listUnmatchedMarkets(database.kysely)
    expect(markets).toMatchObject([
      { source: 'api-football', key: '57', seen: 1, example: expect.stringContaining('Home Corners') },
    ])
    await decideMarket(
      database.kysely,
      {
        kind: 'market',
        source: 'api-football',
        key: '57',
        type: 'team_total',
        period: 'full_time',
        participant: 'home',
      },
      { id: null, email: 'ada@example.org' },
    )
    await importPages(answer('2024-03-01T10:00:00Z'))
    expect((await shown()).map(([market]) => market)).toEqual(['match_result', 'team_total 5.5'])
  })

  it('in play are stored, and are never the best, because they name no bookmaker', async () => {
    await importPages([apiFootballBody([apiFootballFixture(derby)])])
    vi.setSystemTime('2024-03-05T15:30:00Z')
    await database.kysely
      .updateTable('import_schedules')
      .set({ in_play: true })
      .where('source', '=', 'api-football')
      .execute()
    const values = ['Home', 'Draw', 'Away'].map((value, n) => ({
      value,
      odd: String(2 + n),
      handicap: null,
      main: null,
      suspended: false,
    }))
    const live = {
      fixture: { id: 1217505, status: { long: 'First Half', elapsed: 30 } },
      league: { id: 39, season: 2024 },
      status: { stopped: false, blocked: false, finished: false },
      update: '2024-03-05T15:29:50+00:00',
      odds: [
        { id: 59, name: 'Fulltime Result', values },
        { id: 999, name: 'Next Goal', values: [] },
      ],
    }
    const body = { get: 'odds/live', parameters: {}, errors: [], results: 1, response: [live] }
    expect(await importPages([body])).toMatchObject({ status: 'done', updated: 1, odds: 0 })
    const { rows } = await sql<{ name: string; is_active: boolean; prices: number[]; left_out: string }>`
      select b.name, b.is_active, q.prices, q.left_out
      from ranked_market_quotes(array(select id from markets), now()) q join bookmakers b on b.no = q.bookmaker`.execute(
      database.kysely,
    )
    expect(rows).toEqual([
      {
        name: 'API-Football (in play)',
        is_active: false,
        prices: [2_000_000, 3_000_000, 4_000_000],
        left_out: 'inactive',
      },
    ])
    // The same applies when an operator includes the bookmaker.
    await database.kysely.updateTable('bookmakers').set({ is_active: true }).execute()
    expect(await shown()).toEqual([['match_result', [null, null, null], ['API-Football (in play): started']]])
    expect((await listUnmatchedMarkets(database.kysely, 'api-football')).markets).toMatchObject([
      { key: 'live 999' },
    ])
  })
})

/** The promo feed lists the sides in reverse, and no prices. */
async function importOther() {
  const turned = { ...derby, id: 'm1', home: derby.away, away: derby.home }
  const address = server.answer('/promo', { kind: 'body', body: JSON.stringify(promoBody([turned])) })
  await runImport(database.kysely, {
    source: 'promo',
    origin: address,
    options: { fetch: { allowPrivateAddresses: true } },
  })
}
