import { dayOf } from '#app/platform/time.ts'
import { matchState } from './match-state.ts'
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

/** Whether a match is over, whatever its day. */
const isOverAt = (now: Date, zone: string) => (match: MatchSummary) => matchState(match, now, zone) === 'past'

/** The matches of a day: first those that are not over, each part in the order it comes. */
export function openFirst(matches: readonly MatchSummary[], now: Date, zone: string): MatchSummary[] {
  const isOver = isOverAt(now, zone)
  return [...matches.filter((match) => !isOver(match)), ...matches.filter(isOver)]
}

/** The number of recent results in a list. */
export const RECENT_LIMIT = 20

export interface AroundToday {
  /** Of today and later, and those that are not over, soonest first. */
  upcoming: MatchSummary[]
  /** Of the days before, newest first, once they are over. */
  recent: MatchSummary[]
}

/**
 * A league's matches before and after the start of today in a zone. The page is rendered in the site's zone; a
 * visitor's today begins earlier or later, so the matches of the days around it are in one list, soonest first.
 * @param before matches before that list, newest first
 */
export function splitAtToday(
  around: readonly MatchSummary[],
  before: readonly MatchSummary[],
  now: Date,
  zone: string,
): AroundToday {
  const today = dayOf(now, zone)
  const first = around.findIndex((match) => dayOf(new Date(match.startTime), zone) >= today)
  const split = first < 0 ? around.length : first
  const isOver = isOverAt(now, zone)
  const earlier = around.slice(0, split)
  return {
    upcoming: [...earlier.filter((match) => !isOver(match)), ...around.slice(split)],
    recent: [...earlier.filter(isOver).reverse(), ...before].slice(0, RECENT_LIMIT),
  }
}
