/** The locales that differ from Intl's default for a language code: `pt` alone means Brazilian Portuguese. */
const LOCALES = new Map([['pt', 'pt-PT']])

/** The locale for dates, numbers and names of countries in a language (its code). */
export function localeOf(language: string): string {
  return LOCALES.get(language) ?? language
}
