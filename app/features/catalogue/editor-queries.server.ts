import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { isEmpty } from './empty-places.server.ts'

type Reader = Pick<Services, 'database'>

/** A sport as its editor shows it; columns by their database names. */
export interface EditorSport {
  id: string
  name: string
  display_name: string | null
  menu_position: number
  is_active: boolean
  /** Whether nothing is in it, so that it can be deleted. */
  is_empty: boolean
}

/** All sports, including hidden ones, by position and name. */
export function listEditorSports({ database }: Reader): Promise<EditorSport[]> {
  return database.kysely
    .selectFrom('sports')
    .select(['id', 'name', 'display_name', 'menu_position', 'is_active', isEmpty('sports')])
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
}

/** Options of the filters of a screen, including hidden places. */
export interface Choice {
  id: string
  name: string
}

/** The name of a place for visitors. */
const shownName = sql<string>`coalesce(nullif(display_name, ''), name)`.as('name')

export function listSportChoices({ database }: Reader): Promise<Choice[]> {
  return database.kysely
    .selectFrom('sports')
    .select(['id', shownName])
    .orderBy('menu_position')
    .orderBy('sports.name')
    .execute()
}

export function listCountryChoices({ database }: Reader, sportId: string): Promise<Choice[]> {
  return database.kysely
    .selectFrom('countries')
    .select(['id', shownName])
    .where('sport_id', '=', sportId)
    .orderBy('menu_position')
    .orderBy('countries.name')
    .execute()
}

export function listLeagueChoices({ database }: Reader, countryId: string): Promise<Choice[]> {
  return database.kysely
    .selectFrom('leagues')
    .select(['id', shownName])
    .where('country_id', '=', countryId)
    .orderBy('menu_position')
    .orderBy('leagues.name')
    .execute()
}

/** The countries of a sport, including hidden ones. */
export function listEditorCountries({ database }: Reader, sportId: string) {
  return database.kysely
    .selectFrom('countries')
    .select(['id', 'name', 'display_name', 'code', 'menu_position', 'is_active', isEmpty('countries')])
    .where('sport_id', '=', sportId)
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
}

/** Whether the positions of a country's leagues follow how much is quoted, because no operator has set one. */
export async function areLeaguesOrderedByQuotes({ database }: Reader, countryId: string): Promise<boolean> {
  const country = await database.kysely
    .selectFrom('countries')
    .select('leagues_ordered')
    .where('id', '=', countryId)
    .executeTakeFirst()
  return country !== undefined && !country.leagues_ordered
}

/** The leagues of a country, including hidden ones. */
export function listEditorLeagues({ database }: Reader, countryId: string) {
  return database.kysely
    .selectFrom('leagues')
    .select(['id', 'name', 'display_name', 'logo_url', 'menu_position', 'is_active', isEmpty('leagues')])
    .where('country_id', '=', countryId)
    .orderBy('menu_position')
    .orderBy('name')
    .execute()
}
