import { createContext } from 'react-router'
import { RETRY_AFTER_SECONDS } from '#app/platform/db/unavailable.ts'

/** Set to true by the log of failures when a request failed because the database is unavailable. */
export const databaseUnavailableContext = createContext(false)

/** The same response with status 503, which tells clients and search engines to come back. */
export function asUnavailable({ body, headers }: Response): Response {
  const later = new Headers(headers)
  later.set('Retry-After', String(RETRY_AFTER_SECONDS))
  later.set('Cache-Control', 'no-store')
  return new Response(body, { status: 503, headers: later })
}
