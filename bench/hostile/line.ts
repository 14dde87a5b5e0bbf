import { connect, type Socket } from 'node:net'

export interface Answer {
  /** 0 if the connection ended, or timed out, before the response was complete. */
  status: number
  retryAfter: string | undefined
  ms: number
}

interface Head {
  status: number
  fields: Map<string, string>
  /** The length of the response's head. */
  length: number
}

const TIMEOUT_MS = 40_000

/** A connection to a server on loopback that sends one request after the other, with any bytes. */
export class Line {
  readonly #port: number
  #socket: Socket | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** Sends a request and waits for its complete response, or for the first part of an endless one. */
  async ask({
    bytes,
    method,
    isCutOff,
    isLast,
  }: {
    bytes: Buffer
    method: string
    isCutOff: boolean
    isLast: boolean
  }): Promise<Answer> {
    const socket = this.#socket ?? (await open(this.#port))
    const startedAt = performance.now()
    const { head, isWhole } = await read(socket, bytes, { method, isCutOff })
    const mayStay = isWhole && !isLast && !socket.destroyed && head?.fields.get('connection') !== 'close'
    this.#socket = mayStay ? socket : undefined
    if (!mayStay) socket.destroy()
    return {
      status: isWhole ? (head?.status ?? 0) : 0,
      retryAfter: head?.fields.get('retry-after'),
      ms: performance.now() - startedAt,
    }
  }

  close(): void {
    this.#socket?.destroy()
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

function read(
  socket: Socket,
  request: Buffer,
  { method, isCutOff }: { method: string; isCutOff: boolean },
): Promise<{ head: Head | undefined; isWhole: boolean }> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0)
    let head: Head | undefined
    const end = (isWhole: boolean) => {
      clearTimeout(overdue)
      socket.removeAllListeners()
      socket.on('error', () => {})
      resolve({ head, isWhole })
    }
    const overdue = setTimeout(() => {
      socket.destroy()
      end(false)
    }, TIMEOUT_MS)
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (!head) {
        const found = parseHead(received)
        if (!found) return
        if (found.status >= 200 || found.status === 101) head = found
        else received = received.subarray(found.length)
      }
      if (isComplete(received, head, method)) end(true)
    }
    socket.on('data', onData)
    // A body without a length ends with its connection.
    const onEnd = () =>
      end(head !== undefined && !head.fields.has('content-length') && !head.fields.has('transfer-encoding'))
    socket.on('end', onEnd)
    socket.on('error', onEnd)
    socket.on('close', onEnd)
    if (isCutOff) socket.end(request)
    else socket.write(request)
  })
}

function parseHead(bytes: Buffer): Head | undefined {
  const length = bytes.indexOf('\r\n\r\n') + 4
  if (length < 4) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, length - 4).split('\r\n')
  const fields = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [
        line.slice(0, at).toLowerCase(),
        line
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      ] as const
    }),
  )
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0), fields, length }
}

function isComplete(received: Buffer, { status, fields, length }: Head, method: string): boolean {
  if (method === 'HEAD' || status === 204 || status === 304 || status === 101) return true
  if (fields.get('content-type')?.startsWith('text/event-stream')) return true
  if (fields.get('transfer-encoding') === 'chunked')
    return received.subarray(-7).toString('latin1').endsWith('0\r\n\r\n')
  return fields.has('content-length') && received.length - length >= Number(fields.get('content-length'))
}
