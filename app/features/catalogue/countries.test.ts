import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryCode, knownCountryCode } from './countries.ts'

const NONE: ReadonlySet<string> = new Set()

describe('knownCountryCode', () => {
  it.each([
    ['Italy', 'IT'],
    ['Austria', 'AT'],
    ['Australia', 'AU'],
    ['Iran', 'IR'],
    ['Iraq', 'IQ'],
    ['Ireland', 'IE'],
    ['Republic of Ireland', 'IE'],
    ['England', 'GB-ENG'],
    ['Northern Ireland', 'GB-NIR'],
    ['USA', 'US'],
    ['United States', 'US'],
    ['Czech Republic', 'CZ'],
    ['Czechia', 'CZ'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Bosnia & Herzegovina', 'BA'],
    ['Bosnia-Herzegovina', 'BA'],
    ["Côte d'Ivoire", 'CI'],
    ['Ivory Coast', 'CI'],
    ['South Korea', 'KR'],
    ['Republic of Korea', 'KR'],
    ['Holland', 'NL'],
    ['The Gambia', 'GM'],
    ['Kosovo', 'XK'],
    ['Macedonia', 'MK'],
    ['Trinidad & Tobago', 'TT'],
    ['International', 'INT'],
    ['International Clubs', 'INT'],
    ['World', 'INT'],
    ['Europe', 'INT'],
    ['Atlantis', null],
    ['', null],
  ])('%j is %s', (name, code) => {
    expect(knownCountryCode(name)).toBe(code)
  })
})

describe('countryCode', () => {
  it('falls back to two letters of an unknown name', () => {
    expect(countryCode('Wonderland', NONE)).toBe('WO')
    expect(countryCode('Österland', NONE)).toBe('OS')
  })

  it('adds a digit when the letters are taken', () => {
    expect(countryCode('Wonderland', new Set(['WO']))).toBe('WO1')
    expect(countryCode('Woodland', new Set(['WO', 'WO1']))).toBe('WO2')
  })

  it('never uses the code of a real country, assigned or not', () => {
    expect(countryCode('Catalonia', NONE)).toBe('CA1')
  })

  it('has a code for a name without ASCII letters', () => {
    expect(countryCode('Страна', NONE)).toBe('XX')
    expect(countryCode('', NONE)).toBe('XX')
  })

  it('never collides, for any names in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 12 }), { maxLength: 40 }), (names) => {
        const taken = new Set<string>()
        for (const name of names.filter((one) => knownCountryCode(one) === null)) {
          const code = countryCode(name, taken)
          expect(taken.has(code)).toBe(false)
          taken.add(code)
        }
      }),
    )
  })
})
