import type { Board, BoardBest } from './market-board.ts'
import { isSure, isTooGood, settlements } from './market-maths.ts'
import { canPush, definitionOf } from './markets.ts'
import type { Price } from './prices.ts'
import { PRICE_AGE_SHOWN_MS } from './rules.ts'
import { asWritten } from './shown-price.ts'
import type { Ways } from './stake-plan.ts'

export type SureBetWarning = 'old-price' | 'match-begun'

export interface MarketSureBet {
  kind: 'sure-bet'
  /** 1/S - 1: 0.045 is 4.5 % on the whole outlay. */
  returnOnOutlay: number
  /** In the order of the outcomes. */
  legs: BoardBest[]
  /** The prices that the stakes are computed from, net of commission. */
  nets: Price[]
  oldestPriceAt: Date
  /** When it gets the warning that its oldest price is old. */
  oldAt: Date
  warnings: SureBetWarning[]
  /** Whether stakes can be returned, so that there is no profit. */
  mayPush: boolean
  /** For each possible result, the return of each leg per unit staked. */
  ways: Ways
}

export type MarketSureBetFinding =
  | { kind: 'none' }
  | { kind: 'held-back'; returnOnOutlay: number }
  | MarketSureBet

/**
 * Whether the best net prices of a market return more than is staked, whatever the result, unless stakes are returned. Held
 * back above 10 %, which is almost always a stale price; otherwise with the age of its oldest price, and its warnings. A market
 * whose best price an operator typed has none: no bookmaker has confirmed that it offers this price.
 * @param sport its own name, or its slug
 */
export function findMarketSureBet(
  { market, best, sum }: Board,
  { sport, kickOff, now }: { sport: string; kickOff: Date; now: Date },
): MarketSureBetFinding {
  const legs = best.filter((one) => one !== null)
  const nets = legs.map(({ net }) => net)
  const { winners } = definitionOf(market.type)
  if (sum === null || legs.length !== best.length || !isSure(legs.map(leastOf), winners))
    return { kind: 'none' }
  if (legs.some(({ row }) => row.quote.isTyped)) return { kind: 'none' }
  const returnOnOutlay = 1 / sum - 1
  if (isTooGood(nets, winners)) return { kind: 'held-back', returnOnOutlay }
  const oldestPriceAt = new Date(Math.min(...legs.map(({ row }) => row.quote.seenAt.getTime())))
  const oldAt = new Date(oldestPriceAt.getTime() + PRICE_AGE_SHOWN_MS)
  const warnings: SureBetWarning[] = []
  if (now > oldAt) warnings.push('old-price')
  if (kickOff <= now) warnings.push('match-begun')
  const mayPush = canPush(market, sport)
  const ways = settlements(market, nets, sport)
  return { kind: 'sure-bet', returnOnOutlay, legs, nets, oldestPriceAt, oldAt, warnings, mayPush, ways }
}

/**
 * The least that a net price can be. A fraction, an American price and a commission are rounded to millionths: 10/11 and 11/10 add up to
 * exactly 100 %, but their rounded prices to less.
 */
function leastOf({ price, net, row, outcome }: BoardBest): Price {
  return net === price && asWritten(price, row.writing, outcome).quoted === 'decimal' ? net : net - 1
}
