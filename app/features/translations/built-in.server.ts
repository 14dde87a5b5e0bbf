import { FALLBACK_LANGUAGE } from '../languages/rules.ts'
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

/** The labels that ship with the site in a language; undefined for a language that does not. */
export function shippedLabels(language: string): Resources | undefined {
  return byLanguage.get(language)
}

/** The labels that ship with the site; English for a language that does not. */
export function builtInLabels(language: string): Resources {
  return byLanguage.get(language) ?? byLanguage.get(FALLBACK_LANGUAGE) ?? {}
}

/** Namespaces whose keys are what the database holds: a sport's slug, a country's code. */
export const LOOKED_UP: readonly string[] = ['sports', 'countries']

const known = new Map(
  Object.entries(builtInLabels(FALLBACK_LANGUAGE)).map(([namespace, labels]) => [
    namespace,
    new Set(Object.keys(labels).map(baseOf)),
  ]),
)

/** The keys that pages ask for, of whatever namespace, with every form that a plural can have. */
export const ASKED_KEYS: readonly string[] = [
  ...new Set(Object.values(builtInLabels(FALLBACK_LANGUAGE)).flatMap(Object.keys).flatMap(withForms)),
]

/** Whether a page can ask for the text. What no page asks for stays in the database: pages would carry it in vain. */
export function isAskedFor(namespace: string, key: string): boolean {
  return LOOKED_UP.includes(namespace) || (known.get(namespace)?.has(baseOf(key)) ?? false)
}

/** Whether the site ships labels of that language; they are complete then. */
export function isBuiltIn(language: string): boolean {
  return byLanguage.has(language)
}
