import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  divideRounded,
  EXAMPLE_STAKE,
  fairProbabilities,
  highestWin,
  impliedProbability,
  impliedSum,
  inHundredths,
  isQuoted,
  movement,
  outcomePrediction,
  overround,
  quotedPrices,
  roundedProbability,
  safestBet,
  usuallyHasDraw,
  winnings,
} from './rules.ts'

const price = fc.integer({ min: 101, max: 100_000 }).map((hundredths) => hundredths / 100)
const market = fc.array(price, { minLength: 2, maxLength: 5 })

describe('a market', () => {
  it.each([
    { prices: [4.45, 3.4, 1.9], sum: 1.045153, margin: 0.045153 },
    { prices: [1.75, 2.3, 10.8], sum: 1.098804, margin: 0.098804 },
    { prices: [2.3, 3.5, 4.23], sum: 0.956904, margin: -0.043096 },
    { prices: [2.25, 3.5, 3.6], sum: 1.007937, margin: 0.007937 },
  ])('$prices: S $sum', ({ prices, sum, margin }) => {
    expect(impliedSum(prices)).toBeCloseTo(sum, 6)
    expect(overround(prices)).toBeCloseTo(margin, 6)
  })

  it('has 4.76 % overround at 10/11 twice', () => {
    const tenElevenths = 1 + 10 / 11
    expect(overround([tenElevenths, tenElevenths])).toBeCloseTo(0.047619, 6)
  })

  it('has fair probabilities that sum to 1 and keep the order', () => {
    fc.assert(
      fc.property(market, (prices) => {
        const fair = fairProbabilities(prices)
        expect(fair.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9)
        expect(fair.indexOf(Math.max(...fair))).toBe(prices.indexOf(Math.min(...prices)))
      }),
    )
  })
})

describe('a price', () => {
  it.each([1, 0.5, 0, -2, Number.NaN, Number.POSITIVE_INFINITY])('of %s is an error', (notAPrice) => {
    expect(() => impliedProbability(notAPrice)).toThrow(RangeError)
  })

  it.each([1, 0.5, -2, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %s has no return and no probability',
    (notAPrice) => {
      expect(() => winnings(notAPrice)).toThrow(RangeError)
      expect(() => roundedProbability(notAPrice)).toThrow(RangeError)
    },
  )

  it('of 1.000001 has both', () => {
    expect(winnings(1.000001)).toBe(100)
    expect(roundedProbability(1.000001)).toBe(1)
  })

  it('is read to the millionth', () => {
    expect(winnings(1.0000006, 1_000_000)).toBe(1_000_001)
    expect(winnings(1.0000004, 1_000_000)).toBe(1_000_000)
    expect(winnings(1000, 999)).toBe(999_000)
    expect(roundedProbability(2.0000006)).toBe(0.5)
    expect(() => roundedProbability(1.0000004)).toThrow(RangeError)
  })

  it('moves by a fraction of its opening price; shortening is negative', () => {
    expect(movement(2, 1.8)).toBeCloseTo(-0.1)
    expect(movement(1.8, 2.25)).toBeCloseTo(0.25)
  })

  it('returns the stake plus the profit', () => {
    expect(winnings(1.5)).toBe(150)
    expect(winnings(2.01)).toBe(201)
    expect(winnings(1.15, 10)).toBe(11.5)
  })

  it('has an implied probability of 1/price to the thousandth', () => {
    expect(roundedProbability(1.01)).toBe(0.99)
    expect(roundedProbability(1.6)).toBe(0.625)
    expect(roundedProbability(3)).toBe(0.333)
    expect(roundedProbability(1000)).toBe(0.001)
    expect(roundedProbability(1.002)).toBe(0.998)
  })
})

describe('the usual market', () => {
  it.each([
    ...[
      'Tennis',
      'Table Tennis',
      'Basketball',
      'Baseball',
      'American Football',
      'Volleyball',
      'Beach Volleyball',
    ],
    ...['Badminton', 'Squash', 'Darts', 'Snooker', 'Cricket', 'MMA', 'tennis'],
  ])('of %s has no draw', (sport) => {
    expect(usuallyHasDraw(sport)).toBe(false)
  })

  it.each(['Soccer', 'Ice Hockey', 'Handball', 'Rugby Union', 'Boxing', ''])('of %j has one', (sport) => {
    expect(usuallyHasDraw(sport)).toBe(true)
  })
})

describe('isQuoted', () => {
  it('treats the default 1.01 beside real prices as no price', () => {
    expect(isQuoted({ home: 1.01, draw: null, away: 1.01 })).toBe(false)
    expect(isQuoted({ home: 1.01, draw: 3.5, away: 2.2 })).toBe(false)
  })

  it('keeps a real favourite at 1.01', () => {
    expect(isQuoted({ home: 1.01, draw: 17, away: 41 })).toBe(true)
    expect(isQuoted({ home: 1.01, draw: null, away: 15 })).toBe(true)
  })

  it('refuses what is not a price', () => {
    expect(isQuoted({ home: 1, draw: null, away: 15 })).toBe(false)
    expect(isQuoted({ home: Number.NaN, draw: null, away: 2 })).toBe(false)
  })

  it('reads a row of the database', () => {
    expect(quotedPrices({ home_odds: 2, draw_odds: null, away_odds: 1.8 })).toEqual({
      home: 2,
      draw: null,
      away: 1.8,
    })
    expect(quotedPrices({ home_odds: null, draw_odds: null, away_odds: 1.8 })).toBeNull()
    expect(quotedPrices({ home_odds: 1.01, draw_odds: null, away_odds: 1.01 })).toBeNull()
  })
})

describe('highest win and safest bet', () => {
  it('leave the draw out', () => {
    const prices = { home: 1.5, draw: 9, away: 6 }
    expect(highestWin(prices)).toEqual({ side: 'away', price: 6, winnings: 600 })
    expect(safestBet({ home: 3, draw: 1.2, away: 2.9 })).toEqual({ side: 'away', price: 2.9, winnings: 290 })
  })
})

describe('outcomePrediction', () => {
  it.each([
    { prices: { home: 1.5, draw: 4.2, away: 6.5 }, home: 'win', away: 'lose' },
    { prices: { home: 2.5, draw: 3.4, away: 2.8 }, home: 'win', away: 'lose' },
    { prices: { home: 4, draw: 2, away: 3.5 }, home: 'draw', away: 'draw' },
    { prices: { home: 2.8, draw: 3.0, away: 3.6 }, home: 'win-or-draw', away: 'lose-or-draw' },
    { prices: { home: 3.6, draw: 2.8, away: 3.0 }, home: 'lose-or-draw', away: 'win-or-draw' },
    { prices: { home: 2.6, draw: 3.6, away: 2.6 }, home: 'draw', away: 'draw' },
    { prices: { home: 3, draw: 3, away: 3 }, home: 'draw', away: 'draw' },
    { prices: { home: 1.13, draw: 1.13, away: 1.03 }, home: 'lose-or-draw', away: 'win-or-draw' },
    { prices: { home: 1.4, draw: null, away: 2.9 }, home: 'win', away: 'lose' },
    { prices: { home: 1.9, draw: null, away: 1.9 }, home: null, away: null },
  ])('$prices: $home / $away', ({ prices, home, away }) => {
    expect(outcomePrediction(prices, 'home')).toBe(home)
    expect(outcomePrediction(prices, 'away')).toBe(away)
  })

  it('treats exactly 10 % as within 10 %', () => {
    expect(outcomePrediction({ home: 3, draw: 3.3, away: 5 }, 'home')).toBe('win-or-draw')
    expect(outcomePrediction({ home: 3, draw: 3.31, away: 5 }, 'home')).toBe('win')
  })

  it('mirrors when the sides are exchanged', () => {
    fc.assert(
      fc.property(price, fc.option(price), price, (home, draw, away) => {
        expect(outcomePrediction({ home, draw, away }, 'home')).toBe(
          outcomePrediction({ home: away, draw, away: home }, 'away'),
        )
      }),
    )
  })
})

describe('edge cases of a market', () => {
  it.each([
    [7, 2, 4],
    [5, 2, 3],
    [4, 3, 1],
    [5, 3, 2],
    [6, 3, 2],
    [0, 5, 0],
  ])('%i / %i rounds to %i', (dividend, divisor, expected) => {
    expect(divideRounded(dividend, divisor)).toBe(expected)
  })

  it.each([1, 0, -2, Number.NaN, Number.POSITIVE_INFINITY])('%s is not in hundredths', (price) => {
    expect(() => inHundredths(price)).toThrow(RangeError)
  })

  it('is in hundredths from 1.01 on, rounded', () => {
    expect([1.002, 1.01, 1.006, 2.3, 4.35, 1000].map(inHundredths)).toEqual([
      100, 101, 101, 230, 435, 100_000,
    ])
  })

  it.each([
    [{ home: 1.004, draw: null, away: 15 }, false],
    [{ home: 1.006, draw: null, away: 15 }, true],
    [{ home: Number.POSITIVE_INFINITY, draw: null, away: 2 }, false],
    [{ home: 2, draw: 0, away: 2 }, false],
    [{ home: 1.02, draw: null, away: 1.02 }, true],
    [{ home: 1.01, draw: null, away: 3.23 }, true],
    [{ home: 1.01, draw: null, away: 3.22 }, false],
  ])('%j is quoted: %s', (prices, expected) => {
    expect(isQuoted(prices)).toBe(expected)
  })

  it('rounds what a stake returns down to the cent', () => {
    expect(winnings(1.15, 0.5)).toBe(0.57)
    expect(winnings(1.558659)).toBe(155.86)
    expect(EXAMPLE_STAKE).toBe(100)
  })

  it.each([
    [{ home: 6, draw: 9, away: 1.5 }, 'home', 'away'],
    [{ home: 1.5, draw: 1.1, away: 6 }, 'away', 'home'],
    [{ home: 2, draw: null, away: 2 }, 'home', 'home'],
  ])('%j: the highest win is %s, the safest bet %s', (prices, highest, safest) => {
    expect(highestWin(prices).side).toBe(highest)
    expect(safestBet(prices).side).toBe(safest)
  })

  it('predicts at exactly 10 % from a draw that is the favourite', () => {
    expect(outcomePrediction({ home: 3.3, draw: 3, away: 5 }, 'home')).toBe('win-or-draw')
    expect(outcomePrediction({ home: 3.31, draw: 3, away: 5 }, 'home')).toBe('draw')
  })
})
