/** The comparison of one market: a row for each bookmaker, the best price of each outcome, and the payouts. */
import type { MarketSort } from './market-address.ts'
import { marketSum } from './market-maths.ts'
import {
  averageByBrand,
  closingPrices,
  isEnded,
  type MarketLeftOut,
  type MarketQuote,
  type MarketView,
  wasOldAt,
} from './market-view.ts'
import { definitionOf } from './markets.ts'
import { netByShare, type Price } from './prices.ts'
import { asWritten, type ShownPrice, shownNet, type Writing } from './shown-price.ts'

export interface BoardRow {
  quote: MarketQuote
  /** In the order of the outcomes: as quoted, and net of commission. */
  prices: readonly (Price | null)[]
  nets: readonly (Price | null)[]
  leftOut: MarketLeftOut | null
  /** Between 0 and 1, of the net prices; null if the quote does not count or lacks an outcome. */
  payout: number | null
  /** How `prices` were written. */
  writing: Writing
  /** By outcome: whether no counting price is higher. */
  isBest: boolean[]
}

/** The best price of an outcome, and its row. */
export interface BoardBest {
  price: Price
  net: Price
  row: BoardRow
  /** The index of the outcome. */
  outcome: number
}

export interface Board {
  market: MarketView
  rows: BoardRow[]
  /** Lay prices. */
  lays: MarketQuote[]
  best: (BoardBest | null)[]
  /** Of the net prices that count; a brand counts once. */
  average: (Price | null)[]
  /** S of the best net prices; null if an outcome has none. */
  sum: number | null
  /** Bookmakers whose prices count; a brand counts once. */
  count: number
}

/** A best price: as quoted, if no commission is deducted. */
export function shownBest({ price, net, row, outcome }: BoardBest): ShownPrice {
  return shownNet(net, price, row.writing, outcome)
}

/**
 * A bookmaker's first price of an outcome, net of its commission, as its current price is compared; null if it has none of
 * the two, and of a quote that never changed.
 */
export function openingOf(
  { quote, prices, nets }: Pick<BoardRow, 'quote' | 'prices' | 'nets'>,
  index: number,
): ShownPrice | null {
  const [first = null, price = null, net = null] = [quote.opening?.[index], prices[index], nets[index]]
  if (first === null || price === null || net === null) return null
  if (net === price) return asWritten(first, quote.openingWriting ?? quote, index)
  return { price: netByShare(first, quote.kept), quoted: null }
}

interface Timing {
  kickOff: Date
  now: Date
}

/** The current prices of a market in the requested order; quotes that do not count come last. */
export function compareMarket(
  market: MarketView,
  { sort, kickOff, now }: Timing & { sort: MarketSort },
): Board {
  return toBoard(market, sort, (quote) => ({
    prices: quote.prices,
    nets: quote.nets,
    leftOut: leftOutAt(quote, { kickOff, now }),
  }))
}

/**
 * The prices of a market at kick-off, once it has begun. A quote that was too old by then, or came later, does not
 * count.
 */
export function compareClosing(
  market: MarketView,
  { sort, kickOff }: { sort: MarketSort; kickOff: Date },
): Board {
  return toBoard(market, sort, (quote) => {
    const hadStopped = quote.closing === null && quote.leftOut !== null && !isEnded(quote.leftOut)
    const prices = hadStopped ? null : closingPrices(quote, kickOff)
    if (!prices) return { prices: quote.prices, nets: quote.nets, leftOut: quote.leftOut ?? 'started' }
    const nets = prices.map((price) => price && netByShare(price, quote.kept))
    const leftOut = wasOldAt(quote, kickOff) ? 'old' : leftOutByPrices(market, prices)
    // What a source confirms in play are other prices.
    return {
      ...{ quote: quote.seenAt > kickOff ? { ...quote, seenAt: kickOff } : quote, prices, nets, leftOut },
      ...(prices === quote.closing && quote.closingWriting && { writing: quote.closingWriting }),
    }
  })
}

function leftOutByPrices({ type }: MarketView, prices: readonly (Price | null)[]): MarketLeftOut | null {
  const isWhole = definitionOf(type).isOpenList || !prices.includes(null)
  return isWhole ? null : 'suspended'
}

/** A quote that counted when it was read may have expired: a page stays open. */
function leftOutAt({ leftOut, validUntil }: MarketQuote, { kickOff, now }: Timing): MarketLeftOut | null {
  if (leftOut !== null || validUntil > now) return leftOut
  return kickOff <= now ? 'started' : 'old'
}

/** Rows with some bookmakers before the others, if their prices count. The best prices stay where they are. */
export function listFirst(rows: readonly BoardRow[], bookmakers: readonly string[]): BoardRow[] {
  const rank = ({ quote, leftOut }: BoardRow) => {
    const place = leftOut === null ? bookmakers.indexOf(quote.bookmaker.id) : -1
    return place < 0 ? bookmakers.length : place
  }
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

type Judged = Pick<BoardRow, 'prices' | 'nets' | 'leftOut'> & Partial<Pick<BoardRow, 'quote' | 'writing'>>

function toBoard(market: MarketView, sort: MarketSort, judge: (quote: MarketQuote) => Judged): Board {
  const { winners, isOpenList } = definitionOf(market.type)
  const lays = market.quotes.filter(({ side, leftOut }) => side === 'lay' && leftOut === 'lay')
  const rows = market.quotes
    .filter(({ side }) => side === 'back')
    .map((quote): BoardRow => {
      const judged = judge(quote)
      const sum = judged.leftOut === null && !isOpenList ? marketSum(judged.nets, winners) : null
      return { quote, writing: quote, ...judged, payout: sum === null ? null : 1 / sum, isBest: [] }
    })
  const counted = rows.filter(({ leftOut }) => leftOut === null)
  const best = market.outcomes.map((_, index) => bestAt(counted, index))
  const byBrand = counted.map(({ quote, nets }) => ({ brand: quote.brand, nets }))
  for (const row of counted)
    row.isBest = best.map((one, index) => one !== null && row.nets[index] === one.net)
  return {
    market,
    rows: rows.sort((a, b) => rankOf(b, sort, market) - rankOf(a, sort, market)),
    lays,
    best,
    average: market.outcomes.map((_, index) => averageByBrand(byBrand, ({ nets }) => nets[index] ?? null)),
    sum: isOpenList
      ? null
      : marketSum(
          best.map((one) => one?.net ?? null),
          winners,
        ),
    count: new Set(counted.map(({ quote }) => quote.brand)).size,
  }
}

function bestAt(counted: readonly BoardRow[], index: number): BoardBest | null {
  let best: BoardBest | null = null
  for (const row of counted) {
    const [price, net] = [row.prices[index] ?? null, row.nets[index] ?? null]
    if (price !== null && net !== null && (best === null || net > best.net))
      best = { price, net, row, outcome: index }
  }
  return best
}

/** Counting rows by the sort column, highest first; then the others, old ones before suspended ones. */
function rankOf({ quote, nets, payout, leftOut }: BoardRow, sort: MarketSort, market: MarketView): number {
  if (leftOut !== null) return leftOut === 'suspended' ? -2 : -1
  if (sort === 'payout') return payout ?? 0
  if (sort === 'updated') return quote.seenAt.getTime()
  return nets[market.outcomes.indexOf(sort)] ?? 0
}
