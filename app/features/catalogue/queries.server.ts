import { noteChangeAt, noteFailure, noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { isNotOver } from './match-length.server.ts'
import type { CountryMenuItem, CountrySummary, LeagueSummary, SportMenuItem, SportSummary } from './schema.ts'

/** The maximum age of the counts in the menu; prices and lists are always exact. */
const COUNT_LIFETIME_MS = 60_000

/** An item by its slug; `canonicalSlug` differs from the requested slug if that was an old slug, a code or in capitals. */
export interface Found<T> {
  found: T
  canonicalSlug: string
}

const sportColumns = [
  'sports.id',
  'sports.name',
  'sports.display_name',
  'sports.slug',
  'sports.icon_name',
  'sports.icon_url',
  'sports.icon_svg',
] as const

interface SportRow {
  id: string
  name: string
  display_name: string | null
  slug: string
  icon_name: string | null
  icon_url: string | null
  icon_svg: string | null
}

function toSport(row: SportRow): SportSummary {
  return {
    id: row.id,
    name: row.display_name || row.name,
    slug: row.slug,
    iconName: row.icon_name,
    iconUrl: row.icon_url,
    iconSvg: row.icon_svg,
  }
}

interface CountryRow {
  id: string
  name: string
  display_name: string | null
  slug: string
  code: string
}

function toCountry(row: CountryRow): CountrySummary {
  return { id: row.id, name: row.display_name || row.name, slug: row.slug, code: row.code }
}

interface LeagueRow {
  id: string
  name: string
  display_name: string | null
  slug: string
  logo_url: string | null
}

function toLeague(row: LeagueRow): LeagueSummary {
  return { id: row.id, name: row.display_name || row.name, slug: row.slug, logoUrl: row.logo_url }
}

/** Active sports with their active countries, in menu order, with the number of upcoming matches. */
export function getSportsMenu(services: Services): Promise<SportMenuItem[]> {
  return services.memo.get('sports-menu', async () => {
    noteRead('sports')
    const db = services.database.kysely
    const sports = await db
      .selectFrom('sports')
      .select(sportColumns)
      .where('is_active', '=', true)
      .orderBy('menu_position')
      .orderBy('name')
      .execute()
    const countries = await db
      .selectFrom('countries')
      .select(['id', 'name', 'display_name', 'slug', 'code', 'sport_id', 'menu_position'])
      .where('is_active', '=', true)
      .orderBy('menu_position')
      .orderBy('name')
      .execute()
    const counts = await countScheduledByCountry(services)
    return sports.map((sport) => {
      noteRead(`countries:${sport.id}`)
      const ofSport = countries
        .filter((country) => country.sport_id === sport.id)
        .map((country) => ({
          ...toCountry(country),
          position: country.menu_position,
          matchCount: counts.get(country.id) ?? 0,
        }))
      return { ...toSport(sport), matchCount: sum(ofSport.map((it) => it.matchCount)), countries: ofSport }
    })
  })
}

/** Matches that are not over by the clock, by country, of active leagues only; empty if they cannot be counted. */
function countScheduledByCountry(services: Services): Promise<ReadonlyMap<string, number>> {
  return services.memo.get('scheduled-by-country', async () => {
    noteRead('calendar')
    noteChangeAt(new Date(Date.now() + COUNT_LIFETIME_MS))
    try {
      const rows = await services.database.kysely
        .selectFrom('matches as m')
        .select(['m.country_id', (eb) => eb.fn.countAll<number>().as('matches')])
        .where('m.status', 'in', ['scheduled', 'live'])
        .where(isNotOver(new Date()))
        // Takes half the time of a join for tens of thousands of matches: the few inactive leagues are in a hash table.
        .where('m.league_id', 'not in', (eb) =>
          eb.selectFrom('leagues').select('id').where('is_active', '=', false),
        )
        .groupBy('m.country_id')
        .execute()
      return new Map(rows.map((row) => [row.country_id, Number(row.matches)]))
    } catch (error) {
      services.log.error(
        { err: error },
        'the matches to come could not be counted; the menu is shown without',
      )
      noteFailure()
      return new Map()
    }
  })
}

/** An active sport by its slug, in any case, or by an old slug. */
export async function findSport(services: Services, slug: string): Promise<Found<SportMenuItem> | null> {
  const sports = await getSportsMenu(services)
  const wanted = slug.toLowerCase()
  const sport =
    sports.find((it) => it.slug === wanted) ??
    byId(sports, await findOldSlug(services, 'sport', null, wanted))
  return sport ? { found: sport, canonicalSlug: sport.slug } : null
}

interface CountryWithLeagues extends CountryMenuItem {
  leagues: LeagueSummary[]
}

/** Active countries of a sport with their active leagues, both in menu order; countries without leagues are omitted. */
export async function listCountriesWithLeagues(
  services: Services,
  sportId: string,
): Promise<CountryWithLeagues[]> {
  noteRead(`countries:${sportId}`)
  const db = services.database.kysely
  const rows = await db
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .select([
      'l.id',
      'l.name',
      'l.display_name',
      'l.slug',
      'l.logo_url',
      'c.id as country_id',
      'c.name as country_name',
      'c.display_name as country_display_name',
      'c.slug as country_slug',
      'c.code as country_code',
      'c.menu_position as country_position',
    ])
    .where('l.sport_id', '=', sportId)
    .where('l.is_active', '=', true)
    .where('c.is_active', '=', true)
    .orderBy('c.menu_position')
    .orderBy('c.name')
    .orderBy('l.menu_position')
    .orderBy('l.name')
    .execute()
  const counts = await countScheduledByCountry(services)
  const countries = new Map<string, CountryWithLeagues>()
  for (const row of rows) {
    let country = countries.get(row.country_id)
    if (!country) {
      noteRead(`leagues:${row.country_id}`)
      country = {
        ...toCountry({
          id: row.country_id,
          name: row.country_name,
          display_name: row.country_display_name,
          slug: row.country_slug,
          code: row.country_code,
        }),
        position: row.country_position,
        matchCount: counts.get(row.country_id) ?? 0,
        leagues: [],
      }
      countries.set(row.country_id, country)
    }
    country.leagues.push(toLeague(row))
  }
  return [...countries.values()]
}

/** An active country of a sport by its slug, its code in any case, `international` or `int`, or an old slug. */
export async function findCountry(
  services: Services,
  sport: SportMenuItem,
  slugOrCode: string,
): Promise<Found<CountrySummary> | null> {
  const wanted = slugOrCode.toLowerCase()
  const country =
    sport.countries.find((it) => it.slug === wanted) ??
    sport.countries.find((it) => it.code.toLowerCase() === wanted) ??
    byId(sport.countries, await findOldSlug(services, 'country', sport.id, wanted))
  return country ? { found: country, canonicalSlug: country.slug } : null
}

/** Active leagues of a country in menu order. */
export function listLeagues(services: Services, countryId: string): Promise<LeagueSummary[]> {
  return services.memo.get(`leagues:${countryId}`, async () => {
    noteRead(`leagues:${countryId}`)
    const rows = await services.database.kysely
      .selectFrom('leagues')
      .select(['id', 'name', 'display_name', 'slug', 'logo_url'])
      .where('country_id', '=', countryId)
      .where('is_active', '=', true)
      .orderBy('menu_position')
      .orderBy('name')
      .execute()
    return rows.map(toLeague)
  })
}

/** An active league of a country by its slug or an old one. */
export async function findLeague(
  services: Services,
  countryId: string,
  slug: string,
): Promise<Found<LeagueSummary> | null> {
  const leagues = await listLeagues(services, countryId)
  const wanted = slug.toLowerCase()
  const league =
    leagues.find((it) => it.slug === wanted) ??
    byId(leagues, await findOldSlug(services, 'league', countryId, wanted))
  return league ? { found: league, canonicalSlug: league.slug } : null
}

/** The id of the row that had this slug before. */
async function findOldSlug(
  services: Services,
  entity: 'sport' | 'country' | 'league',
  parentId: string | null,
  slug: string,
): Promise<string | undefined> {
  const row = await services.database.kysely
    .selectFrom('old_slugs')
    .select('target_id')
    .where('entity', '=', entity)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.target_id
}

function byId<T extends { id: string }>(items: readonly T[], id: string | undefined): T | undefined {
  return id === undefined ? undefined : items.find((it) => it.id === id)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, it) => total + it, 0)
}

/** A league by its id, if it and its place are active. */
export async function findLeagueById(
  services: Services,
  id: string,
): Promise<{ id: string; slug: string } | undefined> {
  noteRead(`league:${id}`)
  return services.database.kysely
    .selectFrom('leagues as l')
    .innerJoin('countries as c', 'c.id', 'l.country_id')
    .innerJoin('sports as s', 's.id', 'l.sport_id')
    .select(['l.id', 'l.slug'])
    .where('l.id', '=', id)
    .where('l.is_active', '=', true)
    .where('c.is_active', '=', true)
    .where('s.is_active', '=', true)
    .executeTakeFirst()
}
