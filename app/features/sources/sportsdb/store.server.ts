import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'
import type { SportsDbCountry, SportsDbEvent, SportsDbLeague, SportsDbTeam } from './schema.ts'

/** The result of storing rows. */
export interface Stored {
  inserted: number
  updated: number
}

type CacheTable = 'sportsdb_countries' | 'sportsdb_leagues' | 'sportsdb_teams' | 'sportsdb_events'

export const storeCountries = (db: Kysely<DB>, rows: readonly SportsDbCountry[]) =>
  upsert(db, 'sportsdb_countries', 'name_en', rows)

/** Leagues with the site's sport and country code, where these are known. */
export async function storeLeagues(
  db: Kysely<DB>,
  rows: readonly SportsDbLeague[],
  place: { sportId: string | null; countryCode: string | null },
): Promise<Stored> {
  const placed = rows.map((row) => ({ ...row, sport_id: place.sportId, country_code: place.countryCode }))
  return upsert(db, 'sportsdb_leagues', 'sportsdb_id', placed)
}

export async function storeSeasons(
  db: Kysely<DB>,
  leagueId: number,
  seasons: readonly string[],
): Promise<Stored> {
  if (seasons.length === 0) return { inserted: 0, updated: 0 }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sportsdb_seasons')
    .values([...new Set(seasons)].map((season) => ({ league_id: leagueId, season })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return { inserted: Number(numInsertedOrUpdatedRows ?? 0), updated: 0 }
}

export const storeTeams = (db: Kysely<DB>, rows: readonly SportsDbTeam[]) =>
  upsert(db, 'sportsdb_teams', 'team_id', rows)

/** Stores an event, or updates the stored one. */
export const storeEvents = (db: Kysely<DB>, rows: readonly SportsDbEvent[]) =>
  upsert(db, 'sportsdb_events', 'event_id', rows)

/** Inserts rows, or updates those of the same key; an unchanged row is not written. */
async function upsert<Table extends CacheTable>(
  db: Kysely<DB>,
  table: Table,
  key: string,
  rows: readonly (Record<string, unknown> & object)[],
): Promise<Stored> {
  const byKey = [...new Map(rows.map((row) => [row[key], row])).values()]
  const [first] = byKey
  if (!first) return { inserted: 0, updated: 0 }
  const columns = Object.keys(first)
  const others = columns.filter((name) => name !== key)
  const list = (names: string[], prefix = '') => sql.join(names.map((name) => sql.ref(`${prefix}${name}`)))
  const assignments = sql.join(others.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
  const { rows: written } = await sql<{ is_new: boolean }>`
    insert into ${sql.table(table)} as kept (${list(columns)})
    select ${list(columns, 'given.')}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(byKey)}::jsonb) given
    on conflict (${sql.ref(key)}) do update set ${assignments}
    where (${list(others, 'kept.')}) is distinct from (${list(others, 'excluded.')})
    returning xmax = 0 as is_new`.execute(db)
  const inserted = written.filter(({ is_new }) => is_new).length
  return { inserted, updated: written.length - inserted }
}

/** A stored event, with the fields from which a score is derived. */
export interface KeptEvent {
  event_id: number
  event_name: string | null
  home_team: string | null
  away_team: string | null
  home_score: number | null
  away_score: number | null
  event_status: string | null
  sport: string | null
  event_timestamp: Date | null
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Stored events of two teams by their names, ignoring case, those nearest to an instant first. */
export async function findKeptEvents(
  db: Kysely<DB>,
  teams: { home: string; away: string },
  near: Date,
): Promise<KeptEvent[]> {
  const { rows } = await sql<KeptEvent>`
    select event_id, event_name, home_team, away_team, home_score, away_score, event_status, sport, event_timestamp,
      league_name, country
    from sportsdb_events
    where (home_team ilike ${escapeLike(teams.home)} and away_team ilike ${escapeLike(teams.away)})
      or (home_team ilike ${escapeLike(teams.away)} and away_team ilike ${escapeLike(teams.home)})
    order by abs(extract(epoch from event_timestamp - ${near}::timestamptz)) nulls last, event_id
    limit 20`.execute(db)
  return rows
}
