import { FALLBACK_LANGUAGE } from '../languages/choose-language.ts'
import type { Language } from '../languages/schema.ts'

/** The absolute URL of a page in a language. @param path the part after the language, '' for the home page */
export function pageAddress(origin: string, language: string, path: string): string {
  return `${origin}/${language}${path}`
}

/** A page's URLs in each of its languages, including its own, and the default URL: in the site's default language, or in the first one. */
export function alternateAddresses(
  origin: string,
  languages: readonly Pick<Language, 'code' | 'isDefault'>[],
  path: string,
): { language: string; address: string }[] {
  const standard = (languages.find((it) => it.isDefault) ?? languages[0])?.code ?? FALLBACK_LANGUAGE
  return [
    ...languages.map(({ code }) => ({ language: code, address: pageAddress(origin, code, path) })),
    { language: 'x-default', address: pageAddress(origin, standard, path) },
  ]
}
