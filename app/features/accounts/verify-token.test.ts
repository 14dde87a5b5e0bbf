import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKeySet, type PublishedKey } from './key-set.ts'
import { verifyToken } from './verify-token.ts'

const issuer = 'https://odds.example'
const audience = `${issuer}/api/v1`

let ours: CryptoKey
let published: PublishedKey

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA')
  ours = pair.privateKey
  published = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'EdDSA' }
})

const NOW = Math.floor(Date.now() / 1_000)
const claims = { iss: issuer, aud: audience, sub: 'user', sid: 'session', exp: NOW + 600 }

function sign(
  payload: JWTPayload,
  header: { alg: string; kid?: string },
  key: CryptoKey | Uint8Array = ours,
) {
  return new SignJWT(payload).setProtectedHeader(header).sign(key)
}

const verify = (token: string, keys: PublishedKey[] = [published]) =>
  verifyToken(token, { keys: createKeySet(async () => keys), issuer, audience })

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = { alg: 'EdDSA', kid: 'k1' }

describe('a token', () => {
  it('signed with a published key identifies its account', async () => {
    expect(await verify(await sign(claims, header))).toEqual({
      ok: true,
      claims: { sub: 'user', sid: 'session' },
    })
  })

  it('that cannot be checked is answered with the specified message', async () => {
    const token = await sign(claims, header)
    expect(await verify(token, [])).toEqual({ ok: false, error: 'JWKS is empty' })
    expect(await verify(token, [{ ...published, kid: 'k2' }])).toEqual({
      ok: false,
      error: 'No matching signing key found in JWKS',
    })
    const { privateKey } = await generateKeyPair('EdDSA')
    expect(await verify(await sign(claims, header, privateKey))).toEqual({
      ok: false,
      error: 'Invalid JWT signature',
    })
  })

  it('without a key id, with HS256, or malformed is left to the authentication library', async () => {
    const secret = new TextEncoder().encode('a secret of thirty-two characters')
    for (const token of [
      await sign(claims, { alg: 'EdDSA' }),
      await sign(claims, { alg: 'HS256', kid: 'k1' }, secret),
      await sign(claims, { alg: 'HS256' }, secret),
      'session.signature',
      'nonsense',
    ])
      expect(await verify(token), token).toEqual({ ok: 'ask' })
  })

  it('is refused with the algorithm none, or one that its key does not have', async () => {
    const invalid = { ok: false, error: 'Invalid JWT signature' }
    const signature = (await sign(claims, header)).split('.')[2]
    for (const alg of ['none', 'RS256', 'HS512']) {
      const head = part({ alg, kid: 'k1' })
      expect(await verify(`${head}.${part(claims)}.`), alg).toEqual(invalid)
      expect(await verify(`${head}.${part(claims)}.${signature}`), alg).toEqual(invalid)
    }
    // The public key, used as a shared secret.
    const shared = new TextEncoder().encode(String(published.x))
    expect(await verify(await sign(claims, { alg: 'HS512', kid: 'k1' }, shared))).toEqual(invalid)
  })

  it('is refused when its claims differ from the signed ones', async () => {
    const [head, , signature] = (await sign(claims, header)).split('.')
    const forged = `${head}.${part({ ...claims, sub: 'somebody else' })}.${signature}`
    expect(await verify(forged)).toEqual({ ok: false, error: 'Invalid JWT signature' })
  })

  it.each([
    ['when it has run out', { exp: NOW - 1 }, 'JWT has expired'],
    ['from another site', { iss: 'https://evil.example' }, 'JWT claim is not accepted: iss'],
    ['for another purpose', { aud: issuer }, 'JWT claim is not accepted: aud'],
    ['before its time', { nbf: NOW + 600 }, 'JWT claim is not accepted: nbf'],
    ['that never ends', { exp: undefined }, 'JWT claim is not accepted: exp'],
    ['of nobody', { sub: undefined }, 'JWT claim is not accepted: sub'],
    ['of no session', { sid: undefined }, 'JWT claim is not accepted: sid'],
  ])('is refused %s', async (_, changed, error) => {
    const token = await sign({ ...claims, ...changed } as JWTPayload, header)
    expect(await verify(token)).toEqual({ ok: false, error })
  })
})
