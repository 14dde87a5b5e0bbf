import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countrySlug, matchSlug, parseMatchSlug, slug } from './slug.ts'

/** Accents, and characters that can be between an accent and its letter, more often than by chance. */
const awkward = fc.constantFrom('À', 'a', 'ß', '\u0301', '\u0338', '\u2ADC', '\u200D', '-', '&', '>', ' ')
const letter = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), awkward)
const name = fc.string({ unit: letter, maxLength: 40 })

describe('slug', () => {
  it.each([
    ['Manchester United', 'manchester-united'],
    ['  Real   Madrid ', 'real-madrid'],
    ['Brighton & Hove Albion', 'brighton-and-hove-albion'],
    ['A&B', 'a-and-b'],
    ["St Patrick's Athletic", 'st-patricks-athletic'],
    ['1. FC Köln', '1-fc-koln'],
    ['Bodø/Glimt', 'bodoglimt'],
    ['Preußen Münster', 'preussen-munster'],
    ['Łódź', 'lodz'],
    ['Đurđevac', 'durdevac'],
    ['İstanbul Başakşehir', 'istanbul-basaksehir'],
    ['Diyarbakır', 'diyarbakir'],
    ['Ægir', 'aegir'],
    ['Þór Akureyri', 'thor-akureyri'],
    ['Œuvre', 'oeuvre'],
    ['Qarabağ Ağdam', 'qarabag-agdam'],
    ['Saint‑Étienne – Loire', 'saint-etienne-loire'],
    ['--Côte d’Ivoire--', 'cote-divoire'],
    ['الأهلي', 'الأهلي'],
    ['Спартак Москва', 'спартак-москва'],
    ['Нефтяной', 'нефтяной'],
    ['Ολυμπιακός', 'ολυμπιακός'],
    ['浦和レッズ', '浦和レッズ'],
    ['मुंबई सिटी', 'मुंबई-सिटी'],
    ['under_score', 'under_score'],
    ['À\u2ADC', 'a'],
    ['Å>\u0301Æ', 'aae'],
    ['a\u200D\u0301', 'a'],
    ['b -\u0301 c', 'b-c'],
    ['_\u0338', '_'],
    ['\u0301x', 'x'],
    ['র\u200D\u09CDয', 'র\u09CDয'],
    ['???', ''],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(slug(text)).toBe(expected)
  })

  it('is idempotent, and has no hyphen at its ends or twice in a row', () => {
    fc.assert(
      fc.property(name, (text) => {
        const once = slug(text)
        expect(slug(once)).toBe(once)
        expect(once).not.toMatch(/^-|-$|--|[\s/?#%&]/)
      }),
      { numRuns: 2_000 },
    )
  })

  it('of a name of ASCII is that of the same name with an accent', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 })
    fc.assert(
      fc.property(ascii, (text) => {
        expect(slug(`${text}é`)).toBe(slug(`${text}e`))
      }),
    )
  })

  it('is the same for composed and decomposed accents', () => {
    fc.assert(fc.property(name, (text) => slug(text.normalize('NFD')) === slug(text.normalize('NFC'))))
  })
})

describe('countrySlug', () => {
  it('is international for the code INT', () => {
    expect(countrySlug('World', 'INT')).toBe('international')
    expect(countrySlug('Clubs', 'int')).toBe('international')
    expect(countrySlug('Bosnia & Herzegovina', 'BA')).toBe('bosnia-and-herzegovina')
  })
})

describe('match slugs', () => {
  it('join two sides', () => {
    expect(matchSlug('Paris Saint-Germain', 'AS Saint-Étienne')).toBe(
      'paris-saint-germain-vs-as-saint-etienne',
    )
    expect(matchSlug('???', 'Arsenal')).toBeNull()
  })

  it('are read back as a pair', () => {
    expect(parseMatchSlug('Paris-Saint-Germain-vs-FC-St-Pauli')).toEqual({
      kind: 'pair',
      slug: 'paris-saint-germain-vs-fc-st-pauli',
      homeName: 'paris saint germain',
      awayName: 'fc st pauli',
    })
  })

  it('are an id when they are a UUID', () => {
    expect(parseMatchSlug('0B9F6A1E-3C55-4E0A-9D0A-0123456789AB')).toEqual({
      kind: 'id',
      id: '0b9f6a1e-3c55-4e0a-9d0a-0123456789ab',
    })
  })

  it.each(['', 'arsenal', '-vs-', 'arsenal-vs-', '-vs-arsenal', 'arsenal-v-chelsea', '0b9f6a1e-3c55'])(
    '%j is invalid',
    (text) => {
      expect(parseMatchSlug(text)).toEqual({ kind: 'invalid' })
    },
  )

  it('keep the whole slug for comparison whatever the names', () => {
    fc.assert(
      fc.property(name, name, (home, away) => {
        const made = matchSlug(home, away)
        if (made === null) return
        expect(parseMatchSlug(made)).toMatchObject({ kind: 'pair', slug: made })
      }),
    )
  })
})
