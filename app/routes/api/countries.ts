import { findSport } from '#app/features/catalogue/queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { pageOfMenu } from '#app/features/read-api/pages.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** The countries of a sport, given by its slug as `sport`. */
export const loader = publicRead(ENDPOINTS.listCountries, async ({ services, query }) => {
  const sport = await findSport(services, query.sport)
  if (!sport) return { error: 'not-found' }
  const items = sport.found.countries.map((it) => ({
    id: it.id,
    name: it.name,
    slug: it.slug,
    code: it.code,
    match_count: it.matchCount,
  }))
  const value = pageOfMenu(items, query)
  return value ? { value } : BAD_CURSOR
})
