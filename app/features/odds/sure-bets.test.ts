import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSureBet, oddsHints, sureReturn } from './sure-bets.ts'

describe('isSureBet', () => {
  it.each([
    [[2.3, 3.5, 4.23], true],
    [[1.18, 7], true],
    [[2.08, 2], true],
    [[2.25, 3.5, 3.6], false],
    [[2, 2], false],
    [[6, 6, 1.5], false],
    [[3, 3, 3], false],
    [[2.01, 2], true],
  ])('%s: %s', (prices, expected) => {
    expect(isSureBet(prices)).toBe(expected)
  })

  it('is strict at S = 1 for every pair d and d/(d-1)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100 }), (n) => {
        const prices = Array.from({ length: n }, () => n)
        expect(isSureBet(prices)).toBe(false)
      }),
    )
  })
})

describe('oddsHints', () => {
  const plain = (id: string, home: number, draw: number | null, away: number) => ({
    id,
    prices: { home, draw, away },
    sureReturn: null,
  })

  it('takes the five largest gaps, each with its lowest odds and what 100 returns', () => {
    const matches = [1, 2, 3, 4, 5, 6].map((n) => plain(`m${n}`, 1.2, 5, 5 + n))
    const hints = oddsHints(matches).widest
    expect(hints.map((hint) => hint.match.id)).toEqual(['m6', 'm5', 'm4', 'm3', 'm2'])
    expect(hints[0]).toMatchObject({ outcome: 'home', price: 1.2, winnings: 120 })
  })

  it('ignores a missing draw, and distinguishes a real sure bet from wide odds', () => {
    const real = {
      id: 'real',
      prices: { home: 2.08, draw: null, away: 2 },
      sureReturn: sureReturn([2.08, 2]),
    }
    const { sure, widest } = oddsHints([plain('wide', 1.1, null, 9), real])
    expect(sure.map((hint) => hint.match.id)).toEqual(['real'])
    expect(widest.map((hint) => hint.match.id)).toEqual(['wide', 'real'])
  })
})

describe('edge cases of a sure bet', () => {
  it('accepts what is sure and plausible', () => {
    expect(sureReturn([2.08, 2])).toBeCloseTo(0.019608, 6)
    expect([sureReturn([2, 2]), sureReturn([2.2, 2.2]), sureReturn([2.21, 2.2])]).toEqual([
      null,
      expect.closeTo(0.1, 9),
      null,
    ])
  })

  it('sorts sure bets by their return, the others by their gap', () => {
    const bet = (id: string, sureReturn: number | null, home: number, away: number) => ({
      ...{ id, sureReturn },
      prices: { home, draw: null, away },
    })
    const { sure, widest } = oddsHints([
      bet('low', 0.01, 2, 2),
      bet('wide', null, 1.2, 5),
      bet('high', 0.05, 2, 2),
      bet('wider', null, 6, 1.5),
    ])
    expect(sure.map(({ match, outcome }) => [match.id, outcome])).toEqual([
      ['high', 'home'],
      ['low', 'home'],
    ])
    expect(widest.map(({ match, outcome }) => [match.id, outcome])).toEqual([
      ['wider', 'away'],
      ['wide', 'home'],
      ['low', 'home'],
      ['high', 'home'],
    ])
  })

  it('measures the gap between the highest and the lowest price, for any lowest price', () => {
    const plain = (id: string, home: number, away: number, draw: number | null = null) => ({
      ...{ id, prices: { home, draw, away }, sureReturn: null },
    })
    const { widest } = oddsHints([
      ...[plain('near', 5, 6), plain('far', 1.2, 4), plain('rarely drawn', 2, 3, 9)],
      plain('often drawn', 4, 4.5, 2),
    ])
    expect(widest.map(({ match, outcome }) => [match.id, outcome])).toEqual([
      ['rarely drawn', 'home'],
      ['far', 'home'],
      ['often drawn', 'draw'],
      ['near', 'home'],
    ])
  })
})
