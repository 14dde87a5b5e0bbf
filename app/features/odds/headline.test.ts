import { describe, expect, it } from 'vitest'
import { formatPercent, headlinePayout, headlinePrices } from './headline.ts'

const at = (price: number) => ({ price, bookmaker: 'Alpha' })

describe('headlinePrices', () => {
  it('leaves the draw out where nobody quotes it', () => {
    expect(headlinePrices({ home: at(1.8), draw: null, away: at(2.05), bookmakerCount: 3 })).toEqual({
      home: 1.8,
      draw: null,
      away: 2.05,
    })
  })

  it('is nothing where a side is not quoted', () => {
    expect(headlinePrices({ home: at(1.8), draw: at(3.4), away: null, bookmakerCount: 3 })).toBeNull()
  })
})

describe('headlinePayout', () => {
  it('is what comes back of all stakes', () => {
    const headline = { home: at(4.45), draw: at(3.4), away: at(1.9), bookmakerCount: 5 }
    expect(headlinePayout(headline)).toBe('95.7 %')
  })
})

describe('formatPercent', () => {
  it('shows one decimal', () => {
    expect(formatPercent(0.956798)).toBe('95.7')
    expect(formatPercent(1)).toBe('100.0')
  })
})
