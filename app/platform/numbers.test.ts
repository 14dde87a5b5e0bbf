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
  it('shares and euros are as the language writes them', () => {
    const shown = [formatPercent(0.956798, language), formatEuro(188.5, language), formatStake(100, language)]
    expect(shown.map(plain)).toEqual([percent, cents, whole])
    expect(plain(formatPercent(0.956798, language))).toContain(formatPercentage(0.956798, language))
  })
})

it('marks no thousands in a share, where they would be taken for its decimal one', () => {
  expect([formatPercent(12.345, 'de'), formatPercentage(12.345, 'de')].map(plain)).toEqual([
    '1234,5 %',
    '1234,5',
  ])
})

it('writes dollars the same way in every language', () => {
  expect(formatDollars(1000)).toBe('$1000.00')
})

it('shows as many decimals as asked for', () => {
  expect([formatPercent(1, 'en'), formatPercent(0.01234, 'en', 2)]).toEqual(['100.0%', '1.23%'])
})

it.each([
  ['en', '12,345'],
  ['de', '12.345'],
  ['pt', '12 345'],
  ['ar', '12,345'],
])('counts in %s with marks between the thousands', (language, count) => {
  expect(plain(formatCount(12_345, language))).toBe(count)
})

it('writes the cents of what a stake returns, whole or not', () => {
  expect([formatEuro(840, 'en'), formatEuro(840, 'it')].map(plain)).toEqual(['€840.00', '840,00 €'])
})

it('keeps money in one piece inside any text', () => {
  expect(formatEuro(188.5, 'en')).toBe('\u2068€188.50\u2069')
})
