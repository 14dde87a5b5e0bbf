import net from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Answer, type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { promoBody } from '#tests/support/feeds.ts'
import { contractMatch } from '#tests/support/source-contract.ts'
import apiFootball from './api-football/index.ts'
import { findLastTest, testConnection } from './connection.server.ts'
import type { Source, SourceSettings } from './contract.ts'
import footballData from './football-data/index.ts'
import promo from './promo/index.ts'
import sportsDb from './sportsdb/index.ts'
import { keepSettings } from './stored-settings.server.ts'
import theOddsApi from './the-odds-api/index.ts'

const ENV = { variables: {}, allowPrivateFeeds: true, secret: 'a secret of this test' }
/** Longer than a busy machine takes for an answer. */
const LIMITS = { headersTimeoutMs: 60_000, idleTimeoutMs: 60_000, totalTimeoutMs: 60_000 }
/** For a source that does not answer. */
const SHORT_LIMITS = { headersTimeoutMs: 150, idleTimeoutMs: 150, totalTimeoutMs: 500 }
const ACTOR = { id: null, email: 'ada@example.org' }
const SPORTS = JSON.stringify([{ key: 'soccer_epl', group: 'Soccer', title: 'EPL', active: true }])
const LONG_LIST = Array.from({ length: 200 }, (_, n) => `{"key":"soccer_${n}","title":"Soccer ${n}"}`).join()

let database: Database
let feed: FeedServer
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  feed = await startFeedServer()
})
afterEach(() => feed.close())
afterAll(() => database.close())

const oddsApi = (more: SourceSettings = {}) => ({
  ODDS_API_KEY: 'right',
  ODDS_API_URL: feed.url(''),
  ...more,
})
const test = (source: Source, typed: SourceSettings, limits = LIMITS) =>
  testConnection(database.kysely, ENV, source, { typed, limits })
const lastTest = (source: Source) => findLastTest(database.kysely, ENV, source)

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const json = (body: string | Uint8Array, more: Partial<Extract<Answer, { kind: 'body' }>> = {}): Answer => ({
  kind: 'body',
  body,
  ...more,
})

describe('a test of the connection', () => {
  it('finds a valid key, and its remaining quota', async () => {
    feed.answer(
      '/v4/sports',
      json(SPORTS, { headers: { 'x-requests-remaining': '480', 'x-requests-used': '20' } }),
    )
    expect(await test(theOddsApi, oddsApi())).toEqual({
      code: 'works',
      quota: { remaining: 480, limit: 500 },
    })
    expect(feed.requests).toHaveLength(1)
    expect(feed.requests[0]?.path).toContain('apiKey=right')
  })

  it.each<[string, string, Answer]>([
    [
      'wrong_key',
      'a wrong key',
      json('{"message":"API key is not valid","error_code":"INVALID_KEY"}', { status: 401 }),
    ],
    ['wrong_key', 'a refused key', json('{"message":"Forbidden"}', { status: 403 })],
    [
      'quota_exhausted',
      'a quota that is used up, which The Odds API answers with 401',
      json('{"message":"Usage quota has been reached","error_code":"OUT_OF_USAGE_CREDITS"}', { status: 401 }),
    ],
    ['quota_exhausted', 'too many requests', json('{"message":"Too many requests"}', { status: 429 })],
    ['quota_exhausted', 'nothing left', json(SPORTS, { headers: { 'x-requests-remaining': '0' } })],
    ['not_found', 'a wrong path', json('{}', { status: 404 })],
    ['server_error', 'a fault of the source', json('{}', { status: 502 })],
    ['timed_out', 'a server that does not answer in time', { kind: 'hang' }],
    ['timed_out', 'an answer that stops', { kind: 'stall', body: SPORTS, after: 5 }],
    ['unreachable', 'a connection that is closed', { kind: 'drop' }],
    ['unexpected', 'a page', json('<!doctype html><title>Parked</title>')],
    ['unexpected', 'other JSON', json('{"status":"ok","version":"2.1"}')],
    ['unexpected', 'a list of something else', json('[{"id":1,"name":"Todo"}]')],
    ['unexpected', 'nothing', json('')],
    ['incomplete', 'a list that is cut', json(SPORTS.slice(0, SPORTS.length / 2))],
    ['incomplete', 'a long list that is cut', json(`[${LONG_LIST}`)],
    ['incomplete', 'a connection that is cut', { kind: 'cut', body: SPORTS, after: SPORTS.length / 2 }],
    ['works', 'a long list', json(`[${LONG_LIST}]`)],
  ])('reports %s for %s', async (code, _, answer) => {
    feed.answer('/v4/sports', answer)
    const limits = code === 'timed_out' ? SHORT_LIMITS : LIMITS
    expect((await test(theOddsApi, oddsApi(), limits)).code).toBe(code)
  })

  it('reports a closed port, and a name that does not resolve', async () => {
    const closed = `http://127.0.0.1:${await closedPort()}`
    expect((await test(theOddsApi, oddsApi({ ODDS_API_URL: closed }))).code).toBe('unreachable')
    const nowhere = 'http://no-such-host.invalid'
    expect((await test(theOddsApi, oddsApi({ ODDS_API_URL: nowhere }))).code).toBe('unreachable')
  })

  it('reports a missing key, and makes no request into a private network', async () => {
    expect((await test(theOddsApi, { ODDS_API_URL: feed.url('') })).code).toBe('not_configured')
    const options = { typed: oddsApi(), limits: LIMITS }
    const strict = { ...ENV, allowPrivateFeeds: false }
    expect((await testConnection(database.kysely, strict, theOddsApi, options)).code).toBe('address_refused')
    expect(feed.requests).toEqual([])
  })

  it('reads the errors that API-Football states in answers with status 200', async () => {
    const typed = { API_FOOTBALL_KEY: 'k', API_FOOTBALL_URL: feed.url('') }
    const answer = (errors: unknown) =>
      feed.answer('/status', json(JSON.stringify({ get: 'status', errors, results: 0, response: [] })))
    answer({ token: 'Error/Missing application key.' })
    expect((await test(apiFootball, typed)).code).toBe('wrong_key')
    answer({ requests: 'You have reached the request limit for the day.' })
    expect((await test(apiFootball, typed)).code).toBe('quota_exhausted')
    answer([])
    expect((await test(apiFootball, typed)).code).toBe('works')
    expect(feed.requests[0]?.headers['x-apisports-key']).toBe('k')
  })

  it.each<[Source, string, string | Uint8Array, () => SourceSettings]>([
    [promo, '/feed', JSON.stringify(promoBody([contractMatch])), () => ({ PROMO_URL: feed.url('/feed') })],
    [
      footballData,
      '/fixtures.csv',
      'Div,Date,Time,HomeTeam,AwayTeam\r\n',
      () => ({ FOOTBALL_DATA_URL: feed.url('') }),
    ],
    [
      footballData,
      '/fixtures.csv',
      Buffer.from('\ufeffDiv\tDate\tTime\tHomeTeam\tAwayTeam\r\n', 'utf16le'),
      () => ({ FOOTBALL_DATA_URL: feed.url('') }),
    ],
    [
      sportsDb,
      '/k/all_countries.php',
      '{"countries":[{"name_en":"Italy"}]}',
      () => ({ SPORTSDB_KEY: 'k', SPORTSDB_URL: feed.url('') }),
    ],
  ])('recognises $key by its answer', async (source, path, body, settings) => {
    feed.answer(path, json(body), json('{"message":"hello"}'))
    expect((await test(source, settings())).code).toBe('works')
    expect((await test(source, settings())).code).toBe('unexpected')
  })
})

describe('the last test of a source', () => {
  it('applies to the tested settings, saved or not', async () => {
    feed.answer('/v4/sports', json(SPORTS))
    await test(theOddsApi, oddsApi())
    expect(await lastTest(theOddsApi)).toBeNull()
    const keep = (values: Record<string, string>) =>
      keepSettings(database.kysely, ENV, { source: theOddsApi, values, actor: ACTOR })
    await keep(oddsApi())
    expect(await lastTest(theOddsApi)).toMatchObject({ code: 'works' })
    await keep({ ODDS_API_KEY: 'another' })
    expect(await lastTest(theOddsApi)).toBeNull()
    const rows = await database.kysely.selectFrom('source_tests').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('right')
  })
})
