import { getSession } from '#app/features/accounts/session.server.ts'
import { listMarks } from '#app/features/favourites/marks.server.ts'
import { type Me, SIGNED_OUT } from '#app/features/visitor/schema.ts'
import { timeHeader } from '#app/platform/http/time-header.ts'
import { servicesContext } from '#app/platform/services.ts'
import type { Route } from './+types/me'
import { NO_STORE } from './no-store.ts'

/** The personal part of every page: public pages are the same for everybody and request it afterwards. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const session = await getSession(services, request)
  if (!session) return respond(SIGNED_OUT)
  const { id, email, username, role, preferredLanguage: language, priceFormat } = session.user
  const favourites = await listMarks(services, id)
  return respond({ user: { email, username, role, language, priceFormat }, favourites })
}

function respond(me: Me): Response {
  return Response.json(me, { headers: [...Object.entries(NO_STORE.headers), timeHeader()] })
}
