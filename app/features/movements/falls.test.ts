import { describe, expect, it } from 'vitest'
import { type MarketQuote, type QuotedMarket, viewMarkets } from '../odds/market-view.ts'
import { findFalls, thinLines } from './falls.ts'

const AT = new Date('2031-05-04T12:00:00Z')

interface Book {
  was: [number, number]
  now: [number, number]
  brand?: string
  /** In percent of the winnings. */
  commission?: number
  leftOut?: MarketQuote['leftOut']
}

const millionths = (price: number) => Math.round(price * 1e6)
const netOf = (price: number, { commission = 0 }: Book) =>
  millionths(1 + (price - 1) * (1 - commission / 100))

/** The drops of a total for which each bookmaker quotes over and under. */
function fallsOf(books: readonly Book[]) {
  const quotes = books.map((book, index): MarketQuote => {
    const id = `book-${index}`
    return {
      no: index,
      bookmaker: { id, name: id, slug: id, logoUrl: null },
      brand: book.brand ?? id,
      ...{
        side: 'back',
        format: 'decimal',
        status: null,
        opening: null,
        closing: null,
        maxStake: null,
        link: null,
        kept: 1,
        isTyped: false,
      },
      prices: book.now.map(millionths),
      nets: book.now.map((price) => netOf(price, book)),
      ...{ changedAt: AT, seenAt: AT, validUntil: AT },
      leftOut: book.leftOut ?? null,
    }
  })
  const market: QuotedMarket = {
    ...{ id: 1, type: 'total', period: 'full_time', line: 2.5, participant: null },
    quotes,
  }
  const [view] = viewMarkets([market])
  if (!view) throw new Error('there is no market')
  return findFalls(view, ({ bookmaker }) => {
    const book = books[Number(bookmaker.id.slice(5))] as Book
    return {
      prices: book.was.map(millionths),
      nets: book.was.map((price) => netOf(price, book)),
      writing: { format: 'decimal' as const },
    }
  })
}

describe('a fall', () => {
  it("is the smaller of the best price's fall and the average's", () => {
    // 2.10 to 1.95 is 7.14 %; 2.10 + 2.00 + 2.00 to 1.95 + 1.90 + 1.95 is 4.92 %.
    const [fall] = fallsOf([
      { was: [2.1, 1.8], now: [1.95, 1.8] },
      { was: [2, 1.8], now: [1.9, 1.8] },
      { was: [2, 1.8], now: [1.95, 1.8] },
    ])
    expect(fall?.ofBest).toBeCloseTo(0.0714, 4)
    expect(fall?.ofAverage).toBeCloseTo(0.0492, 4)
    expect(fall?.share).toBe(fall?.ofAverage)
    expect([fall?.was.price, fall?.now.price, fall?.bookmaker.id]).toEqual([2_100_000, 1_950_000, 'book-0'])
  })

  it('does not exist when only one bookmaker fell, or one brand with two names', () => {
    const still: Book = { was: [1.9, 1.8], now: [1.9, 1.8] }
    expect(fallsOf([{ was: [3, 1.8], now: [1.9, 1.8] }, still])).toEqual([])
    const north: Book = { was: [3, 1.8], now: [1.9, 1.8], brand: 'group' }
    expect(fallsOf([north, north, still])).toEqual([])
    expect(fallsOf([north, { ...north, brand: 'other' }, still])).toHaveLength(1)
  })

  it('uses net prices: an exchange is best only after its commission', () => {
    const [fall] = fallsOf([
      // 1 + 1.2 * 0.95 = 2.14 to 1 + 0.99 * 0.95 = 1.9405.
      { was: [2.2, 1.8], now: [1.99, 1.8], commission: 5 },
      { was: [2.1, 1.8], now: [1.9, 1.8] },
    ])
    expect(fall?.was).toEqual({ price: 2_140_000, quoted: null })
    expect(fall?.now).toEqual({ price: 1_940_500, quoted: null })
    expect(fall?.ofBest).toBeCloseTo(1 - 1.9405 / 2.14, 10)
  })

  it('does not exist when a best price is as high as before, and ignores prices that do not count', () => {
    const fallen: Book = { was: [2, 1.8], now: [1.8, 1.8] }
    expect(fallsOf([fallen, fallen, { was: [2, 1.8], now: [2, 1.8] }])).toEqual([])
    expect(fallsOf([fallen, fallen, { was: [2, 1.8], now: [2, 1.8], leftOut: 'old' }])).toHaveLength(1)
    // A high price that is old would raise the average.
    const [fall] = fallsOf([fallen, fallen, { was: [1.5, 1.8], now: [2.9, 1.8], leftOut: 'old' }])
    expect([fall?.ofAverage.toFixed(4), fall?.books]).toEqual(['0.1000', 2])
  })

  it('states both prices as they were quoted, of the bookmakers that have them', () => {
    const [fall] = fallsOf([
      { was: [2, 1.8], now: [1.7, 1.8] },
      { was: [2.2, 1.8], now: [1.6, 1.8] },
      { was: [1.9, 1.8], now: [1.8, 1.8] },
    ])
    expect(fall?.was).toEqual({ price: 2_200_000, quoted: 'decimal' })
    expect(fall?.now).toEqual({ price: 1_800_000, quoted: 'decimal' })
    expect([fall?.bookmaker.id, fall?.books, fall?.outcome]).toEqual(['book-2', 3, 0])
  })

  it('of several outcomes comes with the largest first', () => {
    const both: Book = { was: [2.2, 2.2], now: [2, 1.8] }
    expect(fallsOf([both, both]).map(({ outcome, share }) => [outcome, share.toFixed(3)])).toEqual([
      [1, '0.182'],
      [0, '0.091'],
    ])
  })

  it('begins at 2 %', () => {
    const cut = (to: number): Book => ({ was: [2, 1.8], now: [to, 1.8] })
    expect(fallsOf([cut(1.97), cut(1.97)])).toEqual([])
    expect(fallsOf([cut(1.95), cut(1.95)])).toHaveLength(1)
  })
})

describe('the lines of a market', () => {
  const line = (books: number, share: number, more = {}) => ({
    ...{ event: 'a', type: 'total', period: 'full_time', participant: null },
    ...{ books, share, ...more },
  })

  it('are limited to those with the most bookmakers, then to the largest falls', () => {
    const lines = [line(3, 0.2), line(8, 0.1), line(8, 0.05)]
    expect(thinLines(lines, 1)).toEqual([lines[1]])
    expect(thinLines(lines, 2)).toEqual([lines[1], lines[2]])
    const [small, large] = [line(8, 0.05), line(8, 0.1)]
    expect(thinLines([small, large], 1)).toEqual([large])
  })

  it('are separated by match, market, part and side', () => {
    const all = [{}, { event: 'b' }, { type: 'handicap' }, { period: 'half_1' }, { participant: 'home' }]
    const lines = all.map((more) => line(3, 0.1, more))
    expect(thinLines(lines, 1)).toEqual(lines)
  })
})
