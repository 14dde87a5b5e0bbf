import { FALLBACK_LANGUAGE } from '../languages/rules.ts'

/** Namespace, then key, then text. */
export type Resources = Record<string, Record<string, string>>

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

/** The labels that ship with the site; English for a language that does not. */
export function builtInLabels(language: string): Resources {
  return byLanguage.get(language) ?? byLanguage.get(FALLBACK_LANGUAGE) ?? {}
}
