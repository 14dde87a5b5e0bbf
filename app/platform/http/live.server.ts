import { network } from './network.server.ts'

/** The shortest time between two events to one visitor: ten per second. */
const LEAST_GAP_MS = 100
/** Keeps proxies from closing an idle stream. */
const HEARTBEAT_MS = 25_000
const MOST_STREAMS = 5_000
/** A mobile network has thousands of visitors behind one address. */
const MOST_STREAMS_OF_NETWORK = 1_000
/** Streams that are written to in one turn of the event loop: about two milliseconds. */
const TOLD_AT_ONCE = 25

/** A page that browsers have open. */
export interface WatchedPage {
  key: string
  /** The tags of its cached page; none when it is not cached. */
  readTags(): readonly string[]
}

export interface LiveStream {
  body: ReadableStream<Uint8Array>
  /** Sends that the page's data has changed. */
  tell(): void
}

/** Notifies open pages of changes to their data, as server-sent events. */
export interface LiveUpdates {
  /**
   * A stream for a page. Undefined when the limit of the network is reached. When the total limit is reached, the
   * oldest stream of a network with more streams is closed.
   */
  open(address: string, page: WatchedPage): LiveStream | undefined
  /** Something changed (`*`: everything). */
  publish(tags: readonly string[]): void
  /** The page has been rendered. @param wasServedStale whether a visitor was served the stale one meanwhile */
  rendered(key: string, wasServedStale: boolean): void
  /** Closes all streams, so that the server can stop. */
  close(): void
  readonly streams: number
}

interface Watcher {
  tell(): void
  /** The socket accepts more data. */
  resume(): void
  end(): void
}

/** A page with its open streams. */
interface Audience {
  page: WatchedPage
  tags: ReadonlySet<string>
  watchers: Set<Watcher>
}

export function createLiveUpdates(limits: { perNetwork?: number; inAll?: number } = {}): LiveUpdates {
  const { perNetwork = MOST_STREAMS_OF_NETWORK, inAll = MOST_STREAMS } = limits
  const audiences = new Map<string, Audience>()
  const byNetwork = new Map<string, Set<Watcher>>()
  const turns = createTurns()
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

  function audienceOf(page: WatchedPage): Audience {
    const known = audiences.get(page.key)
    if (known) return known
    const audience = { page, tags: new Set(page.readTags()), watchers: new Set<Watcher>() }
    audiences.set(page.key, audience)
    return audience
  }

  function join(audience: Audience, from: string, watcher: Watcher): void {
    streams += 1
    audience.watchers.add(watcher)
    const ofNetwork = byNetwork.get(from) ?? new Set()
    byNetwork.set(from, ofNetwork.add(watcher))
  }

  function leave(audience: Audience, from: string, watcher: Watcher): void {
    if (!audience.watchers.delete(watcher)) return
    streams -= 1
    if (audience.watchers.size === 0 && audiences.get(audience.page.key) === audience)
      audiences.delete(audience.page.key)
    const ofNetwork = byNetwork.get(from)
    ofNetwork?.delete(watcher)
    if (ofNetwork?.size === 0) byNetwork.delete(from)
  }

  function tellAll({ watchers }: Audience): void {
    for (const watcher of watchers) turns.add(watcher.tell)
  }

  return {
    open(address, page) {
      const from = network(address)
      if (!mayOpen(from)) return undefined
      const audience = audienceOf(page)
      let watcher: Watcher | undefined
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const own = watch(controller, turns, () => leave(audience, from, own))
          watcher = own
          join(audience, from, own)
        },
        pull: () => watcher?.resume(),
        cancel: () => watcher?.end(),
      })
      return { body, tell: () => watcher?.tell() }
    },
    publish(tags) {
      const everything = tags.includes('*')
      for (const audience of audiences.values()) {
        if (everything || tags.some((tag) => audience.tags.has(tag))) tellAll(audience)
      }
    },
    rendered(key, wasServedStale) {
      const audience = audiences.get(key)
      if (!audience) return
      audience.tags = new Set(audience.page.readTags())
      if (wasServedStale) tellAll(audience)
    },
    close() {
      for (const { watchers } of [...audiences.values()]) for (const watcher of [...watchers]) watcher.end()
    },
    get streams() {
      return streams
    },
  }
}

/** Small jobs, each run once however often it was added; a few in each turn of the event loop. */
interface Turns {
  add(work: () => void): void
  remove(work: () => void): void
}

function createTurns(): Turns {
  const due = new Set<() => void>()
  let isUnderWay = false
  function next(): void {
    let left = TOLD_AT_ONCE
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
  turns: Turns,
  leave: () => void,
): Watcher {
  const text = new TextEncoder()
  let timer: NodeJS.Timeout | undefined
  let lastTold = 0
  /** A change that was not sent yet because the browser reads too slowly. */
  let owed = false
  const isFull = () => (controller.desiredSize ?? 0) <= 0
  const send = (lines: string) => {
    try {
      controller.enqueue(text.encode(lines))
    } catch {
      watcher.end()
    }
  }
  const heartbeat = setInterval(() => {
    if (!isFull()) send(': still here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()
  const watcher: Watcher = {
    tell() {
      if (timer) return
      const pauseMs = lastTold + LEAST_GAP_MS - Date.now()
      if (pauseMs > 0) {
        timer = setTimeout(() => {
          timer = undefined
          turns.add(watcher.tell)
        }, pauseMs)
        timer.unref()
        return
      }
      owed = isFull()
      if (owed) return
      lastTold = Date.now()
      send('event: changed\ndata:\n\n')
    },
    resume() {
      if (!owed) return
      owed = false
      watcher.tell()
    },
    end() {
      clearInterval(heartbeat)
      clearTimeout(timer)
      turns.remove(watcher.tell)
      leave()
      try {
        controller.close()
      } catch {
        // The browser closed it first.
      }
    },
  }
  send('retry: 5000\n\n')
  return watcher
}
