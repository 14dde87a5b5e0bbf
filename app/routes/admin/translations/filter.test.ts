import { describe, expect, it } from 'vitest'
import type { Grid, GridLanguage } from '#app/features/translations/editor-schema.ts'
import { cellsOf, EVERYTHING, filterSearch, readFilter, shownKeys } from './filter.ts'

const language = (code: string, isDefault = false): GridLanguage => ({
  id: `id-${code}`,
  code,
  name: code,
  nativeName: code,
  isDefault,
  isActive: true,
  rtl: false,
  forms: ['one', 'other'],
})
const LANGUAGES = [language('en', true), language('it')]
const GRID: Grid = {
  namespace: 'common',
  keys: ['close', 'home', 'padel', 'Squash'],
  saved: { 'id-it': { padel: 'Pàdel', home: 'Pagina mia' } },
  shipped: { en: { close: 'Shut', home: 'Home' }, it: { close: 'Chiudi', home: 'Home' } },
}
const search = (query: string) =>
  shownKeys(GRID, LANGUAGES, cellsOf(GRID, LANGUAGES), { ...EVERYTHING, query })

it.each([
  ['', EVERYTHING],
  ['?search=a+%26+b&show=missing&language=it', { query: 'a & b', show: 'missing', language: 'id-it' }],
] as const)('the filter of the address %j is read and written', (address, filter) => {
  expect(readFilter(new URLSearchParams(address), LANGUAGES)).toEqual(filter)
  expect(filterSearch(filter, LANGUAGES)).toBe(address)
})

describe('the search of the grid', () => {
  it.each([
    ['a part of a key', 'ADE', ['padel']],
    ['a saved text in any language', ' pagina ', ['home']],
    ['a key with capital letters', 'squa', ['Squash']],
    ['a text that ships with the site', 'chiudi', ['close']],
    ['a text of the default language', 'SHUT', ['close']],
    ['nothing', '', ['close', 'home', 'padel', 'Squash']],
    ['what nowhere stands', 'zzz', []],
  ])('finds %s', (_, query, keys) => {
    expect(search(query)).toEqual(keys)
  })
})
