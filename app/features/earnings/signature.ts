import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for the signatures of a sender: 32 random bytes in hexadecimal digits. */
export function newSecret(): string {
  return randomBytes(32).toString('hex')
}

/** The part of a sender's address: 16 random bytes. */
export function newAddressKey(): string {
  return randomBytes(16).toString('base64url')
}

/** HMAC-SHA256 in hexadecimal digits. */
export function sign(secret: string, signed: string | Uint8Array): string {
  return createHmac('sha256', secret).update(signed).digest('hex')
}

/** Whether the signature is right; compared in constant time. */
export function isSigned(secret: string, signed: string | Uint8Array, signature: string): boolean {
  const [given, right] = [Buffer.from(signature.toLowerCase()), Buffer.from(sign(secret, signed))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * What a postback's signature covers: its query as it was sent, without `sig`.
 * @param query without the question mark
 */
export function signedQuery(query: string): { text: string; signature: string | null } {
  const parts = query.split('&')
  const signature = parts.find((part) => part.startsWith('sig='))?.slice(4) ?? null
  return { text: parts.filter((part) => !part.startsWith('sig=')).join('&'), signature }
}
