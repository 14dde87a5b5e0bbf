import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

export interface Pauses {
  /** The lengths of the pauses that were asked for so far, in milliseconds. */
  readonly lengths: readonly number[]
  /** Makes the next pauses last until this is called again with `false`. */
  hold(held: boolean): void
  /** Gives the real clock back. */
  stop(): void
}

/**
 * Pauses of `node:timers/promises` take no time and are written down, in the built site as well: for tests of what is
 * tried again, how often and how far apart.
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
