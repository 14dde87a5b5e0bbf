import { afterEach, describe, expect, it, vi } from 'vitest'
import { changeLanguage } from './change.ts'

afterEach(() => vi.unstubAllGlobals())

describe('changeLanguage', () => {
  const browser = (fetched: () => Promise<Response>) => {
    vi.stubGlobal('location', { protocol: 'https:' })
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('fetch', vi.fn(fetched))
  }

  it('is true once the choice is remembered', async () => {
    browser(async () => new Response(null, { status: 500 }))
    expect(await changeLanguage('it', false)).toBe(true)
    expect(document.cookie).toBe('language=it; path=/; max-age=31536000; samesite=lax; secure')
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each([
    ['saved', async () => new Response(null, { status: 204 }), true],
    ['refused', async () => new Response(null, { status: 401 }), false],
    ['not reached', () => Promise.reject(new TypeError('Failed to fetch')), false],
  ])('is saved for a signed-in user, %s: %s', async (_, fetched, expected) => {
    browser(fetched)
    expect(await changeLanguage('it', true)).toBe(expected)
  })

  it('is false without storage', async () => {
    expect(await changeLanguage('it', false)).toBe(false)
  })

  it('is false in a browser that keeps no cookie', async () => {
    browser(async () => new Response(null, { status: 204 }))
    vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: () => '', set() {} }))
    expect([await changeLanguage('it', false), await changeLanguage('it', true)]).toEqual([false, false])
  })
})
