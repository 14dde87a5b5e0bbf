/** A queued job. */
export interface QueuedJob<T> {
  /** The result of the job; rejects when the job does. */
  outcome: Promise<T>
  /**
   * Adds a request for the job.
   * @param weight how much the request counts
   * @param isAwaited whether a visitor waits for it
   */
  request(weight: number, isAwaited: boolean): void
}

/** Runs a few jobs at a time. The job with the most and oldest requests is next. */
export interface RenderQueue {
  /** Runs the job when a slot is free; if one is free now, starts before it returns. */
  add<T>(work: () => Promise<T>): QueuedJob<T>
  /**
   * Calls `begin` when no job runs or waits and no import is running: the moment for a job that nobody has asked for. Of
   * many the oldest are dropped.
   */
  whenIdle(begin: () => void): void
  /** Forgets the jobs that nobody has asked for. */
  forgetIdle(): void
  /** Whether a new job would have to wait. */
  readonly isFull: boolean
  readonly running: number
  readonly waiting: number
  /** Milliseconds until a new job with this weight would start, estimated from the duration of recent jobs. */
  expectedWait(weight: number): number
}

export interface RenderQueueOptions {
  /** How many jobs run at the same time. */
  atOnce: number
  /** Whether an import is running: jobs that no visitor waits for then leave half of the time to it. */
  mustShare?: (() => boolean) | undefined
  now?: () => number
}

interface Waiting {
  begin(): void
  /** The sum of the weights of all requests, and the sum of their times of arrival, each multiplied by its weight. */
  weight: number
  arrivals: number
  isAwaited: boolean
}

/** The weight of the latest job in the average. */
const NEWEST_SHARE = 0.2
const MAX_FOR_IDLE = 400

export function createRenderQueue(options: RenderQueueOptions): RenderQueue {
  const { atOnce, mustShare = () => false, now = Date.now } = options
  const waiting = new Set<Waiting>()
  const forIdle: (() => void)[] = []
  let running = 0
  let averageMs = 0
  /** The end of the pause after the latest job. */
  let pausedUntil = 0
  let isPaused = false

  const isFull = () => running >= atOnce || waiting.size > 0

  function beginNext(): void {
    if (running >= atOnce) return
    const shares = mustShare()
    const next = pick([...waiting], now(), shares)
    if (!next) {
      beginIdle()
      return
    }
    if (shares && !next.isAwaited && mustPause()) return
    waiting.delete(next)
    next.begin()
  }

  function beginIdle(): void {
    while (running === 0 && !mustShare()) {
      const begin = forIdle.shift()
      if (!begin) return
      begin()
    }
  }

  /** Whether a job or the pause after it is in progress; the end of either starts the next job. */
  function mustPause(): boolean {
    if (running > 0) return true
    const pauseMs = pausedUntil - performance.now()
    if (pauseMs <= 0) return false
    if (isPaused) return true
    isPaused = true
    setTimeout(() => {
      isPaused = false
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
      pausedUntil = endedAt + (endedAt - startedAt)
      // Requests that arrived meanwhile run first: most are answered from the cache.
      setImmediate(beginNext)
    }
  }

  return {
    add<T>(work: () => Promise<T>) {
      if (!isFull()) return { outcome: perform(work), request() {} }
      const entry: Waiting = { begin() {}, weight: 0, arrivals: 0, isAwaited: false }
      const outcome = new Promise<T>((resolve) => {
        entry.begin = () => resolve(perform(work))
      })
      waiting.add(entry)
      return {
        outcome,
        request(weight, isAwaited) {
          entry.weight += weight
          entry.arrivals += weight * now()
          if (!isAwaited || entry.isAwaited) return
          entry.isAwaited = true
          setImmediate(beginNext)
        },
      }
    },
    whenIdle(begin) {
      forIdle.push(begin)
      if (forIdle.length > MAX_FOR_IDLE) forIdle.shift()
      setImmediate(beginNext)
    },
    forgetIdle() {
      forIdle.length = 0
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

/** The job with the longest total waiting time: many recent requests, or one old request. */
function pick(waiting: readonly Waiting[], at: number, awaitedFirst: boolean): Waiting | undefined {
  const waited = (it: Waiting) => it.weight * at - it.arrivals
  let next: Waiting | undefined
  for (const one of waiting) {
    const isBefore =
      !next || (awaitedFirst && one.isAwaited !== next.isAwaited)
        ? !next || one.isAwaited
        : waited(one) > waited(next)
    if (isBefore) next = one
  }
  return next
}
