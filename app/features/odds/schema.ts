import type { Outcome } from './rules.ts'
import type { ShownPrice } from './shown-price.ts'

/** Why an active bookmaker's quote does not count, as `ranked_quotes` of the database says it. */
export type LeftOut = 'started' | 'suspended' | 'incomplete' | 'old'

/** A price of each outcome; null where it is not on offer, and for the draw also where there is none. */
export type OfferedPrices = Record<Outcome, number | null>

/** One bookmaker's current prices for a match, as the comparison table shows them. */
export interface QuoteRow extends OfferedPrices {
  bookmaker: { id: string; name: string; slug: string; logoUrl: string | null }
  /** What a winner is paid, the commission taken off: these compete. The same as the prices where there is none. */
  net: OfferedPrices
  /** ISO 8601, UTC: when the bookmaker's price was last confirmed. */
  lastUpdated: string
  /** ISO 8601, UTC: when it ceases to count, unless it is confirmed before. */
  validUntil: string
  /** Null: it counts. */
  leftOut: LeftOut | null
  /** The first price we saw from this bookmaker; null when it is the only one. */
  opening: OfferedPrices | null
}

/** The best current price of one outcome, and who quotes it; names of bookmakers are not unique, ids are. */
export interface BestPrice {
  price: number
  /** The same, exactly and as quoted, where it is no quote in decimals of hundredths. */
  shown?: ShownPrice
  /** By which share of its first price it has moved; absent where it has not. */
  moved?: number
  bookmaker: string | null
  bookmakerId: string | null
}

/** The headline of a match: the best price of each outcome; null where nobody quotes (shown as a dash). */
export interface Headline {
  home: BestPrice | null
  draw: BestPrice | null
  away: BestPrice | null
  /** Brands over whose prices they are the best; none where an operator typed them. */
  bookmakerCount: number
  /** Whether an operator typed the prices. */
  typed: boolean
  /** Whether the draw is an outcome of the market. */
  withDraw: boolean
  /** ISO 8601, UTC: when the oldest of the prices was confirmed; null where they were typed. */
  confirmedAt: string | null
  /** ISO 8601, UTC: when the prices cease to hold; null where there are none. */
  validUntil: string | null
}
