import { expect, it } from 'vitest'
import { costOf } from './costly-paths.ts'

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
  expect(costOf(path, false) === 'search').toBe(expected)
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
  expect(costOf(path, true) === 'search').toBe(expected)
  expect(costOf(path, false)).toBeUndefined()
})

it.each([
  ['/feeds/en/soccer/italy/serie-a.ics', 'file'],
  ['/Feeds/it/promotions.xml', 'file'],
  ['/resources/closing-odds/5f0c3f3e-3a0e-4c8a-9a53-6f3b1c9d2e10', 'file'],
  ['/widgets/best', 'widget'],
  ['/widgets/embed.js', undefined],
  ['/en/widgets', undefined],
  ['/en/feeds/x', undefined],
])('%s counts as a file or a widget of its network: %s', (path, expected) => {
  expect(costOf(path, true)).toBe(expected)
})
