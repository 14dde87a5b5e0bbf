import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** In an address of this site: tokens of mails and signatures in the query, also of an address within it. */
const SECRET_PARAMETERS = /((?:[?&]|%3F|%26)(?:confirm|token|sig)(?:=|%3D)).*?(?=&|#|%26|$)/gi
const POSTBACK_KEY = /(\/api\/postbacks\/)[^/?#]+/i

/** The log of the process: JSON lines on standard error, with secrets masked. */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['password', 'token', 'authorization', 'cookie', '*.password', '*.token'],
      formatters: {
        log: (fields) => (typeof fields.url === 'string' ? { ...fields, url: maskUrl(fields.url) } : fields),
      },
    },
    destination,
  )
}

/** Whoever reads the log must not be able to use a link of a mail, or to report earnings. */
function maskUrl(url: string): string {
  return url.replace(SECRET_PARAMETERS, '$1***').replace(POSTBACK_KEY, '$1***')
}
