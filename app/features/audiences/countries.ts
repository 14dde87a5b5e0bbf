import { localeOf } from '#app/platform/locale.ts'
import { COUNTRY_CODES } from './visitors.ts'

/** Every country of ISO 3166-1, sorted by its name in a language. */
export function listCountries(language: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([localeOf(language), 'en'], { type: 'region' })
  const { compare } = new Intl.Collator(localeOf(language))
  return [...COUNTRY_CODES]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
}
