import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { pageOfMenu } from '#app/features/read-api/pages.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** The active sports, in menu order. */
export const loader = publicRead(ENDPOINTS.listSports, async ({ services, query }) => {
  const sports = await getSportsMenu(services)
  const items = sports.map((it) => ({ id: it.id, name: it.name, slug: it.slug, match_count: it.matchCount }))
  const value = pageOfMenu(items, query)
  return value ? { value } : BAD_CURSOR
})
