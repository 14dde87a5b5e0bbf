import { setTimeout as delay } from 'node:timers/promises'
import { sqlState } from './sql-state.server.ts'

const TRIES = 3
/** First pause between tries, on average; it doubles. */
const RETRY_MS = 200

/** A deadlock or a failed serialisation: two transactions met, and this is the one that was undone. */
export function gaveWay(error: unknown): boolean {
  return /^40...$/.test(sqlState(error))
}

/** How long to wait before a try that follows this one, so that the two do not meet again. */
export function pauseAfter(attempt: number): number {
  return RETRY_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
}

/** Carries a transaction out, again where it had to give way to another one. */
export async function tryAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !gaveWay(error)) throw error
      await delay(pauseAfter(attempt))
    }
  }
}
