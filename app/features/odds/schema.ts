import type { Outcome } from './rules.ts'
import type { ShownPrice } from './shown-price.ts'

/** Why an active bookmaker's quote does not count, by the names of `ranked_quotes` in the database. */
export type LeftOut = 'cancelled' | 'started' | 'suspended' | 'incomplete' | 'old'

/** A price of each outcome; null if it is not on offer, and for the draw also if the market has none. */
export type OfferedPrices = Record<Outcome, number | null>

/** One bookmaker's current prices for a match, for the comparison table. */
export interface QuoteRow extends OfferedPrices {
  bookmaker: { id: string; name: string; slug: string; logoUrl: string | null }
  /** Net of commission: these prices are compared. The same as the prices without a commission. */
  net: OfferedPrices
  /** ISO 8601, UTC: when the bookmaker's price was last confirmed. */
  lastUpdated: string
  /** ISO 8601, UTC: when it expires, unless it is confirmed before. */
  validUntil: string
  /** Null if it counts. */
  leftOut: LeftOut | null
  /** The first price from this bookmaker; null if there was no other. */
  opening: OfferedPrices | null
}

/** The best current price of one outcome, and its bookmaker; names of bookmakers are not unique, ids are. */
export interface BestPrice {
  price: number
  /** The same price, exact and as quoted; absent if it is quoted in whole hundredths. */
  shown?: ShownPrice
  /** The change as a share of its first price; absent without a change. */
  moved?: number
  bookmaker: string | null
  bookmakerId: string | null
  /** Whether an operator typed it as the price of its bookmaker; absent if not. */
  typed?: true
}

/** The headline of a match: the best price of each outcome; null if no bookmaker quotes it (shown as a dash). */
export interface Headline {
  home: BestPrice | null
  draw: BestPrice | null
  away: BestPrice | null
  /** The number of brands whose prices are compared; none if an operator entered the prices. */
  bookmakerCount: number
  /** Whether an operator entered the prices, of no bookmaker. */
  typed: boolean
  /** Whether the draw is an outcome of the market. */
  withDraw: boolean
  /** ISO 8601, UTC: when the oldest of the prices was confirmed; null if an operator entered them. */
  confirmedAt: string | null
  /** ISO 8601, UTC: when the prices expire; null without prices. */
  validUntil: string | null
}
