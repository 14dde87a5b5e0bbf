import fc from 'fast-check'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { createI18n, type Labels } from './i18n.ts'

const files = import.meta.glob<Record<string, string>>('/locales/*/*.json', {
  eager: true,
  import: 'default',
})

/** All built-in labels, by language. */
const shipped = new Map<string, Labels>()
for (const [path, labels] of Object.entries(files)) {
  const [, , language = '', file = ''] = path.split('/')
  shipped.set(language, { ...shipped.get(language), [file.replace('.json', '')]: labels })
}

/** i18next, whose format this is, as the reference. */
function library(language: string, labels: Labels) {
  const instance = createInstance()
  instance.init({
    lng: language,
    ns: Object.keys(labels),
    defaultNS: 'common',
    resources: { [language]: labels },
    keySeparator: false,
    nsSeparator: false,
    fallbackLng: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return instance
}

type Translate = (key: string, options?: Record<string, unknown>) => string

const VALUES = {
  name: 'Inter',
  count: 3,
  value: '<b>',
  site: '$&',
  percent: 0,
  message: '{{name}}',
  when: null,
}

describe.each([...shipped])('a text of i18next in %s', (language, labels) => {
  const oracle = library(language, labels)
  const own = createI18n(language, labels)
  const oracleFor = (namespace: string) =>
    oracle.getFixedT(null, namespace as 'common') as unknown as Translate

  it.each(Object.keys(labels))('is the same with the own translator: %s', (namespace) => {
    const expected = oracleFor(namespace)
    const actual = own.getFixedT(namespace) as unknown as Translate
    for (const key of Object.keys(labels[namespace] ?? {})) {
      const { count: _, ...values } = VALUES
      expect(actual(key, values), key).toBe(expected(key, values))
    }
  })

  it('has the plural form of any number', () => {
    const plural = Object.entries(labels).flatMap(([namespace, texts]) =>
      Object.keys(texts).flatMap((key) =>
        key.endsWith('_other') ? [[namespace, key.slice(0, -6)] as const] : [],
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom(...plural), fc.nat(2_000_000), ([namespace, key], count) => {
        const expected = oracleFor(namespace)(key, { count })
        expect((own.getFixedT(namespace) as unknown as Translate)(key, { count })).toBe(expected)
      }),
    )
  })
})

it('searches several namespaces in order, and falls back to the default text or the key', () => {
  const t = createI18n('en', { common: { a: 'A' }, errors: { a: 'no', b: 'B {{x}}' } }).getFixedT([
    'common',
    'errors',
  ]) as unknown as Translate
  expect([t('a'), t('b', { x: 1 }), t('a', { ns: 'errors' }), t('c'), t('c', { defaultValue: 'C' })]).toEqual(
    ['A', 'B 1', 'no', 'c', 'C'],
  )
})

it('searches the namespace common by default', () => {
  const i18n = createI18n('en', { errors: { a: 'no' }, common: { a: 'A' }, admin: { b: 'B' } })
  const t = i18n.getFixedT(undefined) as unknown as Translate
  expect([t('a'), t('b')]).toEqual(['A', 'b'])
})

describe('names of inherited properties', () => {
  const t = createI18n('en', { sports: { text: '{{constructor}} {{toString}}' } }).getFixedT(
    'sports',
  ) as unknown as Translate

  it.each(Object.getOwnPropertyNames(Object.prototype))('are keys and variables like any: %s', (name) => {
    expect(t(name, { defaultValue: 'Constructor' })).toBe('Constructor')
    expect(t('text', { count: 1 })).toBe('{{constructor}} {{toString}}')
  })
})
