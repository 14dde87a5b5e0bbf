import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { collectReads, noteChangeAt, noteRead } from './reads.server.ts'

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second))

describe('collectReads', () => {
  it('collects tags and the earliest change across awaits', async () => {
    const reads = await collectReads(async () => {
      noteRead('settings')
      noteChangeAt(at(30))
      await sleep(1)
      noteRead('match:1', 'settings')
      noteChangeAt(at(10))
      noteChangeAt(at(20))
      return 'page'
    })
    expect(reads).toMatchObject({ value: 'page', tags: new Set(['settings', 'match:1']), expiresAt: at(10) })
  })

  it('never expires by itself when no change was noted', async () => {
    expect((await collectReads(() => 1)).expiresAt).toBeNull()
  })

  it('passes the notes of a nested collection to the outer one, even when it fails', async () => {
    const outer = await collectReads(async () => {
      noteRead('outer')
      const inner = await collectReads(() => {
        noteRead('inner')
        noteChangeAt(at(5))
      })
      expect([...inner.tags]).toEqual(['inner'])
      await collectReads(() => {
        noteRead('failed')
        throw new Error('away')
      }).catch(() => undefined)
    })
    expect([...outer.tags]).toEqual(['outer', 'inner', 'failed'])
    expect(outer.expiresAt).toEqual(at(5))
  })

  it('separates concurrent collections', async () => {
    const collect = (tag: string) =>
      collectReads(async () => {
        await sleep(1)
        noteRead(tag)
      })
    const [a, b] = await Promise.all([collect('a'), collect('b')])
    expect([[...a.tags], [...b.tags]]).toEqual([['a'], ['b']])
  })

  it('does nothing outside a collection', () => {
    noteRead('nobody')
    noteChangeAt(at(1))
  })

  it('refuses an invalid date', () => {
    expect(() => noteChangeAt(new Date('soon'))).toThrow(RangeError)
  })
})
