import type { RunErrorCode } from '#app/features/runs/schema.ts'
import type { ReasonCode, WarningCode } from '#app/features/sources/contract.ts'

export const STAGES = ['fetch', 'sports', 'countries', 'leagues', 'matches', 'done'] as const
export type Stage = (typeof STAGES)[number]

/**
 * The counts of a run. Every item ends as exactly one of inserted, updated, unchanged and rejected: an event is
 * `updated` when its match or one of its quotes changed, and `unchanged` when a price is only confirmed.
 */
export interface ImportCounts {
  sports: number
  countries: number
  leagues: number
  /** Events stored. */
  matches: number
  /** Bookmakers' quotes stored. */
  odds: number
  inserted: number
  updated: number
  unchanged: number
  /** Quotes that the feed no longer has, deleted. */
  withdrawn: number
  rejected: number
  warnings: number
  /** Items read so far, rejected ones included. */
  items: number
  /** Matches for which further markets were requested individually, and those for which they were not. */
  details: number
  left: number
  /** The cost of the requests, in the source's credits. */
  credits: number
}

export interface ImportProgress {
  runId: string
  stage: Stage
  /** 0 to 100, by the stages of the import. */
  percent: number
  /** Key in the `admin` namespace. */
  message: `feeds.stage.${Stage}`
  /** While the run waits for the feed: for how many seconds, and in which attempt. */
  waiting: { seconds: number; attempt: number } | null
  counts: ImportCounts
}

export interface ImportSummary extends ImportCounts {
  runId: string
  source: string
  /** Without credentials. */
  origin: string
  status: 'done' | 'failed' | 'cancelled'
  /**
   * Position of the last item that an earlier run had stored, where this run resumed; null when it started from the
   * beginning.
   */
  resumedAfter: number | null
  error: { code: RunErrorCode | 'unexpected'; message: string } | null
  /** How often each reason occurred. */
  reasons: Partial<Record<ReasonCode | WarningCode, number>>
  seconds: number
}
