import { describe, expect, it } from 'vitest'
import { headlinePayout, headlinePrices } from './headline.ts'

const at = (price: number, bookmakerId = 'a') => ({ price, bookmaker: 'Alpha', bookmakerId })

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
    expect(headlinePayout(headline)).toBeCloseTo(0.957, 3)
  })
})
