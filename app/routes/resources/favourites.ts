import { getSession } from '#app/features/accounts/session.server.ts'
import { listFavouriteLeagues } from '#app/features/favourites/queries.server.ts'
import type { FavouritesAnswer } from '#app/features/favourites/schema.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/favourites'

/** The visitor's favourite leagues for the home page, which itself is the same for everybody. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const [session, known] = await Promise.all([getSession(services, request), getKnownLanguages(services)])
  const asked = url.searchParams.get('lang') ?? ''
  const lang = known.active.includes(asked) ? asked : known.default
  const answer: FavouritesAnswer = {
    leagues: session && (await listFavouriteLeagues(services, session.user.id, lang)),
  }
  return Response.json(answer, { headers: { 'cache-control': 'private, no-store' } })
}
