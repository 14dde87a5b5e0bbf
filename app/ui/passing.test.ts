import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterSuccess } from './passing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a success', () => {
  it('is shown for three seconds', () => {
    const end = vi.fn()
    afterSuccess(end)
    vi.advanceTimersByTime(2_999)
    expect(end).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(end).toHaveBeenCalledOnce()
  })

  it('that is dismissed earlier has no later effect', () => {
    const end = vi.fn()
    afterSuccess(end)()
    vi.advanceTimersByTime(10_000)
    expect(end).not.toHaveBeenCalled()
  })
})
