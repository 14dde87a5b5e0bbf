/** Key, then text. */
export type Texts = Record<string, string>
/** Namespace, then key, then text. */
export type Resources = Record<string, Texts>

/**
 * Whether a key can be a property of an object. Keys that every object inherits, as `constructor` or `__proto__`, would
 * be read in place of a text, or lost on the way to the browser.
 */
export function isUsableKey(key: string): boolean {
  return !(key in Object.prototype)
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

/** `best-of_other` is a form of `best-of`; a key without a plural suffix is its own base. */
export function baseOf(key: string): string {
  return key.replace(PLURAL_FORM, '')
}

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other']

/** A key, and for a plural form all forms. */
export function withForms(key: string): string[] {
  const base = baseOf(key)
  return base === key ? [key] : FORMS.map((form) => `${base}_${form}`)
}

/** The plural forms of a language: `one` and `other` in English, six in Arabic. */
export function pluralFormsOf(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}

/**
 * Whether a language needs a text: always, except for plural forms that the language does not have.
 * @param isPlural whether a base has plural forms
 */
export function isNeeded(
  key: string,
  forms: readonly string[],
  isPlural: (base: string) => boolean,
): boolean {
  const form = PLURAL_FORM.exec(key)?.[1]
  return form === undefined || forms.includes(form) || !isPlural(baseOf(key))
}

/** The texts with every plural form of the language; a missing form uses the text of `other`. */
export function withPluralForms(texts: Texts, language: string): Texts {
  const filled: [string, string][] = []
  for (const [key, text] of Object.entries(texts)) {
    if (!key.endsWith('_other')) continue
    for (const form of pluralFormsOf(language)) {
      const other = `${baseOf(key)}_${form}`
      if (!Object.hasOwn(texts, other)) filled.push([other, text])
    }
  }
  return filled.length === 0 ? texts : { ...texts, ...Object.fromEntries(filled) }
}

/** Merges resources text by text; later ones win. */
export function overlay(...layers: readonly Resources[]): Resources {
  const namespaces = new Set(layers.flatMap((layer) => Object.keys(layer)))
  return Object.fromEntries(
    [...namespaces].map((name) => [name, Object.assign({}, ...layers.map((layer) => layer[name]))]),
  )
}

/** The variables of a text, `{{name}}`, each once, sorted. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g), (match) => match[1] ?? ''))].sort()
}

/** The variables of `model` that are missing in `text`. */
export function lostPlaceholders(model: string, text: string): string[] {
  const kept = placeholdersOf(text)
  return placeholdersOf(model).filter((name) => !kept.includes(name))
}

/**
 * Why a text counts as missing in a language: `missing` if there is neither a saved nor a built-in text, `elsewhere` if
 * an operator has saved the text for other languages only, so this language shows the built-in label next to them.
 */
export type Gap = 'missing' | 'elsewhere'

export function gapOf(text: {
  needed: boolean
  saved: boolean
  shipped: boolean
  savedElsewhere: boolean
}): Gap | null {
  if (!text.needed || text.saved) return null
  if (!text.shipped) return 'missing'
  return text.savedElsewhere ? 'elsewhere' : null
}

/** Missing texts by namespace, summed: those of public pages, and those of the back office. */
export function countGaps(counts: Record<string, number>): { labels: number; backOffice: number } {
  const { admin: backOffice = 0, ...others } = counts
  return { labels: Object.values(others).reduce((sum, count) => sum + count, 0), backOffice }
}

/** In code unit order, independent of the locale, so every machine writes the same file. */
export function sortedKeys(keys: Iterable<string>): string[] {
  return [...new Set(keys)].sort()
}
