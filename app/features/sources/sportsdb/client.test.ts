import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Answer, type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { recordPauses } from '#tests/support/pauses.ts'
import { SportsDb, type SportsDbOptions } from './client.server.ts'
import {
  type Endpoint,
  readCountry,
  readEvent,
  readEventStart,
  readLeague,
  readSeason,
  readTeam,
} from './schema.ts'

const KEY = 'k3y-of-the-operator'
const RECORDINGS = path.resolve(import.meta.dirname, '../../../../../shared/feeds/thesportsdb')

let database: Database
let server: FeedServer
beforeAll(async () => {
  server = await startFeedServer()
  database = await createTestDatabase()
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(async () => {
  await database.kysely.deleteFrom('request_paces').execute()
  server.requests.length = 0
})

function clientWith(options: SportsDbOptions = {}) {
  const access = { url: server.url('/json'), key: KEY, allowPrivateAddresses: true }
  return new SportsDb(database.kysely, access, { retryMs: 1, ...options })
}

const answers = (endpoint: Endpoint, ...list: Answer[]) => server.answer(`/json/${KEY}/${endpoint}`, ...list)
const body = (value: unknown): Answer => ({
  kind: 'body',
  body: typeof value === 'string' ? value : JSON.stringify(value),
})
const event = { idEvent: '7', strEvent: 'A vs B', intHomeScore: '2', intAwayScore: '0' }
const askEvents = (client = clientWith()) => client.ask('searchevents.php', { e: 'A_vs_B' }, readEvent)

describe('an answer of TheSportsDB', () => {
  it('is requested with the key in the address and the parameters in the query', async () => {
    answers('searchevents.php', body({ event: [event] }))
    expect(await askEvents()).toMatchObject({ kind: 'items', items: [{ event_id: 7, home_score: 2 }] })
    expect(server.requests.map(({ path: asked }) => asked)).toEqual([
      `/json/${KEY}/searchevents.php?e=A_vs_B`,
    ])
  })

  it.each<[string, unknown]>([
    ['null in place of the list', { event: null }],
    ['the word null', 'null'],
    ['nothing at all', ''],
    ['an empty text in place of the list', { event: '' }],
    ['an empty list', { event: [] }],
  ])('has no items: %s', async (_, value) => {
    answers('searchevents.php', body(value))
    expect(await askEvents()).toEqual({ kind: 'items', items: [], rejected: [] })
  })

  it.each<[string, unknown, string]>([
    ['a text in place of the list', { event: 'Invalid ID passed' }, 'error_answer'],
    ['a message', { Message: 'Invalid key' }, 'error_answer'],
    ['a text alone', '"No access"', 'error_answer'],
    ['another object', { weather: [] }, 'unexpected_body'],
    ['a bare list', [event], 'unexpected_body'],
    ['an object in place of the list', { event: { 0: event } }, 'unexpected_body'],
    ['a page', '<!doctype html><h1>Back soon</h1>', 'not_json'],
    ['half of it', '{"event":[{"idEvent":"7"', 'not_json'],
  ])('is an error that came with HTTP 200: %s', async (_, value, code) => {
    answers('searchevents.php', body(value))
    expect(await askEvents()).toMatchObject({ kind: 'failed', code })
  })

  it.each<[string, Answer, object]>([
    ['429', { kind: 'body', body: '{}', status: 429, headers: { 'retry-after': '0' } }, {}],
    ['500', { kind: 'body', body: 'oops', status: 500 }, {}],
    ['a hang', { kind: 'hang' }, { headersTimeoutMs: 100 }],
    ['silence within the body', { kind: 'stall', body: '{"event":[]}', after: 4 }, { idleTimeoutMs: 100 }],
    ['a dropped connection', { kind: 'drop' }, {}],
    ['a body cut short', { kind: 'cut', body: '{"event":[null,null,null]}', after: 9 }, {}],
    ['a page of maintenance', body('<html></html>'), {}],
  ])('is requested again after %s', async (_, fault, options) => {
    answers('searchevents.php', fault, body({ event: [event] }))
    expect(await askEvents(clientWith(options))).toMatchObject({ kind: 'items', items: [{ event_id: 7 }] })
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    [400, 1],
    [404, 1],
    [503, 4],
  ])('fails with status %i after %i requests, without the key in its message', async (status, requests) => {
    answers('searchevents.php', { kind: 'body', body: `no such thing at /json/${KEY}/`, status })
    const answer = await askEvents()
    expect(answer).toMatchObject({ kind: 'failed', code: 'http_status', status })
    expect(JSON.stringify(answer)).not.toContain(KEY)
    expect(server.requests).toHaveLength(requests)
  })

  it('is requested four times at most, each time after a pause twice as long', async () => {
    answers(
      'searchevents.php',
      { kind: 'drop' },
      { kind: 'body', body: '', status: 500 },
      body('<html>'),
      body(''),
    )
    const access = { url: server.url('/json'), key: KEY, allowPrivateAddresses: true }
    const pauses = recordPauses()
    const answer = await askEvents(new SportsDb(database.kysely, access)).finally(pauses.stop)
    expect(answer).toMatchObject({ kind: 'items' })
    expect(server.requests).toHaveLength(4)
    expect(pauses.lengths).toHaveLength(3)
    // Each wait varies by up to a quarter, so that several processes do not send requests at the same time.
    for (const [n, ms] of pauses.lengths.entries()) {
      expect(Math.abs(ms / (1000 * 2 ** n) - 1)).toBeLessThanOrEqual(0.25)
    }
  })

  it('refuses an address in a private network, unless the operator allows it', async () => {
    const access = { url: server.url('/json'), key: KEY, allowPrivateAddresses: false }
    const answer = await new SportsDb(database.kysely, access).askRaw('all_countries.php', {})
    expect(answer).toMatchObject({ kind: 'failed', code: 'address_refused' })
  })

  it.each<[string, object]>([
    ['invalid_id', { idEvent: '7a' }],
    ['invalid_id', { idEvent: '7.0' }],
    ['invalid_id', { idEvent: 7.5 }],
    ['invalid_id', { idEvent: '' }],
    ['invalid_id', { idEvent: '0' }],
    ['invalid_id', { idEvent: '99999999999' }],
    ['invalid_score', { idEvent: '8', intHomeScore: '2-1' }],
    ['invalid_score', { idEvent: '8', intHomeScore: '-1' }],
    ['invalid_score', { idEvent: '8', intAwayScore: true }],
  ])('rejects an item as %s and keeps the others: %j', async (reason, change) => {
    answers(
      'searchevents.php',
      body({
        event: [
          { ...event, idEvent: '9' },
          { ...event, ...change },
        ],
      }),
    )
    expect(await askEvents()).toMatchObject({ items: [{ event_id: 9 }], rejected: [{ reason }] })
  })

  it('rejects a value that is not an item', async () => {
    answers('searchevents.php', body({ event: [null, 'x', event] }))
    expect(await askEvents()).toMatchObject({
      items: [{ event_id: 7 }],
      rejected: [{ reason: 'not_an_item' }, { reason: 'not_an_item' }],
    })
  })
})

describe('the pace', () => {
  // Longer than a busy machine takes for the requests.
  const pace = { requests: 8, seconds: 600 }

  /** A client that gives up when it has to wait. */
  function withoutPatience(options: SportsDbOptions = {}) {
    const stop = new AbortController()
    return clientWith({ pace, signal: stop.signal, ...options, onWait: () => stop.abort() })
  }

  it('is shared by all processes: a request beyond the limit waits', async () => {
    answers('searchevents.php', body({ event: null }))
    const clients = [withoutPatience(), withoutPatience()]
    await Promise.all(Array.from({ length: 4 }, () => askEvents(clients[0])))
    await Promise.all(Array.from({ length: 4 }, () => askEvents(clients[1])))
    await expect(askEvents(clients[1])).rejects.toThrow('aborted')
    expect(server.requests).toHaveLength(8)
  })

  it('lets a request go after its wait', async () => {
    answers('searchevents.php', body({ event: null }))
    const client = clientWith({ pace: { requests: 1, seconds: 0.3 } })
    await askEvents(client)
    await askEvents(client)
    expect(server.requests).toHaveLength(2)
  })

  it('leaves room for a screen during a long run', async () => {
    answers('searchevents.php', body({ event: null }))
    const bulk = withoutPatience({ inBulk: true })
    for (let n = 0; n < 3; n += 1) await askEvents(bulk)
    await askEvents(withoutPatience())
    await expect(askEvents(bulk)).rejects.toThrow('aborted')
    expect(server.requests).toHaveLength(4)
  })

  it('pauses in all processes when the service asks for a pause', async () => {
    answers(
      'searchevents.php',
      { kind: 'body', body: '{}', status: 429, headers: { 'retry-after': '1' } },
      body({ event: null }),
    )
    const waits: number[] = []
    expect(await askEvents(clientWith({ onWait: (ms) => waits.push(ms) }))).toMatchObject({ kind: 'items' })
    expect(waits.length).toBeGreaterThan(0)
  })

  it('is not waited for any longer when the run stops', async () => {
    answers('searchevents.php', body({ event: null }))
    const stop = new AbortController()
    const client = clientWith({
      pace: { requests: 1, seconds: 60 },
      signal: stop.signal,
      onWait: () => stop.abort(),
    })
    await askEvents(client)
    await expect(askEvents(client)).rejects.toThrow()
  })
})

it.each<[string | null, string | null, string | null, string | null]>([
  ['2026-02-03T20:00:00', '2026-02-03', '20:00:00', '2026-02-03T20:00:00.000Z'],
  [null, '2026-02-03', '20:00:00', '2026-02-03T20:00:00.000Z'],
  [null, '2026-02-03', '14:00:00+00:00', '2026-02-03T14:00:00.000Z'],
  [null, '2026-02-03', '8:00', '2026-02-03T08:00:00.000Z'],
  ['2026-02-03T20:00:00+02:00', null, null, '2026-02-03T18:00:00.000Z'],
  ['0000-00-00T00:00:00', '2026-02-03', '8:00', '2026-02-03T08:00:00.000Z'],
  [null, '2026-02-31', '8:00', null],
  [null, '2026-02-03', null, null],
  [null, null, '20:00:00', null],
])('reads the kick-off of %s, %s, %s', (timestamp, day, time, start) => {
  expect(readEventStart(timestamp, day, time)?.toISOString() ?? null).toBe(start)
})

describe.skipIf(!existsSync(RECORDINGS))('the real recordings (skipped where ../shared is absent)', () => {
  it.each<[string, Endpoint, (value: unknown) => unknown, number]>([
    ['all_countries.php.json', 'all_countries.php', readCountry, 50],
    ['search_all_leagues.php_s=Soccer_c=England.json', 'search_all_leagues.php', readLeague, 5],
    ['search_all_seasons.php_id=4328_badge=1.json', 'search_all_seasons.php', readSeason, 5],
    ['search_all_teams.php_c=Spain_s=Soccer.json', 'search_all_teams.php', readTeam, 10],
    ['searchevents.php_e=Arsenal_vs_Chelsea.json', 'searchevents.php', readEvent, 2],
    ['searchevents_e=Arsenal_vs_Chelsea_s=2016-2017_free.json', 'searchevents.php', readEvent, 1],
  ])('%s is read whole', async (file, endpoint, read, items) => {
    answers(endpoint, body(readFileSync(path.join(RECORDINGS, file), 'utf8')))
    const answer = await clientWith().ask(endpoint, {}, read)
    expect(answer).toMatchObject({ kind: 'items', rejected: [] })
    expect(answer.kind === 'items' && answer.items).toHaveLength(items)
  })

  it('the error in an answer with HTTP 200, and the wrong key', async () => {
    const recorded = (file: string) => readFileSync(path.join(RECORDINGS, file), 'utf8')
    answers('search_all_seasons.php', body(recorded('search_all_seasons_bad_param.HTTP200.json')))
    expect(await clientWith().ask('search_all_seasons.php', {}, readSeason)).toMatchObject({
      code: 'error_answer',
      message: 'Invalid League ID passed',
    })
    answers('searchevents.php', { kind: 'body', body: recorded('invalid_key.HTTP400.json'), status: 400 })
    expect(await askEvents()).toMatchObject({ code: 'http_status', status: 400 })
  })
})
