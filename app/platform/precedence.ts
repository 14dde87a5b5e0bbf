import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 10

/** Visitors go before work that can wait. One for all that shares a process or its database. */
export interface Precedence {
  /** Says from now on how many pages visitors wait for. */
  watch(countWaiting: () => number): void
  /** Resolves once nobody waits, after `limitMs` at the latest: work that gave way each time would never end. */
  giveWay(limitMs: number): Promise<void>
}

export function createPrecedence(): Precedence {
  let countWaiting = () => 0
  return {
    watch(count) {
      countWaiting = count
    },
    async giveWay(limitMs) {
      const until = performance.now() + limitMs
      while (countWaiting() > 0 && performance.now() < until) await pause(LOOK_EVERY_MS)
    },
  }
}
