import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * What an authenticator app shows for a key (RFC 6238) at an instant, or so many steps of half a minute from then. The site
 * takes the codes of one step before and after, so that a test has three at a time; give all of them the same instant.
 */
export function appCode(key: string, steps = 0, at = Date.now()): string {
  const bits = [...key.replace(/[\s=]/g, '')]
    .map((it) => BASE32.indexOf(it).toString(2).padStart(5, '0'))
    .join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS) + steps))
  const digest = createHmac('sha1', bytes).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Waits, where the half minute is nearly over: what is typed from now on is read within the same one. */
export async function fullStep(needed = 10_000): Promise<number> {
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < needed) await new Promise((resolve) => setTimeout(resolve, left))
  return Date.now()
}
