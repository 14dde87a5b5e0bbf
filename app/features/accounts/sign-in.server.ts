import { ask } from './auth.server.ts'
import { type AccountState, readAccountState } from './queries.server.ts'
import { isAppCode, plainCode } from './two-factor.server.ts'
import type { Visit } from './visit.server.ts'

/** The signed-in user, as far as the redirect depends on it. */
export interface SignedIn {
  id: string
  mustChangePassword: boolean
}

type Problem =
  | 'invalid-credentials'
  | 'not-verified'
  | 'blocked'
  | 'sign-in-failed'
  | 'status-unknown'
  | 'too-many'
  | 'code-invalid'
  | 'challenge-expired'

type Opened<T> = { ok: true; value: T; cookies: string[] } | { ok: false; problem: Problem }

/** Checks the password; opens a session, or the second step if the account has one. */
export async function openSession(
  visit: Visit,
  body: { email: string; password: string },
): Promise<Opened<SignedIn | 'second-step'>> {
  const { auth, headers } = visit
  const answer = await ask(auth.api.signInEmail({ body, headers, returnHeaders: true }))
  if (!answer.ok) {
    if (answer.status === 429) return refuse('too-many')
    // The password was right.
    if (answer.status === 403) return refuse(await stateOfClosed(visit, body.email))
    return refuse(answer.status === 401 ? 'invalid-credentials' : 'sign-in-failed')
  }
  const cookies = answer.headers.getSetCookie()
  if ('twoFactorRedirect' in answer.value) return { ok: true, value: 'second-step', cookies }
  return verifyStatus(visit, answer.value, cookies)
}

/**
 * Ends the session of the request.
 * @returns the cookies that end it in the browser; null if it could not be ended
 */
export async function endSession({ services, auth, headers }: Visit): Promise<string[] | null> {
  try {
    const answer = await ask(auth.api.signOut({ headers, returnHeaders: true }))
    return answer.ok ? answer.headers.getSetCookie() : []
  } catch (error) {
    services.log.error({ err: error }, 'a session was not ended')
    return null
  }
}

/** Why an account that is not active has no session. */
async function stateOfClosed({ services }: Visit, email: string): Promise<'blocked' | 'not-verified'> {
  return (await readAccountState(services, { email })) === 'blocked' ? 'blocked' : 'not-verified'
}

/** Checks a code of the app or a recovery code, and opens the session. */
export async function takeSecondStep(visit: Visit, typed: string): Promise<Opened<SignedIn>> {
  const { auth, headers } = visit
  const code = plainCode(typed)
  const call = { body: { code }, headers, returnHeaders: true } as const
  const answer = await ask(isAppCode(code) ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call))
  if (answer.ok) return verifyStatus(visit, answer.value, answer.headers.getSetCookie())
  if (answer.status === 429) return refuse('too-many')
  const wrong = answer.code === 'INVALID_CODE' || answer.code === 'INVALID_BACKUP_CODE'
  return refuse(wrong ? 'code-invalid' : 'challenge-expired')
}

/** Checks every new session against the profile; a session that cannot be verified is closed again. */
async function verifyStatus(
  { services }: Visit,
  {
    token,
    user,
  }: {
    token?: string | null | undefined
    user: { id: string; mustChangePassword?: boolean | null | undefined }
  },
  cookies: string[],
): Promise<Opened<SignedIn>> {
  let state: AccountState | null = null
  try {
    state = await readAccountState(services, { id: user.id })
  } catch (error) {
    services.log.error({ err: error }, 'Unable to verify account status')
  }
  if (state === 'active')
    return { ok: true, value: { id: user.id, mustChangePassword: user.mustChangePassword ?? false }, cookies }
  await services.database.kysely
    .deleteFrom('sessions')
    .where('token', '=', token ?? '')
    .execute()
  return refuse(state === null ? 'status-unknown' : state)
}

function refuse(problem: Problem): { ok: false; problem: Problem } {
  return { ok: false, problem }
}
