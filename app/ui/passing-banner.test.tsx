import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, resetHooks } from '#tests/support/hooks.ts'
import { PassingBanner } from './banner.tsx'

vi.mock('react', async (importOriginal) => ({
  ...(await importOriginal<typeof import('react')>()),
  ...(await import('#tests/support/hooks.ts')).hooks,
}))

beforeEach(() => {
  resetHooks()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('shows the result for three seconds', () => {
  const look = () => renderToStaticMarkup(draw(() => PassingBanner({ children: 'Language added' })))
  expect(look()).toMatch(/role="status"[^>]*>Language added</)
  vi.advanceTimersByTime(2_999)
  expect(look()).toContain('Language added')
  vi.advanceTimersByTime(1)
  expect(look()).toBe('')
})
