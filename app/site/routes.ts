import { isAccountScreen } from '#app/platform/paths.ts'

/** The pages of the site, by the segments that follow the language: `=` before what has to stand there as it is. */
const PAGES = {
  home: [],
  search: ['=search'],
  offline: ['=offline'],
  'dropping-odds': ['=dropping-odds'],
  'sure-bets': ['=sure-bets'],
  tools: ['=tools'],
  sport: ['sport'],
  country: ['sport', 'country'],
  league: ['sport', 'country', 'league'],
  match: ['sport', 'country', 'league', 'match'],
  'match-by-id': ['sport', 'country', 'league', 'matchId', 'match'],
} as const

export type PageName = keyof typeof PAGES | 'none'

export interface PageAddress {
  name: PageName
  params: Record<string, string>
}

const BY_LENGTH = Object.entries(PAGES) as [keyof typeof PAGES, readonly string[]][]

/**
 * The page at an address under a language; undefined for what the application serves (account, back office, resources) and
 * for an address without a language. Whether the language exists is not decided here.
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

/** A segment as it is meant; as it stands where it is no escaped text. */
function decode(segment = ''): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
