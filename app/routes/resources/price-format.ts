import { savePriceFormat } from '#app/features/accounts/commands.server.ts'
import { getSession } from '#app/features/accounts/session.server.ts'
import { field, openVisit, readForm } from '#app/features/accounts/visit.server.ts'
import { readFormat } from '#app/features/odds/shown-price.ts'
import type { Route } from './+types/price-format'
import { NO_STORE } from './no-store.ts'

/**
 * Saves the `format` of the form in the signed-in user's profile: 204, 401 without a session, 400 for an unknown one.
 */
export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const form = await readForm(visit)
  const session = await getSession(visit.services, args.request)
  if (!session) return new Response(null, { status: 401, ...NO_STORE })
  const format = readFormat(field(form, 'format', 20))
  if (!format) return new Response(null, { status: 400, ...NO_STORE })
  await savePriceFormat(visit.services, session.user.id, format)
  return new Response(null, { status: 204, ...NO_STORE })
}
