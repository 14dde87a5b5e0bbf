import { useNow, useZone } from '#app/ui/clock.ts'
import { type MatchState, matchState } from '../rules.ts'
import type { MatchSummary } from '../schema.ts'

/** How a match stands for this visitor, renewed each minute. */
export function useMatchState(match: MatchSummary): MatchState {
  return matchState(match, useNow(), useZone())
}
