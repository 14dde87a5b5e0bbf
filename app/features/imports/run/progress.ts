import type { ImportCounts, Stage } from '../schema.ts'

export const EMPTY_COUNTS: Readonly<ImportCounts> = {
  sports: 0,
  countries: 0,
  leagues: 0,
  matches: 0,
  odds: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  withdrawn: 0,
  rejected: 0,
  warnings: 0,
  items: 0,
  details: 0,
  left: 0,
  credits: 0,
}

/** Percent by stage: 10 fetched, 20 sport, 30 countries, 35 leagues, 35 to 95 matches, 100 done. */
export function progressPercent(stage: Stage, share: number): number {
  switch (stage) {
    case 'fetch':
      return 10
    case 'sports':
      return 20
    case 'countries':
      return 30
    case 'leagues':
      return 35
    case 'matches':
      return 35 + Math.floor(60 * Math.min(1, Math.max(0, share)))
    case 'done':
      return 100
  }
}
