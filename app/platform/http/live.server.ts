import { network } from './network.server.ts'

/** The shortest time between two events to one visitor: ten per second. */
const LEAST_GAP_MS = 100
/** Keeps proxies from closing an idle stream. */
const HEARTBEAT_MS = 25_000
/** After a break, browsers come back within this time: all of them at once would hold the others up. */
const RECONNECT_MS = { from: 2_000, to: 8_000 }
/** About 25 KB each; a process needs as many open files. */
const MOST_STREAMS = 20_000
/** A mobile network has thousands of visitors behind one address. */
const MOST_STREAMS_OF_NETWORK = 1_000
/** Streams that are written to in one turn of the event loop: about two milliseconds. */
const NOTIFIED_PER_TURN = 25

/** A page that browsers have open. */
export interface OpenPage {
  key: string
  /** The tags of its cached page; none when it is not cached. */
  readTags(): readonly string[]
}

export interface LiveStream {
  body: ReadableStream<Uint8Array>
  /** Sends that the page's data has changed. */
  notify(): void
}

/** Notifies open pages of changes to their data, as server-sent events. */
export interface LiveUpdates {
  /**
   * A stream for a page. Undefined when the limit of the network is reached. When the total limit is reached, the
   * oldest stream of a network with more streams is closed.
   */
  open(address: string, page: OpenPage): LiveStream | undefined
  /** Something changed (`*`: everything). */
  publish(tags: readonly string[]): void
  /** The page has been rendered. @param wasServedStale whether a visitor was served the stale one meanwhile */
  rendered(key: string, wasServedStale: boolean): void
  /** Closes all streams, so that the server can stop. */
  close(): void
  readonly streams: number
}

interface Subscriber {
  notify(): void
  /** The socket accepts more data. */
  resume(): void
  end(): void
}

/** A page with its open streams. */
interface Channel {
  page: OpenPage
  tags: ReadonlySet<string>
  subscribers: Set<Subscriber>
}

export function createLiveUpdates(limits: { perNetwork?: number; inAll?: number } = {}): LiveUpdates {
  const { perNetwork = MOST_STREAMS_OF_NETWORK, inAll = MOST_STREAMS } = limits
  const channels = new Map<string, Channel>()
  const byNetwork = new Map<string, Set<Subscriber>>()
  const queue = createWorkQueue()
  let streams = 0

  function mayOpen(from: string): boolean {
    const own = byNetwork.get(from)?.size ?? 0
    if (own >= perNetwork) return false
    if (streams < inAll) return true
    const [largest] = [...byNetwork.values()].sort((a, b) => b.size - a.size)
    const [oldest] = largest ?? []
    if (!oldest || !largest || largest.size <= own + 1) return false
    oldest.end()
    return true
  }

  function channelOf(page: OpenPage): Channel {
    const known = channels.get(page.key)
    if (known) return known
    const channel = { page, tags: new Set(page.readTags()), subscribers: new Set<Subscriber>() }
    channels.set(page.key, channel)
    return channel
  }

  function join(channel: Channel, from: string, subscriber: Subscriber): void {
    streams += 1
    channel.subscribers.add(subscriber)
    const ofNetwork = byNetwork.get(from) ?? new Set()
    byNetwork.set(from, ofNetwork.add(subscriber))
  }

  function leave(channel: Channel, from: string, subscriber: Subscriber): void {
    if (!channel.subscribers.delete(subscriber)) return
    streams -= 1
    if (channel.subscribers.size === 0 && channels.get(channel.page.key) === channel)
      channels.delete(channel.page.key)
    const ofNetwork = byNetwork.get(from)
    ofNetwork?.delete(subscriber)
    if (ofNetwork?.size === 0) byNetwork.delete(from)
  }

  function notifyAll({ subscribers }: Channel): void {
    for (const subscriber of subscribers) queue.add(subscriber.notify)
  }

  return {
    open(address, page) {
      const from = network(address)
      if (!mayOpen(from)) return undefined
      const channel = channelOf(page)
      let subscriber: Subscriber | undefined
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const own = watch(controller, queue, () => leave(channel, from, own))
          subscriber = own
          join(channel, from, own)
        },
        pull: () => subscriber?.resume(),
        cancel: () => subscriber?.end(),
      })
      return { body, notify: () => subscriber?.notify() }
    },
    publish(tags) {
      const everything = tags.includes('*')
      for (const channel of channels.values()) {
        if (everything || tags.some((tag) => channel.tags.has(tag))) notifyAll(channel)
      }
    },
    rendered(key, wasServedStale) {
      const channel = channels.get(key)
      if (!channel) return
      channel.tags = new Set(channel.page.readTags())
      if (wasServedStale) notifyAll(channel)
    },
    close() {
      for (const { subscribers } of [...channels.values()])
        for (const subscriber of [...subscribers]) subscriber.end()
    },
    get streams() {
      return streams
    },
  }
}

/** Small jobs, each run once however often it was added; a few in each turn of the event loop. */
interface WorkQueue {
  add(work: () => void): void
  remove(work: () => void): void
}

function createWorkQueue(): WorkQueue {
  const due = new Set<() => void>()
  let isUnderWay = false
  function next(): void {
    let left = NOTIFIED_PER_TURN
    for (const work of due) {
      if (left === 0) break
      left -= 1
      due.delete(work)
      work()
    }
    isUnderWay = due.size > 0
    if (isUnderWay) setImmediate(next)
  }
  return {
    add(work) {
      due.add(work)
      if (isUnderWay) return
      isUnderWay = true
      setImmediate(next)
    },
    remove: (work) => due.delete(work),
  }
}

/** A stream: events with a minimum interval, the last of a burst never lost, and a heartbeat in between. */
function watch(
  controller: ReadableStreamDefaultController<Uint8Array>,
  queue: WorkQueue,
  leave: () => void,
): Subscriber {
  const text = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  let lastSentAt = -LEAST_GAP_MS
  /** A change that was not sent yet because the browser reads too slowly. */
  let isPending = false
  const isFull = () => (controller.desiredSize ?? 0) <= 0
  const send = (lines: string) => {
    try {
      controller.enqueue(text.encode(lines))
    } catch {
      subscriber.end()
    }
  }
  const heartbeat = setInterval(() => {
    if (!isFull()) send(': still here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()
  const subscriber: Subscriber = {
    notify() {
      if (timer) return
      const pauseMs = lastSentAt + LEAST_GAP_MS - performance.now()
      if (pauseMs > 0) {
        timer = setTimeout(() => {
          timer = undefined
          queue.add(subscriber.notify)
        }, pauseMs)
        timer.unref()
        return
      }
      isPending = isFull()
      if (isPending) return
      lastSentAt = performance.now()
      send('event: changed\ndata:\n\n')
    },
    resume() {
      if (!isPending) return
      isPending = false
      subscriber.notify()
    },
    end() {
      clearInterval(heartbeat)
      clearTimeout(timer)
      queue.remove(subscriber.notify)
      leave()
      try {
        controller.close()
      } catch {
        // The browser closed it first.
      }
    },
  }
  const { from, to } = RECONNECT_MS
  send(`retry: ${Math.round(from + Math.random() * (to - from))}\n\n`)
  return subscriber
}
