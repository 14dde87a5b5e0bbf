import { type ClickRange, parseClickQuery } from '#app/features/affiliates/click-report.ts'
import type { DayKey } from '#app/platform/time.ts'

/** The dimensions by which earnings can be summed. Those of the click are unknown for an earning without a known click. */
export const EARNING_GROUPINGS = [
  'day',
  'bookmaker',
  'sender',
  'promotion',
  'league',
  'match',
  'market',
  'page',
  'position',
  'country',
  'language',
] as const
export type EarningGrouping = (typeof EARNING_GROUPINGS)[number]

export interface EarningQuery extends ClickRange {
  by: EarningGrouping
}

/** The query of a URL. Invalid values are ignored, and a range is cut as that of clicks. */
export function parseEarningQuery(params: URLSearchParams, today: DayKey): EarningQuery {
  const by = EARNING_GROUPINGS.find((grouping) => grouping === params.get('by')) ?? 'bookmaker'
  const { from, to } = parseClickQuery(params, today)
  return { by, from, to }
}
