import { getSportsMenu, listLeagues } from '#app/features/catalogue/queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { pageOfMenu } from '#app/features/read-api/pages.ts'
import { BAD_CURSOR, publicRead } from './reads.server.ts'

/** The leagues of a country of a sport, given by its id as `country`. */
export const loader = publicRead(ENDPOINTS.listLeagues, async ({ services, query }) => {
  const id = query.country.toLowerCase()
  const shown = (await getSportsMenu(services)).some((sport) => sport.countries.some((it) => it.id === id))
  if (!shown) return { error: 'not-found' }
  const leagues = await listLeagues(services, id)
  const items = leagues.map((it) => ({ id: it.id, name: it.name, slug: it.slug, logo_url: it.logoUrl }))
  const value = pageOfMenu(items, query)
  return value ? { value } : BAD_CURSOR
})
