/** The language of last resort: its labels are built in, so its addresses always work. */
export const FALLBACK_LANGUAGE = 'en'

/** First segments that belong to no language: they are never prefixed. */
const UNPREFIXED = new Set(['admin', 'api', 'go', 'resources', 'sitemaps', 'static', 'assets', 'favicon.ico'])

/** `pt-BR` and `PT` are `pt`. */
export function reduceLanguageCode(code: string): string {
  return (code.split('-')[0] ?? '').toLowerCase()
}

export interface KnownLanguages {
  /** Codes a visitor can choose. */
  active: readonly string[]
  /** Codes that exist but are switched off. */
  inactive: readonly string[]
  /** The default's code; `en` when there is none. */
  default: string
}

export type LanguageDecision =
  | { kind: 'language'; code: string }
  /** The address is under a language, but not in its canonical spelling, or under one that is switched off. */
  | { kind: 'redirect'; location: string }
  /** The address has no language: what follows the visitor's one, '' or '/soccer?tab=live'. */
  | { kind: 'unprefixed'; rest: string }
  /** The first segment belongs to another part of the server, which did not know the address. */
  | { kind: 'outside' }

/**
 * Decides what the first path segment means (public specification, section 2; notes A16, B12, B15, B16).
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

/** The choice in a Cookie header, or null. */
export function storedLanguage(cookies: string): string | null {
  const stored = cookies.split(';').map((cookie) => cookie.trim().split('='))
  return stored.find(([name]) => name === STORED_LANGUAGE)?.[1] ?? null
}

const MAX_ACCEPTED = 20

/** The language codes of an Accept-Language header, the most wanted first; those with a weight of 0 are not wanted. */
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

/** The first of a visitor's languages that the site has, else the default (notes A18). */
export function chooseLanguage(wanted: readonly (string | null)[], known: KnownLanguages): string {
  const codes = wanted.map((code) => reduceLanguageCode(code ?? ''))
  return codes.find((code) => known.active.includes(code)) ?? known.default
}

/** Languages of the shipped ones that are written from right to left, where no page says so. */
export const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])
