import type { Namespace, TFunction } from 'i18next'
import { createContext, useContext } from 'react'
import type { Translator } from './i18n.ts'

/** The translator of the document. */
export const I18nContext = createContext<Translator | undefined>(undefined)

interface Translation<Ns extends Namespace> {
  t: TFunction<Ns>
  i18n: Translator
}

const translations = new WeakMap<Translator, Map<string, Translation<Namespace>>>()

/**
 * The same as react-i18next's hook of this name, for a translator that never changes. It neither waits for labels nor
 * listens for others, so it costs next to nothing in bytes and in rendering.
 */
export function useTranslation<const Ns extends Namespace = 'common'>(namespaces?: Ns): Translation<Ns> {
  const translator = useContext(I18nContext)
  if (!translator) throw new Error('useTranslation must be used inside an I18nContext')
  const known = translations.get(translator) ?? new Map<string, Translation<Namespace>>()
  translations.set(translator, known)
  const key = String(namespaces)
  const translation = known.get(key) ?? {
    t: translator.getFixedT(namespaces as string | readonly string[] | undefined) as TFunction<Namespace>,
    i18n: translator,
  }
  known.set(key, translation)
  return translation as unknown as Translation<Ns>
}
