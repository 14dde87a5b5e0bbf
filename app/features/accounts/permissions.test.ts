import { describe, expect, it } from 'vitest'
import { givableRoles, may, type Part, type StaffRole } from './permissions.ts'

describe('permissions', () => {
  it('let an analyst read, and change nothing', () => {
    expect(may('analyst', 'clicks.read')).toBe(true)
    for (const part of [
      'clicks',
      'promotions',
      'texts',
      'bookmakers',
      'images',
      'history',
      'people',
    ] as const)
      expect(may('analyst', `${part}.change`), part).toBe(false)
    expect(may('analyst', 'people.read')).toBe(false)
  })

  it('let an editor change texts, pages and promotions only', () => {
    expect(['promotions', 'pages', 'texts'].every((part) => may('editor', `${part as Part}.change`))).toBe(
      true,
    )
    for (const part of ['bookmakers', 'matches', 'settings', 'people', 'feeds', 'languages'] as const)
      expect(may('editor', `${part}.change`), part).toBe(false)
  })

  const TABLE = {
    dashboard: ['read', 'read'],
    catalogue: ['read', 'read'],
    matches: ['read', 'read'],
    matching: [null, 'read'],
    links: ['read', 'read'],
    promotions: ['change', 'read'],
    pages: ['change', 'read'],
    texts: ['change', 'read'],
    images: ['change', null],
    languages: ['read', 'read'],
    bookmakers: ['read', 'read'],
    audiences: ['read', 'read'],
    reviews: ['change', 'read'],
    clicks: ['read', 'read'],
    earnings: [null, 'read'],
    feeds: [null, 'read'],
    imports: [null, null],
    alerts: [null, null],
    api: [null, null],
    settings: [null, null],
    people: [null, null],
    history: [null, 'read'],
  } satisfies Record<Part, ['read' | 'change' | null, 'read' | 'change' | null]>

  it.each(Object.entries(TABLE))('of %s are in one table', (part, [editor, analyst]) => {
    const given = (role: StaffRole) =>
      may(role, `${part as Part}.change`) ? 'change' : may(role, `${part as Part}.read`) ? 'read' : null
    expect([given('editor'), given('analyst')]).toEqual([editor, analyst])
    for (const role of ['owner', 'administrator'] as const)
      expect([may(role, `${part as Part}.read`), may(role, `${part as Part}.change`)]).toEqual([true, true])
    // Who may change may read.
    expect(may('editor', `${part as Part}.read`)).toBe(editor !== null)
  })

  it('leave owners to owners', () => {
    expect(givableRoles('owner')).toContain('owner')
    expect(givableRoles('administrator')).toEqual(['administrator', 'editor', 'analyst'])
    expect(givableRoles('editor')).toEqual([])
  })
})
