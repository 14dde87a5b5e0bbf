/** One bookmaker's current prices for a match, as the comparison table shows them. */
export interface QuoteRow {
  bookmaker: { id: string; name: string; slug: string; logoUrl: string | null }
  home: number
  /** Null where the sport or the bookmaker has no draw. */
  draw: number | null
  away: number
  /** ISO 8601, UTC: when the bookmaker's price was last confirmed. */
  lastUpdated: string
  /** The first price we saw from this bookmaker; null when it is the only one. */
  opening: { home: number | null; draw: number | null; away: number | null } | null
  /** False for a set of prices that cannot be compared (an outcome at the 1.01 default). */
  comparable: boolean
}
