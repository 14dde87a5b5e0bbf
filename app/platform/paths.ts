import { isId } from './ids.ts'
import { idStart, idsOf, shortId } from './short-id.ts'

/** Builds the URLs of pages. It mirrors the routes; no other module builds these URLs. */

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

/** Pages of a league beside its own, each with its name in the place of a match. */
export type LeaguePart = 'standings' | 'results' | 'odds'

/** `/{lang}/{sport}/{country}/{league}/standings` */
export function leaguePartPath(
  lang: string,
  place: Pick<MatchAddress, 'sport' | 'country' | 'league'>,
  part: LeaguePart,
): string {
  return `${leaguePath(lang, place.sport.slug, place.country.slug, place.league.slug)}/${part}`
}

/** `/{lang}/{sport}/{country}/team/{team}`, by the slug of its name within the country. */
export function teamPath(lang: string, sport: string, country: string, team: string): string {
  return `${countryPath(lang, sport, country)}/${TEAM}/${segment(team)}`
}

/** The word before a team; no league has this slug. */
export const TEAM = 'team'

/** The closing odds of a season as a file. */
export function closingFilePath(leagueId: string, query: URLSearchParams): string {
  return `/resources/closing-odds/${leagueId}${query.size === 0 ? '' : `?${query}`}`
}

/** The data of a match that its URL needs. */
export interface MatchAddress {
  id: string
  slug: string
  ambiguous: boolean
  sport: { slug: string }
  country: { slug: string }
  league: { slug: string }
}

/** `/{lang}/{sport}/{country}/{league}/{match}`, with the id before the slug if the slug is ambiguous. */
export function matchPath(lang: string, match: MatchAddress): string {
  const league = leaguePath(lang, match.sport.slug, match.country.slug, match.league.slug)
  if (match.slug === '') return `${league}/${match.id}`
  return match.ambiguous ? `${league}/${match.id}/${segment(match.slug)}` : `${league}/${segment(match.slug)}`
}

/** The data of an outright that its URL needs. */
export interface OutrightAddress {
  slug: string
  sport: { slug: string }
  country: { slug: string }
  league: { slug: string }
}

/** `/{lang}/{sport}/{country}/{league}/outright/{slug}` */
export function outrightPath(lang: string, outright: OutrightAddress): string {
  const league = leaguePath(lang, outright.sport.slug, outright.country.slug, outright.league.slug)
  return `${league}/outright/${segment(outright.slug)}`
}

/** `/{lang}/offline`: the page that a browser shows without a connection if it has no copy of the requested one. */
export function offlinePath(lang: string): string {
  return `/${lang}/offline`
}

/** `/{lang}/your-country`: where a visitor says in which country he is. */
export function countryChoicePath(lang: string): string {
  return `/${lang}/your-country`
}

/** Where the form with the visitor's country is sent. */
export const COUNTRY_ACTION = '/resources/country'

/** Where the confirmation of an age is sent, and the style sheet that depends on it. */
export function ageGatePath(age: number): string {
  return `/resources/age/${age}`
}

const ACCOUNT_SCREEN_NAMES = [
  ...(['login', 'register', 'reset-password', 'profile', 'invitation'] as const),
  ...(['my-page', 'alerts', 'new-alert', 'stop-alerts'] as const),
  ...(['bets', 'new-bet'] as const),
] as const
export type AccountScreen = (typeof ACCOUNT_SCREEN_NAMES)[number]

/** The URL of an account screen. */
export function accountPath(lang: string, screen: AccountScreen): string {
  return `/${lang}/${screen}`
}

/** What a new alert watches: a match, with the market that was shown, a league, a team, or all favourites. */
export type AlertPlace =
  | ({ match: string } & Record<string, string>)
  | { league: string }
  | { country: string; team: string }
  | { favourites: '1' }

/** `/{lang}/new-alert`: the form of a new alert. */
export function newAlertPath(lang: string, of: AlertPlace): string {
  return `${accountPath(lang, 'new-alert')}?${new URLSearchParams(of as Record<string, string>)}`
}

/** `/{lang}/new-bet`: the form of a bet on a match, with the market that was shown, or the search for a match. */
export function newBetPath(lang: string, of: Record<string, string> = {}): string {
  const query = new URLSearchParams(of)
  return accountPath(lang, 'new-bet') + (query.size === 0 ? '' : `?${query}`)
}

/** The bets that the visitor has noted, as a file. */
export const BETS_FILE = '/resources/my-bets'

/** `/{lang}/stop-alerts`: stops the mails of alerts without a session. */
export function stopAlertsPath(lang: string, token: string): string {
  return `${accountPath(lang, 'stop-alerts')}?${new URLSearchParams({ token })}`
}

/** Whether a path is that of an account screen or of its data, with or without a language. */
export function isAccountScreen(pathname: string): boolean {
  const segments = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(1)
  return segments.length <= 2 && ACCOUNT_SCREENS.has(segments.at(-1) ?? '')
}

/** For the mobile bar: without scripts, the redirect adds the default language. */
export function unprefixedAccountPath(screen: AccountScreen): string {
  return `/${screen}`
}

/** The same page in a language, for account screens' paths without one. */
export function withLanguage(pathname: string, lang: string): string {
  return ACCOUNT_SCREENS.has(pathname.slice(1)) ? `/${lang}${pathname}` : pathname
}

/** An operator's link in the language of the page: a path of the site may omit the language. */
export function operatorHref(link: string, lang: string): string {
  const [path = ''] = link.split(/[?#]/)
  const isPath = path.startsWith('/') && isSitePage(path)
  return isPath && !/^\/[a-z]{2}(?:[/?#]|$)/i.test(link) ? `/${lang}${link === '/' ? '' : link}` : link
}

/** The part of a path after the language: '' for the home page, '/soccer/italy'. */
export function withoutLanguage(path: string): string {
  return path.replace(/^\/[^/]*/, '')
}

/** `/{lang}/pages/{slug}`: a page that the operator has written. */
export function operatorPagePath(lang: string, slug: string): string {
  return `/${lang}/pages/${segment(slug)}`
}

/** `/{lang}/search`, with the search text. */
export function searchPath(lang: string, text?: string, page = 1): string {
  const query = text ? `?q=${encodeURIComponent(text)}${page > 1 ? `&page=${page}` : ''}` : ''
  return `/${lang}/search${query}`
}

/** Pages that are not a place, each with its name in the place of a sport's slug. */
const STANDALONE = ['dropping-odds', 'sure-bets', 'value', 'bookmakers', 'tools', 'api'] as const
export type StandalonePage = (typeof STANDALONE)[number]

/** `/{lang}/dropping-odds` */
export function standalonePath(lang: string, page: StandalonePage): string {
  return `/${lang}/${page}`
}

/** `/{lang}/value/record`: what became of the listed prices. */
export function valueRecordPath(lang: string): string {
  return `${standalonePath(lang, 'value')}/record`
}

/**
 * `/{lang}/coupon` with its outcomes, as the coupon's feature writes them.
 * @param also a match whose outcomes can be added, by its id, or a text that is searched for, or the stake in euro
 */
export function couponPath(
  lang: string,
  picks = '',
  also: { match?: string; q?: string; stake?: string } = {},
): string {
  // A comma and an exclamation mark need no escape in a query.
  const outcomes = encodeURIComponent(picks).replaceAll('%2C', ',')
  const parts = [
    ...(picks === '' ? [] : [`c=${outcomes}`]),
    ...(also.match ? [`match=${shortId(also.match)}`] : []),
    ...(also.q ? [`q=${encodeURIComponent(also.q)}`] : []),
    ...(also.stake ? [`stake=${encodeURIComponent(also.stake)}`] : []),
  ]
  return `/${lang}/coupon${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}

/** The outcome of a price on a page, by the page's address and the place of the price. */
export const PICK_RESOURCE = '/resources/pick'

/** The calculators, each with a page below that of the tools. */
export const TOOLS = ['lay', 'each-way', 'accumulator'] as const
export type Tool = (typeof TOOLS)[number]

/** `/{lang}/tools/{tool}` */
export function toolPath(lang: string, tool: Tool): string {
  return `${standalonePath(lang, 'tools')}/${tool}`
}

/** The calendar of a league: `/feeds/{lang}/{sport}/{country}/{league}.ics` */
export function calendarPath(lang: string, sport: string, country: string, league: string): string {
  return `/feeds${leaguePath(lang, sport, country, league)}.ics`
}

/** A widget that pages of other sites show in a frame. */
export function widgetPath(kind: string, query: Record<string, string>): string {
  return `/widgets/${kind}?${new URLSearchParams(query)}`
}

/** The script that other sites include: it makes the frames of widgets. */
export const WIDGET_SCRIPT = '/widgets/embed.js'

/** The page on which the code of a widget is copied, for a league or a match. */
export function widgetsPath(lang: string, of: { league: string } | { match: string } | null = null): string {
  return `/${lang}/widgets${of ? `?${new URLSearchParams(of)}` : ''}`
}

/** What an image for social sites shows: the site, a league, or a market of a match. */
export type ShareOf =
  | { kind: 'site' }
  | { kind: 'league'; sport: string; country: string; league: string }
  /** @param market the query of the market; empty for the one of the page without a query */
  | { kind: 'match'; id: string; market: string; version: string }

/**
 * `/share/{lang}/site.png`, `/share/{lang}/league/{sport}/{country}/{league}.png`,
 * `/share/{lang}/match/{id}/{market}/{version}.png`. Robots must not visit addresses with a query.
 */
export function shareImagePath(lang: string, of: ShareOf): string {
  switch (of.kind) {
    case 'site':
      return `/share/${lang}/site.png`
    case 'league':
      return `/share/${lang}/league/${segment(of.sport)}/${segment(of.country)}/${segment(of.league)}.png`
    case 'match':
      return `/share/${lang}/match/${of.id}/${of.market || NO_MARKET}/${of.version}.png`
  }
}

/** The reverse, for the part after the language; undefined for anything else. */
export function readShareImagePath(rest: string): ShareOf | undefined {
  const name = /^(.+)\.png$/.exec(rest)?.[1]
  const [kind, first = '', second = '', third = '', ...more] = name?.split('/') ?? []
  if (more.length > 0) return undefined
  if (kind === 'site' && first === '') return { kind }
  if (third === '') return undefined
  if (kind === 'league') return { kind, sport: first, country: second, league: third }
  if (kind !== 'match' || !isId(first)) return undefined
  return { kind, id: first, market: second === NO_MARKET ? '' : second, version: third }
}

const NO_MARKET = '-'

/** Whether a path is one of these images: they are the same for every audience. */
export function isShareImage(pathname: string): boolean {
  return pathname.startsWith('/share/')
}

/** The running promotions as RSS. */
export function promotionsFeedPath(lang: string): string {
  return `/feeds/${lang}/promotions.xml`
}

/** `/{lang}/bookmakers/{bookmaker}` */
export function bookmakerPath(lang: string, bookmaker: string): string {
  return `${standalonePath(lang, 'bookmakers')}/${segment(bookmaker)}`
}

/** The URL from which a page's scripts fetch search results in a language. */
export function searchResource(lang: string, text: string): string {
  return `/resources/search?${new URLSearchParams({ q: text, lang })}`
}

/** Slugs in other scripts keep their letters, so they are escaped as a path segment. */
function segment(slug: string): string {
  return encodeURIComponent(slug)
}

/** Sitemaps are the same for everyone, but too large for the cache: they are streamed. */
const STREAMED_FIRST = 'sitemaps'
const PRIVATE_FIRST = new Set([
  ...['admin', 'api', 'go', 'media', 'static', 'assets', 'resources'],
  ...['feeds', 'widgets', 'share', STREAMED_FIRST, 'healthz', 'readyz'],
])
const ACCOUNT_SCREENS: ReadonlySet<string> = new Set(ACCOUNT_SCREEN_NAMES)

/** Pages with a fixed word in the place of a sport's slug, beside `STANDALONE`. */
const FIXED_PAGES = new Set(['coupon', 'offline', 'pages', 'search', 'widgets', 'your-country'])
/** Fixed pages that are rendered for each request: the page cache does not store them. */
const UNCACHED_PAGES = new Set(['search', 'widgets'])
/** Pages for the sitemap that no sport, country, league or match has, by the part after the language: '' is the home page. */
export function sitemapPages(): string[] {
  const tools = TOOLS.map((tool) => `/tools/${tool}`)
  return ['', ...STANDALONE.map((page) => `/${page}`), ...tools, '/value/record']
}

/** Whether an account screen or a fixed page has the place of a sport's slug. */
export function isScreen(name: string): boolean {
  return STANDALONE.some((page) => page === name) || ACCOUNT_SCREENS.has(name) || FIXED_PAGES.has(name)
}

/** Whether a slug would collide with a path of the site. */
export function isReserved(slug: string): boolean {
  return isScreen(slug) || PRIVATE_FIRST.has(slug)
}

/** Whether a path is one of the pages between which visitors move without loading a document; `/sitemap.xml` is a file. */
export function isSitePage(pathname: string): boolean {
  const [, first = ''] = pathname.split('/')
  return !PRIVATE_FIRST.has(first) && !first.includes('.')
}

/** The ends of the paths of lists whose later pages search engines index. */
const INDEXED_LISTS = ['dropping-odds', 'sure-bets', 'value', 'value/record', 'results']

/** The paths that robots may visit and those that they should not, as robots.txt patterns: the longest decides (RFC 9309, 2.2.2). */
export function robotsRules(): { allow: string[]; disallow: string[] } {
  const screens = [...ACCOUNT_SCREENS].flatMap((screen) => [`/${screen}$`, `/*/${screen}$`])
  return {
    allow: INDEXED_LISTS.map((list) => `/*/${list}?page=`),
    disallow: ['/admin', '/api/', '/resources/', '/go/', ...screens, '/*?'],
  }
}

export function sitemapPath(file?: { language: string; part: number }): string {
  return file ? `/${STREAMED_FIRST}/${file.language}-${file.part}.xml` : '/sitemap.xml'
}

/**
 * Whether a path is a page that is the same for every visitor, so one copy serves all. React Router's data request of an
 * account screen (`/en/profile.data`) counts as the screen.
 */
export function isPublicPage(pathname: string): boolean {
  const [first = '', second = ''] = pathname
    .replace(/\.data$/, '')
    .split('/')
    .slice(1)
  if (first === 'resources') return ['countries', 'labels', 'manifest'].includes(second)
  if (pathname === '/robots.txt' || pathname === sitemapPath()) return true
  return isPage(pathname) && !ACCOUNT_SCREENS.has(second) && !UNCACHED_PAGES.has(second)
}

/** Whether a path is a page in a language, account screens included. */
export function isPage(pathname: string): boolean {
  const [, first = ''] = pathname.replace(/\.data$/, '').split('/')
  return /^[a-z]{2}$/i.test(first) && !PRIVATE_FIRST.has(first)
}

/** The web application manifest in a language. */
export function manifestPath(lang: string): string {
  return `/resources/manifest/${lang}`
}

/** The URL of an uploaded image. */
export function mediaPath(name: string): string {
  return `/media/${name}`
}

/** The countries of a sport in a language, for the menu; the same for every visitor. */
export function countriesOfSportPath(lang: string, sport: string): string {
  return `/resources/countries/${segment(lang)}/${segment(sport)}`
}

/** The texts that the islands of a page write themselves: the same for every visitor. */
export function labelsPath(lang: string): string {
  return `/resources/labels/${segment(lang)}`
}

/**
 * The URL of the stream of changes of a page.
 * @param madeAt when the shown copy was rendered, in milliseconds since 1970; 0 if unknown
 */
export function livePath(page: string, madeAt = 0): string {
  return `/resources/live?${new URLSearchParams({ page, ...(madeAt > 0 ? { made: String(madeAt) } : {}) })}`
}

/** The known data of a click on an affiliate link. */
export interface OutboundClick {
  /** Null for an outright, and for a link that belongs to no match. */
  match: string | null
  /** The clicked price, as `writeClicked` or the headline's outcome says it. */
  clicked?: string
  page: string
  lang: string
}

/** What has the link, by its id. The first letters are in the URL. */
type OutboundTarget = { button: string } | { match: string } | { promotion: string }

/**
 * The site's own URL of an affiliate link. It redirects only to the stored link of a button, a match or a promotion. A page has dozens,
 * so it is short: `/go/b{button}/{match}.{page}.{lang}.{clicked}` with ids as `idStart` writes them.
 */
export function outboundPath(target: OutboundTarget, click: OutboundClick): string {
  const [to = ''] = Object.entries(target).map(([kind, id]) => kind.charAt(0) + idStart(id))
  const said = [
    click.match === null ? '' : idStart(click.match),
    click.page,
    click.lang,
    ...(click.clicked ? [click.clicked] : []),
  ]
  return `/go/${to}/${said.join('.')}`
}

/** Where a browser says which variant of an experiment it has shown. */
export const EXPERIMENT_RESOURCE = '/resources/experiment'

/** A URL of `outboundPath` that also says the mark of an experiment's variant; an earlier mark is replaced. */
export function markOutbound(path: string, mark: string): string {
  const [match, page, lang, clicked = ''] = path.split('.')
  return [match, page, lang, clicked, mark].join('.')
}

const KINDS = ['button', 'match', 'promotion'] as const

/**
 * The parts of the two segments after `/go/`; undefined where these are malformed. An id is the first and the last one
 * that the text stands for; earlier releases wrote whole ids.
 */
export function readOutboundPath(to: string, said: string) {
  const ids = idsOf(to.slice(1))
  const [match = '', page, lang, clicked, mark] = said.split('.')
  const kind = KINDS.find((it) => it.startsWith(to.charAt(0)))
  return ids && kind
    ? { kind, ids, match: idsOf(match), query: { p: page, l: lang, o: clicked, x: mark } }
    : undefined
}
