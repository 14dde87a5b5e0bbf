import { HOUR_MS } from '#app/platform/time.ts'

/** No sport's matches last longer, as the check of `sports.duration_minutes` says. */
export const LONGEST_MATCH_MS = 12 * HOUR_MS
