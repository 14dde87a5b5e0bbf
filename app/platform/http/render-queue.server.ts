/** Work that is waited for until its turn comes. */
export interface Turn<T> {
  /** What came of the work; rejects when the work does. */
  outcome: Promise<T>
  /** Somebody asks for it. @param weight how much that counts against others who wait */
  ask(weight: number): void
}

/** A few pieces of work at a time; what is asked for most, and longest, comes next. */
export interface RenderQueue {
  /** Does the work when a place is free: at once, before this returns, if one is. */
  add<T>(work: () => Promise<T>): Turn<T>
  /** Whether new work would have to wait. */
  readonly isFull: boolean
  /** How many are being done or wait. */
  readonly length: number
  /** Milliseconds until new work asked for with this weight would have its turn, by what the latest took. */
  expectedWait(weight: number): number
}

interface Waiting {
  begin(): void
  /** The weights of all who asked, and the sum of their times of arrival, each by its weight. */
  weight: number
  arrivals: number
}

/** How much the latest piece of work counts in the average. */
const NEWEST_SHARE = 0.2

/** @param atOnce how many places there are */
export function createRenderQueue(atOnce: number, now: () => number = Date.now): RenderQueue {
  const waiting = new Set<Waiting>()
  let running = 0
  let averageMs = 0

  const isFull = () => running >= atOnce || waiting.size > 0
  /** What all who asked have waited together: many for a moment, or one for long. */
  const impatience = (it: Waiting, at: number) => it.weight * at - it.arrivals

  function beginNext(): void {
    const at = now()
    let next: Waiting | undefined
    for (const one of waiting) {
      if (!next || impatience(one, at) > impatience(next, at)) next = one
    }
    if (!next || running >= atOnce) return
    waiting.delete(next)
    next.begin()
  }

  async function perform<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      averageMs += NEWEST_SHARE * (performance.now() - startedAt - averageMs)
      // Requests that came in meanwhile are looked at first: most of them have a copy.
      setImmediate(beginNext)
    }
  }

  return {
    add<T>(work: () => Promise<T>) {
      if (!isFull()) return { outcome: perform(work), ask() {} }
      const entry: Waiting = { begin() {}, weight: 0, arrivals: 0 }
      const outcome = new Promise<T>((resolve) => {
        entry.begin = () => resolve(perform(work))
      })
      waiting.add(entry)
      return {
        outcome,
        ask(weight) {
          entry.weight += weight
          entry.arrivals += weight * now()
        },
      }
    },
    get isFull() {
      return isFull()
    },
    get length() {
      return running + waiting.size
    },
    expectedWait(weight) {
      if (!isFull()) return 0
      let ahead = 1
      for (const one of waiting) if (one.weight >= weight) ahead += 1
      return ahead * (averageMs / atOnce)
    },
  }
}
