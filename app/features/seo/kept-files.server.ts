import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** What the compressed files take at most: some ten of the largest. */
const MAX_BYTES = 24 * 1024 * 1024
/** Short, because nothing else tells that a page is gone. */
const KEPT_MS = 60_000

type Pieces = AsyncIterable<string>

/** Compressed files that are made once for all who ask for them within a minute. */
export interface KeptFiles {
  /** @param key of what the file depends on @param write its text, in pieces */
  get(key: string, write: () => Pieces): Promise<Buffer<ArrayBuffer>>
}

/** One file is made at a time: the largest takes a second of processor time, in which other visitors are served between its pieces. */
export function createKeptFiles(keptMs = KEPT_MS): KeptFiles {
  let last: Promise<unknown> = Promise.resolve()
  const files = new LRUCache<string, Buffer<ArrayBuffer>, () => Pieces>({
    maxSize: MAX_BYTES,
    sizeCalculation: (file) => file.byteLength,
    ttl: keptMs,
    fetchMethod: (_key, _stale, { context: write }) => {
      const made = last.then(() => compress(write()))
      last = made.catch(() => {})
      return made
    },
  })
  return { get: (key, write) => files.forceFetch(key, { context: write }) }
}

async function compress(pieces: Pieces): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  await pipeline(pieces, createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}
