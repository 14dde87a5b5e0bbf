/** Queued work. */
export interface Turn<T> {
  /** The result of the work; rejects when the work does. */
  outcome: Promise<T>
  /**
   * Adds a request for it.
   * @param weight how much the request counts
   * @param isAwaited whether a visitor waits for it
   */
  ask(weight: number, isAwaited: boolean): void
}

/** Does a few pieces of work at a time. The piece with the most and oldest requests is next. */
export interface RenderQueue {
  /** Does the work when a place is free; when one is free now, starts before it returns. */
  add<T>(work: () => Promise<T>): Turn<T>
  /** Whether new work would have to wait. */
  readonly isFull: boolean
  readonly running: number
  readonly waiting: number
  /** Milliseconds until new work asked for with this weight would have its turn, by what the latest took. */
  expectedWait(weight: number): number
}

export interface RenderQueueOptions {
  /** How many places there are. */
  atOnce: number
  /** Whether an import is running: work that no visitor waits for then leaves it half of the time. */
  mustShare?: (() => boolean) | undefined
  now?: () => number
}

interface Waiting {
  begin(): void
  /** The weights of all who asked, and the sum of their times of arrival, each by its weight. */
  weight: number
  arrivals: number
  isAwaited: boolean
}

/** How much the latest piece of work counts in the average. */
const NEWEST_SHARE = 0.2

export function createRenderQueue(options: RenderQueueOptions): RenderQueue {
  const { atOnce, mustShare = () => false, now = Date.now } = options
  const waiting = new Set<Waiting>()
  let running = 0
  let averageMs = 0
  /** The end of the pause after the latest piece of work. */
  let restsUntil = 0
  let isResting = false

  const isFull = () => running >= atOnce || waiting.size > 0

  function beginNext(): void {
    if (running >= atOnce) return
    const shares = mustShare()
    const next = pick([...waiting], now(), shares)
    if (!next) return
    if (shares && !next.isAwaited && mustRest()) return
    waiting.delete(next)
    next.begin()
  }

  /** Whether there is work being done, or the pause after it; the end of either looks again. */
  function mustRest(): boolean {
    if (running > 0) return true
    const pauseMs = restsUntil - performance.now()
    if (pauseMs <= 0) return false
    if (isResting) return true
    isResting = true
    setTimeout(() => {
      isResting = false
      beginNext()
    }, pauseMs)
    return true
  }

  async function perform<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      const endedAt = performance.now()
      averageMs += NEWEST_SHARE * (endedAt - startedAt - averageMs)
      restsUntil = endedAt + (endedAt - startedAt)
      // Requests that arrived meanwhile go first: most are answered from the cache.
      setImmediate(beginNext)
    }
  }

  return {
    add<T>(work: () => Promise<T>) {
      if (!isFull()) return { outcome: perform(work), ask() {} }
      const entry: Waiting = { begin() {}, weight: 0, arrivals: 0, isAwaited: false }
      const outcome = new Promise<T>((resolve) => {
        entry.begin = () => resolve(perform(work))
      })
      waiting.add(entry)
      return {
        outcome,
        ask(weight, isAwaited) {
          entry.weight += weight
          entry.arrivals += weight * now()
          if (!isAwaited || entry.isAwaited) return
          entry.isAwaited = true
          setImmediate(beginNext)
        },
      }
    },
    get isFull() {
      return isFull()
    },
    get running() {
      return running
    },
    get waiting() {
      return waiting.size
    },
    expectedWait(weight) {
      if (!isFull()) return 0
      let ahead = 1
      for (const one of waiting) if (one.weight >= weight) ahead += 1
      return ahead * (averageMs / atOnce)
    },
  }
}

/** The work with the longest total waiting time: many requests for a moment, or one for long. */
function pick(waiting: readonly Waiting[], at: number, awaitedFirst: boolean): Waiting | undefined {
  const impatience = (it: Waiting) => it.weight * at - it.arrivals
  let next: Waiting | undefined
  for (const one of waiting) {
    const isBefore =
      !next || (awaitedFirst && one.isAwaited !== next.isAwaited)
        ? !next || one.isAwaited
        : impatience(one) > impatience(next)
    if (isBefore) next = one
  }
  return next
}
