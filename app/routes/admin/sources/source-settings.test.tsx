import { expect, it, vi } from 'vitest'
import type { ShownVariable } from '#app/features/sources/stored-settings.server.ts'
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

it.each(['invalid after a save', 'invalid after a test'])('marks a key that is too long: %s', (when) => {
  const refused = {
    kind: 'invalid',
    at: 2,
    problems: [{ id: 'promo', column: 'PROMO_KEY', problem: 'problem.too-long' }],
  }
  const saved = { kind: 'saved', count: 1, at: 1 }
  screenResults.requests = when === 'invalid after a save' ? [refused] : [saved, refused]
  const key: ShownVariable = {
    name: 'PROMO_KEY',
    word: 'key',
    isSecret: true,
    from: 'nowhere',
    value: null,
    keptAt: null,
  }
  const drawn = drawScreen(<SourceSettings settings={[key]} lastTest={null} />)
  expect(drawn).toContain('aria-invalid="true"')
  expect(drawn).toContain('2,000 characters at most')
})
