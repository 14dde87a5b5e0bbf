/** Where a league's or a match's page is. Mirrors app/routes.ts, and nothing else builds these addresses. */

export function homePath(lang: string): string {
  return `/${lang}`
}

export function sportPath(lang: string, sport: string): string {
  return `/${lang}/${segment(sport)}`
}

export function countryPath(lang: string, sport: string, country: string): string {
  return `${sportPath(lang, sport)}/${segment(country)}`
}

export function leaguePath(lang: string, sport: string, country: string, league: string): string {
  return `${countryPath(lang, sport, country)}/${segment(league)}`
}

/** The part of a match that its address is made of. */
export interface MatchAddress {
  id: string
  slug: string
  ambiguous: boolean
  sport: { slug: string }
  country: { slug: string }
  league: { slug: string }
}

/** `/{lang}/{sport}/{country}/{league}/{match}`, with the id before the slug where the slug alone is ambiguous. */
export function matchPath(lang: string, match: MatchAddress): string {
  const league = leaguePath(lang, match.sport.slug, match.country.slug, match.league.slug)
  if (match.slug === '') return `${league}/${match.id}`
  return match.ambiguous ? `${league}/${match.id}/${segment(match.slug)}` : `${league}/${segment(match.slug)}`
}

/** The account screens' addresses; the mobile bar shows them without a language and lets the redirect add it. */
export function accountPath(
  lang: string,
  screen: 'login' | 'register' | 'reset-password' | 'profile',
): string {
  return `/${lang}/${screen}`
}

/** `/{lang}/search`, with what is looked for. */
export function searchPath(lang: string, text?: string): string {
  return `/${lang}/search${text ? `?q=${encodeURIComponent(text)}` : ''}`
}

/** Where a page's scripts ask for the results of a search in a language. */
export function searchResource(lang: string, text: string): string {
  return `/resources/search?${new URLSearchParams({ q: text, lang })}`
}

/** Slugs in other scripts keep their letters, so they are escaped as a path segment. */
function segment(slug: string): string {
  return encodeURIComponent(slug)
}

const PRIVATE_FIRST = new Set(['admin', 'api', 'static', 'assets', 'resources', 'favicon.ico'])
/** Screens that stand where a sport's slug would: a visitor's own, and answers to what one visitor typed. */
const SCREENS = new Set(['login', 'register', 'reset-password', 'profile', 'search'])

/**
 * Whether an address is a page that is the same for every visitor, so that one copy can serve all.
 * Takes a React Router data request (`/en/soccer.data`) for the page it belongs to.
 */
export function isPublicPage(pathname: string): boolean {
  const [first = '', second = ''] = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(1)
  return !PRIVATE_FIRST.has(first) && !SCREENS.has(first) && !SCREENS.has(second)
}

/** Query parameters that change what a public page shows; any other is ignored. */
export const PAGE_PARAMETERS = ['sport', 'tab', 'sort'] as const
