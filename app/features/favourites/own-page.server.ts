import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { getLocalNames } from '../catalogue/names.server.ts'
import { listMatchesOfIds } from '../matches/queries.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { findNextOfTeam, type NextOfTeam } from '../statistics/teams.server.ts'
import { type ChangedMatch, listChangedMatches } from './changed-matches.server.ts'
import { shownFrom } from './marks.server.ts'
import { listFavouriteLeagues } from './queries.server.ts'
import type { FavouriteLeague } from './schema.ts'

/** The matches that the page lists, and those of one team. */
const MOST_NEXT = 30
const PER_TEAM = 5

export interface FavouriteTeam {
  countryId: string
  slug: string
  name: string
  badgeUrl: string | null
  sport: { name: string; slug: string }
  country: { name: string; slug: string }
}

/** A visitor's page. */
export interface OwnPage {
  /** What comes next in all favourites, each match once, soonest first, with the prices that his audience may see. */
  next: MatchSummary[]
  /** What was cancelled or moved lately in all favourites, with or without an alert. */
  changed: ChangedMatch[]
  leagues: FavouriteLeague[]
  teams: FavouriteTeam[]
  /** The favourite matches that are not long over. */
  matches: MatchSummary[]
}

/** The page of a visitor in a language. Hidden leagues, and teams that no match names any more, are left out. */
export async function readOwnPage(services: Services, userId: string, language: string): Promise<OwnPage> {
  const [names, leagues, teams, matchIds] = await Promise.all([
    getLocalNames(services, language),
    listFavouriteLeagues(services, userId, language),
    listTeams(services, userId, language),
    listMatchIds(services, userId),
  ])
  const changed = await listChangedMatches(services, userId, teams)
  const others = new Set([...matchIds, ...teams.flatMap((it) => it.matchIds)])
  const found = (await listMatchesOfIds(services, [...others])).map(names.match)
  const known = new Map(found.map((match) => [match.id, match]))
  for (const match of leagues.flatMap((it) => it.matches)) known.set(match.id, match)
  const now = Date.now()
  const next = [...known.values()]
    .filter(({ startTime, status }) => status === 'live' || Date.parse(startTime) > now)
    .filter(({ status }) => status === 'scheduled' || status === 'live')
    .sort((a, b) => a.startTime.localeCompare(b.startTime) || a.id.localeCompare(b.id))
    .slice(0, MOST_NEXT)
  return {
    next,
    changed: changed.map((it) => ({ ...it, match: names.match(it.match) })),
    leagues,
    teams: teams.map(({ matchIds: _, names: __, apart: ___, ...team }) => team),
    matches: matchIds.flatMap((id) => known.get(id) ?? []),
  }
}

async function listTeams(services: Services, userId: string, language: string) {
  const [names, rows] = await Promise.all([
    getLocalNames(services, language),
    services.database.kysely
      .selectFrom('favorite_teams as f')
      .innerJoin('countries as c', 'c.id', 'f.country_id')
      .innerJoin('sports as s', 's.id', 'c.sport_id')
      .where('f.user_id', '=', userId)
      .where('c.is_active', '=', true)
      .where('s.is_active', '=', true)
      .select(['f.slug', 'f.country_id', 'c.sport_id', 's.slug as sport_slug', 'c.slug as country_slug'])
      .select([
        'c.code as country_code',
        sql<string>`coalesce(nullif(s.display_name, ''), s.name)`.as('sport_name'),
        sql<string>`coalesce(nullif(c.display_name, ''), c.name)`.as('country_name'),
      ])
      .orderBy('f.created_at')
      .orderBy('f.id')
      .execute(),
  ])
  const teams: (FavouriteTeam & Omit<NextOfTeam, 'team'> & Pick<NextOfTeam['team'], 'names'>)[] = []
  for (const row of rows) {
    const place = { sportId: row.sport_id, countryId: row.country_id }
    const found = await findNextOfTeam(services, place, row.slug, PER_TEAM)
    if (!found) continue
    const country = { name: row.country_name, slug: row.country_slug, code: row.country_code }
    teams.push({
      countryId: row.country_id,
      slug: row.slug,
      name: found.team.name,
      badgeUrl: found.team.badgeUrl,
      sport: names.sport({ name: row.sport_name, slug: row.sport_slug }),
      country: names.country(country),
      names: found.team.names,
      apart: found.apart,
      matchIds: found.matchIds,
    })
  }
  return teams
}

async function listMatchIds({ database }: Services, userId: string): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('favorite_matches as f')
    .innerJoin('matches as m', 'm.id', 'f.match_id')
    .where('f.user_id', '=', userId)
    .where('m.start_time', '>', shownFrom())
    .select('m.id')
    .orderBy('m.start_time')
    .orderBy('m.id')
    .execute()
  return rows.map(({ id }) => id)
}
