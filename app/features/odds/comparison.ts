import { type BestQuotes, bestQuotes, type Quote } from './quotes.ts'
import { type Outcome, overround, payout, priceList } from './rules.ts'
import type { LeftOut, QuoteRow } from './schema.ts'

export const SORT_KEYS = ['payout', 'home', 'draw', 'away', 'updated'] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** A bookmaker's row of the comparison table. */
export interface ComparedRow extends QuoteRow {
  /** Shares of 1, of the net prices; null where the quote does not count. */
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

/**
 * Every bookmaker's prices with what they pay back, the best first; those that do not count at `now` come last.
 * @param kickOff of their match
 */
export function compareQuotes(
  quotes: readonly QuoteRow[],
  { sort = 'payout', kickOff, now }: { sort?: SortKey; kickOff: Date; now: Date },
): Comparison {
  const judged = quotes.map((row) => ({ ...row, leftOut: leftOutAt(row, kickOff, now) }))
  const counted = judged.flatMap((row) => toQuote(row) ?? [])
  const best = bestQuotes(counted)
  const rows = judged.map((row) => toComparedRow(row, best)).sort((a, b) => rank(b, sort) - rank(a, sort))
  const shown = counted.length > 0 ? counted : quotes
  return { rows, best, withDraw: shown.some((row) => row.draw !== null) }
}

/**
 * Every bookmaker's prices as they stood at kick-off, of quotes of a match that has begun. One that was confirmed later is
 * not of before it, and one that had grown old by then, or is of the market that fewer quote, did not count.
 */
export function compareClosingQuotes(
  quotes: readonly QuoteRow[],
  { sort, kickOff }: { sort?: SortKey; kickOff: Date },
): Comparison {
  const start = kickOff.getTime()
  const closed = (row: QuoteRow) =>
    row.leftOut === 'started' && Date.parse(row.lastUpdated) <= start && Date.parse(row.validUntil) > start
  const counted = quotes.filter(closed)
  const isThreeWay = counted.filter((row) => row.draw !== null).length * 2 >= counted.length
  const leftOutOf = (row: QuoteRow): LeftOut | null =>
    (row.draw !== null) === isThreeWay ? null : 'incomplete'
  const atKickOff = quotes.map((row) => (closed(row) ? { ...row, leftOut: leftOutOf(row) } : row))
  return compareQuotes(atKickOff, { sort, kickOff, now: kickOff })
}

/** A quote that counted when it was read may have ceased to: a page stays open. */
function leftOutAt({ leftOut, validUntil }: QuoteRow, kickOff: Date, now: Date): LeftOut | null {
  if (leftOut !== null || Date.parse(validUntil) > now.getTime()) return leftOut
  return kickOff <= now ? 'started' : 'old'
}

function toQuote({ bookmaker, net, leftOut, lastUpdated }: QuoteRow): Quote | null {
  const { home, draw, away } = net
  if (leftOut !== null || home === null || away === null) return null
  return { bookmakerId: bookmaker.id, home, draw, away, updatedAt: new Date(lastUpdated) }
}

function toComparedRow(row: QuoteRow, best: BestQuotes): ComparedRow {
  const quote = toQuote(row)
  if (!quote) return { ...row, payout: null, overround: null, bestOf: [] }
  const prices = priceList(quote)
  const bestOf = (['home', 'draw', 'away'] as const).filter((outcome) =>
    best[outcome]?.bookmakerIds.includes(row.bookmaker.id),
  )
  return { ...row, payout: payout(prices), overround: overround(prices), bestOf }
}

function rank(row: ComparedRow, sort: SortKey): number {
  if (row.payout === null) return -1
  if (sort === 'payout') return row.payout
  if (sort === 'updated') return Date.parse(row.lastUpdated)
  return row.net[sort] ?? 0
}

/** The average of what counts, net of commission; null where nobody's price does. */
export function averagePrice({ rows }: Comparison, outcome: Outcome): number | null {
  const prices = rows.flatMap(({ payout, net }) => (payout === null ? [] : (net[outcome] ?? [])))
  return prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0) / prices.length
}
