/**
 * Value: a best price above a reference. The reference is the price without margin of a bookmaker that the operator has
 * named, if it quotes the whole market, else the average of the other bookmakers without margin. Prices that an operator
 * typed are neither: no bookmaker has confirmed them.
 */
import type { Board, BoardRow } from '../odds/market-board.ts'
import { fairChances } from '../odds/market-maths.ts'
import type { MarketQuote } from '../odds/market-view.ts'
import { definitionOf } from '../odds/markets.ts'
import { MILLION, type Price } from '../odds/prices.ts'

/** The least excess that is listed, as a share of the reference. */
export const LEAST_VALUE = 0.03
/** Above it, a price is almost always stale, suspended or another market. */
export const HIGHEST_VALUE = 0.15
/** The number of other brands that must quote the whole market. */
export const LEAST_OTHERS = 3

export type Method = 'bookmaker' | 'average'

export interface Reference {
  method: Method
  /** Null for the average. */
  bookmaker: MarketQuote['bookmaker'] | null
  /** Brands that it is made of. */
  books: number
  /** Without margin. */
  fair: Price
}

export interface ValueFinding {
  /** The index of the outcome in its market. */
  outcome: number
  row: BoardRow
  price: Price
  net: Price
  reference: Reference
  /** The excess of the net price over the reference: 0.05 is 5 %. */
  share: number
}

/**
 * The reference for one bookmaker's price of an outcome. Nothing of the bookmaker's own brand is part of it.
 * @param references ids of the bookmakers that the operator has named, in their order
 * @returns null if too few other brands quote the whole market
 */
export function referenceFor(
  { market, rows }: Pick<Board, 'market' | 'rows'>,
  { outcome, brand }: { outcome: number; brand: string },
  references: readonly string[],
): Reference | null {
  const { winners, isOpenList } = definitionOf(market.type)
  if (isOpenList) return null
  const others = rows.filter(
    ({ leftOut, quote, prices }) =>
      leftOut === null && !quote.isTyped && quote.brand !== brand && !prices.includes(null),
  )
  const byBrand = Map.groupBy(others, ({ quote }) => quote.brand)
  if (byBrand.size < LEAST_OTHERS) return null
  // The quoted prices: a commission says nothing about the chance.
  const chanceOf = ({ prices }: BoardRow) => fairChances(prices, winners)?.[outcome] ?? 0
  for (const id of references) {
    const row = others.find(({ quote }) => quote.bookmaker.id === id)
    if (row)
      return {
        ...{ method: 'bookmaker', bookmaker: row.quote.bookmaker, books: 1 },
        fair: Math.round(MILLION / chanceOf(row)),
      }
  }
  // A brand counts once, with the mean of its bookmakers.
  const ofBrands = [...byBrand.values()].map((ofOne) => meanOf(ofOne.map(chanceOf)))
  return {
    ...{ method: 'average', bookmaker: null, books: byBrand.size },
    fair: Math.round(MILLION / meanOf(ofBrands)),
  }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/** The excess of a bookmaker's price over its reference; null without a counting price or a reference. */
export function measureValue(
  board: Board,
  row: BoardRow,
  outcome: number,
  references: readonly string[],
): ValueFinding | null {
  const [price = null, net = null] = [row.prices[outcome], row.nets[outcome]]
  if (row.leftOut !== null || row.quote.isTyped || price === null || net === null) return null
  const reference = referenceFor(board, { outcome, brand: row.quote.brand }, references)
  if (!reference) return null
  return { outcome, row, price, net, reference, share: net / reference.fair - 1 }
}

/** The best prices of a market that are above their references, by the least excess; implausible ones included. */
export function findValues(board: Board, references: readonly string[]): ValueFinding[] {
  return board.best.flatMap((best, outcome) => {
    const found = best && measureValue(board, best.row, outcome, references)
    return found && found.share >= LEAST_VALUE ? [found] : []
  })
}

export function isPlausible({ share }: Pick<ValueFinding, 'share'>): boolean {
  return share <= HIGHEST_VALUE
}
