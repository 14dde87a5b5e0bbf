import { MINUTE_MS } from '#app/platform/time.ts'

/**
 * The text of an age that was so many minutes when a test stored it, as a part of a pattern: a busy machine reads it later.
 * @param storedAt an instant before it was stored, in milliseconds since 1970
 */
export function minutesAgo(minutes: number, storedAt: number): string {
  const elapsed = Math.floor((Date.now() - storedAt) / MINUTE_MS)
  return `(${Array.from({ length: elapsed + 1 }, (_, more) => minutes + more).join('|')}) min ago`
}
