import type { Database } from './db/connection.server.ts'
import type { Services } from './services.ts'

const AFTER_MS = 1_000

type Writer = Pick<Services, 'database' | 'log'>

interface Held<T> {
  value: T
  timer: NodeJS.Timeout | undefined
  /** The last write: a process that stops waits for it, too. */
  writing: Promise<void>
}

export interface WriteSoon<T> {
  /** Changes what is held, and writes it within a second. */
  hold(services: Writer, change: (value: T) => void): void
  /** Writes what is held; also called when the server stops. */
  flush(services: Writer): Promise<void>
}

/**
 * Collects a second of small writes to a database, so that no visitor waits for it. Writes run one after another.
 * @param write takes what it writes out of the held value; what it cannot write it puts back, for the next time
 */
export function createWriteSoon<T>(
  empty: () => T,
  write: (services: Writer, value: T) => Promise<void>,
): WriteSoon<T> {
  const heldOf = new WeakMap<Database, Held<T>>()

  async function flush(services: Writer): Promise<void> {
    const held = heldOf.get(services.database)
    if (!held) return
    clearTimeout(held.timer)
    held.timer = undefined
    held.writing = held.writing.then(() => write(services, held.value))
    await held.writing
  }

  return {
    flush,
    hold(services, change) {
      const held = heldOf.get(services.database) ?? {
        ...{ value: empty(), timer: undefined, writing: Promise.resolve() },
      }
      heldOf.set(services.database, held)
      change(held.value)
      held.timer ??= setTimeout(() => flush(services), AFTER_MS).unref()
    },
  }
}
