import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { identify, type TokenUser } from '#app/features/accounts/tokens.server.ts'
import { type PageRequest, parsePage } from '#app/features/read-api/pages.ts'
import { matchesEtag } from '#app/platform/http/negotiation.ts'
import { type Services, servicesContext } from '#app/platform/services.ts'

interface Args {
  request: Request
  url: URL
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}

export interface ApiCall {
  services: Services
  query: URLSearchParams
  params: Record<string, string | undefined>
  page: PageRequest
}

/** The result of a read, or an error code of the API. */
export type ApiOutcome = { value: unknown } | { error: keyof typeof ERRORS; message?: string }

const ERRORS = {
  'bad-request': { status: 400, message: 'A parameter is missing or not understood' },
  'no-token': { status: 401, message: 'A bearer token is needed' },
  'invalid-token': { status: 401, message: 'The token is not valid' },
  'not-found': { status: 404, message: 'There is no such thing' },
  internal: { status: 500, message: 'Something went wrong' },
} as const

/** Scripts of other sites can read, too: no cookie is used. */
const SHARED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization',
  'Access-Control-Max-Age': '86400',
}

/** A read that is the same for everybody. */
export function publicRead(read: (call: ApiCall) => Promise<ApiOutcome>) {
  return (args: Args) => answer(args, read, 'public, max-age=10')
}

/** A read of data of the bearer token's user. */
export function personalRead(read: (call: ApiCall & { user: TokenUser }) => Promise<ApiOutcome>) {
  return (args: Args) => {
    const identified = async (call: ApiCall): Promise<ApiOutcome> => {
      const token = /^bearer +(\S+)$/i.exec(args.request.headers.get('authorization') ?? '')?.[1]
      if (!token) return { error: 'no-token' }
      const found = await identify(call.services, token)
      return found.ok ? read({ ...call, user: found.user }) : { error: 'invalid-token', message: found.error }
    }
    return answer(args, identified, 'private, no-store')
  }
}

async function answer(
  { request, url, params, context }: Args,
  read: (call: ApiCall) => Promise<ApiOutcome>,
  caching: string,
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: SHARED_HEADERS })
  const services = context.get(servicesContext)
  const page = parsePage(url.searchParams)
  if (!page) return refuse('bad-request', 'limit is 1 to 100, cursor what the page before has named as next')
  try {
    const outcome = await read({ services, query: url.searchParams, params, page })
    if ('error' in outcome) return refuse(outcome.error, outcome.message)
    return tagged(request, JSON.stringify(outcome.value), caching)
  } catch (error) {
    services.log.error({ err: error, url: url.pathname }, 'an API request failed')
    return refuse('internal')
  }
}

/** A response with its entity tag; 304 when the client has it. */
function tagged(request: Request, body: string, caching: string): Response {
  const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  const headers = { ...SHARED_HEADERS, 'Cache-Control': caching, ETag: etag }
  const known = request.headers.get('if-none-match')
  if (known !== null && matchesEtag(known, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } })
}

function refuse(code: keyof typeof ERRORS, detail?: string): Response {
  const { status, message } = ERRORS[code]
  const headers = new Headers({ ...SHARED_HEADERS, 'Cache-Control': 'no-store' })
  if (status === 401) {
    const reason = detail ? `, error="invalid_token", error_description="${detail}"` : ''
    headers.set('WWW-Authenticate', `Bearer realm="api"${reason}`)
  }
  return Response.json({ error: { code, message: detail ?? message } }, { status, headers })
}
