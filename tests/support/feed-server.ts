import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import zlib from 'node:zlib'

/** How a feed responds: correctly, or with a typical fault. */
export type Answer =
  | { kind: 'body'; body: string | Uint8Array; headers?: Record<string, string>; status?: number }
  | { kind: 'compressed'; body: string; encoding: 'gzip' | 'br' | 'deflate' }
  /** Accepts the connection and sends nothing. */
  | { kind: 'hang' }
  /** Sends this much of the body and then nothing. */
  | { kind: 'stall'; body: string; after: number; headers?: Record<string, string> }
  /** Sends this much of the body and closes the connection. */
  | { kind: 'cut'; body: string; after: number; once?: () => Promise<unknown> }
  | { kind: 'cut-gzip'; body: string; after: number }
  /** Sends the body in small pieces with a pause after each. */
  | { kind: 'slow'; body: string; pieces: number; pauseMs: number }
  | { kind: 'redirect'; to: string; status?: number }
  | { kind: 'drop' }

export interface FeedServer {
  /** The URL of a path; `answer` sets its response. */
  url(path?: string): string
  /** The responses to the next requests of a path, in order; the last one repeats. */
  answer(path: string, ...answers: Answer[]): string
  requests: { method: string | undefined; path: string; headers: IncomingMessage['headers'] }[]
  /** The number of open connections. */
  connections(): number
  close(): Promise<void>
}

/** A real HTTP server on loopback that fails on demand. */
export async function startFeedServer(): Promise<FeedServer> {
  const answers = new Map<string, Answer[]>()
  const requests: FeedServer['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ method: request.method, path, headers: request.headers })
    const queue = answers.get(path.split('?')[0] ?? path) ?? []
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    if (!answer) return response.writeHead(404).end('not found')
    send(answer, request, response)
  })
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = (path = '/feed') => `http://127.0.0.1:${port}${path}`
  return {
    url,
    answer(path, ...list) {
      answers.set(path, list)
      return url(path)
    },
    requests,
    connections: () => open,
    close: () => close(server),
  }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  switch (answer.kind) {
    case 'body':
      response.writeHead(answer.status ?? 200, { ...json, ...answer.headers }).end(answer.body)
      return
    case 'compressed': {
      const compress = { gzip: zlib.gzipSync, br: zlib.brotliCompressSync, deflate: zlib.deflateSync }
      response
        .writeHead(200, { ...json, 'content-encoding': answer.encoding })
        .end(compress[answer.encoding](answer.body))
      return
    }
    case 'hang':
      return
    case 'stall':
      response
        .writeHead(200, { ...json, ...answer.headers })
        .write(Buffer.from(answer.body).subarray(0, answer.after))
      return
    case 'cut':
      response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(answer.body) })
      response.write(Buffer.from(answer.body).subarray(0, answer.after))
      // A reset may lose data in transit, so a test can state when the data have arrived.
      if (answer.once) answer.once().finally(() => request.socket.destroy())
      else setTimeout(() => request.socket.destroy(), 50)
      return
    case 'cut-gzip': {
      const body = zlib.gzipSync(answer.body)
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(body.subarray(0, answer.after))
      return
    }
    case 'slow':
      response.writeHead(200, json)
      drip(Buffer.from(answer.body), answer.pieces, answer.pauseMs, response)
      return
    case 'redirect':
      response.writeHead(answer.status ?? 302, { location: answer.to }).end()
      return
    case 'drop':
      request.socket.destroy()
  }
}

function drip(body: Buffer, pieces: number, pauseMs: number, response: ServerResponse): void {
  const size = Math.ceil(body.length / pieces)
  let at = 0
  const next = () => {
    if (at >= body.length || response.destroyed) return response.end()
    response.write(body.subarray(at, at + size))
    at += size
    setTimeout(next, pauseMs)
  }
  next()
}
