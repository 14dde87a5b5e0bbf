import { RunError } from '#app/features/runs/schema.ts'
import { DAY_MS } from '#app/platform/time.ts'

/** The job of a run lasts no longer, and a timer of more than 24 days ends at once. */
const LONGEST_MS = DAY_MS

/** How long a run has waited for its source, over all its requests, and how long it still waits. */
export class Patience {
  readonly #limitMs: number
  #waitedMs = 0

  /** @param limitMs undefined: without a limit */
  constructor(limitMs = Number.POSITIVE_INFINITY) {
    this.#limitMs = Number.isFinite(limitMs) ? Math.min(limitMs, LONGEST_MS) : limitMs
  }

  get waitedMs(): number {
    return Math.round(this.#waitedMs)
  }

  get leftMs(): number {
    return Math.max(0, this.#limitMs - this.#waitedMs)
  }

  /** @throws RunError timed_out when there is no time left */
  check(): void {
    if (this.leftMs === 0) throw outOfTime()
  }

  /**
   * Waits for the source.
   * @param limit is aborted when the time is over; `work` ends with it
   * @throws RunError timed_out
   */
  async wait<Result>(limit: AbortController, work: () => Promise<Result>): Promise<Result> {
    this.check()
    const began = performance.now()
    let isOver = false
    const end = () => {
      isOver = true
      limit.abort()
    }
    const timer = Number.isFinite(this.leftMs) ? setTimeout(end, this.leftMs) : undefined
    try {
      return await work()
    } catch (error) {
      throw limit.signal.aborted ? outOfTime() : error
    } finally {
      clearTimeout(timer)
      this.#waitedMs += performance.now() - began
      // The timer counts whole milliseconds, and may be early by less than one.
      if (isOver) this.#waitedMs = Math.max(this.#waitedMs, this.#limitMs)
    }
  }

  /** A body, which takes time only while it is waited for. */
  async *read(limit: AbortController, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const chunks = body[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await this.wait(limit, () => chunks.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      await chunks.return?.()
    }
  }
}

const outOfTime = () =>
  new RunError('timed_out', 'The source did not send its answer before the next run of its schedule.')
