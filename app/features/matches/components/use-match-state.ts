import { useNow, useZone } from '#app/ui/clock.tsx'
import { type MatchState, matchState } from '../match-state.ts'
import type { MatchSummary } from '../schema.ts'

/** How a match stands for this visitor, renewed each minute. */
export function useMatchState(match: MatchSummary): MatchState {
  return useMatchStates()(match)
}

/** How each match of a list stands for this visitor, renewed each minute. */
export function useMatchStates(): (match: MatchSummary) => MatchState {
  const now = useNow()
  const zone = useZone()
  return (match) => matchState(match, now, zone)
}
