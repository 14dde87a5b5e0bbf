import { describe, expect, it } from 'vitest'
import { givableRoles, may, type Part } from './permissions.ts'

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

  it('leave owners to owners', () => {
    expect(givableRoles('owner')).toContain('owner')
    expect(givableRoles('administrator')).toEqual(['administrator', 'editor', 'analyst'])
    expect(givableRoles('editor')).toEqual([])
  })
})
