import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

type Labels = Record<string, string>

const root = import.meta.dirname
const languages = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
const translated = languages.filter((language) => language !== 'en')
const namespaces = readdirSync(path.join(root, 'en')).map((file) => file.replace('.json', ''))

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Namespaces whose keys are data (a sport's slug, a country's code), looked up by what the database holds. */
const LOOKED_UP = new Set(['sports', 'countries'])

/** The same word in both languages, or a name. */
const SAME_AS_ENGLISH: Record<string, readonly string[]> = {
  it: ['Home', 'Bookmaker', 'Payout', 'LIVE', 'Sport', 'No'],
  es: ['Payout', 'Popular', 'No'],
  de: ['LIVE', 'Overround', 'England', 'Wales', 'International'],
  fr: ['Sport', 'Sports', 'Promotions', 'Bookmaker', 'Match', 'International'],
  pt: ['Payout', 'E-mail', 'Popular'],
  tr: [],
  ar: [],
}

function read(language: string, namespace: string): Labels {
  return JSON.parse(readFileSync(path.join(root, language, `${namespace}.json`), 'utf8')) as Labels
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{?\w+\}?\}/g)].map(([found]) => found).sort()
}

function baseKeys(labels: Labels): string[] {
  return [...new Set(Object.keys(labels).map((key) => key.replace(PLURAL, '')))].sort()
}

function pluralForms(labels: Labels, base: string): string[] {
  return Object.keys(labels)
    .filter((key) => PLURAL.test(key) && key.replace(PLURAL, '') === base)
    .map((key) => key.slice(base.length + 1))
    .sort()
}

describe.each(namespaces)('namespace %s', (namespace) => {
  const english = read('en', namespace)

  it.each(translated)('has the keys of English in %s', (language) => {
    expect(baseKeys(read(language, namespace))).toEqual(baseKeys(english))
  })

  it.each(languages)('has every plural form of %s', (language) => {
    const labels = read(language, namespace)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    for (const base of baseKeys(labels)) {
      const present = pluralForms(labels, base)
      if (present.length > 0) expect(present, base).toEqual(forms)
    }
  })

  it.each(translated)('keeps the placeholders in %s', (language) => {
    for (const [key, text] of Object.entries(read(language, namespace))) {
      const source = english[key] ?? english[key.replace(PLURAL, '_other')] ?? ''
      expect(placeholders(text), key).toEqual(placeholders(source))
    }
  })

  it.each(languages)('leaves nothing empty in %s', (language) => {
    for (const [key, text] of Object.entries(read(language, namespace))) {
      expect(text, key).toBe(text.trim())
      expect(text, key).not.toBe('')
    }
  })

  it.skipIf(namespace === 'sports').each(translated)('leaves no English in %s', (language) => {
    const labels = read(language, namespace)
    const left = Object.entries(labels).filter(([key, text]) => {
      const words = text.replace(/\{\{?\w+\}?\}/g, '').match(/\p{L}{2,}/gu)
      return words && text === english[key] && !SAME_AS_ENGLISH[language]?.includes(text)
    })
    expect(left).toEqual([])
  })
})

describe('the sources', () => {
  const sources = readdirSync(path.join(root, '../app'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

  it.each(namespaces.filter((name) => !LOOKED_UP.has(name)))('use every label of %s', (namespace) => {
    const unused = baseKeys(read('en', namespace)).filter((key) => !isUsed(key))
    expect(unused).toEqual([])
  })

  /** Literally, or as the end of a template such as `outcome.${outcome}`. */
  function isUsed(key: string): boolean {
    if (sources.includes(`'${key}'`)) return true
    const prefix = key.slice(0, key.search(/[.-][^.]*$/) + 1)
    return prefix.length > 1 && sources.includes(`\`${prefix}\${`)
  }
})
