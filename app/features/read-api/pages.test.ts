import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Page, pageOf, pageOfMenu, readMatchCursor, writeMatchCursor } from './pages.ts'

describe('pageOfMenu', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))

  it('pages through a list without a gap or a repetition', () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page: Page<{ id: string }> | null = pageOfMenu(items, { limit: 2, cursor })
      seen.push(...(page?.data ?? []).map((it) => it.id))
      cursor = page?.next ?? undefined
    } while (cursor)
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('ends with the last item, and rejects a cursor of another list', () => {
    expect(pageOfMenu(items, { limit: 5 })?.next).toBeNull()
    expect(pageOfMenu([], { limit: 5 })).toEqual({ data: [], next: null })
    expect(pageOfMenu(items, { limit: 5, cursor: 'z' })).toBeNull()
  })

  it('goes on behind entries that are hidden or deleted meanwhile, and skips or repeats none', () => {
    const { next } = pageOfMenu(items, { limit: 2 }) ?? {}
    const rest = (...gone: string[]) =>
      pageOfMenu(
        items.filter(({ id }) => !gone.includes(id)),
        { limit: 5, cursor: next ?? '' },
      )?.data.map(({ id }) => id)
    expect(rest()).toEqual(['c', 'd', 'e'])
    expect(rest('b')).toEqual(['c', 'd', 'e'])
    expect(rest('a', 'b')).toEqual(['c', 'd', 'e'])
    expect(rest('c')).toEqual(['d', 'e'])
    expect(rest('b', 'c')).toEqual(['d', 'e'])
    expect(rest('a', 'b', 'c', 'd', 'e')).toEqual([])
  })
})

describe('pageOf', () => {
  const ranked = { positionOf: ([share, id]: [number, number]) => [share, id], order: [-1, 1] } as const
  const sorted = (entries: [number, number][]) => entries.toSorted((a, b) => b[0] - a[0] || a[1] - b[1])

  it('shows every entry once that stays, whatever is added or removed between two pages', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer()), {
      selector: ([, id]) => id,
      maxLength: 20,
    })
    fc.assert(
      fc.property(entries, entries, fc.integer({ min: 1, max: 4 }), (all, changes, limit) => {
        const ids = new Set(all.map(([, id]) => id))
        const added = changes.filter(([, id]) => !ids.has(id))
        const removed = new Set(changes.filter(([, id]) => ids.has(id)).map(([, id]) => id))
        const first = pageOf(sorted(all), { limit }, ranked)
        const seen = [...(first?.data ?? [])]
        const later = sorted([...all.filter(([, id]) => !removed.has(id)), ...added])
        let cursor = first?.next
        while (cursor) {
          const page: Page<[number, number]> | null = pageOf(later, { limit, cursor }, ranked)
          seen.push(...(page?.data ?? []))
          cursor = page?.next
        }
        const stayed = all.filter(([, id]) => !removed.has(id)).map(([, id]) => id)
        const shown = seen.map(([, id]) => id)
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown).toEqual(expect.arrayContaining(stayed))
      }),
    )
  })

  it.each(['', 'x', '1', 'W10', 'WzFd', 'WzEsbnVsbF0'])('rejects the cursor %j', (cursor) =>
    expect(pageOf([[1, 1]], { limit: 1, cursor }, ranked)).toBeNull(),
  )

  it.each(['["2026-99-99","x"]', '["1",1]', '[1e999,1]', '[-1e999,1]', '[1,1,1]', '[[1],1]'])(
    'rejects the position %s, of another kind',
    (position) => {
      const cursor = Buffer.from(position).toString('base64url')
      expect(pageOf([[1, 1]], { limit: 1, cursor }, ranked)).toBeNull()
    },
  )
})

describe('the cursor of matches', () => {
  it('is parsed back to the same values', () => {
    const cursor = {
      start: new Date('2026-03-01T12:00:00.123Z'),
      id: '00000000-0000-4000-8000-000000000001',
    }
    expect(readMatchCursor(writeMatchCursor(cursor))).toEqual(cursor)
  })

  it.each([
    '',
    '1',
    "1.' or 1=1",
    `1.${'-'.repeat(36)}`,
    '-1.00000000-0000-4000-8000-000000000001',
    `${Date.UTC(2201, 0)}.00000000-0000-4000-8000-000000000001`,
    `${'9'.repeat(16)}.00000000-0000-4000-8000-000000000001`,
  ])('rejects %j', (text) => expect(readMatchCursor(text)).toBeNull())
})
