/** What bookmakers pay for the outcomes of a coupon: each one alone, and all of them as one bet. */

import { combinedPrice } from '../odds/bets.ts'
import type { BoardRow } from '../odds/market-board.ts'
import type { MarketLeftOut, MarketQuote } from '../odds/market-view.ts'
import { MILLION, type Price } from '../odds/prices.ts'

/** Why a bookmaker does not take an outcome. */
export type Refusal = 'not-quoted' | Exclude<MarketLeftOut, 'lay' | 'inactive'>

/** An outcome of a coupon: its match, and every bookmaker's row of its market. */
export interface CouponOutcome {
  match: string
  /** Of the outcome in its market; -1 if the market is not quoted. */
  index: number
  rows: readonly BoardRow[]
}

export interface TakenOutcome {
  /** The number of the outcome in the coupon. */
  at: number
  price: Price
  net: Price
  format: MarketQuote['format']
  seenAt: Date
}

/** What one bookmaker pays for a coupon. */
export interface CouponOffer {
  bookmaker: MarketQuote['bookmaker']
  /** An exchange takes bets on one outcome only, so its prices are not multiplied. */
  isExchange: boolean
  taken: TakenOutcome[]
  refused: { at: number; why: Refusal }[]
  /** The products of the taken outcomes, as quoted and net of commission. */
  gross: Price
  net: Price
  /** When the oldest of its prices was confirmed. */
  oldestAt: Date
  /** Whether it takes all outcomes as one bet. */
  isWhole: boolean
}

/** Numbers of the outcomes that share their match with another one: their chances depend on each other. */
export function relatedOutcomes(outcomes: readonly Pick<CouponOutcome, 'match'>[]): ReadonlySet<number> {
  const byMatch = Map.groupBy(outcomes.keys(), (at) => outcomes[at]?.match)
  return new Set([...byMatch.values()].filter((ofOne) => ofOne.length > 1).flat())
}

/**
 * What each bookmaker that takes at least one outcome pays, the best of those that take all first, then by the number of
 * outcomes that they take.
 * @param exchanges ids of bookmakers
 */
export function compareOffers(
  outcomes: readonly CouponOutcome[],
  exchanges: ReadonlySet<string>,
): CouponOffer[] {
  const hasRelated = relatedOutcomes(outcomes).size > 0
  const bookmakers = new Map(
    outcomes.flatMap(({ rows }) =>
      rows.map(({ quote: { bookmaker } }) => [bookmaker.id, bookmaker] as const),
    ),
  )
  const offers = [...bookmakers.values()].map((bookmaker): CouponOffer => {
    const taken: TakenOutcome[] = []
    const refused: CouponOffer['refused'] = []
    for (const [at, { rows, index }] of outcomes.entries()) {
      const row = rows.find(({ quote }) => quote.bookmaker.id === bookmaker.id)
      const [price = null, net = null] = [row?.prices[index], row?.nets[index]]
      if (row?.leftOut === null && price !== null && net !== null)
        taken.push({ at, price, net, format: row.quote.format, seenAt: row.quote.seenAt })
      else refused.push({ at, why: refusalOf(row) })
    }
    const isExchange = exchanges.has(bookmaker.id)
    const canCombine = outcomes.length === 1 || (!isExchange && !hasRelated)
    return {
      ...{ bookmaker, isExchange, taken, refused },
      gross: combinedPrice(taken.map(({ price }) => price)),
      net: combinedPrice(taken.map(({ net }) => net)),
      oldestAt: new Date(Math.min(...taken.map(({ seenAt }) => seenAt.getTime()))),
      isWhole: refused.length === 0 && canCombine,
    }
  })
  return offers
    .filter(({ taken }) => taken.length > 0)
    .sort(
      (a, b) =>
        Number(b.isWhole) - Number(a.isWhole) ||
        // Of those that do not take all as one bet, exchanges come last.
        (a.isWhole ? 0 : Number(a.isExchange) - Number(b.isExchange)) ||
        b.taken.length - a.taken.length ||
        b.net - a.net,
    )
}

function refusalOf(row: BoardRow | undefined): Refusal {
  const why = row?.leftOut ?? null
  // A counting quote of a list without this outcome.
  if (row === undefined || why === null || why === 'lay' || why === 'inactive') return 'not-quoted'
  return why
}

/** What a stake returns at a price, in cents, rounded down. */
export function returnOf(stake: number, price: Price): number {
  return Number((BigInt(stake) * BigInt(price)) / BigInt(MILLION))
}
