/** How a schedule stands. Decided here alone; the screen, the alerts and the command line show it. */

import { MINUTE_MS } from '#app/platform/time.ts'

/** In the order in which an operator wants to see them. Texts: `sources.state.<state>`. */
export const HEALTH_STATES = [
  'stopped',
  'failing',
  'empty',
  'late',
  'shrunken',
  'waiting',
  'working',
  'paused',
] as const
export type HealthState = (typeof HEALTH_STATES)[number]

/** States that are a trouble. */
export const TROUBLED = ['stopped', 'failing', 'empty', 'late', 'shrunken'] as const
export type TroubledState = (typeof TROUBLED)[number]

export const isTroubled = (state: string): state is TroubledState =>
  (TROUBLED as readonly string[]).includes(state)

/** What one turn of a schedule brought: the runs that it asked for at one instant. */
export interface TurnFacts {
  at: Date
  /** Null while one of its runs is under way. */
  endedAt: Date | null
  /** Code of the first run that failed, without those that only found nothing. */
  error: string | null
  /** Whether a run of it found nothing where there should be something. */
  lacksItems: boolean
  /** Items and quotes of the runs that list all there is; null where the turn asked for scores only. */
  items: number | null
  odds: number | null
  newestPriceAt: Date | null
}

/** What a schedule's state depends on. */
export interface HealthFacts {
  now: Date
  isActive: boolean
  /** Whether its source has an address and a key. */
  isSetUp: boolean
  /** From one turn to the next. */
  everyMinutes: number
  /** When the last turn fell due by a cron line; null where it runs every so many minutes. */
  cronDueAt: Date | null
  /** When it had its last turn, and since when it is on; null: never, or long ago. */
  lastTurnAt: Date | null
  activeSince: Date | null
  /** How long its prices count; null where it brings none. */
  countedMinutes: number | null
  /** The latest first; one that was cancelled is left out. */
  turns: readonly TurnFacts[]
  /** What its turns usually bring; null where too few have ended well. */
  usual: { items: number; odds: number } | null
}

export interface Health {
  state: HealthState
  /** Why, where the state has several reasons: `not_configured`, `overdue`, `slow`, `old_prices`, or the code of an error. */
  reason: string | null
  /** Turns in a row that failed or brought nothing. */
  failures: number
  /** When a turn last ended well. */
  lastSuccessAt: Date | null
  newestPriceAt: Date | null
  /** Of the last turn that listed all there is. */
  items: number | null
  odds: number | null
  usual: HealthFacts['usual']
}

/** A turn may begin so much later than it fell due; jobs look once a minute. */
const MOST_GRACE_MINUTES = 5
const LEAST_GRACE_MINUTES = 1.5
/** With fewer items than this share of the usual ones a feed has shrunk. */
const SHRUNKEN_SHARE = 0.6
/** Of fewer, a share says nothing. */
const LEAST_USUAL = 5
/** Turns that are needed to speak of what is usual. */
const LEAST_TURNS = 3

export function judgeHealth(facts: HealthFacts): Health {
  const ended = facts.turns.filter(({ endedAt }) => endedAt !== null)
  const known = {
    failures: countFailures(ended, facts),
    lastSuccessAt: ended.find((turn) => isWell(turn, facts))?.endedAt ?? null,
    // Of the last turn that brought any: a feed that falls back in time is late at once.
    newestPriceAt: ended.find((turn) => turn.newestPriceAt !== null)?.newestPriceAt ?? null,
    items: ended.find(({ items }) => items !== null)?.items ?? null,
    odds: ended.find(({ odds }) => odds !== null)?.odds ?? null,
    usual: facts.usual,
  }
  return { ...decide(facts, ended, known.newestPriceAt), ...known }
}

function decide(
  facts: HealthFacts,
  ended: readonly TurnFacts[],
  newestPriceAt: Date | null,
): Pick<Health, 'state' | 'reason'> {
  const { now, everyMinutes, countedMinutes, usual } = facts
  if (!facts.isActive) return { state: 'paused', reason: null }
  if (!facts.isSetUp) return { state: 'stopped', reason: 'not_configured' }
  if (isOverdue(facts)) return { state: 'stopped', reason: 'overdue' }
  const [last] = ended
  const underWay = facts.turns[0]?.endedAt === null ? facts.turns[0] : undefined
  const isSlow =
    underWay !== undefined && minutesBetween(underWay.at, now) > everyMinutes + graceOf(everyMinutes)
  if (last?.error) return { state: 'failing', reason: last.error }
  if (last && isEmpty(last, facts)) return { state: 'empty', reason: null }
  if (isSlow) return { state: 'late', reason: 'slow' }
  if (!last) return { state: 'waiting', reason: null }
  if (countedMinutes !== null && newestPriceAt && minutesBetween(newestPriceAt, now) >= countedMinutes) {
    return { state: 'late', reason: 'old_prices' }
  }
  const listing = ended.find(({ items }) => items !== null)
  if (usual && listing && hasShrunk(listing, usual)) return { state: 'shrunken', reason: null }
  return { state: 'working', reason: null }
}

/** Whether the turn that should have been the last one was not. */
function isOverdue({ now, everyMinutes, cronDueAt, lastTurnAt, activeSince }: HealthFacts): boolean {
  const since = Math.max(lastTurnAt?.getTime() ?? 0, activeSince?.getTime() ?? 0)
  const due = cronDueAt?.getTime() ?? since + everyMinutes * MINUTE_MS
  return since < due && now.getTime() > due + graceOf(everyMinutes) * MINUTE_MS
}

const graceOf = (everyMinutes: number) =>
  Math.min(MOST_GRACE_MINUTES, Math.max(LEAST_GRACE_MINUTES, everyMinutes))

const minutesBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / MINUTE_MS

function isEmpty({ lacksItems, items, odds }: TurnFacts, { usual }: HealthFacts): boolean {
  if (items === 0 && lacksItems) return true
  return items !== null && odds === 0 && (usual?.odds ?? 0) >= LEAST_USUAL
}

function hasShrunk(turn: TurnFacts, usual: { items: number; odds: number }): boolean {
  return [
    [turn.items, usual.items],
    [turn.odds, usual.odds],
  ].some(([now, before]) => (before ?? 0) >= LEAST_USUAL && (now ?? 0) <= (before ?? 0) * SHRUNKEN_SHARE)
}

function isWell(turn: TurnFacts, facts: HealthFacts): boolean {
  return turn.error === null && !isEmpty(turn, facts)
}

function countFailures(ended: readonly TurnFacts[], facts: HealthFacts): number {
  const first = ended.findIndex((turn) => isWell(turn, facts))
  return first === -1 ? ended.length : first
}

/**
 * What turns usually bring: the medians of those that ended well and list all there is.
 * @param turns without the one that is judged, and without those of a trouble that is open
 */
export function usualOf(turns: readonly TurnFacts[]): HealthFacts['usual'] {
  const well = turns.filter(({ endedAt, error, items }) => endedAt !== null && error === null && items)
  if (well.length < LEAST_TURNS) return null
  return {
    items: median(well.map(({ items }) => items ?? 0)),
    odds: median(well.map(({ odds }) => odds ?? 0)),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
