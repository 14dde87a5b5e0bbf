import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HIGHEST_COMBINED, PRICE_FORMATS, readExactPrice } from './prices.ts'
import {
  netPrice,
  quotedDecimal,
  readCode,
  type ShownPrice,
  showPrice,
  usualFormat,
  writeCode,
} from './shown-price.ts'

describe('a price in a document', () => {
  it.each([
    ['decimal', '2.05', '2.05'],
    ['decimal', '2', '2'],
    ['decimal', '1.909', '1.909'],
    ['american', '-140', '-140'],
    ['american', '+130', '+130'],
    ['fractional', '19/20', '19/20'],
    ['hong-kong', '0.95', '0.95h'],
    ['malay', '-0.83', '-0.83m'],
    ['indonesian', '-1.2', '-1.2i'],
  ] as const)('quoted as %s %s it is %s, and is converted back', (format, text, code) => {
    const price = readExactPrice(text, format) ?? 0
    expect(writeCode({ price, quoted: format })).toBe(code)
    expect(readCode(code)).toEqual({ price, quoted: format })
  })

  it('is the same after it was read back', () => {
    const prices = fc.integer({ min: 1_000_100, max: 1_001_000_000 })
    fc.assert(
      fc.property(prices, fc.constantFrom(...PRICE_FORMATS, null), (price, quoted) => {
        expect(readCode(writeCode({ price, quoted }))?.price).toBe(price)
      }),
    )
  })

  it.each(['', '–', '1', '0.5', 'abc', '5/0', '~', '+50'])('is not %j', (text) =>
    expect(readCode(text)).toBeNull(),
  )
})

it('of a coupon may be higher than any that is quoted', () => {
  for (const price of [3_405_062_890_000, HIGHEST_COMBINED, 1_000_001]) {
    const shown: ShownPrice = { price, quoted: null }
    expect(readCode(writeCode(shown))).toEqual(shown)
  }
  expect([readCode('~1'), readCode('~1h'), readCode('~'), readCode('1000000.01')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

describe('a price is shown', () => {
  it('as quoted in the format of its bookmaker: every American price from -10000 to +10000', () => {
    for (let american = 100; american <= 10_000; american += 1)
      for (const text of american === 100 ? ['+100'] : [`+${american}`, `-${american}`]) {
        const price = readExactPrice(text, 'american') ?? 0
        const carried = readCode(writeCode({ price, quoted: 'american' }))
        expect(carried && showPrice(carried, 'de', 'american')).toBe(text)
      }
  })

  it('as quoted, though the ladder has another fraction for the same decimals', () => {
    const price = readExactPrice('19/20', 'fractional') ?? 0
    expect(showPrice({ price, quoted: 'fractional' }, 'en', 'fractional')).toBe('19/20')
    expect(showPrice(quotedDecimal(1.95), 'en', 'fractional')).toBe('20/21')
  })

  it('with all its decimals only when it was quoted with them', () => {
    expect(showPrice({ price: 1_909_000, quoted: 'decimal' }, 'de', 'decimal')).toBe('1,909')
    expect(showPrice({ price: 1_909_091, quoted: 'american' }, 'de', 'decimal')).toBe('1,91')
    expect(showPrice({ price: 2_294_857, quoted: null }, 'en', 'decimal')).toBe('2.29')
    // A net price is what is paid: no more is shown.
    const net = (price: number) => showPrice(netPrice(price), 'en', 'decimal')
    expect([3_327_500, 3_565_000, 2_299_999, 2_300_000, 1_009_899].map(net)).toEqual([
      '3.32',
      '3.56',
      '2.29',
      '2.30',
      '1.0098',
    ])
  })

  it('also if its hundredths are those of 1.00', () => {
    const texts = PRICE_FORMATS.map((format) => showPrice(quotedDecimal(1.002), 'en', format))
    expect(texts).toEqual(['1.002', '-50000', '1/500', '0.002', '0.002', '-500.00'])
  })

  it('with the mark of its language in every format that has decimals', () => {
    const texts = PRICE_FORMATS.map((format) => showPrice(quotedDecimal(1.5), 'de', format))
    expect(texts).toEqual(['1,50', '-200', '1/2', '0,50', '0,50', '-2,00'])
  })
})

it('a language defaults to decimals, except where other formats are usual', () => {
  expect(['en', 'de', 'ar', 'id', 'ms', 'zh'].map(usualFormat)).toEqual([
    'decimal',
    'decimal',
    'decimal',
    'indonesian',
    'malay',
    'hong-kong',
  ])
})
