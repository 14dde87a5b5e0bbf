import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newPromotion } from './new-promotion.ts'

const NOW = '2026-03-01T12:00:00.000Z'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) })
})
afterEach(() => {
  vi.useRealTimers()
})

it.each([
  ['visible_home', true],
  ['visible_casino', false],
  ['visible_live_casino', false],
  ['side_menu_offer', false],
  ['is_active', true],
  ['star_rating', 5],
  ['start_date', NOW],
  ['end_date', null],
  ['menu_position', 4],
] as const)('starts a fourth promotion with %s = %s', (column, value) => {
  expect(newPromotion(3)[column]).toBe(value)
})
