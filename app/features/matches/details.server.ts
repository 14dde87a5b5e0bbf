import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { comparableQuotes } from '../odds/quotes.ts'
import type { QuoteRow } from '../odds/schema.ts'
import { exampleMatches } from './form.ts'
import { findResults } from './results.server.ts'
import { scoreOf } from './rules.ts'
import type { Fixture, MatchSummary, PastMatch } from './schema.ts'

const PAST_MATCHES = 5

/** The fixture of a match, where a live-data source knows it. */
export async function getFixture(services: Services, matchId: string): Promise<Fixture | null> {
  noteRead(`match:${matchId}`)
  const row = await services.database.kysely
    .selectFrom('fixtures')
    .selectAll()
    .where('match_id', '=', matchId)
    .executeTakeFirst()
  if (!row) return null
  return {
    statusShort: row.status_short,
    statusLong: row.status_long,
    elapsed: row.status_elapsed,
    round: row.league_round,
    homeLogo: row.home_team_logo,
    awayLogo: row.away_team_logo,
    goals: { home: row.goals_home, away: row.goals_away },
    halfTime: { home: row.score_halftime_home, away: row.score_halftime_away },
    fullTime: { home: row.score_fulltime_home, away: row.score_fulltime_away },
    extraTime: { home: row.score_extratime_home, away: row.score_extratime_away },
    penalties: { home: row.score_penalty_home, away: row.score_penalty_away },
    venue: row.venue_name,
    city: row.venue_city,
    referee: row.referee,
  }
}

/** Every active bookmaker's current prices for a match, with its first ones, in menu order. */
export async function listQuotes(services: Services, matchId: string): Promise<QuoteRow[]> {
  noteRead(`match:${matchId}`, 'bookmakers')
  const rows = await services.database.kysely
    .selectFrom('odds as o')
    .innerJoin('bookmakers as b', 'b.id', 'o.bookmaker_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('odds_history as h')
          .select([
            'h.home_odds as opening_home',
            'h.draw_odds as opening_draw',
            'h.away_odds as opening_away',
          ])
          .whereRef('h.match_id', '=', 'o.match_id')
          .whereRef('h.bookmaker_id', '=', 'o.bookmaker_id')
          .where('h.home_odds', 'is not', null)
          .orderBy('h.recorded_at')
          .orderBy('h.id')
          .limit(1)
          .as('opening'),
      (join) => join.onTrue(),
    )
    .select([
      'b.id',
      'b.name',
      'b.slug',
      'b.logo_url',
      'o.home_odds',
      'o.draw_odds',
      'o.away_odds',
      'o.last_updated',
      'opening_home',
      'opening_draw',
      'opening_away',
    ])
    .where('o.match_id', '=', matchId)
    .where('b.is_active', '=', true)
    .orderBy('b.menu_position')
    .orderBy('b.name')
    .execute()
  const quotes = rows.map((row) => ({
    bookmaker: { id: row.id, name: row.name, slug: row.slug, logoUrl: row.logo_url },
    home: row.home_odds,
    draw: row.draw_odds,
    away: row.away_odds,
    lastUpdated: row.last_updated.toISOString(),
    opening: row.opening_home === null ? null : openingOf(row),
  }))
  const comparable = new Set(comparableQuotes(quotes))
  return quotes.map((quote) => ({ ...quote, comparable: comparable.has(quote) }))
}

function openingOf(row: {
  opening_home: number | null
  opening_draw: number | null
  opening_away: number | null
}) {
  return { home: row.opening_home, draw: row.opening_draw, away: row.opening_away }
}

/**
 * The last five other matches of both teams of a match, of the same sport, newest first (notes A10, C23), with their
 * results. None where they cannot be read: the page goes on without.
 * @param options.examples whether a team without any gets invented ones
 */
export async function listPastMatches(
  services: Services,
  match: MatchSummary,
  options: { examples: boolean },
): Promise<{ home: PastMatch[]; away: PastMatch[] }> {
  const now = new Date()
  try {
    const [home, away] = await Promise.all([
      listPastMatchesOf(services, match, match.home),
      listPastMatchesOf(services, match, match.away),
    ])
    const unknown = [...home, ...away].filter((it) => it.homeScore === null)
    const questions = unknown.map((it) => ({ ...it, sport: match.sport.slug }))
    const findings = await findResults(services, questions, now)
    const orExamples = (team: string, past: PastMatch[]) =>
      past.length === 0 && options.examples ? exampleMatches(team, now) : past
    const withResult = (past: PastMatch): PastMatch => {
      const finding = findings.get(past.id)
      return finding?.kind === 'score' ? { ...past, homeScore: finding.home, awayScore: finding.away } : past
    }
    return {
      home: orExamples(match.home, home.map(withResult)),
      away: orExamples(match.away, away.map(withResult)),
    }
  } catch (error) {
    services.log.error({ err: error, match: match.id }, 'the past matches could not be read')
    noteFailure()
    return { home: [], away: [] }
  }
}

async function listPastMatchesOf(
  services: Services,
  match: MatchSummary,
  team: string,
): Promise<PastMatch[]> {
  // Two ranges of two indexes, each bounded, instead of an OR that reads neither.
  const side = (column: 'home_team' | 'away_team') =>
    services.database.kysely
      .selectFrom('matches')
      .select([
        'id',
        'league_id',
        'home_team',
        'away_team',
        'start_time',
        'home_score',
        'away_score',
        'home_odds',
        'draw_odds',
        'away_odds',
      ])
      .where('sport_id', '=', match.sport.id)
      .where(column, '=', team)
      .where('id', '<>', match.id)
      .where('start_time', '<', new Date())
      .where('status', '<>', 'cancelled')
      .orderBy('start_time', 'desc')
      .limit(PAST_MATCHES)
  const db = services.database.kysely
  const atHome = db.selectFrom(side('home_team').as('at_home')).selectAll()
  const away = db.selectFrom(side('away_team').as('away')).selectAll()
  await noteNextKickOff(services, match, team)
  const rows = await db
    .selectFrom(atHome.unionAll(away).as('past'))
    .leftJoin('fixtures as f', 'f.match_id', 'past.id')
    .selectAll('past')
    .select(['f.goals_home', 'f.goals_away'])
    .orderBy('past.start_time', 'desc')
    .orderBy('past.id')
    .limit(PAST_MATCHES)
    .execute()
  return rows.map((row) => {
    noteRead(`match:${row.id}`, `matches-of:${row.league_id}`)
    return {
      id: row.id,
      home: row.home_team,
      away: row.away_team,
      startTime: row.start_time.toISOString(),
      ...scoreOf(row),
      homeOdds: row.home_odds,
      drawOdds: row.draw_odds,
      awayOdds: row.away_odds,
      example: false,
    }
  })
}

/** The past matches of a team become others when it next kicks off. */
async function noteNextKickOff(services: Services, match: MatchSummary, team: string): Promise<void> {
  const next = (column: 'home_team' | 'away_team') =>
    services.database.kysely
      .selectFrom('matches')
      .select('start_time')
      .where('sport_id', '=', match.sport.id)
      .where(column, '=', team)
      .where('id', '<>', match.id)
      .where('start_time', '>', new Date())
      .orderBy('start_time')
      .limit(1)
      .executeTakeFirst()
  for (const row of [await next('home_team'), await next('away_team')]) if (row) noteChangeAt(row.start_time)
}
