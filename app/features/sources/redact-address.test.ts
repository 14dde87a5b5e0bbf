import { describe, expect, it } from 'vitest'
import { redactAddress } from './redact-address.ts'

describe('redactAddress', () => {
  it.each([
    [
      'https://api.example.org/v4/odds?apiKey=abc&regions=eu',
      'https://api.example.org/v4/odds?apiKey=***&regions=eu',
    ],
    [
      'https://api.example.org/api/v1/json/abc/events.php?id=1',
      'https://api.example.org/api/v1/json/***/events.php?id=1',
    ],
    ['https://user:abc@example.org/', 'https://example.org/'],
    ...[
      'client_secret',
      'app_key',
      'appKey',
      'api_token',
      'x-api-key',
      'X-Amz-Signature',
      'authorization',
      'userPassword',
      'APIKEY',
      'accesstoken',
      'k',
      'session',
    ].map((name): [string, string] => [
      `https://example.org/feed?${name}=abc&markets=h2h`,
      `https://example.org/feed?${name}=***&markets=h2h`,
    ]),
    [
      'https://example.org/feed?regions=eu,uk&oddsFormat=decimal&daysFrom=3&brand=7&lang=en',
      'https://example.org/feed?regions=eu,uk&oddsFormat=decimal&daysFrom=3&brand=7&lang=en',
    ],
    ['/var/feeds/today.json', '/var/feeds/today.json'],
    ['http://[bad/?apiKey=abc', 'http://[bad/'],
  ])('%s', (address, expected) => {
    expect(redactAddress(address)).toBe(expected)
  })
})

describe('the parts of an address that are not redacted', () => {
  it.each([
    ...['sport', 'sports', 'country', 'league', 'leagues', 'brand', 'event', 'eventIds', 'id', 'ids'],
    ...['regions', 'region', 'markets', 'market', 'bookmakers', 'bookmaker', 'oddsFormat', 'dateFormat'],
    ...['date', 'from', 'to', 'days', 'daysFrom', 'commenceTimeFrom', 'commenceTimeTo', 'season', 'round'],
    ...['lang', 'language', 'locale', 'format', 'page', 'limit', 'offset', 'live', 's', 'd', 'l'],
  ])('%s', (name) => {
    expect(redactAddress(`https://example.org/?${name}=abc`)).toBe(`https://example.org/?${name}=abc`)
  })

  it.each([
    ['HTTPS://user:abc@[bad/x', 'HTTPS://[bad/x'],
    ['https://[bad/x#abc\nd', 'https://[bad/x#abc\nd'],
    ['/feeds/https://u:p@x/?key=abc', '/feeds/https://u:p@x/?key=abc'],
    ['C:\\feeds\\today.json', 'C:\\feeds\\today.json'],
    ['data:text/plain,x?key=abc', 'data:text/plain,x?key=abc'],
    ['https://example.org/JSON/abc/x/JSON/def/y', 'https://example.org/JSON/***/x/JSON/def/y'],
    ['https://example.org/json/abc', 'https://example.org/json/abc'],
    ['https://example.org/?=abc&key=1&key=2#def', 'https://example.org/?=***&key=***'],
  ])('%j is stored as %j', (address, expected) => {
    expect(redactAddress(address)).toBe(expected)
  })
})
