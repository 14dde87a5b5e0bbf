/** Closing odds: which markets are kept, and how often the favourite of a market won. */
import { CLOSED_MARKETS, type ClosedMarket, definitionOf, type Market } from '../odds/markets.ts'
import { type Price, toNumber } from '../odds/prices.ts'
import type { Winning } from '../odds/settle.ts'

export function readClosedMarket(query: URLSearchParams): ClosedMarket | null {
  return CLOSED_MARKETS.find((type) => type === query.get('market')) ?? null
}

/** The closing odds of a market of a past match. */
export interface ClosingOdds {
  market: Market
  outcomes: readonly string[]
  /** Best, net of commission. */
  prices: readonly Price[]
  average: readonly Price[]
  /** Brands. */
  books: number
  /** By outcome; null if the score does not settle the market. */
  won: Winning[] | null
}

export interface FavouriteRecord {
  /** Matches with a favourite and a settled market. */
  counted: number
  won: number
  /** What one unit on each favourite returned, per unit: 0.95 is a loss of 5 %. */
  returned: number
  /** The mean payout of the best closing odds, 0 to 1 and more. */
  payout: number
}

/**
 * How the favourites did: the outcome with the lowest closing price. Two equally low prices are no favourite. Quarter
 * lines, whose stakes are split, and markets that the score does not settle are not counted. Null if none is counted.
 */
export function favouriteRecord(closings: readonly ClosingOdds[]): FavouriteRecord | null {
  const settled = closings.flatMap(({ market, prices, won }) => {
    const lowest = Math.min(...prices)
    const at = prices.indexOf(lowest)
    const isQuarter = market.line !== null && !Number.isInteger(market.line * 2)
    if (!won || isQuarter || prices.filter((price) => price === lowest).length !== 1) return []
    const sum = prices.reduce((total, price) => total + 1 / toNumber(price), 0)
    return [
      {
        won: won[at] !== null && won[at] !== undefined,
        price: toNumber(lowest),
        payout: definitionOf(market.type).winners / sum,
      },
    ]
  })
  if (settled.length === 0) return null
  const mean = (of: (one: (typeof settled)[number]) => number) =>
    settled.reduce((sum, one) => sum + of(one), 0) / settled.length
  return {
    counted: settled.length,
    won: settled.filter((one) => one.won).length,
    returned: mean((one) => (one.won ? one.price : 0)),
    payout: mean((one) => one.payout),
  }
}
