import { accumulatorReturn, type LegResult } from '../odds/bets.ts'
import type { Price } from '../odds/prices.ts'
import type { Closing, NotedBet } from './schema.ts'

/** How much a price was above the closing price without margin: 0.05 is 5 %. Null without one. */
export function closingLineValue(price: Price, closing: Closing | null): number | null {
  return closing?.fair ? price / closing.fair - 1 : null
}

/** In hundredths, rounded down as a bookmaker pays; null while the bet is open or has no stake. */
export function profitOf({
  price,
  stake,
  result,
}: {
  price: Price
  stake: number | null
  result: LegResult | null
}): number | null {
  if (stake === null || result === null) return null
  return accumulatorReturn(stake, [{ price, result }]) - stake
}

export interface BetTotals {
  bets: number
  settled: number
  /** Bets with a closing price without margin, the mean of their values, and how many beat it. */
  closed: number
  closingValue: number | null
  beaten: number
  /** Of settled bets with a stake, in hundredths. The stake of a void bet is returned, so it is not among them. */
  staked: number
  profit: number
}

export function totalsOf(bets: readonly NotedBet[]): BetTotals {
  const values = bets.flatMap(({ price, closing }) => closingLineValue(price, closing) ?? [])
  const paid = bets.flatMap((bet) => {
    const profit = profitOf(bet)
    return profit === null || bet.result === 'void' ? [] : [{ stake: bet.stake ?? 0, profit }]
  })
  return {
    bets: bets.length,
    settled: bets.filter(({ result }) => result !== null).length,
    closed: values.length,
    closingValue: values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length,
    beaten: values.filter((one) => one > 0).length,
    staked: paid.reduce((sum, { stake }) => sum + stake, 0),
    profit: paid.reduce((sum, { profit }) => sum + profit, 0),
  }
}
