import { decodeProtectedHeader, errors, importJWK, type JWTPayload, jwtVerify } from 'jose'
import type { KeySet } from './key-set.ts'

/** The claims that a bearer token of this site is read for. */
export interface TokenClaims {
  /** The user's id. */
  sub: string
  /** Of the session that the token was made from. */
  sid: string
}

export type VerifiedToken =
  | { ok: true; claims: TokenClaims }
  /** It says nothing that could be checked here: the accounts part has to be asked whose it is. */
  | { ok: 'ask' }
  | { ok: false; error: string }

/** Checks a token against the published keys: the signature, whom it is from and for, and its time. */
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

/** Undefined for what is no signed token. */
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
