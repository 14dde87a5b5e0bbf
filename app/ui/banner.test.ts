import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideLater } from './banner.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('hides a passing message after three seconds', () => {
  const hide = vi.fn()
  hideLater(hide)
  vi.advanceTimersByTime(2_999)
  expect(hide).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(hide).toHaveBeenCalledOnce()
})

it('leaves alone what has gone before', () => {
  const hide = vi.fn()
  hideLater(hide)()
  vi.advanceTimersByTime(10_000)
  expect(hide).not.toHaveBeenCalled()
})
