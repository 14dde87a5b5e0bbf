import { statusOf } from '../matches/match-state.ts'
import type { SearchResults } from '../search/schema.ts'

/** What a search found, with the field names of the API. */
export function toApiSearch({ sports, countries, leagues, teams, matches }: SearchResults) {
  return {
    sports: sports.map(({ id, name, slug }) => ({ id, name, slug })),
    countries: countries.map(({ id, name, slug, code, sport }) => ({ id, name, slug, code, sport })),
    leagues: leagues.map(({ id, name, slug, sport, country }) => ({ id, name, slug, sport, country })),
    teams: teams.map(({ name, slug, sport, country }) => ({ name, slug, sport, country })),
    matches: matches.map(
      ({ id, home, away, startTime, minutes, status, liveStatus, sport, country, league }) => ({
        ...{ id, home, away, status: statusOf(status, liveStatus, { startTime, minutes }, new Date()) },
        start_time: startTime,
        sport: { name: sport.name, slug: sport.slug },
        country: { name: country.name, slug: country.slug, code: country.code },
        league: { name: league.name, slug: league.slug },
      }),
    ),
  }
}
