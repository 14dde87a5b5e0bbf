import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptedLanguages,
  chooseLanguage,
  decideLanguage,
  type KnownLanguages,
  RIGHT_TO_LEFT,
  reduceLanguageCode,
  storedLanguage,
} from './choose-language.ts'

const known: KnownLanguages = { active: ['en', 'it', 'ar'], inactive: ['fr'], default: 'it' }
const decide = (path: string, search = '') => decideLanguage(path, search, known)
/** The redirect target for a visitor whose start language is German. */
const location = (path: string, search = '') => {
  const decision = decide(path, search)
  if (decision.kind === 'unprefixed') return `/de${decision.rest}`
  return decision.kind === 'redirect' ? decision.location : decision.kind
}

describe('decideLanguage', () => {
  it('accepts an active code as the language', () => {
    expect(decide('/ar/soccer')).toEqual({ kind: 'language', code: 'ar' })
  })

  it.each([
    ['/', '/de'],
    ['/soccer', '/de/soccer'],
    ['/soccer/italy/serie-a', '/de/soccer/italy/serie-a'],
    ['/login', '/de/login'],
    ['/no/such/thing', '/de/no/such/thing'],
    ['/fr/soccer', '/it/soccer'],
    ['/EN/soccer', '/en/soccer'],
    ['//evil.example/x', '/de/evil.example/x'],
  ])('redirects %s to %s', (from, to) => {
    expect(location(from)).toBe(to)
  })

  it('keeps the query string', () => {
    expect(location('/soccer', '?clearCache=1')).toBe('/de/soccer?clearCache=1')
  })

  it.each(['/admin', '/admin/sports', '/api/x', '/static/a.css', '/assets/a.js', '/favicon.ico'])(
    'does not redirect %s',
    (path) => {
      expect(decide(path)).toEqual({ kind: 'outside' })
    },
  )

  it('always routes /en, so that a site without languages has no redirect loop', () => {
    const none: KnownLanguages = { active: [], inactive: [], default: 'en' }
    expect(decideLanguage('/en/soccer', '', none)).toEqual({ kind: 'language', code: 'en' })
    expect(decideLanguage('/', '', none)).toEqual({ kind: 'unprefixed', rest: '' })
    expect(chooseLanguage(['it', null], none)).toBe('en')
  })

  it('never redirects twice, and never to another host', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const to = location(`/${path}`).replace(/^\/de/, '/ar')
        if (!to.startsWith('/')) return
        expect(to).toMatch(/^\/[a-z]{2}(\/(?!\/)|$)/)
        expect(decide(to).kind).toBe('language')
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

describe('chooseLanguage', () => {
  it.each([
    ['the profile first', ['ar', 'en', 'it'], 'ar'],
    ['an unavailable one is passed over', ['fr', null, 'pt', 'en'], 'en'],
    ['a region does not matter', ['ar-EG'], 'ar'],
    ['the default when none is available', ['fr', 'xx'], 'it'],
  ])('%s', (_, wanted, expected) => {
    expect(chooseLanguage(wanted, known)).toBe(expected)
  })
})

describe('acceptedLanguages', () => {
  it.each([
    ['de-CH, de;q=0.9, en;q=0.8', ['de', 'de', 'en']],
    ['en;q=0.2,ar;q=0.7,it', ['it', 'ar', 'en']],
    ['fr;q=0, *;q=0.5', ['*']],
    ['en;Q=0.2, fr;Q=0, it ; Q=0.7', ['it', 'en']],
    ['', ['']],
    ['it;q=much', []],
  ])('of "%s"', (header, expected) => {
    expect(acceptedLanguages(header)).toEqual(expected)
  })
})

describe('storedLanguage', () => {
  it.each([
    ['a=b; language=it; c=d', 'it'],
    ['xlanguage=it', null],
    ['', null],
  ])('in "%s"', (cookies, expected) => {
    expect(storedLanguage(cookies)).toBe(expected)
  })
})

describe('edge cases of languages', () => {
  it.each(['admin', 'api', 'go', 'resources', 'sitemaps', 'static', 'assets', 'favicon.ico'])(
    '/%s has no language',
    (first) => {
      expect(decide(`/${first}/x`)).toEqual({ kind: 'outside' })
    },
  )

  it('uses the first of two cookies with the same name', () => {
    expect(storedLanguage('language=it; language=ar')).toBe('it')
    expect(storedLanguage('a=1; language=it')).toBe('it')
    expect(storedLanguage('language')).toBeNull()
  })

  it.each([
    ['it;q=0.5;q=0.9, ar;q=0.7', ['ar', 'it']],
    ['it;x=0;q=0.5, ar', ['ar', 'it']],
    ['it;q=0.25, ar;q=0.75', ['ar', 'it']],
    ['it ; q=0.1 , ar ;q=0.2', ['ar', 'it']],
    ['it;q=0, ar', ['ar']],
    ['it, ar;q=0.9', ['it', 'ar']],
  ])('%s accepts %j', (header, expected) => {
    expect(acceptedLanguages(header)).toEqual(expected)
  })

  it('reads at most 20 languages of a header', () => {
    const codes = Array.from({ length: 21 }, (_, n) => `x${n}`)
    expect(acceptedLanguages(codes.join(','))).toEqual(codes.slice(0, 20))
  })

  it('marks these as written from right to left', () => {
    expect([...RIGHT_TO_LEFT]).toEqual(['ar', 'fa', 'he', 'ur'])
  })
})
