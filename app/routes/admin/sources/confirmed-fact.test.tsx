import { expect, it, vi } from 'vitest'
import type { Confirmed } from '#app/features/feed-health/confirmed.server.ts'
import { shownText } from '#tests/support/html.ts'
import { renderOffice } from '#tests/support/render.tsx'
import { ConfirmedFact } from './confirmed-fact.tsx'

const polled = vi.hoisted(() => ({ state: undefined as object | undefined }))
vi.mock('#app/ui/admin/use-polled.ts', () => ({ usePolled: () => polled }))

it.each<[string, Confirmed | undefined]>([
  ['– prices confirmed in 5 min', undefined],
  ['0 prices confirmed in 5 min', { prices: 0, newestAt: null }],
  [
    '1,234 prices confirmed in 5 min Newest price: 3 min ago',
    { prices: 1_234, newestAt: '2026-11-28T12:00:00.000Z' },
  ],
])('says %j', async (text, state) => {
  polled.state = state
  const at = Date.parse('2026-11-28T12:03:00Z')
  expect(shownText(await renderOffice(<ConfirmedFact />, { at, zone: 'UTC' }))).toBe(text)
})
