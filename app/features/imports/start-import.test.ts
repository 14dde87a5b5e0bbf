import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readRun } from '#app/features/runs/run-queries.server.ts'
import { BY_SCHEDULE, readCounts, type Turn } from '#app/features/runs/runs.server.ts'
import apiFootball from '#app/features/sources/api-football/index.ts'
import promo from '#app/features/sources/promo/index.ts'
import { IMPORTED } from '#app/features/sources/registry.server.ts'
import { findPlace, saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import theOddsApi from '#app/features/sources/the-odds-api/index.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Changes } from '#app/platform/edit/schema.ts'
import { parseEnv } from '#app/platform/env.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { startFeedServer } from '#tests/support/feed-server.ts'
import { openDesk, startWorker } from '#tests/support/runs.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { listFeedSports, listOffered } from './read/feed-sports.server.ts'
import { findLeagueProblems } from './schedules/schedules.server.ts'
import { addSchedules } from './schedules/source-schedules.server.ts'
import {
  feedHandler,
  importRequestSchema,
  startImport,
  startScheduledImports,
} from './start-import.server.ts'

const NOW = new Date('2026-11-21T03:00:00Z')
const env = parseEnv({})

let database: Database
let sandbox: Sandbox
let desk: ReturnType<typeof openDesk>
let worker: { stop(): Promise<void> } | undefined
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7, now: () => NOW })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  database = await createTestDatabase()
  desk = openDesk(database)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await desk.close()
  await database.close()
})

const useSandbox = () => saveDemoFeeds(database.kysely, sandbox.places)

async function importAs(choice: object, turn?: Turn) {
  worker ??= await startWorker(
    database,
    Object.fromEntries(IMPORTED.map((source) => [source.key, feedHandler(database, env, source)])),
  )
  const asked = await startImport(desk, env, {
    ...importRequestSchema.parse(choice),
    administratorId: 'admin-1',
    ...(turn ? { turn } : {}),
  })
  if (asked.kind !== 'queued') return asked
  return vi.waitFor(async () => {
    const run = await readRun(database.kysely, asked.runId)
    expect(run?.finishedAt).not.toBeNull()
    return run
  }, 60_000)
}

const sports = () =>
  database.kysely.selectFrom('sports').select(['name', 'menu_position']).orderBy('menu_position').execute()

describe('an import of odds', () => {
  it('imports one sport of the promo feed, and gives it the chosen position in the menu', async () => {
    await useSandbox()
    const run = await importAs({ source: 'promo', sport: 'Handball', menuPosition: '12' })
    expect(run).toMatchObject({
      status: 'done',
      percent: 100,
      requestedBy: 'admin-1',
      params: { sport: 'Handball', menuPosition: 12 },
      counts: { sports: 1 },
    })
    expect(await sports()).toEqual([{ name: 'Handball', menu_position: 12 }])
    // The position of football is fixed.
    await importAs({ source: 'the-odds-api', sport: 'soccer_epl', menuPosition: 12 })
    expect(await sports()).toEqual([
      { name: 'Soccer', menu_position: 0 },
      { name: 'Handball', menu_position: 12 },
    ])
  })

  it('imports one competition of The Odds API', async () => {
    await useSandbox()
    expect(await importAs({ source: 'the-odds-api', sport: 'basketball_nba' })).toMatchObject({
      status: 'done',
      counts: { sports: 1, leagues: 1 },
    })
  })

  it('gives up a feed that does not answer before the next turn of its schedule', async () => {
    const feed = await startFeedServer()
    feed.answer('/v4/sports/soccer_epl/odds', {
      kind: 'body',
      status: 503,
      body: '',
      headers: { 'retry-after': '60' },
    })
    await saveDemoFeeds(database.kysely, [
      { source: 'the-odds-api', address: feed.url('/v4/sports/all/odds') },
    ])
    const { id } = await database.kysely
      .insertInto('import_schedules')
      .values({ source: 'the-odds-api/down', every_minutes: 1, sports: 'soccer_epl' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const turn = { scheduleId: id, at: new Date() }
    const run = await importAs({ source: 'the-odds-api', sport: 'soccer_epl' }, turn)
    await feed.close()
    expect(run).toMatchObject({ status: 'failed', error: { code: 'source_fault' } })
    expect(feed.requests).toHaveLength(1)
  })

  it('reports that a competition of The Odds API has no matches', async () => {
    const feed = await startFeedServer()
    feed.answer('/v4/sports/soccer_epl/odds', { kind: 'body', body: '[]' })
    await saveDemoFeeds(database.kysely, [
      { source: 'the-odds-api', address: feed.url('/v4/sports/all/odds') },
    ])
    const run = await importAs({ source: 'the-odds-api', sport: 'soccer_epl' })
    await feed.close()
    expect(run).toMatchObject({ status: 'failed', error: { code: 'no_matches' } })
  })

  it('gives the sport of a chosen competition the chosen position in the menu', async () => {
    await useSandbox()
    await importAs({ source: 'the-odds-api', sport: 'icehockey_nhl', menuPosition: 9 })
    expect(await sports()).toEqual([{ name: 'Ice Hockey', menu_position: 9 }])
  })

  it('reports that a sport has no matches, that a feed is unavailable, that none is set up', async () => {
    expect(await importAs({ source: 'promo' })).toEqual({ kind: 'not_configured' })
    await useSandbox()
    expect(await importAs({ source: 'promo', sport: 'Chess' })).toMatchObject({
      status: 'failed',
      error: { code: 'no_matches' },
    })
    await saveDemoFeeds(database.kysely, [{ source: 'promo', address: `${sandbox.origin}/nowhere` }])
    expect(await importAs({ source: 'promo' })).toMatchObject({
      status: 'failed',
      error: { code: 'unknown_address' },
    })
  })

  it.each([
    { source: 'promo', menuPosition: -1 },
    { source: 'promo', menuPosition: 'first' },
    { source: 'elsewhere' },
  ])('is refused: %j', (choice) => {
    expect(importRequestSchema.safeParse(choice).success).toBe(false)
  })
})

describe('the sports of a feed', () => {
  it('are those of its matches, or its list of competitions', async () => {
    await useSandbox()
    const offered = await listFeedSports(database.kysely, env, promo)
    expect(offered.kind === 'sports' && offered.sports.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Basketball', 'Handball', 'Soccer', 'Tennis']),
    )
    const odds = await listFeedSports(database.kysely, env, theOddsApi)
    expect(odds.kind === 'sports' && odds.sports).toContainEqual({
      value: 'soccer_epl',
      label: 'EPL',
      group: 'Soccer',
    })
  })

  it('are unavailable when the feed is, and when nothing is set up', async () => {
    expect(await listFeedSports(database.kysely, env, promo)).toEqual({ kind: 'not_configured' })
    const address = `${sandbox.feeds[0]?.address}&fault=text`
    await saveDemoFeeds(database.kysely, [{ source: 'the-odds-api', address }])
    expect(await listFeedSports(database.kysely, env, theOddsApi)).toMatchObject({ kind: 'unavailable' })
  })

  it('come from the operator’s own address rather than the demonstration’s', async () => {
    await useSandbox()
    const own = parseEnv({ PROMO_URL: `${sandbox.origin}/elsewhere` })
    expect(await listFeedSports(database.kysely, own, promo)).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('private'),
    })
  })
})

describe('the leagues of a schedule', () => {
  it('are offered as the source lists them, with those that it is known to have at other times', async () => {
    await useSandbox()
    const { choices, isWhole } = await listOffered(database.kysely, env, theOddsApi)
    expect(isWhole).toBe(true)
    expect(choices.filter(({ value }) => value === 'soccer_epl')).toEqual([
      { value: 'soccer_epl', label: 'EPL', group: 'Soccer' },
    ])
    expect(choices).toContainEqual({
      value: 'baseball_mlb_preseason',
      label: 'MLB Preseason (USA)',
      group: 'Baseball',
    })
  })

  it('are offered as they are known while the source is not set up', async () => {
    const { choices, isWhole } = await listOffered(database.kysely, parseEnv({}), theOddsApi)
    expect([isWhole, choices.some(({ value }) => value === 'soccer_epl')]).toEqual([false, true])
  })

  it('are refused where the source does not have them, and kept where they were chosen before', async () => {
    await useSandbox()
    const [id, first] = [crypto.randomUUID(), await scheduleOf('the-odds-api')]
    const problemsOf = async (changes: Partial<Changes>) =>
      (
        await findLeagueProblems(database.kysely, env, { create: [], update: [], remove: [], ...changes })
      ).map(({ column, problem }) => `${column} ${problem}`)
    const created = (source: string, sports: string) =>
      problemsOf({ create: [{ id, values: { source: `${source}/`, sports } }] })
    const updated = (before: string, after: string) =>
      problemsOf({ update: [{ id: first, before: { sports: before }, after: { sports: after } }] })
    const refused = ['sports problem.leagues']
    expect(await created('the-odds-api', 'soccer_epl, soccer_eplx')).toEqual(refused)
    expect(await created('the-odds-api', 'soccer_epl, baseball_mlb_preseason')).toEqual([])
    expect(await created('promo', 'soccer, Tennis')).toEqual([])
    expect(await created('promo', 'Curling')).toEqual(refused)
    expect(await created('football-data', 'E0, E9')).toEqual(refused)
    expect(await updated('soccer_gone', 'soccer_gone, soccer_epl')).toEqual([])
    expect(await updated('soccer_gone', 'soccer_gone, soccer_lost')).toEqual(refused)
  })

  it('are not refused while the source cannot list them', async () => {
    const create = [{ id: crypto.randomUUID(), values: { source: 'the-odds-api/', sports: 'soccer_eplx' } }]
    const changes = { create, update: [], remove: [] }
    expect(await findLeagueProblems(database.kysely, parseEnv({}), changes)).toEqual([])
  })
})

async function scheduleOf(source: string): Promise<string> {
  await addSchedules(database.kysely)
  const { id } = await database.kysely
    .selectFrom('import_schedules')
    .select('id')
    .where('source', '=', source)
    .executeTakeFirstOrThrow()
  return id
}

describe('a schedule of The Odds API', () => {
  const asked = async (sports: readonly string[]) => {
    const { kind } = await startScheduledImports(desk, env, theOddsApi, {
      competitions: sports,
      requestedBy: BY_SCHEDULE,
    })
    const runs = await database.kysely
      .selectFrom('runs')
      .select(['subject', 'params'])
      .orderBy('created_at')
      .orderBy('subject')
      .execute()
    return [kind, runs.map((run) => [new URL(run.subject).pathname, run.params])]
  }

  it('requests each of its competitions, and without any the next games', async () => {
    await useSandbox()
    expect(await asked(['soccer_epl', 'basketball_nba'])).toEqual([
      'queued',
      [
        ['/v4/sports/soccer_epl/odds', { sport: 'soccer_epl' }],
        ['/v4/sports/basketball_nba/odds', { sport: 'basketball_nba' }],
      ],
    ])
    const all = { competitions: [], requestedBy: BY_SCHEDULE }
    expect(await startScheduledImports(desk, env, theOddsApi, all)).toMatchObject({ kind: 'queued' })
    const paid = parseEnv({ ODDS_API_KEY: 'k', ODDS_API_URL: 'https://api.example.org' })
    expect((await findPlace(database.kysely, paid, theOddsApi))?.address).toContain('/sports/upcoming/odds?')
  })

  it('asks for the markets that were chosen, and for those of matches one by one', async () => {
    await sandbox.close()
    // Some match of this league begins within two days, on any day.
    sandbox = await startSandbox({ seed: 7 })
    await useSandbox()
    const wanted = {
      requestedBy: BY_SCHEDULE,
      competitions: ['soccer_england_league1', 'soccer_epl_winner'],
      chosen: { markets: ['h2h', 'totals'], eventMarkets: ['btts', 'team_totals'], horizonHours: 48 },
    }
    expect(await startScheduledImports(desk, env, theOddsApi, wanted)).toMatchObject({ kind: 'queued' })
    worker = await startWorker(database, { 'the-odds-api': feedHandler(database, env, theOddsApi) })
    const runs = await vi.waitFor(async () => {
      const rows = await database.kysely
        .selectFrom('runs')
        .select(['subject', 'status', 'error', 'counts'])
        .orderBy('subject')
        .execute()
      expect(rows.map(({ status }) => status)).toEqual(['done', 'done'])
      return rows
    }, 60_000)
    expect(runs.map(({ subject }) => new URL(subject).searchParams.get('markets'))).toEqual([
      'h2h,totals',
      'outrights',
    ])
    const types = await database.kysely
      .selectFrom('markets')
      .select('type')
      .distinct()
      .orderBy('type')
      .execute()
    expect(types.map(({ type }) => type)).toEqual([
      'both_to_score',
      'match_result',
      'outright',
      'team_total',
      'total',
    ])
    const { details = 0, credits = 0 } = readCounts(runs[0]?.counts)
    expect(details).toBeGreaterThan(0)
    expect(credits).toBe(2 + 2 * details)
    const links = await database.kysely.selectFrom('quotes_seen').select(['link', 'sid']).execute()
    const withLinks = links.filter(({ link, sid }) => link !== null && sid !== null)
    expect(withLinks.length).toBeGreaterThan(0)
    const limited = await database.kysely
      .selectFrom('quotes')
      .select('max_stake')
      .where('max_stake', 'is not', null)
      .execute()
    expect(limited.length).toBeGreaterThan(0)
  })

  it('requests the scores of its competitions while one of its matches has none', async () => {
    await useSandbox()
    const { leagueId } = await createPlace(database.kysely)
    const match = await createMatch(database.kysely, {
      league_id: leagueId,
      start_time: new Date(Date.now() - 3 * HOUR_MS),
    })
    await database.kysely
      .insertInto('match_sources')
      .values({ source: 'the-odds-api', external_id: 'e1', match_id: match })
      .execute()
    expect(await asked(['soccer_epl'])).toEqual([
      'queued',
      [
        ['/v4/sports/soccer_epl/odds', { sport: 'soccer_epl' }],
        ['/v4/sports/soccer_epl/scores', { sport: 'soccer_epl', results: true }],
      ],
    ])
    await database.kysely.deleteFrom('runs').execute()
    await database.kysely.updateTable('matches').set({ home_score: 1, away_score: 0 }).execute()
    expect((await asked(['soccer_epl']))[1]).toHaveLength(1)
  })

  it('stores the scores that it fetched', async () => {
    await useSandbox()
    const run = await importAs({ source: 'the-odds-api', sport: 'soccer_epl', results: true })
    expect(run).toMatchObject({ status: 'done' })
  })
})

describe('a schedule of API-Football', () => {
  const turn = () =>
    startScheduledImports(desk, env, apiFootball, {
      requestedBy: BY_SCHEDULE,
      competitions: ['39_2026', '140'],
    })
  const asked = async () => {
    const rows = await database.kysely
      .selectFrom('runs')
      .select(['subject', 'params'])
      .orderBy('subject')
      .execute()
    return rows.map(({ subject, params }) => [new URL(subject).search, params])
  }

  it('requests the lists of its leagues, then nothing while no match is due', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    try {
      await saveDemoFeeds(database.kysely, sandbox.places)
      expect(await turn()).toMatchObject({ kind: 'queued' })
      const competitions = ['39', '140']
      const lists = ['2026-11-21', '2026-11-22'].map((day) => [`?date=${day}`, { day, competitions }])
      expect(await asked()).toEqual(lists)
      await database.kysely
        .updateTable('runs')
        .set({ status: 'done', created_at: NOW, finished_at: NOW })
        .execute()
      expect(await turn()).toEqual({ kind: 'nothing_due' })
      expect(await asked()).toEqual(lists)
    } finally {
      vi.useRealTimers()
    }
  })

  it('imports only the leagues that it names', async () => {
    await saveDemoFeeds(database.kysely, sandbox.places)
    const list = { source: 'api-football', day: '2026-11-21', administratorId: 'schedule' }
    const none = await startImport(desk, env, { ...list, competitions: ['0'] })
    expect(none.kind).toBe('queued')
    worker = await startWorker(database, { 'api-football': feedHandler(database, env, apiFootball) })
    await vi.waitFor(async () => {
      const run = none.kind === 'queued' ? await readRun(database.kysely, none.runId) : undefined
      expect(run).toMatchObject({ status: 'done', counts: { items: 0 } })
    }, 20_000)
  })
})

describe('the remaining quota of a source', () => {
  it('is stored with its schedule', async () => {
    await useSandbox()
    await importAs({ source: 'the-odds-api', sport: 'soccer_epl' })
    const schedule = await database.kysely
      .selectFrom('import_schedules')
      .select(['quota_remaining', 'quota_at'])
      .where('source', '=', 'the-odds-api')
      .executeTakeFirst()
    expect(schedule?.quota_remaining).toBeGreaterThan(99_000)
    expect(schedule?.quota_at).not.toBeNull()
  })
})

describe('an answer that lists nothing', () => {
  it.each([
    ['of what is next', { source: 'the-odds-api' }, 'no_items'],
    ['of a competition', { source: 'the-odds-api', sport: 'soccer_epl' }, 'no_matches'],
    ['of the promo feed', { source: 'promo' }, 'no_items'],
  ])('%s ends the run as a failure', async (_what, choice, code) => {
    const server = await startFeedServer()
    try {
      const body = { kind: 'body', body: '[]' } as const
      await saveDemoFeeds(database.kysely, [
        { source: 'the-odds-api', address: server.answer('/v4/sports/all/odds', body) },
        { source: 'promo', address: server.answer('/promo', body) },
      ])
      server.answer('/v4/sports/soccer_epl/odds', body)
      expect(await importAs(choice)).toMatchObject({ status: 'failed', error: { code } })
    } finally {
      await server.close()
    }
  })

  it('of scores is a success: nobody played', async () => {
    const server = await startFeedServer()
    try {
      await saveDemoFeeds(database.kysely, [
        { source: 'the-odds-api', address: server.url('/v4/sports/all/odds') },
      ])
      server.answer('/v4/sports/soccer_epl/scores', { kind: 'body', body: '[]' })
      const choice = { source: 'the-odds-api', sport: 'soccer_epl', results: true }
      expect(await importAs(choice)).toMatchObject({ status: 'done' })
    } finally {
      await server.close()
    }
  })
})

it.each([
  ['delivered at once', { status: 'done', waited_ms: 20_000 }, null],
  ['delivered after a long wait', { status: 'done', waited_ms: 31_000 }, 'slow'],
  ['failed after a long wait', { status: 'failed', waited_ms: 31_000 }, 'hanging'],
])('a scheduled run of a source that %s waits for runs of its group only', async (_, last, group) => {
  const own = parseEnv({ ODDS_API_URL: 'https://feed.example', ODDS_API_KEY: 'k' })
  const choice = { source: 'the-odds-api', sport: 'soccer_epl', administratorId: 'schedule' }
  const first = await startImport(desk, own, choice)
  await database.kysely
    .updateTable('runs')
    .set({ ...last, finished_at: new Date() })
    .execute()
  const turn = await makeTurn()
  const next = await startImport(desk, own, { ...choice, turn })
  expect([first.kind, next.kind]).toEqual(['queued', 'queued'])
  const { rows } = await sql<{ group: string | null }>`
    select data ->> 'group' as group from pgboss.job where data ->> 'runId' = ${'runId' in next ? next.runId : ''}`.execute(
    database.kysely,
  )
  expect(rows).toEqual([{ group }])
})

async function makeTurn(): Promise<Turn> {
  const { id } = await database.kysely
    .insertInto('import_schedules')
    .values({ source: 'the-odds-api/epl', every_minutes: 10 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { scheduleId: id, at: new Date() }
}
