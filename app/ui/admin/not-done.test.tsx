import { expect, it } from 'vitest'
import { shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { NotDone } from './save-bar.tsx'

it.each([
  ['forbidden', 'role'],
  ['signed-out', 'Sign in'],
  ['failed', 'Failed'],
  ['refused', 'Failed'],
  ['refused problem.malformed', 'Reload the page'],
  ['created', ''],
])('a request that ended with %s says %j', async (outcome, text) => {
  const [kind = '', problem] = outcome.split(' ')
  const shown = shownText(await renderOffice(<NotDone outcome={{ kind, problem }} />))
  expect(shown).toMatch(text === '' ? /^\s*$/ : new RegExp(text, 'i'))
})
