import { LRUCache } from 'lru-cache'
import { servedAudience } from '../http/audience.server.ts'
import { collectReads, noteAudience, noteChangeAt, noteRead } from '../http/reads.server.ts'
import { createTagIndex } from '../http/tag-index.ts'

interface Remembered {
  value: Promise<unknown>
  /** Undefined while the answer is being read. */
  tags: ReadonlySet<string> | undefined
  expiresAt: Date | null
  isOfAudience: boolean
}

/** The maximum number of answers, for the small ones. A match page has four of its own. */
const MAX_ANSWERS = 5_000
/** The maximum weight of all answers, in the units of `weigh`: about 50 MB, 200 leagues with 300 matches. */
const MAX_WEIGHT = 32 * 1024 * 1024

/**
 * Caches answers that several pages need (settings, labels, the menu, the same matches in every language) in the
 * process, until one of the tags they read changes or they expire. The least recently used answers are evicted first.
 * Answers are shared: callers must not change them. An answer that was read for one audience is returned to that audience
 * only; which answers these are follows from what they read, so callers do not name the audience in the key.
 */
export interface Memo {
  /** Returns the cached answer of `key`, or loads it. The caller's dependencies include those of the answer. */
  get<T>(key: string, load: () => Promise<T>): Promise<T>
  /** Drops every answer that read one of the tags; `*` drops all. */
  drop(tags: readonly string[]): void
}

/** @param now the clock; tests pass their own */
export function createMemo(now: () => number = Date.now, maxWeight = MAX_WEIGHT): Memo {
  const loading = new Set<string>()
  const byTag = createTagIndex<string>()
  const remembered = new LRUCache<string, Remembered>({
    max: MAX_ANSWERS,
    maxSize: maxWeight,
    dispose(entry, key) {
      if (entry.tags) byTag.remove(key, entry.tags)
      else loading.delete(key)
    },
  })

  function findValid(key: string): Remembered | undefined {
    const entry = remembered.get(key)
    const isExpired = entry?.expiresAt != null && entry.expiresAt.getTime() <= now()
    return isExpired ? undefined : entry
  }

  async function load<T>(shared: string, read: () => Promise<T>): Promise<T> {
    // Until it is read, nobody knows whether the answer is for this audience only.
    const key = keyForAudience(shared)
    const collected = collectReads(read)
    const entry: Remembered = {
      value: collected.then((it) => it.value),
      tags: undefined,
      expiresAt: null,
      isOfAudience: false,
    }
    // The caller gets the error; others that wait for the same answer get it through `value`.
    entry.value.catch(() => {})
    remembered.set(key, entry, { size: 1 })
    loading.add(key)
    try {
      const { value, tags, expiresAt, isOfAudience } = await collected
      const isCurrent = remembered.peek(key) === entry
      // The cache computes the weight only on insertion.
      if (isCurrent) remembered.delete(key)
      Object.assign(entry, { tags, expiresAt, isOfAudience })
      noteReads(entry)
      if (isCurrent) store(isOfAudience ? key : shared, entry, weigh([value, tags]))
      return value
    } catch (error) {
      if (remembered.peek(key) === entry) remembered.delete(key)
      throw error
    }
  }

  function store(key: string, entry: Remembered, size: number): void {
    remembered.set(key, entry, { size })
    if (remembered.peek(key) === entry) byTag.add(key, entry.tags ?? [])
  }

  return {
    async get<T>(key: string, read: () => Promise<T>): Promise<T> {
      const entry = findValid(key) ?? findValid(keyForAudience(key))
      if (!entry) return load(key, read)
      const value = (await entry.value) as T
      noteReads(entry)
      return value
    },
    drop(tags) {
      if (tags.includes('*')) return remembered.clear()
      // An answer that is still being read may lack the change, so later callers do not get it.
      for (const key of loading) remembered.delete(key)
      for (const tag of tags) for (const key of byTag.of(tag)) remembered.delete(key)
    },
  }
}

/** No key of a caller contains NUL. */
function keyForAudience(key: string): string {
  return `${servedAudience()?.key ?? '?'}\0${key}`
}

/** The approximate bytes of an answer: one for each character, and eight for each value. */
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
  if (entry.isOfAudience) noteAudience()
  if (entry.expiresAt) noteChangeAt(entry.expiresAt)
}
