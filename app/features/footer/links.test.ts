import { expect, it } from 'vitest'
import { linkChange } from './editor-schema.ts'

it.each([
  ['https://partner.example/terms?lang=en', undefined],
  ['/p/imprint#contact', undefined],
  ['javascript:alert(1)', 'problem.link'],
  ['https://partner.example/?c={click_id}', 'problem.footer-placeholder'],
  ['https://partner.example/?c=%7Bclick_id%7D', 'problem.footer-placeholder'],
])('the link %s of the footer: %s', (url, problem) => {
  expect(linkChange.shape.url.safeParse(url).error?.issues[0]?.message).toBe(problem)
})
