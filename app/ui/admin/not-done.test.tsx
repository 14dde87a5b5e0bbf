import { expect, it } from 'vitest'
import { shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { NotDone } from './save-bar.tsx'

it.each([
  ['forbidden', 'role'],
  ['signed-out', 'Sign in'],
  ['failed', 'Failed'],
  ['refused', 'Failed'],
  ['created', ''],
])('a request that ended with %s says %j', async (kind, text) => {
  const shown = shownText(await renderOffice(<NotDone outcome={{ kind }} />))
  expect(shown).toMatch(text === '' ? /^\s*$/ : new RegExp(text, 'i'))
})
