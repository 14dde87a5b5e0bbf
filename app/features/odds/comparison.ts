import { type BestQuotes, bestQuotes, type Quote } from './quotes.ts'
import { type Outcome, overround, payout, priceList } from './rules.ts'
import type { QuoteRow } from './schema.ts'

export const SORT_KEYS = ['payout', 'home', 'draw', 'away', 'updated'] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** A bookmaker's row of the comparison table. */
export interface ComparedRow extends QuoteRow {
  /** Shares of 1; null where the prices cannot be compared. */
  payout: number | null
  overround: number | null
  /** The outcomes on which no bookmaker beats this one. */
  bestOf: Outcome[]
}

export interface Comparison {
  rows: ComparedRow[]
  best: BestQuotes
  /** Whether anyone quotes a draw: else there is no column for it. */
  withDraw: boolean
}

/** Every bookmaker's prices with what they pay back, the best first; rows that cannot be compared come last. */
export function compareQuotes(quotes: readonly QuoteRow[], sort: SortKey = 'payout'): Comparison {
  const best = bestQuotes(quotes.filter((row) => row.comparable).map(toQuote))
  const rows = quotes.map((row) => toComparedRow(row, best)).sort((a, b) => rank(b, sort) - rank(a, sort))
  return { rows, best, withDraw: rows.some((row) => row.comparable && row.draw !== null) }
}

function toQuote(row: QuoteRow): Quote {
  return {
    bookmakerId: row.bookmaker.id,
    home: row.home,
    draw: row.draw,
    away: row.away,
    updatedAt: new Date(row.lastUpdated),
  }
}

function toComparedRow(row: QuoteRow, best: BestQuotes): ComparedRow {
  if (!row.comparable) return { ...row, payout: null, overround: null, bestOf: [] }
  const prices = priceList(row)
  const bestOf = (['home', 'draw', 'away'] as const).filter((outcome) =>
    best[outcome]?.bookmakerIds.includes(row.bookmaker.id),
  )
  return { ...row, payout: payout(prices), overround: overround(prices), bestOf }
}

function rank(row: ComparedRow, sort: SortKey): number {
  if (row.payout === null) return -1
  if (sort === 'payout') return row.payout
  if (sort === 'updated') return Date.parse(row.lastUpdated)
  return row[sort] ?? 0
}
