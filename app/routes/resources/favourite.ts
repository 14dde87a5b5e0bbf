import { addFavourite, removeFavourite } from '#app/features/accounts/commands.server.ts'
import { getSession } from '#app/features/accounts/session.server.ts'
import { refuseCrossSite } from '#app/features/accounts/visit.server.ts'
import { isId } from '#app/platform/ids.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/favourite'
import { NO_STORE } from './no-store.ts'

/** GET is not allowed. */
export function loader() {
  return refuseMethod()
}

/** POST adds a league to the favourites, DELETE removes it; both are idempotent. 401 without a session. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  refuseCrossSite(request, services.env.appUrl ?? url.origin)
  const session = await getSession(services, request)
  if (!session) return answer(401)
  if (!isId(params.leagueId)) return answer(404)
  if (request.method === 'DELETE') {
    await removeFavourite(services, session.user.id, params.leagueId)
    return answer(204)
  }
  if (request.method !== 'POST') return refuseMethod()
  return answer((await addFavourite(services, session.user.id, params.leagueId)) ? 204 : 404)
}

function refuseMethod(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST, DELETE' } })
}

function answer(status: number): Response {
  return new Response(null, { status, ...NO_STORE })
}
