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
  /** The address has no language of its own, or not in its canonical spelling. */
  | { kind: 'redirect'; location: string }
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
  if (first === undefined) return to([known.default])
  if (UNPREFIXED.has(first)) return { kind: 'outside' }
  const code = first.toLowerCase()
  if (known.active.includes(code) || code === FALLBACK_LANGUAGE) {
    return code === first ? { kind: 'language', code } : to([code, ...rest])
  }
  if (known.inactive.includes(code)) return to([known.default, ...rest])
  return to([known.default, ...segments])
}

/** Languages of the shipped ones that are written from right to left, where no page says so. */
export const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])
