import { useNow, useZone } from '#app/ui/clock.tsx'
import { type MatchState, matchState } from '../match-state.ts'
import type { MatchSummary } from '../schema.ts'

/** The state of a match for this visitor, updated each minute. */
export function useMatchState(match: MatchSummary): MatchState {
  return useMatchStates()(match)
}

/** The states of the matches of a list for this visitor, updated each minute. */
export function useMatchStates(): (match: MatchSummary) => MatchState {
  const now = useNow()
  const zone = useZone()
  return (match) => matchState(match, now, zone)
}
