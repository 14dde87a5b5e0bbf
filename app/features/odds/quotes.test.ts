import { describe, expect, it } from 'vitest'
import { bestPrices, bestQuotes, type Quote } from './quotes.ts'

const NOON = new Date('2026-03-01T12:00:00Z')
const LATER = new Date('2026-03-01T12:05:00Z')

function quote(
  bookmakerId: string,
  home: number,
  draw: number | null,
  away: number,
  updatedAt = NOON,
): Quote {
  return { bookmakerId, home, draw, away, updatedAt }
}

describe('bestQuotes', () => {
  it('takes each outcome from whoever pays most', () => {
    const best = bestQuotes([quote('alpha', 1.85, 3.4, 4.4), quote('beta', 1.8, 3.6, 4.2)])
    expect(best.home).toMatchObject({ price: 1.85, bookmakerIds: ['alpha'] })
    expect(best.draw).toMatchObject({ price: 3.6, bookmakerIds: ['beta'] })
    expect(bestPrices(best)).toEqual({ home: 1.85, draw: 3.6, away: 4.4 })
  })

  it('names everyone at the best price, with the freshest time', () => {
    const best = bestQuotes([quote('alpha', 2, null, 1.8), quote('beta', 2, null, 1.7, LATER)])
    expect(best.home).toEqual({ price: 2, bookmakerIds: ['alpha', 'beta'], updatedAt: LATER })
    expect(best.draw).toBeNull()
  })

  it('has nothing where nobody quotes', () => {
    expect(bestQuotes([])).toEqual({ home: null, draw: null, away: null })
    expect(bestPrices(bestQuotes([]))).toBeNull()
  })
})

describe('edges of the best quotes', () => {
  it('takes one hundredth for a better price', () => {
    const quotes = [quote('alpha', 2, null, 1.81), quote('beta', 2.01, null, 1.8)]
    for (const given of [quotes, quotes.toReversed()]) {
      expect(bestQuotes(given)).toMatchObject({
        home: { price: 2.01, bookmakerIds: ['beta'] },
        away: { price: 1.81, bookmakerIds: ['alpha'] },
      })
    }
  })
})
