import { listFavourites } from '#app/features/accounts/queries.server.ts'
import { pageOf } from '#app/features/read-api/pages.ts'
import { personalRead } from './reads.server.ts'

/** The favourite leagues of the token's user, in the order in which they were added. */
export const loader = personalRead(async ({ services, user, page }) => {
  const favourites = await listFavourites(services, user.id)
  const items = favourites.map((it) => ({
    id: it.id,
    league: { id: it.leagueId, name: it.name, slug: it.slug },
    sport: it.sport,
    country: it.country,
  }))
  const value = pageOf(items, page)
  return value ? { value } : { error: 'bad-request' }
})
