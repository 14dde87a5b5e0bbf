import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'

/** The minimum age of matches to remove: days, or every past match. */
export const REMOVAL_OPTIONS = ['1', '7', '14', '30', '60', '90', '180', '365', 'all'] as const
export type RemovalOption = (typeof REMOVAL_OPTIONS)[number]
export const DEFAULT_REMOVAL_OPTION: RemovalOption = '30'

/** A match is past when it started more than this long ago. */
const PAST_AFTER_MS = 2 * HOUR_MS

/** The matches that an option removes. */
export interface RemovalWindow {
  /** The time limit of the option: now minus its days, or now. */
  cutoff: Date
  /** Matches that started before this are removed; at least two hours ago, so a future match is never removed. */
  before: Date
}

export function removalWindow(option: RemovalOption, now: Date): RemovalWindow {
  const cutoff = option === 'all' ? now : new Date(now.getTime() - Number(option) * DAY_MS)
  return { cutoff, before: new Date(Math.min(cutoff.getTime(), now.getTime() - PAST_AFTER_MS)) }
}
