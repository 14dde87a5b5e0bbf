import { findSport } from '#app/features/catalogue/queries.server.ts'
import { pageOf } from '#app/features/read-api/pages.ts'
import { publicRead } from './reads.server.ts'

/** The countries of a sport, given by its slug as `sport`. */
export const loader = publicRead(async ({ services, query, page }) => {
  const slug = query.get('sport')
  if (!slug) return { error: 'bad-request', message: 'sport is needed: the slug of a sport' }
  const sport = await findSport(services, slug)
  if (!sport) return { error: 'not-found' }
  const items = sport.found.countries.map((it) => ({
    id: it.id,
    name: it.name,
    slug: it.slug,
    code: it.code,
    match_count: it.matchCount,
  }))
  const value = pageOf(items, page)
  return value ? { value } : { error: 'bad-request' }
})
