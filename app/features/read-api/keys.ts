import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'ovr_'
const HINT = PREFIX.length + 4

/** Whether a token has the form of an API key. */
export function isKey(token: string): boolean {
  return token.startsWith(PREFIX)
}

/** A new API key: 256 random bits. Its hint is its beginning. */
export function newKey(): { key: string; hint: string } {
  const key = `${PREFIX}${randomBytes(32).toString('base64url')}`
  return { key, hint: key.slice(0, HINT) }
}

/** SHA-256. A slow hash is not needed: the key is random. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
