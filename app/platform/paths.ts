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

/** What follows the language in an address: '' for the home page, '/soccer/italy'. */
export function withoutLanguage(path: string): string {
  return path.replace(/^\/[^/]*/, '')
}

/** Slugs in other scripts keep their letters, so they are escaped as a path segment. */
function segment(slug: string): string {
  return encodeURIComponent(slug)
}

const PRIVATE_FIRST = new Set(['admin', 'api', 'static', 'assets', 'resources', 'favicon.ico'])
/** The same for everyone, but too large for copies in memory: they are streamed. */
const STREAMED_FIRST = 'sitemaps'
const ACCOUNT_SCREENS = new Set(['login', 'register', 'reset-password', 'profile'])

/** Where robots have nothing to look for, in the pattern language of robots.txt (RFC 9309, 2.2.3). */
export const ROBOTS_KEEP_OUT: readonly string[] = [
  '/admin',
  '/api/',
  '/resources/',
  '/go/',
  ...[...ACCOUNT_SCREENS].flatMap((screen) => [`/${screen}$`, `/*/${screen}$`]),
  '/*?',
]

export function sitemapPath(file?: { language: string; part: number }): string {
  return file ? `/${STREAMED_FIRST}/${file.language}-${file.part}.xml` : '/sitemap.xml'
}

/**
 * Whether an address is a page that is the same for every visitor, so that one copy can serve all.
 * Takes a React Router data request (`/en/soccer.data`) for the page it belongs to.
 */
export function isPublicPage(pathname: string): boolean {
  const [first = '', second = ''] = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(1)
  if (first === STREAMED_FIRST) return false
  return !PRIVATE_FIRST.has(first) && !ACCOUNT_SCREENS.has(first) && !ACCOUNT_SCREENS.has(second)
}

/** Query parameters that change what a public page shows; any other is ignored. */
export const PAGE_PARAMETERS = ['sport', 'tab', 'sort'] as const
