import { describe, expect, it } from 'vitest'
import {
  formatCount,
  formatDollars,
  formatEuro,
  formatPercent,
  formatPercentage,
  formatStake,
  readAmount,
} from './numbers.ts'

/** With plain spaces in place of non-breaking ones, and without direction marks. */
const plain = (text: string) =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u2068\u2069]/g, '')

describe.each([
  ['en', '95.7%', '€188.50', '€100'],
  ['it', '95,7%', '188,50 €', '100 €'],
  ['es', '95,7 %', '188,50 €', '100 €'],
  ['de', '95,7 %', '188,50 €', '100 €'],
  ['fr', '95,7 %', '188,50 €', '100 €'],
  ['pt', '95,7%', '188,50 €', '100 €'],
  ['tr', '%95,7', '€188,50', '€100'],
  ['ar', '95.7%', '188.50 €', '100 €'],
])('in %s', (language, percent, cents, whole) => {
  it('shares and euros have the format of the language', () => {
    const shown = [formatPercent(0.956798, language), formatEuro(188.5, language), formatStake(100, language)]
    expect(shown.map(plain)).toEqual([percent, cents, whole])
    expect(plain(formatPercent(0.956798, language))).toContain(formatPercentage(0.956798, language))
  })
})

it('has no thousands separators in a share, in which they could be read as the decimal mark', () => {
  expect([formatPercent(12.345, 'de'), formatPercentage(12.345, 'de')].map(plain)).toEqual([
    '1234,5 %',
    '1234,5',
  ])
})

it('writes dollars the same way in every language', () => {
  expect(formatDollars(1000)).toBe('$1000.00')
})

it('shows the requested number of decimals', () => {
  expect([formatPercent(1, 'en'), formatPercent(0.01234, 'en', 2)]).toEqual(['100.0%', '1.23%'])
})

it.each([
  ['en', '12,345'],
  ['de', '12.345'],
  ['pt', '12 345'],
  ['ar', '12,345'],
])('has thousands separators in %s', (language, count) => {
  expect(plain(formatCount(12_345, language))).toBe(count)
})

it('writes the cents of what a stake returns, whole or not', () => {
  expect([formatEuro(840, 'en'), formatEuro(840, 'it')].map(plain)).toEqual(['€840.00', '840,00 €'])
})

it('isolates money inside any text', () => {
  expect(formatEuro(188.5, 'en')).toBe('\u2068€188.50\u2069')
})

describe('a typed amount', () => {
  it.each([
    ['100', 'en', 100],
    ['1,000', 'en', 1_000],
    ['1.000', 'en', 1],
    ['1,250.50', 'en', 1_250.5],
    ['1,000,000', 'en', 1_000_000],
    ['12,5', 'en', 12.5],
    ['0,125', 'en', 0.125],
    ['1.000', 'de', 1_000],
    ['1,000', 'de', 1],
    ['1.250,50', 'de', 1_250.5],
    ['12.5', 'de', 12.5],
    ['2.500', 'tr', 2_500],
    ['1\u202f000,5', 'fr', 1_000.5],
    ['1.000', 'pt', 1_000],
    ['1’000.25', 'de', 1_000.25],
    ['١٢٫٥', 'ar', 12.5],
    ['12.', 'en', 12],
    ['1.2.3', 'en', null],
    ['1,00,000', 'en', null],
    ['1,000.000,5', 'en', null],
    ['-5', 'en', null],
    ['1e3', 'en', null],
    ['', 'en', null],
    ['.5', 'en', null],
  ])('%j in %s is %s', (text, language, amount) => expect(readAmount(text, language)).toBe(amount))
})
