import countries from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import parsePhoneNumber, {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
} from 'libphonenumber-js/min'
import { localeOf } from '#app/platform/locale.ts'

export interface PhoneCountry {
  code: string
  /** In the reader's language. */
  name: string
  /** Without the plus; empty where there is no telephone network. */
  callingCode: string
}

const english = new Map(
  Object.entries(countries.countries).map(([code, names]) => [code, [names].flat()[0] ?? code]),
)
const codes = new Map([...english].map(([code, name]) => [name, code]))

/** Every country of ISO 3166-1 with its calling code, sorted by its name in a language. */
export function listPhoneCountries(language: string): PhoneCountry[] {
  const names = new Intl.DisplayNames([localeOf(language), 'en'], { type: 'region' })
  const { compare } = new Intl.Collator(localeOf(language))
  return [...english.keys()]
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: callingCodeOf(code) }))
    .sort((a, b) => compare(a.name, b.name))
}

export function callingCodeOf(code: string): string {
  return isSupportedCountry(code) ? getCountryCallingCode(code as CountryCode) : ''
}

/**
 * Whether a text is a phone number with its calling code and a valid length for its country. The ranges in use change
 * too often to be checked.
 */
export function isPhoneNumber(text: string): boolean {
  return parsePhoneNumber(text, { extract: false })?.isPossible() ?? false
}

/** Profiles hold the English name. */
export function countryName(code: string): string | null {
  return english.get(code) ?? null
}

/** The code of a profile's country, which can be stored as a code already. */
export function countryCodeOf(stored: string | null): string {
  if (!stored) return ''
  return codes.get(stored) ?? (english.has(stored) ? stored : '')
}

/** The country of the site's Portuguese; for other languages the most likely country is used. */
const MAIN_REGIONS: Record<string, string> = { pt: 'PT' }

/**
 * The default country: that of the browser's first language with a region that is the page's language, otherwise the
 * main country of the page's language. For an English page any region is used.
 */
export function guessCountry(acceptLanguage: string | null, lang: string): string | null {
  const named = [...(acceptLanguage ?? '').matchAll(/\b([a-z]{2,3})-([A-Z]{2})\b/g)].filter(([, , region]) =>
    english.has(region ?? ''),
  )
  const [, , own] =
    named.find(([, language]) => language === lang) ?? (lang === 'en' ? named[0] : undefined) ?? []
  const region = own ?? MAIN_REGIONS[lang] ?? new Intl.Locale(localeOf(lang)).maximize().region ?? ''
  return english.has(region) ? region : null
}
