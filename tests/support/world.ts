import { type Insertable, sql } from 'kysely'
import { countrySlug, matchSlug, slug } from '#app/features/catalogue/slug.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { addDemoOffers } from '#server/demo-offers.ts'
import type { Prices } from './factories.ts'

/**
 * A small site with known matches: a few sports, and every state that a page can have. It is frozen: its clock starts
 * at `WORLD_NOW` (tests/support/clock.ts), and no feed imports into it.
 */

/** A Wednesday, 15:30 in Rome. */
export const WORLD_NOW = new Date('2030-03-06T14:30:00Z')

/** The distance of the world's clock from the machine's, in milliseconds; the same in all processes of a run. */
export function worldOffset(): number {
  process.env[OFFSET] ??= String(WORLD_NOW.getTime() - Date.now())
  return Number(process.env[OFFSET])
}
const OFFSET = 'OVERROUND_TEST_WORLD_OFFSET_MS'

/** An instant of the world, in hours from its now. */
const at = (hours: number) => new Date(WORLD_NOW.getTime() + hours * HOUR_MS)

const BOOKMAKERS = [
  'Alphabet',
  'Brightmere',
  'Corvane',
  'Dunholm',
  'Estrada',
  'Fennlines',
  'Grandisson & Sons',
  'Larkfield',
]

/** A hidden bookmaker, whose prices never count. */
const INACTIVE = 'Quietus'

interface League {
  sport: string
  country: string
  code: string
  name: string
  teams: readonly string[]
}

const SERIE_A: League = {
  sport: 'Soccer',
  country: 'Italy',
  code: 'IT',
  name: 'Serie A',
  teams: [
    'Inter',
    'Milan',
    'Juventus',
    'Napoli',
    'Roma',
    'Lazio',
    'Atalanta',
    'Fiorentina',
    'Bologna',
    'Torino',
    'Udinese',
    'Genoa',
    'Cagliari',
    'Hellas Verona',
    'Lecce',
    'Parma',
    'Como',
    'Sassuolo',
    'Pisa',
    'Cremonese',
  ],
}

const PREMIER_LEAGUE: League = {
  sport: 'Soccer',
  country: 'England',
  code: 'GB-ENG',
  name: 'Premier League',
  teams: [
    'Arsenal',
    'Chelsea',
    'Liverpool',
    'Manchester City',
    'Manchester United',
    'Tottenham Hotspur',
    'Wolverhampton Wanderers',
    'Brighton & Hove Albion',
    'Aston Villa',
    'Everton',
  ],
}

/** Very long names. */
const PRIMERA_A: League = {
  sport: 'Soccer',
  country: 'Colombia',
  code: 'CO',
  name: 'Primera A',
  teams: [
    'Independiente Santa Fe',
    'Deportivo Independiente Medellín',
    'Corporación Club Deportivo Tuluá',
    'Internacional de Bogotá',
  ],
}

const EGYPT: League = {
  sport: 'Soccer',
  country: 'Egypt',
  code: 'EG',
  name: 'الدوري المصري الممتاز',
  teams: ['الأهلي', 'الزمالك'],
}

const ROME: League = {
  sport: 'Tennis',
  country: 'Italy',
  code: 'IT',
  name: 'ATP Rome',
  teams: ['Jannik Sinner', 'Carlos Alcaraz', 'Alexander Zverev', 'Lorenzo Musetti'],
}

const NBA: League = {
  sport: 'Basketball',
  country: 'USA',
  code: 'US',
  name: 'NBA',
  teams: ['Boston Celtics', 'Los Angeles Lakers', 'Golden State Warriors', 'Minnesota Timberwolves'],
}

/** Leagues with one or two matches, so menus, chips and carousels are long enough. */
const SMALL_LEAGUES: readonly League[] = [
  EGYPT,
  {
    sport: 'Soccer',
    country: 'England',
    code: 'GB-ENG',
    name: 'Championship',
    teams: ['Leeds United', 'Norwich City', 'Watford', 'Millwall'],
  },
  {
    sport: 'Soccer',
    country: 'Spain',
    code: 'ES',
    name: 'La Liga',
    teams: ['Real Madrid', 'Barcelona', 'Atlético Madrid', 'Sevilla'],
  },
  {
    sport: 'Soccer',
    country: 'Germany',
    code: 'DE',
    name: 'Bundesliga',
    teams: ['Bayern München', 'Borussia Dortmund', '1. FC Köln', 'RB Leipzig'],
  },
  {
    sport: 'Soccer',
    country: 'France',
    code: 'FR',
    name: 'Ligue 1',
    teams: ['Paris Saint-Germain', 'Saint-Étienne'],
  },
  {
    sport: 'Soccer',
    country: 'International',
    code: 'INT',
    name: 'Champions League',
    teams: ['Real Madrid', 'Manchester City', 'Inter', 'Bayern München'],
  },
  {
    sport: 'Tennis',
    country: 'France',
    code: 'FR',
    name: 'ATP Paris',
    teams: ['Gaël Monfils', 'Ugo Humbert'],
  },
  {
    sport: 'Baseball',
    country: 'USA',
    code: 'US',
    name: 'MLB',
    teams: ['New York Yankees', 'Boston Red Sox'],
  },
  { sport: 'Ice Hockey', country: 'Sweden', code: 'SE', name: 'SHL', teams: ['Frölunda HC', 'Växjö Lakers'] },
  {
    sport: 'Handball',
    country: 'Germany',
    code: 'DE',
    name: 'Bundesliga',
    teams: ['THW Kiel', 'SC Magdeburg'],
  },
  {
    sport: 'Rugby Union',
    country: 'International',
    code: 'INT',
    name: 'Six Nations',
    teams: ['Ireland', 'France'],
  },
  { sport: 'Volleyball', country: 'Italy', code: 'IT', name: 'SuperLega', teams: ['Trentino', 'Perugia'] },
]

/** Leagues without matches. */
const EMPTY_LEAGUES: readonly League[] = [
  { sport: 'Soccer', country: 'Italy', code: 'IT', name: 'Serie B', teams: [] },
  { sport: 'Soccer', country: 'England', code: 'GB-ENG', name: 'FA Cup', teams: [] },
  { sport: 'Soccer', country: 'Norway', code: 'NO', name: 'Eliteserien', teams: [] },
]

interface WorldMatch extends Partial<Insertable<DB['matches']>> {
  home: string
  away: string
  start: Date
  /** The number of its bookmakers, of those above; the default is none if `home_odds` are set. */
  bookmakers?: number
  prices?: Prices
  fixture?: Omit<Insertable<DB['fixtures']>, 'match_id'>
}

/** Matches of the league in every state; its other matches are upcoming. */
const SPECIAL: readonly WorldMatch[] = [
  // Live: with minute and score, without both, and stored as live.
  {
    home: 'Inter',
    away: 'Milan',
    start: at(-0.9),
    prices: [1.95, 3.5, 4.2],
    fixture: {
      status_short: '2H',
      status_long: 'Second Half',
      status_elapsed: 54,
      goals_home: 2,
      goals_away: 1,
      score_halftime_home: 1,
      score_halftime_away: 1,
      league_round: 'Regular Season - 27',
      venue_name: 'San Siro',
      venue_city: 'Milano',
      referee: 'D. Orsato',
    },
  },
  { home: 'Juventus', away: 'Napoli', start: at(-0.4), prices: [2.3, 3.2, 3.3] },
  { home: 'Roma', away: 'Lazio', start: at(-1.7), status: 'live', prices: [2.1, 3.3, 3.7] },
  // Today: later, featured; one bookmaker; no bookmaker; prices of the operator; a sure bet.
  { home: 'Atalanta', away: 'Fiorentina', start: at(3), featured: true, prices: [1.8, 3.8, 4.6] },
  { home: 'Bologna', away: 'Torino', start: at(4.25), bookmakers: 1, prices: [2.05, 3.1, 4] },
  { home: 'Udinese', away: 'Genoa', start: at(5), bookmakers: 0 },
  {
    home: 'Cagliari',
    away: 'Hellas Verona',
    start: at(6),
    bookmakers: 0,
    home_odds: 2.2,
    draw_odds: 3.1,
    away_odds: 3.4,
    odds_locked: true,
  },
  { home: 'Lecce', away: 'Parma', start: at(27), featured: true, bookmakers: 3, prices: [2.4, 3.6, 3.6] },
  // Cancelled, and postponed by two weeks.
  { home: 'Como', away: 'Sassuolo', start: at(26), status: 'cancelled', prices: [1.7, 3.9, 5] },
  {
    home: 'Pisa',
    away: 'Cremonese',
    start: at(14 * 24 + 4),
    prices: [2.2, 3, 3.8],
    fixture: { status_short: 'PST', status_long: 'Match Postponed', league_round: 'Regular Season - 27' },
  },
  // Past: with its score, with a score among the events, without one, and after extra time and penalties.
  {
    home: 'Milan',
    away: 'Juventus',
    start: at(-4),
    status: 'finished',
    home_score: 1,
    away_score: 1,
    prices: [2.2, 3.3, 3.4],
  },
  { home: 'Napoli', away: 'Inter', start: at(-28), prices: [2.6, 3.2, 2.9] },
  { home: 'Lazio', away: 'Atalanta', start: at(-30), prices: [2.9, 3.4, 2.5] },
  {
    home: 'Fiorentina',
    away: 'Bologna',
    start: at(-50),
    status: 'finished',
    home_score: 2,
    away_score: 2,
    prices: [2, 3.4, 4],
    fixture: {
      status_short: 'PEN',
      status_long: 'Match Finished',
      goals_home: 2,
      goals_away: 2,
      score_halftime_home: 0,
      score_halftime_away: 1,
      score_fulltime_home: 2,
      score_fulltime_away: 2,
      score_extratime_home: 0,
      score_extratime_away: 0,
      score_penalty_home: 5,
      score_penalty_away: 4,
      venue_name: 'Artemio Franchi',
      venue_city: 'Firenze',
    },
  },
]

/** Fills a migrated database. */
export async function createWorld(database: Database): Promise<void> {
  const db = database.kysely
  const bookmakers = await db
    .insertInto('bookmakers')
    .values(
      [...BOOKMAKERS, INACTIVE].map((name, index) => ({
        name,
        key: slug(name),
        slug: slug(name),
        menu_position: index,
        is_active: name !== INACTIVE,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const quotes: Insertable<DB['odds']>[] = []
  const add = async (league: League, matches: readonly WorldMatch[]) => {
    const leagueId = await createLeague(db, league)
    for (const [
      index,
      { home, away, start, bookmakers: count, prices, fixture, ...columns },
    ] of matches.entries()) {
      const { id } = await db
        .insertInto('matches')
        .values({
          league_id: leagueId,
          home_team: home,
          away_team: away,
          slug: matchSlug(home, away) ?? '',
          start_time: start,
          sport_id: sql`(select sport_id from leagues where id = ${leagueId})`,
          country_id: sql`(select country_id from leagues where id = ${leagueId})`,
          sport_name: league.sport,
          country_name: league.country,
          league_name: league.name,
          ...columns,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (fixture)
        await db
          .insertInto('fixtures')
          .values({ match_id: id, ...fixture })
          .execute()
      if (!prices) continue
      for (const [place, bookmaker] of bookmakers.slice(0, count ?? bookmakers.length).entries()) {
        const [home_odds, draw_odds, away_odds] = quoteOf(prices, index, place)
        quotes.push({
          match_id: id,
          bookmaker_id: bookmaker.id,
          home_odds,
          draw_odds,
          away_odds,
          last_updated: new Date(
            Math.min(WORLD_NOW.getTime(), start.getTime()) - (2 + 7 * place) * MINUTE_MS,
          ),
          source: 'world',
        })
      }
    }
  }
  await add(SERIE_A, [...SPECIAL, ...roundsOf(SERIE_A, 9)])
  await add(PREMIER_LEAGUE, roundsOf(PREMIER_LEAGUE, 4))
  await add(PRIMERA_A, roundsOf(PRIMERA_A, 2))
  await add(ROME, roundsOf(ROME, 2))
  await add(NBA, roundsOf(NBA, 2))
  for (const league of SMALL_LEAGUES) await add(league, roundsOf(league, 1))
  for (const league of EMPTY_LEAGUES) await createLeague(db, league)
  await addClosedOutright(db)
  await db.insertInto('odds').values(quotes).execute()
  await sql`select refresh_headlines(array(select id from matches), ${WORLD_NOW}::timestamptz)`.execute(db)
  await db
    .insertInto('sportsdb_events')
    .values({
      event_id: 1,
      sport: 'Soccer',
      home_team: 'Napoli',
      away_team: 'Inter',
      home_score: 0,
      away_score: 2,
      league_name: 'Italian Serie A',
      date_event: at(-28).toISOString().slice(0, 10),
      event_timestamp: at(-28),
      event_status: 'Match Finished',
    })
    .execute()
  await addDemoOffers(database)
  await db
    .insertInto('footer_links')
    .values([
      { section_type: 'quick_links', title: 'Soccer', url: '/soccer', menu_position: 1 },
      { section_type: 'legal', title: 'Terms of use', url: '/search', menu_position: 1 },
    ])
    .execute()
}

/** Two-way sports have no draw. */
const TWO_WAY = new Set(['Tennis', 'Basketball', 'Baseball', 'Volleyball'])

/** Upcoming rounds, one a day from tomorrow evening; every team plays in each. */
function roundsOf({ sport, teams }: League, rounds: number): WorldMatch[] {
  return Array.from({ length: rounds }, (_, round) => {
    const [first = '', ...others] = teams
    const turned = [...others.slice(round % others.length), ...others.slice(0, round % others.length)]
    const order = [first, ...turned]
    return Array.from({ length: order.length / 2 }, (_, index): WorldMatch => {
      const strength = 0.3 + ((index * 7 + round * 3) % 10) / 25
      return {
        home: order[index] ?? '',
        away: order[order.length - 1 - index] ?? '',
        start: at(28 + 24 * round + (index % 3) * 2),
        featured: index === 0,
        prices: TWO_WAY.has(sport)
          ? [1 / strength, null, 1 / (1 - strength)]
          : [1 / strength, 3.4, 1 / (0.71 - strength)],
      }
    })
  }).flat()
}

/** An outright of Serie A that is over, with winners of long names. */
async function addClosedOutright(db: Database['kysely']): Promise<void> {
  const { id } = await db
    .insertInto('outrights')
    .values({
      league_id: sql`(select id from leagues where name = ${SERIE_A.name})`,
      ...{ name: 'Top Scorer', slug: 'top-scorer', start_time: at(-20), status: 'finished', winners: [1, 2] },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = [
    'Bartholomeus Vandenberghe-Quagliarella',
    'Massimiliano Sottomontagnafioravanti',
    'Luca Bianchi',
  ]
  const values = names.map((name, n) => ({ outright_id: id, position: n + 1, name, key: name.toLowerCase() }))
  await db.insertInto('outright_participants').values(values).execute()
}

/** A bookmaker's quote for fair prices: its margin, and a deviation of its own for each outcome. */
function quoteOf(prices: Prices, index: number, place: number): Prices {
  const shade = (price: number | null, outcome: number) => {
    const opinion = (((index + 3 * outcome + 5 * place) % 7) - 3) / 100
    return price === null ? null : Math.max(1.02, Math.round(price * (0.955 + opinion) * 100) / 100)
  }
  return [shade(prices[0], 0) ?? 1.02, shade(prices[1], 1), shade(prices[2], 2) ?? 1.02]
}

async function createLeague(db: Database['kysely'], { sport, country, code, name }: League): Promise<string> {
  const sportRow = await db
    .insertInto('sports')
    .values({ name: sport, slug: slug(sport), menu_position: sql`(select count(*) + 1 from sports)` })
    .onConflict((it) => it.column('slug').doUpdateSet({ name: sport }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const countryRow = await db
    .insertInto('countries')
    .values({ name: country, slug: countrySlug(country, code), code, sport_id: sportRow.id })
    .onConflict((it) => it.columns(['sport_id', 'code']).doUpdateSet({ name: country }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const league = await db
    .insertInto('leagues')
    .values({ name, slug: slug(name), sport_id: sportRow.id, country_id: countryRow.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return league.id
}
