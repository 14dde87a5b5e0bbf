/** Drops of prices: an outcome's old and new best price, and whether the market's average dropped too. */
import { averageByBrand, type MarketQuote, type MarketView } from '../odds/market-view.ts'
import type { Price } from '../odds/prices.ts'
import { asWritten, type ShownPrice, type Writing } from '../odds/shown-price.ts'

/** The smallest drop that is listed, as a share of the price. */
export const LEAST_FALL = 0.02
/** The number of brands that must have lowered the price: one brand alone is not a market movement. */
export const LEAST_LOWERED = 2

/** A bookmaker's price at the start of a window, or its first price within it, as quoted and net of commission. */
export interface StartPrices {
  prices: readonly (Price | null)[]
  nets: readonly (Price | null)[]
  /** How they were written; absent while it is not known. */
  writing?: Writing
}

export interface Fall {
  /** The index of the outcome in its market. */
  outcome: number
  /** The smaller of the two below: 0.1 is 10 %. */
  share: number
  ofBest: number
  ofAverage: number
  /** The best price at the start, over the bookmakers that still count. */
  was: ShownPrice
  /** Whose quote it was, where it is as quoted and its writing is not known. */
  writer: MarketQuote | null
  now: ShownPrice
  bookmaker: MarketQuote['bookmaker']
  /** When the current best price was last confirmed. */
  confirmedAt: Date
  /** When a bookmaker last changed the market. */
  movedAt: Date
  /** Brands that quoted the market at the start and count now. */
  books: number
}

/**
 * The outcomes of a market whose best price and average have both dropped, the largest drop first. Each bookmaker is
 * compared with itself, so that a bookmaker that appears or leaves does not change the average. A bookmaker that had the
 * market suspended at the start counts only for the current best price.
 * @param startOf a quote's prices at the start
 */
export function findFalls(market: MarketView, startOf: (quote: MarketQuote) => StartPrices): Fall[] {
  const counted = market.quotes.filter(({ leftOut }) => leftOut === null)
  const both = counted.flatMap((quote) => {
    const start = startOf(quote)
    return start.nets.includes(null) ? [] : [{ quote, start }]
  })
  if (both.length === 0) return []
  const books = new Set(both.map(({ quote }) => quote.brand)).size
  const movedAt = new Date(Math.max(...both.map(({ quote }) => quote.changedAt.getTime())))
  const falls = market.outcomes.flatMap((_, outcome): Fall[] => {
    const best = market.best[outcome]
    const holder = counted.find(({ bookmaker }) => bookmaker.id === best?.bookmaker.id)
    if (!best || !holder) return []
    const changes = both.map(({ quote, start }) => ({
      brand: quote.brand,
      now: quote.nets[outcome] ?? 0,
      was: start.nets[outcome] ?? 0,
      isGross: start.prices[outcome] === start.nets[outcome],
      writing: start.writing,
      quote,
    }))
    const lowered = new Set(changes.filter(({ now, was }) => now < was).map(({ brand }) => brand))
    if (lowered.size < LEAST_LOWERED) return []
    const highest = changes.reduce((one, other) => (other.was > one.was ? other : one))
    const ofBest = 1 - best.net / highest.was
    const averageOf = (end: 'now' | 'was') => averageByBrand(changes, (change) => change[end]) ?? 0
    const ofAverage = 1 - averageOf('now') / averageOf('was')
    const share = Math.min(ofBest, ofAverage)
    if (share < LEAST_FALL) return []
    return [
      {
        ...{ outcome, share, ofBest, ofAverage, books, movedAt },
        was:
          highest.isGross && highest.writing
            ? asWritten(highest.was, highest.writing, outcome)
            : { price: highest.was, quoted: null },
        writer: highest.isGross && !highest.writing ? highest.quote : null,
        now:
          best.net === best.price ? asWritten(best.net, holder, outcome) : { price: best.net, quoted: null },
        bookmaker: best.bookmaker,
        confirmedAt: holder.seenAt,
      },
    ]
  })
  return falls.sort((a, b) => b.share - a.share)
}

interface OfLine {
  event: string
  type: string
  period: string
  participant: string | null
  books: number
  share: number
}

/**
 * One line of each kind of market of a match: the one that most bookmakers quote, then the largest drop, because a
 * change of the expected goals moves all lines. The order stays.
 * @param most the number of rows that stay of each
 */
export function thinLines<T extends OfLine>(falls: readonly T[], most: number): T[] {
  const lines = Map.groupBy(
    falls,
    ({ event, type, period, participant }) => `${event} ${type} ${period} ${participant}`,
  )
  const kept = new Set(
    [...lines.values()].flatMap((ofOne) =>
      ofOne.toSorted((a, b) => b.books - a.books || b.share - a.share).slice(0, most),
    ),
  )
  return falls.filter((one) => kept.has(one))
}
