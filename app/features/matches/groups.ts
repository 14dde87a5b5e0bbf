import { dayOf } from '#app/platform/time.ts'
import type { MatchSummary } from './schema.ts'

export interface DayGroup {
  /** Calendar day in the zone, as 2026-03-01. */
  day: string
  matches: MatchSummary[]
}

/** Matches by calendar day in a zone, in the order they come. */
export function groupByDay(matches: readonly MatchSummary[], zone: string): DayGroup[] {
  const groups = Map.groupBy(matches, (match) => dayOf(new Date(match.startTime), zone))
  return [...groups].map(([day, ofDay]) => ({ day, matches: ofDay }))
}
