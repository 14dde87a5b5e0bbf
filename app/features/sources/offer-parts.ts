import { arePlausible } from '#app/features/odds/market-maths.ts'
import type { Market } from '#app/features/odds/markets.ts'
import { definitionOf, isMarket } from '#app/features/odds/markets.ts'
import { type OfferedQuote, type Side, statusOf, type UnknownMarket } from '#app/features/odds/offers.ts'
import { type PriceFormat, readExactPrice } from '#app/features/odds/prices.ts'

/** What a source's markets are read into. */
export interface ReadMarkets {
  quotes: OfferedQuote[]
  unknown: UnknownMarket[]
}

export interface StatedPrices {
  market: Market
  side: Side
  format: PriceFormat
  /** By the type's outcomes, as the source writes them; undefined where it names none. */
  stated: readonly unknown[]
  maxStake?: number | null
}

/** A quote of what a source states; null where that is no market, has no price, or cannot be meant. */
export function makeQuote({
  market,
  side,
  format,
  stated,
  maxStake = null,
}: StatedPrices): OfferedQuote | null {
  if (!isMarket(market)) return null
  const prices = stated.map((value) => readExactPrice(value, format))
  if (prices.every((price) => price === null)) return null
  // Whoever lays asks for as much as they like: nobody is promised anything there.
  if (side === 'back' && !arePlausible(prices, market)) return null
  const status = definitionOf(market.type).isOpenList
    ? null
    : statusOf(prices, (index) => stated[index] !== undefined)
  return { market, side, format, prices, status, maxStake }
}
