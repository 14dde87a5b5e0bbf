import { listOpenTroubles } from '#app/features/alerts/troubles.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/open'

/** The open troubles, for the bell in the menu. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'feeds.read')
  return Response.json({ troubles: await listOpenTroubles(services.database.kysely, 20) })
}
