import { expect, it } from 'vitest'
import { filterRows, type ListFilter } from './use-filter.ts'

const ROWS = [
  { name: 'Zürich', display_name: null, is_active: true },
  { name: 'Beta', display_name: 'The second', is_active: true },
  { name: 'Gamma', display_name: '', is_active: false },
]
const found = (filter: Partial<ListFilter>) =>
  filterRows(ROWS, { search: '', status: '', order: 'position', ...filter }).map(({ name }) => name)

it('a list of the back office is found by name without case and accents, by status, and in the order of a choice', () => {
  expect(found({})).toEqual(['Zürich', 'Beta', 'Gamma'])
  expect(found({ search: 'ZUR' })).toEqual(['Zürich'])
  expect(found({ search: 'second' })).toEqual(['Beta'])
  expect(found({ search: 'nothing' })).toEqual([])
  expect(found({ status: 'active' })).toEqual(['Zürich', 'Beta'])
  expect(found({ status: 'hidden', search: 'a' })).toEqual(['Gamma'])
  expect(found({ order: 'name' })).toEqual(['Beta', 'Gamma', 'Zürich'])
})
