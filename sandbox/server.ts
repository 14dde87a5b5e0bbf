/**
 * The sandbox feed: serves the wire formats of the real feeds on loopback, with seeded matches and prices that move.
 * The demonstration and the tests use it. To run it alone: `node sandbox/main.ts --port 4739 --seed 7`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { dayOf, HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { answerFixtures, answerLiveOdds, answerOdds } from './api-football.ts'
import type { SandboxWorld } from './calendar.ts'
import { leagues as allLeagues } from './data/index.ts'
import {
  type AskedExtras,
  findOddsApiEvent,
  MATCH_HOURS,
  ODDS_API_LIST_MARKETS,
  ODDS_API_MARKETS,
  oddsApiEvents,
  oddsApiHistory,
  oddsApiPast,
  oddsApiScores,
  oddsApiSnapshot,
  oddsApiSports,
  promoEntries,
  promoScoreEntries,
  upcomingEvents,
} from './formats.ts'
import type { SandboxLeague } from './league.ts'
import { promoBookmaker, type SandboxBookmaker, scoreBookmakers } from './market.ts'
import { outrightEvents, outrightLeague } from './outrights.ts'
import { answerSportsDb } from './sportsdb.ts'

/** The numbers of brands: that of the partner, then those of bookmakers with markets on the score. */
const BRAND = '2026112100000000001'
const SCORE_BRANDS = new Map(
  scoreBookmakers.map((bookmaker, n): [string, SandboxBookmaker] => [
    `202611210000000010${n + 1}`,
    bookmaker,
  ]),
)
const API_KEY = 'sandbox'
/** Credits or requests of a day. */
const QUOTA = 100_000
const MOST_DAYS_FROM = 60
const SNAPSHOT_MS = 5 * MINUTE_MS
/** The number of past days in the feeds: five weekly rounds, as many as a team's form shows. */
const HISTORY_DAYS = 36
/** Requests a minute of TheSportsDB's free plan, where the limit is enabled. */
const SPORTSDB_LIMIT = 30

/** A feed of the sandbox, as described to the importer. */
export interface SandboxFeed {
  source: 'promo' | 'the-odds-api' | 'api-football'
  /** The name for a person. */
  label: string
  address: string
  bookmaker?: string
  /** Whether it contains past matches, which need to be read only once. */
  once: boolean
  /** Its measured share of the time for loading all feeds. */
  share: number
}

export interface Sandbox {
  origin: string
  /** Address of its TheSportsDB, without the key, which is `sandbox`. */
  sportsDb: string
  leagues: readonly SandboxLeague[]
  /** In the order of loading: the next matches first, then the past. */
  feeds: SandboxFeed[]
  /** The address of each source, for clients that use it like the real one. */
  places: { source: string; address: string; bookmaker?: string }[]
  close(): Promise<void>
}

export interface SandboxOptions {
  /** 0 uses a free port. */
  port?: number
  seed: number
  /** The leagues that it knows; all by default. */
  leagues?: readonly SandboxLeague[]
  now?: () => Date
}

/** Starts the sandbox on loopback. @throws EADDRINUSE when the port is taken */
export async function startSandbox({
  port = 0,
  seed,
  leagues = allLeagues,
  now = () => new Date(),
}: SandboxOptions): Promise<Sandbox> {
  const world: SandboxWorld = { leagues, seed }
  const credits = new Credits()
  const recent: number[] = []
  const server = createServer((request, response) => {
    answer(request, response, { world, now: now(), credits, recent }).catch(() => response.destroy())
  })
  // The client is often in the same process, and too busy to notice that an idle connection was closed.
  server.keepAliveTimeout = MINUTE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    sportsDb: `${origin}/api/v1/json`,
    leagues,
    feeds: feedsAt(origin),
    places: placesAt(origin),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const promoAddress = (origin: string, brand = BRAND) => `${origin}/api/v1/promofeed/brand/${brand}/en`

/** The markets with a history when the demonstration begins. */
const MOVED_MARKETS = ['h2h', 'spreads', 'totals']
/** Hours before now with the prices of matches to come, and of past ones. */
const MOVED = { toCome: [66, 42, 20, 5], past: [72, 48, 30, 12] }
/** The matches with a history: those that start within this number of hours. */
const MOVED_HOURS = 24
/** The past days whose matches have it. */
const MOVED_DAYS = 2

function feedsAt(origin: string): SandboxFeed[] {
  const odds = (path: string, more = '', markets: readonly string[] = ['h2h']) =>
    `${origin}/v4/${path}?apiKey=${API_KEY}&regions=eu&markets=${markets.join()}${more}`
  const pricesOf = (
    hoursAgo: number,
    [from, until]: readonly [number, number],
    share: number,
  ): SandboxFeed => ({
    source: 'the-odds-api',
    label: `prices of ${hoursAgo} hours ago`,
    address: odds(
      'historical/sports/all/odds',
      `&hoursAgo=${hoursAgo}&from=${from}&until=${until}`,
      MOVED_MARKETS,
    ),
    once: true,
    share,
  })
  return [
    // The first prices on the site then already have movements.
    ...MOVED.toCome.map((hoursAgo) => pricesOf(hoursAgo, [0, MOVED_HOURS], 0.02)),
    {
      source: 'the-odds-api',
      label: 'fixtures and prices',
      address: odds('sports/all/odds', '', ODDS_API_MARKETS),
      once: false,
      share: 0.5,
    },
    {
      source: 'promo',
      label: `the offer of ${promoBookmaker.name}`,
      address: promoAddress(origin),
      bookmaker: promoBookmaker.name,
      once: false,
      share: 0.15,
    },
    ...[...SCORE_BRANDS].map(
      ([brand, { name }]): SandboxFeed => ({
        source: 'promo',
        label: `the scores of ${name}`,
        address: promoAddress(origin, brand),
        bookmaker: name,
        once: false,
        share: 0.02,
      }),
    ),
    {
      source: 'api-football',
      label: 'live scores',
      address: `${origin}/football/fixtures?date=now`,
      once: false,
      share: 0.01,
    },
    ...MOVED.past.map((hoursAgo) => pricesOf(hoursAgo, [-24 * MOVED_DAYS, -MATCH_HOURS], 0.02)),
    {
      source: 'the-odds-api',
      label: 'past matches',
      address: odds(
        'historical/sports/all/odds',
        `&daysFrom=${HISTORY_DAYS}&fullDays=${MOVED_DAYS}`,
        ODDS_API_MARKETS.filter((market) => market !== 'outrights'),
      ),
      once: true,
      share: 0.25,
    },
    {
      source: 'the-odds-api',
      label: 'results',
      address: odds('sports/all/scores', `&daysFrom=${HISTORY_DAYS}`),
      once: true,
      share: 0.08,
    },
    {
      source: 'the-odds-api',
      label: 'latest results',
      address: odds('sports/all/scores', '&daysFrom=2'),
      once: false,
      share: 0.01,
    },
  ]
}

function placesAt(origin: string): Sandbox['places'] {
  return [
    { source: 'promo', address: promoAddress(origin), bookmaker: promoBookmaker.name },
    {
      source: 'the-odds-api',
      address: `${origin}/v4/sports/upcoming/odds?apiKey=${API_KEY}&regions=eu&markets=h2h,spreads,totals&includeLinks=true&includeSids=true&includeBetLimits=true`,
    },
    { source: 'api-football', address: `${origin}/football` },
    { source: 'sportsdb', address: `${origin}/api/v1/json` },
  ]
}

interface Asked {
  world: SandboxWorld
  now: Date
  credits: Credits
  /** The times of the last minute's requests, where they are limited. */
  recent: number[]
}

/** The remaining credits of a day. */
class Credits {
  #day = ''
  #used = 0

  /** @returns the day's used credits, including this request */
  spend(cost: number, now: Date): number {
    const day = dayOf(now, 'UTC')
    if (day !== this.#day) this.#used = 0
    this.#day = day
    this.#used += cost
    return this.#used
  }
}

/** `/fault/500/api/...`: an address with faults in every response, for clients that take a base address. */
const FAULT_PATH = /^\/fault\/([\w-]+)(\/.*)$/

async function answer(request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
  const { world, now, credits } = asked
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const [, faultOfPath, rest] = FAULT_PATH.exec(url.pathname) ?? []
  if (rest) url.pathname = rest
  const fault = faultOfPath ?? url.searchParams.get('fault')
  if (fault === 'limit' ? refuseTooMany(response, asked.recent) : await answerFault(fault, request, response))
    return
  const sportsDb = /^\/api\/v1\/json\/([^/]+)\/(\w+\.php)$/.exec(url.pathname)
  if (sportsDb) {
    if (sportsDb[1] !== API_KEY) return sendJson(response, 400, { Message: 'Invalid Premium API key' })
    const body = answerSportsDb(world, sportsDb[2] ?? '', url.searchParams, now)
    return sendJson(response, body ? 200 : 404, body ?? { Message: 'Not found' })
  }
  const promo = /^\/api\/v1\/promofeed\/brand\/(\d+)\/[a-z-]+$/.exec(url.pathname)
  if (promo) {
    const bookmaker = SCORE_BRANDS.get(promo[1] ?? '')
    if (bookmaker) return sendList(response, promoScoreEntries(world, now, bookmaker), now)
    if (promo[1] !== BRAND) return sendJson(response, 404, { error: 'brand not found' })
    return sendList(response, promoEntries(world, now), now)
  }
  if (url.pathname === '/football/status') {
    const requests = { current: credits.spend(0, now), limit_day: QUOTA }
    return sendJson(response, 200, { get: 'status', errors: [], results: 1, response: { requests } })
  }
  const football = /^\/football\/(fixtures|odds|odds\/live)$/.exec(url.pathname)?.[1]
  if (football) {
    const answers = { fixtures: answerFixtures, odds: answerOdds, 'odds/live': answerLiveOdds }
    const body = answers[football as keyof typeof answers](world, url.searchParams, now)
    const errors = { date: 'The Date field must contain a valid date.' }
    response.setHeader('x-ratelimit-requests-limit', QUOTA)
    response.setHeader('x-ratelimit-requests-remaining', QUOTA - credits.spend(1, now))
    return sendJson(response, 200, body ?? { get: football, errors, results: 0, response: [] })
  }
  if (!url.pathname.startsWith('/v4/')) return sendJson(response, 404, { message: 'Not found' })
  const key = url.searchParams.get('apiKey')
  if (!key) return sendError(response, 401, 'API key is missing', 'MISSING_KEY')
  if (key !== API_KEY) return sendError(response, 401, 'API key is not valid', 'INVALID_KEY')
  await answerOddsApi(url, { response, world, now, credits })
}

interface Answering extends Pick<Asked, 'world' | 'now' | 'credits'> {
  response: ServerResponse
}

/** States the cost of the answer and the remaining credits, like the real API. */
function charge({ response, now, credits }: Answering, cost: number): void {
  const used = credits.spend(cost, now)
  response.setHeader('x-requests-remaining', QUOTA - used)
  response.setHeader('x-requests-used', used)
  response.setHeader('x-requests-last', cost)
}

async function answerOddsApi(url: URL, answering: Answering): Promise<void> {
  const { response, world, now } = answering
  if (/^\/v4\/sports\/?$/.test(url.pathname)) {
    charge(answering, 0)
    return sendList(response, oddsApiSports(world), now)
  }
  const [, ofEvent = '', event] = /^\/v4\/sports\/(\w+)\/events\/(\w+)\/odds\/?$/.exec(url.pathname) ?? []
  if (event) return answerEvent(url, { sport: ofEvent, id: event }, answering)
  const [, historical, sport = '', what] =
    /^\/v4\/(historical\/)?sports\/(\w+)\/(odds|scores)\/?$/.exec(url.pathname) ?? []
  if (!what) return sendJson(response, 404, { message: 'Not found' })
  // `all` exists in the sandbox only: every competition in one answer.
  const outright = outrightLeague(world, sport)
  const isKnown = ['all', 'upcoming'].includes(sport) || world.leagues.some((it) => it.oddsApiKey === sport)
  if (!isKnown && !outright) return sendError(response, 404, `Unknown sport: ${sport}`, 'UNKNOWN_SPORT')
  const part = sport === 'all' || sport === 'upcoming' ? world : { ...world, only: sport }
  const days = Number(url.searchParams.get('daysFrom') ?? (historical ? MOST_DAYS_FROM : 1))
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS_FROM) {
    return sendError(
      response,
      422,
      `daysFrom must be from 1 to ${MOST_DAYS_FROM}`,
      'INVALID_SCORES_DAYS_FROM',
    )
  }
  const markets = new Set((url.searchParams.get('markets') ?? (outright ? 'outrights' : 'h2h')).split(','))
  const regions = (url.searchParams.get('regions') ?? '').split(',').length
  if (what === 'odds' && sport !== 'all') {
    const wrong = [...markets].find(
      (it) => !ODDS_API_LIST_MARKETS.has(it) || (it === 'outrights') !== Boolean(outright),
    )
    if (wrong)
      return sendError(response, 422, `Markets not supported by this endpoint: ${wrong}`, 'INVALID_MARKET')
  }
  if (what === 'scores') charge(answering, url.searchParams.has('daysFrom') ? 2 : 1)
  else charge(answering, markets.size * regions * (historical ? 10 : 1))
  if (outright) {
    return sendList(response, what === 'odds' ? outrightEvents(world, now, [outright]) : [], now)
  }
  const date = url.searchParams.get('date')
  if (historical && date !== null) {
    const asked = Date.parse(date)
    if (!(asked <= now.getTime())) {
      const message = 'Invalid date parameter. The date must be in the past, in ISO 8601 format'
      return sendError(response, 422, message, 'INVALID_HISTORICAL_TIMESTAMP')
    }
    // Snapshots are five minutes apart.
    const at = new Date(Math.floor(asked / SNAPSHOT_MS) * SNAPSHOT_MS)
    const other = (by: number) => new Date(at.getTime() + by * SNAPSHOT_MS).toISOString()
    const head = `{"timestamp":"${at.toISOString()}","previous_timestamp":"${other(-1)}","next_timestamp":"${other(1)}","data":`
    return send(response, now, wrap(head, jsonList(oddsApiPast(part, at, markets)), '}'))
  }
  const hoursAgo = Number(url.searchParams.get('hoursAgo'))
  if (historical && hoursAgo > 0) {
    const after = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
    const hoursOf = (name: string) => Number(url.searchParams.get(name) ?? 0)
    const at = after(-hoursAgo)
    const events = oddsApiSnapshot(part, {
      at,
      from: after(hoursOf('from')),
      until: after(hoursOf('until')),
      markets,
    })
    return send(response, at, wrap(`{"timestamp":"${at.toISOString()}","data":`, jsonList(events), '}'))
  }
  if (historical) {
    const timestamp = now.toISOString()
    const fullDays = Number(url.searchParams.get('fullDays') ?? 0)
    return send(
      response,
      now,
      wrap(
        `{"timestamp":"${timestamp}","data":`,
        jsonList(oddsApiHistory(part, now, { days, fullDays, markets })),
        '}',
      ),
    )
  }
  if (what === 'odds') {
    const extras = extrasOf(url)
    if (sport === 'upcoming')
      return sendList(response, upcomingEvents(part, now, { ...extras, markets }), now)
    const events = oddsApiEvents(part, now, markets, extras)
    return sendList(
      response,
      sport === 'all' && markets.has('outrights') ? both(events, outrightEvents(world, now)) : events,
      now,
    )
  }
  return sendList(response, oddsApiScores(part, now, days), now)
}

function* both(first: Iterable<object>, second: Iterable<object>): Generator<object> {
  yield* first
  yield* second
}

function extrasOf({ searchParams }: URL): AskedExtras {
  const isAsked = (name: string) => searchParams.get(name) === 'true'
  return { links: isAsked('includeLinks'), sids: isAsked('includeSids'), limits: isAsked('includeBetLimits') }
}

/** One event: it costs one credit for each requested market that it has. */
async function answerEvent(
  url: URL,
  { sport, id }: { sport: string; id: string },
  answering: Answering,
): Promise<void> {
  const { response, world, now } = answering
  const markets = new Set((url.searchParams.get('markets') ?? 'h2h').split(','))
  const found = findOddsApiEvent({ ...world, only: sport }, now, { id, markets, ...extrasOf(url) })
  if (!found) return sendError(response, 404, 'Event not found', 'EVENT_NOT_FOUND')
  const keys = new Set(
    found.bookmakers.flatMap((it) => it.markets.map(({ key }) => key.replace(/_lay$/, ''))),
  )
  charge(answering, keys.size * (url.searchParams.get('regions') ?? '').split(',').length)
  response.setHeader('Last-Modified', now.toUTCString())
  sendJson(response, 200, found)
}

function sendList(response: ServerResponse, items: Iterable<unknown>, now: Date): Promise<void> {
  return send(response, now, jsonList(items))
}

function send(response: ServerResponse, now: Date, text: Iterable<string>): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Last-Modified': now.toUTCString() })
  return pipeline(Readable.from(text), response)
}

function sendError(response: ServerResponse, status: number, message: string, code: string): void {
  sendJson(response, status, { message, error_code: code })
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** A JSON array in chunks of some tens of kilobytes. */
function* jsonList(items: Iterable<unknown>): Generator<string> {
  let piece = '['
  let first = true
  for (const item of items) {
    piece += first ? JSON.stringify(item) : `,${JSON.stringify(item)}`
    first = false
    if (piece.length < 65_536) continue
    yield piece
    piece = ''
  }
  yield `${piece}]`
}

function* wrap(before: string, inner: Iterable<string>, after: string): Generator<string> {
  yield before
  yield* inner
  yield after
}

/** Simulates a fault that a test requests. @returns whether the request has been handled */
async function answerFault(
  fault: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  switch (fault) {
    case null:
      return false
    case 'hang':
      return true
    case 'slow':
      await pause(2_000)
      return false
    case 'cut':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100000' })
      response.write('[{"id":"1","sport_key":"soccer_epl",')
      await pause(50)
      request.socket.destroy()
      return true
    case '429':
      response.setHeader('Retry-After', '1')
      sendError(response, 429, 'Requests are too frequent', 'EXCEEDED_FREQ_LIMIT')
      return true
    case '500':
      sendJson(response, 500, { message: 'Internal error' })
      return true
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.end('<!doctype html><title>Maintenance</title><h1>Back soon</h1>')
      return true
    case 'error-in-200':
      sendJson(response, 200, { event: 'Invalid parameter passed', countries: 'Invalid parameter passed' })
      return true
    case 'null':
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end('null')
      return true
    case 'text':
      response.end('Service temporarily unavailable')
      return true
    case 'empty':
      response.end()
      return true
    default:
      sendJson(response, 400, { message: `Unknown fault: ${fault}` })
      return true
  }
}

/** Thirty requests a minute, like the real one's free plan. @returns whether the request has been handled */
function refuseTooMany(response: ServerResponse, recent: number[]): boolean {
  const now = Date.now()
  while ((recent[0] ?? now) <= now - MINUTE_MS) recent.shift()
  if (recent.length < SPORTSDB_LIMIT) {
    recent.push(now)
    return false
  }
  response.setHeader('Retry-After', Math.ceil(((recent[0] ?? now) + MINUTE_MS - now) / 1000))
  sendJson(response, 429, { Message: 'Too many requests' })
  return true
}
