import { z } from 'zod'
import { isClean } from '#app/platform/text/storable.ts'
import { MOST_KEY_CHARACTERS, MOST_TEXT_CHARACTERS } from './editor-schema.ts'
import { isUsableKey, sortedKeys } from './rules.ts'

/** A text with its address in the file. */
export interface FileEntry {
  language: string
  namespace: string
  key: string
  value: string
}

/** What a file holds that was not taken. */
export interface ImportWarnings {
  languages: string[]
  namespaces: string[]
  /** Keys that no page could look up, each once: names that every JavaScript object has of its own. */
  keys: string[]
  /** How many values are no texts, or texts without anything in them, longer than a text can be, or with control characters. */
  noTexts: number
  /** The addresses of the first of them. */
  examples: string[]
}

export type ReadFile =
  | { kind: 'read'; entries: FileEntry[]; warnings: ImportWarnings }
  | { kind: 'invalid-format' }

const fileSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))

const EXAMPLES = 20

/**
 * Reads a file of translations: language code, namespace, key, text. Codes and namespaces that the site does not know
 * are left out and named; so are keys that cannot be, and values that are no texts. Other keys are taken as they stand.
 */
export function readTranslationsFile(
  text: string,
  known: { languages: ReadonlySet<string>; namespaces: ReadonlySet<string> },
): ReadFile {
  const content = parseObject(text)
  if (!content) return { kind: 'invalid-format' }
  const warnings: ImportWarnings = { languages: [], namespaces: [], keys: [], noTexts: 0, examples: [] }
  const entries: FileEntry[] = []
  const unknownNamespaces = new Set<string>()
  const unusableKeys = new Set<string>()
  for (const [language, namespaces] of Object.entries(content)) {
    if (!known.languages.has(language)) {
      warnings.languages.push(language)
      continue
    }
    for (const [namespace, texts] of Object.entries(namespaces)) {
      if (!known.namespaces.has(namespace)) {
        unknownNamespaces.add(namespace)
        continue
      }
      for (const [key, value] of Object.entries(texts)) {
        if (!isUsableKey(key)) {
          unusableKeys.add(key)
          continue
        }
        if (isText(value, MOST_TEXT_CHARACTERS) && isText(key, MOST_KEY_CHARACTERS)) {
          entries.push({ language, namespace, key, value: withoutDoubledSign(namespace, key, value) })
          continue
        }
        warnings.noTexts += 1
        if (warnings.examples.length < EXAMPLES) warnings.examples.push(`${language} › ${namespace} › ${key}`)
      }
    }
  }
  warnings.namespaces = [...unknownNamespaces]
  warnings.keys = [...unusableKeys]
  return { kind: 'read', entries, warnings }
}

type FileContent = Record<string, Record<string, Record<string, unknown>>>

/** Zod only judges: its copies would lose a key that is called `__proto__`. */
function parseObject(text: string): FileContent | null {
  try {
    const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return fileSchema.safeParse(content).success ? (content as FileContent) : null
  } catch {
    return null
  }
}

/** Of matches: their variables are percentages, which have brought their own sign since migration 0032. */
const WITH_PERCENTAGES: ReadonlySet<string> = new Set([
  'chance.note',
  'chance.note-sure',
  'sure-bet.return',
  'sure-bet.explained',
  'sure-bet.held-back',
])
const SIGNED_PERCENTAGE = /[%\u066a]?(\{\{\s*(?:percent|sum)\s*\}\})(?:\s*[%\u066a](?!\d))?/g

/** The text of a file from before, too, without the sign around its percentages. */
function withoutDoubledSign(namespace: string, key: string, text: string): string {
  if (namespace !== 'matches' || !WITH_PERCENTAGES.has(key)) return text
  return text.replace(SIGNED_PERCENTAGE, '$1')
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= most && isClean(value)
}

/** The file that `readTranslationsFile` reads: every language and namespace, also empty ones; keys sorted. */
export function writeTranslationsFile(
  languages: readonly string[],
  namespaces: readonly string[],
  entries: readonly FileEntry[],
): string {
  const byLanguage = Map.groupBy(entries, ({ language }) => language)
  const content = languages.map((language) => {
    const byNamespace = Map.groupBy(byLanguage.get(language) ?? [], ({ namespace }) => namespace)
    return [language, namespaces.map((name) => [name, textsOf(byNamespace.get(name) ?? [])])] as const
  })
  return `${JSON.stringify(
    Object.fromEntries(content.map(([language, texts]) => [language, Object.fromEntries(texts)])),
    null,
    2,
  )}\n`
}

function textsOf(entries: readonly FileEntry[]): Record<string, string> {
  const values = new Map(entries.map(({ key, value }) => [key, value]))
  return Object.fromEntries(sortedKeys(values.keys()).map((key) => [key, values.get(key) ?? '']))
}
