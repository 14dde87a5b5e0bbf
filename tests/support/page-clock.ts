import { vi } from 'vitest'

/** The steps of the clock. */
export const STEP_MS = 20

/**
 * A fake browser for carousels: a width in pixels, a clock and timers that advance only with `run`, and a scrollable
 * list of one item, whose animation follows the clock.
 */
export function openPageClock({ width = 1280, reducedMotion = false, end = 3_000 } = {}) {
  const clock = { now: 0 }
  const timers = new Map<number, { at: number; run: () => void }>()
  let last = 0
  vi.stubGlobal('performance', { now: () => clock.now })
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds: number) => {
    last += 1
    timers.set(last, { at: clock.now + milliseconds, run })
    return last
  })
  vi.stubGlobal('clearTimeout', (id: number) => timers.delete(id))
  vi.stubGlobal('document', { hidden: false, addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('window', {
    matchMedia: (query: string) => {
      const rem = /min-width: (\d+)rem/.exec(query)?.[1]
      const matches = rem ? width >= Number(rem) * 16 : reducedMotion
      return { matches, addEventListener() {}, removeEventListener() {} }
    },
  })
  vi.stubGlobal('ResizeObserver', observer([]))
  vi.stubGlobal('IntersectionObserver', observer([{ isIntersecting: true }]))
  const item = openItem(clock)
  const list = {
    scrollLeft: 0,
    scrollWidth: 400 + end,
    clientWidth: 400,
    children: [item],
    matches: () => false,
    addEventListener() {},
    removeEventListener() {},
    scrollTo({ left }: { left: number }) {
      list.scrollLeft = left
    },
  }
  return {
    list,
    /** Where the list is seen: scrolled, and with its items shifted. */
    position: () => list.scrollLeft + item.shift(),
    /** Advances the clock by this many milliseconds. */
    run(milliseconds: number): void {
      for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
        clock.now += STEP_MS
        for (const [id, timer] of timers) {
          if (timer.at > clock.now) continue
          timers.delete(id)
          timer.run()
        }
      }
    },
  }
}

function openItem(clock: { now: number }) {
  let running: { started: number; duration: number; way: number } | undefined
  const timeOf = ({ started }: { started: number }) => clock.now - started
  return {
    animate({ translate }: { translate: string[] }, { duration }: { duration: number }) {
      const one = { started: clock.now, duration, way: -Number.parseFloat(translate[1] ?? '') }
      running = one
      return {
        get currentTime() {
          return timeOf(one)
        },
        set currentTime(milliseconds: number) {
          one.started = clock.now - milliseconds
        },
        cancel() {
          running = undefined
        },
      }
    },
    shift: () => (running ? ((timeOf(running) % running.duration) / running.duration) * running.way : 0),
  }
}

/** An observer that reports the same entries at once for every element. */
function observer(seen: object[]) {
  return class {
    private readonly tell: (seen: object[]) => void
    constructor(tell: (seen: object[]) => void) {
      this.tell = tell
    }
    observe() {
      this.tell(seen)
    }
    disconnect() {}
  }
}
