import { data, type MiddlewareFunction } from 'react-router'
import type { Refused } from './guard.server.ts'

/** What the browser's part of the router makes of a request, by route. */
type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

/**
 * In the browser: a save that brings no outcome back, since the connection is gone or something on the way answers in the
 * server's place, is one that failed. Otherwise the router would put an error in place of the screen and all that was typed
 * in it. What is sent as a form leads on to another page, and is left alone.
 */
export const keepForm = (async ({ request }, next) => {
  const results = (await next()) as Results
  if (request.method === 'GET' || !/json|multipart/.test(request.headers.get('content-type') ?? ''))
    return results
  return Object.fromEntries(
    Object.entries(results).map(([route, it]) => [route, isFailure(it) ? FAILED : it]),
  )
}) satisfies MiddlewareFunction<unknown>

/** Redirects are thrown as well. */
const isFailure = ({ type, result }: Results[string]) => type === 'error' && !(result instanceof Response)

/** With its status, so that the page is not read anew. */
const FAILED: Results[string] = {
  type: 'data',
  result: data({ kind: 'failed', message: null } satisfies Refused, { status: 503 }),
}
