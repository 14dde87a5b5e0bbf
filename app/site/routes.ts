import { isAccountScreen } from '#app/platform/paths.ts'

/** The pages of the site, by the segments after the language: `=` before a fixed word. */
const PAGES = {
  home: [],
  search: ['=search'],
  offline: ['=offline'],
  'your-country': ['=your-country'],
  'dropping-odds': ['=dropping-odds'],
  'sure-bets': ['=sure-bets'],
  bookmakers: ['=bookmakers'],
  bookmaker: ['=bookmakers', 'bookmaker'],
  value: ['=value'],
  'value-record': ['=value', '=record'],
  coupon: ['=coupon'],
  tools: ['=tools'],
  tool: ['=tools', 'tool'],
  api: ['=api'],
  widgets: ['=widgets'],
  'operator-page': ['=pages', 'page'],
  sport: ['sport'],
  country: ['sport', 'country'],
  league: ['sport', 'country', 'league'],
  team: ['sport', 'country', '=team', 'team'],
  results: ['sport', 'country', 'league', '=results'],
  standings: ['sport', 'country', 'league', '=standings'],
  'league-odds': ['sport', 'country', 'league', '=odds'],
  match: ['sport', 'country', 'league', 'match'],
  outright: ['sport', 'country', 'league', '=outright', 'outright'],
  'match-by-id': ['sport', 'country', 'league', 'matchId', 'match'],
} as const

export type PageName = keyof typeof PAGES | 'none'

export interface PageAddress {
  name: PageName
  params: Record<string, string>
}

/** Every address of a page, with `:name` for what varies. */
export function pagePatterns(): string[] {
  return Object.values(PAGES).map((names) =>
    ['', ':lang', ...names.map((name) => (name.startsWith('=') ? name.slice(1) : `:${name}`))].join('/'),
  )
}

const BY_LENGTH = Object.entries(PAGES) as [keyof typeof PAGES, readonly string[]][]

/**
 * The page at an address with a language; undefined for addresses of the application (account, back office, resources)
 * and without a language. Whether the language exists is not checked here.
 */
export function findPage(pathname: string): PageAddress | undefined {
  const [lang = '', ...rest] = pathname.split('/').filter((segment) => segment !== '')
  if (!/^[a-z]{2}$/i.test(lang) || isAccountScreen(pathname)) return undefined
  const found = BY_LENGTH.find(
    ([, names]) =>
      names.length === rest.length &&
      names.every((it, at) => !it.startsWith('=') || it.slice(1) === rest[at]),
  )
  if (!found) return { name: 'none', params: { lang } }
  const [name, names] = found
  return {
    name,
    params: Object.fromEntries([['lang', lang], ...names.map((it, at) => [it, decode(rest[at])])]),
  }
}

/** A decoded segment; unchanged if its escapes are malformed. */
function decode(segment = ''): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
