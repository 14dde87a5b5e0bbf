import { FALLBACK_LANGUAGE } from '../languages/choose-language.ts'
import { baseOf, type Resources, withForms } from './rules.ts'

const files = import.meta.glob<Record<string, string>>('/locales/*/*.json', {
  eager: true,
  import: 'default',
})

const byLanguage = new Map<string, Resources>()
for (const [path, labels] of Object.entries(files)) {
  const [, , language = '', file = ''] = path.split('/')
  const resources = byLanguage.get(language) ?? {}
  resources[file.replace('.json', '')] = labels
  byLanguage.set(language, resources)
}

/** The built-in labels of a language; undefined for a language without any. */
export function shippedLabels(language: string): Resources | undefined {
  return byLanguage.get(language)
}

/** The built-in labels of a language; English for a language without any. */
export function builtInLabels(language: string): Resources {
  return byLanguage.get(language) ?? byLanguage.get(FALLBACK_LANGUAGE) ?? {}
}

/** Namespaces with keys from the database: a sport's slug, a country's code. */
export const DATA_NAMESPACES: readonly string[] = ['sports', 'countries']

const known = new Map(
  Object.entries(builtInLabels(FALLBACK_LANGUAGE)).map(([namespace, labels]) => [
    namespace,
    new Set(Object.keys(labels).map(baseOf)),
  ]),
)

/** The keys that pages use, of all namespaces, with every plural form. */
export const USED_KEYS: readonly string[] = [
  ...new Set(Object.values(builtInLabels(FALLBACK_LANGUAGE)).flatMap(Object.keys).flatMap(withForms)),
]

/** Whether a page can use the text. Pages do not include other texts, which stay in the database. */
export function isUsedByPages(namespace: string, key: string): boolean {
  return DATA_NAMESPACES.includes(namespace) || (known.get(namespace)?.has(baseOf(key)) ?? false)
}

/** Whether the site has built-in labels of that language; they are always complete. */
export function isBuiltIn(language: string): boolean {
  return byLanguage.has(language)
}
