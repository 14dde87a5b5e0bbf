import { describe, expect, it } from 'vitest'
import { oddsHints } from './sure-bets.ts'

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
      sureReturn: 0.0196,
    }
    const { sure, widest } = oddsHints([plain('wide', 1.1, null, 9), real])
    expect(sure.map((hint) => hint.match.id)).toEqual(['real'])
    expect(widest.map((hint) => hint.match.id)).toEqual(['wide', 'real'])
  })
})

describe('edge cases of a sure bet', () => {
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
