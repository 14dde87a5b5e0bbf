import type { i18n, Namespace, TFunction } from 'i18next'
import { createContext, useContext } from 'react'

/** The translator of the document. */
export const I18nContext = createContext<i18n | undefined>(undefined)

interface Translation<Ns extends Namespace> {
  t: TFunction<Ns>
  i18n: i18n
}

const translations = new WeakMap<i18n, Map<string, Translation<Namespace>>>()

/**
 * What react-i18next's hook of this name gives, for a translator that never changes while it is shown: without waiting
 * for labels and listening for others, it costs nothing to speak of in bytes and in rendering.
 */
export function useTranslation<const Ns extends Namespace = 'common'>(namespaces?: Ns): Translation<Ns> {
  const translator = useContext(I18nContext)
  if (!translator) throw new Error('useTranslation needs an I18nContext around it')
  const known = translations.get(translator) ?? new Map<string, Translation<Namespace>>()
  translations.set(translator, known)
  const key = String(namespaces)
  const translation = known.get(key) ?? {
    t: translator.getFixedT(null, namespaces ?? null) as TFunction<Namespace>,
    i18n: translator,
  }
  known.set(key, translation)
  return translation as unknown as Translation<Ns>
}
