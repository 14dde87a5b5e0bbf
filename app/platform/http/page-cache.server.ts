import { createAllowance } from './allowance.server.ts'
import { type CachedResponse, makeCachedResponse, withHeaders } from './cached-response.server.ts'
import { createPageStore, type Entry, type Share } from './page-store.server.ts'
import { collectReads } from './reads.server.ts'
import { createRenderQueue, type Turn } from './render-queue.server.ts'
import {
  firstOfEach,
  isHost,
  isPlainlySpelled,
  keepWantedRoutes,
  pageOfDataRequest,
  type RequestTarget,
} from './request-target.ts'
import { documentHeaders, isHtml, responseHeaders, type SecurityOptions } from './security-headers.server.ts'

/** How long others may get the copy before a change while the new one is being made. */
const BRIDGE_MS = 2_000
/** How long they may while there is no place to make it: what Cache-Control allows a CDN. */
const BUSY_MS = 60_000
/** How long a copy may stand in for a page that cannot be made, from the moment it was no longer current. */
const OUTAGE_MS = 3_600_000
/** A page that could not be made is not tried again sooner. */
const RETRY_MS = 1_000
const DEFAULT_LIMITS = {
  /** Pages that are made at once: rendering is the work of one thread, and reading shares one database. */
  atOnce: 2,
  /** A visitor waits no longer for an answer. */
  patienceMs: 8_000,
  /** A page that takes longer counts as lost; its readers have had their answers. */
  renderMs: 60_000,
  /** Pages that wait for their turn on behalf of one network. */
  perNetwork: 100,
  /** Pages at addresses that nobody links (redirects, not found), for one network. */
  nonsense: { burst: 300, perSecond: 5 },
}
/** Who waits without a copy counts as much as so many who have got one. */
const WAITING_WEIGHT = 10
const HAVING_WEIGHT = 1
/** Some thousand pages, compressed. */
const DEFAULT_MAX_BYTES = 48 * 1024 * 1024
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
/** In Server-Timing: when a copy was made, in milliseconds since 1970. The page's scripts read it. */
const MADE = 'made'
/** Made anew for each copy, or meaningless on one that serves everyone. */
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

/** Of each parameter that a page reads, the values that mean something to it; or what looks them up. */
export type PageParameters = Readonly<Record<string, readonly string[] | (() => Promise<readonly string[]>)>>

export interface PageCacheOptions {
  /** Whether this path shows the same page to everyone. Whoever says so of a page gets no cookies and no visitor's headers in it. */
  isPublicPage(pathname: string): boolean
  /** The query parameters that the page at a path reads; whatever else is asked is removed before it is looked for. */
  parametersOf(pathname: string): PageParameters
  /** The ids of a page's routes: React Router's data requests name the ones they want. */
  routesOf(pathname: string): readonly string[]
  /** The site's public origin. Without it each Host header has copies of its own, made for that host. */
  origin?: string | undefined
  /** What all copies together may occupy. */
  maxBytes?: number
  limits?: Partial<typeof DEFAULT_LIMITS>
  /** Whether other work goes on in the process: pages that nobody waits for then leave it half of the time. */
  mustShare?(): boolean
  /** Told of each copy that is made. @param wasMissed whether somebody was given the one before meanwhile */
  onMade?(page: string, wasMissed: boolean): void
  /** What a visitor reads, as HTML, whose page cannot be made for want of room. */
  busyPage?(path: string): string
  security: SecurityOptions
  /** Whether the visitor with these cookies may have a page rendered again with `?clearCache=1`. */
  mayBypass?(cookie: string): boolean | Promise<boolean>
  /** Told of each failure to make a page, whether or not a copy could stand in. */
  onError(error: unknown, path: string): void
  now?: () => number
}

/** One address of a public page, in the form under which it is kept. */
export interface PageAddress {
  key: string
  /** The same for all forms of a page: its document, and what scripts fetch of it. */
  page: string
  /** What the page is made from: only known query parameters, and the routes that a data request wants. */
  url: string
  /** The same with the visitor's whole query, which a redirect keeps. */
  asked: string
  path: string
}

/** What has happened since the process started; /metrics shows it. */
export interface PageCacheCounters {
  /** Answered from a current copy. */
  hits: number
  /** Waited for a page to be made. */
  misses: number
  /** Answered with the copy before, while the new one was being made or waited to be. */
  bridged: number
  /** Answered with an outdated copy because the page could not be made. */
  outdated: number
  /** Answered with "come again": too much was to be made, or the visitor's network asked for too much. */
  shed: number
  renders: number
  failures: number
}

/** @param peer the other end of the connection, for a request that came over one */
export type PageHandler = (request: Request, peer?: string) => Promise<Response>

export interface Visit {
  /** Make it anew even if there is a current copy. */
  renew?: boolean
  /** Where the visitor comes from; '' where that is not known. */
  network?: string
}

export interface PageCache {
  /** A current copy under exactly this target, as it stands in the request line; costs no parsing. */
  find(host: string, rawTarget: string): CachedResponse | undefined
  /** Where a target is kept, or undefined when it is no public page (or no sensible address of one). */
  addressOf(host: string, target: RequestTarget): Promise<PageAddress | undefined>
  /**
   * The page at an address: a current copy, or else a new one. The copy before it serves, marked, for two seconds while
   * the new one is being made, for a minute while too many others are, and for an hour while it cannot be made. Without a
   * copy and without room, an answer to come again. A redirect keeps the visitor's whole query.
   */
  get(address: PageAddress, handle: PageHandler, visit?: Visit): Promise<CachedResponse>
  mayBypass(cookie: string): boolean | Promise<boolean>
  /**
   * Tells that something changed (`*`: everything); from now on nobody gets a page that read it before. What the pages
   * read through (a memo of answers) has to forget them first.
   */
  dropTags(tags: readonly string[]): void
  /** What a page depends on, as far as copies of it tell. */
  tagsOf(page: string): readonly string[]
  /**
   * How what a browser shows stands to the copies of its page: current, outdated where there is something newer, unknown
   * where there is no current copy to tell.
   * @param madeAt when the browser's copy was made, as its header said
   */
  compare(page: string, madeAt: number): 'current' | 'outdated' | 'unknown'
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
  /** What had been heard of when it began; undefined while it waits for its turn. */
  begun: Arrival | undefined
  /** What changed since it began: it may or may not have been read before. */
  changes: Change[]
}

interface MadePage {
  kind: 'page'
  response: CachedResponse
  /** Whether it may serve others than who asked for it. */
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
  /** The number of the latest change that had been heard of. */
  generation: number
  at: number
}

/** Copies of public pages, one render at a time for each, never a page from before a change that was heard of. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const now = options.now ?? Date.now
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const store = createPageStore(options.maxBytes ?? DEFAULT_MAX_BYTES)
  const queue = createRenderQueue({ atOnce: limits.atOnce, mustShare: options.mustShare, now })
  const nonsense = createAllowance(limits.nonsense, now)
  const hosts = new Set<string>()
  const renders = new Map<string, Render>()
  const begunFor = new Map<string, number>()
  const counters = { hits: 0, misses: 0, bridged: 0, outdated: 0, shed: 0, renders: 0, failures: 0 }
  let generation = 0
  let waiting = 0
  /** The latest page could not be made: the database may be away. */
  let isFailing = false

  const keyOf = (host: string, pathAndQuery: string) => (options.origin ? pathAndQuery : host + pathAndQuery)

  async function get(address: PageAddress, handle: PageHandler, visit: Visit = {}): Promise<CachedResponse> {
    const arrival: Arrival = { generation, at: now() }
    const ready = visit.renew ? undefined : readyResponse(address, handle, arrival)
    const response = ready ?? (await withPatience(address, makeFor(address, handle, arrival, visit)))
    if (address.asked === address.url || !REDIRECTS.has(response.status)) return response
    // What serves everyone leads on without what only this visitor's query says.
    const own = await withPatience(address, makeOwn({ ...address, url: address.asked }, handle, visit))
    return REDIRECTS.has(own.status) ? own : response
  }

  /** A copy that answers now; what is not current is on its way to be made anew. */
  function readyResponse(
    address: PageAddress,
    handle: PageHandler,
    { at }: Arrival,
  ): CachedResponse | undefined {
    const entry = store.get(address.key)
    if (!entry) return undefined
    if (isCurrent(entry, at)) {
      counters.hits += 1
      return entry.response
    }
    const age = at - outdatedSince(entry)
    const render = renders.get(address.key)
    if (entry.failedAt !== undefined && age < OUTAGE_MS) {
      if (!render && at - entry.failedAt >= RETRY_MS) start(address, handle).turn.ask(HAVING_WEIGHT, false)
      return standIn(entry)
    }
    const isComing = render?.begun !== undefined && beganSince(render.begun, entry, at)
    if (isComing && age < BRIDGE_MS) return bridge(entry)
    if (!queue.isFull || age >= (isFailing ? OUTAGE_MS : BUSY_MS)) return undefined
    const asked = render ?? start(address, handle)
    asked.turn.ask(HAVING_WEIGHT, false)
    return isFailing ? standIn(entry) : bridge(entry)
  }

  /** A page for a visitor who waits for it. */
  async function makeFor(
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
    // What is to be made now, if anything, begins after this request came in.
    const begun = renders.get(address.key)
    if (!begun && mustWaitOutside(visit)) return shed(address)
    const weight = weightOf(visit)
    const render = begun ?? start(address, handle, visit)
    render.turn.ask(weight, true)
    const outcome = await render.turn.outcome
    if (begun && outcome.kind === 'page' && !outcome.shared) return makeOwn(address, handle, visit)
    return settle(address, outcome, arrival.at)
  }

  /** A page for one visitor alone. */
  async function makeOwn(address: PageAddress, handle: PageHandler, visit: Visit): Promise<CachedResponse> {
    if (mustWaitOutside(visit)) return shed(address)
    const turn = queue.add(() => makePage(address, handle))
    turn.ask(weightOf(visit), true)
    return settle(address, await turn.outcome, now())
  }

  /** Whether there is no room for a page that somebody would wait for. */
  function mustWaitOutside({ network = '' }: Visit): boolean {
    if (!nonsense.has(network)) return true
    if ((begunFor.get(network) ?? 0) >= limits.perNetwork) return true
    return queue.expectedWait(weightOf({ network })) > limits.patienceMs
  }

  /** A network that has asked for much already gives way to others. */
  function weightOf({ network = '' }: Visit): number {
    return WAITING_WEIGHT / (1 + (begunFor.get(network) ?? 0))
  }

  /** The answer, or what there is instead once a visitor has waited long enough; what was begun goes on. */
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
    return response ?? shed(address)
  }

  function shed({ key, path }: PageAddress): CachedResponse | Promise<CachedResponse> {
    const entry = store.get(key)
    const longest = isFailing ? OUTAGE_MS : BUSY_MS
    if (entry && now() - outdatedSince(entry) < longest) return standIn(entry)
    counters.shed += 1
    const seconds = Math.ceil(queue.expectedWait(WAITING_WEIGHT) / 1_000)
    return makeBusyPage(options, path, Math.min(Math.max(seconds, 2), 30))
  }

  /** Turns what came of making a page into an answer, with the last good copy where there is nothing better. */
  function settle(address: PageAddress, outcome: MadePage | Failure, at: number): CachedResponse {
    if (outcome.kind === 'page') return outcome.response
    const entry = store.get(address.key)
    if (entry && isCurrent(entry, at)) return entry.response
    if (entry && at - outdatedSince(entry) < OUTAGE_MS) return standIn(entry)
    return outcome.response
  }

  function standIn(entry: Entry): CachedResponse {
    counters.outdated += 1
    return marked(entry)
  }

  function bridge(entry: Entry): CachedResponse {
    counters.bridged += 1
    return marked(entry)
  }

  function start(address: PageAddress, handle: PageHandler, { network = '' }: Visit = {}): Render {
    const render: Omit<Render, 'turn'> = { begun: undefined, changes: [] }
    if (network !== '') begunFor.set(network, (begunFor.get(network) ?? 0) + 1)
    const turn = queue.add(async () => {
      render.begun = { generation, at: now() }
      const made = await makePage(address, handle)
      // In one step with the look at what changed, so that no change falls in between.
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
        page: address.page,
        madeAt: at,
        tags: [...made.tags],
        expiresAt: made.expiresAt,
        droppedIn: relevant.at(-1)?.generation ?? 0,
        droppedAt: relevant[0]?.at ?? Number.POSITIVE_INFINITY,
        failedAt: undefined,
      }
      store.set(address.key, entry, share)
      options.onMade?.(address.page, wasMissed)
      return { ...made, response: entry.response, firstChange: relevant[0] }
    }
    return { ...made, firstChange: relevant[0] }
  }

  /** Escapes that a path does without and hosts that come late may be invented. */
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
      if (!entry || !isCurrent(entry, now())) return undefined
      counters.hits += 1
      return entry.response
    },
    async addressOf(host, { path, query }) {
      const page = pageOfDataRequest(path)
      if (!options.isPublicPage(page) || !isHost(host)) return undefined
      const parameters = query === '' ? {} : options.parametersOf(page)
      const wanted = page === path ? '' : keepWantedRoutes(query, options.routesOf(page))
      const pathWith = (read: string) => {
        const parts = [read, wanted].filter((part) => part !== '')
        return parts.length === 0 ? path : `${path}?${parts.join('&')}`
      }
      const asIs = firstOfEach(query, new Set(Object.keys(parameters)))
      // What a copy is kept under meant something when it was made.
      const isKept = store.get(keyOf(host, pathWith(toQuery(asIs)))) !== undefined
      const read = toQuery(isKept ? asIs : await keepMeant(asIs, parameters))
      const pathAndQuery = pathWith(read)
      const key = keyOf(host, pathAndQuery)
      if (key.length > MAX_KEY_LENGTH) return undefined
      const origin = options.origin ?? `http://${host}`
      const asked = query === '' ? path : `${path}?${query}`
      return {
        key,
        page: keyOf(host, `${page}?${read}`),
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
    tagsOf: (page) => [...new Set(store.formsOf(page).flatMap(({ tags }) => tags))],
    compare(page, madeAt) {
      const at = now()
      const current = store.formsOf(page).filter((entry) => isCurrent(entry, at))
      if (current.length === 0) return 'unknown'
      return current.some((entry) => entry.madeAt <= madeAt) ? 'current' : 'outdated'
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

/** Those whose values mean something to the page; values that cannot be looked up now are taken for such. */
async function keepMeant(
  asked: readonly [string, string][],
  parameters: PageParameters,
): Promise<[string, string][]> {
  const kept: [string, string][] = []
  for (const [name, value] of asked) {
    const values = parameters[name]
    const choices = typeof values === 'function' ? await values().catch(() => [value]) : values
    if (choices?.includes(value)) kept.push([name, value])
  }
  return kept
}

function toQuery(parameters: readonly [string, string][]): string {
  return new URLSearchParams([...parameters]).toString()
}

function isCurrent(entry: Entry, at: number): boolean {
  return entry.droppedIn === 0 && at < entry.expiresAt
}

/** Since when a copy has not been current. */
function outdatedSince(entry: Entry): number {
  return Math.min(entry.droppedAt, entry.expiresAt)
}

/** Whether a render knows of all that made a copy outdated. */
function beganSince(begun: Arrival, entry: Entry, at: number): boolean {
  return begun.generation >= entry.droppedIn && (at < entry.expiresAt || begun.at >= entry.expiresAt)
}

function marked(entry: Entry): CachedResponse {
  entry.marked ??= withHeaders(entry.response, OUTDATED_HEADERS)
  return entry.marked
}

/** Whether what began before a request came in is still an answer to it: nothing it read changed before the request. */
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
  /** Whether it may serve others than who asked for it. */
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
