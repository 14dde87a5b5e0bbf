import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#app/platform/time.ts'
import { watchPage } from './watch.ts'

/** A stream that a test opens or refuses. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  constructor() {
    super()
    streams.push(this)
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  refuse() {
    this.close()
    this.dispatchEvent(new Event('error'))
  }
}

let streams: Stream[]
let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
let renewals: number
let stopWatching: () => void
const watch = (addressNow: (() => string) | null) =>
  watchPage(addressNow, () => {
    renewals += 1
  })
beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  renewals = 0
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', Stream)
  stopWatching = watch(() => '/resources/live')
})
afterEach(() => {
  stopWatching()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
function show(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

describe('an open page', () => {
  it('is renewed when it is shown again, also if its stream is refused', () => {
    pass(10_000)
    show('hidden')
    pass(MINUTE_MS)
    show('visible')
    pass(1)
    streams.at(-1)?.refuse()
    pass(2_000)
    expect(renewals).toBe(1)
  })

  it.each([
    ['is refused', (stream: Stream) => stream.refuse()],
    ['never opens', () => {}],
  ])('is renewed after a minute when its stream %s, then seldomer, until one opens', (_, answer) => {
    let reply: (stream: Stream) => void = answer
    const wait = (minutes: number) => {
      for (let second = 0; second < minutes * 60; second += 1) {
        pass(1_000)
        const last = streams.at(-1)
        if (last && last.readyState !== Stream.CLOSED) reply(last)
      }
    }
    wait(0.4)
    expect(renewals).toBe(0)
    wait(0.7)
    expect(renewals).toBe(1)
    wait(60)
    expect(renewals).toBeGreaterThan(10)
    expect(renewals).toBeLessThan(30)
    reply = (stream) => stream.open()
    wait(10)
    const before = renewals
    wait(60)
    expect(renewals).toBe(before)
  })

  it('is renewed each minute if it has no stream, and asks for none', () => {
    stopWatching()
    stopWatching = watch(null)
    for (let minute = 0; minute < 60; minute += 1) pass(MINUTE_MS)
    expect(renewals).toBeGreaterThanOrEqual(58)
    show('hidden')
    const before = renewals
    pass(10 * MINUTE_MS)
    expect(renewals).toBe(before)
    show('visible')
    pass(2_000)
    expect(renewals).toBe(before + 1)
    expect(streams).toEqual([])
  })
})
