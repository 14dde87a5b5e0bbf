import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/platform/db/connection.server.ts'
import { network } from '#app/platform/http/network.server.ts'
import { clearAttempts, countAttempt, countAttempts, countBeyond } from './limits.server.ts'

/** The sender of a sign-in attempt. */
export interface Attempt {
  address: string
  /** The e-mail address, with or without an account: both are treated in the same way. */
  account: string
  /** The cookie of a browser that has signed in to this account before; null for an unknown browser. */
  device: string | null
  /** Whether that browser has passed the second step of this account. */
  hasGivenCode: boolean
}

/** Whether the password may be checked; `still-refused` after an earlier refusal by the same limit in its window. */
export type Admission = 'admitted' | 'refused' | 'still-refused'

const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 8_000
/**
 * The number of attempts for one account that can wait at the same time in a process; beyond it, parallel guessing
 * would have no cost.
 */
const MOST_WAITING = 20

const waiting = new Map<string, number>()

/**
 * Counts an attempt to sign in and delays it when unknown browsers have guessed the password of the account. A browser
 * that is known to the account does not wait. A network is refused after ten attempts for one account and thirty in
 * total; an account is never locked.
 */
export async function admitAttempt(database: Database, attempt: Attempt): Promise<Admission> {
  const { address, account, device } = attempt
  if (device && (await countAttempt(database, { 'sign-in:device': accountInBrowser(attempt) })))
    return 'admitted'
  const refused = await countAttempts(database, {
    'sign-in:address': address,
    'sign-in:account-address': accountAtAddress(attempt),
  })
  if (refused > 0) return refused === 1 ? 'refused' : 'still-refused'
  const beyond = await countBeyond(database, 'sign-in:account', account)
  if (beyond === 0) return 'admitted'
  const ms = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (beyond - 1))
  return (await waitTurn(account, ms)) ? 'admitted' : 'refused'
}

/**
 * Counts a code of a sign-in. Browsers that have not passed the second step of the account before have ten codes of the
 * app together: whoever has the password can try them from many networks, and a code has only six digits. A browser that
 * has passed it is counted by itself, and a recovery code, which nobody guesses, by network.
 */
export async function admitCode(
  database: Database,
  attempt: Attempt,
  isRecoveryCode: boolean,
): Promise<Admission> {
  const { address, account, hasGivenCode } = attempt
  if (hasGivenCode && (await countAttempt(database, { 'second-step:device': accountInBrowser(attempt) })))
    return 'admitted'
  const refused = await countAttempts(database, {
    'second-step:address': address,
    ...(!isRecoveryCode && { 'second-step:account': account }),
  })
  if (refused === 0) return 'admitted'
  return refused === 1 ? 'refused' : 'still-refused'
}

/**
 * Deletes the attempts at a second step after a successful one. A known browser does not delete those of others: its
 * owner would give whoever guesses ten more codes with every sign-in.
 */
export async function clearCodeAttempts(database: Database, attempt: Attempt): Promise<void> {
  if (attempt.hasGivenCode) await clearAttempts(database, 'second-step:device', accountInBrowser(attempt))
  else await clearAttempts(database, 'second-step:account', attempt.account)
}

/** Deletes the attempts of an account from the sender's network and browser after a successful sign-in. */
export async function clearSignInAttempts(database: Database, attempt: Attempt): Promise<void> {
  await clearAttempts(database, 'sign-in:account', attempt.account)
  await clearAttempts(database, 'sign-in:account-address', accountAtAddress(attempt))
  if (attempt.device) await clearAttempts(database, 'sign-in:device', accountInBrowser(attempt))
}

function accountAtAddress({ account, address }: Attempt): string {
  return `${account} ${network(address)}`
}

function accountInBrowser({ account, device }: Attempt): string {
  return `${account} ${device}`
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
