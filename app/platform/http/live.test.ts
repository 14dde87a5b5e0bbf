import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveUpdates, type LiveStream } from './live.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Counts the events of a stream as they come. */
function listen(stream: LiveStream | undefined): {
  events: () => number
  isOver: () => boolean
} {
  let text = ''
  let over = false
  const reader = stream?.body.getReader()
  const read = async () => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) break
      text += new TextDecoder().decode(part.value)
    }
    over = true
  }
  void read()
  return { events: () => text.split('event: changed').length - 1, isOver: () => over }
}

/** A page of its own for each set of tags. */
const page = (...tags: string[]) => ({ key: tags.join(' '), readTags: () => tags })

const tick = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('open pages', () => {
  it('are notified of changes of their own data only', async () => {
    const live = createLiveUpdates()
    const match = listen(live.open('a', page('match:1', 'settings')))
    const league = listen(live.open('a', page('league:1')))
    live.publish(['match:1', 'match:2'])
    await tick(0)
    expect([match.events(), league.events()]).toEqual([1, 0])
    live.publish(['*'])
    await tick(1_000)
    expect([match.events(), league.events()]).toEqual([2, 1])
  })

  it('are notified at most ten times a second, and of the last change', async () => {
    const live = createLiveUpdates()
    const shown = listen(live.open('a', page('match:1')))
    for (let at = 0; at < 990; at += 5) {
      live.publish(['match:1'])
      await tick(5)
    }
    expect(shown.events()).toBe(10)
    await tick(200)
    expect(shown.events()).toBe(11)
    const before = shown.events()
    live.publish(['match:1'])
    await tick(100)
    expect(shown.events()).toBe(before + 1)
  })

  it('follow the tags of their latest render', async () => {
    const live = createLiveUpdates()
    let tags = ['match:1']
    const shown = listen(live.open('a', { key: '/en', readTags: () => tags }))
    tags = ['match:2']
    live.publish(['match:1'])
    await tick(200)
    live.rendered('/en', false)
    live.publish(['match:1'])
    await tick(200)
    expect(shown.events()).toBe(1)
    live.publish(['match:2'])
    await tick(200)
    expect(shown.events()).toBe(2)
  })

  it('are counted, and are closed with the server or the browser', async () => {
    const live = createLiveUpdates({ perNetwork: 2, inAll: 3 })
    const first = listen(live.open('a', page()))
    const second = live.open('a', page())
    expect(live.open('a', page())).toBeUndefined()
    expect(live.open('b', page())).toBeDefined()
    await second?.body.cancel()
    expect(live.streams).toBe(2)
    live.close()
    await tick(0)
    expect([first.isOver(), live.streams]).toEqual([true, 0])
  })

  it('are notified of a new page when a visitor was served the stale one meanwhile', async () => {
    const live = createLiveUpdates()
    const shown = listen(live.open('a', page('match:1')))
    live.rendered('match:1', false)
    await tick(200)
    expect(shown.events()).toBe(0)
    live.rendered('match:1', true)
    await tick(200)
    expect(shown.events()).toBe(1)
  })

  it('are notified in batches, with other work in between', async () => {
    const live = createLiveUpdates()
    const all = Array.from({ length: 500 }, (_, n) => listen(live.open(`10.0.${n % 2}.1`, page('match:1'))))
    const told = () => all.filter((one) => one.events() > 0).length
    live.publish(['match:1'])
    expect(told()).toBe(0)
    vi.advanceTimersToNextTimer()
    await Promise.resolve()
    await Promise.resolve()
    expect(told()).toBeLessThan(100)
    for (let turn = 0; turn < 40; turn += 1) await tick(1)
    expect(told()).toBe(500)
    live.close()
  })

  it('of the largest network are closed when all streams are in use', async () => {
    const live = createLiveUpdates({ inAll: 4 })
    const many = Array.from({ length: 4 }, () => listen(live.open('a', page())))
    const other = listen(live.open('b', page()))
    await tick(0)
    expect(many.map((one) => one.isOver())).toEqual([true, false, false, false])
    expect(other.isOver()).toBe(false)
    expect(live.open('b', page())).toBeDefined()
    expect(live.open('b', page())).toBeUndefined()
    expect(live.streams).toBe(4)
    live.close()
  })

  it('are counted by network', () => {
    const live = createLiveUpdates({ perNetwork: 1 })
    expect(live.open('2001:db8::1', page())).toBeDefined()
    expect(live.open('2001:db8:0:0:ffff::2', page())).toBeUndefined()
    expect(live.open('2001:db8:0:1::1', page())).toBeDefined()
    live.close()
  })

  it('that do not read are sent no more, and are notified once when they read again', async () => {
    const live = createLiveUpdates()
    const stream = live.open('a', page('match:1'))
    for (let count = 0; count < 20; count += 1) {
      live.publish(['match:1'])
      await tick(1_000)
    }
    await tick(60_000)
    const shown = listen(stream)
    await tick(1_000)
    expect(shown.events()).toBe(1)
    live.publish(['match:1'])
    await tick(1_000)
    expect(shown.events()).toBe(2)
    live.close()
  })
})
