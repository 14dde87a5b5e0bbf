/** The state of a schedule. It is decided only here; the screen, the alerts and the command line show it. */

import { MINUTE_MS } from '#app/platform/time.ts'

/** The most urgent first. Texts: `sources.state.<state>`. */
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

/** States that count as a trouble. */
export const TROUBLED = ['stopped', 'failing', 'empty', 'late', 'shrunken'] as const
export type TroubledState = (typeof TROUBLED)[number]

/** The troubles in which a feed confirms no prices. */
export const HAS_STALLED: ReadonlySet<HealthState> = new Set(['stopped', 'failing', 'empty', 'late'])

export const isTroubled = (state: string): state is TroubledState =>
  (TROUBLED as readonly string[]).includes(state)

/** The result of one turn of a schedule: the runs that it queued at one instant. */
export interface TurnFacts {
  at: Date
  /** Null while one of its runs is not over. */
  endedAt: Date | null
  /** Code of the first failed run, without runs that only found no items. */
  error: string | null
  /** Whether the process of one of its runs ended before the run. */
  wasInterrupted: boolean
  /** Whether one of its runs found no items although some were expected. */
  lacksItems: boolean
  /** Items and quotes of the runs that list everything; null where the turn requested scores only. */
  items: number | null
  odds: number | null
  newestPriceAt: Date | null
}

/** The facts that a schedule's state depends on. */
export interface HealthFacts {
  now: Date
  isActive: boolean
  /** Whether its source has an address and a key. */
  isSetUp: boolean
  /** The interval between two turns. */
  everyMinutes: number
  /** When the last turn was due by a cron line; null for an interval in minutes. */
  cronDueAt: Date | null
  /** The time of its last turn, and the time at which it was enabled; null: never, or long ago. */
  lastTurnAt: Date | null
  activeSince: Date | null
  /** The validity of its prices; null for a schedule without prices. */
  countedMinutes: number | null
  /** The latest first, without cancelled turns. */
  turns: readonly TurnFacts[]
  /** The usual counts of its turns; null where too few have succeeded. */
  usual: { items: number; odds: number } | null
}

export interface Health {
  state: HealthState
  /**
   * The reason, where the state has several: `not_configured`, `overdue`, `slow`, `interrupted`, `old_prices`, or the
   * code of an error.
   */
  reason: string | null
  /** Consecutive turns that failed or found no items. */
  failures: number
  /** The begin of the first of them. */
  failingSince: Date | null
  /** The end of the last successful turn. */
  lastSuccessAt: Date | null
  newestPriceAt: Date | null
  /** The counts of the last turn that lists everything. */
  items: number | null
  odds: number | null
  usual: HealthFacts['usual']
}

/** The tolerance for the begin of a turn; jobs check once a minute. */
const MOST_GRACE_MINUTES = 5
const LEAST_GRACE_MINUTES = 1.5
/** A feed with fewer items than this share of the usual ones has shrunk. */
const SHRUNKEN_SHARE = 0.6
/** Below this number of items, a share is not meaningful. */
const LEAST_USUAL = 5
/** The minimum number of turns for the usual counts. */
const LEAST_TURNS = 3

export function judgeHealth(facts: HealthFacts): Health {
  // A run that failed decides its turn, although others of it are not over.
  const ended = facts.turns.filter(({ endedAt, error }) => endedAt !== null || error !== null)
  const failures = countFailures(ended, facts)
  const known = {
    failures,
    failingSince: ended[failures - 1]?.at ?? null,
    lastSuccessAt: ended.find((turn) => isWell(turn, facts))?.endedAt ?? null,
    // The last turn with prices counts: a feed whose prices become older is late immediately.
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
  const { now, countedMinutes, usual } = facts
  if (!facts.isActive) return { state: 'paused', reason: null }
  if (!facts.isSetUp) return { state: 'stopped', reason: 'not_configured' }
  if (isOverdue(facts)) return { state: 'stopped', reason: 'overdue' }
  const [last] = ended
  if (last?.error) return { state: 'failing', reason: last.error }
  if (last && isEmpty(last, facts)) return { state: 'empty', reason: null }
  const long = longTurn(facts)
  if (long) return { state: 'late', reason: long.wasInterrupted ? 'interrupted' : 'slow' }
  if (!last) return { state: 'waiting', reason: null }
  if (countedMinutes !== null && newestPriceAt && minutesBetween(newestPriceAt, now) >= countedMinutes) {
    return { state: 'late', reason: 'old_prices' }
  }
  const listing = ended.find(({ items }) => items !== null)
  if (usual && listing && hasShrunk(listing, usual)) return { state: 'shrunken', reason: null }
  return { state: 'working', reason: null }
}

/** A turn that is not over when the next one is due; also the one before, if none was over in time since. */
function longTurn({ now, everyMinutes, turns }: HealthFacts): TurnFacts | undefined {
  const isLong = ({ at, endedAt }: TurnFacts) =>
    (endedAt === null || endedAt <= now) && minutesBetween(at, endedAt ?? now) > everyMinutes
  const [latest, before] = turns
  if (!latest || isLong(latest)) return latest
  return latest.endedAt === null && before && isLong(before) ? before : undefined
}

/** Whether the latest due turn did not take place. While the one before lasts, none can begin: that one is late. */
function isOverdue({ now, everyMinutes, cronDueAt, lastTurnAt, activeSince, turns }: HealthFacts): boolean {
  const since = Math.max(lastTurnAt?.getTime() ?? 0, activeSince?.getTime() ?? 0)
  const due = cronDueAt?.getTime() ?? since + everyMinutes * MINUTE_MS
  const last = turns.find(({ at }) => at.getTime() === lastTurnAt?.getTime())
  if (last && last.endedAt === null) return false
  const ended = last?.endedAt && last.endedAt <= now ? last.endedAt.getTime() : 0
  return since < due && now.getTime() > Math.max(due, ended) + graceOf(everyMinutes) * MINUTE_MS
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
 * The usual counts of turns: the medians of those that succeeded and list everything.
 * @param turns without the evaluated turn, and without those of an open trouble
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
