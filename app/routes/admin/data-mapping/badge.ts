import { data } from 'react-router'
import { fetchBadge } from '#app/features/team-mapping/badges.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/badge'

/** The badge of a team of the sports database, `?url=` as it is stored with the team. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'matching.read')
  const image = await fetchBadge(services, url.searchParams.get('url') ?? '')
  if (!image) throw data(null, { status: 404 })
  return new Response(new Uint8Array(image.body), {
    headers: { 'Content-Type': image.type, 'Cache-Control': 'private, max-age=86400' },
  })
}
