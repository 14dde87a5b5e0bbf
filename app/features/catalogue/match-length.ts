import { HOUR_MS } from '#app/platform/time.ts'

/** The longest duration of any sport's matches, as in the check of `sports.duration_minutes`. */
export const LONGEST_MATCH_MS = 12 * HOUR_MS
