import { readSettings } from '../settings/queries.server.ts'
import { ask, readSession } from './auth.server.ts'
import { clearAttempts, countAttempt } from './limits.server.ts'
import { drawQrCode } from './qr-code.server.ts'
import type { Enrolment, SessionUser } from './schema.ts'
import type { Visit } from './visit.server.ts'

type Refusal = 'too-many' | 'current-required' | 'current-incorrect' | 'code-invalid' | 'two-factor-failed'
type Result<T> = { ok: true; value: T } | { ok: false; problem: Refusal }

/** The data for setting up an app. The second factor is active from its confirmation with a code on. */
export function beginEnrolment(
  visit: Visit,
  user: SessionUser,
  password: string,
): Promise<Result<Enrolment>> {
  return withPassword(visit, user, password, async () => {
    const { site_name: issuer } = await readSettings(visit.services)
    const body = { password, issuer }
    const answer = await ask(
      visit.auth.api.enableTwoFactor({ body, headers: visit.headers, returnHeaders: true }),
    )
    if (!answer.ok) return answer
    if (answer.value.method !== 'totp')
      throw new Error('The authentication library set up another kind of second factor.')
    const uri = answer.value.totpURI
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    const enrolment = { secret: secret.replace(/.{4}(?=.)/g, '$& '), qr: drawQrCode(uri) }
    return { ...answer, value: enrolment }
  })
}

/** The result of turning on the second factor: the cookies of the new session, and the recovery codes. */
interface Confirmed {
  cookies: string[]
  recoveryCodes: string[]
}

/**
 * Turns on the second factor. The session is replaced, and all others are ended. Refused while it is on: a code alone
 * would show the recovery codes.
 */
export async function confirmEnrolment(
  { auth, services, headers }: Visit,
  user: SessionUser,
  typed: string,
): Promise<Result<Confirmed>> {
  if (user.twoFactor) return refuse('two-factor-failed')
  if (!(await countAttempt(services.database, { 'password:account': user.id }))) return refuse('too-many')
  const body = { code: plainCode(typed) }
  const answer = await ask(auth.api.verifyTOTP({ body, headers, returnHeaders: true }))
  if (!answer.ok) return refuse(answer.status === 429 ? 'too-many' : 'code-invalid')
  await clearAttempts(services.database, 'password:account', user.id)
  const cookies = answer.headers.getSetCookie()
  // Ends the sessions that were opened with the password alone.
  const kept = await readSession(auth, new Headers({ cookie: cookieHeader(cookies) }))
  const { kysely } = services.database
  const others = kysely.deleteFrom('sessions').where('user_id', '=', user.id)
  if (kept) await others.where('id', '!=', kept.session.id).execute()
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: user.id } })
  return { ok: true, value: { cookies, recoveryCodes: backupCodes } }
}

/** Creates new recovery codes, which requires the password and a code; the old ones become invalid. */
export function renewRecoveryCodes(visit: Visit, user: SessionUser, proof: Proof): Promise<Result<string[]>> {
  const { auth, headers } = visit
  return withPassword(visit, user, proof.password, async () => {
    const refused = await checkProof(visit, proof)
    if (refused) return refused
    const body = { password: proof.password }
    const answer = await ask(auth.api.generateBackupCodes({ body, headers, returnHeaders: true }))
    return answer.ok ? { ...answer, value: answer.value.backupCodes } : answer
  })
}

/**
 * Turns off the second factor, which requires the password and a code. The session is replaced: its cookies are
 * returned.
 */
export function disableTwoFactor(visit: Visit, user: SessionUser, proof: Proof): Promise<Result<string[]>> {
  const { auth, headers } = visit
  return withPassword(visit, user, proof.password, async () => {
    const refused = await checkProof(visit, proof)
    if (refused) return refused
    const body = { password: proof.password }
    const answer = await ask(auth.api.disableTwoFactor({ body, headers, returnHeaders: true }))
    return answer.ok ? { ...answer, value: answer.headers.getSetCookie() } : answer
  })
}

/**
 * Both factors: a person at an unlocked browser who knows the password must not be able to remove the second factor.
 */
export interface Proof {
  password: string
  /** Of the app, or a recovery code. */
  code: string
}

/**
 * The problem of the two factors, as the library's code; null when there is none. The password is checked first: it is
 * useless alone.
 */
async function checkProof(
  { auth, headers }: Visit,
  { password, code }: Proof,
): Promise<{ ok: false; code: string } | null> {
  const known = await ask(auth.api.verifyPassword({ body: { password }, headers, returnHeaders: true }))
  if (!known.ok) return known
  const plain = plainCode(code)
  const call = { body: { code: plain }, headers, returnHeaders: true } as const
  const right = await ask(isAppCode(plain) ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call))
  return right.ok ? null : { ok: false, code: 'INVALID_CODE' }
}

/** As typed, with the spaces that many apps show. */
export function plainCode(typed: string): string {
  return typed.replace(/\s/g, '')
}

/** Whether a code is one of an app; a recovery code has letters. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

const REFUSALS: Record<string, Refusal> = {
  INVALID_PASSWORD: 'current-incorrect',
  INVALID_CODE: 'code-invalid',
}

/** Runs a function that needs the password, whose attempts are limited. */
async function withPassword<T>(
  { services }: Visit,
  user: SessionUser,
  password: string,
  act: () => Promise<{ ok: true; value: T } | { ok: false; code: string }>,
): Promise<Result<T>> {
  if (password === '') return refuse('current-required')
  if (!(await countAttempt(services.database, { 'password:account': user.id }))) return refuse('too-many')
  const done = await act()
  if (!done.ok) return refuse(REFUSALS[done.code] ?? 'two-factor-failed')
  await clearAttempts(services.database, 'password:account', user.id)
  return { ok: true, value: done.value }
}

function refuse(problem: Refusal): { ok: false; problem: Refusal } {
  return { ok: false, problem }
}

/** The Cookie header that a browser sends for Set-Cookie headers. */
export function cookieHeader(given: string[]): string {
  return given.map((cookie) => cookie.split(';')[0] ?? '').join('; ')
}
