import { AsyncLocalStorage } from 'node:async_hooks'
import { createContext } from 'react-router'
import { type ServedAudience, serveAudience } from '#app/platform/http/audience.server.ts'
import type { Services } from '#app/platform/services.ts'
import { isValidKey } from './access.server.ts'
import type { ChangeType } from './change-types.ts'
import { type ChangePage, readChanges } from './changes.server.ts'

/** Keeps proxies from closing an idle stream, and finds changes whose notification was lost. */
const HEARTBEAT_MS = 15_000
/** The shortest time between two reads after notifications. */
const LEAST_GAP_MS = 500
const PAGE = 100
/** Heartbeats in a row at which a client with a full buffer had taken nothing since the one before: its stream then ends. */
const MOST_STALLS = 4
const MOST_STREAMS = 200
const MOST_STREAMS_OF_KEY = 5

/** After these the audience of a stream can be another one: clients connect again. */
const ENDING: ReadonlySet<string> = new Set(['*', 'audiences'])

export interface StreamRequest {
  /** The id of the API key. */
  key: string
  audience: ServedAudience
  /** The id of the last change that the client has. */
  after: number
  league?: string | undefined
  type?: ChangeType | undefined
}

/** The open streams of changes of this process. */
export interface ChangeStreams {
  /** Server-sent events with the ids of the changes. Null when the key or the process has too many streams. */
  open(request: StreamRequest): ReadableStream<Uint8Array> | null
  /** Something changed (`*`: everything). */
  publish(tags: readonly string[]): void
  /** Closes all streams, so that the server can stop. */
  close(): void
}

export const changeStreamsContext = createContext<ChangeStreams>()

interface Stream extends StreamRequest {
  controller: ReadableStreamDefaultController<Uint8Array>
  heartbeat: NodeJS.Timeout
  /** The id that the client was sent last. */
  sent: number
  isReading: boolean
  /** Something changed while it was read. */
  isDue: boolean
  /** Parts that were put into its buffer. */
  enqueued: number
  /** Of these, how many the client had taken at the last heartbeat. */
  taken: number
  /** Heartbeats since the client last took something, while its buffer was full. */
  stalls: number
}

/** @param buffer the number of events that wait for a slow client; a read of changes can exceed it once */
export function createChangeStreams(services: Services, buffer = PAGE): ChangeStreams {
  const streams = new Set<Stream>()
  const text = new TextEncoder()
  // Outside of any request: what is read later must not be collected for the request that opened the stream.
  const outside = AsyncLocalStorage.snapshot()
  /** Streams at the same position share their read. */
  const reads = new Map<string, Promise<ChangePage | 'gone' | null>>()
  let timer: NodeJS.Timeout | undefined
  let lastReadAt = -LEAST_GAP_MS

  function read({ audience, after, league, type }: Stream) {
    const key = JSON.stringify([audience.key, after, league, type])
    const known = reads.get(key)
    if (known) return known
    const asked = { after, league, type, limit: PAGE }
    const made = serveAudience(audience, () => readChanges(services, asked))
    reads.set(key, made)
    const forget = () => reads.delete(key)
    made.then(forget, forget)
    return made
  }

  function send(stream: Stream, lines: string): void {
    try {
      stream.controller.enqueue(text.encode(lines))
      stream.enqueued += 1
    } catch {
      end(stream)
    }
  }

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return
    clearInterval(stream.heartbeat)
    try {
      stream.controller.close()
    } catch {
      // The client closed it first.
    }
  }

  const isFull = ({ controller }: Stream) => (controller.desiredSize ?? 0) <= 0

  /** Ends a stream that nobody reads, with its connection: closed, it would wait for the client for ever. */
  function abandon(stream: Stream): void {
    if (!streams.delete(stream)) return
    clearInterval(stream.heartbeat)
    stream.controller.error(new Error('The client of a stream of changes has stopped reading'))
  }

  /** Sends what is new, as long as the client takes it. */
  async function advance(stream: Stream): Promise<void> {
    stream.isDue = true
    if (stream.isReading) return
    stream.isReading = true
    try {
      while (stream.isDue && streams.has(stream) && !isFull(stream)) {
        stream.isDue = false
        const page = await read(stream)
        if (page === null || page === 'gone') return end(stream)
        for (const change of page.changes) {
          send(stream, `id: ${change.id}\nevent: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`)
          stream.sent = Number(change.id)
        }
        stream.after = page.read
        if (page.hasMore) stream.isDue = true
      }
    } catch (error) {
      services.log.error({ err: error }, 'a stream of changes could not be read, and is closed')
      end(stream)
    } finally {
      stream.isReading = false
    }
  }

  function advanceAll(): void {
    timer = undefined
    lastReadAt = performance.now()
    for (const stream of streams) void advance(stream)
  }

  async function checkKey(stream: Stream): Promise<void> {
    try {
      if (!(await isValidKey(services, stream.key))) end(stream)
    } catch (error) {
      services.log.warn({ err: error }, 'the key of a stream could not be checked')
    }
  }

  async function beat(stream: Stream): Promise<void> {
    const taken = stream.enqueued - (buffer - (stream.controller.desiredSize ?? 0))
    stream.stalls = isFull(stream) && taken === stream.taken ? stream.stalls + 1 : 0
    stream.taken = taken
    if (stream.stalls >= MOST_STALLS) return abandon(stream)
    await checkKey(stream)
    await advance(stream)
    if (!streams.has(stream) || isFull(stream)) return
    // The position of a stream without news, so that the client does not fall behind what is kept.
    send(stream, stream.after > stream.sent ? `id: ${stream.after}\n\n` : ': still here\n\n')
    stream.sent = Math.max(stream.sent, stream.after)
  }

  return {
    open(request) {
      const ofKey = [...streams].filter(({ key }) => key === request.key).length
      if (streams.size >= MOST_STREAMS || ofKey >= MOST_STREAMS_OF_KEY) return null
      let own: Stream | undefined
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const heartbeat = setInterval(() => own && outside(beat, own), HEARTBEAT_MS)
            heartbeat.unref()
            const state = { isReading: false, isDue: false, enqueued: 0, taken: 0, stalls: 0 }
            own = { ...request, ...state, controller, heartbeat, sent: request.after }
            streams.add(own)
            // Also the position, so that a client that is interrupted before the first change misses none.
            send(own, `retry: 5000\nid: ${request.after}\n\n`)
          },
          // Also runs at the start, and whenever the client has taken what was sent.
          pull: () => {
            if (own) void outside(advance, own)
          },
          cancel: () => own && end(own),
        },
        { highWaterMark: buffer },
      )
    },
    publish(tags) {
      if (streams.size === 0) return
      if (tags.some((tag) => ENDING.has(tag))) {
        for (const stream of [...streams]) end(stream)
        return
      }
      if (tags.includes('api-keys')) for (const stream of streams) void outside(checkKey, stream)
      timer ??= setTimeout(
        () => outside(advanceAll),
        Math.max(0, lastReadAt + LEAST_GAP_MS - performance.now()),
      )
      timer.unref()
    },
    close() {
      clearTimeout(timer)
      for (const stream of [...streams]) end(stream)
    },
  }
}
