import { calendarStatus, calendarTitle, listCalendar } from '#app/features/read-api/calendar.server.ts'
import { writeCalendar } from '#app/features/read-api/calendar.ts'
import { leaguePath, matchPath } from '#app/platform/paths.ts'
import { servicesContext } from '#app/platform/services.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { readOrigin } from '#app/site/base/origin.server.ts'
import { findLeaguePlace } from '#app/site/base/place.server.ts'
import { tagged } from '../api/reads.server.ts'
import type { Route } from './+types/calendar'
import { languageOr404 } from './language.server.ts'

const EXTENSION = '.ics'

/** The matches of a league as a calendar, which programs subscribe to. */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { file } = params
  if (!file.endsWith(EXTENSION)) throw new Response(null, { status: 404 })
  const lang = await languageOr404(services, params.lang)
  const { names, sport, country, league } = await findLeaguePlace(services, {
    ...params,
    league: file.slice(0, -EXTENSION.length),
  })
  const [origin, listed] = await Promise.all([readOrigin(services, url), listCalendar(services, league.id)])
  const now = new Date()
  const calendar = writeCalendar({
    name: `${league.name} (${country.name})`,
    url: origin + leaguePath(lang, sport.slug, country.slug, league.slug),
    // Within an hour the calendar is the same, so that its entity tag is.
    madeAt: new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS),
    events: listed.map(({ match: stored, place }) => {
      const match = names.match(stored)
      const start = new Date(match.startTime)
      return {
        uid: `${match.id}@overround`,
        start,
        end: new Date(start.getTime() + match.minutes * MINUTE_MS),
        title: calendarTitle(match, now),
        place,
        url: origin + matchPath(lang, match),
        status: calendarStatus(match),
      }
    }),
  })
  return tagged(request, calendar, { 'Cache-Control': 'public, max-age=300' }, 'text/calendar; charset=utf-8')
}
