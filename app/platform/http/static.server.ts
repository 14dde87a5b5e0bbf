import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { LRUCache } from 'lru-cache'
import { type CachedResponse, makeCachedResponse, type Precompressed } from './cached-response.server.ts'
import { type Https, responseHeaders } from './security-headers.server.ts'

const COMPRESSED_SUFFIX = { br: '.br', gzip: '.gz' } as const
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024
/** The build puts a hash of their content in the names of these files. */
const HASHED_PREFIX = '/assets/'

/**
 * The files of the client build. Their names are listed before the first request, so that no path reaches another file.
 */
export interface StaticFiles {
  /** A file that is in memory, by the path of the request line; parses nothing. */
  find(rawPath: string): CachedResponse | undefined
  /** The file at a path, or undefined when the build has none. */
  load(rawPath: string): Promise<CachedResponse | undefined>
  /** Whether only a file of the build can be at this path. */
  owns(rawPath: string): boolean
}

/**
 * Lists a folder's files, to serve them from memory. A file with the same name and `.br` or `.gz` is its compressed
 * form (see scripts/precompress.ts); without one, a file is compressed on its first request.
 */
export async function openStaticFiles(options: {
  directory: string
  https: Https
  maxBytes?: number
}): Promise<StaticFiles> {
  const files = await listFiles(options.directory)
  const loaded = new LRUCache<string, CachedResponse>({
    maxSize: options.maxBytes ?? DEFAULT_MAX_BYTES,
    sizeCalculation: (cached) => cached.bytes + 1,
  })
  const loading = new Map<string, Promise<CachedResponse>>()

  async function read(name: string): Promise<CachedResponse> {
    const file = path.join(options.directory, name)
    const cached = await makeCachedResponse({
      status: 200,
      headers: [
        ['content-type', getMimeType(name) ?? 'application/octet-stream'],
        [
          'cache-control',
          name.startsWith(HASHED_PREFIX) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        ],
        ...responseHeaders(options.https),
      ],
      body: await readFile(file),
      precompressed: await readPrecompressed(file, name),
    })
    loaded.set(name, cached)
    return cached
  }

  async function readPrecompressed(file: string, name: string): Promise<Precompressed | undefined> {
    const forms = (['br', 'gzip'] as const).filter((form) => files.has(name + COMPRESSED_SUFFIX[form]))
    if (forms.length === 0) return undefined
    const bodies = forms.map(async (form) => [form, await readFile(file + COMPRESSED_SUFFIX[form])] as const)
    return Object.fromEntries(await Promise.all(bodies))
  }

  return {
    find: (rawPath) => loaded.get(rawPath),
    async load(rawPath) {
      const name = decode(rawPath)
      if (name === undefined || !files.has(name) || /\.(?:br|gz)$/.test(name)) return undefined
      const known = loaded.get(name) ?? loading.get(name)
      if (known) return known
      const cached = read(name).finally(() => loading.delete(name))
      loading.set(name, cached)
      try {
        return await cached
      } catch (error) {
        // A deployment has replaced the files below the running server.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    owns: (rawPath) => rawPath.startsWith(HASHED_PREFIX),
  }
}

/** The paths of all files under a folder, each with a leading slash; none when there is no such folder. */
async function listFiles(directory: string): Promise<Set<string>> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return new Set(
      files.map((file) => `/${toUrlPath(path.relative(directory, path.join(file.parentPath, file.name)))}`),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set()
    throw error
  }
}

function toUrlPath(file: string): string {
  return file.split(path.sep).join('/')
}

function decode(rawPath: string): string | undefined {
  try {
    return decodeURIComponent(rawPath)
  } catch {
    return undefined
  }
}
