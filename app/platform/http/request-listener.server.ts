import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../db/unavailable.ts'
import { sendCachedResponse } from './cached-response.server.ts'
import type { PageHandler } from './render-page.server.ts'
import { isHost, parseTarget } from './request-target.ts'
import type { ReadRequest, ResponseLookup } from './response-lookup.server.ts'
import { responseHeaders, type SecurityOptions, secureResponse } from './security-headers.server.ts'
import type { StaticFiles } from './static.server.ts'
import { asUnavailable } from './unavailable.ts'

export interface RequestListenerOptions {
  lookup: ResponseLookup
  files: Pick<StaticFiles, 'owns'>
  security: SecurityOptions
  /** The lower-case name of the header that names a visitor's country; undefined if there is none to trust. */
  countryHeader?: string | undefined
  /** The body of a refusal, which otherwise is empty. */
  refusal?: (target: string) => { type: string; body: string } | undefined
  /** Answers every request that has no cached response. */
  handle: PageHandler
  /** Called for each request that fails. */
  onError(error: unknown, path: string): void
}

/** Methods that no site answers, and that a Request cannot have (Fetch, 2.2.1). */
const REFUSED_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Answers a request that node:http has parsed: a cached response first, otherwise the application. */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { lookup, files, security, countryHeader, onError } = options
  const forward = getRequestListener(
    async (request, { incoming }) => {
      const sent = { peer: incoming.socket.remoteAddress ?? '', target: incoming.url ?? '' }
      return secureResponse(await options.handle(request, sent), security)
    },
    {
      overrideGlobalObjects: false,
      errorHandler(error) {
        const badRequest = error instanceof Error && error.name === 'RequestError'
        if (!badRequest) onError(error, '')
        const response = new Response(badRequest ? 'Bad Request' : 'Internal Server Error', {
          status: badRequest ? 400 : 500,
          headers: [
            ...responseHeaders(security.https),
            ['cache-control', 'no-store'],
            ['content-type', 'text/plain'],
          ],
        })
        return isDatabaseUnavailable(error) ? asUnavailable(response) : response
      },
    },
  )

  function refuse(status: number, response: ServerResponse, location?: string, target = ''): void {
    const { type, body } = (status === 400 && options.refusal?.(target)) || { type: '', body: '' }
    response.writeHead(status, [
      ...responseHeaders(security.https).flat(),
      ...(location === undefined ? [] : ['location', location]),
      ...(type === '' ? [] : ['content-type', type]),
      ...(status === 503 ? ['retry-after', String(RETRY_AFTER_SECONDS)] : []),
      ...['cache-control', 'no-store', 'content-length', String(Buffer.byteLength(body))],
    ])
    response.end(body)
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    pending: ReturnType<ResponseLookup>,
  ): Promise<void> {
    const parsed = parseTarget(request.url ?? '')
    if (parsed.kind === 'refused') return refuse(parsed.status, response, undefined, request.url)
    if (parsed.kind === 'redirect') return refuse(308, response, parsed.location)
    const cached = await pending
    if (cached) return sendCachedResponse(cached, request, response)
    if (isRead(request) && files.owns(parsed.path)) return refuse(404, response)
    request.url = parsed.query === '' ? parsed.path : `${parsed.path}?${parsed.query}`
    await forward(request, response)
  }

  return (request, response) => {
    const target = request.url ?? ''
    // Node.js takes the first of several Host headers; a proxy in front may take another (RFC 9112, 3.2).
    if ((request.headersDistinct.host?.length ?? 0) > 1 || !isHost(request.headers.host ?? '')) {
      return refuse(400, response)
    }
    if (REFUSED_METHODS.has(request.method ?? '')) return refuse(405, response)
    const found = isRead(request) ? lookup(readRequest(request, countryHeader)) : undefined
    if (found && !(found instanceof Promise)) return sendCachedResponse(found, request, response)
    answer(request, response, found).catch((error: unknown) => {
      onError(error, target)
      if (response.headersSent) response.destroy()
      else refuse(isDatabaseUnavailable(error) ? 503 : 500, response)
    })
  }
}

/** Every other method goes to the application. */
function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function readRequest(request: IncomingMessage, countryHeader: string | undefined): ReadRequest {
  const { host = '', cookie, authorization } = request.headers
  return {
    host,
    target: request.url ?? '',
    peer: request.socket.remoteAddress ?? '',
    forwardedFor: request.headersDistinct['x-forwarded-for']?.join(','),
    cookie,
    authorization,
    country: countryHeader && request.headersDistinct[countryHeader]?.join(','),
  }
}
