import { redirectDocument } from 'react-router'
import { endSession } from '#app/features/accounts/sign-in.server.ts'
import { field, openVisit, readForm } from '#app/features/accounts/visit.server.ts'
import { getKnownLanguages } from '#app/features/languages/queries.server.ts'
import { homePath } from '#app/platform/paths.ts'
import { plainPage } from '#app/site/plain-page.server.tsx'
import type { Route } from './+types/sign-out'

/**
 * Ends the session in the database and in the browser, and redirects to the home page in the form's `lang`. A session that
 * cannot be ended stays open in both, and a page says so.
 */
export async function action(args: Route.ActionArgs) {
  const visit = await openVisit(args)
  const form = await readForm(visit)
  const languages = await getKnownLanguages(visit.services)
  const wanted = field(form, 'lang', 10)
  const lang = languages.active.includes(wanted) ? wanted : languages.default
  const cookies = await endSession(visit)
  if (!cookies) {
    const page = plainPage({ language: lang, title: 'sign-out-failed', hint: 'sign-out-failed-hint' })
    return new Response(page, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
  return redirectDocument(homePath(lang), {
    headers: cookies.map((it) => ['Set-Cookie', it] as [string, string]),
  })
}
