import { redirect } from 'react-router'
import type { Services } from '#app/platform/services.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { FALLBACK_LANGUAGE } from '../languages/rules.ts'
import { getAuth } from './auth.server.ts'
import type { Session, SessionUser } from './schema.ts'

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
      twoFactor: user.twoFactorEnabled ?? false,
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
 * For the back office: an administrator, or a redirect to the sign-in screen (no session), home (no administrator), or
 * to the profile (the password has to be replaced first, or two-factor authentication set up).
 * @param url the address that was asked for, which the request's own differs from in data requests
 */
export async function requireAdmin(services: Services, request: Request, url: URL): Promise<Session> {
  const [session, languages] = await Promise.all([getSession(services, request), getKnownLanguages(services)])
  const noStore = { headers: { 'Cache-Control': 'no-store' } }
  if (!session) {
    throw redirect(loginPath(languages.default, url.pathname + url.search), noStore)
  }
  if (session.user.role !== 'admin') throw redirect('/', noStore)
  if (session.user.mustChangePassword || (await lacksTwoFactor(services, session.user))) {
    const preferred = session.user.preferredLanguage ?? ''
    const lang = languages.active.includes(preferred) ? preferred : (languages.default ?? FALLBACK_LANGUAGE)
    throw redirect(`/${lang}/profile?tab=password`, noStore)
  }
  return session
}

/**
 * Whether the operator asks an administrator for two-factor authentication that the account does not have.
 * @throws the database's error: a setting that cannot be read must not open the door
 */
export async function lacksTwoFactor({ database }: Services, user: SessionUser): Promise<boolean> {
  if (user.role !== 'admin' || user.twoFactor) return false
  const settings = await database.kysely
    .selectFrom('site_settings')
    .select('require_admin_two_factor')
    .executeTakeFirst()
  return settings?.require_admin_two_factor ?? false
}

function loginPath(lang: string, returnTo: string): string {
  return `/${lang}/login?next=${encodeURIComponent(returnTo)}`
}
