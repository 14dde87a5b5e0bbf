import { redirect } from 'react-router'
import { field, openVisit, readForm } from '#app/features/accounts/visit.server.ts'
import { OLDEST, YOUNGEST } from '#app/features/audiences/editor-schema.ts'
import { AGE_COOKIE } from '#app/features/audiences/visitors.ts'
import { toLocation } from '#app/platform/text/link.ts'
import type { Route } from './+types/age'
import { NO_STORE } from './no-store.ts'

const DAYS_30 = 30 * 24 * 3_600

function readAge(text: string | undefined): number | undefined {
  const age = Number(text)
  return Number.isInteger(age) && age >= YOUNGEST && age <= OLDEST ? age : undefined
}

/** The style sheet that hides the question for an age, for a visitor without scripts who has confirmed it. */
export function loader({ request, params }: Route.LoaderArgs) {
  const age = readAge(params.age)
  if (age === undefined) throw new Response(null, { status: 404 })
  const confirmed = new RegExp(`(?:^|;\\s*)${AGE_COOKIE}=${age}(?:;|$)`).test(
    request.headers.get('cookie') ?? '',
  )
  return new Response(confirmed ? ':root body{visibility:visible}:root .age-gate{display:none}' : '', {
    headers: { 'Content-Type': 'text/css', 'Cache-Control': 'private, no-store' },
  })
}

/** Stores that the visitor has confirmed the age of the address, and goes back to the page `to`. */
export async function action(args: Route.ActionArgs) {
  const visit = await openVisit({ ...args, params: {} })
  const form = await readForm(visit)
  const age = readAge(args.params.age)
  const to = field(form, 'to')
  if (age === undefined) return new Response(null, { status: 400, ...NO_STORE })
  const target = /^\/(?![/\\])/.test(to) ? toLocation(to) : '/'
  const secure = visit.services.env.https ? '; Secure' : ''
  // The document's first script reads it.
  const cookie = `${AGE_COOKIE}=${age}; Path=/; Max-Age=${DAYS_30}; SameSite=Lax${secure}`
  return redirect(target, { status: 303, headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } })
}
