import { type Logger, pino } from 'pino'

export type { Logger }

/** The log of the process: JSON lines on standard error, with secrets masked. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', 'token', 'authorization', 'cookie', '*.password', '*.token'],
    },
    pino.destination(2),
  )
}
