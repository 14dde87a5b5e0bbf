/** Bets that a visitor calculates: the lay stake against a back bet, an each-way bet, an accumulator. Money is in cents. */
import { HIGHEST_COMBINED, MILLION, type Price, toNumber } from './prices.ts'

/** An ordinary bet, and free bets whose stake is not part of the winnings, or is paid out with them. */
export const LAY_KINDS = ['ordinary', 'free-bet', 'free-bet-returned'] as const
export type LayKind = (typeof LAY_KINDS)[number]

export interface LayBet {
  kind: LayKind
  /** Of the back bet. */
  stake: number
  back: Price
  lay: Price
  /** Shares of the winnings, 0 up to 1. */
  backCommission: number
  layCommission: number
}

export interface LayPlan {
  /** The stake that makes both results worth the same, to the cent. */
  stake: number
  liability: number
  /** The profit of both bets together; negative is a loss. */
  ifBackWins: number
  ifLayWins: number
}

/** The lay stake against a back bet, and what each result is worth. */
export function planLay({ kind, stake, back, lay, backCommission, layCommission }: LayBet): LayPlan {
  const winnings = stake * (toNumber(back) - 1) * (1 - backCommission)
  // A free bet costs nothing, so that a stake which is paid out is a gain.
  const paid = kind === 'free-bet' ? winnings : winnings + stake
  const layStake = Math.round(paid / (toNumber(lay) - layCommission))
  const liability = Math.round(layStake * (toNumber(lay) - 1))
  const cost = kind === 'ordinary' ? stake : 0
  return {
    stake: layStake,
    liability,
    ifBackWins: toCents(paid - cost - liability),
    ifLayWins: toCents(layStake * (1 - layCommission) - cost),
  }
}

/** The shares of the winnings that a place pays, as 1/n. */
export const PLACE_FRACTIONS = ['2', '3', '4', '5', '6', '8'] as const

export interface EachWayBet {
  /** On the win, and again on the place. */
  stake: number
  price: Price
  /** n of the fraction 1/n. */
  fraction: number
  /** The number of places that are paid. */
  places: number
  /** The number of runners that share the win; 1 without a dead heat. */
  winners: number
  /** The number of runners that share the last place; 1 without a dead heat. */
  sharing: number
}

export interface EachWayReturns {
  outlay: number
  placePrice: Price
  /** The whole return, rounded down. A dead heat reduces the stake, not the price. */
  ifWon: number
  ifPlaced: number
}

export function eachWay({ stake, price, fraction, places, winners, sharing }: EachWayBet): EachWayReturns {
  const placePrice = MILLION + Math.floor((price - MILLION) / fraction)
  const place = stake * toNumber(placePrice)
  const ofWin = (stake * toNumber(price)) / winners
  return {
    outlay: 2 * stake,
    placePrice,
    ifWon: roundDown(ofWin + place * Math.min(1, places / winners)),
    ifPlaced: roundDown(place / sharing),
  }
}

/** How a leg ended; the halves are of quarter lines. */
export const LEG_RESULTS = ['won', 'half-won', 'void', 'half-lost', 'lost'] as const
export type LegResult = (typeof LEG_RESULTS)[number]

export interface Leg {
  price: Price
  result: LegResult
}

/** The price of an accumulator: the product, rounded down to the millionth, `HIGHEST_COMBINED` at most. 1 without prices. */
export function combinedPrice(prices: readonly Price[]): Price {
  const product = prices.reduce((all, price) => all * BigInt(price), 1n)
  const combined = (product * BigInt(MILLION)) / BigInt(MILLION) ** BigInt(prices.length)
  return combined < HIGHEST_COMBINED ? Number(combined) : HIGHEST_COMBINED
}

/** What a stake on an accumulator returns, rounded down to the cent. A void leg counts as 1. */
export function accumulatorReturn(stake: number, legs: readonly Leg[]): number {
  let [numerator, denominator] = [BigInt(stake), 1n]
  for (const { price, result } of legs) {
    const [paid, of] = paidBy(result, BigInt(price), BigInt(MILLION))
    numerator *= paid
    denominator *= of
  }
  return Number(numerator / denominator)
}

/** What an accumulator pays for one as its legs have ended: a price only if it is above 1. `HIGHEST_COMBINED` at most. */
export function settledPrice(legs: readonly Leg[]): Price {
  return Math.min(accumulatorReturn(MILLION, legs), HIGHEST_COMBINED)
}

function paidBy(result: LegResult, price: bigint, one: bigint): readonly [bigint, bigint] {
  switch (result) {
    case 'won':
      return [price, one]
    case 'half-won':
      return [price + one, 2n * one]
    case 'void':
      return [1n, 1n]
    case 'half-lost':
      return [1n, 2n]
    case 'lost':
      return [0n, 1n]
  }
}

/** The least part of a cent that counts: sums of doubles are not exact. */
const DUST = 1e-6

const roundDown = (cents: number) => Math.floor(cents + DUST)

/** Rounded half away from zero, without minus zero. */
const toCents = (cents: number) => Math.sign(cents) * Math.round(Math.abs(cents)) || 0
