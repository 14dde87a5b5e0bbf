import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { stopWithin } from './stop.ts'

const log = createLog('silent')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('stopping', () => {
  it('runs every step, also after one that fails, and does not end the process itself', async () => {
    const done: string[] = []
    const exit = vi.fn()
    const stops = [
      async () => {
        throw new Error('cannot stop')
      },
      async () => {
        done.push('second')
      },
    ]
    await stopWithin(log, stops, exit)
    vi.advanceTimersByTime(120_000)
    expect(done).toEqual(['second'])
    expect(exit).not.toHaveBeenCalled()
  })

  it('ends the process after 25 s when a step hangs', () => {
    const exit = vi.fn()
    void stopWithin(log, [() => new Promise(() => {})], exit)
    vi.advanceTimersByTime(24_000)
    expect(exit).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(exit).toHaveBeenCalledWith(1)
  })
})
