import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, as it states them: base64url. */
export interface PushKeys {
  p256dh: string
  auth: string
}

const CURVE = 'prime256v1'
const PUBLIC_KEY_BYTES = 65
const AUTH_BYTES = 16
const RECORD_BYTES = 4_096
/** The padding of the last record. */
const LAST = 2

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** Whether the keys are a point of the curve and a secret of the right length. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  try {
    encryptPush('', { p256dh, auth })
    return true
  } catch {
    return false
  }
}

/**
 * The body of a push message: RFC 8291, one record of aes128gcm (RFC 8188).
 * @param text at most 3,992 bytes, because a push service need not take more than 4,096
 * @param fixed the sender's private key and the salt, for the example of the RFC; random by default
 * @throws for keys that are none
 */
export function encryptPush(text: string, keys: PushKeys, fixed?: { key: Buffer; salt: Buffer }): Buffer {
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const auth = Buffer.from(keys.auth, 'base64url')
  if (receiver.length !== PUBLIC_KEY_BYTES || auth.length !== AUTH_BYTES)
    throw new RangeError('These are no keys of a push subscription.')
  const sender = createECDH(CURVE)
  if (fixed) sender.setPrivateKey(fixed.key)
  else sender.generateKeys()
  const salt = fixed?.salt ?? randomBytes(16)
  const own = sender.getPublicKey()
  const shared = sender.computeSecret(receiver)
  const key = derive(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own]), 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  const plain = Buffer.concat([Buffer.from(text, 'utf8'), Buffer.from([LAST])])
  const header = Buffer.alloc(5)
  header.writeUInt32BE(RECORD_BYTES)
  header.writeUInt8(own.length, 4)
  return Buffer.concat([salt, header, own, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}
