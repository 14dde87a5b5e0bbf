/** A site with many prices in its own process, and a feed that changes all of them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startImport } from '#app/features/imports/start-import.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { createJobSender } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startFeedServer } from '#tests/support/feed-server.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import { runProgram } from '#tests/support/server.ts'
import { launchServer, type ServerProcess } from '#tests/support/server-process.ts'

const LEAGUES = [
  ...['soccer_epl', 'soccer_efl_champ', 'soccer_spain_la_liga', 'soccer_spain_segunda_division'],
  ...[
    'soccer_france_ligue_one',
    'soccer_france_ligue_two',
    'soccer_germany_bundesliga2',
    'soccer_germany_liga3',
  ],
  ...['soccer_argentina_primera_division', 'soccer_australia_aleague', 'soccer_belgium_first_div'],
  ...[
    'soccer_brazil_campeonato',
    'soccer_chile_campeonato',
    'soccer_china_superleague',
    'soccer_japan_j_league',
  ],
  ...['soccer_korea_kleague1', 'soccer_league_of_ireland', 'soccer_mexico_ligamx', 'soccer_spl'],
  'soccer_switzerland_superleague',
]
const MINUTE_MS = 60_000

export interface OddsSite {
  kind: Database['kind']
  server: ServerProcess
  /** PostgreSQL's URL; undefined if embedded. */
  url: string | undefined
  dataDir: string
  env: Record<string, string>
  /** Changes every price by an import in the site's own process. @returns the duration in seconds */
  changeAllPrices(): Promise<number>
  /** Restarts the site after its process has ended. */
  restart(): Promise<void>
  close(): Promise<void>
}

/**
 * @param size of the feed
 * @param folder for the data; undefined creates a new one
 */
export async function openOddsSite(
  size: { matches: number; bookmakers: number },
  folder?: string,
): Promise<OddsSite> {
  const feed = await startFeedServer()
  const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), 'overround-bench-')))
  const database = process.env.TEST_DATABASE_URL ? await createTestDatabase() : undefined
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    DEMO: '0',
    ODDS_API_URL: feed.url('').replace(/\/$/, ''),
    ODDS_API_KEY: 'bench',
    ALLOW_PRIVATE_FEEDS: '1',
    ...(database?.url ? { DATABASE_URL: database.url } : {}),
  }
  const site: OddsSite = {
    kind: database?.kind ?? 'embedded',
    server: await launchServer(env),
    url: database?.url,
    dataDir,
    env,
    changeAllPrices,
    async restart() {
      site.server = await launchServer(env)
    },
    async close() {
      await site.server.end('SIGTERM')
      await feed.close()
      await database?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  let round = 0

  async function changeAllPrices(): Promise<number> {
    feed.answer('/v4/sports/upcoming/odds', { kind: 'body', body: JSON.stringify(makeEvents(size, round++)) })
    return database
      ? importOnPostgres(database, env)
      : importEmbedded(dataDir, feed.url('/v4/sports/upcoming/odds'))
  }

  await changeAllPrices()
  return site
}

/** The site's worker runs the import, as for an administrator. */
async function importOnPostgres(database: Database, env: Record<string, string>): Promise<number> {
  const jobs = createJobSender(database, createLog('error'))
  const asked = await startImport({ db: database.kysely, jobs }, parseEnv(env), {
    source: 'the-odds-api',
    administratorId: 'bench',
  })
  await jobs.close()
  if (asked.kind !== 'queued') throw new Error(`The import is ${asked.kind}`)
  for (;;) {
    await sleep(100)
    const log = await database.kysely
      .selectFrom('import_logs')
      .select('summary')
      .where('type', '=', 'import')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    const summary = log?.summary as { runId: string; status: string; seconds: number } | undefined
    if (summary?.runId !== asked.runId) continue
    if (summary.status !== 'done') throw new Error(`The import ended as ${summary.status}`)
    return summary.seconds
  }
}

/** The running site executes commands in its data folder. */
export async function importEmbedded(dataDir: string, address: string): Promise<number> {
  const { code, stdout, stderr } = await runProgram(
    'server/cli/main.ts',
    ['import', 'the-odds-api', address, '--allow-private'],
    { DATA_DIR: dataDir },
  )
  if (code !== 0) throw new Error(stderr)
  return (JSON.parse(stdout) as { seconds: number }).seconds
}

export function makeEvents({ matches, bookmakers }: { matches: number; bookmakers: number }, round: number) {
  const now = Date.now()
  const at = new Date(now).toISOString()
  return Array.from({ length: matches }, (_, n) => {
    const league = LEAGUES[n % LEAGUES.length] ?? ''
    const event = oddsApiEvent(
      {
        id: `event-${n}`,
        home: `Home ${n} City`,
        away: `Away ${n} Town`,
        start: new Date(Math.ceil(now / 86_400_000) * 86_400_000 + (n % 2_000) * MINUTE_MS).toISOString(),
        ...{ league: '', country: '', sport: '' },
      },
      Array.from({ length: bookmakers }, (_, b) => {
        const price = (base: number) =>
          Math.round((base + ((n * 7 + b * 13 + round * 29) % 90) / 100) * 100) / 100
        return { key: `book${b}`, title: `Book ${b}`, prices: [price(1.9), price(3.1), price(3.4)], at }
      }),
    )
    return { ...event, sport_key: league }
  })
}

/** URLs from the site's sitemaps, the shortest first: home pages, sports, countries, leagues, matches. */
export async function listAddresses(origin: string, count: number): Promise<string[]> {
  const paths: string[] = []
  for (const file of await locations(`${origin}/sitemap.xml`))
    paths.push(...(await locations(file)).map(pathOf))
  const depth = (it: string) => it.split('/').length
  const listed = [...new Set(paths)].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  // Half of them are not matches, as in a typical visit.
  const isMatch = (it: string) => depth(it) >= 6
  const others = listed.filter((it) => !isMatch(it)).slice(0, count / 2)
  return [...others, ...listed.filter(isMatch).slice(0, count - others.length)]
}

async function locations(address: string): Promise<string[]> {
  const text = await (await fetch(address)).text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
}

const pathOf = (url: string) => new URL(url).pathname
