import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { type KnownSide, sideOf, splitSide } from '../names/sides.ts'

/** A name of a team, within a country of the sport; null: in every country. */
export interface TeamName {
  countryId: string | null
  name: string
}

export interface ClubSide {
  /** Every name that means the team; the first one is its name in the league. */
  names: readonly TeamName[]
  /** A league in which it plays; without one, the names or its other leagues say which side it is. */
  league?: { id: string; name: string }
}

/**
 * The leagues in which another side has a name of a team, for each of some teams: 'Arsenal' in a league of women is not the
 * Arsenal of the other leagues. None for a team that plays in no other.
 */
export async function findLeaguesApart(
  { database }: Services,
  sportId: string,
  teams: readonly ClubSide[],
): Promise<string[][]> {
  const names = [...new Set(teams.flatMap((team) => team.names.map(({ name }) => name)))]
  // Two ranges of two indexes; an OR would use neither.
  const places = (column: 'home_team' | 'away_team') => sql`
    select league_id, country_id, ${sql.ref(column)} as team from matches
    where sport_id = ${sportId} and ${sql.ref(column)} = any (${names}::text[])`
  const { rows } = await sql<{ id: string; country_id: string; team: string; league: string }>`
    select l.id, m.country_id, m.team, l.name as league
    from (${places('home_team')} union ${places('away_team')}) m join leagues l on l.id = m.league_id`.execute(
    database.kysely,
  )
  return teams.map((team) => {
    const found = rows.filter((row) =>
      team.names.some(
        ({ name, countryId }) => name === row.team && (countryId ?? row.country_id) === row.country_id,
      ),
    )
    const own = sideOfClub(team, rows)
    if (!own) return []
    const isOwn = ({ team: name, league }: (typeof rows)[number]) => isSameSide(sideOf({ name, league }), own)
    const leagues = new Set(found.filter(isOwn).map(({ id }) => id))
    const apart = [...new Set(found.map(({ id }) => id))].filter((id) => !leagues.has(id))
    return leagues.size > 0 || team.league ? apart : []
  })
}

/** Null if the names of a team state different sides. */
function sideOfClub(
  { names, league }: ClubSide,
  rows: readonly { id: string; league: string }[],
): KnownSide | null {
  if (!league) {
    const [first = null, ...others] = names.map(({ name }) => splitSide(name).side)
    return first && others.every((other) => isSameSide(other, first)) ? first : null
  }
  // The name that the caller has can be a translation.
  const stored = rows.find(({ id }) => id === league.id)?.league ?? league.name
  return sideOf({ name: names[0]?.name ?? '', league: stored })
}

function isSameSide(one: KnownSide, other: KnownSide): boolean {
  return one.women === other.women && one.age === other.age
}
