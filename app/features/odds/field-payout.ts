/** The payout of an outright, as far as its list of participants allows one. */
import { marketSum } from './market-maths.ts'
import type { Price } from './prices.ts'

/** A list whose S is higher has more than one winner (the first five), so its payout is unknown. */
const MOST_OF_ONE_WINNER = 2

/**
 * The payout of a list of participants, between 0 and 1; null if it is unknown: a participant that others price has no
 * price, or the prices do not describe exactly one winner. S below 1 means that participants are missing: a list can be
 * incomplete, so it is never a sure bet.
 * @param nets by participant, net of commission
 * @param priced by participant: whether any bookmaker has a price that counts
 */
export function fieldPayout(nets: readonly (Price | null)[], priced: readonly boolean[]): number | null {
  const listed = nets.filter((_, index) => priced[index])
  const sum = listed.length > 1 ? marketSum(listed, 1) : null
  return sum !== null && sum >= 1 && sum < MOST_OF_ONE_WINNER ? 1 / sum : null
}
