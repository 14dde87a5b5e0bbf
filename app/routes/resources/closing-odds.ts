import { findLeagueById } from '#app/features/catalogue/queries.server.ts'
import { readClosedMarket } from '#app/features/statistics/closing.ts'
import { closingFile } from '#app/features/statistics/closing-file.ts'
import { readClosedSeason } from '#app/features/statistics/results.server.ts'
import { readSeasonYear, seasonOf } from '#app/features/statistics/seasons.ts'
import { readLeagueCalendar } from '#app/features/statistics/standings.server.ts'
import { isId } from '#app/platform/ids.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/closing-odds'

/** The closing odds of a season of a league as a file. */
export async function loader({ params: { leagueId }, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const league = isId(leagueId) ? await findLeagueById(services, leagueId) : undefined
  if (!league) throw new Response(null, { status: 404 })
  const calendar = await readLeagueCalendar(services, league.id)
  const year = readSeasonYear(url.searchParams) ?? calendar.seasons[0]?.year ?? new Date().getUTCFullYear()
  const season = seasonOf(year, calendar.calendarYear, calendar.zone)
  const closed = await readClosedSeason(services, league.id, season, readClosedMarket(url.searchParams))
  return new Response(closingFile(closed), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${encodeURIComponent(league.slug)}-${year}-${closed.market}.csv"`,
      'X-Robots-Tag': 'noindex',
    },
  })
}
