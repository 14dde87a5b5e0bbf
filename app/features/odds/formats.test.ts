import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOdds, formatPrice, fromAmerican } from './formats.ts'
import { fromNumber } from './prices.ts'

const price = fc.integer({ min: 101, max: 100_000 }).map((hundredths) => hundredths / 100)

describe('American odds', () => {
  it('are converted back', () => {
    expect(fromAmerican(-500)).toBe(1.2)
    expect(fromAmerican(500)).toBe(6)
    expect(fromAmerican(-110)).toBe(1.91)
    expect(() => fromAmerican(50)).toThrow(RangeError)
  })

  it('convert back to the exact price from evens up, and to a close one below', () => {
    fc.assert(
      fc.property(price, (decimal) => {
        expect(fromAmerican(Number(formatOdds(decimal, 'en', 'american')))).toBeCloseTo(
          decimal,
          decimal >= 2 ? 9 : 2,
        )
      }),
    )
  })

  it('have a sign', () => {
    expect(formatOdds(2.3, 'en', 'american')).toBe('+130')
    expect(formatOdds(1.8, 'en', 'american')).toBe('-125')
  })
})

describe('fractional odds', () => {
  it.each([
    [1.4, '2/5'],
    [1.91, '10/11'],
    [1.33, '1/3'],
    [3.5, '5/2'],
    [2, '1/1'],
    [1.12, '1/8'],
    [1.13, '1/8'],
    [2.38, '11/8'],
    [2.5, '6/4'],
    [34, '33/1'],
    [12.5, '23/2'],
    [1.01, '1/100'],
  ])('%s is %s', (decimal, fraction) => {
    expect(formatOdds(decimal, 'en', 'fractional')).toBe(fraction)
  })

  it('differ from the price by at most the rounding below 3.00, and by one percent above', () => {
    const often = fc.oneof(
      fc.integer({ min: 101, max: 300 }).map((hundredths) => hundredths / 100),
      price,
    )
    fc.assert(
      fc.property(often, (decimal) => {
        const [numerator = 0, denominator = 1] = formatOdds(decimal, 'en', 'fractional')
          .split('/')
          .map(Number)
        expect(Math.abs(1 + numerator / denominator - decimal)).toBeLessThan(
          decimal < 3 ? 0.005 + 1e-9 : decimal * 0.01,
        )
      }),
    )
  })
})

describe('Asian odds', () => {
  it.each([
    [1.5, '0.50', '0.50', '-2.00'],
    [2, '1.00', '1.00', '1.00'],
    [2.5, '1.50', '-0.67', '1.50'],
  ])('%s', (decimal, hongKong, malay, indonesian) => {
    expect(formatOdds(decimal, 'en', 'hong-kong')).toBe(hongKong)
    expect(formatOdds(decimal, 'en', 'malay')).toBe(malay)
    expect(formatOdds(decimal, 'en', 'indonesian')).toBe(indonesian)
  })

  it('are within 1 for Malay and beyond 1 for Indonesian', () => {
    fc.assert(
      fc.property(price, (decimal) => {
        expect(Math.abs(Number(formatOdds(decimal, 'en', 'malay')))).toBeLessThanOrEqual(1)
        expect(Math.abs(Number(formatOdds(decimal, 'en', 'indonesian')))).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

describe('formatOdds', () => {
  it('always has two decimals and a point', () => {
    expect(formatOdds(2, 'en')).toBe('2.00')
    expect(formatOdds(1000, 'en')).toBe('1000.00')
    expect(formatOdds(1.005 + 1, 'en')).toMatch(/^2\.0[01]$/)
    expect(() => formatOdds(1, 'en')).toThrow(RangeError)
    expect(['de', 'pt', 'ar', 'tr'].map((language) => formatOdds(1234.5, language))).toEqual([
      '1234,50',
      '1234,50',
      '1234.50',
      '1234,50',
    ])
  })
})

describe('edge cases of formats', () => {
  it.each([
    [2.0, '+100'],
    [1.99, '-101'],
    [1.01, '-10000'],
    [2.01, '+101'],
  ])('%s is %s in American', (price, text) => {
    expect(formatOdds(price, 'en', 'american')).toBe(text)
  })

  it.each([
    [100, 2],
    [-100, 2],
    [101.6, 2.02],
    [130.4, 2.3],
    [-10_000, 1.01],
    [-101, 1.99],
  ])('American %s is %s', (american, price) => {
    expect(fromAmerican(american)).toBe(price)
  })

  it.each([99.9, -99.9, 0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    '%s is not an American price',
    (american) => {
      expect(() => fromAmerican(american)).toThrow(RangeError)
    },
  )

  it.each([
    [4, '3/1'],
    [4.33, '10/3'],
    [5.5, '9/2'],
    [8, '7/1'],
    [8.5, '15/2'],
    [9.5, '17/2'],
    [11, '10/1'],
    [3.13, '85/40'],
    [2.85, '37/20'],
    [2.65, '33/20'],
    [1.15, '3/20'],
    [1.95, '20/21'],
    [3.25, '9/4'],
    [15.17, '85/6'],
    [12.01, '11/1'],
    [12.34, '34/3'],
  ])('%s is the fraction %s', (price, fraction) => {
    expect(formatOdds(price, 'en', 'fractional')).toBe(fraction)
  })

  it.each([
    ['decimal', 1.001, '1.001'],
    ['decimal', 1.005, '1.005'],
    ['decimal', 1.01, '1.01'],
    ['hong-kong', 1.001, '0.001'],
    ['malay', 1.001, '0.001'],
    ['malay', 101, '-0.01'],
    ['malay', 151, '-0.0067'],
    ['malay', 1_000, '-0.001'],
    ['malay', 1_000_000, '-0.000001'],
    ['indonesian', 1.001, '-1000.00'],
  ] as const)('in %s, %s is %s: no amount is shown as nothing', (format, price, text) => {
    expect(formatPrice(fromNumber(price), 'en', format)).toBe(text)
    expect(formatPrice(fromNumber(price), 'de', format)).toBe(text.replace('.', ','))
  })
})
