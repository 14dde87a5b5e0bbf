import { data, type MiddlewareFunction } from 'react-router'
import type { Refused } from './guard.server.ts'

/** The router's results of a request in the browser, by route. */
type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

/**
 * In the browser: treats a save without an outcome, because of a lost connection or a response of a proxy, as a failed
 * save. Otherwise the router would replace the screen and its typed values with an error. A plain form submission loads
 * another page and is not affected.
 */
export const keepForm = (async ({ request }, next) => {
  const results = (await next()) as Results
  if (request.method === 'GET' || !/json|multipart/.test(request.headers.get('content-type') ?? ''))
    return results
  return Object.fromEntries(
    Object.entries(results).map(([route, it]) => [route, isFailure(it) ? failedSave() : it]),
  )
}) satisfies MiddlewareFunction<unknown>

/** Redirects are thrown as well. */
const isFailure = ({ type, result }: Results[string]) => type === 'error' && !(result instanceof Response)

/**
 * With its status, so that the page is not loaded again. An object of its own each time: a screen that gets one
 * failure after another in one render would otherwise see no change, and show no message.
 */
const failedSave = (): Results[string] => ({
  type: 'data',
  result: data({ kind: 'failed', message: null } satisfies Refused, { status: 503 }),
})
