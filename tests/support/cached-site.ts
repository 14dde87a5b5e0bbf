import { EventEmitter, once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FrontServer } from '#app/platform/http/front-server.server.ts'
import {
  createPageCache,
  type PageCache,
  type PageCacheOptions,
} from '#app/platform/http/page-cache.server.ts'
import type { PageHandler } from '#app/platform/http/render-page.server.ts'
import { createRequestListener } from '#app/platform/http/request-listener.server.ts'
import { createResponseLookup, type ReadRequest } from '#app/platform/http/response-lookup.server.ts'
import { openStaticFiles } from '#app/platform/http/static.server.ts'

export interface Asked {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

export interface CachedSite {
  cache: PageCache
  url: string
  port: number
  /** The cache's clock, in milliseconds since 1970. */
  clock: { now: number }
  errors: unknown[]
  get(target: string, headers?: Record<string, string>, method?: string): Promise<Asked>
  close(): Promise<void>
}

/** Both server variants: node:http alone, and the front that answers from the cache before its parser. */
export const ENTRANCES = ['node:http', 'front'] as const

/** A site on loopback with pages from `handle`; paths under /private are not public. */
export async function openCachedSite(
  entrance: (typeof ENTRANCES)[number],
  handle: PageHandler,
  given: Partial<PageCacheOptions> & { directory?: string } = {},
): Promise<CachedSite> {
  const clock = { now: Date.UTC(2030, 0, 1) }
  const errors: unknown[] = []
  const security = { https: false }
  const onError = (error: unknown) => errors.push(error)
  const cache = createPageCache({
    isPublicPage: (pathname) => !pathname.startsWith('/private'),
    parametersOf: () => ({ tab: ['live', 'upcoming'], page: async () => ['2', '3'] }),
    security,
    onError,
    now: () => clock.now,
    ...given,
  })
  /** The test sets the network of a request; without one, a request has no limits. */
  const networkOf = ({ forwardedFor = '' }: Pick<ReadRequest, 'forwardedFor'>) => forwardedFor
  const files = await openStaticFiles({ directory: given.directory ?? '/nonexistent', https: false })
  const lookup = createResponseLookup({ cache, files, anonymous: new Map(), handle, networkOf })
  const listener = createRequestListener({ lookup, files, security, handle, onError })
  const server =
    entrance === 'front'
      ? new FrontServer({ listener, lookup, keepAliveTimeoutMs: 5_000 })
      : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  return {
    cache,
    clock,
    errors,
    port,
    url: `http://127.0.0.1:${port}`,
    get: (target, headers = {}, method = 'GET') => ask(agent, port, target, headers, method),
    async close() {
      agent.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function ask(
  agent: Agent,
  port: number,
  target: string,
  headers: Record<string, string>,
  method: string,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { agent, host: '127.0.0.1', port, path: target, headers, method },
      async (response) => {
        const body = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString() })
      },
    )
    asked.on('error', reject).end()
  })
}

/** A page handler whose renders wait until the test completes them. */
export function createControlledPages() {
  const begun: ControlledRender[] = []
  const events = new EventEmitter()
  const handle: PageHandler = (request) =>
    new Promise((resolve, reject) => {
      begun.push({ request, resolve, reject })
      events.emit('begun')
    })
  return {
    handle,
    /** The number of renders that have started and wait. */
    get waiting() {
      return begun.length
    },
    /** The longest waiting render; resolves when there is one. */
    async next(): Promise<ControlledRender> {
      while (begun.length === 0) await once(events, 'begun')
      return begun.shift() as ControlledRender
    },
  }
}

export interface ControlledRender {
  request: Request
  resolve(response: Response): void
  reject(error: unknown): void
}

export function html(body: string, init: ResponseInit = {}): Response {
  return new Response(body, {
    ...init,
    headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers },
  })
}
