/** Closing odds: which markets are kept, and how often the favourite of a market won. */
import {
  CLOSED_MARKETS,
  CLOSED_PERIODS,
  definitionOf,
  isPeriod,
  MATCH_MARKETS,
  type Market,
  type MarketType,
  PERIODS,
  readLine,
} from '../odds/markets.ts'
import { type Price, toNumber } from '../odds/prices.ts'
import type { Winning } from '../odds/settle.ts'

/** A market and a line of closing odds. What is null is chosen by the site. */
export interface AskedClosing {
  market: MarketType | null
  period: string | null
  participant: string | null
  /** Null: the main line of each match. */
  line: number | null
}

export const CLOSING_PARAMETERS = ['market', 'period', 'participant', 'line'] as const

export function readAskedClosing(query: URLSearchParams): AskedClosing {
  const period = query.get('period')
  const line = query.get('line')
  return {
    market: MATCH_MARKETS.find((type) => type === query.get('market')) ?? null,
    period: period !== null && isPeriod(period) ? period : null,
    participant: query.get('participant'),
    line: line === null || line.trim() === '' ? null : readLine(Number(line)),
  }
}

/** A line of a market that a season has closing odds of. */
export interface ClosedVariant {
  type: MarketType
  period: string
  participant: string | null
  line: number | null
  /** Matches of which it is the main line. */
  mains: number
}

/** What can be chosen for a market, and what is shown. */
export interface ClosedChoice {
  period: string
  /** The one without any that is asked for. */
  usualPeriod: string
  participant: string | null
  /** Null: the main line of each match. */
  line: number | null
  /** In the registry's order. */
  periods: string[]
  participants: string[]
  /** Ascending. */
  lines: number[]
}

/** Whether a main line of each match is one of `closing_odds`. */
export const hasMainLines = (type: MarketType) => CLOSED_MARKETS.some((it) => it === type)

/**
 * The market that an address asks for: its period, or the one that most matches have, its side and its line. What the season
 * does not have is ignored. A market with main lines begins with their periods. Null if the season has no line of the market.
 */
export function chooseClosing(
  variants: readonly ClosedVariant[],
  { market, period, participant, line }: AskedClosing,
): ClosedChoice | null {
  const ofType = variants.filter(({ type }) => type === market)
  const periods = byMatches(ofType, (it) => it.period)
  const isUsual = (it: string) => hasMainLines(market ?? 'outright') && CLOSED_PERIODS.includes(it)
  const usualPeriod = periods.find(isUsual) ?? periods[0]
  if (usualPeriod === undefined) return null
  const shown = periods.find((it) => it === period) ?? usualPeriod
  const ofPeriod = ofType.filter((it) => it.period === shown)
  const sides = byMatches(ofPeriod, (it) => it.participant ?? '')
  const side = sides.find((it) => it === (participant ?? '')) ?? sides[0] ?? ''
  const lines = ofPeriod
    .filter((it) => (it.participant ?? '') === side)
    .flatMap((it) => it.line ?? [])
    .sort((a, b) => a - b)
  return {
    period: shown,
    usualPeriod,
    participant: side === '' ? null : side,
    line: line !== null && lines.includes(line) ? line : null,
    periods: PERIODS.filter((it) => periods.includes(it)),
    participants: sides
      .filter((it) => it !== '')
      .sort()
      .reverse(),
    lines,
  }
}

/** The values of variants, the one of most matches first. */
function byMatches(variants: readonly ClosedVariant[], keyOf: (it: ClosedVariant) => string): string[] {
  const counts = new Map<string, number>()
  for (const it of variants) counts.set(keyOf(it), (counts.get(keyOf(it)) ?? 0) + it.mains)
  const rank = (key: string) => PERIODS.indexOf(key)
  return [...counts].sort(([a, n], [b, m]) => m - n || rank(a) - rank(b)).map(([key]) => key)
}

/** The closing odds of a market of a past match. */
export interface ClosingOdds {
  market: Market
  outcomes: readonly string[]
  /** Best, net of commission. In a list of outcomes, null where nobody quoted one. */
  prices: readonly (Price | null)[]
  average: readonly (Price | null)[]
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
  const settled = closings.flatMap(({ market, prices: all, won }) => {
    const prices = all.filter((price) => price !== null)
    if (prices.length < all.length) return []
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
