import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Hashes passwords at the lowest cost: in this process, in the built site that it loads, and with `node --import` in a
 * server's process. At full cost a hash takes 0.1 s of processor time.
 */

/** The requested hash parameters; `auth.test.ts` shows that they are costly. */
export const askedCosts: ScryptOptions[] = []

type Callback = (error: Error | null, key: Buffer) => void

const full = crypto.scrypt
crypto.scrypt = ((
  password: string,
  salt: string,
  length: number,
  options: ScryptOptions,
  callback: Callback,
) => {
  askedCosts.push(options)
  full(password, salt, length, { ...options, N: 2 }, callback)
}) as typeof crypto.scrypt
syncBuiltinESMExports()
