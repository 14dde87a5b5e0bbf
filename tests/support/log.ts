import { pino } from 'pino'
import type { Logger } from '#app/platform/log.ts'

/** A log that records its messages for a test. */
export function recordLog(): { log: Logger; messages: () => string[] } {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  return { log, messages: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg) }
}
