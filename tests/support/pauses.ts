import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

export interface Pauses {
  /** The lengths of the pauses so far, in milliseconds. */
  readonly lengths: readonly number[]
  /** Makes the next pauses last until it is called with `false`. */
  hold(held: boolean): void
  /** Restores the real clock. */
  stop(): void
}

/**
 * Pauses of `node:timers/promises` take no time and are recorded, also in the built site: for tests of retries and
 * their intervals.
 */
export function recordPauses(): Pauses {
  const real = timers.setTimeout
  const lengths: number[] = []
  let release: (() => void) | undefined
  let gate: Promise<void> | undefined
  timers.setTimeout = async <T>(ms = 0, value?: T, options?: { signal?: AbortSignal }) => {
    lengths.push(ms)
    options?.signal?.throwIfAborted()
    await (gate ?? real(0))
    options?.signal?.throwIfAborted()
    return value as T
  }
  syncBuiltinESMExports()
  return {
    lengths,
    hold(held) {
      release?.()
      gate = held ? new Promise((resolve) => (release = resolve)) : undefined
    },
    stop() {
      release?.()
      timers.setTimeout = real
      syncBuiltinESMExports()
    },
  }
}
