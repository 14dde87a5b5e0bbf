import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'

/** After each failed attempt, the time until the next one. After the last one the message is given up. */
const WAITS_MS = [
  MINUTE_MS / 6,
  MINUTE_MS,
  5 * MINUTE_MS,
  20 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  DAY_MS / 2,
]

/** The longest time that a receiver can ask for: the messages behind this one wait, too. */
const LONGEST_ASKED_MS = DAY_MS / 2

/**
 * @param attempts the number of failed attempts
 * @param asked the seconds of the receiver's Retry-After. They make the wait longer, never shorter.
 * @returns milliseconds; null: the message is given up
 */
export function nextWait(attempts: number, asked = 0): number | null {
  const wait = WAITS_MS[attempts - 1]
  return wait === undefined ? null : Math.max(wait, Math.min(asked * 1_000, LONGEST_ASKED_MS))
}

/** The best prices of a match's headline market. */
export interface Prices {
  home: number
  draw: number | null
  away: number
}

export interface PriceMove {
  outcome: 'home' | 'draw' | 'away'
  was: number
  now: number
  /** 0.1: the price has risen by 10 %. */
  share: number
}

/** The outcomes of which the price has changed; an outcome without a price before or now is not compared. */
export function priceMoves(was: Prices, now: Prices): PriceMove[] {
  return (['home', 'draw', 'away'] as const).flatMap((outcome) => {
    const [before, after] = [was[outcome], now[outcome]]
    if (before === null || after === null || before === after) return []
    const share = Math.round((after / before - 1) * 1e6) / 1e6
    return [{ outcome, was: before, now: after, share }]
  })
}

/** Whether a price has changed by at least so many per cent. */
export function isLargeMove(moves: readonly PriceMove[], percent: number): boolean {
  return moves.some(({ share }) => Math.abs(share) * 100 >= percent - 1e-9)
}
