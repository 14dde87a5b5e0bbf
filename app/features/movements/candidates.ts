import type { MatchSummary } from '../matches/schema.ts'

/** How long a choice of markets stands: the prices of the rows that are shown are as they are now all the same. */
export const CANDIDATES_LIFETIME_MS = 2 * 60_000

/** A choice may be older than a kick-off, and a source may quote a match in play. */
export function isToCome({ status, startTime }: MatchSummary): boolean {
  return status === 'scheduled' && new Date(startTime) > new Date()
}
