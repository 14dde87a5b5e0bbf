import { collectReads, noteChangeAt, noteRead } from '../http/reads.server.ts'

interface Remembered {
  value: Promise<unknown>
  /** Undefined while it is being read. */
  tags: ReadonlySet<string> | undefined
  expiresAt: Date | null
}

/**
 * Answers that every page needs (settings, languages, translations, the sports menu), kept in the process until
 * one of the tags they read changes or the instant at which they change by themselves has come.
 */
export interface Memo {
  /** Returns the remembered answer under `key`, or loads it; what it read counts as read by the caller too. */
  get<T>(key: string, load: () => Promise<T>): Promise<T>
  /** Forgets every answer that read one of the tags; `*` forgets all. */
  drop(tags: readonly string[]): void
}

/** @param now the clock, in tests a controlled one */
export function createMemo(now: () => number = Date.now): Memo {
  const remembered = new Map<string, Remembered>()

  async function load<T>(key: string, read: () => Promise<T>): Promise<T> {
    const collected = collectReads(read)
    const entry: Remembered = { value: collected.then((it) => it.value), tags: undefined, expiresAt: null }
    // The caller hears of a failure; those who wait for the same answer hear of it through `value`.
    entry.value.catch(() => {})
    remembered.set(key, entry)
    try {
      const { value, tags, expiresAt } = await collected
      entry.tags = tags
      entry.expiresAt = expiresAt
      noteReads(entry)
      return value
    } catch (error) {
      if (remembered.get(key) === entry) remembered.delete(key)
      throw error
    }
  }

  return {
    async get<T>(key: string, read: () => Promise<T>): Promise<T> {
      const entry = remembered.get(key)
      if (!entry || (entry.expiresAt !== null && entry.expiresAt.getTime() <= now())) return load(key, read)
      const value = (await entry.value) as T
      noteReads(entry)
      return value
    },
    drop(tags) {
      if (tags.includes('*')) return remembered.clear()
      for (const [key, entry] of remembered) {
        // What is still being read may or may not hold the change: nobody who asks from now on gets it.
        if (!entry.tags || tags.some((tag) => entry.tags?.has(tag))) remembered.delete(key)
      }
    },
  }
}

function noteReads(entry: Remembered): void {
  noteRead(...(entry.tags ?? []))
  if (entry.expiresAt) noteChangeAt(entry.expiresAt)
}
