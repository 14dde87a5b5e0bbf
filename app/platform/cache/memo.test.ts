import { describe, expect, it } from 'vitest'
import { collectReads, noteChangeAt, noteRead } from '../http/reads.server.ts'
import { createMemo } from './memo.server.ts'

function countingLoad(tag: string) {
  let calls = 0
  return async () => {
    noteRead(tag)
    calls += 1
    return calls
  }
}

describe('createMemo', () => {
  it('loads once and answers from memory until a tag that it read is invalidated', async () => {
    const memo = createMemo()
    const load = countingLoad('settings')
    expect([await memo.get('a', load), await memo.get('a', load)]).toEqual([1, 1])
    memo.drop(['footer'])
    expect(await memo.get('a', load)).toBe(1)
    memo.drop(['settings'])
    expect(await memo.get('a', load)).toBe(2)
  })

  it('passes the tags of a cached value on to the page', async () => {
    const memo = createMemo()
    await memo.get('a', countingLoad('settings'))
    const { tags } = await collectReads(() => memo.get('a', countingLoad('settings')))
    expect([...tags]).toEqual(['settings'])
  })

  it('loads once for concurrent callers', async () => {
    const memo = createMemo()
    const load = countingLoad('settings')
    expect(await Promise.all([memo.get('a', load), memo.get('a', load)])).toEqual([1, 1])
  })

  it('does not store a value that was loading while something changed', async () => {
    const memo = createMemo()
    const load = countingLoad('settings')
    const reading = memo.get('a', load)
    memo.drop(['settings'])
    const afterTheChange = memo.get('a', load)
    expect([await reading, await afterTheChange]).toEqual([1, 2])
    expect(await memo.get('a', load)).toBe(2)
  })

  it('expires a value at the instant at which it changes by itself', async () => {
    let now = 1_000
    const memo = createMemo(() => now)
    let calls = 0
    const load = async () => {
      noteChangeAt(new Date(2_000))
      calls += 1
      return calls
    }
    expect(await memo.get('a', load)).toBe(1)
    now = 2_000
    expect(await memo.get('a', load)).toBe(2)
  })

  it('stores a limited number of values, the most recently used ones', async () => {
    const memo = createMemo()
    const hot = countingLoad('settings')
    for (let other = 0; other < 6_000; other += 1) {
      await memo.get('hot', hot)
      await memo.get(`other ${other}`, countingLoad('x'))
    }
    expect(await memo.get('hot', hot)).toBe(1)
    const first = countingLoad('x')
    await first()
    expect(await memo.get('other 0', first)).toBe(2)
  })

  describe('limited by the size of its values', () => {
    const BOUND = 20_000
    const loadList = (length: number) => {
      let calls = 0
      return async () => {
        calls += 1
        return { calls, list: Array.from({ length }, (_, index) => ({ id: index, name: 'a'.repeat(20) })) }
      }
    }

    it('evicts large values before the number limit is reached', async () => {
      const memo = createMemo(Date.now, BOUND)
      const loads = Array.from({ length: 20 }, () => loadList(100))
      for (const [index, load] of loads.entries()) await memo.get(`list ${index}`, load)
      const again = async (index: number) =>
        (await memo.get(`list ${index}`, loads[index] ?? loadList(1))).calls
      expect([await again(19), await again(0)]).toEqual([1, 2])
    })

    it('evicts nothing for a value that is too large by itself', async () => {
      const memo = createMemo(Date.now, BOUND)
      const [short, long] = [loadList(1), loadList(10_000)]
      await memo.get('short', short)
      await memo.get('long', long)
      expect((await memo.get('long', long)).calls).toBe(2)
      expect((await memo.get('short', short)).calls).toBe(1)
    })

    it('measures maps, and cyclic values', async () => {
      const memo = createMemo(Date.now, BOUND)
      const circle: { self?: unknown } = {}
      circle.self = circle
      const names = new Map(Array.from({ length: 2_000 }, (_, index) => [index, 'a'.repeat(20)]))
      let calls = 0
      const load = async () => {
        calls += 1
        return names
      }
      await memo.get('circle', async () => circle)
      await memo.get('names', load)
      await memo.get('names', load)
      expect(calls).toBe(2)
    })
  })

  it('does not cache a failure', async () => {
    const memo = createMemo()
    await expect(memo.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await memo.get('a', countingLoad('x'))).toBe(1)
  })
})
