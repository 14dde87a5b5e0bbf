import { setTimeout as delay } from 'node:timers/promises'
import { sqlState } from './sql-state.server.ts'

const ATTEMPTS = 3
/** The first pause between attempts, on average; it doubles. */
const RETRY_MS = 200

/** Whether a deadlock or a serialisation failure with another transaction rolled this one back. */
export function isConflict(error: unknown): boolean {
  return /^40...$/.test(sqlState(error))
}

/** The pause before the next attempt, in milliseconds. It is random, so that the two transactions do not meet again. */
export function pauseAfter(attempt: number): number {
  return RETRY_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
}

/** Runs a transaction, and runs it again after a conflict with another one. */
export async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
      await delay(pauseAfter(attempt))
    }
  }
}
