import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The code of an authenticator app for a key (RFC 6238), now or this many steps of half a minute later. The site
 * accepts the codes of one step before and after. So the current code is valid for at least half a minute, and the next
 * one for a minute, while the previous one may expire at once.
 */
export function appCode(key: string, steps: 0 | 1 = 0): string {
  const bits = [...key.replace(/[\s=]/g, '')]
    .map((it) => BASE32.indexOf(it).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps))
  const digest = createHmac('sha1', bytes).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
