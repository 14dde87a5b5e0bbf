/**
 * Measures the server's time for each screen of the back office with 2,000 leagues, 50,000 matches and 200,000 clicks,
 * and for the removal of the matches: one line of JSON. `processor` is the processor time of the server process; on a
 * busy machine, use this figure. Embedded, it includes the database. MATCHES and CLICKS set the size; TEST_DATABASE_URL
 * measures PostgreSQL.
 */
import './support/templates.ts'
import { sql } from 'kysely'
import { startRemoval } from '#app/features/removal/commands.server.ts'
import { removeOldData } from '#app/features/removal/remove-old-data.server.ts'
import { readRun } from '#app/features/runs/run-queries.server.ts'
import { runTool } from '#app/features/runs/tool-run.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createJobSender } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { openSite } from '#tests/support/site.ts'

// React reads it on import and decides whether to run its development checks.
process.env.NODE_ENV = 'production'

const LEAGUES = 2_000
const MATCHES = Number(process.env.MATCHES ?? 50_000)
const CLICKS = Number(process.env.CLICKS ?? 200_000)
const ROUNDS = 5

const database = await createTestDatabase()
const site = await openSite(database)
try {
  const place = await seed(database)
  const { cookie } = await signInAdministrator(database, site)
  const year = (by: string) => `/clicks?by=${by}&from=2000-01-01&to=2100-01-01`
  const screens: Record<string, string> = {
    dashboard: '',
    sports: '/sports',
    countries: `/countries?sport=${place.sportId}`,
    leagues: `/leagues?sport=${place.sportId}&country=${place.countryId}`,
    'matches, a league': `/matches?league=${place.leagueId}`,
    'matches, a common word': '/matches?q=rovers',
    'matches, a rare word': '/matches?q=orgryte',
    bookmakers: '/bookmakers',
    'affiliate buttons': '/affiliate-buttons',
    promotions: '/promotions',
    'data mapping': '/data-mapping',
    history: '/history',
    'clicks by day': '/clicks',
    'clicks of a year by day': `${year('day')}`,
    'clicks of a year by button': year('button'),
    'clicks of a year by match': year('match'),
    'removal, asked': '/remove.data?option=all',
  }
  const milliseconds: Record<string, number> = {}
  const processor: Record<string, number> = {}
  for (const [name, path] of Object.entries(screens)) {
    const times: number[] = []
    const worked: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now()
      const cpu = process.cpuUsage()
      const response = await site.get(`/admin${path}`, { cookie })
      await response.arrayBuffer()
      times.push(performance.now() - startedAt)
      const { user, system } = process.cpuUsage(cpu)
      worked.push((user + system) / 1_000)
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    }
    milliseconds[name] = median(times)
    processor[name] = median(worked)
  }
  const startedAt = performance.now()
  await removeAll(database)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const size = { leagues: LEAGUES, matches: MATCHES, clicks: CLICKS }
  const report = {
    bench: 'back-office',
    database: database.kind,
    ...size,
    milliseconds,
    processor,
    removal: { seconds },
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  await site.close()
  await database.close()
}

function median(numbers: number[]): number {
  return Math.round(numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0)
}

/** One country with a thousand leagues, fifty more with the other leagues; each match with two quotes. */
async function seed({ kysely: db }: Database) {
  const place = await createPlace(db)
  const bookmakers = [await createBookmaker(db), await createBookmaker(db)]
  await sql`insert into countries (name, slug, code, sport_id)
    select 'Country ' || n, 'country-' || n, chr(65 + n / 26) || chr(65 + n % 26), ${place.sportId} from generate_series(1, 50) n
    on conflict do nothing`.execute(db)
  await sql`insert into leagues (name, slug, sport_id, country_id)
    select 'League ' || n, 'seeded-' || n, ${place.sportId}, case when n <= 1000 then ${place.countryId} else c.id end
    from generate_series(1, ${LEAGUES - 1}::integer) n
    join (select id, row_number() over (order by id) as at, count(*) over () as of from countries) c on c.at = 1 + n % c.of`.execute(
    db,
  )
  await sql`insert into affiliate_buttons (provider, button_text, button_link)
    select 'Provider ' || n, 'Bet', 'https://provider.example/' from generate_series(1, 100) n`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into matches (league_id, sport_id, country_id, home_team, away_team, search_text, start_time, status)
      select l.id, l.sport_id, l.country_id, home, away, ' ' || search_fold(home) || ' ' || search_fold(away) || ' ',
        now() - interval '3 hours' + (n % 700 - 600) * interval '1 day',
        case when n % 700 < 600 then 'finished' else 'scheduled' end
      from (select n, case when n % 1000 = 0 then 'Örgryte ' else 'Rovers ' end || n as home, 'Wanderers ' || n as away
        from generate_series(1, ${MATCHES}::integer) n) pairs
      join (select *, row_number() over (order by id) - 1 as at from leagues) l on l.at = n % ${LEAGUES}`.execute(
      tx,
    )
    await sql`
      insert into odds (match_id, bookmaker_id, home_odds, draw_odds, away_odds, last_updated, source)
      select m.id, b, 2, 3, 4, now(), 'bench' from matches m, unnest(${bookmakers}::uuid[]) b`.execute(tx)
    await sql`
      insert into clicks (clicked_at, button_id, bookmaker_id, match_id, page, language, visitor_hash)
      select now() - (n % 365) * interval '1 day', b.id, ${bookmakers[0]}::uuid, m.id, 'match', 'en', 'visitor ' || n % 50000
      from generate_series(1, ${CLICKS}::integer) n
      join (select id, row_number() over (order by id) - 1 as at from affiliate_buttons) b on b.at = n % 100
      join (select id, row_number() over (order by id) - 1 as at from matches) m on m.at = n % 20000`.execute(
      tx,
    )
  })
  await sql`analyze`.execute(db)
  return place
}

async function removeAll(database: Database): Promise<void> {
  const db = database.kysely
  const jobs = createJobSender(database, createLog('error'))
  const asked = await startRemoval({ db, jobs }, { option: 'all', administratorId: 'bench', now: new Date() })
  if (asked.kind !== 'queued') throw new Error(`there was nothing to remove: ${asked.kind}`)
  await jobs.close()
  const { runId } = asked
  const run = await readRun(db, runId)
  await runTool(db, removeOldData, { params: run?.params, requestedBy: run?.requestedBy ?? null, runId })
}
