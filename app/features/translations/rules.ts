/** Key, then text. */
export type Texts = Record<string, string>
/** Namespace, then key, then text. */
export type Resources = Record<string, Texts>

/**
 * Whether a key can stand in an object: not where every object has something of that name by birth, as `constructor` or
 * `__proto__`, which would be read in place of a text, or lost on the way to the browser.
 */
export function isUsableKey(key: string): boolean {
  return !(key in Object.prototype)
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

/** `best-of_other` is a form of `best-of`; what is no plural form is its own base. */
export function baseOf(key: string): string {
  return key.replace(PLURAL_FORM, '')
}

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other']

/** A key, and of a plural form all the others. */
export function withForms(key: string): string[] {
  const base = baseOf(key)
  return base === key ? [key] : FORMS.map((form) => `${base}_${form}`)
}

/** The plural forms of a language: `one` and `other` in English, six in Arabic. */
export function pluralFormsOf(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}

/**
 * Whether a language needs a text: any but the plural forms that it does not have.
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

/** The texts with every plural form that the language has; one that nobody wrote reads as `other` does. */
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

/** One resource over the other, text by text; later ones win. */
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

/** The variables of `model` that `text` has lost. */
export function lostPlaceholders(model: string, text: string): string[] {
  const kept = placeholdersOf(text)
  return placeholdersOf(model).filter((name) => !kept.includes(name))
}

/**
 * What a language lacks of a text: `missing` where neither an operator nor the site has written it, `elsewhere` where an
 * operator has written it for other languages only, so that the built-in label stands beside a text of his own.
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

/** Gaps by namespace, summed: those of texts that visitors read, and those of the back office. */
export function countGaps(counts: Record<string, number>): { labels: number; backOffice: number } {
  const { admin: backOffice = 0, ...others } = counts
  return { labels: Object.values(others).reduce((sum, count) => sum + count, 0), backOffice }
}

/** In the order in which code sorts them, whatever the language: the same file on every machine. */
export function sortedKeys(keys: Iterable<string>): string[] {
  return [...new Set(keys)].sort()
}
