import { randomBytes } from 'node:crypto'
import { APIError, betterAuth } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Services } from '#app/platform/services.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import { countAttempt, forgetAttempts } from './limits.server.ts'
import { type AccountMail, sendAccountMail } from './mail.server.ts'
import { normalizeEmail, PASSWORD_MAX, PASSWORD_MIN } from './rules.ts'

export type Auth = Awaited<ReturnType<typeof createAuth>>

export type AuthServices = Pick<Services, 'database' | 'env' | 'log' | 'memo'>

/** The links of confirmation mails work this long, those of a reset an hour. */
const CONFIRMATION_SECONDS = 24 * 3_600
const RESET_SECONDS = 3_600
const SESSION_SECONDS = 30 * 24 * 3_600
const SESSION_RENEWAL_SECONDS = 24 * 3_600

/** Addresses under /api/auth that are open to the world; everything else is asked for by the site's own pages. */
export const OPEN_AUTH_PATHS: ReadonlySet<string> = new Set([
  'GET /get-session',
  'POST /sign-in/email',
  'POST /sign-out',
])

const auths = new WeakMap<Services['database'], Promise<Auth>>()

/** The accounts part of this process, made at the first need. */
export function getAuth(services: AuthServices): Promise<Auth> {
  const known = auths.get(services.database)
  if (known) return known
  const made = createAuth(services)
  auths.set(services.database, made)
  made.catch(() => auths.delete(services.database))
  return made
}

/**
 * better-auth on the site's own tables: `profiles` is the user table, `is_active` its mark of a confirmed address.
 * Without its transactions: what it calls on the way (mails, labels) reads through the outer handle, which the embedded
 * database refuses inside a transaction. A sign-up cut in half leaves an account that a password reset completes.
 */
export async function createAuth(services: AuthServices) {
  const { database, env, log } = services
  const mail = (kind: AccountMail['kind'], user: { email: string }, token?: string) =>
    sendAccountMail(services, { kind, email: user.email, token })
  return betterAuth({
    appName: 'Overround',
    baseURL: env.appUrl ?? `http://localhost:${env.port}`,
    basePath: '/api/auth',
    secret: await readSecret(services),
    database: { db: database.kysely, type: 'postgres' },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_, message, ...details) => log.error({ details: details.map(String) }, `accounts: ${message}`),
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
        role: { type: 'string', required: false, input: false, defaultValue: 'user' },
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
      updateAge: SESSION_RENEWAL_SECONDS,
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
      sendResetPassword: ({ user, token }) => mail('reset', user, token),
      onPasswordReset: async ({ user }) => {
        await database.kysely
          .updateTable('profiles')
          .set({ must_change_password: false })
          .where('id', '=', user.id)
          .execute()
        inBackground(mail('password-changed', user))
      },
      // Told to the owner of the address only; the page says the same as to anybody.
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
      beforeEmailVerification: async (user) => {
        if (isBlocked(user)) throw new APIError('FORBIDDEN', { message: 'This account is closed' })
      },
      afterEmailVerification: async (user) => {
        await database.kysely
          .updateTable('profiles')
          .set({ confirmed_at: new Date() })
          .where('id', '=', user.id)
          .execute()
      },
    },
    // The site's own, by address and by account, in `hooks` below: the library's looks at addresses alone.
    rateLimit: { enabled: false },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const address = ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? ''
        const account = typeof ctx.body?.email === 'string' ? normalizeEmail(ctx.body.email) : ''
        const attempts = attemptsOf(ctx.path, address, account)
        if (attempts && !(await countAttempt(database, attempts))) {
          throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS', message: 'Too many attempts' })
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        const signedIn = ctx.path === '/sign-in/email' ? ctx.context.newSession : null
        if (signedIn) await forgetAttempts(database, 'sign-in:account', signedIn.user.email)
      }),
    },
    advanced: {
      cookiePrefix: 'overround',
      useSecureCookies: env.appUrl?.startsWith('https:') ?? false,
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 128 },
      database: { generateId: 'uuid' },
      // A mail on its way must not show, by the time that an answer takes, that an address has an account.
      backgroundTasks: { handler: inBackground },
    },
  })

  function inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => log.error({ err: error }, 'accounts: a mail could not be sent'))
  }
}

export type Answer<T> =
  | { ok: true; value: T; headers: Headers }
  /** `code` is the library's, as in its BASE_ERROR_CODES. */
  | { ok: false; status: number; code: string }

/** What a call of the library answered; its refusals are values, anything else is thrown. */
export async function ask<T>(call: Promise<{ headers?: Headers | null; response: T }>): Promise<Answer<T>> {
  try {
    const { headers, response } = await call
    return { ok: true, value: response, headers: headers ?? new Headers() }
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    return { ok: false, status: error.statusCode, code: String(error.body?.code ?? '') }
  }
}

function attemptsOf(path: string, address: string, account: string) {
  switch (path) {
    case '/sign-in/email':
      return { 'sign-in:address': address, 'sign-in:account': account }
    case '/sign-up/email':
      return { 'sign-up:address': address, 'sign-up:account': account }
    case '/request-password-reset':
    case '/send-verification-email':
      return { 'reset:address': address, 'reset:account': account }
    case '/reset-password':
      return { 'reset-use:address': address }
    case '/verify-email':
      return { 'confirm:address': address }
    default:
      return null
  }
}

/** Inactive although the address was confirmed once: an administrator has closed the account. */
function isBlocked(user: { emailVerified: boolean } & Record<string, unknown>): boolean {
  return !user.emailVerified && user.confirmedAt != null
}

/** APP_SECRET, or one that the site made for itself and keeps in its database. */
async function readSecret({ database, env }: AuthServices): Promise<string> {
  if (env.secret) return env.secret
  await database.kysely
    .insertInto('app_secrets')
    .values({ name: 'auth', value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await database.kysely
    .selectFrom('app_secrets')
    .select('value')
    .where('name', '=', 'auth')
    .executeTakeFirstOrThrow()
  return row.value
}
