import { listFavouriteLeagues } from '#app/features/favourites/queries.server.ts'
import type { FavouritesAnswer } from '#app/features/favourites/schema.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/favourites'

/** The visitor's favourite leagues for the home page, which itself is the same for everybody. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const userId = findVisitor()
  const answer: FavouritesAnswer = { leagues: userId === null ? null : await read(services, userId, url) }
  return Response.json(answer, { headers: { 'cache-control': 'private, no-store' } })
}

async function read(services: Services, userId: string, url: URL) {
  const asked = url.searchParams.get('lang') ?? ''
  const known = await getKnownLanguages(services)
  return listFavouriteLeagues(services, userId, known.active.includes(asked) ? asked : known.default)
}

/** Nobody can sign in yet. */
function findVisitor(): string | null {
  return null
}
