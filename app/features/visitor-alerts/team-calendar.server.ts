import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { Services } from '#app/platform/services.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import type { TeamName } from '../matches/leagues-apart.server.ts'
import { findNextOfTeam } from '../statistics/teams.server.ts'

/** How long the next matches of a team are remembered: new matches come rarely, and a price or a kick-off is read anew. */
const KEPT_MS = 10 * MINUTE_MS
const PER_TEAM = 20

/** A match of a watched team. */
export interface MatchOfTeam {
  country_id: string
  team: string
  match_id: string
}

/** A watched team: its next matches, and which other matches are its own. */
export interface TeamOfCalendar {
  country_id: string
  team: string
  names: TeamName[]
  /** The leagues in which another side has a name of it. */
  apart: string[]
  matchIds: string[]
}

/** The teams that alerts watch. One for each process. */
export interface TeamCalendar {
  list(services: Services, now: Date): Promise<TeamOfCalendar[]>
  /** One team; none if it is unknown. */
  of(services: Services, team: { countryId: string; team: string }, now: Date): Promise<TeamOfCalendar[]>
}

/** The next matches of teams. */
export function matchesOf(teams: readonly TeamOfCalendar[]): MatchOfTeam[] {
  return teams.flatMap(({ country_id, team, matchIds }) =>
    matchIds.map((match_id) => ({ country_id, team, match_id })),
  )
}

export function createTeamCalendar(): TeamCalendar {
  const known = new Map<string, { until: number; teams: TeamOfCalendar[] }>()

  async function read(services: Services, row: WatchedTeam, now: Date): Promise<TeamOfCalendar[]> {
    const { country_id, sport_id, team } = row
    const key = `${country_id}/${team}`
    const kept = known.get(key)
    if (kept && kept.until > now.getTime()) return kept.teams
    const place = { sportId: sport_id, countryId: country_id }
    const next = await findNextOfTeam(services, place, team, PER_TEAM)
    const teams = next
      ? [{ country_id, team, names: next.team.names, apart: next.apart, matchIds: next.matchIds }]
      : []
    known.set(key, { until: now.getTime() + KEPT_MS, teams })
    return teams
  }

  return {
    async list(services, now) {
      const rows = await listWatchedTeams(services.database.kysely)
      const wanted = new Set(rows.map(({ country_id, team }) => `${country_id}/${team}`))
      for (const key of known.keys()) if (!wanted.has(key)) known.delete(key)
      const found: TeamOfCalendar[] = []
      for (const row of rows) found.push(...(await read(services, row, now)))
      return found
    },
    async of(services, { countryId, team }, now) {
      const country = await services.database.kysely
        .selectFrom('countries')
        .select('sport_id')
        .where('id', '=', countryId)
        .executeTakeFirst()
      return country ? read(services, { country_id: countryId, sport_id: country.sport_id, team }, now) : []
    },
  }
}

interface WatchedTeam {
  country_id: string
  sport_id: string
  team: string
}

/** The teams of alerts, and the favourite teams of visitors with an alert of all favourites. */
async function listWatchedTeams(db: Kysely<DB>): Promise<WatchedTeam[]> {
  const { rows } = await sql<WatchedTeam>`
    select c.id as country_id, c.sport_id, w.team from (
      select a.country_id, a.team from visitor_alerts a where a.paused_at is null and a.team is not null
      union select f.country_id, f.slug from visitor_alerts a join favorite_teams f on f.user_id = a.user_id
      where a.paused_at is null and num_nonnulls(a.match_id, a.league_id, a.country_id) = 0
    ) w join countries c on c.id = w.country_id`.execute(db)
  return rows
}
