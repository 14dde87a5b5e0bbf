import { type ServedAudience, UNLIMITED } from './audience.server.ts'
import { type CachedResponse, withHeaders } from './cached-response.server.ts'
import type { PageCache } from './page-cache.server.ts'
import type { PageHandler } from './render-page.server.ts'
import { isHost, parseTarget, type RequestTarget } from './request-target.ts'
import type { StaticFiles } from './static.server.ts'
import { timeHeader } from './time-header.ts'

/** The parts of a GET or HEAD request that select a cached response. */
export interface ReadRequest {
  host: string
  /** As in the request line. */
  target: string
  /** The address at the other end of the connection. */
  peer: string
  forwardedFor: string | undefined
  cookie: string | undefined
  authorization: string | undefined
  /** The header that names the visitor's country, if the server has one. */
  country?: string | undefined
}

/** The cached response to a request, now or as a promise; undefined when the request needs the application. */
export type ResponseLookup = (
  request: ReadRequest,
) => CachedResponse | Promise<CachedResponse | undefined> | undefined

export interface ResponseLookupOptions {
  cache: PageCache
  files: StaticFiles
  /** Responses to visitors without cookies and credentials, by target; each gets the time at which it is sent. */
  anonymous: ReadonlyMap<string, CachedResponse>
  /** Renders the pages that the cache stores. */
  handle: PageHandler
  /** The network of a client; '' when it is not known. */
  networkOf(client: Pick<ReadRequest, 'peer' | 'forwardedFor'>): string
  /** For whom a request is answered; without it there are no limits. A promise while the permissions are being read. */
  audienceOf?(client: Pick<ReadRequest, 'country' | 'cookie'>): ServedAudience | Promise<ServedAudience>
}

/** Decides for every GET and HEAD request, on either path, whether a file, a page or a fixed response answers it. */
export function createResponseLookup(options: ResponseLookupOptions): ResponseLookup {
  const { cache, files, anonymous, handle, networkOf, audienceOf = () => UNLIMITED } = options

  function findInMemory(
    { host, target, cookie, authorization }: ReadRequest,
    audience: ServedAudience,
  ): CachedResponse | undefined {
    const shared = cache.find(host, target, audience) ?? files.find(target)
    if (shared || cookie !== undefined || authorization !== undefined) return shared
    const known = anonymous.get(target)
    return known && withHeaders(known, timeHeader())
  }

  async function load(
    request: ReadRequest,
    target: RequestTarget,
    audience: ServedAudience,
  ): Promise<CachedResponse | undefined> {
    const file = await files.load(target.path)
    if (file || files.owns(target.path)) return file
    const address = await cache.addressOf(request.host, target, audience)
    if (!address) return undefined
    const renew = asksToBypass(target) && (await cache.mayBypass(request.cookie ?? ''))
    return cache.get(address, handle, { renew, network: networkOf(request) })
  }

  function answer(
    request: ReadRequest,
    audience: ServedAudience,
  ): CachedResponse | Promise<CachedResponse | undefined> | undefined {
    const found = findInMemory(request, audience)
    if (found) return found
    const parsed = parseTarget(request.target)
    return parsed.kind === 'target' ? load(request, parsed, audience) : undefined
  }

  return (request) => {
    if (!isHost(request.host)) return undefined
    const audience = audienceOf(request)
    if (audience instanceof Promise) return audience.then((it) => answer(request, it))
    return answer(request, audience)
  }
}

function asksToBypass({ query }: RequestTarget): boolean {
  return query !== '' && new URLSearchParams(query).get('clearCache') === '1'
}
