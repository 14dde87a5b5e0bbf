/**
 * Seasons of leagues. No source states them, so they are ranges of dates in the site's time zone, as pages show dates:
 * from 1 July to 30 June, or a calendar year in a league that plays on over 1 July.
 */
import { dayOf, startOfDay } from '#app/platform/time.ts'

/** What a league plays in a calendar year. */
export interface PlayedYear {
  /** Matches that start within ten days of 1 January, and of 1 July. */
  aroundJanuary: number
  aroundJuly: number
  /** The teams of its matches until 30 June, and from 1 July on. */
  teamsUntilJune: number
  teamsFromJuly: number
}

export interface Season {
  /** The year in which it begins. */
  year: number
  isCalendarYear: boolean
  from: Date
  /** Exclusive. */
  until: Date
}

/** Sports whose seasons and tours are calendar years, by their slugs: also where few matches are stored. */
const CALENDAR_YEAR_SPORTS: ReadonlySet<string> = new Set(['baseball', 'tennis', 'golf', 'mma', 'boxing'])

/** A competition with knock-outs begins with more teams than it ends with. A league has as many, but for a few that are not stored. */
const FAR_MORE = 1.5

/**
 * Whether the seasons of a league are calendar years: most years have more matches around 1 July than around 1 January, and
 * they are not the qualifying of a competition that begins in July with far more teams than play from January to June.
 * @param sport the slug of the league's sport
 */
export function isCalendarYear(years: readonly PlayedYear[], sport: string): boolean {
  if (CALENDAR_YEAR_SPORTS.has(sport)) return true
  const untilJune = Math.max(0, ...years.map((year) => year.teamsUntilJune))
  const fromJuly = Math.max(0, ...years.map((year) => year.teamsFromJuly))
  const beginsInJuly = untilJune > 0 && fromJuly > FAR_MORE * untilJune
  return years.reduce((votes, year) => votes + voteOf(year), 0) > 0 && !beginsInJuly
}

/** One odd year, such as one that was put off, has one vote. A year that is stored in part has none. */
function voteOf({ aroundJuly, aroundJanuary, teamsUntilJune, teamsFromJuly }: PlayedYear): number {
  const hasBreakInJuly = aroundJuly === 0 && teamsUntilJune > 0 && teamsFromJuly > 0
  return hasBreakInJuly ? -1 : Math.sign(aroundJuly - aroundJanuary)
}

export function seasonOf(year: number, calendarYear: boolean, zone: string): Season {
  const first = calendarYear ? '01-01' : '07-01'
  return {
    year,
    isCalendarYear: calendarYear,
    from: startOfDay(`${year}-${first}`, zone),
    until: startOfDay(`${year + 1}-${first}`, zone),
  }
}

export function seasonAt(instant: Date, calendarYear: boolean, zone: string): Season {
  return seasonOf(yearOfMonth(dayOf(instant, zone).slice(0, 7), calendarYear), calendarYear, zone)
}

/** The year in which the season of a month begins. @param month such as 2026-11 */
export function yearOfMonth(month: string, calendarYear: boolean): number {
  const year = Number(month.slice(0, 4))
  return calendarYear || month.slice(5) >= '07' ? year : year - 1
}

/** '2026' or '2026/27'. */
export function seasonName({ year, isCalendarYear }: Pick<Season, 'year' | 'isCalendarYear'>): string {
  return isCalendarYear ? String(year) : `${year}/${String(year + 1).slice(-2)}`
}

const FIRST_YEAR = 1990

/** The years that an address can name. */
export function seasonYears(now: Date): string[] {
  return Array.from({ length: now.getUTCFullYear() - FIRST_YEAR + 1 }, (_, n) => String(FIRST_YEAR + n))
}

/** The months of a season, as an address names them, or all of them. */
export const RESULT_MONTHS: readonly string[] = [
  ...Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, '0')),
  'all',
]

/** The year in a query; null for the latest season with results. */
export function readSeasonYear(query: URLSearchParams): number | null {
  const year = query.get('season')
  return year !== null && seasonYears(new Date()).includes(year) ? Number(year) : null
}
