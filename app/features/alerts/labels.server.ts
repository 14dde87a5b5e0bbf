import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '#app/platform/files/root.ts'
import { createI18n } from '#app/platform/i18n/i18n.ts'
import type { AdminTexts } from './texts.ts'

const FOLDER = path.join(ROOT, 'locales')
const FALLBACK = 'en'

/**
 * The built-in labels of a namespace in a language: the worker and the command line run without the build that contains
 * the labels of pages.
 */
export function readShippedLabels(language: string, namespace: string): Record<string, string> {
  const own = path.join(FOLDER, language, `${namespace}.json`)
  const file = existsSync(own) ? own : path.join(FOLDER, FALLBACK, `${namespace}.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The built-in texts of the back office in a language. */
export function shippedTexts(language: string): AdminTexts {
  const { t } = createI18n(language, { admin: readShippedLabels(language, 'admin') })
  return { t: (key, more) => t(key, { ns: 'admin', ...more }), language }
}
