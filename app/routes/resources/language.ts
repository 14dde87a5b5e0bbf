import { getSession } from '#app/features/accounts/session.server.ts'
import { field, openVisit, readForm } from '#app/features/accounts/visit.server.ts'
import { savePreferredLanguage } from '#app/features/languages/commands.server.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import type { Route } from './+types/language'
import { NO_STORE } from './no-store.ts'

/**
 * Saves the `language` of the form in the signed-in user's profile: 204, 401 without a session, 400 for an unknown one.
 */
export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const form = await readForm(visit)
  const [session, known] = await Promise.all([
    getSession(visit.services, args.request),
    getKnownLanguages(visit.services),
  ])
  if (!session) return new Response(null, { status: 401, ...NO_STORE })
  const code = field(form, 'language', 10)
  if (!known.active.includes(code)) return new Response(null, { status: 400, ...NO_STORE })
  await savePreferredLanguage(visit.services, session.user.id, code)
  return new Response(null, { status: 204, ...NO_STORE })
}
