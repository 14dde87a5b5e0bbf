import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readRun, readRunLog, readRuns } from '#app/features/runs/run-queries.server.ts'
import { runTool, type ToolSummary } from '#app/features/runs/tool-run.server.ts'
import { saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { leagues as sandboxLeagues } from '../../../../sandbox/data/index.ts'
import { type Sandbox, startSandbox } from '../../../../sandbox/server.ts'
import { askSportsDb } from './commands.server.ts'
import { readSportsDbCountries, readSportsDbState } from './queries.server.ts'
import { orderCountries } from './rules.ts'
import { proxyRequestSchema } from './schema.ts'
import { sportsDbTools } from './tools.server.ts'

const NOW = new Date('2026-11-21T03:00:00Z')
const OPTIONS = { pace: { requests: 10_000, seconds: 1 }, retryMs: 1 }

let database: Database
let sandbox: Sandbox
let server: FeedServer
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7, now: () => NOW })
  server = await startFeedServer()
})
afterAll(async () => {
  await sandbox.close()
  await server.close()
})
beforeEach(async () => {
  database = await createTestDatabase()
  server.requests.length = 0
})
afterEach(() => database.close())

/** Runs a tool against the sandbox, or against another address. */
function run(
  source: string,
  params: object = {},
  url = sandbox.sportsDb,
  more: object = {},
): Promise<ToolSummary> {
  const access = async () => ({ url, key: 'sandbox', allowPrivateAddresses: true })
  const tool = sportsDbTools({ access, options: OPTIONS }).find((one) => one.kind === source)
  if (!tool) throw new Error(source)
  return runTool(database.kysely, tool, { params, requestedBy: 'admin-1', ...more })
}

const answer = (endpoint: string, ...bodies: (object | number)[]) =>
  server.answer(
    `/json/sandbox/${endpoint}`,
    ...bodies.map((body) =>
      typeof body === 'number'
        ? { kind: 'body' as const, body: '{}', status: body }
        : { kind: 'body' as const, body: JSON.stringify(body) },
    ),
  )
const countries = (...names: string[]) => ({
  countries: names.map((name_en) => ({ name_en, flag_url_32: null })),
})
const league = (id: number, name: string) => ({
  idLeague: String(id),
  strLeague: name,
  strSport: 'Soccer',
  strCountry: 'X',
})

describe('the tools, one after the other, with the sandbox', () => {
  it('fill the stored data, and change nothing the second time', async () => {
    const { sportId } = await createPlace(database.kysely, { sport: 'Soccer' })
    const names = new Set(sandboxLeagues.map(({ country }) => country))
    expect(await run('sportsdb-countries')).toMatchObject({
      status: 'done',
      counts: { inserted: names.size },
    })
    expect(await run('sportsdb-countries')).toMatchObject({ counts: { inserted: 0, unchanged: names.size } })
    const football = sandboxLeagues.filter(({ sport }) => sport === 'Soccer')
    expect(await run('sportsdb-leagues')).toMatchObject({
      status: 'done',
      counts: { total: names.size, done: names.size, inserted: football.length, failed: 0 },
    })
    expect(await run('sportsdb-leagues')).toMatchObject({
      counts: { inserted: 0, unchanged: football.length },
    })
    expect(await run('sportsdb-seasons')).toMatchObject({ counts: { inserted: football.length * 3 } })
    expect(await run('sportsdb-teams', { country: 'England' })).toMatchObject({
      status: 'done',
      counts: { failed: 0 },
    })
    expect(await readSportsDbCountries(database.kysely)).toHaveLength(names.size)
    const state = await readSportsDbState(database.kysely)
    expect(state.teams).toBeGreaterThan(80)
    expect(state.recentLeagues).toHaveLength(10)
    const kept = await database.kysely
      .selectFrom('sportsdb_leagues')
      .select(['sport_id', 'country_code'])
      .where('name', '=', 'England Premier League')
      .executeTakeFirstOrThrow()
    expect(kept).toEqual({ sport_id: sportId, country_code: 'GB-ENG' })
    const logs = await database.kysely.selectFrom('import_logs').select(['type', 'summary']).execute()
    expect(logs).toHaveLength(6)
    expect(new Set(logs.map(({ type }) => type))).toEqual(new Set(['sportsdb']))
    expect(logs.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'done', params: { sport: 'Soccer', country: 'England' } }),
      ]),
    )
  })
})

describe('a tool', () => {
  it('continues after an item that fails, and reports which', async () => {
    answer('all_countries.php', countries('Alpha', 'Beta', 'Gamma'))
    await run('sportsdb-countries', {}, server.url('/json'))
    answer(
      'search_all_leagues.php',
      { countries: [league(1, 'One')] },
      { countries: 'Patreon only' },
      { countries: [league(3, 'Three'), league(0, 'None'), { ...league(4, ''), strLeague: null }] },
    )
    const summary = await run('sportsdb-leagues', {}, server.url('/json'))
    expect(summary).toMatchObject({
      status: 'done',
      counts: { total: 3, done: 3, inserted: 2, failed: 1, rejected: 2 },
      reasons: { request_failed: 1, invalid_id: 1, missing_name: 1 },
    })
    const lines = await readRunLog(database.kysely, summary.runId)
    expect(lines.map(({ reason, detail }) => [reason, detail.split(':')[0]])).toEqual([
      ['request_failed', 'Beta'],
      ['invalid_id', 'search_all_leagues.php'],
      ['missing_name', 'search_all_leagues.php'],
    ])
    expect(await readRunLog(database.kysely, summary.runId, { after: lines[1]?.id ?? 0 })).toHaveLength(1)
  })

  it('requests what it needs from each endpoint', async () => {
    answer('all_countries.php', countries('Italy', 'Spain'))
    answer('search_all_leagues.php', { countries: [league(7, 'Serie A'), league(9, 'Serie B')] })
    answer('search_all_seasons.php', { seasons: [{ strSeason: '2025-2026' }] })
    answer('search_all_teams.php', { teams: null })
    const url = server.url('/json')
    await run('sportsdb-countries', {}, url)
    await run('sportsdb-leagues', { sport: 'Rugby' }, url)
    await run('sportsdb-seasons', {}, url)
    await run('sportsdb-seasons', { leagueId: 7 }, url)
    await run('sportsdb-teams', { country: 'Wales', sport: 'Rugby' }, url)
    expect(server.requests.map(({ path }) => path.replace('/json/sandbox/', ''))).toEqual([
      'all_countries.php',
      'search_all_leagues.php?c=Italy&s=Rugby',
      'search_all_leagues.php?c=Spain&s=Rugby',
      'search_all_seasons.php?id=7',
      'search_all_seasons.php?id=9',
      'search_all_seasons.php?id=7',
      'search_all_teams.php?c=Wales&s=Rugby',
    ])
    expect(await readSportsDbState(database.kysely)).toMatchObject({ countries: 2, leagues: 2, seasons: 2 })
  })

  it('requests the leagues of the priority countries of football first, and of other sports by name', async () => {
    answer('all_countries.php', countries('Albania', 'USA', 'Italy', 'England'))
    answer('search_all_leagues.php', { countries: null })
    const url = server.url('/json')
    await run('sportsdb-countries', {}, url)
    server.requests.length = 0
    await run('sportsdb-leagues', {}, url)
    await run('sportsdb-leagues', { sport: 'Basketball' }, url)
    const asked = () => server.requests.map(({ path }) => new URL(path, 'http://x').searchParams.get('c'))
    expect(asked()).toEqual(['Italy', 'England', 'USA', 'Albania', 'Albania', 'England', 'Italy', 'USA'])
  })

  it('rejects the one item that the database refuses', async () => {
    answer('search_all_teams.php', {
      teams: [
        { idTeam: '1', strTeam: 'Fine', idLeague: '1' },
        { idTeam: '2', strTeam: 'Refused', idLeague: '1' },
      ],
    })
    await database.kysely.schema
      .alterTable('sportsdb_teams')
      .addCheckConstraint('not_two', sql`team_id <> 2`)
      .execute()
    expect(await run('sportsdb-teams', { country: 'X' }, server.url('/json'))).toMatchObject({
      status: 'done',
      counts: { inserted: 1 },
      reasons: { not_storable: 1 },
    })
  })

  it('ends at once when the key is refused, and after five failures in a row', async () => {
    answer('all_countries.php', 400)
    expect(await run('sportsdb-countries', {}, server.url('/json'))).toMatchObject({
      status: 'failed',
      error: { code: 'http_status' },
    })
    answer('all_countries.php', countries(...'ABCDEFGH'))
    await run('sportsdb-countries', {}, server.url('/json'))
    answer('search_all_leagues.php', { countries: 'Nothing for you' })
    const failed = await run('sportsdb-leagues', {}, server.url('/json'))
    expect(failed).toMatchObject({ status: 'failed', counts: { failed: 5 }, error: { code: 'error_answer' } })
    expect(await readRun(database.kysely, failed.runId)).toMatchObject({
      status: 'failed',
      error: { code: 'error_answer' },
      requestedBy: 'admin-1',
    })
  })

  it('stops when it is asked to, and resumes where it stopped', async () => {
    answer('all_countries.php', countries('Alpha', 'Beta', 'Gamma', 'Delta'))
    await run('sportsdb-countries', {}, server.url('/json'))
    answer('search_all_leagues.php', { countries: null })
    const stop = new AbortController()
    server.requests.length = 0
    const onProgress = ({ counts }: { counts: Record<string, number> }) => counts.done === 2 && stop.abort()
    const first = await run('sportsdb-leagues', {}, server.url('/json'), { signal: stop.signal, onProgress })
    expect(first).toMatchObject({ status: 'interrupted', counts: { done: 2 } })
    expect(await readRuns(database.kysely, { kinds: ['sportsdb-leagues'] })).toMatchObject([
      { id: first.runId, status: 'queued', percent: 50 },
    ])
    const second = await run('sportsdb-leagues', {}, server.url('/json'), { runId: first.runId })
    expect(second).toMatchObject({ runId: first.runId, status: 'done', counts: { total: 4, done: 4 } })
    const asked = server.requests.map(({ path }) => new URL(path, 'http://x').searchParams.get('c'))
    expect(asked).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma'])
  })

  it('fails for an unknown league, and requests nothing', async () => {
    expect(await run('sportsdb-seasons', { leagueId: 4711 }, server.url('/json'))).toMatchObject({
      status: 'failed',
      error: { code: 'unknown_league', message: expect.stringContaining('4711') },
    })
    expect(server.requests).toEqual([])
  })

  it('reports that nothing is set up', async () => {
    const [tool] = sportsDbTools({ access: async () => null })
    expect(await runTool(database.kysely, tool as never, { params: {}, requestedBy: null })).toMatchObject({
      status: 'failed',
      error: { code: 'not_configured' },
    })
  })
})

it('imports the priority countries of football first, then the others by name', () => {
  const names = ['Zambia', 'USA', 'Malta', 'Albania', 'France', 'Germany', 'Spain', 'England', 'Italy']
  const first = ['Italy', 'England', 'Spain', 'Germany', 'France', 'Malta', 'USA']
  expect(orderCountries(names, 'Soccer')).toEqual([...first, 'Albania', 'Zambia'])
  expect(orderCountries(['United States', 'Malta', 'Chad'], 'Soccer')).toEqual([
    'Malta',
    'United States',
    'Chad',
  ])
  expect(orderCountries(['Zambia', 'Italy'], 'Basketball')).toEqual(['Italy', 'Zambia'])
})

describe('a request of an administrator through the site', () => {
  it('passes on the answer unchanged, without sending the key to the browser', async () => {
    await saveDemoFeeds(database.kysely, [{ source: 'sportsdb', address: sandbox.sportsDb }])
    const asked = proxyRequestSchema.parse({
      endpoint: 'search_all_teams.php',
      params: 'c=England',
      sport: 'Soccer',
    })
    const answered = await askSportsDb(database.kysely, parseEnv({}), asked)
    expect(answered).toMatchObject({ kind: 'answer', value: { teams: expect.any(Array) } })
    await saveDemoFeeds(database.kysely, [])
    expect(await askSportsDb(database.kysely, parseEnv({}), asked)).toEqual({ kind: 'not_configured' })
  })

  it.each(['lookupteam.php', '../all_countries.php', 'constructor', ''])(
    'is one of the five endpoints, not %j',
    (endpoint) => {
      expect(proxyRequestSchema.safeParse({ endpoint }).success).toBe(false)
    },
  )
})
