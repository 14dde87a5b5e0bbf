import { listFavourites } from '#app/features/accounts/queries.server.ts'
import { ENDPOINTS } from '#app/features/read-api/endpoints.ts'
import { pageOfMenu } from '#app/features/read-api/pages.ts'
import { BAD_CURSOR, personalRead } from './reads.server.ts'

/** The favourite leagues of the token's user, in the order in which they were added. */
export const loader = personalRead(ENDPOINTS.listFavourites, async ({ services, user, query }) => {
  const favourites = await listFavourites(services, user.id)
  const items = favourites.map((it) => ({
    id: it.id,
    league: { id: it.leagueId, name: it.name, slug: it.slug },
    sport: it.sport,
    country: it.country,
  }))
  const value = pageOfMenu(items, query)
  return value ? { value } : BAD_CURSOR
})
