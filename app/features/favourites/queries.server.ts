import { sql } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { getLocalNames } from '../catalogue/names.server.ts'
import { listNextOfLeagues } from '../matches/queries.server.ts'
import type { FavouriteLeague } from './schema.ts'

const MATCHES_PER_LEAGUE = 3

/** A visitor's visible favourite leagues, first marked first, in a language. */
export async function listFavouriteLeagues(
  services: Services,
  userId: string,
  language: string,
): Promise<FavouriteLeague[]> {
  const [names, rows] = await Promise.all([
    getLocalNames(services, language),
    services.database.kysely
      .selectFrom('favorite_leagues as favourite')
      .innerJoin('leagues as l', 'l.id', 'favourite.league_id')
      .innerJoin('countries as c', 'c.id', 'l.country_id')
      .innerJoin('sports as s', 's.id', 'l.sport_id')
      .where('favourite.user_id', '=', userId)
      .where('l.is_active', '=', true)
      .where('c.is_active', '=', true)
      .where('s.is_active', '=', true)
      .select([
        'l.id',
        'l.slug',
        'l.logo_url',
        sql<string>`coalesce(nullif(l.display_name, ''), l.name)`.as('name'),
        's.slug as sport_slug',
        sql<string>`coalesce(nullif(s.display_name, ''), s.name)`.as('sport_name'),
        'c.slug as country_slug',
        'c.code as country_code',
        sql<string>`coalesce(nullif(c.display_name, ''), c.name)`.as('country_name'),
      ])
      .orderBy('favourite.created_at')
      .orderBy('favourite.id')
      .execute(),
  ])
  const next = await listNextOfLeagues(services, {
    leagueIds: rows.map((row) => row.id),
    perLeague: MATCHES_PER_LEAGUE,
  })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    logoUrl: row.logo_url,
    sport: names.sport({ name: row.sport_name, slug: row.sport_slug }),
    country: names.country({ name: row.country_name, slug: row.country_slug, code: row.country_code }),
    matches: next.filter((match) => match.league.id === row.id).map(names.match),
  }))
}
