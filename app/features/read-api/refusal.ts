import { RETRY_AFTER_SECONDS } from '#app/platform/db/unavailable.ts'
import { ERRORS, type ErrorCode } from './schemas.ts'

/** Scripts of other sites can read, too: no cookie is used. */
export const SHARED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, X-Api-Key, If-None-Match, Last-Event-ID',
  'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After',
  'Access-Control-Max-Age': '86400',
}

/** When a key with too many streams may ask again: nobody knows when one of them ends. */
const STREAMS_RETRY_SECONDS = 60

/** Programs whose address has another case get a problem document, too. */
const OF_API = /^\/api\/v1(?:[/?]|$)/i

/** An error as a problem document (RFC 9457), with the field `error` of the first release. */
export function refuse(
  url: URL,
  code: ErrorCode,
  { limits = {}, detail }: { limits?: Record<string, string>; detail?: string | undefined } = {},
): Response {
  const { status } = ERRORS[code]
  const { 'Retry-After': wait, ...others } = limits
  const headers = new Headers({
    ...SHARED_HEADERS,
    ...others,
    'Cache-Control': 'no-store',
    'Content-Type': PROBLEM,
  })
  if (status === 429) headers.set('Retry-After', wait ?? String(STREAMS_RETRY_SECONDS))
  if (status === 503) headers.set('Retry-After', String(RETRY_AFTER_SECONDS))
  if (status === 405) headers.set('Allow', SHARED_HEADERS['Access-Control-Allow-Methods'])
  if (status === 401) {
    const reason =
      detail && code === 'invalid-token' ? `, error="invalid_token", error_description="${detail}"` : ''
    headers.set('WWW-Authenticate', `Bearer realm="api"${reason}`)
  }
  return new Response(problemOf(url.origin, code, detail), { status, headers })
}

export const PROBLEM = 'application/problem+json'

/** The body of a problem document. @param origin empty for a relative type */
export function problemOf(origin: string, code: ErrorCode, detail?: string): string {
  const { status, message: title } = ERRORS[code]
  const message = detail ?? title
  return JSON.stringify({
    type: `${origin}/api/v1/docs#${code}`,
    ...{ title, status, detail: message },
    error: { code, message },
  })
}

/**
 * Answers a method that no address of the API has, addresses for screens of the site, and those of the API in another case. Undefined
 * for others.
 */
export function refuseRequest(path: string, request: Request): Response | undefined {
  if (!OF_API.test(path)) return undefined
  const url = new URL(request.url)
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return refuse(url, 'method')
  const isAddress = path.startsWith('/api/v1') && !path.endsWith('.data')
  return isAddress ? undefined : refuse(url, 'not-found')
}

/** The problem document of a target that the server refuses before the API sees it. Undefined for other addresses. */
export function refusedTarget(target: string): { type: string; body: string } | undefined {
  if (!OF_API.test(target)) return undefined
  return {
    type: PROBLEM,
    body: problemOf('', 'bad-request', 'The address has characters that are not allowed'),
  }
}
