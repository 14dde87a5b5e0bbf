import { replace } from 'react-router'
import { getLocalNames } from '#app/features/catalogue/names.server.ts'
import type { LocalNames } from '#app/features/catalogue/names.ts'
import { findCountry, findLeague, findSport } from '#app/features/catalogue/queries.server.ts'
import type { CountrySummary, LeagueSummary, SportMenuItem } from '#app/features/catalogue/schema.ts'
import type { Services } from '#app/platform/services.ts'
import { notFound } from './problem.ts'

export interface SportPlace {
  names: LocalNames
  sport: SportMenuItem
  /** The canonical slugs so far, and the slugs of the address: if they differ, the request is redirected. */
  slugs: { asked: string; canonical: string }[]
}

export interface CountryPlace extends SportPlace {
  country: CountrySummary
}

export interface LeaguePlace extends CountryPlace {
  league: LeagueSummary
}

/** The sport of an address. @throws a 404 with its text */
export async function findSportPlace(
  services: Services,
  params: { lang: string; sport: string },
): Promise<SportPlace> {
  const [names, sport] = await Promise.all([
    getLocalNames(services, params.lang),
    findSport(services, params.sport),
  ])
  if (!sport) throw notFound('sport-not-found', { slug: params.sport })
  return {
    names,
    sport: names.sport(sport.found),
    slugs: [{ asked: params.sport, canonical: sport.canonicalSlug }],
  }
}

/** The country of an address, by its slug, code or an old slug. @throws a 404 with its text */
export async function findCountryPlace(
  services: Services,
  params: { lang: string; sport: string; country: string },
): Promise<CountryPlace> {
  const place = await findSportPlace(services, params)
  const country = await findCountry(services, place.sport, params.country)
  if (!country) throw notFound('country-not-found', { name: params.country.replaceAll('-', ' ') })
  return {
    ...place,
    country: place.names.country(country.found),
    slugs: [...place.slugs, { asked: params.country, canonical: country.canonicalSlug }],
  }
}

/** The league of an address. @throws a 404 with its text */
export async function findLeaguePlace(
  services: Services,
  params: { lang: string; sport: string; country: string; league: string },
): Promise<LeaguePlace> {
  const place = await findCountryPlace(services, params)
  const league = await findLeague(services, place.country.id, params.league)
  if (!league) throw notFound('league-not-found', { slug: params.league })
  return {
    ...place,
    league: league.found,
    slugs: [...place.slugs, { asked: params.league, canonical: league.canonicalSlug }],
  }
}

/** Redirects an address whose slugs are not canonical; the rest of the path and the query stay. */
export function redirectToCanonical({ pathname, search }: URL, { slugs }: SportPlace): void {
  if (slugs.every(({ asked, canonical }) => asked === canonical)) return
  const [lang = '', ...segments] = pathname.split('/').slice(1)
  const canonical = slugs.map((slug) => encodeURIComponent(slug.canonical))
  throw replace(`/${[lang, ...canonical, ...segments.slice(slugs.length)].join('/')}${search}`, 301)
}
