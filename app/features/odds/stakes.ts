import { settlements } from './market-maths.ts'
import type { Market } from './markets.ts'
import type { Price } from './prices.ts'
import { planByWays, returnsByWays, type StakePlan } from './stake-plan.ts'

/** `planByWays` for the ways in which a market can be settled. */
export function planStakes(
  market: Market,
  prices: readonly Price[],
  options: { total: number; step?: number },
): StakePlan {
  return planByWays(settlements(market, prices), prices, options)
}

/** What given stakes on a market bring, whatever happens. */
export function returnsOf(
  market: Market,
  prices: readonly Price[],
  stakes: readonly number[],
): Omit<StakePlan, 'stakes'> {
  return returnsByWays(settlements(market, prices), stakes)
}
