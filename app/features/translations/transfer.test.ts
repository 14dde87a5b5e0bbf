import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isClean } from '#app/platform/text/storable.ts'
import { type FileEntry, readTranslationsFile, writeTranslationsFile } from './transfer.ts'

const languages = ['en', 'it', 'ar']
const namespaces = ['common', 'matches', 'sports']
const known = { languages: new Set(languages), namespaces: new Set(namespaces) }
const read = (content: unknown) => readTranslationsFile(JSON.stringify(content), known)

const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('__proto', 'constructors', '<script>', '{{count}}'))
  .filter((it) => it.trim() !== '' && isClean(it))
const key = text.filter((it) => !(it in Object.prototype))
const entry: fc.Arbitrary<FileEntry> = fc.record({
  language: fc.constantFrom(...languages),
  namespace: fc.constantFrom(...namespaces),
  key,
  value: text,
})
const address = ({ language, namespace, key }: FileEntry) => JSON.stringify([language, namespace, key])

describe('a file of translations', () => {
  it('restores exactly what was written into it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: address }), (entries) => {
        const outcome = readTranslationsFile(writeTranslationsFile(languages, namespaces, entries), known)
        if (outcome.kind !== 'read') throw new Error(outcome.kind)
        const sorted = (list: FileEntry[]) => list.toSorted((a, b) => (address(a) < address(b) ? -1 : 1))
        expect(sorted(outcome.entries)).toEqual(sorted(entries))
        expect(outcome.warnings).toEqual({
          languages: [],
          namespaces: [],
          keys: [],
          noTexts: 0,
          examples: [],
        })
      }),
    )
  })

  it('is the same file for the same texts in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: address }), (entries) => {
        expect(writeTranslationsFile(languages, namespaces, entries.toReversed())).toBe(
          writeTranslationsFile(languages, namespaces, entries),
        )
      }),
    )
  })

  it('holds every language and namespace', () => {
    expect(JSON.parse(writeTranslationsFile(['en'], ['common', 'auth'], []))).toEqual({
      en: { common: {}, auth: {} },
    })
  })

  it('is either read or refused, for any content', () => {
    fc.assert(
      fc.property(fc.json(), (content) => {
        const outcome = readTranslationsFile(content, known)
        expect(['read', 'invalid-format']).toContain(outcome.kind)
      }),
    )
  })

  it.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"en"'],
    ['a language that is a text', '{"en":"common"}'],
    ['a namespace that is a list', '{"en":{"common":["a"]}}'],
  ])('is refused when it is %s', (_, content) => {
    expect(readTranslationsFile(content, known)).toEqual({ kind: 'invalid-format' })
  })

  it('leaves out unknown languages and namespaces and names each once', () => {
    const texts = { home: 'Heim' }
    expect(read({ xx: { common: texts }, en: { foo: texts, common: texts }, it: { foo: texts } })).toEqual({
      kind: 'read',
      entries: [{ language: 'en', namespace: 'common', key: 'home', value: 'Heim' }],
      warnings: { languages: ['xx'], namespaces: ['foo'], keys: [], noTexts: 0, examples: [] },
    })
  })

  it('leaves out names of inherited properties, and names each once', () => {
    const file = `{"en":{"common":{"__proto__":"a","constructor":"b","home":"Home"},"sports":{"toString":"c","constructor":"d"}}}`
    expect(readTranslationsFile(file, known)).toEqual({
      kind: 'read',
      entries: [{ language: 'en', namespace: 'common', key: 'home', value: 'Home' }],
      warnings: {
        languages: [],
        namespaces: [],
        keys: ['__proto__', 'constructor', 'toString'],
        noTexts: 0,
        examples: [],
      },
    })
  })

  it('leaves out values that are not text, and counts them', () => {
    const outcome = read({
      en: { common: { a: 1, b: null, c: { d: 'deep' }, e: '', f: 'fine', '': 'x', g: '\0', h: '\ud800' } },
    })
    expect(outcome).toMatchObject({ entries: [{ key: 'f', value: 'fine' }], warnings: { noTexts: 7 } })
    expect(outcome).toMatchObject({ warnings: { examples: expect.arrayContaining(['en › common › c']) } })
  })

  it('leaves out texts that an editor cannot save', () => {
    const outcome = read({ en: { common: { a: 'x\u000by', 'b\u001b': 'z', c: 'two\nlines\tand tabs' } } })
    expect(outcome).toMatchObject({
      entries: [{ key: 'c', value: 'two\nlines\tand tabs' }],
      warnings: { noTexts: 2 },
    })
  })

  it('can be from before percentages included their sign', () => {
    const signed = { 'chance.note': 'Up to {{sum}} %: 100 %', 'sure-bet.return': '%{{percent}} %100' }
    const outcome = read({ en: { matches: signed, common: signed } })
    expect(outcome).toMatchObject({
      entries: [
        { namespace: 'matches', value: 'Up to {{sum}}: 100 %' },
        { namespace: 'matches', value: '{{percent}} %100' },
        { namespace: 'common', value: signed['chance.note'] },
        { namespace: 'common', value: signed['sure-bet.return'] },
      ],
    })
  })

  it('can begin with a byte order mark', () => {
    expect(readTranslationsFile('\uFEFF{}', known)).toMatchObject({ kind: 'read', entries: [] })
  })
})
