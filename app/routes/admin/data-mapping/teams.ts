import { searchTeamCards } from '#app/features/team-mapping/queries.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/teams'

/** Teams of the sports database by a part of a name, `?q=leeds&sport=Soccer`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matching.read')
  const read = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 200)
  return searchTeamCards(services, read('q'), { sport: read('sport') })
}
