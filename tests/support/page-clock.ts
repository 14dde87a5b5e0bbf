import { vi } from 'vitest'

/** The time between two frames. */
export const FRAME_MS = 20

/**
 * A fake browser for carousels: a width in pixels, a clock and frames that advance only with `run`, and a scrollable
 * list.
 */
export function openPageClock({ width = 1280, reducedMotion = false, end = 3_000 } = {}) {
  const clock = { now: 0 }
  let frames = new Map<number, (now: number) => void>()
  let last = 0
  vi.stubGlobal('performance', { now: () => clock.now })
  vi.stubGlobal('requestAnimationFrame', (run: (now: number) => void) => {
    last += 1
    frames.set(last, run)
    return last
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
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
  const list = {
    scrollLeft: 0,
    scrollWidth: 400 + end,
    clientWidth: 400,
    children: [],
    matches: () => false,
    scrollTo({ left }: { left: number }) {
      list.scrollLeft = left
    },
  }
  return {
    list,
    /** Advances the clock by this many milliseconds, in frames. */
    run(milliseconds: number): void {
      for (let passed = 0; passed < milliseconds; passed += FRAME_MS) {
        clock.now += FRAME_MS
        const due = frames
        frames = new Map()
        for (const frame of due.values()) frame(clock.now)
      }
    },
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
