import { decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from 'jose'
import type { KeySet } from './key-set.ts'

/** The claims of this site's bearer tokens. */
export interface TokenClaims {
  /** The user's id. */
  sub: string
  /** Of the session for which the token was issued. */
  sid: string
}

export type VerifiedToken =
  | { ok: true; claims: TokenClaims }
  /** It cannot be checked here: the authentication library decides. */
  | { ok: 'ask' }
  | { ok: false; error: string }

/** Checks a token against the published keys: the signature, issuer and audience, and its times. */
export async function verifyToken(
  token: string,
  { keys, issuer, audience }: { keys: KeySet; issuer: string; audience: string },
): Promise<VerifiedToken> {
  const header = readHeader(token)
  if (!header?.kid || header.alg === 'HS256') return { ok: 'ask' }
  const found = await keys.find(header.kid)
  if (!found.ok) return found
  const { key } = found
  try {
    const options = { issuer, audience, algorithms: [key.alg], requiredClaims: ['exp', 'sub', 'sid'] }
    const { payload } = await jwtVerify(token, await importJWK(key, key.alg), options)
    return { ok: true, claims: toClaims(payload) }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    return { ok: false, error: explain(error) }
  }
}

/** Undefined if it is not a signed token. */
function readHeader(token: string): { alg?: string; kid?: string } | undefined {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return undefined
  }
}

function toClaims({ sub = '', sid }: JWTPayload): TokenClaims {
  return { sub, sid: String(sid) }
}

function explain(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'JWT has expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `JWT claim is not accepted: ${error.claim}`
  return 'Invalid JWT signature'
}
