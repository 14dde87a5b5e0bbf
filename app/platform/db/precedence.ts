import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 10

/** Gives visitors precedence over background work. One object for all users of a process or its database. */
export interface Precedence {
  /** Sets the source of the number of visitors that wait for a page. */
  watch(countWaiting: () => number): void
  /**
   * Runs background work. The work regularly calls `giveWay`, which resolves when no visitor waits, or after `limitMs`,
   * since otherwise the work might never end.
   */
  work<T>(run: (giveWay: (limitMs: number) => Promise<void>) => Promise<T>): Promise<T>
  /** Whether background work is running. */
  readonly isWorking: boolean
}

export function createPrecedence(): Precedence {
  let countWaiting = () => 0
  let working = 0
  async function giveWay(limitMs: number): Promise<void> {
    const until = performance.now() + limitMs
    while (countWaiting() > 0 && performance.now() < until) await pause(LOOK_EVERY_MS)
  }
  return {
    watch(count) {
      countWaiting = count
    },
    async work(run) {
      working += 1
      try {
        return await run(giveWay)
      } finally {
        working -= 1
      }
    },
    get isWorking() {
      return working > 0
    },
  }
}
