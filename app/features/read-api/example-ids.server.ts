import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'

/** Ids of the site for the examples of the reference page; those that a new site does not have are invented. */
export interface ExampleIds {
  match: string
  league: string
  country: string
  outright: string
  sport: string
}

const INVENTED = '5f0c3f3e-3a0e-4c8a-9a53-6f3b1c9d2e10'

/** The next match with prices of a visible league, and its place. */
export async function readExampleIds({ database }: Pick<Services, 'database'>): Promise<ExampleIds> {
  noteRead('calendar')
  const { kysely } = database
  const [match, outright] = await Promise.all([
    kysely
      .selectFrom('matches as m')
      .innerJoin('leagues as l', 'l.id', 'm.league_id')
      .innerJoin('countries as c', 'c.id', 'l.country_id')
      .innerJoin('sports as s', 's.id', 'l.sport_id')
      .select(['m.id', 'm.league_id', 'm.country_id', 's.slug'])
      .where((eb) => eb.and({ 'l.is_active': true, 'c.is_active': true, 's.is_active': true }))
      .where('m.start_time', '>', new Date())
      .orderBy('s.menu_position')
      .orderBy('m.start_time')
      .limit(1)
      .executeTakeFirst(),
    kysely
      .selectFrom('outrights as o')
      .innerJoin('leagues as l', 'l.id', 'o.league_id')
      .select('o.id')
      .where('l.is_active', '=', true)
      .where('o.start_time', '>', new Date())
      .orderBy('o.start_time')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    match: match?.id ?? INVENTED,
    league: match?.league_id ?? INVENTED,
    country: match?.country_id ?? INVENTED,
    outright: outright?.id ?? INVENTED,
    sport: match?.slug ?? 'soccer',
  }
}

/** The address of an example with ids in place of its braces. */
export function withExampleIds(address: string, ids: ExampleIds): string {
  return address
    .replace('{id}', address.startsWith('/outrights') ? ids.outright : ids.match)
    .replace('{league}', ids.league)
    .replace('{country}', ids.country)
    .replace('sport=soccer', `sport=${ids.sport}`)
}
