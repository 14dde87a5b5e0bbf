import { FALLBACK_LANGUAGE } from '../languages/rules.ts'
import type { Language } from '../languages/schema.ts'

/** The whole address of a page in a language. @param path what follows the language, '' for the home page */
export function pageAddress(origin: string, language: string, path: string): string {
  return `${origin}/${language}${path}`
}

/** A page's addresses in every active language, itself included, and the one for everybody else. */
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
