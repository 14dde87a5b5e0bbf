import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideLanguage, type KnownLanguages, reduceLanguageCode } from './rules.ts'

const known: KnownLanguages = { active: ['en', 'it', 'ar'], inactive: ['fr'], default: 'it' }
const decide = (path: string, search = '') => decideLanguage(path, search, known)
const location = (path: string, search = '') => {
  const decision = decide(path, search)
  return decision.kind === 'redirect' ? decision.location : decision.kind
}

describe('decideLanguage', () => {
  it('takes an active code as the language', () => {
    expect(decide('/ar/soccer')).toEqual({ kind: 'language', code: 'ar' })
  })

  it.each([
    ['/', '/it'],
    ['/soccer', '/it/soccer'],
    ['/soccer/italy/serie-a', '/it/soccer/italy/serie-a'],
    ['/login', '/it/login'],
    ['/no/such/thing', '/it/no/such/thing'],
    ['/fr/soccer', '/it/soccer'],
    ['/EN/soccer', '/en/soccer'],
    ['//evil.example/x', '/it/evil.example/x'],
  ])('leads %s to %s', (from, to) => {
    expect(location(from)).toBe(to)
  })

  it('keeps the query', () => {
    expect(location('/soccer', '?clearCache=1')).toBe('/it/soccer?clearCache=1')
  })

  it.each(['/admin', '/admin/sports', '/api/x', '/static/a.css', '/assets/a.js', '/favicon.ico'])(
    'leaves %s alone',
    (path) => {
      expect(decide(path)).toEqual({ kind: 'outside' })
    },
  )

  it('always routes /en, so that a site without languages does not redirect in circles', () => {
    const none: KnownLanguages = { active: [], inactive: [], default: 'en' }
    expect(decideLanguage('/en/soccer', '', none)).toEqual({ kind: 'language', code: 'en' })
    expect(decideLanguage('/', '', none)).toEqual({ kind: 'redirect', location: '/en' })
  })

  it('never redirects twice, and never to another host', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const decision = decide(`/${path}`)
        if (decision.kind !== 'redirect') return
        expect(decision.location).toMatch(/^\/[a-z]{2}(\/(?!\/)|$)/)
        expect(decide(decision.location).kind).toBe('language')
      }),
    )
  })
})

describe('reduceLanguageCode', () => {
  it.each([
    ['pt-BR', 'pt'],
    ['IT', 'it'],
    ['zh-Hant-TW', 'zh'],
  ])('reduces %s to %s', (code, reduced) => {
    expect(reduceLanguageCode(code)).toBe(reduced)
  })
})
