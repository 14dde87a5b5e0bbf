import { redirect } from 'react-router'
import type { Services } from '#app/platform/services.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { FALLBACK_LANGUAGE } from '../languages/rules.ts'
import { getAuth } from './auth.server.ts'
import type { Session } from './schema.ts'

/** The session that a request carries, or null. A closed account has none, whatever its cookie says. */
export async function getSession(services: Services, request: Request): Promise<Session | null> {
  const cookie = request.headers.get('cookie')
  if (!cookie?.includes('overround.session_token=')) return null
  const auth = await getAuth(services)
  const found = await auth.api.getSession({ headers: new Headers({ cookie }) })
  if (!found?.user.emailVerified) return null
  const { user } = found
  return {
    sessionId: found.session.id,
    user: {
      id: user.id,
      email: user.email,
      username: user.username || null,
      role: user.role === 'admin' ? 'admin' : 'user',
      isActive: user.emailVerified,
      mustChangePassword: user.mustChangePassword ?? false,
      preferredLanguage: user.preferredLanguage ?? null,
    },
  }
}

/** For pages of signed-in users: without a session, the way to the sign-in screen and back. */
export async function requireUser(
  services: Services,
  request: Request,
  options: { lang: string; returnTo: string },
): Promise<Session> {
  const session = await getSession(services, request)
  if (session) return session
  throw redirect(loginPath(options.lang, options.returnTo), { headers: { 'Cache-Control': 'no-store' } })
}

/**
 * For the back office: an administrator, or a redirect to the sign-in screen (no session), to the profile (the password
 * has to be replaced first), or 403.
 * @public
 */
export async function requireAdmin(services: Services, request: Request): Promise<Session> {
  const [session, languages] = await Promise.all([getSession(services, request), getKnownLanguages(services)])
  const noStore = { headers: { 'Cache-Control': 'no-store' } }
  if (!session) {
    const { pathname, search } = new URL(request.url)
    throw redirect(loginPath(languages.default, pathname.replace(/\.data$/, '') + search), noStore)
  }
  if (session.user.role !== 'admin') throw new Response(null, { status: 403 })
  if (session.user.mustChangePassword) {
    const preferred = session.user.preferredLanguage ?? ''
    const lang = languages.active.includes(preferred) ? preferred : (languages.default ?? FALLBACK_LANGUAGE)
    throw redirect(`/${lang}/profile?tab=password`, noStore)
  }
  return session
}

function loginPath(lang: string, returnTo: string): string {
  return `/${lang}/login?next=${encodeURIComponent(returnTo)}`
}
