import { type Kysely, sql } from 'kysely'
import { isEqualSide, type Side } from '#app/features/names/sides.ts'
import type { DB } from '#app/platform/db/types.ts'
import { knownCountryCode } from '../catalogue/countries.ts'
import { foldToAscii } from '../catalogue/slug.ts'
import { createTeamPool, type PoolTeam, type TeamPool } from './pool.ts'
import { badgeOf, type DatabaseTeam, namesOf, searchWord, sportKey, sportNames } from './rules.ts'

/** The data of a team of the sports database that a mapping copies. */
export interface SportsdbTeam extends DatabaseTeam {
  id: number
  country: string | null
  badgeUrl: string | null
  gender: string | null
}

/** The teams of a country with more are not held in memory: each name is searched by its word. */
const POOL_LIMIT = 10_000
/** Results of a search by one word. */
const SEARCH_LIMIT = 200

const teamColumns = [
  'team_id',
  'team_name',
  'team_alternate',
  'team_short',
  'sport',
  'country',
  'league_name',
  'league_name_2',
  'league_name_3',
  'league_name_4',
  'badge_url',
  'gender',
] as const

type TeamRow = Awaited<ReturnType<ReturnType<typeof readTeams>['execute']>>[number]

/** The normalised form of a place: a country's code where the name is known, else its letters. */
export function countryKey(country: string): string {
  return knownCountryCode(country) ?? foldToAscii(country).trim()
}

/** A name's letters and digits, which is how aliases are compared. */
export function aliasKey(name: string): string {
  return foldToAscii(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** The sports database's names of sports and countries, by their normalised forms. */
export class Places {
  readonly #sports: Map<string, string[]>
  readonly #countries: Map<string, string[]>

  private constructor(sports: readonly string[], countries: readonly string[]) {
    this.#sports = Map.groupBy(sports, sportKey)
    this.#countries = Map.groupBy(countries, countryKey)
  }

  static async read(db: Kysely<DB>): Promise<Places> {
    const distinct = async (column: 'sport' | 'country') => {
      const rows = await db.selectFrom('sportsdb_teams').select(column).distinct().execute()
      return rows.flatMap((row) => row[column as keyof typeof row] ?? [])
    }
    return new Places(await distinct('sport'), await distinct('country'))
  }

  sports(sport: string): string[] {
    return findNames(this.#sports, sportKey(sport), sport)
  }

  countries(country: string): string[] {
    return findNames(this.#countries, countryKey(country), country)
  }
}

/** The names of a key; if there is none, those that contain the text, ignoring case. */
function findNames(names: ReadonlyMap<string, string[]>, key: string, text: string): string[] {
  const known = names.get(key)
  if (known) return known
  const wanted = text.trim().toLowerCase()
  if (wanted.length < 3) return []
  return [...names.values()].flat().filter((name) => name.toLowerCase().includes(wanted))
}

/** Whether the place is one country; otherwise, or if it is unknown, teams of any country can play. */
export function isOneCountry(country: string): boolean {
  return country !== '' && countryKey(country) !== 'INT'
}

/** The teams of a sport and country, held in memory; undefined if there are too many or none. */
export async function readPool(
  db: Kysely<DB>,
  places: Places,
  sport: string,
  country: string,
): Promise<TeamPool<SportsdbTeam> | undefined> {
  const [sports, countries] = [places.sports(sport), places.countries(country)]
  if (sports.length === 0 || countries.length === 0) return undefined
  const rows = await readTeams(db)
    .where('sport', 'in', sports)
    .where('country', 'in', countries)
    .orderBy('team_id')
    .limit(POOL_LIMIT + 1)
    .execute()
  return rows.length === 0 || rows.length > POOL_LIMIT ? undefined : poolOf(rows)
}

/** The teams whose name or other names contain the word by which a name is searched. */
export async function searchPool(
  db: Kysely<DB>,
  places: Places,
  sport: string,
  name: string,
  countries: readonly string[],
): Promise<TeamPool<SportsdbTeam>> {
  const sports = places.sports(sport)
  const word = searchWord(name)
  if (sports.length === 0 || word === '') return createTeamPool<SportsdbTeam>([])
  const pattern = `%${escapeLike(word)}%`
  const rows = await readTeams(db)
    .where('sport', 'in', sports)
    .where((where) =>
      where.or([where('team_name', 'ilike', pattern), where('team_alternate', 'ilike', pattern)]),
    )
    .$if(countries.length > 0, (query) => query.where('country', 'in', [...countries]))
    .orderBy(sql`similarity(team_name, ${name})`, 'desc')
    .orderBy('team_id')
    .limit(SEARCH_LIMIT)
    .execute()
  return poolOf(rows)
}

/** Teams by a part of their name or other names, for a search by a person: those of the sport first. */
export async function searchTeams(
  db: Kysely<DB>,
  text: string,
  sport: string,
  limit: number,
): Promise<SportsdbTeam[]> {
  const wanted = text.trim()
  if (wanted.length < 2) return []
  const pattern = `%${escapeLike(wanted)}%`
  const rows = await readTeams(db)
    .where((where) =>
      where.or([where('team_name', 'ilike', pattern), where('team_alternate', 'ilike', pattern)]),
    )
    .orderBy(sql`coalesce(lower(sport) = any(${sportNames(sport)}::text[]), false)`, 'desc')
    .orderBy(sql`similarity(team_name, ${wanted})`, 'desc')
    .orderBy('team_id')
    .limit(limit)
    .execute()
  return rows.map(toTeam)
}

export async function findTeam(db: Kysely<DB>, teamId: number): Promise<SportsdbTeam | undefined> {
  const [team] = await findTeams(db, [teamId])
  return team
}

export async function findTeams(db: Kysely<DB>, teamIds: readonly number[]): Promise<SportsdbTeam[]> {
  const rows = await readTeams(db)
    .where('team_id', '=', sql<number>`any(${[...teamIds]}::integer[])`)
    .execute()
  return rows.map(toTeam)
}

function readTeams(db: Kysely<DB>) {
  return db.selectFrom('sportsdb_teams').select(teamColumns)
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function poolOf(rows: readonly TeamRow[]): TeamPool<SportsdbTeam> {
  return createTeamPool(rows.map((row) => toPoolTeam(toTeam(row))))
}

function toPoolTeam(team: SportsdbTeam): PoolTeam<SportsdbTeam> {
  const women = /^(female|women)/i.test(team.gender ?? '')
  return { team, names: namesOf(team), leagues: team.leagues, women }
}

/** Whether a team of the sports database is of this sex, age and level. */
export function isOfSide(team: SportsdbTeam, side: Side): boolean {
  return createTeamPool([toPoolTeam(team)])
    .all()
    .some((entry) => isEqualSide(entry.side, side))
}

function toTeam(row: TeamRow): SportsdbTeam {
  return {
    id: row.team_id,
    name: row.team_name,
    alternate: [row.team_alternate, row.team_short].filter(Boolean).join(',') || null,
    sport: row.sport,
    country: row.country,
    leagues: [row.league_name, row.league_name_2, row.league_name_3, row.league_name_4].flatMap((name) =>
      name && name !== 'NULL' ? [name] : [],
    ),
    badgeUrl: badgeOf(row.badge_url),
    gender: row.gender,
  }
}
