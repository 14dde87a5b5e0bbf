import { addDays, type DayKey, parseDay } from '#app/platform/time.ts'

/** The dimensions by which clicks can be counted. */
export const GROUPINGS = [
  'day',
  'button',
  'promotion',
  'bookmaker',
  'league',
  'match',
  'market',
  'page',
  'position',
  'country',
  'language',
] as const
export type Grouping = (typeof GROUPINGS)[number]

/** Days in the site's zone, both included. */
export interface ClickRange {
  from: DayKey
  to: DayKey
}

export interface ClickQuery extends ClickRange {
  by: Grouping
}

/** The longest range of a report, in days, to limit its queries. */
const MAX_DAYS = 366
const USUAL_DAYS = 30

/** The last `days` days, including today. */
export function lastDays(days: number, today: DayKey): ClickRange {
  return { from: addDays(today, 1 - days), to: today }
}

/** The query of a URL. Invalid values are ignored, and a range is cut to its last 366 days. */
export function parseClickQuery(params: URLSearchParams, today: DayKey): ClickQuery {
  const by = GROUPINGS.find((grouping) => grouping === params.get('by')) ?? 'day'
  const to = parseDay(params.get('to')) ?? today
  const from = parseDay(params.get('from')) ?? addDays(to, 1 - USUAL_DAYS)
  const earliest = addDays(to, 1 - MAX_DAYS)
  if (from > to) return { by, ...lastDays(USUAL_DAYS, today) }
  return from < earliest ? { by, to, from: earliest } : { by, to, from }
}

/** Why a report covers other days than a URL asks for; null if it covers them. */
export function rangeProblem(params: URLSearchParams, shown: ClickRange): 'cut' | 'reversed' | null {
  const [from, to] = [parseDay(params.get('from')), parseDay(params.get('to'))]
  if (from && to && from > to) return 'reversed'
  return from && from < shown.from ? 'cut' : null
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: ClickRange): DayKey[] {
  const days: DayKey[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
