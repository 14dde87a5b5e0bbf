import { getResources } from '#app/features/translations/queries.server.ts'
import { countryPath, type LeaguePart, leaguePartPath, leaguePath, sportPath } from '#app/platform/paths.ts'
import type { Services } from '#app/platform/services.ts'
import { getPageHead } from './head.server.ts'
import { findLeaguePlace, redirectToCanonical } from './place.server.ts'

interface PartRequest {
  services: Services
  url: URL
  lang: string
  params: { sport: string; country: string; league: string }
}

/** The league of an address of one of its pages, and the head of that page. @throws a redirect, or a 404 */
export async function findLeaguePart({ services, url, lang, params }: PartRequest, part: LeaguePart) {
  const found = await findLeaguePlace(services, { ...params, lang })
  redirectToCanonical(url, found)
  const { names, sport, country, league } = found
  const labels = await getResources(services, lang)
  const head = await getPageHead(services, {
    url,
    language: lang,
    page: part,
    variables: { sport_name: sport.name, country_name: country.name, league_name: league.name },
    way: [
      { name: sport.name, path: sportPath(lang, sport.slug) },
      { name: country.name, path: countryPath(lang, sport.slug, country.slug) },
      { name: league.name, path: leaguePath(lang, sport.slug, country.slug, league.slug) },
      { name: labels.statistics?.[part] ?? part, path: leaguePartPath(lang, found, part) },
    ],
  })
  return { names, place: { sport, country, league }, head }
}
