import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import { acceptedEncodings, ENCODINGS, type Encoding, matchesEtag } from './negotiation.ts'

const compressBrotli = promisify(brotliCompress)

/** Quality 5 takes 0.5 ms for a whole response; quality 11 takes 28 ms and saves another 15 % (decision 0003). */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
const MIN_COMPRESSED_BYTES = 512
const COMPRESSIBLE = /^(?:text\/|application\/(?:.*\+)?(?:json|xml|javascript|wasm)|image\/svg|font\/[ot]tf)/i
/** The headers of a 304 response (RFC 9110, 15.4.5). */
const KEPT_WHEN_NOT_MODIFIED = new Set(['cache-control', 'cache-tag', 'etag', 'vary'])

/** A response in one content coding, with everything that can be prepared before a request. */
export interface Representation {
  body: Buffer
  /** Undefined unless the status is 200. */
  etag: string | undefined
  /** Names and values in turn, as `writeHead` takes them without building anything. */
  headers: string[]
  notModifiedHeaders: string[]
  wire: WireForm | undefined
}

/** The whole response as bytes, with the second of its `Date` header. */
interface WireForm {
  second: number
  bytes: Buffer
}

/** A complete response that is the same for every visitor. */
export interface CachedResponse {
  status: number
  /** The representations in memory. The uncompressed one is ten times as large and rarely requested. */
  representations: Partial<Record<Encoding, Representation>>
  /** Creates another representation from the Brotli one; undefined when there is no Brotli one. */
  transcode?: ((encoding: 'gzip' | 'identity') => Representation) | undefined
  /** The size of the bodies. */
  bytes: number
}

/** The same body as it was compressed ahead of time. */
export type Precompressed = Partial<Record<'br' | 'gzip', Buffer>>

/**
 * Creates a cached response: compresses on the thread pool (unless compressed at build time), and computes a strong
 * entity tag for each coding. Every browser accepts Brotli; gzip takes as long again, so it is created and stored on
 * the first request for it.
 */
export async function makeCachedResponse(answer: {
  status: number
  headers: readonly (readonly [string, string])[]
  body: Buffer
  precompressed?: Precompressed
}): Promise<CachedResponse> {
  const { status, body } = answer
  const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const compressible = COMPRESSIBLE.test(type)
  const headers = compressible ? [...answer.headers, ['vary', 'Accept-Encoding'] as const] : answer.headers
  const { br, gzip } = answer.precompressed ?? (compressible ? await compress(body) : {})
  const common = { status, headers, hash: status === 200 ? hashResponse(headers, body) : undefined }
  if (br && br.length < body.length) return compressedResponse(common, br, gzip)
  return {
    status,
    representations: { identity: makeRepresentation(common, body, 'identity') },
    bytes: body.length,
  }
}

/** The properties that all representations of a response share. */
interface Common {
  status: number
  headers: readonly (readonly [string, string])[]
  hash: string | undefined
}

/** A separate function, so that its closure does not keep the uncompressed body in memory. */
function compressedResponse(common: Common, br: Buffer, gzip: Buffer | undefined): CachedResponse {
  const representations: CachedResponse['representations'] = { br: makeRepresentation(common, br, 'br') }
  if (gzip) representations.gzip = makeRepresentation(common, gzip, 'gzip')
  return {
    status: common.status,
    representations,
    // A gzip body that does not exist yet is estimated at the size of the Brotli body.
    bytes: br.length + (gzip ?? br).length,
    transcode(encoding) {
      const plain = brotliDecompressSync(representations.br?.body ?? br)
      const body = encoding === 'gzip' ? compact(gzipSync(plain, { level: GZIP_LEVEL })) : plain
      return makeRepresentation(common, body, encoding)
    },
  }
}

async function compress(body: Buffer): Promise<Precompressed> {
  if (body.length < MIN_COMPRESSED_BYTES) return {}
  const br = await compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  return { br: compact(br) }
}

/**
 * The parts as one buffer in memory of its own size. A result of zlib, and a small buffer of Node, is a view that keeps a
 * whole block of 64 KB.
 */
function compact(...parts: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) at += part.copy(whole, at)
  return whole
}

function hashResponse(headers: readonly (readonly [string, string])[], body: Buffer): string {
  const hash = createHash('sha256')
  for (const [name, value] of headers) hash.update(`${name}: ${value}\n`)
  return hash.update(body).digest('base64url').slice(0, 22)
}

function makeRepresentation(
  { status, headers: common, hash }: Common,
  body: Buffer,
  encoding: Encoding,
): Representation {
  const etag = hash && `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = [...common]
  if (etag) headers.push(['etag', etag])
  if (encoding !== 'identity') headers.push(['content-encoding', encoding])
  const notModifiedHeaders = headers.filter(([name]) => KEPT_WHEN_NOT_MODIFIED.has(name)).flat()
  if (status !== 204 && status !== 304) headers.push(['content-length', String(body.length)])
  return { body, etag, headers: headers.flat(), notModifiedHeaders, wire: undefined }
}

/** The representation that the client prefers; the plain one when it accepts none. */
export function chooseRepresentation(
  cached: CachedResponse,
  acceptEncoding: string | undefined,
): Representation {
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const representation = representationOf(cached, encoding)
    if (representation) return representation
  }
  const plain = representationOf(cached, 'identity')
  if (!plain) throw new Error('A cached response has no body')
  return plain
}

function representationOf(cached: CachedResponse, encoding: Encoding): Representation | undefined {
  const kept = cached.representations[encoding]
  if (kept || encoding === 'br') return kept
  const made = cached.transcode?.(encoding)
  if (made && encoding === 'gzip') cached.representations.gzip = made
  return made
}

/** The same response with headers added, names and values in turn; the bodies are shared. */
export function withHeaders(cached: CachedResponse, added: readonly string[]): CachedResponse {
  const add = (representation: Representation): Representation => ({
    ...representation,
    headers: [...representation.headers, ...added],
    notModifiedHeaders: [...representation.notModifiedHeaders, ...added],
    wire: undefined,
  })
  const representations: CachedResponse['representations'] = {}
  for (const encoding of ENCODINGS) {
    const kept = cached.representations[encoding]
    if (kept) representations[encoding] = add(kept)
  }
  const transcode: CachedResponse['transcode'] =
    cached.transcode &&
    ((encoding) => {
      const made = representationOf(cached, encoding)
      if (!made) throw new Error(`There is no ${encoding} representation`)
      return add(made)
    })
  return { ...cached, representations, transcode }
}

/** Answers a GET or HEAD request through node:http. */
export function sendCachedResponse(
  cached: CachedResponse,
  request: { method?: string | undefined; headers: IncomingHttpHeaders },
  response: ServerResponse,
): void {
  const representation = chooseRepresentation(
    cached,
    request.headers['accept-encoding'] as string | undefined,
  )
  const unmodified = isNotModified(representation, request.headers['if-none-match'])
  if (unmodified) response.writeHead(304, representation.notModifiedHeaders)
  else response.writeHead(cached.status, representation.headers)
  if (unmodified || request.method === 'HEAD') response.end()
  else response.end(representation.body)
}

/** Whether the client already has this representation. */
function isNotModified({ etag }: Representation, ifNoneMatch: string | undefined): boolean {
  return etag !== undefined && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)
}

/**
 * The complete response to a GET request on a connection that stays open, as bytes. It is never changed after it was
 * returned: a new second creates a new buffer, because an earlier one may still be in transit.
 * @param now milliseconds since 1970
 * @param connectionHeaders header lines that belong to the connection, each with its line end
 */
export function wireBytes(
  cached: CachedResponse,
  request: { acceptEncoding: string | undefined; ifNoneMatch: string | undefined },
  now: number,
  connectionHeaders: string,
): Buffer {
  const representation = chooseRepresentation(cached, request.acceptEncoding)
  const second = Math.floor(now / 1000)
  if (isNotModified(representation, request.ifNoneMatch)) {
    return Buffer.from(head(304, representation.notModifiedHeaders, second, connectionHeaders), 'latin1')
  }
  if (representation.wire?.second === second) return representation.wire.bytes
  const start = Buffer.from(head(cached.status, representation.headers, second, connectionHeaders), 'latin1')
  const bytes = compact(start, representation.body)
  representation.wire = { second, bytes }
  // Both ways of sending use one buffer, so that the response is in memory once.
  representation.body = bytes.subarray(start.length)
  return bytes
}

function head(status: number, headers: readonly string[], second: number, connectionHeaders: string): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`
  return `${text}date: ${dateOf(second)}\r\n${connectionHeaders}\r\n`
}

let datedSecond = 0
let date = ''

function dateOf(second: number): string {
  if (second !== datedSecond) {
    datedSecond = second
    date = new Date(second * 1000).toUTCString()
  }
  return date
}
