import { getSession } from '#app/features/accounts/session.server.ts'
import { refuseCrossSite } from '#app/features/accounts/visit.server.ts'
import { addMark, readMark, removeMark } from '#app/features/favourites/marks.server.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/favourite'
import { NO_STORE } from './no-store.ts'

/** GET is not allowed. */
export function loader() {
  return refuseMethod()
}

/** POST adds a league, a team or a match to the favourites, DELETE removes it; both are idempotent. 401 without a session. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  refuseCrossSite(services, request, services.env.appUrl ?? url.origin)
  const session = await getSession(services, request)
  if (!session) return answer(401)
  const mark = readMark(params['*'])
  if (!mark) return answer(404)
  if (request.method === 'DELETE') {
    await removeMark(services, session.user.id, mark)
    return answer(204)
  }
  if (request.method !== 'POST') return refuseMethod()
  return answer((await addMark(services, session.user.id, mark)) ? 204 : 404)
}

function refuseMethod(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST, DELETE' } })
}

function answer(status: number): Response {
  return new Response(null, { status, ...NO_STORE })
}
