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

it.each([
  ['works', 'The source answers and accepts the key.'],
  ['not_configured', 'The key or the address is missing.'],
  ['wrong_key', 'The source does not accept the key.'],
  ['quota_exhausted', 'its quota is used up'],
  ['unreachable', 'No server answers at this address.'],
  ['timed_out', 'does not answer in time'],
  ['address_refused', 'leads into a private network'],
  ['not_found', 'There is nothing at this address'],
  ['server_error', 'a fault of its own'],
  ['incomplete', 'The answer of the source breaks off.'],
  ['unexpected', 'Something answers there, but not this source.'],
])('says in words that a test found %s', (code, words) => {
  screenResults.requests = [{}, { kind: 'tested', code, quota: null, at: 1 }]
  expect(drawScreen(<SourceSettings settings={[]} lastTest={null} />)).toContain(words)
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
    problem: null,
  }
  const drawn = drawScreen(<SourceSettings settings={[key]} lastTest={null} />)
  expect(drawn).toContain('aria-invalid="true"')
  expect(drawn).toContain('2,000 characters at most')
})
