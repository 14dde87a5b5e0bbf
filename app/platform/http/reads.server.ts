import { AsyncLocalStorage } from 'node:async_hooks'

interface Collection {
  tags: Set<string>
  expiresAt: Date | null
  isOfAudience: boolean
  outer: Collection | undefined
}

/** What a result depends on. */
export interface CollectedReads<T> {
  value: T
  /** Of everything it read. */
  tags: Set<string>
  /** When it changes by itself; null: never. The earliest instant of all its reads. */
  expiresAt: Date | null
  /** Whether it is only for the audience for which it was read. */
  isOfAudience: boolean
}

const current = new AsyncLocalStorage<Collection>()

/** Records that the current result depends on these tags. Does nothing outside a collection. */
export function noteRead(...tags: string[]): void {
  for (let collection = current.getStore(); collection; collection = collection.outer) {
    for (const tag of tags) collection.tags.add(tag)
  }
}

/**
 * Records that the current result changes by itself at `instant` (a kick-off, midnight); the earliest one counts. Does
 * nothing outside a collection.
 * @throws RangeError when `instant` is an invalid date, which would otherwise never expire
 */
export function noteChangeAt(instant: Date): void {
  if (Number.isNaN(instant.getTime())) throw new RangeError('noteChangeAt needs a valid date')
  for (let collection = current.getStore(); collection; collection = collection.outer) {
    if (!collection.expiresAt || instant < collection.expiresAt) collection.expiresAt = instant
  }
}

/** Records that the current result is only for the audience for which it is read. */
export function noteAudience(): void {
  for (let collection = current.getStore(); collection; collection = collection.outer)
    collection.isOfAudience = true
}

/** How long a result is valid that lacks a part which could not be read. */
const RETRY_MS = 10_000

/** Records that the current result lacks a part that failed, so that it expires soon. */
export function noteFailure(): void {
  noteChangeAt(new Date(Date.now() + RETRY_MS))
}

/** Runs `fn` and collects what it notes, also across awaits; an enclosing collection gets the same notes. */
export async function collectReads<T>(fn: () => T | Promise<T>): Promise<CollectedReads<T>> {
  const collection: Collection = {
    tags: new Set(),
    expiresAt: null,
    isOfAudience: false,
    outer: current.getStore(),
  }
  const value = await current.run(collection, fn)
  const { tags, expiresAt, isOfAudience } = collection
  return { value, tags, expiresAt, isOfAudience }
}
