import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/screen.tsx'
import { NewMatch } from './new-match.tsx'

vi.mock('#app/ui/admin/use-request.ts', () => import('#tests/support/screen-results.ts'))

it.each([
  ['Football', true],
  ['Soccer', false],
  ['American Football', false],
  ['', false],
])('the form of a new match says under which name the sport %j is kept: %s', (sport, isSaid) => {
  const known = { sport: [], country: [], league: [] }
  const drawn = drawScreen(<NewMatch chosen={{ sport, country: '', league: '' }} known={known} isOpen />)
  expect(drawn.includes('Kept as Soccer')).toBe(isSaid)
})
