import { LRUCache } from 'lru-cache'
import { servedAudience } from '../http/audience.server.ts'
import {
  type CollectedReads,
  collectReads,
  noteAudience,
  noteChangeAt,
  noteRead,
} from '../http/reads.server.ts'
import { createTagIndex } from '../http/tag-index.ts'

interface Remembered {
  value: Promise<unknown>
  /** Undefined while the answer is being read. */
  tags: ReadonlySet<string> | undefined
  expiresAt: Date | null
  isOfAudience: boolean
}

/** The maximum number of answers, for the small ones. A match page has four of its own, a list one for each match. */
const MAX_ANSWERS = 20_000
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
  /**
   * Returns the answers about several things, in the order of their ids, and loads those that are not cached together:
   * after a change of one thing, one is loaded. Things that are not there are left out, and looked for again next time.
   */
  getEach<Read, T>(ids: readonly string[], load: LoadEach<Read, T>): Promise<T[]>
  /** Drops every answer that read one of the tags; `*` drops all. */
  drop(tags: readonly string[]): void
}

export interface LoadEach<Read, T> {
  /** The key of the answer about a thing, before its id. */
  prefix: string
  /** Reads what the answers are made of. Every answer depends on what this notes. */
  read(ids: readonly string[]): Promise<Read>
  /** Makes the answer about one thing; undefined if it is not there. Only this answer depends on what this notes. */
  make(read: Read, id: string): T | undefined
}

export function createMemo(now: () => number = Date.now, maxWeight = MAX_WEIGHT): Memo {
  const loading = new Set<string>()
  const byTag = createTagIndex<string>()
  const remembered = new LRUCache<string, Remembered>({
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

  /** Keeps the place of an answer that is being read. */
  function hold(shared: string, value: Promise<unknown>) {
    // Until it is read, nobody knows whether the answer is for this audience only.
    const key = keyForAudience(shared)
    const entry: Remembered = { value, tags: undefined, expiresAt: null, isOfAudience: false }
    // The caller gets the error; others that wait for the same answer get it through `value`.
    value.catch(() => {})
    put(key, entry, 1)
    loading.add(key)
    const isCurrent = () => remembered.peek(key) === entry
    return {
      /** Stores the answer, unless something has changed while it was read. */
      keep({ value, tags, expiresAt, isOfAudience }: CollectedReads<unknown>): void {
        const mayStay = isCurrent()
        // The cache computes the weight only on insertion.
        if (mayStay) remembered.delete(key)
        Object.assign(entry, { tags, expiresAt, isOfAudience })
        if (mayStay) store(isOfAudience ? key : shared, entry, weigh([value, tags]))
      },
      giveUp(): void {
        if (isCurrent()) remembered.delete(key)
      },
    }
  }

  async function load<T>(shared: string, read: () => Promise<T>): Promise<T> {
    const collected = collectReads(read)
    const place = hold(
      shared,
      collected.then((it) => it.value),
    )
    try {
      const reads = await collected
      place.keep(reads)
      return reads.value
    } catch (error) {
      place.giveUp()
      throw error
    }
  }

  async function loadEach<Read, T>(
    ids: readonly string[],
    { prefix, read, make }: LoadEach<Read, T>,
  ): Promise<(T | undefined)[]> {
    const places = ids.map((id) => {
      const answer = Promise.withResolvers<T | undefined>()
      return { id, answer, ...hold(prefix + id, answer.promise) }
    })
    try {
      const common = await collectReads(() => read(ids))
      for (const { id, answer, keep, giveUp } of places) {
        const own = await collectReads(() => make(common.value, id))
        if (own.value === undefined) giveUp()
        else keep(bothReads(common, own))
        answer.resolve(own.value)
      }
    } catch (error) {
      for (const { answer, giveUp } of places) {
        giveUp()
        answer.reject(error)
      }
      throw error
    }
    return Promise.all(places.map(({ answer }) => answer.promise))
  }

  /** With `max`, the cache would reserve room for all answers at once, which takes 4 ms. */
  function put(key: string, entry: Remembered, size: number): void {
    remembered.set(key, entry, { size })
    if (remembered.size > MAX_ANSWERS) remembered.pop()
  }

  function store(key: string, entry: Remembered, size: number): void {
    put(key, entry, size)
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
    async getEach<Read, T>(ids: readonly string[], how: LoadEach<Read, T>): Promise<T[]> {
      const entries = new Map<string, Remembered>()
      const missing: string[] = []
      // Looked for first: what is read for pages is nearly always of an audience.
      const ofAudience = keyForAudience(how.prefix)
      for (const id of new Set(ids)) {
        const entry = findValid(ofAudience + id) ?? findValid(how.prefix + id)
        if (entry) entries.set(id, entry)
        else missing.push(id)
      }
      const loaded = missing.length > 0 ? await loadEach(missing, how) : []
      const answers = new Map(missing.map((id, index) => [id, loaded[index]]))
      for (const [id, entry] of entries) {
        answers.set(id, (await entry.value) as T | undefined)
        noteReads(entry)
      }
      return ids.map((id) => answers.get(id)).filter((it) => it !== undefined)
    },
    drop(tags) {
      if (tags.includes('*')) return remembered.clear()
      // An answer that is still being read may lack the change, so later callers do not get it.
      for (const key of loading) remembered.delete(key)
      for (const tag of tags) for (const key of byTag.of(tag)) remembered.delete(key)
    },
  }
}

/** The answer of the second, which depends on both. */
function bothReads<T>(common: CollectedReads<unknown>, own: CollectedReads<T>): CollectedReads<T> {
  const instants = [common, own].flatMap(({ expiresAt }) => expiresAt?.getTime() ?? [])
  return {
    value: own.value,
    tags: new Set([...common.tags, ...own.tags]),
    expiresAt: instants.length > 0 ? new Date(Math.min(...instants)) : null,
    isOfAudience: common.isOfAudience || own.isOfAudience,
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
