import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/platform/db/connection.server.ts'
import { network } from '#app/platform/http/network.server.ts'
import { countAttempt, countBeyond, forgetAttempts } from './limits.server.ts'

/** Who tries a password. */
export interface Attempt {
  address: string
  /** The e-mail address, whether or not it has an account: both are treated alike. */
  account: string
  /** The mark of a browser that has signed in to this very account before; null of a stranger. */
  device: string | null
}

const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 8_000
/** Attempts of one account that wait at once in a process; beyond, guessing in parallel would cost nothing. */
const MOST_WAITING = 20

const waiting = new Map<string, number>()

/**
 * Counts an attempt to sign in and, where strangers have guessed at the account, lets it wait. A browser that the account
 * knows does not wait. A network is refused after ten attempts at one account and thirty at all; an account never is.
 * @returns whether the password may be looked at
 */
export async function admitAttempt(database: Database, attempt: Attempt): Promise<boolean> {
  const { address, account, device } = attempt
  if (device && (await countAttempt(database, { 'sign-in:device': `${account} ${device}` }))) return true
  const isAllowed = await countAttempt(database, {
    'sign-in:address': address,
    'sign-in:account-address': accountAtAddress(attempt),
  })
  if (!isAllowed) return false
  const beyond = await countBeyond(database, 'sign-in:account', account)
  return beyond === 0 || waitTurn(account, Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (beyond - 1)))
}

/** Forgets the attempts of an account that has proven itself, as far as they came from there. */
export async function forgetSignInAttempts(database: Database, attempt: Attempt): Promise<void> {
  await forgetAttempts(database, 'sign-in:account', attempt.account)
  await forgetAttempts(database, 'sign-in:account-address', accountAtAddress(attempt))
  if (attempt.device) await forgetAttempts(database, 'sign-in:device', `${attempt.account} ${attempt.device}`)
}

function accountAtAddress({ account, address }: Attempt): string {
  return `${account} ${network(address)}`
}

async function waitTurn(account: string, ms: number): Promise<boolean> {
  const before = waiting.get(account) ?? 0
  if (before >= MOST_WAITING) return false
  waiting.set(account, before + 1)
  try {
    await pause(ms)
  } finally {
    const left = (waiting.get(account) ?? 1) - 1
    if (left > 0) waiting.set(account, left)
    else waiting.delete(account)
  }
  return true
}
