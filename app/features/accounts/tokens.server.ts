import { decodeProtectedHeader, type JWK } from 'jose'
import type { Services } from '#app/platform/services.ts'
import { ask, audienceOf, getAuth, issuerOf, readSession, withCause } from './auth.server.ts'
import { createKeySet, type KeySet, type PublishedKey } from './key-set.ts'
import { KEY_OVERLAP_SECONDS, TOKEN_SECONDS } from './token-times.ts'
import { type TokenClaims, verifyToken } from './verify-token.ts'

export interface IssuedToken {
  token: string
  expiresIn: number
}

/** A bearer token for the session of a request's cookie or signed session token; null without one. */
export async function issueToken(services: Services, headers: Headers): Promise<IssuedToken | null> {
  const auth = await getAuth(services)
  const found = await readSession(auth, headers)
  if (!found?.user.emailVerified || found.user.mustChangePassword) return null
  const answer = await ask(withCause(() => auth.api.getToken({ headers, returnHeaders: true })))
  if (!answer.ok) return null
  const { token } = answer.value
  keySetOf(services).announce(decodeProtectedHeader(token).kid ?? '')
  return { token, expiresIn: TOKEN_SECONDS }
}

/** The public keys of tokens, as a JSON Web Key Set; creates the first one. */
export async function publishKeys(services: Services): Promise<{ keys: JWK[] }> {
  const published = await listPublishedKeys(services)
  if (published.length > 0) return { keys: published }
  await (await getAuth(services)).api.getJwks()
  return { keys: await listPublishedKeys(services) }
}

/** Keys in use, and former ones as long as one of their tokens can be valid. */
async function listPublishedKeys({ database }: Pick<Services, 'database'>): Promise<PublishedKey[]> {
  const rows = await database.kysely
    .selectFrom('jwks')
    .select(['id', 'public_key', 'alg'])
    .where((eb) =>
      eb.or([
        eb('expires_at', 'is', null),
        eb('expires_at', '>', new Date(Date.now() - KEY_OVERLAP_SECONDS * 1_000)),
      ]),
    )
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...(JSON.parse(row.public_key) as JWK),
    kid: row.id,
    alg: row.alg ?? 'EdDSA',
    use: 'sig',
  }))
}

/** The user of a bearer token. */
export interface TokenUser {
  id: string
  email: string
}

export type TokenOutcome = { ok: true; user: TokenUser } | { ok: false; error: string }

const keySets = new WeakMap<Services['database'], KeySet>()

/** Checks a bearer token, and that its session and its account are still open. */
export async function identify(services: Services, token: string): Promise<TokenOutcome> {
  const { env } = services
  const verified = await verifyToken(token, {
    keys: keySetOf(services),
    issuer: issuerOf(env),
    audience: audienceOf(env),
  })
  if (verified.ok === false) return verified
  const claims = verified.ok === 'ask' ? await askForSession(services, token) : verified.claims
  const user = claims && (await findTokenUser(services, claims))
  return user ? { ok: true, user } : { ok: false, error: 'The token belongs to no open session' }
}

function keySetOf(services: Services): KeySet {
  const known = keySets.get(services.database)
  if (known) return known
  const made = createKeySet(() => listPublishedKeys(services))
  keySets.set(services.database, made)
  return made
}

/** The authentication library's result for a token signed with its own secret: a session, or nothing. */
async function askForSession(services: Services, token: string): Promise<TokenClaims | null> {
  const auth = await getAuth(services)
  const headers = new Headers({ authorization: `Bearer ${token}` })
  const found = await readSession(auth, headers)
  return found && { sub: found.user.id, sid: found.session.id }
}

async function findTokenUser(
  { database }: Pick<Services, 'database'>,
  { sub, sid }: TokenClaims,
): Promise<TokenUser | undefined> {
  return database.kysely
    .selectFrom('sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select(['p.id', 'p.email'])
    .where('s.id', '=', sid)
    .where('p.id', '=', sub)
    .where('s.expires_at', '>', new Date())
    .where('p.is_active', '=', true)
    .where('p.must_change_password', '=', false)
    .executeTakeFirst()
}
