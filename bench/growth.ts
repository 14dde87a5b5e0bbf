/**
 * Measures a page with a hundred times the matches: home, a league, a match and a search, each rendered from the
 * database, on a small and a large one in turn. Prints a line of JSON for each: milliseconds of the complete response
 * (empty caches), the median, and their ratio. SMALL and LARGE set the sizes; TEST_DATABASE_URL measures PostgreSQL.
 */
import './support/templates.ts'
import { sql } from 'kysely'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { openSite } from '#tests/support/site.ts'

// React reads it on import and decides whether to run its development checks.
process.env.NODE_ENV = 'production'

const SIZES = { small: Number(process.env.SMALL ?? 10_000), large: Number(process.env.LARGE ?? 1_000_000) }
/** In each league, so a league's page shows equally many matches in both databases. */
const MATCHES_OF_LEAGUE = 250
/** The days of the matches: two years of the past and the next three weeks. */
const DAYS_BEFORE = 730
const DAYS_AFTER = 21
const ROUNDS = 15

const PAGES = {
  home: '/en',
  league: '/en/sport-1/country-1-1/league-1',
  match: '',
  search: '/resources/search?q=rovers&lang=en',
  'search, two words': '/resources/search?q=orgryte+wanderers&lang=en',
  'search, nothing': '/resources/search?q=zzzz&lang=en',
}

async function open(matches: number) {
  const database = await createTestDatabase()
  await seed(database, matches)
  const site = await openSite(database)
  const league = await (await site.get(PAGES.league)).text()
  const match = new RegExp(`href="(${PAGES.league}/[^"]+)"`).exec(league)?.[1]
  if (!match) throw new Error('the league shows no match')
  return { database, site, match }
}

/** Five sports with twenty countries each; the matches of a league are spread evenly over the days. */
async function seed({ kysely: db }: Database, matches: number): Promise<void> {
  const leagues = matches / MATCHES_OF_LEAGUE
  const bookmakers = [await createBookmaker(db), await createBookmaker(db), await createBookmaker(db)]
  await sql`insert into sports (name, slug) select 'Sport ' || n, 'sport-' || n from generate_series(1, 5) n`.execute(
    db,
  )
  await sql`insert into countries (name, slug, code, sport_id)
    select 'Country ' || n, 'country-' || substr(s.slug, 7) || '-' || n, 'A' || chr(64 + n), s.id
    from sports s, generate_series(1, 20) n`.execute(db)
  await sql`insert into leagues (name, slug, sport_id, country_id)
    select 'League ' || n, 'league-' || n, c.sport_id, c.id
    from generate_series(1, ${leagues}::integer) n
    join (select *, row_number() over (order by slug) - 1 as at, count(*) over () as of from countries) c
      on c.at = (n - 1) % c.of`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into matches (league_id, sport_id, country_id, home_team, away_team, slug, search_text, start_time, status,
        home_odds, draw_odds, away_odds)
      select l.id, l.sport_id, l.country_id, home, away, 'home-vs-away-' || n,
        ' ' || search_fold(home) || ' ' || search_fold(away) || ' ', at,
        case when at < now() then 'finished' else 'scheduled' end, 2.1, 3.3, 3.6
      from (
        select n, case when n % 5000 = 0 then 'Örgryte ' else 'Rovers ' end || n % 20000 as home, 'Wanderers ' || n % 17000 as away,
          now() + (n::float / ${matches}::float * ${DAYS_BEFORE + DAYS_AFTER}::float - ${DAYS_BEFORE}::float) * interval '1 day' as at
        from generate_series(1, ${matches}::integer) n
      ) pairs
      join (select *, row_number() over (order by length(slug), slug) - 1 as position from leagues) l
        on l.position = n % ${leagues}::integer`.execute(trx)
    await sql`
      insert into odds (match_id, bookmaker_id, home_odds, draw_odds, away_odds, last_updated, source)
      select m.id, b, 2.1, 3.3, 3.6, now(), 'bench' from matches m, unnest(${bookmakers}::uuid[]) b
      where m.start_time > now() - interval '3 hours'`.execute(trx)
    await sql`
      select add_team_search_names(array(
        select home_team from matches where status = 'scheduled' union select away_team from matches where status = 'scheduled'))`.execute(
      trx,
    )
  })
  await sql`vacuum analyze`.execute(db)
}

type Opened = Awaited<ReturnType<typeof open>>

/** Milliseconds of a response with empty caches. */
async function measure({ database, site }: Opened, path: string): Promise<number> {
  await sql`select pg_notify('overround_changes', '*')`.execute(database.kysely)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const startedAt = performance.now()
  const response = await site.get(path)
  await response.arrayBuffer()
  const elapsed = performance.now() - startedAt
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  return elapsed
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const small = await open(SIZES.small)
const large = await open(SIZES.large)
try {
  for (const [page, path] of Object.entries(PAGES)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      times.small.push(await measure(small, path || small.match))
      times.large.push(await measure(large, path || large.match))
    }
    const report = {
      bench: 'growth',
      database: small.database.kind,
      page,
      matches: SIZES,
      small: Number(median(times.small).toFixed(1)),
      large: Number(median(times.large).toFixed(1)),
      ratio: Number((median(times.large) / median(times.small)).toFixed(2)),
    }
    process.stdout.write(`${JSON.stringify(report)}\n`)
  }
} finally {
  for (const { site, database } of [small, large]) {
    await site.close()
    await database.close()
  }
}
