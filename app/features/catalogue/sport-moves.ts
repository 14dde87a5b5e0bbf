import { FIRST_FREE_SPORT_POSITION, fixedSportPosition } from './place-names.ts'
import { type Positioned, type Positions, swapWithNeighbour } from './positions.ts'

export const isFixed = (sport: { name: string }) => fixedSportPosition(sport.name) !== null

/** Why a sport keeps its position, as a translation key of the back office, and the name of the fixed sport. */
export interface Stays {
  stays: 'sports.fixed' | 'sports.fixed-neighbour'
  name: string
}

/**
 * The effect of an arrow on a sport: it swaps with its neighbour, unless one of the two has a fixed position.
 * @param rows in display order
 * @param step -1 for up, 1 for down
 */
export function moveSport(
  rows: readonly Positioned[],
  index: number,
  step: -1 | 1,
): Stays | { positions: Positions } {
  const [sport, neighbour] = [rows[index], rows[index + step]]
  if (!sport || !neighbour) return { positions: [] }
  if (isFixed(sport)) return { stays: 'sports.fixed', name: sport.name }
  if (isFixed(neighbour)) return { stays: 'sports.fixed-neighbour', name: neighbour.name }
  const free = rows.filter((row) => !isFixed(row))
  return { positions: swapWithNeighbour(free, sport.id, step, FIRST_FREE_SPORT_POSITION) }
}
