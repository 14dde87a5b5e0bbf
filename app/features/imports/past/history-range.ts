/** Ranges of past prices that a source can be asked for. Runs in the browser, too. */
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'

export interface HistoryRange {
  /** Keys of competitions, as the source names them. */
  sports: readonly string[]
  /** The first and the last instant. */
  from: Date
  to: Date
  everyMinutes: number
}

/** The source keeps five years. */
const OLDEST_MS = 5 * 365 * DAY_MS
export const LEAST_MINUTES = 5
export const MOST_SNAPSHOTS = 50_000

export type RangeProblem = 'outright' | 'order' | 'future' | 'too-old' | 'every' | 'too-many'

/** Why a range cannot be imported; null if it can. */
export function findRangeProblem(range: HistoryRange, now: Date): RangeProblem | null {
  const { sports, from, to, everyMinutes } = range
  if (sports.some((sport) => sport.endsWith('_winner'))) return 'outright'
  if (!Number.isInteger(everyMinutes) || everyMinutes < LEAST_MINUTES) return 'every'
  if (from > to) return 'order'
  if (to > now) return 'future'
  if (from.getTime() < now.getTime() - OLDEST_MS) return 'too-old'
  if (countSnapshots(range) > MOST_SNAPSHOTS) return 'too-many'
  return null
}

/** The number of requests of a range. */
export function countSnapshots({ sports, from, to, everyMinutes }: HistoryRange): number {
  return sports.length * (Math.floor((to.getTime() - from.getTime()) / (everyMinutes * MINUTE_MS)) + 1)
}
