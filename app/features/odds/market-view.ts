/** A market as pages and the read API show it: its quotes, the best prices that count, and its main line. */
import { fairChances, marketSum } from './market-maths.ts'
import { definitionOf, MARKET_TYPES, type Market, PERIODS } from './markets.ts'
import type { Notation } from './notation.ts'
import type { Side } from './offers.ts'
import { netByShare, type Price, type PriceFormat } from './prices.ts'
import type { Writing } from './shown-price.ts'

/** Why a quote does not count, by the names of the database's rule. */
export type MarketLeftOut = 'inactive' | 'cancelled' | 'started' | 'suspended' | 'incomplete' | 'old' | 'lay'

/** One bookmaker's current prices of a market. */
export interface MarketQuote {
  /** The number under which its prices and their history are stored; null for prices of a headline alone. */
  no: number | null
  bookmaker: { id: string; name: string; slug: string; logoUrl: string | null }
  brand: string
  side: Side
  format: PriceFormat
  /** How its prices are written, where the format does not give it back. */
  notation?: Notation
  /** How the first prices and the closing prices were written, if that is known. */
  openingWriting?: Writing
  closingWriting?: Writing
  /** In the order of the outcomes; null if one is not on offer. */
  prices: (Price | null)[]
  /** Net of commission: these prices are compared. */
  nets: (Price | null)[]
  /** The share of the winnings that the bookmaker pays: 1 minus its commission. */
  kept: number
  status: string | null
  /** The first prices; null if they never changed. */
  opening: (Price | null)[] | null
  closing: (Price | null)[] | null
  maxStake: number | null
  changedAt: Date
  seenAt: Date
  /** When it expires, unless it is confirmed before. */
  validUntil: Date
  link: string | null
  /** Whether an operator typed it; `seenAt` is when. */
  isTyped: boolean
  /** Null if it counts. */
  leftOut: MarketLeftOut | null
}

export interface BestOfOutcome {
  price: Price
  net: Price
  bookmaker: MarketQuote['bookmaker']
}

export interface MarketView extends Market {
  id: number
  /** The line that most bookmakers quote, among markets of the same type, period and side; true if there is only one. */
  isMain: boolean
  outcomes: readonly string[]
  /** By outcome; null if no quote counts. */
  best: (BestOfOutcome | null)[]
  /** Of the quoted prices, as the database keeps it to find candidates; `netAverages` are shown. */
  average: (Price | null)[]
  /** S of the best net prices; null if an outcome has none. */
  sum: number | null
  /** The number of brands whose quotes count. */
  count: number
  /** In the order of the menu. */
  quotes: readonly MarketQuote[]
  /** When its match was cancelled, if that is known. */
  cancelledAt?: Date
}

/** The best net price of each outcome over the counting quotes; the first in menu order among equal ones. */
export function bestOf(quotes: readonly MarketQuote[], size: number): (BestOfOutcome | null)[] {
  const counted = quotes.filter(({ leftOut }) => leftOut === null)
  return Array.from({ length: size }, (_, index) => {
    let best: BestOfOutcome | null = null
    for (const { bookmaker, prices, nets } of counted) {
      const [price, net] = [prices[index] ?? null, nets[index] ?? null]
      if (price !== null && net !== null && (best === null || net > best.net))
        best = { price, net, bookmaker }
    }
    return best
  })
}

function averageOf(quotes: readonly MarketQuote[], size: number): (Price | null)[] {
  const counted = quotes.filter(({ leftOut }) => leftOut === null)
  return Array.from({ length: size }, (_, index) =>
    averageByBrand(counted, ({ prices }) => prices[index] ?? null),
  )
}

/** The averages of the net prices that count, by outcome, as the best prices are net. */
export function netAverages({ quotes, outcomes }: Pick<MarketView, 'quotes' | 'outcomes'>): (Price | null)[] {
  const counted = quotes.filter(({ leftOut }) => leftOut === null)
  return outcomes.map((_, index) => averageByBrand(counted, ({ nets }) => nets[index] ?? null))
}

/**
 * The average of prices in which a brand counts once: its price is the average of its bookmakers' prices. Rounded half up to
 * millionths, twice, as `refresh_market_bests` in the database does. Null without prices.
 */
export function averageByBrand<T extends { brand: string }>(
  quotes: readonly T[],
  priceOf: (quote: T) => Price | null,
): Price | null {
  const brands = new Map<string, { sum: number; count: number }>()
  for (const quote of quotes) {
    const price = priceOf(quote)
    if (price === null) continue
    const brand = brands.get(quote.brand)
    if (brand) {
      brand.sum += price
      brand.count += 1
    } else brands.set(quote.brand, { sum: price, count: 1 })
  }
  if (brands.size === 0) return null
  let total = 0
  for (const { sum, count } of brands.values()) total += Math.round(sum / count)
  return Math.round(total / brands.size)
}

export interface QuotedMarket extends Market {
  id: number
  /** Names of the participants, if they are the type's outcomes. */
  participants?: readonly string[]
  quotes: readonly MarketQuote[]
  /** When the event begins; unknown for prices of the older table. */
  kickOff?: Date
  cancelledAt?: Date
}

/** Markets in display order, each with its best prices. */
export function viewMarkets(markets: readonly QuotedMarket[]): MarketView[] {
  const views = markets.map(({ kickOff, ...market }): MarketView => {
    const { outcomes: known, winners, isOpenList } = definitionOf(market.type)
    const outcomes = known === 'participants' ? (market.participants ?? []) : known
    const best = bestOf(market.quotes, outcomes.length)
    const counted = market.quotes.filter(({ leftOut }) => leftOut === null)
    const nets = best.map((one) => one?.net ?? null)
    return {
      ...market,
      isMain: true,
      outcomes,
      best,
      average: averageOf(market.quotes, outcomes.length),
      sum: isOpenList ? null : marketSum(nets, winners),
      count: new Set(counted.map(({ brand }) => brand)).size,
    }
  })
  const closings = new Map(
    markets.map(({ id, kickOff, cancelledAt }) => [id, closesAt(kickOff, cancelledAt)]),
  )
  const groups = Map.groupBy(views, ({ type, period, participant }) => `${type} ${period} ${participant}`)
  const mains = new Set([...groups.values()].map((lines) => mainOf(lines, closings)))
  return views.map((view) => ({ ...view, isMain: mains.has(view.id) })).sort(byPlace)
}

/** When the prices of an event are the last ones: at its start, or when it is cancelled before. */
export function closesAt<T extends Date | undefined>(kickOff: T, cancelledAt: Date | undefined): T | Date {
  return kickOff && cancelledAt && cancelledAt < kickOff ? cancelledAt : kickOff
}

/** Why no quote of an event counts any more. */
export function isEnded(leftOut: MarketLeftOut | null): boolean {
  return leftOut === 'started' || leftOut === 'cancelled'
}

/** The id of the main line. If no quote counts any more, as after the start, the closing prices decide. */
function mainOf(lines: readonly MarketView[], closings: ReadonlyMap<number, Date | undefined>): number {
  const isOver = lines.every(({ count }) => count === 0)
  const ranked = lines.map((line): MainRank => {
    const { id, quotes, outcomes, count, best } = line
    if (!isOver) return { line: line.line, id, count, nets: best.map((one) => one?.net ?? null) }
    const closed = quotes.flatMap((quote) => {
      if (quote.side === 'lay' || (!isEnded(quote.leftOut) && quote.leftOut !== 'old')) return []
      const closing = closings.get(id)
      const prices = closingPrices(quote, closing)
      if (!prices || prices.includes(null)) return []
      if (isEnded(quote.leftOut) && closing && wasOldAt(quote, closing)) return []
      return [
        { ...quote, nets: prices.map((price) => price && netByShare(price, quote.kept)), leftOut: null },
      ]
    })
    const nets = bestOf(closed, outcomes.length).map((one) => one?.net ?? null)
    return { line: line.line, id, count: new Set(closed.map(({ brand }) => brand)).size, nets }
  })
  return ranked.reduce((main, one) => (isMoreMain(one, main) ? one : main)).id
}

/** The closing prices of an event's quote; null if it was quoted only after the start. */
export function closingPrices(quote: MarketQuote, kickOff?: Date): readonly (Price | null)[] | null {
  if (quote.closing) return quote.closing
  return !kickOff || (quote.changedAt <= kickOff && quote.seenAt <= kickOff) ? quote.prices : null
}

/** Whether a quote had become too old by the start. */
export function wasOldAt({ seenAt, validUntil }: MarketQuote, kickOff: Date): boolean {
  return seenAt <= kickOff && validUntil <= kickOff
}

/** A line of a market with what decides whether it is the main one. */
export interface MainRank extends Pick<MarketView, 'id' | 'line' | 'count'> {
  /** The best net price of each outcome. */
  nets: readonly (Price | null)[]
}

/**
 * Whether a line comes before another: that of more brands, then the more even one, then the one nearer to zero, then
 * the lower one.
 */
export function isMoreMain(a: MainRank, b: MainRank): boolean {
  const [lineA, lineB] = [a.line ?? 0, b.line ?? 0]
  const difference =
    b.count - a.count || imbalance(a) - imbalance(b) || Math.abs(lineA) - Math.abs(lineB) || lineA - lineB
  return difference < 0
}

/** The difference between the fair probabilities of a line's two outcomes. */
function imbalance({ nets }: MainRank): number {
  const chances = fairChances(nets)
  return chances ? Math.abs((chances[0] ?? 0) - (chances[1] ?? 0)) : 2
}

function byPlace(a: Market, b: Market): number {
  return (
    MARKET_TYPES.indexOf(a.type) - MARKET_TYPES.indexOf(b.type) ||
    PERIODS.indexOf(a.period) - PERIODS.indexOf(b.period) ||
    (a.participant ?? '').localeCompare(b.participant ?? '') * -1 ||
    (a.line ?? 0) - (b.line ?? 0)
  )
}
