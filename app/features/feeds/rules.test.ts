import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanText,
  priceFormat,
  progressPercent,
  readInstant,
  readPrice,
  readQuote,
  redactAddress,
} from './rules.ts'
import type { FeedWarning, Stage } from './schema.ts'

describe('readPrice', () => {
  it.each<[unknown, number | null]>([
    ['1.85', 1.85],
    [' 2 ', 2],
    [4, 4],
    [1000, 1000],
    ['1,85', 1.85],
    [1.005, 1.01],
    [1.0001, 1.01],
    [1, null],
    ['1', null],
    ['1.0', null],
    [0, null],
    [-2, null],
    ['', null],
    [null, null],
    [undefined, null],
    ['n/a', null],
    ['1e3', null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e9, null],
    [true, null],
    [{}, null],
  ])('%j is %s', (value, expected) => {
    expect(readPrice(value)).toBe(expected)
  })

  it.each<[unknown, number | null]>([
    [-8000, 1.01],
    [1200, 13],
    ['+150', 2.5],
    [-110, 1.91],
    [-100_000, 1.01],
    [50, null],
  ])('American %j is %s', (value, expected) => {
    expect(readPrice(value, 'american')).toBe(expected)
  })

  it('is null or fits the column', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double(), fc.string(), fc.anything()),
        fc.constantFrom('decimal', 'american'),
        (value, format) => {
          const price = readPrice(value, format as 'decimal')
          if (price === null) return
          expect(price).toBeGreaterThanOrEqual(1.01)
          expect(price).toBeLessThan(1_000_000)
          expect(Math.round(price * 100) / 100).toBe(price)
        },
      ),
    )
  })
})

describe('progressPercent', () => {
  it.each<[Stage, number, number]>([
    ['fetch', 0, 10],
    ['sports', 0, 20],
    ['countries', 0, 30],
    ['leagues', 0, 35],
    ['matches', 0, 35],
    ['matches', 0.5, 65],
    ['matches', 1, 95],
    ['matches', 2, 95],
    ['done', 1, 100],
  ])('at the stage %s, %d of it done, is %i', (stage, share, percent) => {
    expect(progressPercent(stage, share)).toBe(percent)
  })
})

describe('priceFormat', () => {
  it('goes by most of the prices', () => {
    expect(priceFormat([-8000, 1200])).toBe('american')
    expect(priceFormat([100, 105])).toBe('american')
    expect(priceFormat([1.9, 1.9, -110])).toBe('decimal')
    expect(priceFormat([1.01, 1000])).toBe('decimal')
    expect(priceFormat([])).toBe('decimal')
  })
})

describe('readQuote', () => {
  const at = new Date(0)
  const alpha = { key: 'alpha', name: 'Alpha' }
  const read = (home: unknown, draw: unknown, away: unknown) => {
    const warnings: FeedWarning[] = []
    const quote = readQuote(alpha, { home, draw, away }, 'decimal', at, warnings)
    return [quote && [quote.home, quote.draw, quote.away], warnings.map(({ code }) => code)]
  }

  it('puts one unusable price at 1.01 and says so', () => {
    expect(read(1.8, '', 4.2)).toEqual([[1.8, 1.01, 4.2], ['invalid_price']])
    expect(read(1.8, undefined, 0)).toEqual([[1.8, null, 1.01], ['invalid_price']])
  })

  it('takes nothing where no price is usable, or all are far too good', () => {
    expect(read(1, '', null)).toEqual([null, ['no_valid_price']])
    expect(read(9, 9, 9)).toEqual([null, ['implausible_prices']])
    expect(read(2.05, undefined, 2.05)).toEqual([[2.05, null, 2.05], []])
  })
})

describe('readInstant', () => {
  it.each<[unknown, string | null]>([
    [1779634800, '2026-05-24T15:00:00.000Z'],
    [1779634800000, '2026-05-24T15:00:00.000Z'],
    ['1779634800', '2026-05-24T15:00:00.000Z'],
    ['2026-05-24T15:00:00Z', '2026-05-24T15:00:00.000Z'],
    ['2026-05-24T17:00:00+02:00', '2026-05-24T15:00:00.000Z'],
    ['2026-05-24 15:00', '2026-05-24T15:00:00.000Z'],
    ['24/05/2026', null],
    [0, null],
    [-1, null],
    [9e15, null],
    [null, null],
    ['', null],
  ])('%j is %s', (value, expected) => {
    expect(readInstant(value)?.toISOString() ?? null).toBe(expected)
  })
})

describe('cleanText', () => {
  it('leaves a line that the database takes', () => {
    expect(cleanText('  FC\u0000 Ko\u0308ln\u202e \n')).toBe('FC Köln')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanText(text)).not.toMatch(/[\p{Cc}]/u)
        expect(cleanText(text).isWellFormed()).toBe(true)
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
      }),
    )
  })
})

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
