import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveUpdates } from './live.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Counts the events of a stream as they come. */
function listen(stream: ReadableStream<Uint8Array> | undefined): {
  events: () => number
  isOver: () => boolean
} {
  let text = ''
  let over = false
  const reader = stream?.getReader()
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

const tick = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('open pages', () => {
  it('hear of what they show, and of nothing else', async () => {
    const live = createLiveUpdates()
    const match = listen(live.open('a', () => ['match:1', 'settings']))
    const league = listen(live.open('a', () => ['league:1']))
    live.publish(['match:1', 'match:2'])
    await tick(0)
    expect([match.events(), league.events()]).toEqual([1, 0])
    live.publish(['*'])
    await tick(1_000)
    expect([match.events(), league.events()]).toEqual([2, 1])
  })

  it('hear at most ten times a second, and of the last change', async () => {
    const live = createLiveUpdates()
    const page = listen(live.open('a', () => ['match:1']))
    for (let at = 0; at < 990; at += 5) {
      live.publish(['match:1'])
      await tick(5)
    }
    expect(page.events()).toBe(10)
    await tick(200)
    expect(page.events()).toBe(11)
    const before = page.events()
    live.publish(['match:1'])
    await tick(100)
    expect(page.events()).toBe(before + 1)
  })

  it('hear of what they depend on since they were made anew', async () => {
    const live = createLiveUpdates()
    let tags = ['match:1']
    const page = listen(live.open('a', () => tags))
    tags = ['match:2']
    live.publish(['match:1'])
    await tick(3_000)
    live.publish(['match:1'])
    await tick(200)
    expect(page.events()).toBe(1)
    live.publish(['match:2'])
    await tick(200)
    expect(page.events()).toBe(2)
  })

  it('are counted, and end with the server or with the browser', async () => {
    const live = createLiveUpdates({ perNetwork: 2, inAll: 3 })
    const first = listen(live.open('a', () => []))
    const second = live.open('a', () => [])
    expect(live.open('a', () => [])).toBeUndefined()
    expect(live.open('b', () => [])).toBeDefined()
    expect(live.open('c', () => [])).toBeUndefined()
    await second?.cancel()
    expect(live.streams).toBe(2)
    live.close()
    await tick(0)
    expect([first.isOver(), live.streams]).toEqual([true, 0])
  })

  it('are counted by the network that they are in', () => {
    const live = createLiveUpdates({ perNetwork: 1 })
    expect(live.open('2001:db8::1', () => [])).toBeDefined()
    expect(live.open('2001:db8:0:0:ffff::2', () => [])).toBeUndefined()
    expect(live.open('2001:db8:0:1::1', () => [])).toBeDefined()
    live.close()
  })

  it('that do not read are sent no more, and hear of it once when they do', async () => {
    const live = createLiveUpdates()
    const stream = live.open('a', () => ['match:1'])
    for (let count = 0; count < 20; count += 1) {
      live.publish(['match:1'])
      await tick(1_000)
    }
    await tick(60_000)
    const page = listen(stream)
    await tick(1_000)
    expect(page.events()).toBe(1)
    live.publish(['match:1'])
    await tick(1_000)
    expect(page.events()).toBe(2)
    live.close()
  })
})
