import { sportKey } from '#app/features/catalogue/place-names.ts'
import { contestRules } from '#app/features/names/contestants.ts'
import { findResultEvent, type TeamPair } from '#app/features/names/similarity.ts'
import { addDays, DAY_MS, dayOf, HOUR_MS } from '#app/platform/time.ts'
import type { ResultLookup } from './match-state.ts'

/** Why no result is known, by the names of the error catalogue; a visitor reads 'Result not available' for each. */
export type ResultMiss = 'too-recent' | 'none-found' | 'fetch-failed' | 'retrieve-failed'

/** What the log says of each. */
export const RESULT_MISSES: Record<ResultMiss, string> = {
  'too-recent': 'Match too recent for scores',
  'none-found': 'No match result found',
  'fetch-failed': 'Failed to fetch match results',
  'retrieve-failed': 'Failed to retrieve match results',
}

export type ResultFinding =
  | { kind: 'score'; home: number; away: number }
  | { kind: 'missed'; why: ResultMiss }

/** A finding as rows and headers take it: a score, or null for each way of missing it. */
export function toLookup(finding: ResultFinding): ResultLookup {
  return finding.kind === 'score' ? { home: finding.home, away: finding.away } : null
}

/** An event of the external sports database. */
export interface ResultEvent extends TeamPair {
  homeScore: number | null
  awayScore: number | null
  /** When it began, where that is known; else its day alone counts. */
  startsAt: Date | null
  /** A calendar day in UTC, as 2026-03-01. */
  day: string
}

/** An event further from the kick-off is another meeting of the same teams, unless it is their only one. */
const SAME_START_MS = 6 * HOUR_MS
const ONLY_ONE_MS = 12 * HOUR_MS
/** Turned sides are one contest within this, and so is a game of a sport with several a day. */
const AGREEMENT_MS = HOUR_MS

/**
 * The score of a match among events of the days around it. The day is UTC's; a source that writes local days is off by
 * one at most, so a neighbouring day counts where the match's own has no such event, in sports whose teams do not play
 * each other on consecutive days. The event is chosen first and its score read then: one that is not scored yet never
 * lends the match the score of another meeting. Sides that are turned at the match's kick-off turn the score.
 */
export function scoreOfMatch(
  match: TeamPair & { startTime: string; sport: string },
  events: readonly ResultEvent[],
): ResultFinding {
  const start = new Date(match.startTime)
  const day = dayOf(start, 'UTC')
  const { onceWithin } = contestRules(sportKey(match.sport))
  const apart = ({ startsAt }: ResultEvent) => (startsAt ? Math.abs(startsAt.getTime() - start.getTime()) : 0)
  const within = (limit: number) => events.filter((event) => apart(event) <= limit)
  const near = within(Math.min(SAME_START_MS, onceWithin))
  const isOwnDay = (event: ResultEvent) => event.startsAt !== null || event.day === day
  const atOnce = events.filter((event) => event.startsAt && apart(event) <= AGREEMENT_MS)
  const event =
    findResultEvent(match, atOnce) ??
    findResultEvent(match, near.filter(isOwnDay)) ??
    (onceWithin > DAY_MS
      ? findResultEvent(
          match,
          near.filter((it) => !isOwnDay(it)),
        )
      : undefined) ??
    // More than one would be refused, or the nearest of several be none.
    (events.length === 1 && onceWithin >= ONLY_ONE_MS
      ? findResultEvent(match, within(ONLY_ONE_MS))
      : undefined)
  if (event) return toFinding(event.homeScore, event.awayScore)
  const turned = findResultEvent({ home: match.away, away: match.home }, atOnce)
  return turned ? toFinding(turned.awayScore, turned.homeScore) : { kind: 'missed', why: 'none-found' }
}

function toFinding(home: number | null, away: number | null): ResultFinding {
  return home === null || away === null
    ? { kind: 'missed', why: 'none-found' }
    : { kind: 'score', home, away }
}

/** The days on which the event of a match may be filed. */
export function daysAround(startTime: string): { from: string; to: string } {
  const day = dayOf(new Date(startTime), 'UTC')
  return { from: addDays(day, -1), to: addDays(day, 1) }
}

/** Sports that sources name differently, as slugs. */
const SPELLINGS = [
  ['soccer', 'football'],
  ['ice-hockey', 'hockey'],
  ['rugby-union', 'rugby'],
  ['rugby-league', 'rugby'],
]

/** The slugs under which a source may file the events of a sport. */
export function spellingsOfSport(slug: string): string[] {
  return SPELLINGS.find(([ours]) => ours === slug) ?? [slug]
}

/** Words that so many teams share that they tell nothing. */
const COMMON = /(?<!\p{L})(united|city|club|team|real|sporting|athletic|women)(?!\p{L})/giu

/** The part of a team's name by which alike names are looked up; the whole where nothing of it stands out. */
export function tellingPart(name: string): string {
  const telling = name.replace(COMMON, '').trim()
  return /\p{L}{3}/u.test(telling) ? telling : name
}
