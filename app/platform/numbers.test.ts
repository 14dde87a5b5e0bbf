import { describe, expect, it } from 'vitest'
import {
  formatCount,
  formatDollars,
  formatEuro,
  formatPercent,
  formatPercentage,
  formatStake,
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
