import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from './schema.ts'

const ADA: Me = {
  user: { email: 'ada@example.org', username: 'ada', role: 'user', language: null, priceFormat: null },
  favourites: ['serie-a'],
}
const dataset: Record<string, string> = {}
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset } })

/** A fresh page, whose requests for the visitor have these answers, the last one for ever. */
async function open(answers: (() => Response)[]) {
  vi.resetModules()
  const asked = vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0])?.())
  vi.stubGlobal('fetch', asked)
  return { ...(await import('./me-store.ts')), asked }
}
const broken = () => new Response('', { status: 503 })
const known = () => Response.json(ADA)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('localStorage', { getItem: () => '1', setItem() {}, removeItem() {} })
  dataset.member = '1'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the visitor of a page', () => {
  it('is asked for again after a failure, seldomer each time, and is a member from the first answer on', async () => {
    const { watchMe, getMe, asked } = await open([broken, () => new Response('<html>'), broken, known])
    const stop = watchMe()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(asked).toHaveBeenCalledTimes(1)
    // The page is shown as to anybody, but nobody is taken for signed out.
    expect([getMe(), dataset.member]).toEqual([undefined, undefined])
    await vi.advanceTimersByTimeAsync(5_001)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(40_000)
    expect([getMe(), dataset.member]).toEqual([ADA, '1'])
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect(asked).toHaveBeenCalledTimes(4)
    stop()
  })

  it('is asked for once by all that need it, and the wait after a failure is that of one', async () => {
    const { watchMe, asked } = await open([broken, broken, known])
    const stop = watchMe()
    for (const _ of [1, 2]) page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked).toHaveBeenCalledTimes(3)
    stop()
  })

  it('is not asked for while nobody sees the page', async () => {
    const { watchMe, asked } = await open([broken])
    const stop = watchMe()
    page.visibilityState = 'hidden'
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect(asked).toHaveBeenCalledTimes(1)
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveBeenCalledTimes(2)
    stop()
  })

  it('stays known when a later request fails, and is asked for no more by a page that has ended it', async () => {
    const { watchMe, getMe, asked } = await open([known, broken])
    const stop = watchMe()
    await vi.advanceTimersByTimeAsync(0)
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect([getMe(), dataset.member]).toEqual([ADA, '1'])
    stop()
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect(asked).toHaveBeenCalledTimes(2)
  })
})
