import { type RequestListener, Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { type CachedResponse, wireBytes } from './cached-response.server.ts'
import { network } from './network.server.ts'
import { OneRequest } from './one-request.server.ts'
import type { ReadRequest, ResponseLookup } from './response-lookup.server.ts'

export interface FrontServerOptions {
  listener: RequestListener
  lookup: ResponseLookup
  /** How long a connection may be idle. */
  keepAliveTimeoutMs: number
  /** How many connections a network can have at once; unlimited behind a proxy. */
  connectionsPerNetwork?: number | undefined
  /** The lower-case name of the header that names a visitor's country; undefined if there is none to trust. */
  countryHeader?: string | undefined
}

/** A request that the fast path can answer. */
interface PlainRequest extends Omit<ReadRequest, 'peer'> {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

const REFUSED_TUNNEL =
  'HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\ncache-control: no-store\r\nconnection: close\r\n\r\n'
/** Browsers send about 1 KB of headers. */
const MAX_REQUEST_BYTES = 8_192
const PLAIN_REQUEST =
  /^GET (\/[\x21-\x7e]*) HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/
/** Headers that select the response, and headers that determine the end of a request or of the connection. */
const noticedFields = (...more: string[]) =>
  new RegExp(
    `\\r\\n(?:(${['host|accept|accept-encoding|if-none-match|connection|x-forwarded-for|cookie|authorization', ...more].join('|')})|content-length|transfer-encoding|expect|upgrade|trailer|te):[\\t ]*([^\\r]*)`,
    'gi',
  )
const NOTICED_FIELDS = noticedFields()
/** The stream of changes of the read API, which programs read without naming its type. */
const EVENT_STREAM = /^\/api\/v\d+\/changes\/stream(?:\?|$)/

/**
 * A node:http server with a fast path: it answers requests from the cache before node:http parses them (decision 0003).
 * The fast path reads only a complete, plain GET request that arrives alone. node:http answers a plain request without
 * a cached response, and the connection returns to the fast path afterwards (decision 0021). At the first byte of
 * anything else the connection goes to node:http until it closes, so node:http's time limits apply to incomplete
 * requests.
 */
export class FrontServer extends Server {
  readonly #idle = new Set<Socket>()
  readonly #busy = new Set<Socket>()
  /** All open connections by network, the oldest first. */
  readonly #byNetwork = new Map<string, Set<Socket>>()
  readonly #connectionsPerNetwork: number
  readonly #lookup: ResponseLookup
  readonly #connectionHeaders: string
  readonly #parse: (chunk: Buffer) => PlainRequest | undefined
  readonly #connectParser: ((this: Server, socket: Socket) => void)[]

  constructor(options: FrontServerOptions) {
    const serverOptions: ServerOptions = { keepAliveTimeout: options.keepAliveTimeoutMs }
    super(serverOptions, options.listener)
    this.#lookup = options.lookup
    const { countryHeader } = options
    const fields = countryHeader === undefined ? NOTICED_FIELDS : noticedFields(countryHeader)
    this.#parse = (chunk) => parsePlainRequest(chunk, fields, countryHeader)
    this.#connectionsPerNetwork = options.connectionsPerNetwork ?? Number.POSITIVE_INFINITY
    this.#connectionHeaders = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(options.keepAliveTimeoutMs / 1000)}\r\n`
    this.#connectParser = this.listeners('connection') as ((this: Server, socket: Socket) => void)[]
    this.removeAllListeners('connection')
    this.prependListener('request', ({ socket }: { socket: unknown }, response) => {
      if (socket instanceof OneRequest) response.once('finish', () => socket.release())
    })
    this.on('connection', (socket) => {
      if (this.#admit(socket)) this.#receive(socket)
      else socket.destroy()
    })
    // Without a listener node:http closes the connection silently.
    this.on('connect', (_, socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(REFUSED_TUNNEL)
    })
  }

  /** Also called by `close`. */
  override closeIdleConnections(): void {
    for (const socket of this.#idle) if (socket.writableLength === 0) socket.destroy()
    super.closeIdleConnections()
  }

  override closeAllConnections(): void {
    for (const socket of [...this.#idle, ...this.#busy]) socket.destroy()
    super.closeAllConnections()
  }

  /** When a network has reached its limit, closes one of its idle connections; if none is idle, refuses the new one. */
  #admit(socket: Socket): boolean {
    const from = network(socket.remoteAddress ?? '')
    const open = this.#byNetwork.get(from) ?? new Set()
    if (open.size >= this.#connectionsPerNetwork) {
      const waiting = [...open].find((other) => this.#idle.has(other) && other.writableLength === 0)
      if (!waiting) return false
      waiting.destroy()
      open.delete(waiting)
    }
    this.#byNetwork.set(from, open.add(socket))
    socket.once('close', () => {
      if (open.delete(socket) && open.size === 0) this.#byNetwork.delete(from)
    })
    return true
  }

  #receive(socket: Socket): void {
    const wait = () => {
      this.#idle.add(socket)
      socket.setTimeout(this.keepAliveTimeout)
    }
    const send = (answer: Buffer) => {
      socket.write(answer)
      if (!this.listening || socket.readableEnded) socket.end()
    }
    const handOver = (chunk: Buffer) => {
      forget()
      socket.setTimeout(0)
      socket
        .off('data', onData)
        .off('end', end)
        .off('timeout', destroy)
        .off('error', destroy)
        .off('close', forget)
      socket.pause()
      socket.unshift(chunk)
      for (const connect of this.#connectParser) connect.call(this, socket)
      socket.resume()
    }
    const setBusy = () => {
      this.#idle.delete(socket)
      this.#busy.add(socket)
      socket.setTimeout(0)
      socket.pause()
    }
    const setIdle = () => {
      this.#busy.delete(socket)
      if (socket.destroyed) return
      if (!this.listening || socket.readableEnded) return socket.end()
      wait()
      socket.resume()
    }
    const answerWithNode = (request: Buffer) => {
      const connection = new OneRequest(socket, request, setIdle) as unknown as Socket
      for (const connect of this.#connectParser) connect.call(this, connection)
    }
    const sendWhenReady = async (pending: Promise<Buffer | undefined>, request: Buffer) => {
      // After a failed look-up, node:http's listener gets the same error, answers it and logs it.
      const answer = await pending.catch(() => undefined)
      if (socket.destroyed) return
      if (answer) {
        socket.write(answer)
        setIdle()
      }
      // Like node:http, sends no response to a client that has closed the connection before there is one.
      else if (socket.readableEnded) destroy()
      else answerWithNode(request)
    }
    const onData = (chunk: Buffer) => {
      // node:http applies backpressure to a client that sends requests without reading the responses.
      const request = socket.writableLength === 0 ? this.#parse(chunk) : undefined
      if (!request) return handOver(chunk)
      const answer = this.#answer(request, socket)
      if (Buffer.isBuffer(answer)) return send(answer)
      setBusy()
      if (answer) void sendWhenReady(answer, chunk)
      else answerWithNode(chunk)
    }
    const end = () => {
      if (!this.#busy.has(socket)) socket.end()
    }
    const destroy = () => {
      socket.destroy()
    }
    const forget = () => {
      this.#idle.delete(socket)
      this.#busy.delete(socket)
    }
    wait()
    socket.on('data', onData).on('end', end).on('timeout', destroy).on('error', destroy).on('close', forget)
  }

  #answer(request: PlainRequest, socket: Socket): Buffer | Promise<Buffer | undefined> | undefined {
    const found = this.#lookup({ ...request, peer: socket.remoteAddress ?? '' })
    if (!found) return undefined
    const toBytes = (cached: CachedResponse) =>
      wireBytes(cached, request, Date.now(), this.#connectionHeaders)
    return found instanceof Promise ? found.then((cached) => cached && toBytes(cached)) : toBytes(found)
  }
}

/**
 * Parses a chunk that is exactly one complete GET request without a body; undefined for anything else.
 * @param noticed finds the headers that matter
 * @param countryHeader the one among them that names the visitor's country
 */
export function parsePlainRequest(
  chunk: Buffer,
  noticed: RegExp = NOTICED_FIELDS,
  countryHeader?: string,
): PlainRequest | undefined {
  if (chunk.length > MAX_REQUEST_BYTES) return undefined
  const text = chunk.toString('latin1')
  const target = PLAIN_REQUEST.exec(text)?.[1]
  if (target === undefined) return undefined
  const fields = new Map<string, string>()
  for (const [, given, value = ''] of text.matchAll(noticed)) {
    const name = given?.toLowerCase()
    if (name === undefined || fields.has(name)) return undefined
    fields.set(name, value.trim())
  }
  const host = fields.get('host')
  const connection = fields.get('connection')?.toLowerCase() ?? 'keep-alive'
  if (!host || connection !== 'keep-alive') return undefined
  // An event stream stays open until its client ends it, which only node:http sees: a busy connection is not read.
  if (fields.get('accept') === 'text/event-stream' || EVENT_STREAM.test(target)) return undefined
  return {
    target,
    host,
    acceptEncoding: fields.get('accept-encoding'),
    ifNoneMatch: fields.get('if-none-match'),
    forwardedFor: fields.get('x-forwarded-for'),
    cookie: fields.get('cookie'),
    authorization: fields.get('authorization'),
    ...(countryHeader === undefined ? {} : { country: fields.get(countryHeader) }),
  }
}
