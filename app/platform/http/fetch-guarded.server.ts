import { lookup as resolveName } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import zlib from 'node:zlib'

export type FetchErrorCode =
  | 'address_refused'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'
  | 'too_many_redirects'
  | 'http_status'
  | 'cut_short'
  | 'not_decodable'

/**
 * Why an external address returned no complete body. The message never contains the address, which can include a key.
 */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly code: FetchErrorCode
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined
  /** The seconds that the server asked to wait. */
  readonly retryAfter: number | undefined
  constructor(
    code: FetchErrorCode,
    message: string,
    details: { status?: number; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status
    this.retryAfter = details.retryAfter
  }
}

export interface GuardedFetchOptions {
  headers?: Record<string, string>
  /** Allows loopback and private addresses, for addresses that the operator typed on this machine. */
  allowPrivateAddresses?: boolean
  /** Of the body after decompression. */
  maxBytes?: number
  connectTimeoutMs?: number
  headersTimeoutMs?: number
  /** The longest pause between two chunks of the body. */
  idleTimeoutMs?: number
  totalTimeoutMs?: number
  /** How long all attempts together can take until an answer begins. */
  answerWithinMs?: number
  /** The number of attempts, for 429, 5xx and network failures. */
  attempts?: number
  /** The first pause between attempts; it doubles. */
  retryDelayMs?: number
  /** Called at the start of each attempt, counted from 1. */
  onAttempt?: (attempt: number) => void
  signal?: AbortSignal
}

export interface GuardedResponse {
  status: number
  headers: http.IncomingHttpHeaders
  /** Decompressed; throws FetchError when the body ends early, stalls or grows too large. */
  body: AsyncIterable<Uint8Array>
}

const MAX_REDIRECTS = 5
const MAX_RETRY_AFTER_S = 120
const ERROR_BODY_BYTES = 2048

const DEFAULTS = {
  allowPrivateAddresses: false,
  maxBytes: 512 * 1024 * 1024,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  totalTimeoutMs: 60 * 60_000,
  attempts: 4,
  retryDelayMs: 1_000,
}
type Settings = typeof DEFAULTS &
  Pick<GuardedFetchOptions, 'headers' | 'signal'> & {
    /** Asks for the status alone. */
    probe?: 'GET' | 'HEAD'
    posted?: string | Uint8Array
  }

const PRIVATE_V4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
const GLOBAL_V6 = blockList('ipv6', ['2000::/3'])
/** Within the global range: protocol assignments with Teredo, documentation, 6to4 (which hides an IPv4 address). */
const SPECIAL_V6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

function blockList(family: 'ipv4' | 'ipv6', ranges: string[]): net.BlockList {
  const list = new net.BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Whether an IP address is reachable from everywhere: not loopback, link-local, private, shared or reserved. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (net.isIPv4(plain)) return !PRIVATE_V4.check(plain, 'ipv4')
  return net.isIPv6(plain) && GLOBAL_V6.check(plain, 'ipv6') && !SPECIAL_V6.check(plain, 'ipv6')
}

/**
 * Fetches an external address with GET: http and https only, with up to five redirects. Each address is checked to be
 * public, also after name resolution, and the connection is made to the checked address.
 * @throws FetchError; also for any status except 2xx
 */
export async function fetchGuarded(
  address: string,
  options: GuardedFetchOptions = {},
): Promise<GuardedResponse> {
  const settings: Settings = { ...DEFAULTS, ...options }
  const deadline = AbortSignal.timeout(settings.totalTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const end = performance.now() + (options.answerWithinMs ?? settings.totalTimeoutMs)
  for (let attempt = 1; ; attempt += 1) {
    options.onAttempt?.(attempt)
    try {
      const response = await followRedirects(
        address,
        { ...settings, ...shorten(settings, end), signal },
        deadline,
      )
      return await accept(response, settings, deadline)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!(error instanceof FetchError) || !isTransient(error) || attempt >= settings.attempts) throw error
      const pause = settings.retryDelayMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
      const asked = Math.min(error.retryAfter ?? 0, MAX_RETRY_AFTER_S) * 1000
      const wait = Math.max(pause, asked)
      if (performance.now() + wait >= end) throw error
      await delay(wait, undefined, { signal }).catch(() => {
        options.signal?.throwIfAborted()
        throw error
      })
    }
  }
}

/** The limits of an attempt, when the time for all of them ends at an instant. */
function shorten({ connectTimeoutMs, headersTimeoutMs }: Settings, end: number) {
  const left = Math.max(0, end - performance.now())
  return {
    connectTimeoutMs: Math.min(connectTimeoutMs, left),
    headersTimeoutMs: Math.min(headersTimeoutMs, left),
  }
}

/**
 * Posts a body to an external address, once and under the same rules, without following redirects.
 * @returns the status of the response, whose body is not read
 * @throws FetchError; also for any status except 2xx
 */
export async function postGuarded(
  address: string,
  body: string | Uint8Array,
  options: Omit<GuardedFetchOptions, 'attempts' | 'retryDelayMs' | 'onAttempt'> = {},
): Promise<number> {
  const settings: Settings = { ...DEFAULTS, ...options, posted: body }
  const deadline = AbortSignal.timeout(settings.totalTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const response = await request(parseAddress(address), { ...settings, signal }, deadline)
  const status = response.statusCode ?? 0
  response.destroy()
  if (status >= 200 && status < 300) return status
  const retryAfter = retryAfterOf(response.headers['retry-after'])
  throw new FetchError('http_status', `The server answered ${status}`, { status, ...retryAfter })
}

/**
 * Asks an outside address once how it answers, under the same rules, and follows its redirects.
 * @returns the status of the last answer, whatever it is; its body is not read
 * @throws FetchError when none came
 */
export async function askStatus(
  address: string,
  method: 'GET' | 'HEAD',
  options: Omit<GuardedFetchOptions, 'attempts' | 'retryDelayMs' | 'onAttempt'> = {},
): Promise<number> {
  const settings: Settings = { ...DEFAULTS, ...options, probe: method }
  const deadline = AbortSignal.timeout(settings.totalTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const response = await followRedirects(address, { ...settings, signal }, deadline)
  response.destroy()
  return response.statusCode ?? 0
}

function isTransient(error: FetchError): boolean {
  if (error.code === 'http_status') return error.status === 429 || (error.status ?? 0) >= 500
  // The reader of a truncated body gets its error: bodies are read after the attempts.
  return error.code === 'unreachable' || error.code === 'timed_out'
}

async function followRedirects(
  address: string,
  settings: Settings,
  deadline: AbortSignal,
): Promise<http.IncomingMessage> {
  let url = parseAddress(address)
  let headers = settings.headers
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await request(url, { ...settings, headers }, deadline)
    const status = response.statusCode ?? 0
    const location = response.headers.location
    if (status < 300 || status > 399 || !location) return response
    response.destroy()
    const next = parseAddress(location, url)
    if (next.origin !== url.origin) headers = undefined
    url = next
  }
  throw new FetchError('too_many_redirects', `The address redirects more than ${MAX_REDIRECTS} times.`)
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url) throw new FetchError('address_refused', 'That is not an address.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('address_refused', `Only http and https addresses are fetched, not ${url.protocol}`)
  }
  return url
}

function request(url: URL, settings: Settings, deadline: AbortSignal): Promise<http.IncomingMessage> {
  const { allowPrivateAddresses } = settings
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (net.isIP(host) && !allowPrivateAddresses && !isPublicAddress(host)) throw refusal()
  return new Promise((resolve, reject) => {
    const { posted, probe } = settings
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method: posted === undefined ? (probe ?? 'GET') : 'POST',
      agent: false,
      lookup: allowPrivateAddresses ? undefined : lookupPublic,
      signal: settings.signal,
      headers: {
        accept: probe ? 'text/html, */*;q=0.5' : 'application/json, */*;q=0.5',
        'accept-encoding': 'br, gzip, deflate',
        // The statistics of affiliate networks leave robots out.
        'user-agent': probe ? 'Overround (link check; bot)' : 'Overround',
        ...settings.headers,
      },
    })
    const expire = (what: string) => () =>
      outgoing.destroy(new FetchError('timed_out', `The server did not ${what} in time.`))
    let timer = setTimeout(expire('take the connection'), settings.connectTimeoutMs)
    outgoing.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer)
        timer = setTimeout(expire('answer'), settings.headersTimeoutMs)
      })
    })
    outgoing.on('response', (response) => {
      clearTimeout(timer)
      // An error before the body is read goes to the later reader, and does not end the process.
      response.on('error', () => {})
      resolve(response)
    })
    // Without a listener, a 101 closes the connection with neither a response nor an error.
    outgoing.on('upgrade', ({ statusCode: status = 101 }, socket) => {
      socket.destroy()
      reject(new FetchError('http_status', `The server answered ${status}`, { status }))
    })
    outgoing.on('error', (error) => {
      clearTimeout(timer)
      reject(describeFailure(error, deadline))
    })
    // Whatever is not told above ends with the connection, at the latest with the time for the whole fetch.
    const giveUp = () => reject(describeFailure(undefined, deadline))
    deadline.addEventListener('abort', giveUp)
    outgoing.on('close', () => {
      clearTimeout(timer)
      deadline.removeEventListener('abort', giveUp)
      giveUp()
    })
    outgoing.end(posted)
  })
}

/** Name resolution that refuses a name if any of its addresses is not public; the caller connects to the result. */
const lookupPublic: net.LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 4)
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(refusal(), '', 4)
    }
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

function refusal(): FetchError {
  return new FetchError('address_refused', 'The address leads into a private network; it is not fetched.')
}

function describeFailure(error: unknown, deadline: AbortSignal): unknown {
  if (error instanceof FetchError) return error
  if (deadline.aborted) return new FetchError('timed_out', 'The fetch took too long.')
  if (error instanceof Error && error.name === 'AbortError') return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new FetchError('unreachable', `The server cannot be reached${code ? ` (${code})` : ''}.`, {
    cause: error,
  })
}

async function accept(
  response: http.IncomingMessage,
  settings: Settings,
  deadline: AbortSignal,
): Promise<GuardedResponse> {
  const status = response.statusCode ?? 0
  const body = readBody(response, settings, deadline)
  if (status >= 200 && status < 300) return { status, headers: response.headers, body }
  const text = await firstBytes(body, ERROR_BODY_BYTES).catch(() => '')
  response.destroy()
  throw new FetchError('http_status', `The server answered ${status}${text ? `: ${text}` : ''}`, {
    status,
    ...retryAfterOf(response.headers['retry-after']),
  })
}

function retryAfterOf(header: string | undefined): { retryAfter?: number } {
  if (!header) return {}
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? { retryAfter: Math.max(0, seconds) } : {}
}

async function firstBytes(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size >= limit) break
  }
  return Buffer.concat(pieces).subarray(0, limit).toString('utf8').replace(/\s+/g, ' ').trim().slice(0, 300)
}

/** The body, decompressed, with the limits on size and stalling. A stall counts only while a reader waits. */
async function* readBody(
  response: http.IncomingMessage,
  settings: Settings,
  deadline: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let stream: ByteStream = response
  let size = 0
  try {
    stream = decompress(response)
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
    for (;;) {
      const timer = setTimeout(() => {
        stream.destroy(new FetchError('timed_out', 'The server fell silent in the middle of its answer.'))
        response.destroy()
      }, settings.idleTimeoutMs)
      const next = await chunks.next().finally(() => clearTimeout(timer))
      if (next.done) break
      size += next.value.length
      if (size > settings.maxBytes) {
        throw new FetchError('too_large', `The answer is larger than ${settings.maxBytes} bytes.`)
      }
      yield next.value
    }
    if (!response.complete) throw new FetchError('cut_short', `The answer broke off after ${size} bytes.`)
  } catch (error) {
    throw describeBreak(error, deadline, size)
  } finally {
    stream.destroy()
    response.destroy()
  }
}

function describeBreak(error: unknown, deadline: AbortSignal, size: number): unknown {
  if (error instanceof FetchError) return error
  if (deadline.aborted) return new FetchError('timed_out', 'The fetch took too long.')
  if (!(error instanceof Error) || error.name === 'AbortError') return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'Z_DATA_ERROR' || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) {
    return new FetchError('not_decodable', 'The answer is not compressed the way it says.', { cause: error })
  }
  return new FetchError('cut_short', `The answer broke off after ${size} bytes.`, { cause: error })
}

type ByteStream = NodeJS.ReadableStream & { destroy(error?: Error): unknown }

function decompress(response: http.IncomingMessage): ByteStream {
  const encodings = (response.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  // All of them first: an error of a decoder that nobody reads would end the process.
  const decoders = encodings.reverse().flatMap((encoding) => decoderOf(encoding) ?? [])
  let stream: ByteStream = response
  for (const decoder of decoders) {
    const source = stream
    source.on('error', (error) => decoder.destroy(error))
    stream = source.pipe(decoder)
  }
  return stream
}

function decoderOf(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip()
  if (encoding === 'deflate') return zlib.createInflate()
  if (encoding === 'br') return zlib.createBrotliDecompress()
  if (encoding === '' || encoding === 'identity') return null
  throw new FetchError(
    'not_decodable',
    `The answer is compressed in a way nobody asked for: ${encoding.slice(0, 40)}`,
  )
}
