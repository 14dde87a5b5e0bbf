import { settlements } from './market-maths.ts'
import type { Market } from './markets.ts'
import type { Price } from './prices.ts'
import { planByWays, returnsByWays, type StakePlan } from './stake-plan.ts'

/** `planByWays` for the possible results of a market. */
export function planStakes(
  market: Market,
  prices: readonly Price[],
  options: { total: number; step?: number },
): StakePlan {
  return planByWays(settlements(market, prices), prices, options)
}

/** The returns of given stakes on a market, for every result. */
export function returnsOf(
  market: Market,
  prices: readonly Price[],
  stakes: readonly number[],
): Omit<StakePlan, 'stakes'> {
  return returnsByWays(settlements(market, prices), stakes)
}
