import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { pageOf } from '#app/features/read-api/pages.ts'
import { publicRead } from './reads.server.ts'

/** The active sports, in menu order. */
export const loader = publicRead(async ({ services, page }) => {
  const sports = await getSportsMenu(services)
  const items = sports.map((it) => ({ id: it.id, name: it.name, slug: it.slug, match_count: it.matchCount }))
  const value = pageOf(items, page)
  return value ? { value } : { error: 'bad-request' }
})
