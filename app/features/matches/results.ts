import { sportKey } from '#app/features/catalogue/place-names.ts'
import { contestRules } from '#app/features/names/contestants.ts'
import { mayBeSamePlace } from '#app/features/names/same-place.ts'
import { findResultEvent, type TeamPair } from '#app/features/names/similarity.ts'
import { addDays, DAY_MS, dayOf, HOUR_MS } from '#app/platform/time.ts'
import type { ResultLookup } from './match-state.ts'
import type { FoundScore } from './schema.ts'
import { scoreCodeOf } from './score-codes.ts'

/** Why no result is known, by the names of the error catalogue; visitors see 'Result not available' for each. */
export type ResultMiss = 'too-recent' | 'none-found' | 'fetch-failed' | 'retrieve-failed'

/** The log message of each. */
export const RESULT_MISSES: Record<ResultMiss, string> = {
  'too-recent': 'Match too recent for scores',
  'none-found': 'No match result found',
  'fetch-failed': 'Failed to fetch match results',
  'retrieve-failed': 'Failed to retrieve match results',
}

export type ResultFinding = ({ kind: 'score' } & FoundScore) | { kind: 'missed'; why: ResultMiss }

/** The result for rows and headers: a score, or null if none was found. */
export function toLookup(finding: ResultFinding): ResultLookup {
  if (finding.kind !== 'score') return null
  const { kind: _, ...score } = finding
  return score
}

/** An event of the external sports database. */
export interface ResultEvent extends TeamPair {
  homeScore: number | null
  awayScore: number | null
  status?: string | null
  /** Its kick-off, if known; otherwise only its day counts. */
  startsAt: Date | null
  /** A calendar day in UTC, as 2026-03-01. */
  day: string
  country: string | null
  league: string | null
}

/** A match and the names of its place; null if they are unknown. */
export interface PlacedMatch extends TeamPair {
  startTime: string
  sport: string
  country: string | null
  league: string | null
}

/** An event further from the kick-off is another match of the same teams, unless it is their only one. */
const SAME_START_MS = 6 * HOUR_MS
const ONLY_ONE_MS = 12 * HOUR_MS
/** Within this time, swapped sides are the same contest, and so is a game of a sport with several games a day. */
const AGREEMENT_MS = HOUR_MS

/**
 * The score of a match among events of the days around it. The day is in UTC; a source with local days differs by at
 * most one day, so a neighbouring day counts when the match's own day has no such event, in sports whose teams do not
 * play each other on consecutive days. The event is chosen before its score is read: an event without a score yet must
 * not give the match the score of another game. An event of another country, tier or kind of side is another match. If the sides are swapped at the match's kick-off, the score is swapped.
 */
export function scoreOfMatch(match: PlacedMatch, found: readonly ResultEvent[]): ResultFinding {
  const start = new Date(match.startTime)
  const day = dayOf(start, 'UTC')
  const { onceWithin } = contestRules(sportKey(match.sport))
  const apart = ({ startsAt }: ResultEvent) => (startsAt ? Math.abs(startsAt.getTime() - start.getTime()) : 0)
  const isAtOnce = (event: ResultEvent) => event.startsAt !== null && apart(event) <= AGREEMENT_MS
  const events = found.filter((event) => mayBeSamePlace({ ...event, sport: null }, match, isAtOnce(event)))
  const within = (limit: number) => events.filter((event) => apart(event) <= limit)
  const near = within(Math.min(SAME_START_MS, onceWithin))
  const isOwnDay = (event: ResultEvent) => event.startsAt !== null || event.day === day
  const atOnce = events.filter(isAtOnce)
  const event =
    findResultEvent(match, atOnce) ??
    findResultEvent(match, near.filter(isOwnDay)) ??
    (onceWithin > DAY_MS
      ? findResultEvent(
          match,
          near.filter((it) => !isOwnDay(it)),
        )
      : undefined) ??
    // Several candidates would be refused, or the nearest of several might not exist.
    (events.length === 1 && onceWithin >= ONLY_ONE_MS
      ? findResultEvent(match, within(ONLY_ONE_MS))
      : undefined)
  const code = (of: ResultEvent) => scoreCodeOf(of.status ?? null, match.sport)
  if (event) return toFinding(event.homeScore, event.awayScore, code(event))
  const turned = findResultEvent({ home: match.away, away: match.home }, atOnce)
  return turned
    ? toFinding(turned.awayScore, turned.homeScore, code(turned))
    : { kind: 'missed', why: 'none-found' }
}

function toFinding(home: number | null, away: number | null, code: string | undefined): ResultFinding {
  return home === null || away === null
    ? { kind: 'missed', why: 'none-found' }
    : { kind: 'score', home, away, ...(code ? { code } : {}) }
}

/** The days on which the event of a match can be dated. */
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

/** The slugs that a source can use for the events of a sport. */
export function spellingsOfSport(slug: string): string[] {
  return SPELLINGS.find(([ours]) => ours === slug) ?? [slug]
}

/** Words that are too common in team names to be distinctive. */
const COMMON = /(?<!\p{L})(united|city|club|team|real|sporting|athletic|women)(?!\p{L})/giu

/** The part of a team's name by which similar names are looked up; the whole name when no word is distinctive. */
export function distinctivePart(name: string): string {
  const telling = name.replace(COMMON, '').trim()
  return /\p{L}{3}/u.test(telling) ? telling : name
}
