import type { Services } from '#app/platform/services.ts'
import { DAY_MS } from '#app/platform/time.ts'
import { resultState } from '../matches/match-state.ts'
import { withResults } from '../matches/results.server.ts'
import type { MatchSummary } from '../matches/schema.ts'
import { readMatches } from '../matches/summaries.server.ts'

const PAST_MS = 30 * DAY_MS
const MOST_EVENTS = 600

export interface CalendarMatch {
  match: MatchSummary
  /** Stadium and city, if a source knows them. */
  place: string | null
}

/** The matches of a league from 30 days ago on, also cancelled ones, so that calendars show them as cancelled. */
export async function listCalendar(services: Services, leagueId: string): Promise<CalendarMatch[]> {
  const rows = await services.database.kysely
    .selectFrom('matches as m')
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .select(['m.id', 'f.venue_name', 'f.venue_city'])
    .where('m.league_id', '=', leagueId)
    .where('m.start_time', '>=', new Date(Date.now() - PAST_MS))
    .orderBy('m.start_time')
    .orderBy('m.id')
    .limit(MOST_EVENTS)
    .execute()
  const listed = await readMatches(
    services,
    rows.map(({ id }) => id),
  )
  const matches = await withResults(services, listed)
  const places = new Map(
    rows.map((row) => [row.id, [row.venue_name, row.venue_city].filter(Boolean).join(', ') || null]),
  )
  return matches
    .map((match) => ({ match, place: places.get(match.id) ?? null }))
    .sort((a, b) => a.match.startTime.localeCompare(b.match.startTime) || (a.match.id < b.match.id ? -1 : 1))
}

/** The title of a match: with its score, once it is over. */
export function calendarTitle(match: MatchSummary, now: Date): string {
  const result = resultState(match, now, match.result)
  return result?.kind === 'score'
    ? `${match.home} ${result.home}–${result.away} ${match.away}`
    : `${match.home} – ${match.away}`
}

/** Postponed matches have no certain time. */
export function calendarStatus({ status, liveStatus }: MatchSummary) {
  if (status === 'cancelled') return 'CANCELLED' as const
  return liveStatus === 'PST' ? ('TENTATIVE' as const) : ('CONFIRMED' as const)
}
