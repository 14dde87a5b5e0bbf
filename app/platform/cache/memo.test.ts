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
  it('loads once and answers from memory until a tag it read is dropped', async () => {
    const memo = createMemo()
    const load = countingLoad('settings')
    expect([await memo.get('a', load), await memo.get('a', load)]).toEqual([1, 1])
    memo.drop(['footer'])
    expect(await memo.get('a', load)).toBe(1)
    memo.drop(['settings'])
    expect(await memo.get('a', load)).toBe(2)
  })

  it('tells the page what a remembered answer had read', async () => {
    const memo = createMemo()
    await memo.get('a', countingLoad('settings'))
    const { tags } = await collectReads(() => memo.get('a', countingLoad('settings')))
    expect([...tags]).toEqual(['settings'])
  })

  it('loads once for callers who ask at the same time', async () => {
    const memo = createMemo()
    const load = countingLoad('settings')
    expect(await Promise.all([memo.get('a', load), memo.get('a', load)])).toEqual([1, 1])
  })

  it('does not keep an answer that was being read while something changed', async () => {
    const memo = createMemo()
    const load = countingLoad('settings')
    const reading = memo.get('a', load)
    memo.drop(['settings'])
    const afterTheChange = memo.get('a', load)
    expect([await reading, await afterTheChange]).toEqual([1, 2])
    expect(await memo.get('a', load)).toBe(2)
  })

  it('forgets an answer at the instant it changes by itself', async () => {
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

  it('keeps a bounded number of answers, those asked for last', async () => {
    const memo = createMemo()
    const hot = countingLoad('settings')
    for (let other = 0; other < 1_000; other += 1) {
      await memo.get('hot', hot)
      await memo.get(`other ${other}`, countingLoad('x'))
    }
    expect(await memo.get('hot', hot)).toBe(1)
    const first = countingLoad('x')
    await first()
    expect(await memo.get('other 0', first)).toBe(2)
  })

  describe('bounded by what its answers hold', () => {
    const BOUND = 20_000
    const loadList = (length: number) => {
      let calls = 0
      return async () => {
        calls += 1
        return { calls, list: Array.from({ length }, (_, index) => ({ id: index, name: 'a'.repeat(20) })) }
      }
    }

    it('forgets long answers long before there are many', async () => {
      const memo = createMemo(Date.now, BOUND)
      const loads = Array.from({ length: 20 }, () => loadList(100))
      for (const [index, load] of loads.entries()) await memo.get(`list ${index}`, load)
      const again = async (index: number) =>
        (await memo.get(`list ${index}`, loads[index] ?? loadList(1))).calls
      expect([await again(19), await again(0)]).toEqual([1, 2])
    })

    it('pushes nothing out for one that is too long by itself', async () => {
      const memo = createMemo(Date.now, BOUND)
      const [short, long] = [loadList(1), loadList(10_000)]
      await memo.get('short', short)
      await memo.get('long', long)
      expect((await memo.get('long', long)).calls).toBe(2)
      expect((await memo.get('short', short)).calls).toBe(1)
    })

    it('weighs maps, and what stands in circles', async () => {
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

  it('does not remember a failure', async () => {
    const memo = createMemo()
    await expect(memo.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await memo.get('a', countingLoad('x'))).toBe(1)
  })
})
