import countries from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

/** The cookie with the country that a visitor has chosen. */
export const COUNTRY_COOKIE = 'country'
/** The cookie with the age that a visitor has confirmed. */
export const AGE_COOKIE = 'age'

/** Of ISO 3166-1, alpha-2. */
export const COUNTRY_CODES: ReadonlySet<string> = new Set(Object.keys(countries.countries))

/** ISO 3166-1 alpha-2, in upper case; undefined for anything else, such as the codes of CDNs for unknown (XX, T1). */
export function readCountry(text: string | null | undefined): string | undefined {
  const code = text?.trim().toUpperCase()
  return code !== undefined && COUNTRY_CODES.has(code) ? code : undefined
}

/** The visitor's country: the header's if it names one, else his choice. */
export function visitorCountry(visitor: {
  country?: string | undefined
  cookie?: string | undefined
}): string | undefined {
  const chosen = /(?:^|;\s*)country=([A-Za-z]{2})(?:;|$)/.exec(visitor.cookie ?? '')?.[1]
  return readCountry(visitor.country) ?? readCountry(chosen)
}

/** The country of a request's visitor: the trusted header's, else his choice. */
export function countryOfRequest(
  env: { trustedProxies: number; countryHeader: string | undefined },
  { headers }: { headers: Pick<Headers, 'get'> },
): string | undefined {
  const header = env.trustedProxies > 0 ? env.countryHeader : undefined
  return visitorCountry({
    country: (header && headers.get(header)) || undefined,
    cookie: headers.get('cookie') ?? undefined,
  })
}
