import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { RunError, type RunErrorCode } from '#app/features/runs/schema.ts'
import {
  FetchError,
  fetchGuarded,
  type GuardedFetchOptions,
} from '#app/platform/http/fetch-guarded.server.ts'

export interface OpenBody {
  /** Decompressed. Throws RunError when it breaks off or grows too large. */
  stream: AsyncIterable<Uint8Array>
  /** The time of the body: a file's time of change, an answer's Last-Modified or Date. */
  confirmedAt: Date
  /** Identifies the body; null when it cannot be identified, so that a run never resumes on another body. */
  fingerprint: string | null
  /** Size in transfer or on disk, if known. */
  totalBytes: number | null
  /** The headers of an answer; a file has none. */
  headers: IncomingHttpHeaders
}

export type BodyOptions = GuardedFetchOptions & { maxBytes?: number }

const MAX_BYTES = 512 * 1024 * 1024
const SAMPLE_BYTES = 64 * 1024

export function isWebAddress(origin: string): boolean {
  return /^https?:/i.test(origin)
}

/** What identifies the origin: an absolute path, or the unchanged address. */
export function resolveOrigin(origin: string): string {
  if (isWebAddress(origin)) return origin
  return path.resolve(origin.startsWith('file:') ? fileURLToPath(origin) : origin)
}

/** Opens a file or an http(s) address, gunzipped where needed. @throws RunError */
export async function openBody(origin: string, options: BodyOptions = {}): Promise<OpenBody> {
  const maxBytes = options.maxBytes ?? MAX_BYTES
  const opened = isWebAddress(origin)
    ? await openAddress(origin, { ...options, maxBytes })
    : await openFile(resolveOrigin(origin), options.signal)
  return { ...opened, stream: translateErrors(limit(gunzip(opened.stream), maxBytes)) }
}

async function openFile(file: string, signal: AbortSignal | undefined): Promise<OpenBody> {
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new RunError('not_found', `${file} cannot be opened (${error.code ?? error.message}).`, {
      cause: error,
    })
  })
  if (info.isDirectory()) throw new RunError('not_found', `${file} is a folder, not a feed.`)
  const fingerprint = info.isFile() ? await sampleFile(file, info.size, info.mtimeMs) : null
  return {
    stream: readFile(file, signal),
    confirmedAt: info.isFile() ? info.mtime : new Date(),
    fingerprint,
    totalBytes: info.isFile() ? info.size : null,
    headers: {},
  }
}

/** Opened on the first read: an error of a stream without a listener would end the process. */
async function* readFile(file: string, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { highWaterMark: 256 * 1024, ...(signal ? { signal } : {}) })
}

/**
 * A file's fingerprint from its size, time, beginning and end: enough to detect a replacement without reading all of
 * it.
 */
async function sampleFile(file: string, size: number, changedMs: number): Promise<string> {
  const hash = createHash('sha256').update(`${size}:${Math.trunc(changedMs)}:`)
  let handle: FileHandle | undefined
  try {
    handle = await open(file)
    for (const position of [0, Math.max(0, size - SAMPLE_BYTES)]) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, position)
      hash.update(buffer.subarray(0, bytesRead))
    }
  } catch (error) {
    throw new RunError('not_found', `${file} cannot be read.`, { cause: error })
  } finally {
    await handle?.close()
  }
  return `file:${hash.digest('hex').slice(0, 32)}`
}

async function openAddress(address: string, options: GuardedFetchOptions): Promise<OpenBody> {
  const { headers, body } = await fetchGuarded(address, options).catch((error: unknown) => {
    throw asFeedError(error)
  })
  const stated = headers['last-modified'] ?? headers.date
  const time = stated ? Date.parse(stated) : Number.NaN
  const length = Number(headers['content-length'])
  const plain = !headers['content-encoding'] && Number.isFinite(length)
  return {
    stream: body,
    confirmedAt: Number.isNaN(time) ? new Date() : new Date(Math.min(time, Date.now())),
    fingerprint: fingerprintOf(headers.etag, headers['last-modified'], headers['content-length']),
    totalBytes: plain ? length : null,
    headers,
  }
}

function fingerprintOf(etag?: string, modified?: string, length?: string): string | null {
  if (etag && !etag.startsWith('W/')) return `etag:${etag}`.slice(0, 200)
  return modified && length ? `http:${modified}:${length}` : null
}

/** Decompresses a gzip file, whatever its name. */
async function* gunzip(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const rest = async function* () {
    yield first.value
    for (;;) {
      const next = await chunks.next()
      if (next.done) return
      yield next.value
    }
  }
  try {
    if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return yield* rest()
    const decoder = zlib.createGunzip()
    const feeding = pump(rest(), decoder)
    for await (const chunk of decoder) yield chunk as Uint8Array
    await feeding
  } finally {
    await chunks.return?.()
  }
}

async function pump(chunks: AsyncIterable<Uint8Array>, decoder: zlib.Gunzip): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (!decoder.write(chunk))
        await new Promise((resolve) => decoder.once('drain', resolve).once('close', resolve))
      if (decoder.destroyed) return
    }
    decoder.end()
  } catch (error) {
    decoder.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

async function* limit(stream: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes) throw new RunError('too_large', `The body is larger than ${maxBytes} bytes.`)
    yield chunk
  }
}

async function* translateErrors(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw asFeedError(error)
  }
}

const OWN_CODES: Record<string, RunErrorCode> = { not_decodable: 'malformed_body' }

/** What the status of an answer says beside that the request failed: not every one is the operator's to mend. */
function ofStatus({ code, status = 0 }: FetchError): RunErrorCode | null {
  if (code !== 'http_status') return null
  if (status >= 500) return 'source_fault'
  return status === 404 || status === 410 ? 'unknown_address' : null
}

/** Converts failures of fetching and decompression into the codes of feeds; returns other errors unchanged. */
function asFeedError(error: unknown): unknown {
  if (error instanceof FetchError) {
    const code = OWN_CODES[error.code] ?? ofStatus(error) ?? (error.code as RunErrorCode)
    return new RunError(code, error.message, { cause: error })
  }
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'Z_BUF_ERROR') return new RunError('cut_short', 'The compressed body ends too early.')
    if (error.code === 'Z_DATA_ERROR') return new RunError('malformed_body', 'The body is not valid gzip.')
    if (error.code === 'EISDIR' || error.code === 'EACCES' || error.code === 'EIO') {
      return new RunError('not_found', `The file cannot be read (${error.code}).`, { cause: error })
    }
  }
  return error
}
