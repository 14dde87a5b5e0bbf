import { sql } from 'kysely'
import { redirect } from 'react-router'
import type { Services } from '#app/platform/services.ts'
import { FALLBACK_LANGUAGE } from '../languages/choose-language.ts'
import { getKnownLanguages } from '../languages/queries.server.ts'
import { getAuth, readSession } from './auth.server.ts'
import { isStaffRole, type StaffRole } from './permissions.ts'
import { replacePasswordPath } from './rules.ts'
import type { Session, SessionUser } from './schema.ts'

/** The session of a request, or null. A closed account has none, even with a cookie. */
export async function getSession(services: Services, request: Request): Promise<Session | null> {
  const cookie = request.headers.get('cookie')
  if (!cookie?.includes('overround.session_token=')) return null
  const found = await readSession(await getAuth(services), new Headers({ cookie }))
  if (!found?.user.emailVerified) return null
  await extendSession(services, found.session)
  const { user } = found
  const staffRole = isStaffRole(user.backOfficeRole) ? user.backOfficeRole : null
  return {
    sessionId: found.session.id,
    user: {
      id: user.id,
      email: user.email,
      username: user.username || null,
      role: staffRole ? 'admin' : 'user',
      staffRole,
      isActive: user.emailVerified,
      mustChangePassword: user.mustChangePassword ?? false,
      twoFactor: user.twoFactorEnabled ?? false,
      preferredLanguage: user.preferredLanguage ?? null,
      priceFormat: user.priceFormat ?? null,
    },
  }
}

/** The minimum interval between two records of a session's use. */
const USE_NOTED_MS = 3_600_000

/** Extends a session that is in use, within the limits that the database sets (`limit_session`). */
async function extendSession(
  { database }: Services,
  session: { id: string; updatedAt: Date },
): Promise<void> {
  const now = Date.now()
  if (now - session.updatedAt.getTime() < USE_NOTED_MS) return
  await database.kysely
    .updateTable('sessions')
    .set({ updated_at: new Date(now), expires_at: sql`'infinity'::timestamptz` })
    .where('id', '=', session.id)
    .execute()
}

/** For pages of signed-in users: without a session, a redirect to the sign-in screen and back. */
export async function requireUser(
  services: Services,
  request: Request,
  options: { lang: string; returnTo: string },
): Promise<Session> {
  const session = await getSession(services, request)
  if (session) return session
  throw redirect(loginPath(options.lang, options.returnTo), { headers: { 'Cache-Control': 'no-store' } })
}

/** A person who may enter the back office; otherwise the status and the redirect for those who may not. */
type Admission =
  | { kind: 'admitted'; session: Session; role: StaffRole }
  | { kind: 'refused'; status: 401 | 403; to: string }

/**
 * For the back office: somebody with a role there; or a redirect to the sign-in screen (no session), to the home page
 * (no role), or to the profile (the password must be replaced first, or two-factor authentication set up).
 * @param url the requested address, which differs from the request's own in data requests
 */
export async function admitAdmin(services: Services, request: Request, url: URL): Promise<Admission> {
  const [session, languages] = await Promise.all([getSession(services, request), getKnownLanguages(services)])
  if (!session) {
    return { kind: 'refused', status: 401, to: loginPath(languages.default, url.pathname + url.search) }
  }
  const role = session.user.staffRole
  if (!role) return { kind: 'refused', status: 403, to: '/' }
  if (session.user.mustChangePassword || (await lacksTwoFactor(services, session.user))) {
    const preferred = session.user.preferredLanguage ?? ''
    const lang = languages.active.includes(preferred) ? preferred : (languages.default ?? FALLBACK_LANGUAGE)
    return { kind: 'refused', status: 403, to: replacePasswordPath(lang, url.pathname + url.search) }
  }
  return { kind: 'admitted', session, role }
}

/**
 * Whether the operator requires two-factor authentication in the back office and the account does not have it.
 * @throws the database's error: an unreadable setting must not grant access
 */
export async function lacksTwoFactor({ database }: Services, user: SessionUser): Promise<boolean> {
  if (!user.staffRole || user.twoFactor) return false
  const settings = await database.kysely
    .selectFrom('site_settings')
    .select('require_admin_two_factor')
    .executeTakeFirst()
  return settings?.require_admin_two_factor ?? false
}

function loginPath(lang: string, returnTo: string): string {
  return `/${lang}/login?next=${encodeURIComponent(returnTo)}`
}
