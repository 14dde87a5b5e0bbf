import { listCountryChoices, listLeagueChoices } from '#app/features/team-mapping/queries.server.ts'
import { isId } from '#app/platform/ids.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/choices'

/** The choices for the scope of a run: the countries of `?sport=`, or the leagues of `?sport=&country=`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matching.read')
  const [sport, country] = [url.searchParams.get('sport'), url.searchParams.get('country')]
  if (!isId(sport)) throw new Response(null, { status: 404 })
  return isId(country) ? listLeagueChoices(services, sport, country) : listCountryChoices(services, sport)
}
