import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'

/** How old matches have to be to be removed: days, or every past one. */
export const REMOVAL_OPTIONS = ['1', '7', '14', '30', '60', '90', '180', '365', 'all'] as const
export type RemovalOption = (typeof REMOVAL_OPTIONS)[number]
export const DEFAULT_REMOVAL_OPTION: RemovalOption = '30'

/** A match is past when it started more than so long ago. */
const PAST_AFTER_MS = 2 * HOUR_MS

/** What is removed of an option. */
export interface RemovalWindow {
  /** The instant that the option means: now minus its days, or now. */
  cutoff: Date
  /** Matches that started before this are removed; never later than two hours ago, so never one that is to come. */
  before: Date
}

export function removalWindow(option: RemovalOption, now: Date): RemovalWindow {
  const cutoff = option === 'all' ? now : new Date(now.getTime() - Number(option) * DAY_MS)
  return { cutoff, before: new Date(Math.min(cutoff.getTime(), now.getTime() - PAST_AFTER_MS)) }
}
