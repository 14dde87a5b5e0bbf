import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#app/platform/db/connection.server.ts'
import { network } from '#app/platform/http/network.server.ts'

/** The limits: what is counted, how many are allowed, and within how many seconds. */
const LIMITS = {
  'sign-in:address': { max: 30, seconds: 600 },
  'sign-in:account-address': { max: 10, seconds: 900 },
  // Beyond these, unknown browsers wait before each attempt; an account is never locked.
  'sign-in:account': { max: 10, seconds: 900 },
  // For a browser that has signed in to the account before; beyond this, it is treated as unknown.
  'sign-in:device': { max: 10, seconds: 900 },
  'sign-up:address': { max: 10, seconds: 3_600 },
  'sign-up:account': { max: 5, seconds: 3_600 },
  'reset:address': { max: 10, seconds: 3_600 },
  'reset:account': { max: 3, seconds: 3_600 },
  'reset-use:address': { max: 20, seconds: 3_600 },
  'confirm:address': { max: 30, seconds: 3_600 },
  'username:address': { max: 60, seconds: 600 },
  'password:account': { max: 10, seconds: 900 },
  'token:address': { max: 120, seconds: 600 },
  'second-step:address': { max: 30, seconds: 600 },
  // Codes of the app from browsers that have not passed the second step of the account before.
  'second-step:account': { max: 10, seconds: 900 },
  'second-step:device': { max: 10, seconds: 900 },
  // Each message goes to up to twenty addresses that somebody typed.
  'alert-test:account': { max: 10, seconds: 600 },
  // Codes of signed-in users, of whom the site's own pages ask for the password, too.
  'own-code:account': { max: 20, seconds: 600 },
  // A code of the app is valid for a minute and a half at most, and works once.
  'code:account': { max: 1, seconds: 120 },
} as const

export type Limit = keyof typeof LIMITS

/**
 * Counts an attempt and returns whether it is allowed. The counts are in the database, so that they are shared by
 * several processes; a refused attempt counts, too.
 */
export async function countAttempt(
  database: Database,
  attempts: Partial<Record<Limit, string>>,
): Promise<boolean> {
  return (await countAttempts(database, attempts)) === 0
}

/**
 * Counts an attempt by each limit in turn. Those after one that refuses are not counted: what somebody types would add
 * rows without end.
 * @returns the number of attempts beyond the limit that refuses, 0 within all of them
 */
export async function countAttempts(
  database: Database,
  attempts: Partial<Record<Limit, string>>,
): Promise<number> {
  for (const [limit, subject] of Object.entries(attempts) as [Limit, string][]) {
    const beyond = await countBeyond(database, limit, subject)
    if (beyond > 0) return beyond
  }
  return 0
}

/**
 * Counts an attempt.
 * @returns the number of attempts beyond the limit, 0 within it
 */
export async function countBeyond(database: Database, limit: Limit, subject: string): Promise<number> {
  const { max, seconds } = LIMITS[limit]
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits (key, count, resets_at)
    values (${keyOf(limit, subject)}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when rate_limits.resets_at <= now() then 1 else least(rate_limits.count + 1, 1000000) end,
      resets_at = case when rate_limits.resets_at <= now() then excluded.resets_at else rate_limits.resets_at end
    returning count`.execute(database.kysely)
  return Math.max(0, (rows[0]?.count ?? 0) - max)
}

/** Deletes the attempts of an account after a successful sign-in. */
export async function clearAttempts(database: Database, limit: Limit, subject: string): Promise<void> {
  await database.kysely.deleteFrom('rate_limits').where('key', '=', keyOf(limit, subject)).execute()
}

function keyOf(limit: Limit, subject: string): string {
  const whole = limit.endsWith(':address') ? network(subject) : subject
  return `${limit}:${createHash('sha256').update(whole).digest('base64url')}`
}
