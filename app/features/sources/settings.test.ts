import { describe, expect, it } from 'vitest'
import apiFootball from './api-football/index.ts'
import promo from './promo/index.ts'
import { baseOf, findSettingProblems, ownHeaders, problemOf, readSettings } from './settings.ts'

describe('the settings of a source', () => {
  it.each([
    ['https://x.example/', true],
    ['http://x.example', true],
    ['HTTPS://x.example', true],
    ['ftp://x.example', false],
    ['xhttps://x.example', false],
    ['httpsx://x.example', false],
    ['x.example', false],
    ['', false],
  ])('with the address %j are valid: %s', (value, expected) => {
    const variables = { API_FOOTBALL_URL: value }
    expect(problemOf(apiFootball, 'API_FOOTBALL_URL', variables) === null).toBe(expected)
    expect(findSettingProblems([promo, apiFootball], { variables }).length).toBe(expected ? 0 : 1)
    // A malformed address counts as absent.
    expect(readSettings(apiFootball, { variables }).API_FOOTBALL_URL).toBe(
      expected ? value : 'https://v3.football.api-sports.io',
    )
  })

  it('name the variable with its problem', () => {
    const [problem] = findSettingProblems([apiFootball], { variables: { API_FOOTBALL_URL: 'x' } })
    expect(problem).toMatch(/^API_FOOTBALL_URL: .*URL/)
  })

  it('that are no address have no problem', () => {
    const variables = { API_FOOTBALL_KEY: 'not an address' }
    expect(problemOf(apiFootball, 'API_FOOTBALL_KEY', variables)).toBeNull()
    expect(problemOf(apiFootball, 'OTHER', { OTHER: 'x' })).toBeNull()
    expect(readSettings(apiFootball, { variables })).toEqual({
      API_FOOTBALL_URL: 'https://v3.football.api-sports.io',
      API_FOOTBALL_KEY: 'not an address',
    })
    expect(readSettings(promo, { variables: {} })).toEqual({
      PROMO_URL: undefined,
      PROMO_BOOKMAKER: undefined,
    })
  })

  it.each([
    [undefined, ''],
    ['https://x.example', 'https://x.example'],
    ['https://x.example///', 'https://x.example'],
    ['https://x.example/a/b/', 'https://x.example/a/b'],
  ])('have the base of %j without slashes at its end', (value, expected) => {
    expect(baseOf(value)).toBe(expected)
  })

  it('send a key to their own host only', () => {
    const place = { address: 'https://x.example/v3', key: 'k' }
    const headersOf = (address: string) => ownHeaders(apiFootball, place, address)
    expect(headersOf('https://x.example/other?page=2')).toEqual({ 'x-apisports-key': 'k' })
    for (const address of [
      'https://y.example/v3',
      'http://x.example/v3',
      'https://x.example:8443/v3',
      'file',
      '',
    ])
      expect(headersOf(address), address).toEqual({})
    expect(ownHeaders(apiFootball, null, 'https://x.example/')).toEqual({})
    expect(ownHeaders(promo, { address: 'https://x.example/' }, 'https://x.example/')).toEqual({})
  })
})
