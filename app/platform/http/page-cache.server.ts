import type { IncomingMessage } from 'node:http'
import { type Copy, makeCopy, withHeaders } from './copy.server.ts'
import { createPageStore, type Entry, type Share } from './page-store.server.ts'
import { collectReads } from './reads.server.ts'
import {
  isHost,
  isPlainlySpelled,
  keepKnownQuery,
  keepWantedRoutes,
  pageOfDataRequest,
  type RequestTarget,
} from './request-target.ts'
import { documentHeaders, isHtml, responseHeaders, type SecurityOptions } from './security-headers.server.ts'

/** How long others may get the copy before a change while the new one is being made. */
const BRIDGE_MS = 2_000
/** How long a copy may stand in for a page that cannot be made, from the moment it was no longer current. */
const OUTAGE_MS = 3_600_000
const RENDER_TIMEOUT_MS = 20_000
const DEFAULT_MAX_BYTES = 128 * 1024 * 1024
const MAX_KEY_LENGTH = 1_024
/** More than a site without a public origin is reached under. */
const MAX_HOSTS = 8
/** React Router answers with 202 where the page of a data request has moved. */
const REDIRECTS = new Set([202, 301, 302, 303, 307, 308])
/** Proxies read all headers into one buffer of 4 or 8 KB. */
const MAX_CACHE_TAG_LENGTH = 1_000
const CACHE_CONTROL = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=3600'
/** Mark a copy that stands in for a page that cannot be made now. */
const OUTDATED_HEADERS = ['warning', '110 - "Response is Stale"', 'x-overround-stale', '1']
/** Made anew for each copy, or meaningless on one that serves everyone. */
const NOT_COPIED = new Set([
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

export interface PageCacheOptions {
  /** Whether this path shows the same page to everyone. Whoever says so of a page gets no cookies and no visitor's headers in it. */
  isPublicPage(pathname: string): boolean
  /** The query parameters that pages read; all others are removed before a page is made. */
  knownQueryKeys: readonly string[]
  /** The ids of a page's routes: React Router's data requests name the ones they want. */
  routesOf(pathname: string): readonly string[]
  /** The site's public origin. Without it each Host header has copies of its own, made for that host. */
  origin?: string | undefined
  /** What all copies together may occupy. */
  maxBytes?: number
  security: SecurityOptions
  /** Whether this visitor may have a page made anew with `?clearCache=1`. */
  mayBypass?(request: IncomingMessage): boolean | Promise<boolean>
  /** Told of each failure to make a page, whether or not a copy could stand in. */
  onError(error: unknown, path: string): void
  now?: () => number
}

/** One address of a public page, in the form under which it is kept. */
export interface PageAddress {
  key: string
  /** What the page is made from: only known query parameters, and the routes that a data request wants. */
  url: string
  /** The same with the visitor's whole query, which a redirect keeps. */
  asked: string
  path: string
}

/** What happened so far, for the metrics. */
export interface PageCacheCounters {
  /** Answered from a current copy. */
  hits: number
  /** Waited for a page to be made. */
  misses: number
  /** Answered with the copy before, while the new one was being made. */
  bridged: number
  /** Answered with an outdated copy because the page could not be made. */
  outdated: number
  renders: number
  failures: number
}

/** @param peer the other end of the connection, for a request that came over one */
export type PageHandler = (request: Request, peer?: string) => Promise<Response>

export interface PageCache {
  /** A current copy under exactly this target, as it stands in the request line; costs no parsing. */
  find(host: string, rawTarget: string): Copy | undefined
  /** Where a target is kept, or undefined when it is no public page (or no sensible address of one). */
  addressOf(host: string, target: RequestTarget): PageAddress | undefined
  /**
   * The page at an address: a current copy, or the copy before it for a moment while another visitor's request makes the
   * new one, or a new one. When it cannot be made, the last good copy of the past hour, marked, or else an error page.
   * A redirect keeps the visitor's whole query.
   * @param renew makes it anew even if there is a current copy
   */
  get(address: PageAddress, handle: PageHandler, renew?: boolean): Promise<Copy>
  mayBypass(request: IncomingMessage): boolean | Promise<boolean>
  /**
   * Tells that something changed (`*`: everything); from now on nobody gets a page that read it before. What the pages
   * read through (a memo of answers) has to forget them first.
   */
  dropTags(tags: readonly string[]): void
  /** What the page at an address depends on, as far as a copy of it tells. */
  tagsOf(address: PageAddress): readonly string[]
  readonly counters: Readonly<PageCacheCounters>
  readonly size: { bytes: number; entries: number; tags: number }
}

interface Change {
  generation: number
  at: number
  tags: readonly string[]
}

interface Render {
  /** The number of the latest change that had been heard of when it began. */
  generation: number
  startedAt: number
  /** What changed since: it may or may not have been read before. */
  changes: Change[]
  outcome: Promise<Outcome>
}

type Outcome =
  | { kind: 'page'; copy: Copy; shared: boolean; expiresAt: number; firstChange: Change | undefined }
  | { kind: 'failure'; copy: Copy }

/** The moment a visitor's request came in. */
interface Arrival {
  generation: number
  at: number
}

/** Copies of public pages, one render at a time for each, never a page from before a change that was heard of. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const now = options.now ?? Date.now
  const store = createPageStore(options.maxBytes ?? DEFAULT_MAX_BYTES)
  const knownQueryKeys = new Set(options.knownQueryKeys)
  const hosts = new Set<string>()
  const renders = new Map<string, Render>()
  const counters = { hits: 0, misses: 0, bridged: 0, outdated: 0, renders: 0, failures: 0 }
  let generation = 0

  const keyOf = (host: string, pathAndQuery: string) => (options.origin ? pathAndQuery : host + pathAndQuery)

  async function get(address: PageAddress, handle: PageHandler, renew = false): Promise<Copy> {
    const copy = await getShared(address, handle, renew)
    if (address.asked === address.url || !REDIRECTS.has(copy.status)) return copy
    // What serves everyone leads on without what only this visitor's query says.
    const own = await makePage({ ...address, url: address.asked }, handle)
    return REDIRECTS.has(own.copy.status) ? own.copy : copy
  }

  async function getShared(address: PageAddress, handle: PageHandler, renew: boolean): Promise<Copy> {
    const arrival: Arrival = { generation, at: now() }
    const entry = store.get(address.key)
    if (entry && !renew && isCurrent(entry, arrival.at)) {
      counters.hits += 1
      return entry.copy
    }
    const running = renders.get(address.key)
    if (running && entry && !renew) {
      if (mayBridge(entry, running, arrival.at)) {
        counters.bridged += 1
        return entry.copy
      }
      if (entry.failing && mayStandIn(entry, arrival.at)) return standIn(entry)
    }
    counters.misses += 1
    if (running) {
      const outcome = await running.outcome
      if (!renew && answers(outcome, running, arrival)) return settle(address, outcome, arrival.at)
    }
    // What is being made now, if anything, was begun after this request came in.
    const begun = renders.get(address.key)
    if (!begun) return settle(address, await start(address, handle).outcome, arrival.at)
    const outcome = await begun.outcome
    if (outcome.kind === 'page' && !outcome.shared)
      return settle(address, await makePage(address, handle), arrival.at)
    return settle(address, outcome, arrival.at)
  }

  /** Turns what came of making a page into an answer, with the last good copy where there is nothing better. */
  function settle(address: PageAddress, outcome: Outcome, at: number): Copy {
    if (outcome.kind === 'page') return outcome.copy
    const entry = store.get(address.key)
    if (entry && isCurrent(entry, at)) return entry.copy
    if (entry && mayStandIn(entry, at)) return standIn(entry)
    return outcome.copy
  }

  function standIn(entry: Entry): Copy {
    counters.outdated += 1
    return withHeaders(entry.copy, OUTDATED_HEADERS)
  }

  function start(address: PageAddress, handle: PageHandler): Render {
    const changes: Change[] = []
    const outcome = makePage(address, handle, changes).then((made) => {
      // In one step with the look at what changed, so that no change falls in between.
      renders.delete(address.key)
      if (made.kind === 'failure') {
        const entry = store.get(address.key)
        if (entry && changes.length === 0) entry.failing = true
        return made
      }
      const relevant = changes.filter((change) => concerns(change, made.tags))
      if (made.shared) {
        const entry = {
          copy: made.copy,
          tags: [...made.tags],
          expiresAt: made.expiresAt,
          droppedIn: relevant.at(-1)?.generation ?? 0,
          droppedAt: relevant[0]?.at ?? Number.POSITIVE_INFINITY,
          failing: false,
        }
        store.set(address.key, entry, shareOf(address, made.copy.status, made.understood))
      }
      return { ...made, firstChange: relevant[0] }
    })
    const render: Render = { generation, startedAt: now(), changes, outcome }
    renders.set(address.key, render)
    return render
  }

  /** Escapes that a path does without, parameters that its page does not understand and hosts that come late may be invented. */
  function shareOf(
    { key, url, path }: PageAddress,
    status: number,
    understood: ReadonlyMap<string, string>,
  ): Share {
    const asked = keepKnownQuery(new URL(url).search, knownQueryKeys)
    const meant = keepKnownQuery(new URLSearchParams([...understood]).toString(), knownQueryKeys)
    if (status !== 200 || asked !== meant || !isPlainlySpelled(path)) return 'minor'
    const host = key.slice(0, key.indexOf('/'))
    if (hosts.size < MAX_HOSTS) hosts.add(host)
    return hosts.has(host) ? 'pages' : 'minor'
  }

  async function makePage(address: PageAddress, handle: PageHandler, changes: readonly Change[] = []) {
    counters.renders += 1
    const abort = new AbortController()
    try {
      const request = new Request(address.url, { signal: abort.signal })
      const making = collectReads(() => readPage(request, handle, options.security))
      const { value, tags, expiresAt, understood } = await withinTime(making, abort)
      const copy = await makeCopy({ ...value, headers: [...value.headers, ...cacheHeaders(value, tags)] })
      if (value.status >= 500) {
        counters.failures += 1
        options.onError(new Error(`The page answered with status ${value.status}`), address.path)
        return { kind: 'failure' as const, copy }
      }
      return {
        kind: 'page' as const,
        copy,
        shared: value.shared,
        tags,
        understood,
        expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
        firstChange: changes[0],
      }
    } catch (error) {
      counters.failures += 1
      options.onError(error, address.path)
      return { kind: 'failure' as const, copy: await makeErrorPage(options.security) }
    }
  }

  return {
    find(host, rawTarget) {
      const entry = store.get(keyOf(host, rawTarget))
      if (!entry || !isCurrent(entry, now())) return undefined
      counters.hits += 1
      return entry.copy
    },
    addressOf(host, { path, query }) {
      const page = pageOfDataRequest(path)
      if (!options.isPublicPage(page) || !isHost(host)) return undefined
      const known = keepKnownQuery(query, knownQueryKeys)
      const wanted = page === path ? '' : keepWantedRoutes(query, options.routesOf(page))
      const read = [known, wanted].filter((part) => part !== '').join('&')
      const pathAndQuery = read === '' ? path : `${path}?${read}`
      const key = keyOf(host, pathAndQuery)
      if (key.length > MAX_KEY_LENGTH) return undefined
      const origin = options.origin ?? `http://${host}`
      const asked = query === '' ? path : `${path}?${query}`
      return { key, url: origin + pathAndQuery, asked: origin + asked, path }
    },
    get,
    mayBypass: (request) => options.mayBypass?.(request) ?? false,
    dropTags(tags) {
      generation += 1
      const change: Change = { generation, at: now(), tags }
      for (const render of renders.values()) render.changes.push(change)
      store.drop(tags, generation, change.at)
    },
    tagsOf: ({ key }) => store.get(key)?.tags ?? [],
    counters,
    get size() {
      return { bytes: store.bytes, entries: store.entries, tags: store.tags }
    },
  }
}

function isCurrent(entry: Entry, at: number): boolean {
  return entry.droppedIn === 0 && at < entry.expiresAt
}

/** Since when a copy has not been current. */
function outdatedSince(entry: Entry): number {
  return Math.min(entry.droppedAt, entry.expiresAt)
}

/** The copy before serves only while the page is made from what is known since, and only for a moment. */
function mayBridge(entry: Entry, render: Render, at: number): boolean {
  const begunSince =
    render.generation >= entry.droppedIn && (at < entry.expiresAt || render.startedAt >= entry.expiresAt)
  return begunSince && at - outdatedSince(entry) < BRIDGE_MS
}

function mayStandIn(entry: Entry, at: number): boolean {
  return at - outdatedSince(entry) < OUTAGE_MS
}

/** Whether what began before a request came in is still an answer to it: nothing it read changed before the request. */
function answers(outcome: Outcome, render: Render, arrival: Arrival): boolean {
  if (outcome.kind === 'failure') return arrival.generation === render.generation
  const { firstChange, expiresAt, shared } = outcome
  if (!shared) return false
  return (!firstChange || arrival.generation < firstChange.generation) && arrival.at < expiresAt
}

function concerns(change: Change, tags: ReadonlySet<string>): boolean {
  return change.tags.some((tag) => tag === '*' || tags.has(tag))
}

function makeErrorPage({ https }: SecurityOptions): Promise<Copy> {
  return makeCopy({
    status: 500,
    headers: [['content-type', 'text/plain'], ['cache-control', 'no-store'], ...responseHeaders(https)],
    body: Buffer.from('Internal Server Error'),
  })
}

interface ReadPage {
  status: number
  headers: [string, string][]
  body: Buffer
  setCookies: string[]
  /** Whether it may serve others than who asked for it. */
  shared: boolean
}

async function readPage(request: Request, handle: PageHandler, security: SecurityOptions): Promise<ReadPage> {
  const response = await handle(request)
  const body = Buffer.from(await response.arrayBuffer())
  const ownHeaders = [...response.headers].filter(([name]) => !NOT_COPIED.has(name))
  const setCookies = response.headers.getSetCookie()
  const cacheControl = response.headers.get('cache-control')
  const shared = setCookies.length === 0 && !/\b(?:no-store|private)\b/i.test(cacheControl ?? '')
  const added = isHtml(response.headers.get('content-type'))
    ? documentHeaders(security.https)
    : responseHeaders(security.https)
  const headers = [...ownHeaders, ...added.filter(([name]) => !response.headers.has(name))]
  return { status: response.status, headers, body, setCookies, shared }
}

function cacheHeaders(page: ReadPage, tags: ReadonlySet<string>): [string, string][] {
  if (page.status >= 500) return [['cache-control', 'no-store']]
  if (!page.shared) {
    const cookies = page.setCookies.map((cookie): [string, string] => ['set-cookie', cookie])
    return [['cache-control', 'private, no-store'], ...cookies]
  }
  const listed = cacheTagHeader(tags)
  return listed === ''
    ? [['cache-control', CACHE_CONTROL]]
    : [
        ['cache-control', CACHE_CONTROL],
        ['cache-tag', listed],
      ]
}

/** As many tags as the header may hold, those that stand for most first: a purge of a coarse tag reaches the page anyway. */
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

async function withinTime<T>(work: Promise<T>, abort: AbortController): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The page took longer than ${RENDER_TIMEOUT_MS} ms`)
      reject(error)
      abort.abort(error)
    }, RENDER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, overdue])
  } finally {
    clearTimeout(timer)
  }
}
