import { expect, it } from 'vitest'
import { carryFormat } from './carry-format.ts'

it.each([
  ['/en/soccer', '/en/soccer?odds=malay'],
  ['/en?tab=live#x', '/en?tab=live&amp;odds=malay#x'],
  ['?sort=home', '?sort=home&amp;odds=malay'],
  ['?odds=decimal', '?odds=decimal'],
  ['#content', '#content'],
  ['/go/babc/def.match.en', '/go/babc/def.match.en'],
  ['/en/login', '/en/login'],
  ['/en/new-alert?match=m', '/en/new-alert?match=m&amp;odds=malay'],
  ['/en/alerts', '/en/alerts'],
  ['/admin', '/admin'],
  ['https://example.org/en', 'https://example.org/en'],
])('a link to %s becomes %s on a page in Malay', (from, to) => {
  expect(carryFormat(`<a class="x" href="${from}">x</a>`, 'malay')).toBe(`<a class="x" href="${to}">x</a>`)
})
