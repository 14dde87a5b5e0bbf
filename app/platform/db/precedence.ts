import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 10

/** Visitors go before work that can wait. One for all that shares a process or its database. */
export interface Precedence {
  /** Says from now on how many visitors wait for a page that is being made. */
  watch(countWaiting: () => number): void
  /**
   * Does work that can wait. Every so often it calls `giveWay`, which resolves once nobody waits, after `limitMs` at
   * the latest: work that gave way each time would never end.
   */
  work<T>(run: (giveWay: (limitMs: number) => Promise<void>) => Promise<T>): Promise<T>
  /** Whether such work goes on. */
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
