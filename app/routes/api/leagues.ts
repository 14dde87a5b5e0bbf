import { getSportsMenu, listLeagues } from '#app/features/catalogue/queries.server.ts'
import { pageOf } from '#app/features/read-api/pages.ts'
import { isId } from '#app/platform/ids.ts'
import { publicRead } from './reads.server.ts'

/** The leagues of a country of a sport, given by its id as `country`. */
export const loader = publicRead(async ({ services, query, page }) => {
  const id = query.get('country') ?? ''
  if (!isId(id)) return { error: 'bad-request', message: 'country is needed: the id of a country' }
  const shown = (await getSportsMenu(services)).some((sport) => sport.countries.some((it) => it.id === id))
  if (!shown) return { error: 'not-found' }
  const leagues = await listLeagues(services, id)
  const items = leagues.map((it) => ({ id: it.id, name: it.name, slug: it.slug, logo_url: it.logoUrl }))
  const value = pageOf(items, page)
  return value ? { value } : { error: 'bad-request' }
})
