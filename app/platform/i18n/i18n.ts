import { createInstance, type i18n } from 'i18next'

/** Labels by namespace and key. */
export type Labels = Record<string, Record<string, string>>

/** What every public page shows; the back office and the account screens bring their own with their layouts. */
export const PUBLIC_NAMESPACES = ['common', 'errors', 'leagues', 'matches', 'promotions', 'search'] as const

/** The labels of some namespaces; one that does not exist is empty. */
export function pickNamespaces(labels: Labels, namespaces: readonly string[]): Labels {
  return Object.fromEntries(namespaces.map((name) => [name, labels[name] ?? {}]))
}

const translators = new WeakMap<Labels, i18n>()

/** A translator of documents in one language with these labels; it is never changed, so the same labels share one. */
export function createI18n(language: string, labels: Labels): i18n {
  const known = translators.get(labels)
  if (known?.language === language) return known
  const created = buildI18n(language, labels)
  translators.set(labels, created)
  return created
}

function buildI18n(language: string, labels: Labels): i18n {
  const instance = createInstance()
  instance.init({
    lng: language,
    ns: Object.keys(labels),
    defaultNS: 'common',
    resources: { [language]: labels },
    keySeparator: false,
    nsSeparator: false,
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  return instance
}
