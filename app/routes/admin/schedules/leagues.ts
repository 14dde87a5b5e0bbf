import { listOffered } from '#app/features/imports/read/feed-sports.server.ts'
import { findImported } from '#app/features/sources/registry.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/leagues'

/** The leagues or sports that a schedule of a source can import, `?source=promo`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'feeds.read')
  const source = findImported(url.searchParams.get('source') ?? '')
  if (!source) throw new Response(null, { status: 404 })
  return listOffered(services.database.kysely, services.env, source)
}
