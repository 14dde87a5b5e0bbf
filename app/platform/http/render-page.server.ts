import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../db/unavailable.ts'
import { type ServedAudience, serveAudience } from './audience.server.ts'
import { type CachedResponse, makeCachedResponse } from './cached-response.server.ts'
import { collectReads } from './reads.server.ts'
import { documentHeaders, isHtml, responseHeaders, type SecurityOptions } from './security-headers.server.ts'

/** Proxies read all headers into one buffer of 4 or 8 KB. */
const MAX_CACHE_TAG_LENGTH = 1_000
const CACHE_CONTROL = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=3600'
/** Of a page for one audience: a shared cache in front of the site knows only the address. */
const PRIVATE_CACHE_CONTROL = 'private, max-age=0'
/** Headers that the cache sets itself, or that mean nothing in a shared response. */
const NOT_CACHED = new Set([
  'cache-control',
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'vary',
])

/** A request that came over a connection. */
export interface Sent {
  /** The other end of the connection. */
  peer: string
  /** The path and query of its request line: those of the request's URL have more escapes. */
  target: string
}

/** @param sent for a request that came over a connection */
export type PageHandler = (request: Request, sent?: Sent) => Promise<Response>

export interface RenderedPage {
  kind: 'page'
  response: CachedResponse
  /** Whether it may be served to other visitors. */
  shared: boolean
  tags: ReadonlySet<string>
  expiresAt: number
}

export interface RenderFailure {
  kind: 'failure'
  error: unknown
  response: CachedResponse
}

interface RenderOptions {
  /** For whom; undefined when this audience no longer exists: the browser then asks again. */
  audience(): Promise<ServedAudience | undefined>
  security: SecurityOptions
  /** The render is aborted after this time. */
  limitMs: number
}

/** Renders a page, and collects the tags of what it read. A 5xx response is a failure, too. */
export async function renderPage(
  url: string,
  handle: PageHandler,
  { audience, security, limitMs }: RenderOptions,
): Promise<RenderedPage | RenderFailure> {
  const abort = new AbortController()
  try {
    const request = new Request(url, { signal: abort.signal })
    const reading = audience().then(async (served) => {
      if (!served) return undefined
      const read = await serveAudience(served, () =>
        collectReads(() => readResponse(request, handle, security)),
      )
      return { ...read, key: served.key }
    })
    const read = await withinTime(reading, limitMs, abort)
    if (!read) return askAgain(url, security)
    const { value, tags, expiresAt, isOfAudience, key } = read
    const response = await makeCachedResponse({
      ...value,
      headers: [...value.headers, ...cacheHeaders(value, tags, isOfAudience && key !== '')],
    })
    if (value.status >= 500) {
      const error = new Error(`The page answered with status ${value.status}`)
      return { kind: 'failure', error, response }
    }
    return {
      kind: 'page',
      response,
      shared: value.shared,
      tags,
      expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    }
  } catch (error) {
    return { kind: 'failure', error, response: await makeErrorResponse(error, security) }
  }
}

/** A redirect to the same address, for one visitor: the next request has his new audience. */
async function askAgain(url: string, { https }: SecurityOptions): Promise<RenderedPage> {
  const { pathname, search } = new URL(url)
  const response = await makeCachedResponse({
    status: 307,
    headers: [['location', pathname + search], ['cache-control', 'no-store'], ...responseHeaders(https)],
    body: Buffer.alloc(0),
  })
  return { kind: 'page', response, shared: false, tags: new Set(), expiresAt: 0 }
}

function makeErrorResponse(error: unknown, security: SecurityOptions): Promise<CachedResponse> {
  if (isDatabaseUnavailable(error)) return makeBusyResponse(undefined, RETRY_AFTER_SECONDS, security)
  return makeCachedResponse({
    status: 500,
    headers: [
      ['content-type', 'text/plain'],
      ['cache-control', 'no-store'],
      ...responseHeaders(security.https),
    ],
    body: Buffer.from('Internal Server Error'),
  })
}

/** The 503 response. @param seconds when to try again */
export function makeBusyResponse(
  html: string | undefined,
  seconds: number,
  security: SecurityOptions,
): Promise<CachedResponse> {
  return makeCachedResponse({
    status: 503,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['cache-control', 'no-store'],
      ['retry-after', String(seconds)],
      ...documentHeaders(security.https),
    ],
    body: Buffer.from(html ?? '<!doctype html><title>503</title>Service Unavailable'),
  })
}

interface ResponseParts {
  status: number
  headers: [string, string][]
  body: Buffer
  setCookies: string[]
  /** Whether it may be served to other visitors. */
  shared: boolean
}

async function readResponse(
  request: Request,
  handle: PageHandler,
  security: SecurityOptions,
): Promise<ResponseParts> {
  const response = await handle(request)
  const body = Buffer.from(await response.arrayBuffer())
  const ownHeaders = [...response.headers].filter(([name]) => !NOT_CACHED.has(name))
  const setCookies = response.headers.getSetCookie()
  const cacheControl = response.headers.get('cache-control')
  const shared = setCookies.length === 0 && !/\b(?:no-store|private)\b/i.test(cacheControl ?? '')
  const added = isHtml(response.headers.get('content-type'))
    ? documentHeaders(security.https)
    : responseHeaders(security.https)
  const headers = [...ownHeaders, ...added.filter(([name]) => !response.headers.has(name))]
  return { status: response.status, headers, body, setCookies, shared }
}

function cacheHeaders(
  page: ResponseParts,
  tags: ReadonlySet<string>,
  isOfAudience: boolean,
): [string, string][] {
  if (page.status >= 500) return [['cache-control', 'no-store']]
  const cacheControl = isOfAudience ? PRIVATE_CACHE_CONTROL : CACHE_CONTROL
  if (!page.shared) {
    const cookies = page.setCookies.map((cookie): [string, string] => ['set-cookie', cookie])
    return [['cache-control', 'private, no-store'], ...cookies]
  }
  const listed = cacheTagHeader(tags)
  return listed === ''
    ? [['cache-control', cacheControl]]
    : [
        ['cache-control', cacheControl],
        ['cache-tag', listed],
      ]
}

/** As many tags as fit into the header, the coarsest first: a purge of a coarse tag includes the page. */
function cacheTagHeader(tags: ReadonlySet<string>): string {
  const coarseFirst = [...tags]
    .filter((tag) => /^[\x21-\x2b\x2d-\x7e]+$/.test(tag))
    .sort((a, b) => coarseness(b) - coarseness(a))
  let header = ''
  for (const tag of coarseFirst) {
    if (header.length + tag.length + 1 > MAX_CACHE_TAG_LENGTH) break
    header += header === '' ? tag : `,${tag}`
  }
  return header
}

function coarseness(tag: string): number {
  if (!tag.includes(':')) return 2
  return tag.startsWith('match:') ? 0 : 1
}

async function withinTime<T>(work: Promise<T>, limitMs: number, abort: AbortController): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The page took longer than ${limitMs} ms`)
      reject(error)
      abort.abort(error)
    }, limitMs)
  })
  try {
    return await Promise.race([work, overdue])
  } finally {
    clearTimeout(timer)
  }
}
