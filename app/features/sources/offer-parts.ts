import { arePlausible } from '#app/features/odds/market-maths.ts'
import type { Market } from '#app/features/odds/markets.ts'
import { definitionOf, isMarket } from '#app/features/odds/markets.ts'
import { notationOf, readWritten } from '#app/features/odds/notation.ts'
import { type OfferedQuote, type Side, statusOf, type UnknownMarket } from '#app/features/odds/offers.ts'
import type { PriceFormat } from '#app/features/odds/prices.ts'

/** The result of reading a source's markets. */
export interface ReadMarkets {
  quotes: OfferedQuote[]
  unknown: UnknownMarket[]
}

export interface StatedPrices {
  market: Market
  side: Side
  /** The source's usual one. */
  format: PriceFormat
  /** By the type's outcomes, as the source writes them; undefined where it does not name an outcome. */
  stated: readonly unknown[]
  maxStake?: number | null
}

/**
 * A quote from a source's values; null where it is not a market, has no price, or is implausible. A market of named outcomes
 * without any price is suspended.
 */
export function makeQuote({
  market,
  side,
  format: usual,
  stated,
  maxStake = null,
}: StatedPrices): OfferedQuote | null {
  if (!isMarket(market)) return null
  const written = stated.map((value) => readWritten(value, usual))
  const prices = written.map((one) => one?.price ?? null)
  const { isOpenList } = definitionOf(market.type)
  const isSuspended = !isOpenList && stated.some((value) => value !== undefined)
  if (!isSuspended && prices.every((price) => price === null)) return null
  // Users of an exchange choose their lay prices freely, so the sum of these has no limit.
  if (side === 'back' && !arePlausible(prices, market)) return null
  const status = isOpenList ? null : statusOf(prices, (index) => stated[index] !== undefined)
  const { format, notation } = notationOf(written, usual)
  return { market, side, format, prices, ...(notation && { notation }), status, maxStake }
}
