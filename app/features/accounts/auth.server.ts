import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { APIError, betterAuth } from 'better-auth'
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { bearer, jwt, twoFactor } from 'better-auth/plugins'
import { errors, jwtVerify } from 'jose'
import { readSecret } from '#app/platform/secret.server.ts'
import type { Services } from '#app/platform/services.ts'
import { isStorable } from '#app/platform/text/storable.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import { confirmOwner, passwordReplaced, withdrawSignUp } from './commands.server.ts'
import { isCommonPassword } from './common-passwords.server.ts'
import { digestOf } from './digest.server.ts'
import { countAttempt } from './limits.server.ts'
import { type AccountMail, sendAccountMail } from './mail.server.ts'
import {
  ADMIN_PASSWORD_MIN,
  normalizeEmail,
  PASSWORD_MAX,
  PASSWORD_MIN,
  UNCONFIRMED_DAYS,
  USERNAME_HELD_MS,
} from './rules.ts'
import {
  type Admission,
  type Attempt,
  admitAttempt,
  admitCode,
  clearCodeAttempts,
  clearSignInAttempts,
} from './sign-in-limits.server.ts'
import { recordSignIn, type SignIn } from './sign-ins.server.ts'
import { KEY_OVERLAP_SECONDS, KEY_SECONDS, TOKEN_SECONDS } from './token-times.ts'

export type Auth = Awaited<ReturnType<typeof createAuth>>

/** The validity of links in confirmation mails; links of a reset are valid for an hour. */
const CONFIRMATION_SECONDS = USERNAME_HELD_MS / 1_000
const RESET_SECONDS = 3_600
/** The maximum lifetime of a session; the database ends it sooner, by its use and its owner's role. */
const SESSION_SECONDS = 30 * 24 * 3_600

/** Public addresses under /api/auth; all others are called only by the site's own pages. */
export const OPEN_AUTH_PATHS: ReadonlySet<string> = new Set([
  'GET /get-session',
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
])

/** The two endpoints of the second step of a sign-in: a code of the app, or a recovery code. */
const SECOND_STEPS: ReadonlySet<string> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
])
const CHALLENGE_SECONDS = 600

const auths = new WeakMap<Services['database'], Promise<Auth>>()

/** The authentication library's instance of this process, created on first use. */
export function getAuth(services: Services): Promise<Auth> {
  const known = auths.get(services.database)
  if (known) return known
  const made = createAuth(services)
  auths.set(services.database, made)
  made.catch(() => auths.delete(services.database))
  return made
}

interface Reported {
  error?: Error
}

/** Collects the error of a call of the library, which logs some errors and then fails without a cause. */
const failures = new AsyncLocalStorage<Reported>()

interface Browser {
  /** The id of the sign-up that it has made, by its cookie. */
  signUp?: string | null | false
  /** The text that its visitor consents to with a new password. */
  consentVersion?: string | null
}

/** The browser of a call, for the library's callbacks. */
const browsers = new AsyncLocalStorage<Browser>()

/**
 * Answers a request to one of the library's own addresses.
 * @throws the error behind an answer of 500 or above
 */
export async function answerAuth(auth: Auth, request: Request): Promise<Response> {
  const reported: Reported = {}
  const response = await failures.run(reported, () => auth.handler(request))
  if (response.status < 500) return response
  throw reported.error ?? new Error(`The authentication library answered ${response.status}`)
}

/**
 * The session of a cookie, or of a session's token.
 * @throws the error that the reading failed with
 */
export function readSession(auth: Auth, headers: Headers) {
  return withCause(() => auth.api.getSession({ headers }))
}

/** Replaces a failure of the library by the error that it logged for it; its failures have no cause. */
export async function withCause<T>(call: () => Promise<T>): Promise<T> {
  const reported: Reported = {}
  try {
    return await failures.run(reported, call)
  } catch (error) {
    throw isAPIError(error) ? (reported.error ?? error) : error
  }
}

/**
 * better-auth on the site's own tables: `profiles` is the user table, and `is_active` marks a confirmed address. Its
 * transactions are off: its callbacks (mails, labels) read through the outer handle, which the embedded database
 * refuses inside a transaction. An interrupted sign-up leaves an account that a password reset completes.
 */
export async function createAuth(services: Services) {
  const { database, env, log } = services
  const mail = (kind: AccountMail['kind'], user: { email: string }, token?: string) =>
    sendAccountMail(services, { kind, email: user.email, token })
  return betterAuth({
    appName: 'Overround',
    baseURL: issuerOf(env),
    basePath: '/api/auth',
    secret: await readSecret(services.database.kysely, services.env),
    database: { db: database.kysely, type: 'postgres' },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log(_, message, ...details) {
        const reported = failures.getStore()
        if (reported) reported.error ??= details.find((it) => it instanceof Error)
        // The library calls a request of another site an error, and refuses it.
        const level = /^(Invalid|Blocked) /.test(message) ? 'info' : 'error'
        log[level]({ details: details.map(String) }, `accounts: ${message}`)
      },
    },
    onAPIError: {
      // What is no answer of the library itself is thrown to its caller. Its own failures come as answers, see `answerAuth`.
      onError: (error) => {
        if (!isAPIError(error)) throw error
      },
    },
    trustedOrigins: (request) => (request && !env.appUrl ? [new URL(request.url).origin] : []),
    user: {
      modelName: 'profiles',
      fields: {
        name: 'full_name',
        emailVerified: 'is_active',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        username: { type: 'string', required: true },
        phone: { type: 'string', required: false },
        country: { type: 'string', required: false },
        preferredLanguage: { type: 'string', required: false, fieldName: 'preferred_language' },
        priceFormat: { type: 'string', required: false, input: false, fieldName: 'price_format' },
        consentedAt: { type: 'date', required: false, returned: false, fieldName: 'consented_at' },
        consentVersion: { type: 'string', required: false, returned: false, fieldName: 'consent_version' },
        role: { type: 'string', required: false, input: false, defaultValue: 'user' },
        backOfficeRole: { type: 'string', required: false, input: false, fieldName: 'back_office_role' },
        confirmedAt: { type: 'date', required: false, input: false, fieldName: 'confirmed_at' },
        mustChangePassword: {
          type: 'boolean',
          required: false,
          input: false,
          defaultValue: false,
          fieldName: 'must_change_password',
        },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: SESSION_SECONDS,
      // The site itself records that a session is in use.
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => {
        if (isBlocked(user)) return
        await mail('reset', user, token)
      },
      // The link of a reset proves the address, too. Who opens the account so is told of no change.
      onPasswordReset: async ({ user }) => {
        await passwordReplaced(services, user.id)
        const browser = browsers.getStore()
        const own =
          browser?.signUp === user.id ? undefined : { consentVersion: browser?.consentVersion ?? null }
        if (await confirmOwner(services, user.id, own)) return
        inBackground(mail('password-changed', user))
      },
      // Only the owner of the address is notified; the page shows the same to everybody.
      onExistingUserSignUp: ({ user }) => mail('already-registered', user),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      expiresIn: CONFIRMATION_SECONDS,
      sendVerificationEmail: async ({ user, token }) => {
        if (isBlocked(user)) return
        await mail('confirm', user, token)
      },
      // The library activates whatever has the address by then. The id is that of the sign-up that was checked: once this
      // is open, no other sign-up replaces it.
      beforeEmailVerification: async (user) => {
        if (isBlocked(user)) throw new APIError('FORBIDDEN', { message: 'This account is closed' })
        if (browsers.getStore()?.signUp === user.id && (await confirmOwner(services, user.id))) return
        throw new APIError('FORBIDDEN', { code: OTHER_BROWSER, message: 'Another browser signed up' })
      },
    },
    // The site's own limits, by network, account and device, are in `hooks` below: the library's are by address only.
    rateLimit: { enabled: false },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/sign-out') await endSession(ctx)
        if (!isBodyStorable(ctx.body)) throw new APIError('BAD_REQUEST', { message: 'Invalid characters' })
        const attempt = await attemptOf(ctx, ctx.body?.email)
        const step = SECOND_STEPS.has(ctx.path) ? await secondStepOf(ctx) : null
        const { admission, who } = await admit(ctx, attempt, step)
        if (admission !== 'admitted') {
          const isRepeated = admission === 'still-refused'
          if (who) await record(ctx, who, 'refused', attempt.address, isRepeated)
          throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts' })
        }
        if (await isTooShortForAdmin(ctx)) {
          throw new APIError('BAD_REQUEST', { code: ADMIN_PASSWORD_TOO_SHORT, message: 'Too short' })
        }
        if (await isCommonPassword(newPasswordOf(ctx))) {
          throw new APIError('BAD_REQUEST', { code: COMMON_PASSWORD, message: 'Too common' })
        }
        // The newest sign-up of an address counts until one is confirmed: it gets the mail with the link.
        if (ctx.path === '/sign-up/email') await withdrawSignUp(services, attempt.account)
        const browser = browsers.getStore()
        if (browser) browser.signUp = await ctx.getSignedCookie(signUpCookie(ctx).name, ctx.context.secret)
        if (step) {
          // Every sign-in requires a code; no device is trusted to omit it.
          if (ctx.body?.trustDevice) throw new APIError('BAD_REQUEST', { message: 'No device is trusted' })
          const { userId, isSigningIn } = step
          const code = String(ctx.body?.code)
          if (userId && !(await countAttempt(database, { 'code:account': `${userId}:${code}` }))) {
            if (isSigningIn) await record(ctx, { userId }, 'wrong_code', attempt.address)
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' })
          }
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/sign-up/email') return rememberSignUp(ctx)
        const signsIn = ctx.path === '/sign-in/email' || SECOND_STEPS.has(ctx.path)
        if (!signsIn && ctx.path !== '/verify-email') return
        const signedIn = ctx.context.newSession
        if (!signedIn) {
          if (signsIn) await recordFailure(ctx)
          return
        }
        const isSecondStep = SECOND_STEPS.has(ctx.path)
        if (!isSecondStep || (await secondStepOf(ctx)).isSigningIn) {
          const isHalf = ctx.path === '/sign-in/email' && signedIn.user.twoFactorEnabled
          await record(ctx, { userId: signedIn.user.id }, isHalf ? 'code_asked' : 'signed_in')
        }
        if (!signsIn) return
        const attempt = await attemptOf(ctx, signedIn.user.email)
        await clearSignInAttempts(database, attempt)
        if (isSecondStep) await clearCodeAttempts(database, attempt)
        const isKnown = isSecondStep ? attempt.hasGivenCode : attempt.device
        if (!isKnown) await rememberDevice(ctx, attempt.account, isSecondStep)
      }),
    },
    plugins: [
      twoFactor({
        twoFactorCookieMaxAge: CHALLENGE_SECONDS,
        // The site's own limits exempt browsers that the account knows; the library's lock does not.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      jwt({
        disableSettingJwtHeader: true,
        jwks: { rotationInterval: KEY_SECONDS, gracePeriod: KEY_OVERLAP_SECONDS },
        jwt: {
          issuer: issuerOf(env),
          audience: audienceOf(env),
          expirationTime: `${TOKEN_SECONDS}s`,
          // The session that the token was issued for: signing out ends the token, too.
          definePayload: ({ session }) => ({ sid: session.id }),
        },
        schema: {
          jwks: {
            fields: {
              publicKey: 'public_key',
              privateKey: 'private_key',
              createdAt: 'created_at',
              expiresAt: 'expires_at',
            },
          },
        },
      }),
      // For programs without cookies: the header set-auth-token of a sign-in, sent back as a bearer token.
      bearer({ requireSignature: true }),
    ],
    advanced: {
      // The library turns its check off where the environment has a variable TEST.
      disableOriginCheck: false,
      // The library's own prefix is the weaker __Secure-, which a neighbouring host could overwrite.
      cookiePrefix: env.https ? '__Host-overround' : 'overround',
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/', secure: Boolean(env.https) },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 128 },
      // Checked by a test instead: at run time the library would read the whole catalogue after each start.
      database: { generateId: 'uuid', validateSchema: false },
      // Sending a mail must not reveal through the response time that an address has an account.
      backgroundTasks: { handler: inBackground },
    },
  })

  async function record(
    ctx: HookContext,
    who: SignIn['who'],
    outcome: SignIn['outcome'],
    address = ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? '',
    isRepeated = false,
  ): Promise<void> {
    const userAgent = ctx.headers?.get('user-agent') ?? null
    await recordSignIn(services, { who, outcome, address, userAgent, isRepeated })
  }

  /** Counts a request, and names the account whose sign-in it belongs to. */
  async function admit(
    ctx: HookContext,
    attempt: Attempt,
    step: SecondStep | null,
  ): Promise<{ admission: Admission; who?: SignIn['who'] }> {
    const { address, account } = attempt
    if (ctx.path === '/sign-in/email')
      return { admission: await admitAttempt(database, attempt), who: { email: account } }
    if (step?.userId && step.isSigningIn) {
      const user = await ctx.context.internalAdapter.findUserById(step.userId)
      const sender = await attemptOf(ctx, user?.email)
      const isRecoveryCode = ctx.path === '/two-factor/verify-backup-code'
      return { admission: await admitCode(database, sender, isRecoveryCode), who: { userId: step.userId } }
    }
    const attempts = step?.userId
      ? { 'own-code:account': step.userId }
      : attemptsOf(ctx.path, address, account)
    const isAdmitted = !attempts || (await countAttempt(database, attempts))
    return { admission: isAdmitted ? 'admitted' : 'refused' }
  }

  async function recordFailure(ctx: HookContext): Promise<void> {
    const failure: unknown = ctx.context.returned
    if (!isAPIError(failure) || failure.statusCode >= 500) return
    if (ctx.path === '/sign-in/email') {
      const email = normalizeEmail(String(ctx.body?.email ?? ''))
      return record(ctx, { email }, failure.statusCode === 403 ? 'not_confirmed' : 'wrong_password')
    }
    const { userId, isSigningIn } = await secondStepOf(ctx)
    if (isSigningIn) await record(ctx, { userId: userId ?? null }, 'wrong_code')
  }

  function inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => log.error({ err: error }, 'accounts: a mail could not be sent'))
  }
}

export type Answer<T> =
  | { ok: true; value: T; headers: Headers }
  /** `code` is one of the library's BASE_ERROR_CODES. */
  | { ok: false; status: number; code: string }

/** The result of a call of the library; its refusals are values, all other errors are thrown. */
export async function ask<T>(call: Promise<{ headers?: Headers | null; response: T }>): Promise<Answer<T>> {
  try {
    const { headers, response } = await call
    return { ok: true, value: response, headers: headers ?? new Headers() }
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    return { ok: false, status: error.statusCode, code: String(error.body?.code ?? '') }
  }
}

interface NewPassword {
  token: string
  newPassword: string
  /** The text that the owner of the address consents to; null when the page asked for no consent. */
  consentVersion: string | null
  headers: Headers
}

/**
 * Sets a new password by the token of a reset link. The library uses the link up before it stores the password: if that
 * fails, the link is stored again, until it expires.
 */
export async function resetPassword(
  { api, $context }: Auth,
  { token, newPassword, consentVersion, headers }: NewPassword,
) {
  const { internalAdapter } = await $context
  const identifier = `reset-password:${token}`
  const link = await internalAdapter.findVerificationValue(identifier)
  try {
    return await browsers.run({ consentVersion }, () =>
      ask(api.resetPassword({ body: { newPassword, token }, headers, returnHeaders: true })),
    )
  } catch (error) {
    if (link && !(await internalAdapter.findVerificationValue(identifier))) {
      const { value, expiresAt } = link
      await internalAdapter.createVerificationValue({ identifier, value, expiresAt })
    }
    throw error
  }
}

/** What the link of a confirmation mail leads to. */
type Confirmation =
  | { kind: 'invalid' }
  | { kind: 'confirmed'; cookies: string[] }
  /** The token of a reset link: whoever sets a password by it confirms the address. */
  | { kind: 'choose-password'; token: string }

/**
 * Confirms an address. Anybody can sign up with it: the password of a sign-up is kept, and a session opened, only in the
 * browser that signed up. In any other one the owner of the mailbox chooses a password.
 */
export async function confirmAddress(
  auth: Auth,
  { token, headers }: { token: string; headers: Headers },
): Promise<Confirmation> {
  const answer = await browsers.run({}, () =>
    ask(auth.api.verifyEmail({ query: { token }, headers, returnHeaders: true })),
  )
  if (answer.ok) return { kind: 'confirmed', cookies: answer.headers.getSetCookie() }
  if (answer.code !== OTHER_BROWSER) return { kind: 'invalid' }
  const reset = await exchangeConfirmation(auth, token)
  return reset === null ? { kind: 'invalid' } : { kind: 'choose-password', token: reset }
}

/** The token of a reset link for that of a confirmation mail; null if it is invalid, or the address is confirmed. */
export async function exchangeConfirmation({ $context }: Auth, token: string): Promise<string | null> {
  const { internalAdapter, secret } = await $context
  const email = await emailOfLink(token, secret)
  const user = email && (await internalAdapter.findUserByEmail(email))?.user
  if (!user || user.emailVerified || isBlocked(user)) return null
  const reset = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${reset}`,
    value: user.id,
    expiresAt: new Date(Date.now() + RESET_SECONDS * 1_000),
  })
  return reset
}

/** The issuer of the site's bearer tokens. */
export function issuerOf(env: Services['env']): string {
  return env.appUrl ?? `http://localhost:${env.port}`
}

/** The audience of the site's bearer tokens. */
export function audienceOf(env: Services['env']): string {
  return `${issuerOf(env)}/api/v1`
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** How long a browser that has signed in to an account is known to it. */
const DEVICE_SECONDS = 180 * 24 * 3_600

const deviceCookie = (ctx: HookContext) =>
  ctx.context.createAuthCookie('known_device', { maxAge: DEVICE_SECONDS })

/** The sender of a sign-in attempt. A browser's cookie counts only for the account that it signed in to. */
async function attemptOf(ctx: HookContext, email: unknown): Promise<Attempt> {
  const address = ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? ''
  const account = typeof email === 'string' ? normalizeEmail(email) : ''
  const mark = ctx.headers ? await ctx.getSignedCookie(deviceCookie(ctx).name, ctx.context.secret) : null
  const [device = '', owner, passed] = (mark || '').split('.')
  if (owner !== digestOf(account)) return { address, account, device: null, hasGivenCode: false }
  return { address, account, device, hasGivenCode: passed === 'code' }
}

async function rememberDevice(ctx: HookContext, account: string, hasGivenCode: boolean): Promise<void> {
  const { name, attributes } = deviceCookie(ctx)
  const mark = `${randomBytes(16).toString('base64url')}.${digestOf(account)}${hasGivenCode ? '.code' : ''}`
  await ctx.setSignedCookie(name, mark, ctx.context.secret, attributes)
}

/** As long as a sign-up waits for its confirmation. */
const signUpCookie = (ctx: HookContext) =>
  ctx.context.createAuthCookie('signed_up', { maxAge: UNCONFIRMED_DAYS * 24 * 3_600 })

/** Marks the browser that signed up. An address that has an account gets the id of no account. */
async function rememberSignUp(ctx: HookContext): Promise<void> {
  const answer = ctx.context.returned as { user?: { id?: string } } | undefined
  if (!answer?.user?.id) return
  const { name, attributes } = signUpCookie(ctx)
  await ctx.setSignedCookie(name, answer.user.id, ctx.context.secret, attributes)
}

/** The address in the token of a confirmation mail; null for a token that the library refuses. */
async function emailOfLink(token: string, secret: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })
    return typeof payload.email === 'string' ? payload.email : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Whether the database can look up every text of a request's body. Of a password it gets only the hash. */
function isBodyStorable(body: unknown): boolean {
  return Object.entries(body ?? {}).every(
    ([name, value]) => /password/i.test(name) || typeof value !== 'string' || isStorable(value),
  )
}

/** The error code of a new password that is too short for an administrator. */
export const ADMIN_PASSWORD_TOO_SHORT = 'ADMIN_PASSWORD_TOO_SHORT'
/** The error code of a common password. */
export const COMMON_PASSWORD = 'COMMON_PASSWORD'
/** The error code of a confirmation in a browser that did not sign up. */
const OTHER_BROWSER = 'OTHER_BROWSER'

/** The new password in a request; empty if there is none. */
function newPasswordOf({ path, body }: HookContext): string {
  const given: unknown = path === '/sign-up/email' ? body?.password : body?.newPassword
  return typeof given === 'string' ? given : ''
}

/** Whether a request sets a password for somebody of the back office that is long enough only for a member. */
async function isTooShortForAdmin(ctx: HookContext): Promise<boolean> {
  const { internalAdapter } = ctx.context
  const { newPassword, token } = (ctx.body ?? {}) as { newPassword?: unknown; token?: unknown }
  if (typeof newPassword !== 'string' || newPassword.length >= ADMIN_PASSWORD_MIN) return false
  if (ctx.path === '/change-password') return (await getSessionFromCtx(ctx))?.user.backOfficeRole != null
  if (ctx.path !== '/reset-password') return false
  const reset = await internalAdapter.findVerificationValue(`reset-password:${String(token)}`)
  const user = reset && (await internalAdapter.findUserById(reset.value))
  return Boolean(user && 'backOfficeRole' in user && user.backOfficeRole != null)
}

/** The library ignores a failure here, and would report a session as ended that is still open. */
async function endSession(ctx: HookContext): Promise<void> {
  const { authCookies, secret, internalAdapter } = ctx.context
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
  if (token) await internalAdapter.deleteSession(token)
}

interface SecondStep {
  /** Undefined when the sign-in has expired. */
  userId: string | undefined
  /** Whether it belongs to a sign-in, and not to setting up or turning off the second factor. */
  isSigningIn: boolean
}

/**
 * The second step that a request belongs to. As in the library, a session counts before the cookie of a sign-in. Its
 * hook for bearer tokens runs after this one, so a token would be a session that is not seen here.
 */
async function secondStepOf(ctx: HookContext): Promise<SecondStep> {
  if (/^bearer /i.test(ctx.headers?.get('authorization') ?? ''))
    throw new APIError('BAD_REQUEST', { message: 'A second step takes no bearer token' })
  const session = await getSessionFromCtx(ctx)
  if (session) return { userId: session.user.id, isSigningIn: false }
  const cookie = ctx.context.createAuthCookie('two_factor')
  const challenge = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
  const found = challenge ? await ctx.context.internalAdapter.findVerificationValue(challenge) : null
  return { userId: found?.value, isSigningIn: Boolean(challenge) }
}

function attemptsOf(path: string, address: string, account: string) {
  switch (path) {
    case '/sign-up/email':
      return { 'sign-up:address': address, 'sign-up:account': account }
    case '/request-password-reset':
    case '/send-verification-email':
      return { 'reset:address': address, 'reset:account': account }
    case '/reset-password':
      return { 'reset-use:address': address }
    case '/verify-email':
      return { 'confirm:address': address }
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
      return { 'second-step:address': address }
    default:
      return null
  }
}

/** Inactive although the address was confirmed: an administrator has closed the account. */
function isBlocked(user: { emailVerified: boolean } & Record<string, unknown>): boolean {
  return !user.emailVerified && user.confirmedAt != null
}
