import type { i18n as I18next, TFunction } from 'i18next'
import { priceLanguageOf } from '../numbers.ts'

/** Labels by namespace and key. */
export type Labels = Record<string, Record<string, string>>

/** The namespaces of public pages. The layouts of the back office and of the account screens add their own. */
export const PUBLIC_NAMESPACES = [
  'betting',
  'common',
  'errors',
  'leagues',
  'matches',
  'promotions',
  'search',
  'statistics',
] as const

/** The labels of some namespaces; an unknown namespace is empty. */
export function pickNamespaces(labels: Labels, namespaces: readonly string[]): Labels {
  return Object.fromEntries(namespaces.map((name) => [name, labels[name] ?? {}]))
}

/** The translator of documents in one language: the part of i18next's that the site uses. It is immutable. */
export interface Translator extends Pick<I18next, 'language'> {
  /** Which decimal mark prices have (numbers.ts), and the code of a language that has it. */
  priceMark: string
  priceLanguage: string
  t: TFunction
  /** A function that looks up keys in these namespaces first. */
  getFixedT(namespaces: string | readonly string[] | undefined): TFunction
}

const DEFAULT_NAMESPACE = 'common'

const translators = new WeakMap<Labels, Translator>()

/** The translator of these labels; equal label objects share one. */
export function createI18n(language: string, labels: Labels, priceMark = 'language'): Translator {
  const known = translators.get(labels)
  if (known?.language === language && known.priceMark === priceMark) return known
  const created = buildTranslator(language, labels, priceMark)
  translators.set(labels, created)
  return created
}

interface Options extends Record<string, unknown> {
  ns?: string
  count?: number
  defaultValue?: string
}

/**
 * Reads i18next's JSON format v4: flat keys, `{{value}}`, and `_one`, `_few`, `_other` … by the language's plural
 * rules. The library itself would be a tenth of a visitor's scripts; the tests compare with it
 * (docs/decisions/0011-a-small-translator-in-the-browser.md).
 */
function buildTranslator(language: string, labels: Labels, priceMark: string): Translator {
  const plurals = new Intl.PluralRules(language)
  const find = (namespaces: readonly string[], keys: readonly string[]): string | undefined => {
    for (const namespace of namespaces) {
      for (const key of keys) {
        const texts = labels[namespace]
        if (texts && Object.hasOwn(texts, key)) return texts[key]
      }
    }
    return undefined
  }
  const fixed =
    (namespaces: readonly string[]) =>
    (key: string, options: Options = {}) => {
      const { ns, count, defaultValue } = options
      const keys = count === undefined ? [key] : [`${key}_${plurals.select(count)}`, key]
      const text = find(ns === undefined ? namespaces : [ns], keys) ?? defaultValue ?? key
      return text.replace(/\{\{\s*(.+?)\s*\}\}/g, (placeholder, name: string) =>
        Object.hasOwn(options, name) ? String(options[name] ?? '') : placeholder,
      )
    }
  const getFixedT: Translator['getFixedT'] = (namespaces = DEFAULT_NAMESPACE) =>
    fixed(typeof namespaces === 'string' ? [namespaces] : namespaces) as unknown as TFunction
  const priceLanguage = priceLanguageOf(priceMark, language)
  return { language, priceMark, priceLanguage, t: getFixedT(Object.keys(labels)), getFixedT }
}
