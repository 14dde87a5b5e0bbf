import { listFeedSports } from '#app/features/imports/read/feed-sports.server.ts'
import { findImported } from '#app/features/sources/registry.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/sports'

/** The sports that a feed offers, `?source=promo`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'imports.read')
  const source = findImported(url.searchParams.get('source') ?? '')
  if (!source) throw new Response(null, { status: 404 })
  return listFeedSports(services.database.kysely, services.env, source)
}
