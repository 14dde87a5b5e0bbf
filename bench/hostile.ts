/**
 * Sends REQUESTS (200,000) hostile requests, at most RATE a second (200), to every address of a demonstration in a
 * separate process, on PostgreSQL (TEST_DATABASE_URL) or embedded: invalid bytes, forged forms, cookies, headers and
 * bodies, without a session, from a member and from an administrator. Prints a line of JSON with the responses by
 * status. It fails on a 5xx (except a 503 with Retry-After), on a connection that ends without a response, and on a
 * site that does not respond at the end. SEED repeats a run, SECONDS ends it early.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import routes from '#app/routes.ts'
import { pagePatterns } from '#app/site/routes.ts'
import { join, PASSWORD } from '#tests/support/accounts.ts'
import { takeOver } from '#tests/support/administrator.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { launchServer } from '#tests/support/server-process.ts'
import { type SiteClient, siteAt } from '#tests/support/site.ts'
import { drawsOf } from './hostile/draws.ts'
import { type Answer, Line } from './hostile/line.ts'
import { drawRequest, type HostileRequest } from './hostile/requests.ts'
import type { Material } from './hostile/values.ts'
import {
  namesOf,
  type RouteFile,
  routeFilesOf,
  textsIn,
  vocabularyOf,
  wordsOf,
} from './hostile/vocabulary.ts'
import { listAddresses } from './support/odds-site.ts'
import { createDatabase } from './support/own-database.ts'
import { quantile } from './support/visitors.ts'

const REQUESTS = Number(process.env.REQUESTS ?? 200_000)
const RATE = Number(process.env.RATE ?? 200)
const SECONDS = Number(process.env.SECONDS ?? 3_600)
const SEED = Number(process.env.SEED ?? 2026)
const LINES = 16
const MOST_FAILURES = 60
const TOLD_EVERY = 10_000
/** Sessions end during a run: some of its requests sign out. */
const RENEW_AFTER_MS = 30_000
const ADMINISTRATOR_PASSWORD = 'a long enough password'
/** An unused local port: requests of the back office to other hosts stay on this machine. */
const DEAD_END = 'http://127.0.0.1:9'

/** Addresses that the server answers before the routes (server/app.ts). */
const BESIDE_THE_MAP: readonly RouteFile[] = [
  { pattern: '/resources/live', file: 'platform/http/live.server.ts' },
  { pattern: '/healthz', file: 'platform/http/live.server.ts' },
  ...['*', 'sign-in/email', 'sign-up/email', 'get-session', 'two-factor/verify-totp'].map((name) => ({
    pattern: `/api/auth/${name}`,
    file: 'features/accounts/auth.server.ts',
  })),
]

interface Told {
  at: number
  aim: string
  status: number
  ms: number
  request: string
}

const app = path.resolve(import.meta.dirname, '../app')
const dataDir = await mkdtemp(path.join(tmpdir(), 'overround-hostile-'))
const database = await createDatabase('hostile', process.env.TEST_DATABASE_URL)
const mailbox = await openMailbox()
const server = await launchServer(
  {
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    SMTP_URL: mailbox.url,
    ODDS_API_URL: DEAD_END,
    SPORTSDB_URL: DEAD_END,
    ...(database ? { DATABASE_URL: database.url } : {}),
  },
  { until: 'The demonstration is loaded' },
)
try {
  const site = siteAt(server.origin)
  const cookies = await openSessions(site)
  const files = [...routeFilesOf(routes), ...pageFiles(), ...BESIDE_THE_MAP]
  const texts = textsIn(app)
  const material: Material = {
    host: new URL(server.origin).host,
    routes: files.map(({ pattern, file }) => ({ pattern, ...vocabularyOf(app, file) })),
    names: namesOf(texts),
    words: wordsOf(texts),
    addresses: await listAddresses(server.origin, 400),
    ids: [...(await listIds(site)), ...(database ? await listRowIds(database.url) : [])],
    cookies: cookies.read,
  }
  const report = await attack(material, cookies.renew)
  const stands = (await site.get('/en')).status === 200 && (await site.get('/healthz')).status === 200
  print({
    ...report,
    residentMb: await residentMb(server.pid),
    stands,
    logged: loggedErrors(server.output()),
  })
  process.exitCode = report.failures > 0 || !stands ? 1 : 0
} finally {
  await server.end('SIGTERM')
  await mailbox.close()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
}

async function attack(material: Material, renew: () => Promise<void>) {
  const draws = drawsOf(SEED)
  const statuses: Record<string, number> = {}
  const told = new Map<string, Told>()
  const times: number[] = []
  const startedAt = performance.now()
  const secondsSince = () => (performance.now() - startedAt) / 1_000
  let [sent, failures, shed, cutOff] = [0, 0, 0, 0]
  let renewedAt = startedAt

  function judge(at: number, request: HostileRequest, { status, retryAfter, ms }: Answer): void {
    statuses[status] = (statuses[status] ?? 0) + 1
    times.push(ms)
    if (status === 503 && retryAfter !== undefined) shed += 1
    else if (status === 0 && request.isCutOff) cutOff += 1
    else if (status === 0 || status >= 500) {
      failures += 1
      const key = `${request.method} ${request.aim} ${status}`
      if (told.has(key) || told.size >= MOST_FAILURES) return
      const text = request.bytes.toString('latin1')
      told.set(key, { at, aim: request.aim, status, ms: Math.round(ms), request: text.slice(0, 6_000) })
      print({ failure: told.get(key) })
    }
  }

  async function keepAsking(): Promise<void> {
    const line = new Line(Number(new URL(server.origin).port))
    while (sent < REQUESTS && secondsSince() < SECONDS) {
      const at = sent
      sent += 1
      if (at > 0 && at % TOLD_EVERY === 0)
        print({ sent: at, seconds: Math.round(secondsSince()), failures, shed })
      const early = at / RATE - secondsSince()
      const request = drawRequest(draws, material)
      if (early > 0.005) await sleep(early * 1_000)
      if (performance.now() - renewedAt > RENEW_AFTER_MS) {
        renewedAt = performance.now()
        await renew()
      }
      judge(at, request, await line.ask(request))
    }
    line.close()
  }

  await Promise.all(Array.from({ length: LINES }, keepAsking))
  return {
    requests: sent,
    seed: SEED,
    seconds: Math.round(secondsSince()),
    routes: material.routes.length,
    statuses,
    failures,
    shed,
    cutOff,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    worst: quantile(times, 1),
  }
}

/** Cookies of a member and of an administrator: of new sessions, if the previous ones have ended. */
async function openSessions(site: SiteClient) {
  const email = 'member@example.org'
  const administrator = await takeOver(server.output(), site)
  const member = await join(site, mailbox, email)
  let current = ['', '', '', '', member, administrator.cookie]
  const signIn = async (who: string, password: string) => {
    const from = { 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}` }
    const response = await site.post('/en/login', { intent: 'sign-in', email: who, password }, from)
    return response.headers
      .getSetCookie()
      .map((it) => it.split(';')[0])
      .join('; ')
  }
  return {
    read: () => current,
    async renew() {
      const cookies = [
        await signIn(email, PASSWORD),
        await signIn(administrator.email, ADMINISTRATOR_PASSWORD),
      ]
      current = ['', '', '', '', ...cookies]
      if (cookies.some((it) => !it.includes('session')))
        print({ note: 'a session could not be renewed', cookies })
    },
  }
}

/** Ids and cursors of the read API, from a sport down to its matches. */
async function listIds(site: SiteClient): Promise<string[]> {
  const list = async (query: string) => {
    const page = await (await site.get(`/api/v1/${query}`)).json()
    return page as { data: { id: string; slug: string }[]; next: string | null }
  }
  const sports = await list('sports')
  const countries = await list(`countries?sport=${sports.data[0]?.slug}`)
  const leagues = await list(`leagues?country=${countries.data[0]?.id}`)
  const matches = await list(`matches?league=${leagues.data[0]?.id}&limit=2`)
  const pages = [sports, countries, leagues, matches]
  const ids = pages.flatMap(({ data, next }) => [...data.slice(0, 10).map(({ id }) => id), next])
  return ids.filter((it) => it !== null)
}

/** The public pages, which share the module that reads their parameters. */
function pageFiles(): RouteFile[] {
  return pagePatterns().map((pattern) => ({ pattern, file: 'site/parameters.server.ts' }))
}

/** Up to three ids of each table. */
async function listRowIds(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'id' order by table_name`,
    )
    const ids: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ id: string }>(
        `select id::text as id from ${client.escapeIdentifier(name)} limit 3`,
      )
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  } finally {
    await client.end()
  }
}

/** The number of logged errors by message: a page can hide an error. */
function loggedErrors(output: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of output.split('\n')) {
    const [, message, cause] =
      /"level":(?:50|60).*?"(?:err)":\{.*?"message":"((?:[^"\\]|\\.){0,160}).*"msg":"([^"]*)"/.exec(line) ??
      []
    if (message === undefined) continue
    const key = `${cause}: ${message}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = Number(
    /VmRSS:\s+(\d+)/.exec(status)?.[1] ??
      execFileSync('ps', ['-o', 'rss=', String(pid)], { encoding: 'utf8' }),
  )
  return Math.round(kilobytes / 1_024)
}

function print(line: object): void {
  const kind = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded'
  process.stdout.write(`${JSON.stringify({ bench: 'hostile', database: kind, ...line })}\n`)
}
