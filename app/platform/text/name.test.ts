import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanName } from './name.ts'

describe('a name', () => {
  it.each([
    ['  FC\u0000 Ko\u0308ln\u202e \n', 'FC Köln'],
    ['Zed League \u202e<b>', 'Zed League <b>'],
    ['\u2067Zed\u2069 \u2066League', 'Zed League'],
    ['a\u200b\u0000b', 'a b'],
    ['Bundes\u00adliga', 'Bundesliga'],
    ['Al\u061cAhli\u206a\ufff9', 'AlAhli'],
    ['Hapoel\u200e-Tel Aviv', 'Hapoel-Tel Aviv'],
    ['\u3164', ''],
  ])('%j loses characters that are not seen: %j', (text, expected) => {
    expect(cleanName(text)).toBe(expected)
  })

  it.each([
    'می\u200cخواهم',
    'ශ්\u200dරී',
    'الأهلي',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'É ß',
  ])('%j keeps the characters that its language needs', (text) => {
    expect(cleanName(text)).toBe(text)
  })

  it('is clean once it has been cleaned', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cleaned = cleanName(text)
        expect(cleaned).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleanName(cleaned)).toBe(cleaned)
      }),
    )
  })
})
