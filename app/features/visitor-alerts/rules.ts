import { addDays, dayOf, fromLocalText, HOUR_MS, MINUTE_MS, toLocalText } from '#app/platform/time.ts'
import { isQuiet, type QuietHours } from '../alerts/rules.ts'
import type { Price } from '../odds/prices.ts'

/** The end of the quiet hours that an instant is in; null if it is in none. */
export function endOfQuiet(now: Date, quiet: QuietHours): Date | null {
  if (!isQuiet(now, quiet)) return null
  const today = dayOf(now, quiet.timeZone)
  for (const day of [today, addDays(today, 1)]) {
    const text = `${day}T${quiet.until}`
    const end = fromLocalText(text, quiet.timeZone)
    if (!end) continue
    if (end > now) return end
    // In the hour that the clocks repeat, the same time comes again.
    const again = REPEATS_MS.map((later) => new Date(end.getTime() + later)).find(
      (it) => it > now && toLocalText(it, quiet.timeZone) === text,
    )
    if (again) return again
  }
  return null
}

/** By how much clocks are put back: half an hour on Lord Howe Island. */
const REPEATS_MS = [30 * MINUTE_MS, HOUR_MS]

/** The highest price that counts as a fall of some percent, in millionths. */
export function fallenTo(from: Price, percent: number): Price {
  return Math.floor((from * (100 - percent)) / 100)
}

/** Whether a best price is what an alert waits for. @param best in millionths; null: nobody offers one */
export function isMet(
  alert: { kind: 'price'; price: Price } | { kind: 'fall'; price: Price; percent: number },
  best: Price | null,
): boolean {
  if (best === null) return false
  return alert.kind === 'price' ? best >= alert.price : best <= fallenTo(alert.price, alert.percent)
}

/** The pause before a message is tried again: from half a minute, doubling up to about an hour. */
export function pauseAfter(attempts: number): number {
  return (MINUTE_MS / 2) * 2 ** Math.min(Math.max(attempts - 1, 0), 7)
}
