import { expect, it } from 'vitest'
import { isSearch } from './costly-paths.ts'

it.each([
  ['/resources/search', true],
  ['/it/search', true],
  ['/IT/Search', true],
  ['/de/new-bet', true],
  ['/resources/search.data', true],
  ['/resources/search/_.data', true],
  ['/de/new-bet/_.data', true],
  ['/en/searches', false],
  ['/en/soccer/search', false],
])('%s counts as a search of its network: %s', (path, expected) => {
  expect(isSearch(path)).toBe(expected)
})
