import { z } from 'zod'
import { isClean } from '#app/platform/text/storable.ts'
import { MAX_KEY_CHARACTERS, MAX_TEXT_CHARACTERS } from './editor-schema.ts'
import { isUsableKey, sortedKeys } from './rules.ts'

/** A text with its position in the file. */
export interface FileEntry {
  language: string
  namespace: string
  key: string
  value: string
}

/** The parts of a file that were not imported. */
export interface ImportWarnings {
  languages: string[]
  namespaces: string[]
  /** Keys that no page can look up, each once: names that every JavaScript object inherits. */
  keys: string[]
  /** The number of values that are not texts, or are empty, too long, or contain control characters. */
  noTexts: number
  /** The positions of the first of them. */
  examples: string[]
}

export type ReadFile =
  | { kind: 'read'; entries: FileEntry[]; warnings: ImportWarnings }
  | { kind: 'invalid-format' }

const fileSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown())))

const EXAMPLES = 20

/**
 * Reads a file of translations: language code, namespace, key, text. Unknown codes and namespaces are skipped and
 * reported, and so are invalid keys and values that are not texts. Other keys are imported unchanged.
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
        if (isText(value, MAX_TEXT_CHARACTERS) && isText(key, MAX_KEY_CHARACTERS)) {
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

/** Zod only validates: its copy would lose a key called `__proto__`. */
function parseObject(text: string): FileContent | null {
  try {
    const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return fileSchema.safeParse(content).success ? (content as FileContent) : null
  } catch {
    return null
  }
}

/** Match namespaces: their variables are percentages, which include their own sign since migration 0032. */
const WITH_PERCENTAGES: ReadonlySet<string> = new Set([
  'chance.note',
  'chance.note-sure',
  'sure-bet.return',
  'sure-bet.explained',
  'sure-bet.held-back',
])
const SIGNED_PERCENTAGE = /[%\u066a]?(\{\{\s*(?:percent|sum)\s*\}\})(?:\s*[%\u066a](?!\d))?/g

/** Also accepts a text of an older file: removes the sign around its percentages. */
function withoutDoubledSign(namespace: string, key: string, text: string): string {
  if (namespace !== 'matches' || !WITH_PERCENTAGES.has(key)) return text
  return text.replace(SIGNED_PERCENTAGE, '$1')
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= most && isClean(value)
}

/** Writes a file for `readTranslationsFile`: every language and namespace, also empty ones, with sorted keys. */
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
