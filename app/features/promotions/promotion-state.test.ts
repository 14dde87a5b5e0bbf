import { expect, it } from 'vitest'
import { promotionState } from './promotion-state.ts'

const NOW = new Date('2026-03-01T12:00:30Z')
const shown = {
  is_active: true,
  start_date: '2026-03-01T12:00:00.000Z',
  end_date: null,
  visible_home: true,
  side_menu_offer: false,
}

it.each([
  ['from its start', {}, 'running'],
  ['in the side menu only', { visible_home: false, side_menu_offer: true }, 'running'],
  ['on no page', { visible_home: false }, 'nowhere'],
  [
    'on no page, before its start',
    { visible_home: false, start_date: '2026-03-02T12:00:00.000Z' },
    'nowhere',
  ],
  ['before its start', { start_date: '2026-03-01T12:01:00.000Z' }, 'waiting'],
  ['at its end', { end_date: '2026-03-01T12:00:00.000Z' }, 'over'],
  [
    'with an end before its start',
    { start_date: '2026-04-02T00:00Z', end_date: '2026-04-01T00:00Z' },
    'over',
  ],
  ['that is switched off', { is_active: false, visible_home: false }, 'hidden'],
] as const)('a promotion %s', (_, change, state) => {
  expect(promotionState({ ...shown, ...change }, NOW)).toBe(state)
})
