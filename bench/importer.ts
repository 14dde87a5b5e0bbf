/**
 * Measures items a second through the whole importer (read, parse, normalize, find, store) and of a plain batched
 * upsert of the same rows. Prints one line of JSON. EVENTS and BOOKMAKERS set the size; TEST_DATABASE_URL measures
 * PostgreSQL.
 */
import './support/templates.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { runImport } from '#app/features/imports/run/run-import.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const EVENTS = Number(process.env.EVENTS ?? 10_000)
const BOOKMAKERS = Number(process.env.BOOKMAKERS ?? 8)
const BATCH = 1_000
/** Every quote counts; otherwise no headline is computed. */
const STARTED = Date.now()
const KEYS = ['soccer_epl', 'soccer_spain_la_liga', 'soccer_italy_serie_a', 'basketball_nba', 'icehockey_nhl']

const folder = await mkdtemp(path.join(tmpdir(), 'overround-bench-'))
const file = path.join(folder, 'feed.json')
const database = await createTestDatabase()
const bare = await createTestDatabase()
try {
  const body = JSON.stringify(Array.from({ length: EVENTS }, (_, n) => makeEvent(n)))
  await writeFile(file, body)
  const first = await timed(() => runImport(database.kysely, { source: 'the-odds-api', origin: file }))
  const second = await timed(() => runImport(database.kysely, { source: 'the-odds-api', origin: file }))
  const rows = await readRows(database)
  await prepare(bare, rows)
  const bareMatches = await timed(() => upsertMatchesAndOdds(bare, rows))
  const bareRest = await timed(() => upsertLinksAndHistory(bare, rows))
  const bareAgain = await timed(() => upsertMatchesAndOdds(bare, rows))
  const report = {
    bench: 'importer',
    database: database.kind,
    events: EVENTS,
    odds: rows.odds.length,
    megabytes: round(body.length / 1e6),
    importPerSecond: rate(first),
    reimportPerSecond: rate(second),
    /** All rows of the importer: matches, feed ids, quotes and their history. */
    barePerSecond: rate(bareMatches + bareRest),
    share: round((bareMatches + bareRest) / first),
    /** Matches and quotes only, without half of the importer's rows. */
    shareOfMatchesAndQuotes: round(bareMatches / first),
    shareOfReimport: round(bareAgain / second),
    heapMegabytes: round(process.memoryUsage().heapUsed / 1e6),
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  await database.close()
  await bare.close()
  await rm(folder, { recursive: true })
}

function makeEvent(n: number) {
  const [home, away] = [`Home ${n % 400} City`, `Away ${Math.floor(n / 400)} Town`]
  const at = new Date(STARTED - MINUTE_MS).toISOString()
  return {
    id: `event-${n}`,
    sport_key: KEYS[n % KEYS.length],
    sport_title: 'League',
    commence_time: new Date(STARTED + DAY_MS + n * 10 * MINUTE_MS).toISOString(),
    home_team: home,
    away_team: away,
    bookmakers: Array.from({ length: BOOKMAKERS }, (_, b) => ({
      key: `bookmaker${b}`,
      title: `Bookmaker ${b}`,
      last_update: at,
      markets: [
        {
          key: 'h2h',
          last_update: at,
          outcomes: [
            { name: home, price: 1.5 + ((n + b) % 200) / 100 },
            { name: away, price: 3 + ((n + b) % 300) / 100 },
            { name: 'Draw', price: 3.2 },
          ],
        },
      ],
    })),
  }
}

async function readRows({ kysely }: Database) {
  const [sports, countries, leagues, bookmakers, matches, odds, links] = await Promise.all([
    kysely.selectFrom('sports').selectAll().execute(),
    kysely.selectFrom('countries').selectAll().execute(),
    kysely.selectFrom('leagues').selectAll().execute(),
    kysely.selectFrom('bookmakers').selectAll().execute(),
    kysely
      .selectFrom('matches')
      .select([
        'id',
        'external_id',
        'league_id',
        'sport_id',
        'country_id',
        'home_team',
        'away_team',
        'slug',
        'start_time',
      ])
      .execute(),
    kysely.selectFrom('odds').selectAll().execute(),
    kysely.selectFrom('match_sources').selectAll().execute(),
  ])
  return { sports, countries, leagues, bookmakers, matches, odds, links }
}
type Rows = Awaited<ReturnType<typeof readRows>>

async function prepare({ kysely }: Database, rows: Rows) {
  await kysely.insertInto('sports').values(rows.sports).execute()
  await kysely.insertInto('countries').values(rows.countries).execute()
  await kysely.insertInto('leagues').values(rows.leagues).execute()
  // The number is the database's own.
  await kysely
    .insertInto('bookmakers')
    .values(rows.bookmakers.map(({ no: _, ...row }) => row))
    .execute()
}

/** The minimum that stores matches with their prices: one statement for a thousand rows, one commit per batch. */
async function upsertMatchesAndOdds({ kysely }: Database, { matches, odds }: Rows) {
  await inBatches(matches, (records) =>
    sql`
      insert into matches (id, external_id, league_id, sport_id, country_id, home_team, away_team, slug, start_time)
      select * from json_to_recordset(${records}::json) as r (id uuid, external_id text, league_id uuid, sport_id uuid,
        country_id uuid, home_team text, away_team text, slug text, start_time timestamptz)
      on conflict (external_id) do update set home_team = excluded.home_team, away_team = excluded.away_team,
        start_time = excluded.start_time`.execute(kysely),
  )
  await inBatches(odds, (records) =>
    sql`
      insert into odds (match_id, bookmaker_id, home_odds, draw_odds, away_odds, last_updated, source)
      select * from json_to_recordset(${records}::json) as r (match_id uuid, bookmaker_id uuid, home_odds numeric,
        draw_odds numeric, away_odds numeric, last_updated timestamptz, source text)
      on conflict (match_id, bookmaker_id) do update set home_odds = excluded.home_odds, draw_odds = excluded.draw_odds,
        away_odds = excluded.away_odds, last_updated = excluded.last_updated`.execute(kysely),
  )
}

/** The importer's other rows: the feed's ids and the history of prices. */
async function upsertLinksAndHistory({ kysely }: Database, { links, odds }: Rows) {
  await inBatches(links, (records) =>
    sql`
      insert into match_sources (source, external_id, match_id)
      select * from json_to_recordset(${records}::json) as r (source text, external_id text, match_id uuid)
      on conflict do nothing`.execute(kysely),
  )
  await inBatches(odds, (records) =>
    sql`
      insert into odds_history (match_id, bookmaker_id, home_odds, draw_odds, away_odds, recorded_at, source)
      select * from json_to_recordset(${records}::json) as r (match_id uuid, bookmaker_id uuid, home_odds numeric,
        draw_odds numeric, away_odds numeric, last_updated timestamptz, source text)`.execute(kysely),
  )
}

async function inBatches<Row>(rows: readonly Row[], store: (records: string) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += BATCH) await store(JSON.stringify(rows.slice(at, at + BATCH)))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

function rate(seconds: number): number {
  return Math.round(EVENTS / seconds)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
