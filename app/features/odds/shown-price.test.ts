import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HIGHEST_COMBINED, PRICE_FORMATS, type PriceFormat, readExactPrice } from './prices.ts'
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

it('net of a commission is shown no higher than it is paid, in any format, and to the hundredth in decimals', () => {
  const paidFor = (text: string, format: PriceFormat) => {
    const [amount = 0, of = 1] = text.split('/').map(Number)
    if (format === 'fractional') return amount / of
    if (format === 'american') return amount > 0 ? amount / 100 : -100 / amount
    return format === 'decimal' ? amount - 1 : amount > 0 ? amount : -1 / amount
  }
  for (let hundredths = 101; hundredths <= 2_000; hundredths += 1) {
    const shown = netPrice(hundredths * 10_000)
    const profit = (hundredths - 100) / 100
    // As the scripts of a document show it.
    expect(readCode(writeCode(shown))).toEqual(shown)
    for (const format of PRICE_FORMATS) {
      const paid = paidFor(showPrice(shown, 'en', format), format)
      expect(paid, `${hundredths} ${format}`).toBeLessThanOrEqual(profit + 1e-9)
      // A hundredth of a stake above evens is more of what it wins.
      const isStake = format === 'malay' && profit > 1
      expect(isStake ? 1 / paid : -paid, `${hundredths} ${format}`).toBeLessThan(
        isStake ? 1 / profit + 0.01 : -profit * 0.9,
      )
    }
  }
  const texts = (price: number) => PRICE_FORMATS.map((format) => showPrice(netPrice(price), 'en', format))
  expect(texts(1_060_000)).toEqual(['1.06', '-1667', '1/17', '0.06', '0.06', '-16.67'])
  expect(texts(1_570_000)).toEqual(['1.57', '-176', '9/16', '0.57', '0.57', '-1.76'])
  expect(texts(2_050_000)).toEqual(['2.05', '+105', '21/20', '1.05', '-0.96', '1.05'])
  expect(texts(2_500_000)).toEqual(['2.50', '+150', '6/4', '1.50', '-0.67', '1.50'])
  expect(texts(1_030_000)[2]).toBe('1/34')
  expect(texts(13_340_000)[2]).toBe('37/3')
  // A quoted price keeps the fraction that bookmakers use for it.
  expect(showPrice(quotedDecimal(1.06), 'en', 'fractional')).toBe('1/16')
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
