import { describe, expect, it } from 'vitest'
import { type Page, pageOf, parsePage, readMatchCursor, writeMatchCursor } from './pages.ts'

const parse = (query: string) => parsePage(new URLSearchParams(query))

describe('parsePage', () => {
  it('limits the requested range', () => {
    expect(parse('')).toEqual({ limit: 50, cursor: null })
    expect(parse('limit=100&cursor=a')).toEqual({ limit: 100, cursor: 'a' })
    for (const bad of [
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1e2',
      'limit=',
      `cursor=${'x'.repeat(201)}`,
    ])
      expect(parse(bad), bad).toBeNull()
  })
})

describe('pageOf', () => {
  const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))

  it('pages through a list without a gap or a repetition', () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Page<{ id: string }> | null = pageOf(items, { limit: 2, cursor })
      seen.push(...(page?.data ?? []).map((it) => it.id))
      cursor = page?.next ?? null
    } while (cursor)
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('ends with the last item, and rejects a cursor of another list', () => {
    expect(pageOf(items, { limit: 5, cursor: null })?.next).toBeNull()
    expect(pageOf([], { limit: 5, cursor: null })).toEqual({ data: [], next: null })
    expect(pageOf(items, { limit: 5, cursor: 'z' })).toBeNull()
  })
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
