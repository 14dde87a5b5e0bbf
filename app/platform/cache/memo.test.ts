import { describe, expect, it } from 'vitest'
import { serveAudience, servedAudience } from '../http/audience.server.ts'
import { collectReads, noteAudience, noteChangeAt, noteRead } from '../http/reads.server.ts'
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
    for (let other = 0; other < 21_000; other += 1) {
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

  describe('of several things', () => {
    /** Counts what is read; a thing with a minus before its name is not there. */
    const loader = (read: (ids: readonly string[]) => Promise<void> = async () => {}) => {
      const asked: (readonly string[])[] = []
      const load = {
        prefix: 'thing:',
        async read(ids: readonly string[]) {
          const count = asked.push(ids)
          noteRead('names')
          await read(ids)
          return count
        },
        make(count: number, id: string) {
          noteRead(id)
          return id.startsWith('-') ? undefined : `${id}${count}`
        },
      }
      return { asked, load }
    }

    it('reads those together that are missing, and returns all in the order of their ids', async () => {
      const memo = createMemo()
      const { asked, load } = loader()
      expect(await memo.getEach(['a', 'b'], load)).toEqual(['a1', 'b1'])
      expect(await memo.getEach(['c', 'b', 'a', 'd', 'a'], load)).toEqual(['c2', 'b1', 'a1', 'd2', 'a1'])
      expect(asked).toEqual([
        ['a', 'b'],
        ['c', 'd'],
      ])
    })

    it('reads only the one again that has changed, and all after a change of what they share', async () => {
      const memo = createMemo()
      const { asked, load } = loader()
      await memo.getEach(['a', 'b'], load)
      memo.drop(['b'])
      expect(await memo.getEach(['a', 'b'], load)).toEqual(['a1', 'b2'])
      memo.drop(['names'])
      expect(await memo.getEach(['a', 'b'], load)).toEqual(['a3', 'b3'])
      expect(asked).toEqual([['a', 'b'], ['b'], ['a', 'b']])
    })

    it('passes on what each depends on, cached or not', async () => {
      const memo = createMemo()
      const { load } = loader()
      const first = await collectReads(() => memo.getEach(['a', 'b'], load))
      expect([...first.tags].sort()).toEqual(['a', 'b', 'names'])
      const cached = await collectReads(() => memo.getEach(['b'], load))
      expect([...cached.tags].sort()).toEqual(['b', 'names'])
    })

    it('expires each at the instant at which it changes by itself', async () => {
      let now = 1_000
      const memo = createMemo(() => now)
      const asked: (readonly string[])[] = []
      const load = {
        prefix: '',
        read: async (ids: readonly string[]) => {
          asked.push(ids)
          noteChangeAt(new Date(5_000))
        },
        make(_: unknown, id: string) {
          noteChangeAt(new Date(Number(id)))
          return id
        },
      }
      await memo.getEach(['2000', '3000', '9000'], load)
      const { expiresAt } = await collectReads(() => memo.getEach(['3000', '9000'], load))
      expect(expiresAt).toEqual(new Date(3_000))
      now = 2_000
      await memo.getEach(['2000', '3000', '9000'], load)
      now = 5_000
      await memo.getEach(['9000'], load)
      expect(asked).toEqual([['2000', '3000', '9000'], ['2000'], ['9000']])
    })

    it('leaves out what is not there, and looks for it again', async () => {
      const memo = createMemo()
      const { asked, load } = loader()
      expect(await memo.getEach(['a', '-b'], load)).toEqual(['a1'])
      expect(await memo.getEach(['a', '-b'], load)).toEqual(['a1'])
      expect(asked).toEqual([['a', '-b'], ['-b']])
    })

    it('reads a thing once for concurrent callers, who depend on it, too', async () => {
      const memo = createMemo()
      const { asked, load } = loader()
      const [first, second] = await Promise.all([
        collectReads(() => memo.getEach(['a', 'b'], load)),
        collectReads(() => memo.getEach(['b', 'c'], load)),
      ])
      expect([first.value, second.value]).toEqual([
        ['a1', 'b1'],
        ['b1', 'c2'],
      ])
      expect([...second.tags].sort()).toEqual(['b', 'c', 'names'])
      expect(asked).toEqual([['a', 'b'], ['c']])
    })

    it('does not store what was loading while it changed', async () => {
      const memo = createMemo()
      const { asked, load } = loader()
      const reading = memo.getEach(['a', 'b'], load)
      memo.drop(['b'])
      await reading
      expect(await memo.getEach(['a', 'b'], load)).toEqual(['a2', 'b2'])
      expect(asked).toHaveLength(2)
    })

    it('fails for all who wait when the read fails, and reads again', async () => {
      const memo = createMemo()
      let isAway = true
      const { asked, load } = loader(async () => {
        if (isAway) throw new Error('away')
      })
      const both = await Promise.allSettled([memo.getEach(['a', 'b'], load), memo.getEach(['b'], load)])
      expect(both.map((it) => it.status)).toEqual(['rejected', 'rejected'])
      isAway = false
      expect(await memo.getEach(['a', 'b'], load)).toEqual(['a2', 'b2'])
      expect(asked).toEqual([
        ['a', 'b'],
        ['a', 'b'],
      ])
    })

    it('gives an audience no answer that was read for another one', async () => {
      const memo = createMemo()
      const make = (_: unknown, id: string) => `${id} for ${servedAudience()?.key}`
      const read = async () => {
        await null
        noteAudience()
      }
      const ask = (key: string) =>
        serveAudience({ key }, () => memo.getEach(['a'], { prefix: '', read, make }))
      expect([await ask('GB'), await ask('IT'), await ask('GB')]).toEqual([
        ['a for GB'],
        ['a for IT'],
        ['a for GB'],
      ])
    })
  })
})
