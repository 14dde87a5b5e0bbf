import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '#app/platform/files/root.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import { type Texts, withPluralForms } from '../translations/rules.ts'
import type { AdminTexts } from './texts.ts'

const FOLDER = path.join(ROOT, 'locales')
const FALLBACK = 'en'

const fileOf = (language: string, namespace: string) => path.join(FOLDER, language, `${namespace}.json`)

/** Whether the site has built-in labels of that namespace in the language. */
export function hasShippedLabels(language: string, namespace: string): boolean {
  return existsSync(fileOf(language, namespace))
}

/**
 * The built-in labels of a namespace in a language, English ones for a language without any: the worker and the command
 * line run without the build that contains the labels of pages.
 */
export function readShippedLabels(language: string, namespace: string): Texts {
  const shipped = hasShippedLabels(language, namespace) ? language : FALLBACK
  return JSON.parse(readFileSync(fileOf(shipped, namespace), 'utf8'))
}

/** The built-in texts of the back office in a language. */
export function shippedTexts(language: string): AdminTexts {
  const admin = withPluralForms(readShippedLabels(language, 'admin'), language)
  const { t } = createI18n(language, { admin })
  return { t: (key, more) => t(key, { ns: 'admin', ...more }), language }
}
