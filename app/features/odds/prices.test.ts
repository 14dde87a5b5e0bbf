import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  americanOf,
  fractionOf,
  fromNumber,
  netByShare,
  quotedText,
  readExactPrice,
  toNumber,
} from './prices.ts'

const exact = fc.integer({ min: 1_000_001, max: 1_000_000_000 })

describe('prices as quoted', () => {
  it.each([
    ['2.05', 2_050_000],
    [2, 2_000_000],
    ['1,5', 1_500_000],
    ['1.0125', 1_012_500],
    ['1.0000004', null],
    ['1', null],
    ['0.5', null],
    [-2, null],
    ['+120', null],
    ['abc', null],
    [Number.NaN, null],
    [null, null],
  ])('decimal %s', (value, price) => expect(readExactPrice(value)).toBe(price))

  it.each([
    [-500, 1_200_000],
    [500, 6_000_000],
    ['+130', 2_300_000],
    [-300, 1_333_333],
    [-8000, 1_012_500],
    [100, 2_000_000],
    [-100, 2_000_000],
    [50, null],
    [-99.9, null],
  ])('American %s', (value, price) => expect(readExactPrice(value, 'american')).toBe(price))

  it.each([
    ['5/2', 3_500_000],
    [' 10 / 11 ', 1_909_091],
    ['evens', 2_000_000],
    ['0/1', null],
    ['5/0', null],
    ['-1/2', null],
  ])('fractional %s', (value, price) => expect(readExactPrice(value, 'fractional')).toBe(price))

  it.each([
    ['hong-kong', '0.5', 1_500_000],
    ['hong-kong', '1.5', 2_500_000],
    ['hong-kong', '+1.5', null],
    ['malay', '+0.5', 1_500_000],
    ['malay', '-0.8', 2_250_000],
    ['malay', '1.2', null],
    ['indonesian', '1.5', 2_500_000],
    ['indonesian', '-2', 1_500_000],
    ['indonesian', '0.9', null],
  ] as const)('%s %s', (format, value, price) => expect(readExactPrice(value, format)).toBe(price))

  it('are restored: American up to ten thousand', () => {
    const american = fc
      .integer({ min: 100, max: 9_999 })
      .chain((size) => fc.constantFrom(size, -size))
      .filter((it) => it !== -100)
    fc.assert(
      fc.property(american, (quoted) => {
        const price = readExactPrice(quoted, 'american') ?? 0
        expect(quotedText(price, 'american')).toBe(quoted > 0 ? `+${quoted}` : String(quoted))
      }),
    )
  })

  it('are the same as numbers and as their texts', () => {
    const places = fc.integer({ min: 0, max: 7 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), places, (digits, after) => {
        const value = digits / 10 ** after
        for (const format of ['decimal', 'american', 'hong-kong', 'malay', 'indonesian'] as const)
          expect(readExactPrice(value, format), format).toBe(readExactPrice(String(value), format))
      }),
    )
  })

  it('are restored: decimals to the last one, Hong Kong too', () => {
    fc.assert(
      fc.property(exact, (price) => {
        expect(readExactPrice(quotedText(price, 'decimal'))).toBe(price)
        expect(readExactPrice(quotedText(price, 'hong-kong'), 'hong-kong')).toBe(price)
        expect(fromNumber(toNumber(price))).toBe(price)
      }),
    )
    expect(quotedText(2_000_000, 'decimal')).toBe('2.00')
    expect(quotedText(1_012_500, 'decimal')).toBe('1.0125')
  })

  it.each(['malay', 'indonesian'] as const)('are restored: %s of two decimals', (format) => {
    const size = fc.integer({ min: 1, max: format === 'malay' ? 99 : 5_000 })
    fc.assert(
      fc.property(size, fc.boolean(), (hundredths, isMinus) => {
        const units = format === 'malay' ? hundredths : 100 + hundredths
        const text = `${isMinus ? '-' : ''}${(units / 100).toFixed(2)}`
        expect(quotedText(readExactPrice(text, format) ?? 0, format)).toBe(text)
      }),
    )
  })

  it.each(['1/100', '8/15', '4/6', '10/11', '20/21', '85/40', '10/3', '33/1', '100/1'])(
    'are restored: %s',
    (fraction) =>
      expect(quotedText(readExactPrice(fraction, 'fractional') ?? 0, 'fractional')).toBe(fraction),
  )
})

describe('prices in another format', () => {
  it.each([
    [1.2, -500],
    [6, 500],
    [1.8, -125],
    [4.5, 350],
    [2.01, 101],
    [2.3, 130],
    [2, 100],
    [1.91, -110],
    [1.333333, -300],
  ])('%s is %s in American', (decimal, american) => expect(americanOf(fromNumber(decimal))).toBe(american))

  it.each([
    [1.4, '2/5'],
    [1.91, '10/11'],
    [1.909091, '10/11'],
    [1.33, '1/3'],
    [3.5, '5/2'],
    [1.12, '1/8'],
    [1.13, '1/8'],
    [34, '33/1'],
    [1001, '1000/1'],
    [12.5, '23/2'],
    [2.85, '37/20'],
    [12.34, '34/3'],
    [12.01, '11/1'],
    [1.004, '1/250'],
    [1.48, '12/25'],
    [1.96, '24/25'],
    [1.99, '99/100'],
    [2.01, '101/100'],
    [1.49, '49/100'],
    [1.34, '17/50'],
    [2.99, '199/100'],
    [3.01, '2/1'],
    [1.994, '99/100'],
    [2.02, '51/50'],
    [2.04, '26/25'],
    [6.84, '35/6'],
  ])('%s is the fraction %s', (decimal, fraction) => expect(fractionOf(fromNumber(decimal))).toBe(fraction))

  it('has fractions with small terms, close to the price', () => {
    fc.assert(
      fc.property(exact, (price) => {
        const [n = 0, d = 1] = fractionOf(price).split('/').map(Number)
        expect(n).toBeGreaterThan(0)
        if (price > 1_100_000) expect(d).toBeLessThanOrEqual(price < 3_000_000 ? 100 : 50)
        expect(Math.abs(1 + n / d - toNumber(price)) / toNumber(price)).toBeLessThan(0.015)
      }),
    )
  })

  it('has no lower fraction for a higher price, and from 3.00 on none above what is paid', () => {
    const wrong: number[] = []
    let last = 0
    for (let thousandths = 1_001; thousandths < 1_100; thousandths += 1) {
      const [n = 0, d = 1] = fractionOf(thousandths * 1_000)
        .split('/')
        .map(Number)
      const isNear = Math.abs((1_000 * n) / d / (thousandths - 1_000) - 1) < 0.05
      if (!(n / d >= last) || !isNear) wrong.push(thousandths / 1_000)
      last = n / d
    }
    last = 0
    for (let hundredths = 101; hundredths <= 60_000; hundredths += hundredths < 5_000 ? 1 : 7) {
      const [n = 0, d = 1] = fractionOf(hundredths * 10_000)
        .split('/')
        .map(Number)
      // A third is printed as 3.33.
      const isAbove = hundredths >= 300 && 100 * (1 + n / d) > hundredths + 0.5
      if (!(n / d >= last) || isAbove) wrong.push(hundredths / 100)
      last = n / d
    }
    expect(wrong).toEqual([])
  })

  it.each([
    [1.5, '0.50', '0.50', '-2.00'],
    [2, '1.00', '1.00', '1.00'],
    [2.5, '1.50', '-0.67', '1.50'],
    [201, '200.00', '-0.005', '200.00'],
  ])('%s in Asian formats', (decimal, ...texts) => {
    const price = fromNumber(decimal)
    const formats = ['hong-kong', 'malay', 'indonesian'] as const
    expect(formats.map((format) => quotedText(price, format))).toEqual(texts)
  })
})

describe('net of commission', () => {
  it.each([
    [2, 0.95, 1_950_000],
    [1.91, 0.98, 1_891_800],
    [1.01, 0.95, 1_009_500],
    [3.333333, 0.985, 3_298_333],
    [1.000001, 0.95, 1_000_000],
    [2, 1, 2_000_000],
  ])('%s of which %s is paid is %s', (decimal, kept, net) =>
    expect(netByShare(fromNumber(decimal), kept)).toBe(net),
  )

  it('is that of whole numbers, rounded down', () =>
    fc.assert(
      fc.property(exact, fc.integer({ min: 0, max: 10_000 }), (price, kept) => {
        const paid = (BigInt(price - 1_000_000) * BigInt(kept)) / 10_000n
        expect(netByShare(price, kept / 10_000)).toBe(1_000_000 + Number(paid))
      }),
    ))
})
