import { sql } from 'kysely'
import { noteRead } from '#app/platform/http/reads.server.ts'
import type { Services } from '#app/platform/services.ts'
import { knownZone } from '#app/platform/time.ts'
import { codesOf } from '../matches/fixture-codes.ts'
import { hasScore, isOverByStatus, scoreColumns } from '../matches/scored-row.server.ts'
import { isTableRound } from './rounds.ts'
import { isCalendarYear, type PlayedYear, type Season, seasonOf, yearOfMonth } from './seasons.ts'
import {
  buildTable,
  LEAST_RESULTS,
  type TableKind,
  type TableResult,
  type TableRow,
  tableRuleOf,
} from './standings.ts'

/** Whether a match counts in tables and among results: also one that was awarded, by which no market is settled. */
export const isResult = sql<boolean>`m.status <> 'cancelled'
  and (${isOverByStatus} or f.status_short = any (${codesOf('awarded')}::text[])) and ${hasScore}`

/** The months in which a league has results, and how it divides the year. */
export interface LeagueCalendar {
  calendarYear: boolean
  /** The site's time zone, in which seasons and months begin and end. */
  zone: string
  /** With results, the latest first. */
  seasons: (Season & { results: number })[]
  /** With results, as 2026-11, the latest first. */
  months: { month: string; results: number }[]
}

/** The seasons and months of a league with results, from one pass over the times of its matches. */
export function readLeagueCalendar(services: Services, leagueId: string): Promise<LeagueCalendar> {
  return services.memo.get(`league-calendar:${leagueId}`, async () => {
    noteRead(`league:${leagueId}`, 'settings')
    const settings = await services.database.kysely
      .selectFrom('site_settings')
      .select('time_zone')
      .executeTakeFirst()
    const zone = knownZone(settings?.time_zone ?? 'UTC')
    const sport = await services.database.kysely
      .selectFrom('leagues as l')
      .innerJoin('sports as s', 's.id', 'l.sport_id')
      .select('s.slug')
      .where('l.id', '=', leagueId)
      .executeTakeFirst()
    const calendarYear = isCalendarYear(await readPlayedYears(services, leagueId, zone), sport?.slug ?? '')
    const { rows } = await sql<{ month: string; results: number }>`
      select to_char(m.start_time at time zone ${zone}, 'YYYY-MM') as month, count(*)::int as results
      from matches m left join fixtures f on f.match_id = m.id
      where m.league_id = ${leagueId} and ${isResult}
      group by 1 order by 1 desc`.execute(services.database.kysely)
    const byYear = Map.groupBy(rows, ({ month }) => yearOfMonth(month, calendarYear))
    return {
      calendarYear,
      zone,
      seasons: [...byYear].map(([year, of]) => ({
        ...seasonOf(year, calendarYear, zone),
        results: of.reduce((sum, { results }) => sum + results, 0),
      })),
      months: rows,
    }
  })
}

/** The years of a league's matches, played or not. Each match counts once for each of its teams. */
async function readPlayedYears(
  { database }: Services,
  leagueId: string,
  zone: string,
): Promise<PlayedYear[]> {
  const { rows } = await sql<PlayedYear>`
    with played as materialized (
      select to_char(start_time at time zone ${zone}, 'YYYY') as year, to_char(start_time at time zone ${zone}, 'MMDD') as day,
        home_team, away_team
      from matches where league_id = ${leagueId} and status <> 'cancelled'
    ), teams as (
      select year, day >= '0701' as is_late, team, count(*) filter (where day >= '1222' or day <= '0111') as january,
        count(*) filter (where day between '0621' and '0711') as july
      from played cross join lateral (values (home_team), (away_team)) as t (team)
      group by year, is_late, team
    )
    select sum(january)::int as "aroundJanuary", sum(july)::int as "aroundJuly",
      count(*) filter (where not is_late)::int as "teamsUntilJune",
      count(*) filter (where is_late)::int as "teamsFromJuly"
    from teams
    group by year`.execute(database.kysely)
  return rows
}

interface LeagueResult extends TableResult {
  /** As its source names it. */
  round: string | null
}

/** The results of a league in a range: finished matches with both scores, without cancelled ones. */
export function listResults(
  services: Services,
  leagueId: string,
  { from, until }: Pick<Season, 'from' | 'until'>,
): Promise<LeagueResult[]> {
  return services.memo.get(`league-results:${leagueId}:${from.getTime()}:${until.getTime()}`, async () => {
    noteRead(`league:${leagueId}`)
    const { rows } = await sql<{
      id: string
      home_team: string
      away_team: string
      start_time: Date
      home: number
      away: number
      round: string | null
    }>`
      select m.id, m.home_team, m.away_team, m.start_time, f.league_round as round,
        ${scoreColumns}
      from matches m left join fixtures f on f.match_id = m.id
      where m.league_id = ${leagueId} and m.start_time >= ${from} and m.start_time < ${until} and ${isResult}
      order by m.start_time, m.id`.execute(services.database.kysely)
    return rows.flatMap(({ id, home_team, away_team, start_time, home, away, round }) => {
      if (home === null || away === null) return []
      const result = { id, home: home_team, away: away_team, startTime: start_time }
      return [{ ...result, homeScore: home, awayScore: away, round }]
    })
  })
}

export interface Standings {
  calendar: LeagueCalendar
  /** The asked season, or the latest with results; null if the league has none. */
  season: Season | null
  /** Those that count in the table. */
  results: number
  /** Whether there are results of rounds that do not count in a table. */
  hasOtherRounds: boolean
  /** The range that the results cover; null without results. */
  covered: { first: Date; last: Date } | null
  /** Empty where there are too few results. */
  rows: TableRow[]
}

/** @param sport the slug of the league's sport */
export async function readStandings(
  services: Services,
  { id, sport }: { id: string; sport: string },
  { year, kind }: { year: number | null; kind: TableKind },
): Promise<Standings> {
  const calendar = await readLeagueCalendar(services, id)
  const rule = tableRuleOf(sport)
  const season =
    year === null ? (calendar.seasons[0] ?? null) : seasonOf(year, calendar.calendarYear, calendar.zone)
  if (!season || !rule)
    return { calendar, season, results: 0, hasOtherRounds: false, covered: null, rows: [] }
  const all = await listResults(services, id, season)
  const results = all.filter(({ round }) => isTableRound(round))
  const [first, last] = [results[0], results.at(-1)]
  return {
    calendar,
    season,
    results: results.length,
    hasOtherRounds: results.length < all.length,
    covered: first && last ? { first: first.startTime, last: last.startTime } : null,
    rows: results.length < LEAST_RESULTS ? [] : buildTable(results, { rule, kind }),
  }
}
