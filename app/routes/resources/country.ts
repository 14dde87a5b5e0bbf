import { redirect } from 'react-router'
import { field, openVisit, readForm } from '#app/features/accounts/visit.server.ts'
import { COUNTRY_COOKIE, readCountry } from '#app/features/audiences/visitors.ts'
import { homePath } from '#app/platform/paths.ts'
import type { Route } from './+types/country'
import { NO_STORE } from './no-store.ts'

const YEAR_SECONDS = 365 * 24 * 3_600

/** Stores the `country` of the form as the visitor's choice, and shows the home page in the language `lang`. */
export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const form = await readForm(visit)
  const country = readCountry(field(form, 'country', 2))
  const lang = field(form, 'lang', 2)
  if (!country || !/^[a-z]{2}$/.test(lang)) return new Response(null, { status: 400, ...NO_STORE })
  const secure = visit.services.env.https ? '; Secure' : ''
  const cookie = `${COUNTRY_COOKIE}=${country}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`
  return redirect(homePath(lang), {
    status: 303,
    headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' },
  })
}
