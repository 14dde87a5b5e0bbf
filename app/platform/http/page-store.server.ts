import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.server.ts'
import { createTagIndex } from './tag-index.ts'

/** A cache entry. Times are milliseconds since 1970. */
export interface Entry {
  response: CachedResponse
  tags: readonly string[]
  renderedAt: number
  /** When the page changes by itself; Infinity when it does not. */
  expiresAt: number
  /** The number of the latest change of its tags; 0 when there is none. */
  invalidatedBy: number
  /** When the first such change was reported; Infinity when there is none. */
  invalidatedAt: number
  /** When the latest attempt to render it again failed, if nothing has changed since. */
  failedAt: number | undefined
  /** Whether a visitor has been served it; before that it was rendered for visitors who may come. */
  isAsked: boolean
  /** Whether a visitor has asked for the page, this copy or an earlier one. */
  wasEverAsked: boolean
  /** The same response marked as stale, set once a visitor was served it. */
  staleResponse?: CachedResponse
}

export type Share = 'pages' | 'minor'

/** Cached pages by address and by tag, bounded in bytes. Stale ones stay, to be served while a page cannot be rendered. */
export interface PageStore {
  get(key: string): Entry | undefined
  /** The same, without delaying its eviction. */
  peek(key: string): Entry | undefined
  /** A visitor is served the entry under this key. */
  noteAsked(key: string, entry: Entry): void
  /**
   * Stores an entry in place of the previous one, unless it is too large to be cached.
   * @param share `minor` for pages that a client can create in any number
   */
  set(key: string, entry: Entry, share: Share): void
  /** Marks all entries with one of these tags (`*`: all entries) as stale. */
  invalidate(tags: readonly string[], generation: number, at: number): void
  readonly bytes: number
  readonly entries: number
  readonly tags: number
}

/**
 * The share of redirects, error pages and pages at invented addresses: a crawler of such addresses must not evict real
 * pages.
 */
const MINOR_SHARE = 0.05
/** The share of pages that nobody has ever asked for: they evict each other before pages with visitors. */
const UNASKED_SHARE = 0.1
/** One page must not evict all others. */
const MAX_ENTRY_SHARE = 0.1
const ENTRY_OVERHEAD_BYTES = 4_000
const TAG_OVERHEAD_BYTES = 120

export function createPageStore(maxBytes: number): PageStore {
  const byTag = createTagIndex<Entry>()
  const createCache = (share: number) =>
    new LRUCache<string, Entry>({
      maxSize: Math.floor(maxBytes * share),
      maxEntrySize: Math.max(1, Math.floor(maxBytes * share * MAX_ENTRY_SHARE)),
      sizeCalculation: sizeOf,
      dispose: (entry, key) => {
        byTag.remove(entry, entry.tags)
        if (unasked.peek(key) === entry) unasked.delete(key)
      },
    })
  const pages = createCache(1 - MINOR_SHARE)
  const minor = createCache(MINOR_SHARE)
  /** The pages that nobody has ever asked for. */
  const unasked = new LRUCache<string, Entry>({
    maxSize: Math.max(1, Math.floor(maxBytes * UNASKED_SHARE)),
    sizeCalculation: sizeOf,
    // After the removal, because `pages` asks for this key again.
    disposeAfter: (_, key, reason) => {
      if (reason === 'evict') pages.delete(key)
    },
  })

  return {
    get: (key) => pages.get(key) ?? minor.get(key),
    peek: (key) => pages.peek(key) ?? minor.peek(key),
    noteAsked(key, entry) {
      if (entry.isAsked) return
      entry.isAsked = true
      entry.wasEverAsked = true
      unasked.delete(key)
    },
    set(key, entry, share) {
      const [home, other] = share === 'pages' ? [pages, minor] : [minor, pages]
      other.delete(key)
      home.set(key, entry)
      if (home.peek(key) !== entry) return
      byTag.add(entry, entry.tags)
      if (home === pages && !entry.wasEverAsked) unasked.set(key, entry)
    },
    invalidate(tags, generation, at) {
      const mark = (entry: Entry) => {
        entry.invalidatedBy = generation
        entry.invalidatedAt = Math.min(entry.invalidatedAt, at)
        entry.failedAt = undefined
      }
      if (tags.includes('*')) {
        pages.forEach(mark)
        minor.forEach(mark)
      } else {
        for (const tag of tags) for (const entry of byTag.of(tag)) mark(entry)
      }
    },
    get bytes() {
      return pages.calculatedSize + minor.calculatedSize
    },
    get entries() {
      return pages.size + minor.size
    },
    get tags() {
      return byTag.size
    },
  }
}

function sizeOf({ response, tags }: Entry, key: string): number {
  const tagBytes = tags.reduce((sum, tag) => sum + 2 * tag.length + TAG_OVERHEAD_BYTES, 0)
  return response.bytes + 2 * key.length + tagBytes + ENTRY_OVERHEAD_BYTES
}
