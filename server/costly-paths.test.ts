import { expect, it } from 'vitest'
import { isSearch, mayHaveInput } from './costly-paths.ts'

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

it.each([
  ['/en/tools', true],
  ['/EN/Tools', true],
  ['/it/tools/lay', true],
  ['/de/coupon', true],
  ['/share/bet/abc.png', true],
  ['/en/toolshed', false],
  ['/en/soccer/tools', false],
  ['/en', false],
])('%s counts as a page of its network’s own input: %s', (path, expected) => {
  expect(mayHaveInput(path)).toBe(expected)
})
