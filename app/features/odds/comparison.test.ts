import { describe, expect, it } from 'vitest'
import { compareQuotes } from './comparison.ts'
import type { QuoteRow } from './schema.ts'

function quote(
  name: string,
  prices: [number, number | null, number],
  changes: Partial<QuoteRow> = {},
): QuoteRow {
  const [home, draw, away] = prices
  return {
    bookmaker: { id: name, name, slug: name.toLowerCase(), logoUrl: null },
    home,
    draw,
    away,
    lastUpdated: '2026-03-01T12:00:00.000Z',
    opening: null,
    comparable: true,
    ...changes,
  }
}

const names = (quotes: QuoteRow[], sort?: Parameters<typeof compareQuotes>[1]) =>
  compareQuotes(quotes, sort).rows.map((row) => row.bookmaker.name)

const alpha = quote('Alpha', [1.9, 3.4, 4.2])
const beta = quote('Beta', [1.85, 3.6, 4.4], { lastUpdated: '2026-03-01T12:05:00.000Z' })
const broken = quote('Broken', [1.01, 1.01, 1.01], {
  comparable: false,
  lastUpdated: '2026-03-01T13:00:00.000Z',
})

describe('compareQuotes', () => {
  it('puts the best payout first and what cannot be compared last', () => {
    expect(names([broken, alpha, beta])).toEqual(['Beta', 'Alpha', 'Broken'])
  })

  it.each([
    ['home', ['Alpha', 'Beta', 'Broken']],
    ['draw', ['Beta', 'Alpha', 'Broken']],
    ['updated', ['Beta', 'Alpha', 'Broken']],
  ] as const)('sorts by %s', (key, expected) => {
    expect(names([broken, alpha, beta], key)).toEqual(expected)
  })

  it('marks the best price of each outcome, on every bookmaker that offers it', () => {
    const twin = quote('Twin', [1.9, 3.3, 4.0])
    const marked = Object.fromEntries(
      compareQuotes([alpha, beta, broken, twin]).rows.map((row) => [row.bookmaker.name, row.bestOf]),
    )
    expect(marked).toEqual({ Alpha: ['home'], Twin: ['home'], Beta: ['draw', 'away'], Broken: [] })
  })

  it('has no column for a draw that nobody quotes', () => {
    expect(compareQuotes([quote('Alpha', [1.8, null, 2])]).withDraw).toBe(false)
    expect(compareQuotes([alpha]).withDraw).toBe(true)
  })

  it('says what each bookmaker pays back and keeps', () => {
    const [row] = compareQuotes([quote('Alpha', [1.91, null, 1.91])]).rows
    expect(row?.payout).toBeCloseTo(0.955, 6)
    expect(row?.overround).toBeCloseTo(0.04712, 5)
  })
})

describe('edges of a comparison', () => {
  it('takes nothing of what cannot be compared: no best price, no column', () => {
    const wrong = quote('Wrong', [9, 9, 9], { comparable: false })
    const twoWay = quote('Plain', [1.8, null, 2])
    expect(compareQuotes([wrong, twoWay])).toMatchObject({
      withDraw: false,
      best: { home: { price: 1.8 }, draw: null, away: { price: 2 } },
    })
  })

  it('has a column for a draw that one of several quotes', () => {
    expect(compareQuotes([alpha, quote('Plain', [1.8, null, 2])]).withDraw).toBe(true)
  })

  it('sorts a draw that is not quoted last among what can be compared', () => {
    const plain = quote('Plain', [1.8, null, 2])
    expect(names([broken, plain, alpha], 'draw')).toEqual(['Alpha', 'Plain', 'Broken'])
  })
})
