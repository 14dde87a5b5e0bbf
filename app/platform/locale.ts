/** What Intl means by a code alone is not what the site is written in: its Portuguese would be that of Brazil. */
const LOCALES = new Map([['pt', 'pt-PT']])

/** The locale whose dates, numbers and names of countries a language (its code) is shown with. */
export function localeOf(language: string): string {
  return LOCALES.get(language) ?? language
}
