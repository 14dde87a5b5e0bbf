import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { PRICE_FORMATS, quotedText } from '#app/features/odds/prices.ts'
import { readRun, readRunLog } from '#app/features/runs/run-queries.server.ts'
import { createRun } from '#app/features/runs/runs.server.ts'
import type { Part } from '#app/features/sources/contract.ts'
import { redactAddress } from '#app/features/sources/redact-address.ts'
import theOddsApi from '#app/features/sources/the-odds-api/index.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { runImport } from '../run/run-import.server.ts'
import type { ImportSummary } from '../schema.ts'
import { creditsForLists, readSpent } from './credits.server.ts'

/** 22:30: a schedule with one run an hour has one more run on the day. */
const NOW = new Date('2026-11-21T22:30:00Z')
const TODAY = '2026-11-21'

let database: Database
let feed: FeedServer

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  feed = await startFeedServer()
  await resetDatabase(database)
})
afterEach(async () => {
  vi.useRealTimers()
  await feed.close()
})

const outcome = (name: string, price: number, point?: number) => ({
  name,
  price,
  ...(point === undefined ? {} : { point }),
})

/** An event that begins so many hours from now; its id ends with them. */
const event = (hours: number, markets: readonly object[] | null = null) => ({
  id: `m${hours}`,
  sport_key: 'soccer_epl',
  sport_title: 'EPL',
  commence_time: new Date(NOW.getTime() + hours * 3_600_000).toISOString(),
  home_team: `Home ${hours}`,
  away_team: `Away ${hours}`,
  bookmakers: [
    {
      key: 'alpha',
      title: 'Alpha Bet',
      last_update: NOW.toISOString(),
      markets: markets ?? [
        {
          key: 'h2h',
          outcomes: [outcome(`Away ${hours}`, 4.1), outcome('Draw', 3.4), outcome(`Home ${hours}`, 1.9)],
        },
      ],
    },
  ],
})

const BTTS = [{ key: 'btts', outcomes: [outcome('Yes', 1.72), outcome('No', 2.1)] }]

const headers = (cost: number, remaining = 400) => ({
  'x-requests-last': String(cost),
  'x-requests-remaining': String(remaining),
  'x-requests-used': String(500 - remaining),
})
const answer = (path: string, body: unknown, cost: number, remaining?: number) =>
  feed.answer(path, { kind: 'body', body: JSON.stringify(body), headers: headers(cost, remaining) })
const LIST = '/v4/sports/soccer_epl/odds'
const detailPath = (hours: number) => `/v4/sports/soccer_epl/events/m${hours}/odds`

/** Executes the runs of a schedule with these values. */
async function runPart(part: Part, schedule: object = {}): Promise<ImportSummary> {
  const { id } = await database.kysely
    .updateTable('import_schedules')
    .set({ sports: 'soccer_epl', every_minutes: 60, credits_a_day: null, ...schedule })
    .where('source', '=', 'the-odds-api')
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = theOddsApi.locate({
    ODDS_API_URL: feed.url(''),
    ODDS_API_KEY: 'k',
    ODDS_API_REGIONS: 'eu,uk',
  })
  if (!place) throw new Error('no place')
  const { address } = theOddsApi.request(place, part)
  const asked = await createRun(database.kysely, {
    kind: 'the-odds-api',
    subject: redactAddress(address),
    requestedBy: 'schedule',
    params: { ...part },
    turn: { scheduleId: id, at: NOW },
  })
  const { detail } = theOddsApi
  return runImport(database.kysely, {
    source: 'the-odds-api',
    origin: address,
    options: {
      runId: asked.runId,
      isOfOneSport: true,
      ...(detail && part.eventMarkets
        ? {
            detail: {
              request: (listed) => detail(place, part, listed),
              horizonHours: part.horizonHours ?? 24,
            },
          }
        : {}),
      fetch: { allowPrivateAddresses: true, retryDelayMs: 1 },
    },
  })
}

const WITH_BTTS: Part = {
  sport: 'soccer_epl',
  markets: ['h2h'],
  eventMarkets: ['btts', 'h2h_lay'],
  horizonHours: 12,
}

const spentToday = async () => {
  const { id } = await database.kysely
    .selectFrom('import_schedules')
    .select('id')
    .where('source', '=', 'the-odds-api')
    .executeTakeFirstOrThrow()
  return (await readSpent(database.kysely, NOW)).get(id) ?? 0
}
const askedPaths = () => feed.requests.map(({ path }) => path.split('?')[0])

/** Every stored price as quoted, by match, market and side. */
async function storedPrices(): Promise<string[]> {
  const { rows } = await sql<{
    home: string
    type: string
    side: number
    format: number
    prices: (number | null)[]
  }>`
    select m.home_team as home, k.type, q.side, q.format, q.prices from quotes q
    join markets k on k.id = q.market join matches m on m.id = k.event
    order by m.start_time, k.type, q.side`.execute(database.kysely)
  return rows.map(({ home, type, side, format, prices }) =>
    [
      home,
      type,
      side === 0 ? 'back' : 'lay',
      ...prices.map((price) => price && quotedText(price, PRICE_FORMATS[format] ?? 'decimal')),
    ].join(' '),
  )
}

describe('the requests to The Odds API match by match', () => {
  it('cover the matches within the horizon, and add to the prices of the list', async () => {
    answer(LIST, [event(2), event(5), event(13)], 2)
    answer(detailPath(2), event(2, BTTS), 2)
    answer(
      detailPath(5),
      event(5, [...BTTS, { key: 'btts_lay', outcomes: [outcome('Yes', 1.75), outcome('No', 2.14)] }]),
      2,
    )
    expect(await runPart(WITH_BTTS)).toMatchObject({
      status: 'done',
      matches: 3,
      items: 3,
      details: 2,
      left: 0,
      credits: 6,
    })
    expect(askedPaths()).toEqual([LIST, detailPath(2), detailPath(5)])
    expect(feed.requests[1]?.path).toContain('regions=eu,uk&markets=btts,h2h_lay&oddsFormat=decimal')
    expect(feed.requests[1]?.path).toContain('includeLinks=true&includeSids=true&includeBetLimits=true')
    expect(await storedPrices()).toEqual([
      'Home 2 both_to_score back 1.72 2.10',
      'Home 2 match_result back 1.90 3.40 4.10',
      'Home 5 both_to_score back 1.72 2.10',
      'Home 5 both_to_score lay 1.75 2.14',
      'Home 5 match_result back 1.90 3.40 4.10',
      'Home 13 match_result back 1.90 3.40 4.10',
    ])
    // The list's answer has no such market, so it withdraws nothing.
    answer(LIST, [event(2), event(5), event(13)], 2)
    await runPart({ sport: 'soccer_epl', markets: ['h2h'] })
    expect(await storedPrices()).toHaveLength(6)
  })

  it('stop before the credits of the day are exceeded, with the next matches first and a warning', async () => {
    const hours = [4, 1, 3, 2]
    answer(
      LIST,
      hours.map((one) => event(one)),
      2,
    )
    for (const one of hours) answer(detailPath(one), event(one, BTTS), 2)
    // Two for the list, two for the list of the day's last run, and up to four for each match.
    const summary = await runPart(WITH_BTTS, { credits_a_day: 11 })
    expect(summary).toMatchObject({ status: 'done', details: 2, left: 2, credits: 6, matches: 4 })
    expect(askedPaths()).toEqual([LIST, detailPath(1), detailPath(2)])
    expect(await spentToday()).toBe(6)
    expect(await readRunLog(database.kysely, summary.runId)).toMatchObject([
      {
        level: 'warning',
        reason: 'credits_used_up',
        externalId: 'm3',
        detail: 'Home 3 - Away 3 (+ 1): 6 of 11 a day are spent, 2 are for lists; a request costs up to 4.',
      },
    ])
    expect(await readRun(database.kysely, summary.runId)).toMatchObject({
      counts: { credits: 6, details: 2, left: 2 },
    })
  })

  it('stop when the remaining credits of the source do not suffice', async () => {
    answer(LIST, [event(1), event(2)], 2, 7)
    answer(detailPath(1), event(1, BTTS), 4, 3)
    expect(await runPart(WITH_BTTS)).toMatchObject({ status: 'done', details: 1, left: 1, credits: 6 })
    expect(askedPaths()).toEqual([LIST, detailPath(1)])
  })

  it('keep the imported prices when single requests fail, and cost nothing for those', async () => {
    answer(LIST, [event(1), event(2), event(3)], 2)
    feed.answer(detailPath(1), { kind: 'body', status: 500, body: '{"message":"down"}' })
    answer(detailPath(2), { message: 'no', error_code: 'EVENT_NOT_FOUND' }, 0)
    answer(detailPath(3), event(3, BTTS), 2)
    const summary = await runPart(WITH_BTTS, { credits_a_day: 100 })
    expect(summary).toMatchObject({ status: 'done', matches: 3, details: 1, left: 2, credits: 4 })
    expect(await spentToday()).toBe(4)
    const lines = await readRunLog(database.kysely, summary.runId)
    expect(lines.map(({ reason, externalId }) => [reason, externalId])).toEqual([
      ['detail_failed', 'm1'],
      ['detail_failed', 'm2'],
    ])
    expect(await storedPrices()).toContain('Home 3 both_to_score back 1.72 2.10')
  })

  it('end after three failures in a row, and the run fails with the list stored', async () => {
    answer(LIST, [event(1), event(2), event(3), event(4), event(5)], 2)
    const summary = await runPart(WITH_BTTS)
    expect(summary).toMatchObject({
      status: 'failed',
      error: { code: 'unknown_address' },
      matches: 5,
      left: 5,
    })
    expect(askedPaths().filter((path) => path !== LIST)).toHaveLength(3)
    expect(await storedPrices()).toHaveLength(5)
  })

  it('never store the prices of other contestants under the same id', async () => {
    answer(LIST, [event(1)], 2)
    answer(detailPath(1), { ...event(1, BTTS), home_team: 'Somebody', away_team: 'Else' }, 2)
    await runPart(WITH_BTTS)
    expect(await storedPrices()).toEqual(['Home 1 match_result back 1.90 3.40 4.10'])
  })
})

describe('the credits of a schedule', () => {
  it('are not exceeded by a list', async () => {
    answer(LIST, [event(1)], 2)
    expect(
      await runPart({ sport: 'soccer_epl', markets: ['h2h', 'totals'] }, { credits_a_day: 3 }),
    ).toMatchObject({
      status: 'failed',
      credits: 0,
      error: { code: 'credits_used_up', message: '0 of 3 a day are spent; a request costs up to 4.' },
    })
    expect(feed.requests).toEqual([])
    expect(await runPart({ sport: 'soccer_epl', markets: ['h2h'] }, { credits_a_day: 3 })).toMatchObject({
      status: 'done',
      credits: 2,
    })
    expect(await runPart({ sport: 'soccer_epl', markets: ['h2h'] }, { credits_a_day: 3 })).toMatchObject({
      error: { code: 'credits_used_up', message: '2 of 3 a day are spent; a request costs up to 2.' },
    })
    // The next UTC day has its own credits.
    vi.setSystemTime('2026-11-22T00:00:01Z')
    answer(LIST, [event(9)], 2)
    expect(await runPart({ sport: 'soccer_epl', markets: ['h2h'] }, { credits_a_day: 3 })).toMatchObject({
      status: 'done',
    })
    expect([...(await readSpent(database.kysely, NOW)).values()]).toEqual([2])
  })

  it('are reserved before a request, so that concurrent runs do not exceed them together', async () => {
    const paths = ['soccer_epl', 'soccer_italy_serie_a', 'soccer_spain_la_liga', 'soccer_france_ligue_one']
    for (const sport of paths) answer(`/v4/sports/${sport}/odds`, [], 2)
    const runs = await Promise.all(
      paths.map((sport) => runPart({ sport, markets: ['h2h'] }, { credits_a_day: 5 })),
    )
    expect(runs.filter(({ error }) => error?.code === 'credits_used_up')).toHaveLength(2)
    expect(feed.requests).toHaveLength(2)
    expect(await spentToday()).toBe(4)
  })

  it('stay reserved when the cost of a request is unknown', async () => {
    feed.answer(LIST, { kind: 'body', body: JSON.stringify([event(1)]) })
    expect(await runPart({ sport: 'soccer_epl', markets: ['h2h', 'totals'] })).toMatchObject({ credits: 4 })
    feed.answer(LIST, { kind: 'drop' })
    expect(await runPart({ sport: 'soccer_epl', markets: ['h2h', 'spreads'] })).toMatchObject({
      error: { code: 'unreachable' },
    })
    expect(await spentToday()).toBe(8)
  })

  it('of a run without a schedule have no limit, and are counted separately', async () => {
    answer(LIST, [event(1)], 2)
    await runImport(database.kysely, {
      source: 'the-odds-api',
      origin: `${feed.url(LIST)}?regions=eu&markets=h2h,totals`,
      options: { fetch: { allowPrivateAddresses: true } },
    })
    const rows = await database.kysely.selectFrom('source_credits').selectAll().execute()
    expect(rows).toEqual([{ source: 'the-odds-api', schedule_id: null, day: TODAY, spent: 2 }])
  })

  it('are left for the lists of the later turns of the day', () => {
    const kept = (at: string, everyMinutes: number, competitions: number) =>
      creditsForLists(
        { source: 's', scheduleId: null, limit: 9, everyMinutes, competitions },
        2,
        new Date(at),
      )
    expect(kept('2026-11-21T22:30:00Z', 60, 1)).toBe(2)
    expect(kept('2026-11-21T23:30:00Z', 60, 1)).toBe(0)
    expect(kept('2026-11-21T00:00:00Z', 60, 1)).toBe(48)
    expect(kept('2026-11-21T22:30:00Z', 30, 3)).toBe(22)
  })
})
