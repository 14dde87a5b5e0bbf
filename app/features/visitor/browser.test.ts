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

describe('what the account screens keep in the browser', () => {
  it('the remembered address stays in local storage until it is forgotten', () => {
    expect(rememberedEmail()).toBe('')
    rememberEmail('zoe@example.org')
    expect([...local.kept.values()]).toEqual(['zoe@example.org'])
    expect(rememberedEmail()).toBe('zoe@example.org')
    rememberEmail(null)
    expect([rememberedEmail(), local.kept.size, session.kept.size]).toEqual(['', 0, 0])
  })

  it('the path to go on to stays in session storage until it has served', () => {
    expect(storedPostLoginPath()).toBe('')
    storePostLoginPath('/it/soccer')
    expect([...session.kept.values()]).toEqual(['/it/soccer'])
    expect(storedPostLoginPath()).toBe('/it/soccer')
    storePostLoginPath(null)
    expect([storedPostLoginPath(), session.kept.size, local.kept.size]).toEqual(['', 0, 0])
  })

  it('the league that was marked stays in session storage until it is marked again', () => {
    storeWantedFavourite('serie-a')
    expect(takeWantedFavourite('serie-b')).toBe(false)
    expect([takeWantedFavourite('serie-a'), takeWantedFavourite('serie-a')]).toEqual([true, false])
    expect([session.kept.size, local.kept.size]).toEqual([0, 0])
  })

  it('the page to come back to is the present one, with its query', () => {
    vi.stubGlobal('window', { location: { pathname: '/it/soccer', search: '?tab=live' } })
    storeCurrentPath()
    expect(storedPostLoginPath()).toBe('/it/soccer?tab=live')
  })

  it('is nothing where storage is blocked', () => {
    vi.stubGlobal('localStorage', undefined)
    vi.stubGlobal('sessionStorage', undefined)
    rememberEmail('zoe@example.org')
    storePostLoginPath('/it')
    expect([rememberedEmail(), storedPostLoginPath()]).toEqual(['', ''])
  })
})
