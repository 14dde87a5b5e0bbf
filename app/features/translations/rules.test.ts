import { describe, expect, it } from 'vitest'
import {
  baseOf,
  gapOf,
  isNeeded,
  lostPlaceholders,
  overlay,
  placeholdersOf,
  pluralFormsOf,
  withForms,
  withPluralForms,
} from './rules.ts'

describe('withPluralForms', () => {
  it('returns each form of a language', () => {
    const english = { 'best-of_one': 'one', 'best-of_other': 'more', home: 'Home' }
    expect(withPluralForms(english, 'pl')).toEqual({
      ...english,
      'best-of_few': 'more',
      'best-of_many': 'more',
    })
    expect(withPluralForms(english, 'de')).toBe(english)
  })
})

describe('isNeeded', () => {
  const plural = (base: string) => base === 'best-of'
  it.each([
    ['home', 'en', true],
    ['best-of_one', 'en', true],
    ['best-of_few', 'en', false],
    ['best-of_few', 'ar', true],
    ['step_two', 'en', true],
  ])('treats %s in %s as %s', (key, language, needed) => {
    expect(isNeeded(key, pluralFormsOf(language), plural)).toBe(needed)
  })
})

describe('overlay', () => {
  it('prefers later texts, one by one', () => {
    expect(overlay({ common: { a: '1', b: '1' } }, { common: { b: '2' }, auth: { c: '2' } })).toEqual({
      common: { a: '1', b: '2' },
      auth: { c: '2' },
    })
  })
})

describe('lostPlaceholders', () => {
  it.each([
    ['{{count}} of {{total}}', 'von {{ count }}', ['total']],
    ['{{count}}', '{{count}} {{count}}', []],
    ['plain', 'schlicht', []],
    ['{{name}}', '{name}', ['name']],
  ])('of "%s" in "%s" are %j', (model, text, lost) => {
    expect(lostPlaceholders(model, text)).toEqual(lost)
  })
})

describe('gapOf', () => {
  const text = { needed: true, saved: false, shipped: false, savedElsewhere: false }
  it.each([
    [{}, 'missing'],
    [{ savedElsewhere: true }, 'missing'],
    [{ shipped: true }, null],
    [{ shipped: true, savedElsewhere: true }, 'elsewhere'],
    [{ saved: true, savedElsewhere: true }, null],
    [{ needed: false, savedElsewhere: true }, null],
  ])('of %j is %s', (given, gap) => {
    expect(gapOf({ ...text, ...given })).toBe(gap)
  })
})

describe('forms of a key', () => {
  it.each([
    ['best-of_other', 'best-of'],
    ['best-of_others', 'best-of_others'],
    ['other', 'other'],
    ['_one', ''],
  ])('%s is a form of %s', (key, base) => {
    expect(baseOf(key)).toBe(base)
  })

  it('are all six, or the key alone', () => {
    expect(withForms('best-of_one')).toEqual([
      ...['best-of_zero', 'best-of_one', 'best-of_two', 'best-of_few', 'best-of_many', 'best-of_other'],
    ])
    expect(withForms('home')).toEqual(['home'])
  })
})

it('names the variables of a text once, sorted', () => {
  expect(placeholdersOf('{{ b }} {{a.x}} {{b}} {{}} {c} {{ d e }}')).toEqual(['a.x', 'b'])
})
