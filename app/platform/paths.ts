import { longId, shortId } from './short-id.ts'

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

export type AccountScreen = 'login' | 'register' | 'reset-password' | 'profile'

/** The account screens' addresses. */
export function accountPath(lang: string, screen: AccountScreen): string {
  return `/${lang}/${screen}`
}

/** Whether an address is that of an account screen, with or without a language. */
export function isAccountScreen(pathname: string): boolean {
  const segments = pathname.split('/').slice(1)
  return segments.length <= 2 && ACCOUNT_SCREENS.has(segments.at(-1) ?? '')
}

/** As the mobile bar shows them: without scripts, the redirect adds the default language. */
export function unprefixedAccountPath(screen: AccountScreen): string {
  return `/${screen}`
}

/** The same page in a language, where an account screen's address has none. */
export function withLanguage(pathname: string, lang: string): string {
  return ACCOUNT_SCREENS.has(pathname.slice(1)) ? `/${lang}${pathname}` : pathname
}

/** A link that an operator typed, in the language of the page: a path of the site may leave its language out. */
export function operatorHref(link: string, lang: string): string {
  const [path = ''] = link.split(/[?#]/)
  const isPath = path.startsWith('/') && isSitePage(path)
  return isPath && !/^\/[a-z]{2}(?:[/?#]|$)/i.test(link) ? `/${lang}${link === '/' ? '' : link}` : link
}

/** What follows the language in an address: '' for the home page, '/soccer/italy'. */
export function withoutLanguage(path: string): string {
  return path.replace(/^\/[^/]*/, '')
}

/** `/{lang}/search`, with what is looked for. */
export function searchPath(lang: string, text?: string, page = 1): string {
  const query = text ? `?q=${encodeURIComponent(text)}${page > 1 ? `&page=${page}` : ''}` : ''
  return `/${lang}/search${query}`
}

/** Where a page's scripts ask for the results of a search in a language. */
export function searchResource(lang: string, text: string): string {
  return `/resources/search?${new URLSearchParams({ q: text, lang })}`
}

/** Slugs in other scripts keep their letters, so they are escaped as a path segment. */
function segment(slug: string): string {
  return encodeURIComponent(slug)
}

const PRIVATE_FIRST = new Set(['admin', 'api', 'go', 'media', 'static', 'assets', 'resources', 'favicon.ico'])
/** The same for everyone, but too large for copies in memory: they are streamed. */
const STREAMED_FIRST = 'sitemaps'
const ACCOUNT_SCREENS = new Set(['login', 'register', 'reset-password', 'profile'])

/** Whether a screen stands where a sport's slug would: a visitor's own, or answers to what one visitor typed. */
function isScreen(name: string): boolean {
  return ACCOUNT_SCREENS.has(name) || name === 'search'
}

/** Whether a slug would stand where the site has something of its own. */
export function isReserved(slug: string): boolean {
  return isScreen(slug) || PRIVATE_FIRST.has(slug)
}

/** Whether an address is one of the pages that visitors move between without loading a document. */
export function isSitePage(pathname: string): boolean {
  return !PRIVATE_FIRST.has(pathname.split('/')[1] ?? '')
}

/** Where robots have nothing to look for, in the pattern language of robots.txt (RFC 9309, 2.2.3). */
export function robotsKeepOut(): string[] {
  const screens = [...ACCOUNT_SCREENS].flatMap((screen) => [`/${screen}$`, `/*/${screen}$`])
  return ['/admin', '/api/', '/resources/', '/go/', ...screens, '/*?']
}

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
  if (first === 'resources') return second === 'countries' || second === 'labels'
  if (pathname === '/robots.txt' || pathname === sitemapPath()) return true
  return isPage(pathname) && !isScreen(second)
}

/** A page in a language, the account screens among them. */
export function isPage(pathname: string): boolean {
  const [, first = ''] = pathname.replace(/\.data$/, '').split('/')
  return /^[a-z]{2}$/i.test(first) && !PRIVATE_FIRST.has(first)
}

/** Where an uploaded image is served. */
export function mediaPath(name: string): string {
  return `/media/${name}`
}

/** The countries of a sport in a language, for the menu: the same for every visitor. */
export function countriesOfSportPath(lang: string, sport: string): string {
  return `/resources/countries/${segment(lang)}/${segment(sport)}`
}

/** The texts that the islands of a page write themselves: the same for every visitor. */
export function labelsPath(lang: string): string {
  return `/resources/labels/${segment(lang)}`
}

/**
 * Where the browser hears of changes of the page at an address.
 * @param madeAt when the copy that it shows was made, in milliseconds since 1970; 0 where that is not known
 */
export function livePath(page: string, madeAt = 0): string {
  return `/resources/live?${new URLSearchParams({ page, ...(madeAt > 0 ? { made: String(madeAt) } : {}) })}`
}

/** What is known of a click on a way out. */
export interface OutboundClick {
  match: string
  outcome?: 'home' | 'draw' | 'away'
  page: string
  lang: string
}

/**
 * The site's own address of a way out: it leads to the link that is stored for a button or a match, and to nothing else.
 * A page has dozens, so it is short: `/go/b{button}/{match}.{page}.{lang}.{outcome}` with ids as `shortId` writes them.
 */
export function outboundPath(target: { button: string } | { match: string }, click: OutboundClick): string {
  const to = 'button' in target ? `b${shortId(target.button)}` : `m${shortId(target.match)}`
  const said = [shortId(click.match), click.page, click.lang, ...(click.outcome ? [click.outcome] : [])]
  return `/go/${to}/${said.join('.')}`
}

/** What the two segments after `/go/` say; undefined where they are not of that form. */
export function readOutboundPath(to: string, said: string) {
  const id = longId(to.slice(1))
  const [match = '', page, lang, outcome] = said.split('.')
  const kind = { b: 'button', m: 'match' }[to[0] ?? ''] as 'button' | 'match' | undefined
  return id && kind ? { kind, id, query: { m: longId(match), p: page, l: lang, o: outcome } } : undefined
}
