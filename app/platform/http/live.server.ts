import { network } from './network.server.ts'

/** No visitor is told of changes more often than that: ten times a second (public specification, section 7). */
const LEAST_GAP_MS = 100
/** Keeps proxies from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 25_000
/** The page is made anew after a change, and may depend on other things then. */
const LOOK_AGAIN_MS = 2_000
const MOST_STREAMS = 5_000
const MOST_STREAMS_OF_NETWORK = 12

/** Tells pages that are open in browsers when what they show has changed, as server-sent events. */
export interface LiveUpdates {
  /**
   * A stream for a page; undefined when there are too many already, in all or from the network of that address.
   * @param readTags what the page depends on as it is now
   */
  open(address: string, readTags: () => readonly string[]): ReadableStream<Uint8Array> | undefined
  /** Something changed (`*`: everything). */
  publish(tags: readonly string[]): void
  /** Ends all streams, so that the server can stop. */
  close(): void
  readonly streams: number
}

interface Watcher {
  tags: ReadonlySet<string>
  tell(): void
  /** The browser has room for more. */
  resume(): void
  end(): void
}

export function createLiveUpdates(limits: { perNetwork?: number; inAll?: number } = {}): LiveUpdates {
  const { perNetwork = MOST_STREAMS_OF_NETWORK, inAll = MOST_STREAMS } = limits
  const watchers = new Set<Watcher>()
  const byNetwork = new Map<string, number>()
  return {
    open(address, readTags) {
      const from = network(address)
      const open = byNetwork.get(from) ?? 0
      if (watchers.size >= inAll || open >= perNetwork) return undefined
      byNetwork.set(from, open + 1)
      let watcher: Watcher | undefined
      const leave = () => {
        if (!watcher || !watchers.delete(watcher)) return
        const left = (byNetwork.get(from) ?? 1) - 1
        if (left > 0) byNetwork.set(from, left)
        else byNetwork.delete(from)
      }
      return new ReadableStream<Uint8Array>({
        start(controller) {
          watcher = watch(controller, readTags, leave)
          watchers.add(watcher)
        },
        pull: () => watcher?.resume(),
        cancel: () => watcher?.end(),
      })
    },
    publish(tags) {
      const everything = tags.includes('*')
      for (const watcher of watchers) {
        if (everything || tags.some((tag) => watcher.tags.has(tag))) watcher.tell()
      }
    },
    close() {
      for (const watcher of [...watchers]) watcher.end()
    },
    get streams() {
      return watchers.size
    },
  }
}

/** One stream: events at least so far apart, the last of a burst never lost, and a sign of life in between. */
function watch(
  controller: ReadableStreamDefaultController<Uint8Array>,
  readTags: () => readonly string[],
  leave: () => void,
): Watcher {
  const text = new TextEncoder()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let lastTold = 0
  let pending = false
  /** A change that a browser which reads too slowly has not been told of. */
  let owed = false
  const isFull = () => (controller.desiredSize ?? 0) <= 0
  const send = (lines: string) => {
    try {
      controller.enqueue(text.encode(lines))
    } catch {
      watcher.end()
    }
  }
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    timers.add(timer)
  }
  const heartbeat = setInterval(() => {
    if (!isFull()) send(': still here\n\n')
  }, HEARTBEAT_MS)
  heartbeat.unref()
  const watcher: Watcher = {
    tags: new Set(readTags()),
    tell() {
      if (pending) return
      pending = true
      after(Math.max(0, lastTold + LEAST_GAP_MS - Date.now()), () => {
        pending = false
        owed = isFull()
        if (owed) return
        lastTold = Date.now()
        send('event: changed\ndata:\n\n')
        after(LOOK_AGAIN_MS, () => {
          watcher.tags = new Set(readTags())
        })
      })
    },
    resume() {
      if (!owed) return
      owed = false
      watcher.tell()
    },
    end() {
      clearInterval(heartbeat)
      for (const timer of timers) clearTimeout(timer)
      leave()
      try {
        controller.close()
      } catch {
        // The browser was faster.
      }
    },
  }
  send('retry: 5000\n\n')
  return watcher
}
