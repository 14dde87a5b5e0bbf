import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draw, resetHooks } from '#tests/support/hooks.ts'
import type { RunState } from '../queries.server.ts'
import { useEnd } from './use-mapping-runs.ts'

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

const run = (status: RunState['status']) => ({ id: 'r', status }) as RunState
const look = (status: RunState['status'], onEnd?: () => void) => draw(() => useEnd(run(status), onEnd))

describe('the end of a run', () => {
  it('is highlighted for three seconds for a user who waited', () => {
    const onEnd = vi.fn()
    expect(look('running', onEnd)).toBe(false)
    look('done', onEnd)
    expect(onEnd).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(2_999)
    expect(look('done', onEnd)).toBe(true)
    vi.advanceTimersByTime(1)
    expect(look('done', onEnd)).toBe(false)
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('is not highlighted for a user who comes later', () => {
    look('done')
    expect(look('done')).toBe(false)
  })
})
