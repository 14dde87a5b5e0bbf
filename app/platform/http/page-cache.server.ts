import { createAllowance } from './allowance.server.ts'
import { type CachedResponse, makeCachedResponse, withHeaders } from './cached-response.server.ts'
import { createPageStore, type Entry, type Share } from './page-store.server.ts'
import { collectReads } from './reads.server.ts'
import { createRenderQueue, type Turn } from './render-queue.server.ts'
import { firstOfEach, isHost, isPlainlySpelled, type RequestTarget } from './request-target.ts'
import { documentHeaders, isHtml, responseHeaders, type SecurityOptions } from './security-headers.server.ts'

/** How long a stale page may be served while the new one is being rendered. */
const STALE_WHILE_RENDERING_MS = 2_000
/** The same while no place is free to render it: what Cache-Control allows a CDN. */
const STALE_WHILE_BUSY_MS = 60_000
/** The same while the page cannot be rendered, from the moment it became stale. */
const STALE_ON_ERROR_MS = 3_600_000
/** The least time between two attempts to render a page that failed. */
const RETRY_MS = 1_000
const DEFAULT_LIMITS = {
  /** Pages that are rendered at once: rendering is the work of one thread, and reading shares one database. */
  atOnce: 2,
  /** A visitor waits no longer for an answer. */
  patienceMs: 8_000,
  /** A page that takes longer is given up; its visitors have had a response. */
  renderMs: 60_000,
  /** Pages in the queue for one network. */
  perNetwork: 100,
  /** New redirects and pages not found, for one network. */
  nonsense: { burst: 300, perSecond: 5 },
}
/** Weights in the queue of a visitor who waits, and of one who was served a stale page. */
const WAITING_WEIGHT = 10
const HAVING_WEIGHT = 1
/** Some thousand pages, compressed. */
const DEFAULT_MAX_BYTES = 48 * 1024 * 1024
const MAX_KEY_LENGTH = 1_024
/** More than a site without a public origin is reached under. */
const MAX_HOSTS = 8
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Proxies read all headers into one buffer of 4 or 8 KB. */
const MAX_CACHE_TAG_LENGTH = 1_000
const CACHE_CONTROL = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=3600'
/** Mark a stale page. */
const STALE_HEADERS = ['warning', '110 - "Response is Stale"', 'x-overround-stale', '1']
/** In Server-Timing: when a page was rendered, in milliseconds since 1970. The page's scripts read it. */
const MADE = 'made'
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

/** Of each parameter that a page reads, the values that mean something to it, or what looks them up; `any` for one that `settleQuery` judges. */
export type PageParameters = Readonly<
  Record<string, 'any' | readonly string[] | (() => Promise<readonly string[]>)>
>

export interface PageCacheOptions {
  /** Whether this path shows the same page to everyone. Whoever says so of a page gets no cookies and no visitor's headers in it. */
  isPublicPage(pathname: string): boolean
  /** The query parameters that the page at a path reads; whatever else is asked is removed before it is looked for. */
  parametersOf(pathname: string): PageParameters
  /**
   * What is left of a query where its values mean something only together, and to one page: the same for all queries that
   * show the same. Asked where no copy of the page is kept under the query as it is.
   */
  settleQuery?(pathname: string, query: URLSearchParams): Promise<URLSearchParams>
  /** The site's public origin. Without it each Host header has its own cached pages. */
  origin?: string | undefined
  /** The size of the cache. */
  maxBytes?: number
  limits?: Partial<typeof DEFAULT_LIMITS>
  /** Whether an import is running in the process: pages that no visitor waits for then leave it half of the time. */
  mustShare?(): boolean
  /** Called for each page that enters the cache. @param wasMissed whether a visitor was served the stale one meanwhile */
  onMade?(key: string, wasMissed: boolean): void
  /** The HTML of a 503 response. */
  busyPage?(path: string): string
  security: SecurityOptions
  /** Whether the visitor with these cookies may have a page rendered again with `?clearCache=1`. */
  mayBypass?(cookie: string): boolean | Promise<boolean>
  /** Called for each page that cannot be rendered, whether or not a stale one is served. */
  onError(error: unknown, path: string): void
  now?: () => number
}

/** An address of a public page, reduced to what means something to the page. */
export interface PageAddress {
  key: string
  /** What the page is made from: only known query parameters. */
  url: string
  /** The same with the visitor's whole query, which a redirect keeps. */
  asked: string
  path: string
}

/** What has happened since the process started; /metrics shows it. */
export interface PageCacheCounters {
  /** Answered with a fresh page from the cache. */
  hits: number
  /** Waited for a page to be rendered. */
  misses: number
  /** Answered with a stale page while the new one was rendered or queued. */
  stale: number
  /** Answered with a stale page because the page could not be rendered. */
  staleOnError: number
  /** Answered with 503: the queue was too long, or the visitor's network had used up its share. */
  busy: number
  renders: number
  failures: number
}

/** @param peer the other end of the connection, for a request that came over one */
export type PageHandler = (request: Request, peer?: string) => Promise<Response>

export interface Visit {
  /** Render it again even if the cached page is fresh. */
  renew?: boolean
  /** Where the visitor comes from; '' where that is not known. */
  network?: string
}

export interface PageCache {
  /** The fresh page under exactly this target of a request line; parses nothing. */
  find(host: string, rawTarget: string): CachedResponse | undefined
  /** Where a target is kept, or undefined when it is no public page (or no sensible address of one). */
  addressOf(host: string, target: RequestTarget): Promise<PageAddress | undefined>
  /**
   * The page at an address: a fresh one from the cache, otherwise a new one. A stale page is served, marked, for two seconds while
   * the new one is being made, for a minute while too many others are, and for an hour while it cannot be made. Without a
   * cached page and without room, the response is 503. A redirect keeps the visitor's whole query.
   */
  get(address: PageAddress, handle: PageHandler, visit?: Visit): Promise<CachedResponse>
  mayBypass(cookie: string): boolean | Promise<boolean>
  /**
   * Marks every page that read one of these tags (`*`: every page) as stale. The memo that pages read through must drop
   * the tags first.
   */
  dropTags(tags: readonly string[]): void
  /** The tags of a cached page; none where there is no copy. */
  tagsOf(key: string): readonly string[]
  /**
   * Compares the page that a browser shows with the cache: current, outdated when the cache has a newer one, unknown when
   * the cache has no fresh one.
   * @param madeAt when the browser's page was rendered, as its header said
   */
  compare(key: string, madeAt: number): 'current' | 'outdated' | 'unknown'
  readonly counters: Readonly<PageCacheCounters>
  /** How many visitors wait for a page. */
  readonly waiting: number
  readonly size: { bytes: number; entries: number; tags: number }
  readonly renderQueue: { running: number; waiting: number }
}

interface Change {
  generation: number
  at: number
  tags: readonly string[]
}

interface Render {
  turn: Turn<Outcome>
  /** The latest change before it began; undefined while it is queued. */
  begun: Arrival | undefined
  /** Changes since it began: the render may have read the data before or after them. */
  changes: Change[]
}

interface MadePage {
  kind: 'page'
  response: CachedResponse
  /** Whether it may be served to other visitors. */
  shared: boolean
  tags: ReadonlySet<string>
  expiresAt: number
}

interface Failure {
  kind: 'failure'
  response: CachedResponse
}

type Outcome = Failure | (MadePage & { firstChange: Change | undefined })

/** The moment a visitor's request came in, or a render began. */
interface Arrival {
  /** The number of the latest known change. */
  generation: number
  at: number
}

/** Caches public pages. Each page is rendered once at a time, and is stale as soon as a change of its data is known. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const now = options.now ?? Date.now
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const store = createPageStore(options.maxBytes ?? DEFAULT_MAX_BYTES)
  const queue = createRenderQueue({ atOnce: limits.atOnce, mustShare: options.mustShare, now })
  const nonsense = createAllowance(limits.nonsense, now)
  const hosts = new Set<string>()
  const renders = new Map<string, Render>()
  const begunFor = new Map<string, number>()
  const counters = { hits: 0, misses: 0, stale: 0, staleOnError: 0, busy: 0, renders: 0, failures: 0 }
  let generation = 0
  let waiting = 0
  /** The latest render failed: the database may be away. */
  let isFailing = false

  const keyOf = (host: string, pathAndQuery: string) => (options.origin ? pathAndQuery : host + pathAndQuery)

  /** A query that cannot be judged now is kept. */
  async function judge(page: string, kept: [string, string][]): Promise<[string, string][]> {
    if (kept.length === 0 || !options.settleQuery) return kept
    const settled = await options.settleQuery(page, new URLSearchParams(kept)).catch(() => undefined)
    return settled ? [...settled].sort(([a], [b]) => (a < b ? -1 : 1)) : kept
  }

  async function get(address: PageAddress, handle: PageHandler, visit: Visit = {}): Promise<CachedResponse> {
    const arrival: Arrival = { generation, at: now() }
    const ready = visit.renew ? undefined : cachedResponse(address, handle, arrival)
    const response = ready ?? (await withPatience(address, renderFor(address, handle, arrival, visit)))
    if (address.asked === address.url || !REDIRECTS.has(response.status)) return response
    // The shared redirect lacks the part of the query that only this visitor sent.
    const own = await withPatience(address, renderForOne({ ...address, url: address.asked }, handle, visit))
    return REDIRECTS.has(own.status) ? own : response
  }

  /** A response that needs no waiting. A stale page has been queued for rendering. */
  function cachedResponse(
    address: PageAddress,
    handle: PageHandler,
    { at }: Arrival,
  ): CachedResponse | undefined {
    const entry = store.get(address.key)
    if (!entry) return undefined
    if (isFresh(entry, at)) {
      counters.hits += 1
      return entry.response
    }
    const age = at - staleSince(entry)
    const render = renders.get(address.key)
    if (entry.failedAt !== undefined && age < STALE_ON_ERROR_MS) {
      if (!render && at - entry.failedAt >= RETRY_MS) start(address, handle).turn.ask(HAVING_WEIGHT, false)
      return staleOnError(entry)
    }
    const isComing = render?.begun !== undefined && beganSince(render.begun, entry, at)
    if (isComing && age < STALE_WHILE_RENDERING_MS) return staleWhileRendering(entry)
    if (!queue.isFull || age >= (isFailing ? STALE_ON_ERROR_MS : STALE_WHILE_BUSY_MS)) return undefined
    const asked = render ?? start(address, handle)
    asked.turn.ask(HAVING_WEIGHT, false)
    return isFailing ? staleOnError(entry) : staleWhileRendering(entry)
  }

  /** Renders a page for a visitor who waits. */
  async function renderFor(
    address: PageAddress,
    handle: PageHandler,
    arrival: Arrival,
    visit: Visit,
  ): Promise<CachedResponse> {
    counters.misses += 1
    const running = renders.get(address.key)
    if (running) {
      running.turn.ask(weightOf(visit), true)
      const outcome = await running.turn.outcome
      if (!visit.renew && answers(outcome, running, arrival)) return settle(address, outcome, arrival.at)
    }
    // A render that begins now begins after this request arrived.
    const begun = renders.get(address.key)
    if (!begun && mustWaitOutside(visit)) return busyResponse(address)
    const weight = weightOf(visit)
    const render = begun ?? start(address, handle, visit)
    render.turn.ask(weight, true)
    const outcome = await render.turn.outcome
    if (begun && outcome.kind === 'page' && !outcome.shared) return renderForOne(address, handle, visit)
    return settle(address, outcome, arrival.at)
  }

  /** Renders a page that only one visitor gets. */
  async function renderForOne(
    address: PageAddress,
    handle: PageHandler,
    visit: Visit,
  ): Promise<CachedResponse> {
    if (mustWaitOutside(visit)) return busyResponse(address)
    const turn = queue.add(() => makePage(address, handle))
    turn.ask(weightOf(visit), true)
    return settle(address, await turn.outcome, now())
  }

  /** Whether the queue has no room for another page with a waiting visitor. */
  function mustWaitOutside({ network = '' }: Visit): boolean {
    if (!nonsense.has(network)) return true
    if ((begunFor.get(network) ?? 0) >= limits.perNetwork) return true
    return queue.expectedWait(weightOf({ network })) > limits.patienceMs
  }

  /** A network counts less with each page that it waits for. */
  function weightOf({ network = '' }: Visit): number {
    return WAITING_WEIGHT / (1 + (begunFor.get(network) ?? 0))
  }

  /** The response, or a stale page or 503 after the longest wait. The render continues. */
  async function withPatience(
    address: PageAddress,
    answer: Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), limits.patienceMs)
    })
    waiting += 1
    const response = await Promise.race([answer, tooLong])
    waiting -= 1
    clearTimeout(timer)
    return response ?? busyResponse(address)
  }

  function busyResponse({ key, path }: PageAddress): CachedResponse | Promise<CachedResponse> {
    const entry = store.get(key)
    const longest = isFailing ? STALE_ON_ERROR_MS : STALE_WHILE_BUSY_MS
    if (entry && now() - staleSince(entry) < longest) return staleOnError(entry)
    counters.busy += 1
    const seconds = Math.ceil(queue.expectedWait(WAITING_WEIGHT) / 1_000)
    return makeBusyPage(options, path, Math.min(Math.max(seconds, 2), 30))
  }

  /** Turns the outcome of a render into a response; after a failure that is the latest cached page, if there is one. */
  function settle(address: PageAddress, outcome: MadePage | Failure, at: number): CachedResponse {
    if (outcome.kind === 'page') return outcome.response
    const entry = store.get(address.key)
    if (entry && isFresh(entry, at)) return entry.response
    if (entry && at - staleSince(entry) < STALE_ON_ERROR_MS) return staleOnError(entry)
    return outcome.response
  }

  function staleOnError(entry: Entry): CachedResponse {
    counters.staleOnError += 1
    return markedStale(entry)
  }

  function staleWhileRendering(entry: Entry): CachedResponse {
    counters.stale += 1
    return markedStale(entry)
  }

  function start(address: PageAddress, handle: PageHandler, { network = '' }: Visit = {}): Render {
    const render: Omit<Render, 'turn'> = { begun: undefined, changes: [] }
    if (network !== '') begunFor.set(network, (begunFor.get(network) ?? 0) + 1)
    const turn = queue.add(async () => {
      render.begun = { generation, at: now() }
      const made = await makePage(address, handle)
      // Synchronous with the check for changes, so that no change falls in between.
      renders.delete(address.key)
      leave(network)
      return keep(address, made, render.changes, network)
    })
    const started = Object.assign(render, { turn })
    renders.set(address.key, started)
    return started
  }

  function leave(network: string): void {
    const left = (begunFor.get(network) ?? 1) - 1
    if (left > 0) begunFor.set(network, left)
    else begunFor.delete(network)
  }

  function keep(
    address: PageAddress,
    made: MadePage | Failure,
    changes: readonly Change[],
    network: string,
  ): Outcome {
    if (made.kind === 'failure') {
      const entry = store.get(address.key)
      if (entry && changes.length === 0) entry.failedAt = now()
      return made
    }
    const relevant = changes.filter((change) => concerns(change, made.tags))
    if (made.shared) {
      const share = shareOf(address, made.response.status)
      if (share === 'minor') nonsense.take(network)
      const at = now()
      const wasMissed = store.get(address.key)?.marked !== undefined
      const entry: Entry = {
        response:
          made.response.status === 200
            ? withHeaders(made.response, ['server-timing', `${MADE};dur=${at}`])
            : made.response,
        madeAt: at,
        tags: [...made.tags],
        expiresAt: made.expiresAt,
        droppedIn: relevant.at(-1)?.generation ?? 0,
        droppedAt: relevant[0]?.at ?? Number.POSITIVE_INFINITY,
        failedAt: undefined,
      }
      store.set(address.key, entry, share)
      options.onMade?.(address.key, wasMissed)
      return { ...made, response: entry.response, firstChange: relevant[0] }
    }
    return { ...made, firstChange: relevant[0] }
  }

  /** Unusual escapes and hosts after the first few may be invented by the client. */
  function shareOf({ key, path }: PageAddress, status: number): Share {
    if (status !== 200 || !isPlainlySpelled(path)) return 'minor'
    const host = key.slice(0, key.indexOf('/'))
    if (hosts.size < MAX_HOSTS) hosts.add(host)
    return hosts.has(host) ? 'pages' : 'minor'
  }

  async function makePage(address: PageAddress, handle: PageHandler): Promise<MadePage | Failure> {
    counters.renders += 1
    const abort = new AbortController()
    try {
      const request = new Request(address.url, { signal: abort.signal })
      const making = collectReads(() => readPage(request, handle, options.security))
      const { value, tags, expiresAt } = await withinTime(making, limits.renderMs, abort)
      const response = await makeCachedResponse({
        ...value,
        headers: [...value.headers, ...cacheHeaders(value, tags)],
      })
      isFailing = value.status >= 500
      if (isFailing) {
        counters.failures += 1
        options.onError(new Error(`The page answered with status ${value.status}`), address.path)
        return { kind: 'failure', response }
      }
      return {
        kind: 'page',
        response,
        shared: value.shared,
        tags,
        expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      }
    } catch (error) {
      isFailing = true
      counters.failures += 1
      options.onError(error, address.path)
      return { kind: 'failure', response: await makeErrorPage(options.security) }
    }
  }

  return {
    find(host, rawTarget) {
      const entry = store.get(keyOf(host, rawTarget))
      if (!entry || !isFresh(entry, now())) return undefined
      counters.hits += 1
      return entry.response
    },
    async addressOf(host, { path, query }) {
      if (!options.isPublicPage(path) || !isHost(host)) return undefined
      const parameters = query === '' ? {} : options.parametersOf(path)
      const pathWith = (read: string) => (read === '' ? path : `${path}?${read}`)
      const asIs = firstOfEach(query, new Set(Object.keys(parameters)))
      // The parameters of a cached page were valid when it was rendered.
      const isKept = store.get(keyOf(host, pathWith(toQuery(asIs)))) !== undefined
      const read = toQuery(isKept ? asIs : await judge(path, await keepMeant(asIs, parameters)))
      const pathAndQuery = pathWith(read)
      const key = keyOf(host, pathAndQuery)
      if (key.length > MAX_KEY_LENGTH) return undefined
      const origin = options.origin ?? `http://${host}`
      const asked = query === '' ? path : `${path}?${query}`
      return {
        key,
        url: origin + pathAndQuery,
        asked: origin + asked,
        path,
      }
    },
    get,
    mayBypass: (cookie) => options.mayBypass?.(cookie) ?? false,
    dropTags(tags) {
      generation += 1
      const change: Change = { generation, at: now(), tags }
      for (const render of renders.values()) if (render.begun) render.changes.push(change)
      store.drop(tags, generation, change.at)
    },
    tagsOf: (key) => store.get(key)?.tags ?? [],
    compare(key, madeAt) {
      const entry = store.get(key)
      if (!entry || !isFresh(entry, now())) return 'unknown'
      return entry.madeAt <= madeAt ? 'current' : 'outdated'
    },
    counters,
    get waiting() {
      return waiting
    },
    get size() {
      return { bytes: store.bytes, entries: store.entries, tags: store.tags }
    },
    get renderQueue() {
      return { running: queue.running, waiting: queue.waiting }
    },
  }
}

/** The parameters whose values the page knows; a value that cannot be checked now is kept. */
async function keepMeant(
  asked: readonly [string, string][],
  parameters: PageParameters,
): Promise<[string, string][]> {
  const kept: [string, string][] = []
  for (const [name, value] of asked) {
    const values = parameters[name]
    const choices = typeof values === 'function' ? await values().catch(() => [value]) : values
    if (choices === 'any' || choices?.includes(value)) kept.push([name, value])
  }
  return kept
}

function toQuery(parameters: readonly [string, string][]): string {
  return new URLSearchParams([...parameters]).toString()
}

function isFresh(entry: Entry, at: number): boolean {
  return entry.droppedIn === 0 && at < entry.expiresAt
}

/** Since when a page has been stale. */
function staleSince(entry: Entry): number {
  return Math.min(entry.droppedAt, entry.expiresAt)
}

/** Whether a render began after every change that made the page stale. */
function beganSince(begun: Arrival, entry: Entry, at: number): boolean {
  return begun.generation >= entry.droppedIn && (at < entry.expiresAt || begun.at >= entry.expiresAt)
}

function markedStale(entry: Entry): CachedResponse {
  entry.marked ??= withHeaders(entry.response, STALE_HEADERS)
  return entry.marked
}

/** Whether a render that began before a request may answer it: nothing that it read changed before the request. */
function answers(outcome: Outcome, { begun }: Render, arrival: Arrival): boolean {
  if (outcome.kind === 'failure') return begun !== undefined && arrival.generation <= begun.generation
  const { firstChange, expiresAt, shared } = outcome
  if (!shared) return false
  return (!firstChange || arrival.generation < firstChange.generation) && arrival.at < expiresAt
}

function concerns(change: Change, tags: ReadonlySet<string>): boolean {
  return change.tags.some((tag) => tag === '*' || tags.has(tag))
}

function makeErrorPage({ https }: SecurityOptions): Promise<CachedResponse> {
  return makeCachedResponse({
    status: 500,
    headers: [['content-type', 'text/plain'], ['cache-control', 'no-store'], ...responseHeaders(https)],
    body: Buffer.from('Internal Server Error'),
  })
}

function makeBusyPage(
  { security, busyPage }: PageCacheOptions,
  path: string,
  seconds: number,
): Promise<CachedResponse> {
  const html = busyPage?.(path) ?? '<!doctype html><title>503</title>Service Unavailable'
  return makeCachedResponse({
    status: 503,
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['cache-control', 'no-store'],
      ['retry-after', String(seconds)],
      ...documentHeaders(security.https),
    ],
    body: Buffer.from(html),
  })
}

interface ReadPage {
  status: number
  headers: [string, string][]
  body: Buffer
  setCookies: string[]
  /** Whether it may be served to other visitors. */
  shared: boolean
}

async function readPage(request: Request, handle: PageHandler, security: SecurityOptions): Promise<ReadPage> {
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
