import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Copy, sendCopy } from './copy.server.ts'
import type { Asker, CopyFinder } from './front-server.server.ts'
import type { PageCache, PageHandler } from './page-cache.server.ts'
import { isHost, parseTarget, type RequestTarget } from './request-target.ts'
import { responseHeaders, type SecurityOptions, secureResponse } from './security-headers.server.ts'
import type { StaticFiles } from './static.server.ts'

export interface ListenerOptions {
  cache: PageCache
  files: StaticFiles
  security: SecurityOptions
  /** Answers everything that is neither a file nor a copy, and makes the pages that the cache keeps. */
  handle: PageHandler
  /** The network that a visitor comes from, as far as it can be told. */
  networkOf(asker: Asker): string
  /** Told of each failure to answer. */
  onError(error: unknown, path: string): void
}

/** Methods that no site answers, and that a Request cannot have (Fetch, 2.2.1). */
const REFUSED_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** What may be asked of the cache before the pages; any other method goes to the handler. */
const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

/** What to do with every request: files and copies from memory first, then the pages behind the cache, then the rest. */
export function createListener(options: ListenerOptions): RequestListener {
  const { cache, files, security, onError } = options
  const forward = getRequestListener(
    async (request, { incoming }) => {
      const peer = incoming.socket.remoteAddress ?? ''
      return secureResponse(await options.handle(request, peer), security)
    },
    {
      overrideGlobalObjects: false,
      errorHandler(error) {
        const badRequest = error instanceof Error && error.name === 'RequestError'
        if (!badRequest) onError(error, '')
        return new Response(badRequest ? 'Bad Request' : 'Internal Server Error', {
          status: badRequest ? 400 : 500,
          headers: [
            ...responseHeaders(security.https),
            ['cache-control', 'no-store'],
            ['content-type', 'text/plain'],
          ],
        })
      },
    },
  )

  function refuse(status: number, response: ServerResponse, location?: string): void {
    response.writeHead(status, [
      ...responseHeaders(security.https).flat(),
      ...(location === undefined ? [] : ['location', location]),
      ...['cache-control', 'no-store', 'content-length', '0'],
    ])
    response.end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = parseTarget(request.url ?? '')
    if (parsed.kind === 'refused') return refuse(parsed.status, response)
    if (parsed.kind === 'redirect') return refuse(308, response, parsed.location)
    if (isRead(request.method)) {
      const file = await files.load(parsed.path)
      if (file) return sendCopy(file, request, response)
      if (files.owns(parsed.path)) return refuse(404, response)
      const address = await cache.addressOf(request.headers.host ?? '', parsed)
      if (address) {
        const renew = asksToBypass(parsed) && (await cache.mayBypass(request))
        const asker = {
          peer: request.socket.remoteAddress ?? '',
          forwarded: request.headersDistinct['x-forwarded-for']?.join(','),
        }
        const visit = { renew, network: options.networkOf(asker) }
        return sendCopy(await cache.get(address, options.handle, visit), request, response)
      }
    }
    request.url = parsed.query === '' ? parsed.path : `${parsed.path}?${parsed.query}`
    await forward(request, response)
  }

  return (request, response) => {
    const target = request.url ?? ''
    // Node.js takes the first of several; who stands before it may take another (RFC 9112, 3.2).
    if ((request.headersDistinct.host?.length ?? 0) > 1 || !isHost(request.headers.host ?? '')) {
      return refuse(400, response)
    }
    if (REFUSED_METHODS.has(request.method ?? '')) return refuse(405, response)
    if (isRead(request.method)) {
      const copy = cache.find(request.headers.host ?? '', target) ?? files.find(target)
      if (copy) return sendCopy(copy, request, response)
    }
    answer(request, response).catch((error: unknown) => {
      onError(error, target)
      if (response.headersSent) response.destroy()
      else refuse(500, response)
    })
  }
}

/**
 * The look-up for a FrontServer: the files and public pages that a listener with the same options would send, made if
 * need be. What needs more than a copy (a redirect to the proper address, a look at who asks) is left to the listener.
 */
export function createCopyFinder({
  cache,
  files,
  handle,
  networkOf,
}: Pick<ListenerOptions, 'cache' | 'files' | 'handle' | 'networkOf'>): CopyFinder {
  async function make(host: string, target: RequestTarget, asker: Asker): Promise<Copy | undefined> {
    const file = await files.load(target.path)
    if (file || files.owns(target.path)) return file
    const address = asksToBypass(target) ? undefined : await cache.addressOf(host, target)
    return address && cache.get(address, handle, { network: networkOf(asker) })
  }
  return (host, rawTarget, asker) => {
    if (!isHost(host)) return undefined
    const copy = cache.find(host, rawTarget) ?? files.find(rawTarget)
    if (copy) return copy
    const parsed = parseTarget(rawTarget)
    return parsed.kind === 'target' ? make(host, parsed, asker) : undefined
  }
}

function asksToBypass({ query }: RequestTarget): boolean {
  return query !== '' && new URLSearchParams(query).get('clearCache') === '1'
}
