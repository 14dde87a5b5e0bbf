import type { Kysely } from 'kysely'
import type { DB } from '#app/platform/db/types.ts'

const RECENT_LEAGUES = 10

/** The stored data of TheSportsDB, for the import screen. */
export interface SportsDbState {
  countries: number
  leagues: number
  seasons: number
  teams: number
  events: number
  /** The ten leagues that were stored last. */
  recentLeagues: { id: number; name: string; sport: string | null; country: string | null; createdAt: Date }[]
}

export async function readSportsDbState(db: Kysely<DB>): Promise<SportsDbState> {
  const count = async (table: `sportsdb_${'countries' | 'leagues' | 'seasons' | 'teams' | 'events'}`) => {
    const { rows } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return Number(rows)
  }
  const recent = await db
    .selectFrom('sportsdb_leagues')
    .select(['sportsdb_id', 'name', 'sport', 'country', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('sportsdb_id', 'desc')
    .limit(RECENT_LEAGUES)
    .execute()
  return {
    countries: await count('sportsdb_countries'),
    leagues: await count('sportsdb_leagues'),
    seasons: await count('sportsdb_seasons'),
    teams: await count('sportsdb_teams'),
    events: await count('sportsdb_events'),
    recentLeagues: recent.map(({ sportsdb_id, created_at, ...league }) => ({
      id: sportsdb_id,
      ...league,
      createdAt: created_at,
    })),
  }
}

/** The countries that can be selected for a tool. */
export async function readSportsDbCountries(db: Kysely<DB>): Promise<string[]> {
  const rows = await db.selectFrom('sportsdb_countries').select('name_en').orderBy('name_en').execute()
  return rows.map(({ name_en }) => name_en)
}
