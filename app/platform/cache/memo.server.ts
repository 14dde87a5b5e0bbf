import { LRUCache } from 'lru-cache'
import { collectReads, noteChangeAt, noteRead } from '../http/reads.server.ts'

interface Remembered {
  value: Promise<unknown>
  /** Undefined while it is being read. */
  tags: ReadonlySet<string> | undefined
  expiresAt: Date | null
}

/** Each change looks at all of them, to forget those that read what has changed. */
const MAX_ANSWERS = 500
/** Of all answers together, in what `weigh` counts: some 50 MB, 200 leagues with 300 matches. */
const MAX_WEIGHT = 32 * 1024 * 1024

/**
 * Answers that several pages need (settings, labels, the menu, the same matches in every language), kept in the process
 * until one of the tags they read changes or the instant at which they change by themselves has come. Those that nobody
 * has asked for the longest go first. What is kept is shared: who asks changes nothing in it.
 */
export interface Memo {
  /** Returns the remembered answer under `key`, or loads it; what it read counts as read by the caller too. */
  get<T>(key: string, load: () => Promise<T>): Promise<T>
  /** Forgets every answer that read one of the tags; `*` forgets all. */
  drop(tags: readonly string[]): void
}

/** @param now the clock, in tests a controlled one */
export function createMemo(now: () => number = Date.now, maxWeight = MAX_WEIGHT): Memo {
  const remembered = new LRUCache<string, Remembered>({ max: MAX_ANSWERS, maxSize: maxWeight })

  async function load<T>(key: string, read: () => Promise<T>): Promise<T> {
    const collected = collectReads(read)
    const entry: Remembered = { value: collected.then((it) => it.value), tags: undefined, expiresAt: null }
    // The caller hears of a failure; those who wait for the same answer hear of it through `value`.
    entry.value.catch(() => {})
    remembered.set(key, entry, { size: 1 })
    try {
      const { value, tags, expiresAt } = await collected
      entry.tags = tags
      entry.expiresAt = expiresAt
      noteReads(entry)
      if (remembered.peek(key) === entry) {
        // The cache weighs only what comes in.
        remembered.delete(key)
        remembered.set(key, entry, { size: weigh([value, tags]) })
      }
      return value
    } catch (error) {
      if (remembered.peek(key) === entry) remembered.delete(key)
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
      const changed = new Set(tags)
      for (const [key, entry] of remembered.entries()) {
        // What is still being read may or may not hold the change: nobody who asks from now on gets it.
        if (!entry.tags || [...entry.tags].some((tag) => changed.has(tag))) remembered.delete(key)
      }
    },
  }
}

/** Roughly the bytes of an answer: one for each character, and eight for each thing. */
function weigh(value: unknown, met = new Set<unknown>()): number {
  if (typeof value === 'string') return 8 + value.length
  if (typeof value !== 'object' || value === null || met.has(value)) return 8
  met.add(value)
  const isCollection = Array.isArray(value) || value instanceof Map || value instanceof Set
  let weight = 8
  for (const part of isCollection ? value : Object.values(value)) weight += weigh(part, met)
  return weight
}

function noteReads(entry: Remembered): void {
  noteRead(...(entry.tags ?? []))
  if (entry.expiresAt) noteChangeAt(entry.expiresAt)
}
