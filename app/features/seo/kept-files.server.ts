import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** What the compressed files take at most: some ten of the largest. */
const MAX_BYTES = 24 * 1024 * 1024
/** Short, because nothing tells that a page has come or gone. */
const KEPT_MS = 3_000
/** More than a site has files in all its languages: who asks for more asks again. */
const MOST_WAITING = 200

type Pieces = AsyncIterable<string>

/** A file in its compressed form, and the tag of its contents. */
export interface KeptFile {
  packed: Buffer<ArrayBuffer>
  etag: string
}

/** Compressed files that are made once for all who ask for them meanwhile, and within seconds. */
export interface KeptFiles {
  /**
   * @param key of what the file depends on
   * @param write its text, in pieces
   * @returns null if too many files are waited for
   */
  get(key: string, write: () => Pieces): Promise<KeptFile | null>
}

/** One file is made at a time: the largest takes a second of processor time, and visitors are served between its pieces. */
export function createKeptFiles({
  keptMs = KEPT_MS,
  maxBytes = MAX_BYTES,
  mostWaiting = MOST_WAITING,
} = {}): KeptFiles {
  let last: Promise<unknown> = Promise.resolve()
  const making = new Map<string, Promise<KeptFile>>()
  const made = new LRUCache<string, KeptFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ packed }) => packed.byteLength,
    ttl: keptMs,
  })
  async function make(key: string, write: () => Pieces): Promise<KeptFile> {
    try {
      await last
      const file = await compress(write())
      made.set(key, file)
      return file
    } finally {
      making.delete(key)
    }
  }
  return {
    async get(key, write) {
      const known = made.get(key) ?? making.get(key)
      if (known) return known
      if (making.size >= mostWaiting) return null
      const file = make(key, write)
      making.set(key, file)
      last = file.catch(() => {})
      return file
    },
  }
}

async function compress(pieces: Pieces): Promise<KeptFile> {
  const chunks: Buffer[] = []
  await pipeline(pieces, createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) chunks.push(chunk)
  })
  const packed = Buffer.concat(chunks)
  // Weak: it is that of the uncompressed file, too.
  return { packed, etag: `W/"${createHash('sha256').update(packed).digest('base64url').slice(0, 22)}"` }
}
