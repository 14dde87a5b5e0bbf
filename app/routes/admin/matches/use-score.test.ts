import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearLater } from './use-score.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a message of a search for a score', () => {
  it.each([
    ['updated', 3_000],
    ['no-events', 5_000],
    ['no-scores', 5_000],
    ['missing-mappings', 5_000],
    ['no-home-mapping', 5_000],
    ['no-away-mapping', 5_000],
    ['mappings-unavailable', 5_000],
    ['event-not-saved', 5_000],
    ['match-not-updated', 5_000],
    ['not-configured', 5_000],
    ['request-failed', 5_000],
    ['failed', 5_000],
  ] as const)('that ends it as %s disappears after %i ms', (code, after) => {
    const clear = vi.fn()
    clearLater({ code } as never, clear)
    vi.advanceTimersByTime(after - 1)
    expect(clear).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(clear).toHaveBeenCalledOnce()
  })

  it.each(['searching', 'searching-season', 'searching-otherwise', 'waiting', 'signed-out'] as const)(
    'that reports %s stays',
    (code) => {
      const clear = vi.fn()
      clearLater({ code } as never, clear)
      vi.advanceTimersByTime(60_000)
      expect(clear).not.toHaveBeenCalled()
    },
  )
})
