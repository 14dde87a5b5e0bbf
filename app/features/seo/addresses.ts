import { FALLBACK_LANGUAGE } from '../languages/choose-language.ts'
import type { Language } from '../languages/schema.ts'

/** The absolute URL of a page in a language. @param path the part after the language, '' for the home page */
export function pageAddress(origin: string, language: string, path: string): string {
  return `${origin}/${language}${path}`
}

/** A page's URLs in every active language, including its own, and the default URL. */
export function alternateAddresses(
  origin: string,
  languages: readonly Pick<Language, 'code' | 'isDefault'>[],
  path: string,
): { language: string; address: string }[] {
  const standard = languages.find((it) => it.isDefault)?.code ?? FALLBACK_LANGUAGE
  return [
    ...languages.map(({ code }) => ({ language: code, address: pageAddress(origin, code, path) })),
    { language: 'x-default', address: pageAddress(origin, standard, path) },
  ]
}
