import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const VERSION = 'v1'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A sealed text that cannot be opened: it was sealed with another secret, for another place, or was changed. */
export class SealError extends Error {
  override name = 'SealError'
}

/**
 * Encrypts a text with AES-256-GCM under a key that HKDF derives from the site's secret.
 * @param place the place of the text; it can only be opened for the same place
 */
export function seal(secret: string, place: string, text: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, deriveKey(secret, salt), nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** The original text. @throws SealError */
export function unseal(secret: string, place: string, sealed: string): string {
  const [version, data = ''] = sealed.split('.')
  const bytes = Buffer.from(data, 'base64url')
  if (version !== VERSION || bytes.length < SALT_BYTES + NONCE_BYTES + TAG_BYTES) {
    throw new SealError('That is no sealed text.')
  }
  const parts = [SALT_BYTES, NONCE_BYTES, TAG_BYTES].map((_, index, sizes) => {
    const start = sizes.slice(0, index).reduce((sum, size) => sum + size, 0)
    return bytes.subarray(start, start + (sizes[index] ?? 0))
  })
  const [salt, nonce, tag] = parts as [Buffer, Buffer, Buffer]
  const body = bytes.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(ALGORITHM, deriveKey(secret, salt), nonce)
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag)
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    throw new SealError('The text was sealed with another secret, or has been changed.', { cause: error })
  }
}

function deriveKey(secret: string, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'overround vault', 32))
}
