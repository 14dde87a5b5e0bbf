/** A market as pages and the read API show it: its quotes, what is best of those that count, and its main line. */
import { fairChances, marketSum } from './market-maths.ts'
import { definitionOf, MARKET_TYPES, type Market, PERIODS } from './markets.ts'
import type { Side } from './offers.ts'
import type { Price, PriceFormat } from './prices.ts'

/** Why a quote does not count: as the rule of the database says it. */
export type MarketLeftOut = 'inactive' | 'started' | 'suspended' | 'incomplete' | 'old' | 'lay'

/** One bookmaker's current prices of a market. */
export interface MarketQuote {
  bookmaker: { id: string; name: string; slug: string; logoUrl: string | null }
  brand: string
  side: Side
  format: PriceFormat
  /** In the order of the outcomes; null where one is not on offer. */
  prices: (Price | null)[]
  /** What a winner is paid, the commission taken off: these compete. */
  nets: (Price | null)[]
  status: string | null
  /** The first prices; null: never changed. */
  opening: (Price | null)[] | null
  closing: (Price | null)[] | null
  maxStake: number | null
  changedAt: Date
  seenAt: Date
  /** When it ceases to count, unless it is confirmed before. */
  validUntil: Date
  link: string | null
  /** Null: it counts. */
  leftOut: MarketLeftOut | null
}

export interface BestOfOutcome {
  price: Price
  net: Price
  bookmaker: MarketQuote['bookmaker']
}

export interface MarketView extends Market {
  id: number
  /** Of the lines of its kind the one that most bookmakers quote; true where there is one market of its kind. */
  isMain: boolean
  outcomes: readonly string[]
  /** By outcome; null where no quote counts. */
  best: (BestOfOutcome | null)[]
  average: (Price | null)[]
  /** S of the best net prices; null where an outcome has none. */
  sum: number | null
  /** Brands that count. */
  count: number
  /** In the order of the menu. */
  quotes: readonly MarketQuote[]
}

/** The best net price of each outcome over the quotes that count; of equal ones the first in the order of the menu. */
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
  return Array.from({ length: size }, (_, index) => {
    const prices = counted.map((quote) => quote.prices[index] ?? null).filter((price) => price !== null)
    return prices.length === 0
      ? null
      : Math.round(prices.reduce((sum, price) => sum + price, 0) / prices.length)
  })
}

export interface QuotedMarket extends Market {
  id: number
  /** Names of the participants, where the type's outcomes are these. */
  participants?: readonly string[]
  quotes: readonly MarketQuote[]
}

/** Markets in the order in which they are shown, each with its best prices. */
export function viewMarkets(markets: readonly QuotedMarket[]): MarketView[] {
  const views = markets.map((market): MarketView => {
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
  const mains = new Set(
    [
      ...Map.groupBy(views, ({ type, period, participant }) => `${type} ${period} ${participant}`).values(),
    ].map((lines) => lines.reduce((main, line) => (isMoreMain(line, main) ? line : main)).id),
  )
  return views.map((view) => ({ ...view, isMain: mains.has(view.id) })).sort(byPlace)
}

function isMoreMain(a: MarketView, b: MarketView): boolean {
  if (a.count !== b.count) return a.count > b.count
  const difference = imbalance(a) - imbalance(b)
  return difference !== 0 ? difference < 0 : Math.abs(a.line ?? 0) < Math.abs(b.line ?? 0)
}

/** How far apart the fair chances of a line's two outcomes are. */
function imbalance({ best }: MarketView): number {
  const chances = fairChances(best.map((one) => one?.net ?? null))
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
