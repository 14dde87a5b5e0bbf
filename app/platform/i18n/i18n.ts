import { createInstance, type i18n } from 'i18next'

/** Labels by namespace and key. */
export type Labels = Record<string, Record<string, string>>

/** What every public page shows; the back office and the account screens bring their own with their layouts. */
export const PUBLIC_NAMESPACES = ['common', 'errors', 'leagues', 'matches', 'promotions', 'search'] as const

/** The labels of some namespaces; one that does not exist is empty. */
export function pickNamespaces(labels: Labels, namespaces: readonly string[]): Labels {
  return Object.fromEntries(namespaces.map((name) => [name, labels[name] ?? {}]))
}

/** A translator of one document. There is no shared one: two requests in different languages never meet. */
export function createI18n(language: string, labels: Labels): i18n {
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
