import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedWarning } from './contract.ts'
import {
  asRecord,
  cleanId,
  cleanText,
  excerpt,
  isSimulated,
  isTooLong,
  priceFormat,
  readInstant,
  readNumber,
  readPrice,
  readQuote,
  sameText,
} from './reading.ts'

describe('readPrice', () => {
  it.each<[unknown, number | null]>([
    ['1.85', 1.85],
    [' 2 ', 2],
    [4, 4],
    [1000, 1000],
    ['1,85', 1.85],
    // Nobody pays more than the price says.
    [2.046, 2.04],
    ['2.049', 2.04],
    [2.05, 2.05],
    [4.35, 4.35],
    [1.0051, 1.01],
    [1.0049, null],
    [1.0001, null],
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
    [-100_000, null],
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

describe('priceFormat', () => {
  it('follows the majority of the prices', () => {
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
    const prices = quote && [quote.home, quote.draw, quote.away]
    return [prices, quote?.status ?? null, warnings.map(({ code }) => code)]
  }

  it('has no price when one is unusable, and reports that the quote is suspended', () => {
    expect(read(1.8, '', 4.2)).toEqual([[1.8, null, 4.2], 'suspended', ['invalid_price']])
    expect(read(1.8, undefined, 1)).toEqual([[1.8, null, null], 'suspended', ['invalid_price']])
    expect(read(1.0, 1.0, 100)).toEqual([[null, null, 100], 'suspended', ['invalid_price']])
    expect(read(1, '', null)).toEqual([[null, null, null], 'suspended', ['no_valid_price']])
  })

  it('reports that a quote lacks a side', () => {
    expect(read(1.8, 3.4, undefined)).toEqual([[1.8, 3.4, null], 'incomplete', ['invalid_price']])
  })

  it('is empty when there is no price, or all are implausibly high', () => {
    expect(read(undefined, undefined, undefined)).toEqual([null, null, ['no_valid_price']])
    expect(read(9, 9, 9)).toEqual([null, null, ['implausible_prices']])
    expect(read(2.05, undefined, 2.05)).toEqual([[2.05, null, 2.05], null, []])
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
  it('returns a line that the database accepts', () => {
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

describe('texts of a feed', () => {
  it.each<[unknown, string]>([
    [7, '7'],
    [Number.NaN, ''],
    [Number.POSITIVE_INFINITY, ''],
    [true, ''],
    [null, ''],
    ['a\u200b\u0000b', 'a b'],
    ['\u061cالهلال\u061c', 'الهلال'],
    ['Unter\u00adhaching', 'Unterhaching'],
    ['a\u2063b\u206ac', 'abc'],
    ['\u3164\u115f\u2800', ''],
    ['a\u200cb', 'a\u200cb'],
    ['a \t b', 'a b'],
  ])('%j is cleaned to %j', (value, expected) => {
    expect(cleanText(value)).toBe(expected)
  })

  it('can have 200 characters', () => {
    expect(isTooLong('x'.repeat(200), 'y')).toBe(false)
    expect(isTooLong('x', 'y'.repeat(201))).toBe(true)
    expect(cleanId(` ${'x'.repeat(200)} `)).toBe('x'.repeat(200))
    expect(cleanId('x'.repeat(201))).toBe('')
  })

  it.each([
    ['Köln', 'KO\u0308LN', true],
    ['ＡＣ Milan', 'ac milan', true],
    ['ac milan', 'ＡＣ Milan', true],
    ['Köln', 'Koln', false],
  ])('%j and %j read the same: %s', (a, b, expected) => {
    expect(sameText(a, b)).toBe(expected)
  })

  it.each<[unknown, string]>([
    ['a\nb', 'a b'],
    [{ a: [1, 'x'] }, '{"a":[1,"x"]}'],
    [undefined, 'undefined'],
    ['x'.repeat(201), 'x'.repeat(200)],
  ])('%j is quoted as %j', (value, expected) => {
    expect(excerpt(value)).toBe(expected)
  })

  it.each<[unknown, boolean]>([
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    ['{}', false],
  ])('%j is a record: %s', (value, expected) => {
    expect(asRecord(value)).toBe(expected ? value : null)
  })

  it.each([
    ['Arsenal', 'Chelsea', false],
    ['Arsenal (E)', 'Chelsea', true],
    ['Arsenal', 'Chelsea (e)', true],
    ['Arsenal ⁽ᵉ⁾', 'Chelsea', true],
    ['Arsenal SRL', 'Chelsea SRL', true],
    ['Arsenal SRL', 'Chelsea', false],
    ['Arsenal', 'Chelsea SRL', false],
    ['SRL Arsenal', 'SRL Chelsea', false],
    ['ASRL', 'BSRL', false],
  ])('%s against %s is simulated: %s', (home, away, expected) => {
    expect(isSimulated(home, away)).toBe(expected)
  })
})

describe('edge cases of instants', () => {
  it.each<[unknown, string | null]>([
    ['1989-12-31T23:59:59.999Z', null],
    ['1990-01-01T00:00:00Z', '1990-01-01T00:00:00.000Z'],
    ['2099-12-31T23:59:59.999Z', '2099-12-31T23:59:59.999Z'],
    ['2100-01-01T00:00:00Z', null],
    [' 2026-05-24T15:00:00Z ', '2026-05-24T15:00:00.000Z'],
    ['2026-05-24t15:00:00.25z', '2026-05-24T15:00:00.250Z'],
    ['2026-05-24 17:00 +0200', '2026-05-24T15:00:00.000Z'],
    ['2026-05-24T10:30:00-04:30', '2026-05-24T15:00:00.000Z'],
    [' 1779634800.5 ', '2026-05-24T15:00:00.500Z'],
    ['1779634800.25', '2026-05-24T15:00:00.250Z'],
    ['x1779634800', null],
    ['1779634800x', null],
    ['1779634800.', null],
    ['x2026-05-24T15:00:00Z', null],
    ['2026-05-24T15:00:00Zx', null],
    [100_000_000_000, null],
    [4_000_000_000, '2096-10-02T07:06:40.000Z'],
    [true, null],
  ])('%j is %s', (value, expected) => {
    expect(readInstant(value)?.toISOString() ?? null).toBe(expected)
  })
})

describe('edge cases of prices', () => {
  it.each<[unknown, number | null]>([
    ['9'.repeat(400), null],
    [Number.NEGATIVE_INFINITY, null],
    ['-1,5', -1.5],
    ['1,555', null],
    ['1.', 1],
  ])('the number %j is %s', (value, expected) => {
    expect(readNumber(value)).toBe(expected)
  })

  it.each([
    [999_999.99, 'decimal', 999_999.99],
    [1_000_000, 'decimal', null],
    [100, 'american', 2],
    [99.5, 'american', null],
    [null, 'american', null],
    [-99.5, 'american', null],
  ] as const)('%s as %s is %s', (value, format, expected) => {
    expect(readPrice(value, format)).toBe(expected)
  })

  it('is decimal by default', () => {
    expect(readPrice(250)).toBe(250)
  })
})

describe('the warnings of a quote', () => {
  const bookmaker = { key: 'alpha', name: 'Alpha' }
  const read = (home: unknown, draw: unknown, away: unknown) => {
    const warnings: FeedWarning[] = []
    const quote = readQuote(bookmaker, { home, draw, away }, 'decimal', new Date(0), warnings)
    return { prices: quote && [quote.home, quote.draw, quote.away], warnings }
  }

  it.each([
    [null, 3, null, [null, 3, null], 'Alpha: - / 3 / -'],
    ['x', undefined, 2, [null, null, 2], 'Alpha: x / - / 2'],
    [2, undefined, true, [2, null, null], 'Alpha: 2 / - / boolean'],
    [2, 'y'.repeat(50), 3, [2, null, 3], `Alpha: 2 / ${'y'.repeat(40)} / 3`],
  ])('%j, %j, %j', (home, draw, away, prices, detail) => {
    expect(read(home, draw, away)).toEqual({ prices, warnings: [{ code: 'invalid_price', detail }] })
  })

  it('has no warning for a valid market', () => {
    expect(read(1.8, 3.4, 4.2)).toEqual({ prices: [1.8, 3.4, 4.2], warnings: [] })
    expect(read(1.8, undefined, 2.1)).toEqual({ prices: [1.8, null, 2.1], warnings: [] })
  })

  it('accepts a sum of 0.7, and nothing below', () => {
    expect(read(10, 10, 2)).toMatchObject({ prices: [10, 10, 2] })
    expect(read(10, 10, 2.01)).toEqual({
      prices: null,
      warnings: [{ code: 'implausible_prices', detail: 'Alpha: 10 / 10 / 2.01' }],
    })
    expect(read(2.85, undefined, 2.85)).toMatchObject({ prices: [2.85, null, 2.85] })
    expect(read(2.86, undefined, 2.86)).toMatchObject({ prices: null })
  })

  it('truncates its text after 300 characters', () => {
    const warnings: FeedWarning[] = []
    const outcomes = { home: '', draw: undefined, away: 2 }
    readQuote({ key: 'long', name: 'x'.repeat(400) }, outcomes, 'decimal', new Date(0), warnings)
    expect(warnings).toEqual([{ code: 'invalid_price', detail: 'x'.repeat(300) }])
  })
})
