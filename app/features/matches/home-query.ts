import { addDays, type DayKey, dayOf } from '#app/platform/time.ts'

export const MATCH_TABS = ['upcoming', 'live'] as const
export type MatchTab = (typeof MATCH_TABS)[number]

/** The highest page number of a day's list, and of the live one: nothing of them is left out. */
export const MOST_PAGES_OF_MATCHES = 50

/** The number of days before and after today that have a list. */
const DAYS_BACK = 7
const DAYS_AHEAD = 14

/** The days of the home page's lists, in the site's zone, oldest first. */
export function homeDays(now: Date, zone: string): DayKey[] {
  const today = dayOf(now, zone)
  return Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, at) => addDays(today, at - DAYS_BACK))
}

interface HomeList {
  tab: MatchTab
  sport: string | null
  /** A day's list in place of the tab's. */
  day?: DayKey | null
  /** The market in place of the result. */
  show?: string | null
  page?: number
}

/** The home page's query for a list of a sport; the first sport's upcoming matches need none. */
export function homeQuery({ tab, sport, day, show, page = 1 }: HomeList): string {
  const query = new URLSearchParams()
  if (sport) query.set('sport', sport)
  if (day) query.set('day', day)
  else if (tab === 'live') query.set('tab', 'live')
  if (show) query.set('show', show)
  if (page > 1) query.set('page', String(page))
  return `?${query}`
}
