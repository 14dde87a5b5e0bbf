import { describe, expect, it } from 'vitest'
import { AGE_COOKIE, COUNTRY_COOKIE, countryOfRequest, readCountry, visitorCountry } from './visitors.ts'

describe('a country', () => {
  it.each([
    ['GB', 'GB'],
    [' it ', 'IT'],
    ['XX', undefined],
    ['T1', undefined],
    ['GBR', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j is %j', (text, expected) => {
    expect(readCountry(text)).toBe(expected)
  })
})

describe("a visitor's country", () => {
  it.each([
    ['country=it', 'IT'],
    ['country=IT', 'IT'],
    ['a=b; country=DE', 'DE'],
    ['a=b;country=DE', 'DE'],
    ['a=b;  country=DE; c=d', 'DE'],
    ['country=DE;c=d', 'DE'],
    ['mycountry=DE', undefined],
    ['a=country=DE', undefined],
    ['country=DEU', undefined],
    ['country=XX', undefined],
    ['country=', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('chosen as %j is %j', (cookie, expected) => {
    expect(visitorCountry({ cookie })).toBe(expected)
  })

  it('is that of the header, unless it names none', () => {
    const cookie = `${COUNTRY_COOKIE}=DE; ${AGE_COOKIE}=18`
    expect(visitorCountry({ country: 'FR', cookie })).toBe('FR')
    expect(visitorCountry({ country: 'XX', cookie })).toBe('DE')
    expect(visitorCountry({ country: 'FR' })).toBe('FR')
    expect(visitorCountry({})).toBeUndefined()
  })
})

describe("a request's country", () => {
  const request = (more: Record<string, string>) => ({ headers: new Headers(more) })
  const trusted = { trustedProxies: 1, countryHeader: 'cf-ipcountry' }

  it('is that of the header of a trusted proxy, and of no other', () => {
    const sent = request({ 'cf-ipcountry': 'fr', cookie: 'country=DE' })
    expect(countryOfRequest(trusted, sent)).toBe('FR')
    expect(countryOfRequest({ ...trusted, trustedProxies: 2 }, sent)).toBe('FR')
    expect(countryOfRequest({ ...trusted, trustedProxies: 0 }, sent)).toBe('DE')
    expect(countryOfRequest({ ...trusted, countryHeader: undefined }, sent)).toBe('DE')
    expect(countryOfRequest({ ...trusted, countryHeader: 'x-country' }, sent)).toBe('DE')
  })

  it("is the visitor's choice without the header, and unknown without both", () => {
    expect(countryOfRequest(trusted, request({ cookie: 'country=DE' }))).toBe('DE')
    expect(countryOfRequest(trusted, request({ 'cf-ipcountry': '', cookie: 'country=DE' }))).toBe('DE')
    expect(countryOfRequest(trusted, request({}))).toBeUndefined()
  })
})
