import { readAudience } from '#app/features/audiences/queries.server.ts'
import { findLeagueById } from '#app/features/catalogue/queries.server.ts'
import { readAskedClosing } from '#app/features/statistics/closing.ts'
import { everyMarketFile, marketFile } from '#app/features/statistics/closing-file.ts'
import { openClosedMarket, readEveryClosing } from '#app/features/statistics/results.server.ts'
import { readSeasonYear, type Season, seasonOf } from '#app/features/statistics/seasons.ts'
import { readLeagueCalendar } from '#app/features/statistics/standings.server.ts'
import { serveEach } from '#app/platform/http/audience.server.ts'
import { isId } from '#app/platform/ids.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import { streamLines } from '#app/platform/text/csv.ts'
import type { Route } from './+types/closing-odds'

/** The closing odds of a season of a league as a file: of a market, or with `market=all` of every market and line. */
export async function loader({ params: { leagueId }, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const league = isId(leagueId) ? await findLeagueById(services, leagueId) : undefined
  if (!league) throw new Response(null, { status: 404 })
  const calendar = await readLeagueCalendar(services, league.id)
  const year = readSeasonYear(url.searchParams) ?? calendar.seasons[0]?.year ?? new Date().getUTCFullYear()
  const season = seasonOf(year, calendar.calendarYear, calendar.zone)
  // The lines are read after this function has returned, for the same audience.
  const audience = await readAudience(services)
  const { name, lines } = await openFile(services, { leagueId: league.id, season, query: url.searchParams })
  return new Response(streamLines(serveEach(audience, lines)), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${encodeURIComponent(league.slug)}-${year}-${name}.csv"`,
      // Where groups of countries see different bookmakers, the server makes it private.
      'Cache-Control': 'public, max-age=10',
      'X-Robots-Tag': 'noindex',
    },
  })
}

async function openFile(
  services: Services,
  { leagueId, season, query }: { leagueId: string; season: Season; query: URLSearchParams },
): Promise<{ name: string; lines: AsyncGenerator<string, void> }> {
  if (query.get('market') === 'all')
    return { name: 'all', lines: everyMarketFile(readEveryClosing(services, leagueId, season)) }
  const { market, parts } = await openClosedMarket(services, leagueId, season, readAskedClosing(query))
  return { name: market, lines: marketFile(market, parts) }
}
