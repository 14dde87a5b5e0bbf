import { settlements } from './market-maths.ts'
import type { Market } from './markets.ts'
import type { Price } from './prices.ts'
import { planByWays, returnsByWays, type StakePlan } from './stake-plan.ts'

/** `planByWays` for the possible results of a market. @param sport its own name, or its slug */
export function planStakes(
  market: Market,
  prices: readonly Price[],
  { sport, ...options }: { sport: string; total: number; step?: number },
): StakePlan {
  return planByWays(settlements(market, prices, sport), prices, options)
}

/** The returns of given stakes on a market, for every result. */
export function returnsOf(
  market: Market,
  prices: readonly Price[],
  stakes: readonly number[],
  sport: string,
): Omit<StakePlan, 'stakes'> {
  return returnsByWays(settlements(market, prices, sport), stakes)
}
