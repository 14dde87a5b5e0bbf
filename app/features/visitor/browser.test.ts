import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  rememberEmail,
  rememberedEmail,
  storeCurrentPath,
  storedPostLoginPath,
  storePostLoginPath,
  storeWantedFavourite,
  takeWantedFavourite,
} from './browser.ts'

/** The used part of a browser's storage. */
function createStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
}

let local: ReturnType<typeof createStorage>
let session: ReturnType<typeof createStorage>
beforeEach(() => {
  local = createStorage()
  session = createStorage()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
})
afterEach(() => vi.unstubAllGlobals())

describe('the browser storage of the account screens', () => {
  it('the remembered address stays in local storage until it is removed', () => {
    expect(rememberedEmail()).toBe('')
    rememberEmail('zoe@example.org')
    expect([...local.kept.values()]).toEqual(['zoe@example.org'])
    expect(rememberedEmail()).toBe('zoe@example.org')
    rememberEmail(null)
    expect([rememberedEmail(), local.kept.size, session.kept.size]).toEqual(['', 0, 0])
  })

  it('the path after signing in stays in session storage until it is used', () => {
    expect(storedPostLoginPath()).toBe('')
    storePostLoginPath('/it/soccer')
    expect([...session.kept.values()]).toEqual(['/it/soccer'])
    expect(storedPostLoginPath()).toBe('/it/soccer')
    storePostLoginPath(null)
    expect([storedPostLoginPath(), session.kept.size, local.kept.size]).toEqual(['', 0, 0])
  })

  it('the marked league stays in session storage until it is marked again', () => {
    storeWantedFavourite('serie-a')
    expect(takeWantedFavourite('serie-b')).toBe(false)
    expect([takeWantedFavourite('serie-a'), takeWantedFavourite('serie-a')]).toEqual([true, false])
    expect([session.kept.size, local.kept.size]).toEqual([0, 0])
  })

  it('the page to return to is the current one, with its query', () => {
    vi.stubGlobal('window', { location: { pathname: '/it/soccer', search: '?tab=live' } })
    storeCurrentPath()
    expect(storedPostLoginPath()).toBe('/it/soccer?tab=live')
  })

  it('is empty when storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined)
    vi.stubGlobal('sessionStorage', undefined)
    rememberEmail('zoe@example.org')
    storePostLoginPath('/it')
    expect([rememberedEmail(), storedPostLoginPath()]).toEqual(['', ''])
  })
})
