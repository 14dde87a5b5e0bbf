import { readSettings } from '../settings/queries.server.ts'
import { ask } from './auth.server.ts'
import { countAttempt, forgetAttempts } from './limits.server.ts'
import { drawQrCode } from './qr-code.server.ts'
import type { Enrolment, SessionUser } from './schema.ts'
import type { Visit } from './visit.server.ts'

type Refusal = 'too-many' | 'current-required' | 'current-incorrect' | 'code-invalid' | 'two-factor-failed'
type Result<T> = { ok: true; value: T } | { ok: false; problem: Refusal }

/** What the set-up of an app needs. The second factor counts from its confirmation with a code on. */
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
      throw new Error('The accounts part set up another kind of second factor.')
    const uri = answer.value.totpURI
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    const enrolment = { secret: secret.replace(/.{4}(?=.)/g, '$& '), qr: drawQrCode(uri) }
    return { ...answer, value: enrolment }
  })
}

/** A second factor that was turned on: the cookies of the session, another one than before, and the recovery codes. */
interface Confirmed {
  cookies: string[]
  recoveryCodes: string[]
}

/** Turns the second factor on. The session is another one afterwards, and the only one. */
export async function confirmEnrolment(
  { auth, services, headers }: Visit,
  user: SessionUser,
  typed: string,
): Promise<Result<Confirmed>> {
  if (!(await countAttempt(services.database, { 'password:account': user.id }))) return refuse('too-many')
  const body = { code: plainCode(typed) }
  const answer = await ask(auth.api.verifyTOTP({ body, headers, returnHeaders: true }))
  if (!answer.ok) return refuse(answer.status === 429 ? 'too-many' : 'code-invalid')
  await forgetAttempts(services.database, 'password:account', user.id)
  const cookies = answer.headers.getSetCookie()
  // Whoever was signed in with the password alone is signed out.
  const kept = await auth.api.getSession({ headers: new Headers({ cookie: cookieHeader(cookies) }) })
  const { kysely } = services.database
  const others = kysely.deleteFrom('sessions').where('user_id', '=', user.id)
  if (kept) await others.where('id', '!=', kept.session.id).execute()
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: user.id } })
  return { ok: true, value: { cookies, recoveryCodes: backupCodes } }
}

/** New recovery codes, which take the password and a code; those of before are worthless. */
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
 * Turns the second factor off, which takes the password and a code. The session is another one afterwards: its cookies
 * are returned.
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

/** Both factors: who has found an open browser and knows the password must not do away with the second one. */
export interface Proof {
  password: string
  /** Of the app, or a recovery code. */
  code: string
}

/** What is wrong with a proof, in the library's words; null where nothing is. The password comes first: it is no use alone. */
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

/** As people type it: with spaces, as many apps show it. */
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

/** Does what needs the password, which may be guessed only so often. */
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
  await forgetAttempts(services.database, 'password:account', user.id)
  return { ok: true, value: done.value }
}

function refuse(problem: Refusal): { ok: false; problem: Refusal } {
  return { ok: false, problem }
}

/** What a browser sends of cookies that it was given. */
export function cookieHeader(given: string[]): string {
  return given.map((cookie) => cookie.split(';')[0] ?? '').join('; ')
}
