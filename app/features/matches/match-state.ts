import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { isLiveCode, isPhase } from './fixture-codes.ts'
import type { FoundScore, MatchStatus, Score } from './schema.ts'

/** The default duration of a match. */
const USUAL_MINUTES = 120
/** How long after its usual end a match counts as live by the code of its fixture: its source has stopped by then. */
const STOPPED_AFTER_MS = 4 * HOUR_MS

/** The data that determines the state of a match. */
export interface MatchTiming {
  /** An instant, or its ISO text. */
  startTime: Date | string
  status: MatchStatus
  /** The code of its fixture, if there is one: NS, 1H, HT, FT, ... */
  liveStatus?: string | null
  /** The duration of a match of its sport; two hours by default. */
  minutes?: number
}

/**
 * From kick-off on a match counts as live for this long, unless its fixture says otherwise; afterwards it is past.
 * @returns milliseconds
 */
function durationOf({ minutes = USUAL_MINUTES }: Pick<MatchTiming, 'minutes'>): number {
  return minutes * MINUTE_MS
}

/** Normalises a stored status to one of the four; `in_progress` is live, an unknown one scheduled. */
export function readStatus(stored: string): MatchStatus {
  if (stored === 'in_progress') return 'live'
  return stored === 'live' || stored === 'finished' || stored === 'cancelled' ? stored : 'scheduled'
}

/**
 * The status that other programs are told: the stored one, unless the fixture knows better.
 * @param code of `codeOf`
 * @param match when it began
 */
export function statusOf(
  stored: string,
  code: string | null,
  match: Pick<MatchTiming, 'startTime' | 'minutes'>,
  now: Date,
): MatchStatus {
  const status = readStatus(stored)
  if (status === 'finished' || status === 'cancelled' || !code) return status
  if (isPhase(code, 'played', 'awarded')) return 'finished'
  return isPhase(code, 'live') && !hasStopped(match, now) ? 'live' : 'scheduled'
}

export const DELAYS = ['time_open', 'postponed', 'interrupted'] as const
type Delay = (typeof DELAYS)[number]

const DELAY_OF_CODE: Record<string, Delay> = {
  TBD: 'time_open',
  PST: 'postponed',
  SUSP: 'interrupted',
  INT: 'interrupted',
}

/**
 * Why a match may not begin, or go on, at its time; null if it does. The database tells a change of it by the same codes
 * (`delay_of`).
 * @param status of `statusOf`
 * @param code of `codeOf`
 */
export function delayOf(status: MatchStatus, code: string | null | undefined): Delay | null {
  return status === 'scheduled' ? (DELAY_OF_CODE[code ?? ''] ?? null) : null
}

function startOf(match: Pick<MatchTiming, 'startTime'>): number {
  return new Date(match.startTime).getTime()
}

/** Milliseconds since kick-off; negative before it. */
function elapsedOf(match: Pick<MatchTiming, 'startTime'>, now: Date): number {
  return now.getTime() - startOf(match)
}

/**
 * Whether a match is live. Finished and cancelled are final; otherwise the fixture decides if there is one, until some
 * hours after the usual end, then the stored status, then the clock: kick-off and the end of its usual duration are both
 * included.
 */
export function isLive(match: MatchTiming, now: Date): boolean {
  if (match.status === 'finished' || match.status === 'cancelled') return false
  if (match.liveStatus) return isLiveCode(match.liveStatus) && !hasStopped(match, now)
  return match.status === 'live' || isInLiveWindow(match, now)
}

/** Whether the fixture of a match stopped before its end: it is live by its code, and must have ended since. */
export function isStopped(match: MatchTiming, now: Date): boolean {
  const isOver = match.status === 'finished' || match.status === 'cancelled'
  return !isOver && isPhase(match.liveStatus, 'live') && hasStopped(match, now)
}

function hasStopped(match: Pick<MatchTiming, 'startTime' | 'minutes'>, now: Date): boolean {
  return elapsedOf(match, now) > durationOf(match) + STOPPED_AFTER_MS
}

/** Whether a match is over by its own status or its fixture's, independent of the clock. */
function isFinal(match: MatchTiming): boolean {
  return match.status === 'finished' || isPhase(match.liveStatus, 'played')
}

/** Whether the match has begun and is not over by the clock, independent of the status. */
export function isInLiveWindow(match: Pick<MatchTiming, 'startTime' | 'minutes'>, now: Date): boolean {
  return elapsedOf(match, now) >= 0 && !isPast(match, now)
}

/** Whether a match is over by the clock: it began longer ago than the duration of its sport, exclusive. */
export function isPast(match: Pick<MatchTiming, 'startTime' | 'minutes'>, now: Date): boolean {
  return elapsedOf(match, now) > durationOf(match)
}

/**
 * Whether bets on a match are void. Those on a match that was put off or interrupted stay open.
 * @param match `called_off`: whether its feed called it off before an award (`status_short`)
 */
export function isVoid({
  status,
  called_off,
  status_short,
}: {
  status: string
  called_off: boolean | null
  status_short: string | null
}): boolean {
  return (
    status === 'cancelled' ||
    (called_off === true && isPhase(status_short, 'awarded') && status !== 'finished')
  )
}

/** Whether a match was played to its end, by its status, its fixture or the clock. */
export function isPlayed(match: MatchTiming, now: Date): boolean {
  if (isFinal(match)) return true
  if (match.status === 'cancelled' || isPhase(match.liveStatus, 'off', 'live')) return false
  return !isLive(match, now) && isPast(match, now)
}

export type PublicBadge = 'live' | 'today' | null

/** The badge of a match on public pages: Today is the visitor's calendar day, and only before kick-off. */
export function publicBadge(match: MatchTiming, now: Date, zone: string): PublicBadge {
  if (isLive(match, now)) return 'live'
  const start = startOf(match)
  if (match.status !== 'scheduled' || start <= now.getTime()) return null
  return dayOf(new Date(start), zone) === dayOf(now, zone) ? 'today' : null
}

export type MatchState = 'live' | 'today' | 'upcoming' | 'past' | 'cancelled'

/** The state of a match: rows and headers choose their style by it. */
export function matchState(match: MatchTiming, now: Date, zone: string): MatchState {
  if (match.status === 'cancelled') return 'cancelled'
  if (isFinal(match)) return 'past'
  const badge = publicBadge(match, now, zone)
  return badge ?? (isPast(match, now) ? 'past' : 'upcoming')
}

/** The badge of a search result: like the public one, but always present. */
export function searchBadge(match: MatchTiming, now: Date, zone: string): 'live' | 'today' | 'upcoming' {
  return publicBadge(match, now, zone) ?? 'upcoming'
}

export type AdminBadge = 'live' | 'finished' | 'cancelled' | 'today' | 'tomorrow' | 'scheduled'

/** The badge in the back office: the stored status, and for scheduled matches the hours to go (under 24, under 48). */
export function adminBadge(match: Pick<MatchTiming, 'startTime' | 'status'>, now: Date): AdminBadge {
  if (match.status !== 'scheduled') return match.status
  const untilStart = -elapsedOf(match, now)
  if (untilStart < 0 || untilStart >= 2 * DAY_MS) return 'scheduled'
  return untilStart < DAY_MS ? 'today' : 'tomorrow'
}

export interface MatchAge {
  unit: 'hour' | 'day'
  count: number
}

/** How long ago a match began: whole hours under 24, else whole days; both rounded down. */
export function matchAge(match: Pick<MatchTiming, 'startTime'>, now: Date): MatchAge {
  const elapsed = Math.max(0, elapsedOf(match, now))
  if (elapsed < DAY_MS) return { unit: 'hour', count: Math.floor(elapsed / HOUR_MS) }
  return { unit: 'day', count: Math.floor(elapsed / DAY_MS) }
}

/** The next instant at which the text of the age changes. */
export function nextAgeChangeAt(match: Pick<MatchTiming, 'startTime'>, now: Date): Date {
  const { unit, count } = matchAge(match, now)
  return new Date(startOf(match) + (count + 1) * (unit === 'hour' ? HOUR_MS : DAY_MS))
}

/**
 * The next instant after `now` at which a match renders differently without a write: its kick-off, and the first
 * millisecond in which it is past, or in which its fixture has stopped. Null when they have passed. Midnight, which ends
 * 'Today', depends on the visitor's zone and is handled in the browser.
 */
export function nextChangeAt(match: MatchTiming, now: Date): Date | null {
  const start = startOf(match)
  const changes = [start, start + durationOf(match) + 1]
  if (isLiveCode(match.liveStatus ?? '')) changes.push(start + durationOf(match) + STOPPED_AFTER_MS + 1)
  const next = changes.find((instant) => instant > now.getTime())
  return next === undefined ? null : new Date(next)
}

/** A score that was found for a match; null when none was found; undefined while the search is open. */
export type ResultLookup = FoundScore | null | undefined

export type ResultState =
  | { kind: 'in-progress' }
  | { kind: 'loading' }
  | { kind: 'score'; home: number; away: number }
  | { kind: 'not-available' }

/**
 * The content of the result's place for a match that has begun; null before kick-off. The match's own score comes
 * first; nothing is looked up before the match is over. The score at which a match was broken off, or at which its
 * fixture stopped, is no result.
 */
export function resultState(
  match: MatchTiming & { homeScore: number | null; awayScore: number | null },
  now: Date,
  lookup: ResultLookup,
): ResultState | null {
  if (match.status === 'cancelled') return { kind: 'not-available' }
  const { homeScore, awayScore } = match
  if (isFinal(match) && homeScore !== null && awayScore !== null) {
    return { kind: 'score', home: homeScore, away: awayScore }
  }
  if (elapsedOf(match, now) < 0) return null
  if (isLive(match, now) || !isPast(match, now)) return { kind: 'in-progress' }
  if (isPhase(match.liveStatus, 'off')) return { kind: 'not-available' }
  if (homeScore !== null && awayScore !== null && !isStopped(match, now)) {
    return { kind: 'score', home: homeScore, away: awayScore }
  }
  if (lookup === undefined) return { kind: 'loading' }
  return lookup ? { kind: 'score', home: lookup.home, away: lookup.away } : { kind: 'not-available' }
}

interface StoredScores {
  status: string
  status_short: string | null
  goals_home: number | null
  goals_away: number | null
  home_score: number | null
  away_score: number | null
}

/**
 * The goals of a match's fixture, else the match's own score: always both sides of one of them, or null for both. Of a
 * match that is finished by another source, the goals at which its fixture stopped are no score (`scoreColumns`).
 */
export function scoreOf(row: StoredScores): { homeScore: number | null; awayScore: number | null } {
  const { goals_home, goals_away, home_score, away_score } = row
  const counts = row.status !== 'finished' || isPhase(row.status_short, 'played')
  if (counts && goals_home !== null && goals_away !== null)
    return { homeScore: goals_home, awayScore: goals_away }
  const known = home_score !== null && away_score !== null
  return { homeScore: known ? home_score : null, awayScore: known ? away_score : null }
}

export type ScoredMatch = MatchTiming & {
  homeScore: number | null
  awayScore: number | null
  result?: ResultLookup
  /** How the match ended by the source of its own score, as in `FoundScore`. */
  scoreCode?: string | null
}

/** The score beside the teams: the result, or the current score during the match; null when it is unknown. */
export function shownScore(match: ScoredMatch, now: Date): Score | null {
  const state = resultState(match, now, match.result)
  if (state?.kind === 'score') return { home: state.home, away: state.away }
  const { homeScore: home, awayScore: away } = match
  return state?.kind === 'in-progress' && home !== null && away !== null ? { home, away } : null
}

/**
 * Which of several matches of one pair a slug without an id means: one in play, else the next one, else the latest past
 * one; a cancelled one only if there is no other.
 */
export function pickMatchOfPair<M extends MatchTiming>(matches: readonly M[], now: Date): M | undefined {
  const live = matches.find((match) => isLive(match, now))
  if (live) return live
  const notCancelled = matches.filter(({ status }) => status !== 'cancelled')
  const byStart = (notCancelled.length > 0 ? notCancelled : matches).toSorted(
    (a, b) => startOf(a) - startOf(b),
  )
  return (
    byStart.find((match) => match.status !== 'finished' && startOf(match) >= now.getTime()) ?? byStart.at(-1)
  )
}
