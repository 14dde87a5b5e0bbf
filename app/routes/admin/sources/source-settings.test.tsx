import { expect, it, vi } from 'vitest'
import { adminText, drawScreen } from '#tests/support/screen.tsx'
import { screenResults } from '#tests/support/screen-results.ts'
import { SourceSettings } from './source-settings.tsx'

vi.mock('#app/ui/admin/use-request.ts', () => import('#tests/support/screen-results.ts'))

it.each([
  ['before the values were kept', { keptAt: 2, testedAt: 1 }, false],
  ['after the values were kept', { keptAt: 1, testedAt: 2 }, true],
])('shows the result of a test %s: %o, %s', (_, { keptAt, testedAt }, isShown) => {
  screenResults.requests = [
    { kind: 'saved', count: 1, at: keptAt },
    { kind: 'tested', code: 'wrong_key', quota: null, at: testedAt },
  ]
  const drawn = drawScreen(<SourceSettings settings={[]} lastTest={null} />)
  expect(drawn.includes(adminText('sources.test.wrong-key'))).toBe(isShown)
})
