import { setTimeout as sleep } from 'node:timers/promises'
import { sqlState } from '#app/platform/db/sql-state.server.ts'
import type { Logger } from '#app/platform/log.ts'

const FIRST_PAUSE_S = 1
const LAST_PAUSE_S = 30

interface Waiting {
  log: Logger
  /** Which failures pass by themselves. */
  passes: (error: unknown) => boolean
  /** Called before each pause. */
  onWait?: () => void
  signal?: AbortSignal
  /** @param seconds how long */
  pause?: (seconds: number, signal?: AbortSignal) => Promise<unknown>
}

/**
 * Runs a step of the start, and again after growing pauses while the database has no connection for it.
 * @param step for the log
 * @returns undefined once the signal ends it
 */
export async function untilConnected<Result>(
  step: string,
  run: () => Promise<Result>,
  { log, passes, onWait, signal, pause = pauseFor }: Waiting,
): Promise<Result | undefined> {
  for (let seconds = FIRST_PAUSE_S; ; seconds = Math.min(seconds * 2, LAST_PAUSE_S)) {
    try {
      return await run()
    } catch (error) {
      if (signal?.aborted) return undefined
      if (!passes(error)) throw error
      log.warn(
        { err: error, step },
        `${step}: the database has no connection for it; next attempt in ${seconds} s`,
      )
      onWait?.()
      await pause(seconds, signal).catch(() => undefined)
      if (signal?.aborted) return undefined
    }
  }
}

const pauseFor = (seconds: number, signal?: AbortSignal) =>
  sleep(seconds * 1_000, undefined, signal ? { signal } : {})

/**
 * Whether PostgreSQL answers, but takes no further connection (class 53) or is still starting. One that does not answer at all
 * may have another address.
 */
export function isFull(error: unknown): boolean {
  return /^(53\w{3}|57P03)$/.test(sqlState(error))
}
