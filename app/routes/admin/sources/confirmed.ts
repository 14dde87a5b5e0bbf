import { readConfirmed } from '#app/features/feed-health/confirmed.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/confirmed'

/** The prices that sources have just confirmed. The screen reads them when it is shown, as those that grow old. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'feeds.read')
  const confirmed = await readConfirmed(services.database.kysely, new Date())
  return Response.json(confirmed, { headers: { 'Cache-Control': 'no-store' } })
}
