import { type RequestListener, Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { type Copy, wireBytes } from './copy.server.ts'
import { network } from './network.server.ts'

/** Who asks: the other end of the connection, and the header X-Forwarded-For. */
export interface Asker {
  peer: string
  forwarded: string | undefined
}

/** The copy that answers a GET request for this target, now or once it is made; undefined leaves it to the listener. */
export type CopyFinder = (
  host: string,
  rawTarget: string,
  asker: Asker,
) => Copy | Promise<Copy | undefined> | undefined

export interface FrontServerOptions {
  listener: RequestListener
  find: CopyFinder
  /** How long a connection may be idle. */
  keepAliveTimeoutMs: number
  /** How many connections a network may have at once; without a limit where a proxy stands before the server. */
  connectionsPerNetwork?: number | undefined
}

/** What is needed of a request to answer it with a copy. */
interface PlainRequest {
  target: string
  host: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  forwarded: string | undefined
}

const REFUSED_TUNNEL =
  'HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\ncache-control: no-store\r\nconnection: close\r\n\r\n'
/** Browsers send about 1 KB of headers. */
const MAX_REQUEST_BYTES = 8_192
const PLAIN_REQUEST =
  /^GET (\/[\x21-\x7e]*) HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/
/** Those that choose a copy; and those that say where a request ends or what becomes of the connection. */
const NOTICED_FIELD =
  /\r\n(?:(host|accept-encoding|if-none-match|connection|x-forwarded-for)|content-length|transfer-encoding|expect|upgrade|trailer|te):[\t ]*([^\r]*)/gi

/**
 * A node:http server that answers requests for copies before its parser sees them (decision 0003). Only a complete,
 * plain GET request that arrives alone is answered so; at the first byte of anything else the connection goes to
 * node:http for good, with that byte. Time limits on half-sent requests are node:http's therefore.
 */
export class FrontServer extends Server {
  readonly #idle = new Set<Socket>()
  readonly #busy = new Set<Socket>()
  /** Every open connection, by its network, the oldest first. */
  readonly #byNetwork = new Map<string, Set<Socket>>()
  readonly #connectionsPerNetwork: number
  readonly #find: CopyFinder
  readonly #connectionHeaders: string
  readonly #connectParser: ((this: Server, socket: Socket) => void)[]

  constructor(options: FrontServerOptions) {
    const serverOptions: ServerOptions = { keepAliveTimeout: options.keepAliveTimeoutMs }
    super(serverOptions, options.listener)
    this.#find = options.find
    this.#connectionsPerNetwork = options.connectionsPerNetwork ?? Number.POSITIVE_INFINITY
    this.#connectionHeaders = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(options.keepAliveTimeoutMs / 1000)}\r\n`
    this.#connectParser = this.listeners('connection') as ((this: Server, socket: Socket) => void)[]
    this.removeAllListeners('connection')
    this.on('connection', (socket) => {
      if (this.#admit(socket)) this.#receive(socket)
      else socket.destroy()
    })
    // Without a listener node:http ends the connection without a word.
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

  /** A network that has all its connections gives up one that waits for a request; where none does, it gets no other. */
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
    const sendOnceMade = async (making: Promise<Buffer | undefined>, chunk: Buffer) => {
      this.#idle.delete(socket)
      this.#busy.add(socket)
      socket.setTimeout(0)
      socket.pause()
      // What cannot be looked up is handed over: the listener meets the same fault, and has an answer and a log for it.
      const answer = await making.catch(() => undefined)
      this.#busy.delete(socket)
      if (socket.destroyed) return
      // Like node:http, no answer for who ends the connection before there is one.
      if (!answer) return socket.readableEnded ? destroy() : handOver(chunk)
      wait()
      send(answer)
      socket.resume()
    }
    const onData = (chunk: Buffer) => {
      // Who asks for more before taking what there is gets the parser, which knows when to stop reading.
      const answer = socket.writableLength === 0 ? this.#answer(chunk, socket) : undefined
      if (Buffer.isBuffer(answer)) send(answer)
      else if (answer) void sendOnceMade(answer, chunk)
      else handOver(chunk)
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

  #answer(chunk: Buffer, socket: Socket): Buffer | Promise<Buffer | undefined> | undefined {
    const request = parsePlainRequest(chunk)
    if (!request) return undefined
    const asker = { peer: socket.remoteAddress ?? '', forwarded: request.forwarded }
    const found = this.#find(request.host, request.target, asker)
    if (!found) return undefined
    const toBytes = (copy: Copy) => wireBytes(copy, request, Date.now(), this.#connectionHeaders)
    return found instanceof Promise ? found.then((copy) => copy && toBytes(copy)) : toBytes(found)
  }
}

/** Reads a chunk that is one whole GET request without a body and nothing else; undefined for anything that is not. */
export function parsePlainRequest(chunk: Buffer): PlainRequest | undefined {
  if (chunk.length > MAX_REQUEST_BYTES) return undefined
  const text = chunk.toString('latin1')
  const target = PLAIN_REQUEST.exec(text)?.[1]
  if (target === undefined) return undefined
  const fields = new Map<string, string>()
  for (const [, noticed, value = ''] of text.matchAll(NOTICED_FIELD)) {
    const name = noticed?.toLowerCase()
    if (name === undefined || fields.has(name)) return undefined
    fields.set(name, value.trim())
  }
  const host = fields.get('host')
  const connection = fields.get('connection')?.toLowerCase() ?? 'keep-alive'
  if (!host || connection !== 'keep-alive') return undefined
  return {
    target,
    host,
    acceptEncoding: fields.get('accept-encoding'),
    ifNoneMatch: fields.get('if-none-match'),
    forwarded: fields.get('x-forwarded-for'),
  }
}
