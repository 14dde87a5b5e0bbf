/** The fallback language: its labels are built in, so its URLs always work. */
export const FALLBACK_LANGUAGE = 'en'

/** First segments that are not a language and never get a prefix. */
const UNPREFIXED = new Set(['admin', 'api', 'go', 'resources', 'sitemaps', 'static', 'assets', 'favicon.ico'])

/** `pt-BR` and `PT` are `pt`. */
export function reduceLanguageCode(code: string): string {
  return (code.split('-')[0] ?? '').toLowerCase()
}

export interface KnownLanguages {
  /** Codes that a visitor can choose. */
  active: readonly string[]
  /** Codes of inactive languages. */
  inactive: readonly string[]
  /** The default's code; `en` if there is none. */
  default: string
}

export type LanguageDecision =
  | { kind: 'language'; code: string }
  /** The URL has a language in a spelling that is not canonical, or an inactive one. */
  | { kind: 'redirect'; location: string }
  /** The URL has no language: the part after the visitor's language, '' or '/soccer?tab=live'. */
  | { kind: 'unprefixed'; rest: string }
  /** The first segment belongs to another part of the server, which did not find the URL. */
  | { kind: 'outside' }

/**
 * Decides what the first path segment means.
 * @param search the query with its `?`, kept in every redirect
 */
export function decideLanguage(pathname: string, search: string, known: KnownLanguages): LanguageDecision {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const [first, ...rest] = segments
  const to = (parts: string[]): LanguageDecision => ({
    kind: 'redirect',
    location: `/${parts.join('/')}${search}`,
  })
  if (first === undefined) return { kind: 'unprefixed', rest: search }
  if (UNPREFIXED.has(first)) return { kind: 'outside' }
  const code = first.toLowerCase()
  if (known.active.includes(code) || code === FALLBACK_LANGUAGE) {
    return code === first ? { kind: 'language', code } : to([code, ...rest])
  }
  if (known.inactive.includes(code)) return to([known.default, ...rest])
  return { kind: 'unprefixed', rest: `/${segments.join('/')}${search}` }
}

/** The cookie with the visitor's choice. */
export const STORED_LANGUAGE = 'language'

/** The choice in a Cookie header; null if there is none. */
export function storedLanguage(cookies: string): string | null {
  const stored = cookies.split(';').map((cookie) => cookie.trim().split('='))
  return stored.find(([name]) => name === STORED_LANGUAGE)?.[1] ?? null
}

const MAX_ACCEPTED = 20

/** The language codes of an Accept-Language header, in order of preference, without those of weight 0. */
export function acceptedLanguages(header: string): string[] {
  return header
    .split(',', MAX_ACCEPTED)
    .map((part) => {
      const [code = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { code: reduceLanguageCode(code), weight: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ code }) => code)
}

/** The first of a visitor's languages that the site has, else the default. */
export function chooseLanguage(wanted: readonly (string | null)[], known: KnownLanguages): string {
  const codes = wanted.map((code) => reduceLanguageCode(code ?? ''))
  return codes.find((code) => known.active.includes(code)) ?? known.default
}

/** Built-in languages that are written from right to left, for code without a page's direction. */
export const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])
