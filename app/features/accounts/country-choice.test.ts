import { describe, expect, it } from 'vitest'
import { flagName } from '#app/ui/flag-url.ts'
import { listPhoneCountries } from './countries.server.ts'
import { matchesCountry, withoutPrefix } from './country-choice.ts'

const countries = listPhoneCountries('en')

describe('the countries to choose from', () => {
  it('are the 249 of ISO 3166-1 and Kosovo, each with a code of two letters and a name', () => {
    const codes = countries.map(({ code }) => code)
    expect(codes.filter((code) => code !== 'XK')).toHaveLength(249)
    expect(new Set(codes).size).toBe(250)
    for (const code of codes) expect(code).toMatch(/^[A-Z]{2}$/)
    expect(countries.filter(({ code, name }) => name.length < 3 || name === code)).toEqual([])
    expect(countries).toContainEqual({ code: 'IT', name: 'Italy', callingCode: '39' })
  })

  it('have a flag, and more than 200 of them a calling code', () => {
    expect(countries.filter(({ callingCode }) => /^\d+$/.test(callingCode)).length).toBeGreaterThanOrEqual(
      200,
    )
    for (const { code } of countries) expect(flagName(code)).toBe(code.toLowerCase())
  })

  it('are sorted by name in the language of the page', () => {
    const inGerman = listPhoneCountries('de').map(({ name }) => name)
    expect(inGerman).toContain('Österreich')
    expect(inGerman).toEqual(inGerman.toSorted(new Intl.Collator('de').compare))
    const inEnglish = countries.map(({ name }) => name)
    expect(inEnglish).toEqual(inEnglish.toSorted(new Intl.Collator('en').compare))
  })
})

describe('a search for a country', () => {
  it.each([
    ['ital', ['Italy']],
    ['+39', ['Italy', 'Vatican City']],
    ['353', ['Ireland']],
    [
      '37',
      ['Andorra', 'Armenia', 'Belarus', 'Estonia', 'Latvia', 'Lithuania', 'Moldova', 'Monaco', 'San Marino'],
    ],
    ['cote', ['Côte d’Ivoire']],
    ['no such country', []],
  ])('for %j, by name or calling code, finds %j', (query, names) => {
    expect(countries.filter((country) => matchesCountry(country, query)).map(({ name }) => name)).toEqual(
      names,
    )
  })
})

describe('the number after the calling code in the phone field', () => {
  it.each([
    ['+391', '1'],
    ['+39', ''],
    ['+3', ''],
    ['', ''],
    ['+306 1234', '06 1234'],
    ['06 1234', '06 1234'],
  ])('is what is left of %j, whose prefix cannot be deleted: %j', (typed, number) => {
    expect(withoutPrefix(typed, '+39')).toBe(number)
  })
})
