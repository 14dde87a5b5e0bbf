import { readScheduleHealth } from '#app/features/feed-health/facts.server.ts'
import { readGrowingOld } from '#app/features/feed-health/growing-old.server.ts'
import { backOffice } from '../guard.server.ts'
import type { Route } from './+types/growing-old'

/**
 * The prices that grow old, by the id of a schedule: of all sources, or of some kinds, `?kinds=promo,the-odds-api`. A screen
 * reads them when it is shown, because counting them takes seconds on a large site.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { services } = backOffice(context, 'feeds.read')
  const db = services.database.kysely
  const now = new Date()
  const kinds = url.searchParams.get('kinds')?.split(',')
  const health = await readScheduleHealth(db, services.env, now)
  const found = await readGrowingOld(
    db,
    health.filter(({ feed }) => kinds?.includes(feed) ?? true),
    now,
  )
  return Response.json(Object.fromEntries(found), { headers: { 'Cache-Control': 'no-store' } })
}
