import { MILLION, type Price } from './prices.ts'

export interface StakePlan {
  /** In cents, in the order of the outcomes. */
  stakes: number[]
  outlay: number
  /** The lowest and the highest return in cents, rounded down. If a line can push, the lowest is that of the push. */
  lowestReturn: number
  highestReturn: number
  /** The profit of the lowest return, as a share of the outlay; below 0 if rounding or a push costs money. */
  lowestProfit: number
}

/** For each possible result of the event, the return of each outcome per unit staked. */
export type Ways = readonly (readonly number[])[]

/**
 * Stakes on every outcome of a market with about the same return for each, as multiples of `step`.
 * @param total in cents
 * @param step in cents: 1, 100 for whole euros
 */
export function planByWays(
  ways: Ways,
  prices: readonly Price[],
  { total, step = 1 }: { total: number; step?: number },
): StakePlan {
  const inverse = prices.map((price) => MILLION / price)
  const sum = inverse.reduce((all, one) => all + one, 0)
  const exact = inverse.map((one) => (total * one) / sum / step)
  const units = exact.map(Math.floor)
  const missing = Math.round(total / step) - units.reduce((all, one) => all + one, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder.slice(0, missing)) units[index] = (units[index] ?? 0) + 1
  const stakes = units.map((count) => count * step)
  return { stakes, ...returnsByWays(ways, stakes) }
}

/** The returns of given stakes for every result. */
export function returnsByWays(ways: Ways, stakes: readonly number[]): Omit<StakePlan, 'stakes'> {
  const outlay = stakes.reduce((all, one) => all + one, 0)
  const returns = ways.map((way) =>
    Math.floor(way.reduce((all, pays, index) => all + pays * (stakes[index] ?? 0), 0) + 1e-6),
  )
  const lowestReturn = Math.min(...returns)
  return {
    outlay,
    lowestReturn,
    highestReturn: Math.max(...returns),
    lowestProfit: outlay === 0 ? 0 : lowestReturn / outlay - 1,
  }
}
