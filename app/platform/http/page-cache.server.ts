import { createAllowance } from './allowance.server.ts'
import { type ServedAudience, UNLIMITED } from './audience.server.ts'
import { type CachedResponse, withHeaders } from './cached-response.server.ts'
import { createDemand } from './demand.server.ts'
import { createPageAddresses, type PageAddress, type PageAddressOptions } from './page-address.server.ts'
import {
  type Arrival,
  beganSince,
  type Change,
  canAnswer,
  concerns,
  isFresh,
  type RenderOutcome,
  staleSince,
} from './page-freshness.server.ts'
import { createPageStore, type Entry, type Share } from './page-store.server.ts'
import {
  makeBusyResponse,
  type PageHandler,
  type RenderedPage,
  type RenderFailure,
  renderPage,
} from './render-page.server.ts'
import { createRenderQueue, type QueuedJob } from './render-queue.server.ts'
import { isPlainlySpelled, type RequestTarget } from './request-target.ts'
import type { SecurityOptions } from './security-headers.server.ts'

/** How long a stale page may be served while the new one is being rendered. */
const STALE_WHILE_RENDERING_MS = 2_000
/** The same while the render queue is full: as long as Cache-Control allows a CDN. */
const STALE_WHILE_BUSY_MS = 60_000
/** The same while the page cannot be rendered, from the moment it became stale. */
const STALE_ON_ERROR_MS = 3_600_000
/** The least time between two attempts to render a page that failed. */
const RETRY_MS = 1_000
const DEFAULT_LIMITS = {
  /** Pages that are rendered at once: rendering is the work of one thread, and reading shares one database. */
  atOnce: 2,
  /** The longest time that a visitor waits for a response. */
  maxWaitMs: 8_000,
  /** The time limit of a render; its visitors have had a response by then. */
  renderMs: 60_000,
  /** Pages in the queue for one network. */
  perNetwork: 100,
  /** New redirects and pages not found for one network. */
  minorPages: { burst: 300, perSecond: 5 },
}
/** Weights in the queue of a visitor who waits, and of one who was served a stale page. */
const WAITING_WEIGHT = 10
const STALE_WEIGHT = 1
/** Some thousand pages, compressed. */
const DEFAULT_MAX_BYTES = 48 * 1024 * 1024
/** The hosts of a site without a public origin; more are invented by clients. */
const MAX_HOSTS = 8
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Mark a stale page. */
const STALE_HEADERS = ['warning', '110 - "Response is Stale"', 'x-overround-stale', '1']
/** The metric of Server-Timing with the time at which a page was rendered, in milliseconds since 1970. The page's scripts read it. */
const RENDERED_AT = 'made'

export interface PageCacheOptions extends PageAddressOptions {
  /** The size of the cache. */
  maxBytes?: number
  limits?: Partial<typeof DEFAULT_LIMITS>
  /** Whether an import is running in the process: pages that no visitor waits for then leave it half of the time. */
  mustShare?(): boolean
  /** Called for each page that enters the cache. @param wasServedStale whether a visitor was served the stale one meanwhile */
  onCached?(key: string, wasServedStale: boolean): void
  /** The HTML of a 503 response. */
  busyPage?(path: string): string
  /** All audiences of the site as they are now. */
  audiences?(): Promise<readonly ServedAudience[]>
  security: SecurityOptions
  /** Whether a visitor with these cookies can have a page rendered again with `?clearCache=1`. */
  mayBypass?(cookie: string): boolean | Promise<boolean>
  /** Called for each page that cannot be rendered, whether or not a stale one is served. */
  onError(error: unknown, path: string): void
  now?: () => number
}

/** Counters since the start of the process; /metrics exports them. */
export interface PageCacheCounters {
  /** Answered with a fresh page from the cache. */
  hits: number
  /** Waited for a page to be rendered. */
  misses: number
  /** Answered with a stale page while the new one was rendered or queued. */
  stale: number
  /** Answered with a stale page because the page could not be rendered. */
  staleOnError: number
  /** Answered with 503: the queue was too long, or the limit of the visitor's network was reached. */
  busy: number
  renders: number
  /** Of these, rendered for another audience than that of the visitor who caused it, before anybody asked. */
  ahead: number
  failures: number
}

export interface Visit {
  /** Render it again even if the cached page is fresh. */
  renew?: boolean
  /** The visitor's network; '' when it is not known. */
  network?: string
}

export interface PageCache {
  /** The fresh page under exactly this target of a request line; parses nothing. */
  find(host: string, rawTarget: string, audience?: ServedAudience | undefined): CachedResponse | undefined
  /** The address of a target; undefined if it is not a public page, or too long. */
  addressOf(
    host: string,
    target: RequestTarget,
    audience?: ServedAudience | undefined,
  ): Promise<PageAddress | undefined>
  /**
   * The page at an address: a fresh one from the cache, otherwise a new one. A stale page is served, marked, for two
   * seconds while the new one is being rendered, for a minute while the queue is full, and for an hour while it cannot be
   * rendered. Without a cached page and without room, the response is 503. A redirect keeps the visitor's whole query.
   */
  get(address: PageAddress, handle: PageHandler, visit?: Visit): Promise<CachedResponse>
  mayBypass(cookie: string): boolean | Promise<boolean>
  /** Forgets the pages that are to be rendered before anybody asks: their audiences have changed, or the process stops. */
  forgetAhead(): void
  /**
   * Marks every page that read one of these tags (`*`: every page) as stale. The memo that pages are rendered from must
   * be invalidated first.
   */
  invalidateTags(tags: readonly string[]): void
  /** The tags of a cached page; none when it is not cached. */
  tagsOf(key: string): readonly string[]
  /**
   * Compares the page that a browser shows with the cache: current, outdated when the cache has a newer one, unknown when
   * the cache has no fresh one.
   * @param renderedAt when the browser's page was rendered, from its header
   */
  compare(key: string, renderedAt: number): 'current' | 'outdated' | 'unknown'
  readonly counters: Readonly<PageCacheCounters>
  /** How many visitors wait for a page. */
  readonly waiting: number
  readonly size: { bytes: number; entries: number; tags: number }
  readonly renderQueue: { running: number; waiting: number }
}

interface Render {
  job: QueuedJob<RenderOutcome>
  /** The latest change before it began; undefined while it is queued. */
  begun: Arrival | undefined
  /** Changes since it began: the render may have read the data before or after them. */
  changes: Change[]
  /** Whether a visitor has asked for the page. */
  isAsked: boolean
}

/** Caches public pages. Each page is rendered once at a time, and is stale as soon as a change of its data is known. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const now = options.now ?? Date.now
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const store = createPageStore(options.maxBytes ?? DEFAULT_MAX_BYTES)
  const queue = createRenderQueue({ atOnce: limits.atOnce, mustShare: options.mustShare, now })
  const minorPages = createAllowance(limits.minorPages, now)
  const demand = createDemand(now)
  const addresses = createPageAddresses(options, (key) => store.peek(key) !== undefined)
  const hosts = new Set<string>()
  const renders = new Map<string, Render>()
  const rendersByNetwork = new Map<string, number>()
  const counters = {
    hits: 0,
    misses: 0,
    stale: 0,
    staleOnError: 0,
    busy: 0,
    renders: 0,
    ahead: 0,
    failures: 0,
  }
  let generation = 0
  let waiting = 0
  /** Whether the latest render failed: the database may be unavailable. */
  let isFailing = false

  async function get(address: PageAddress, handle: PageHandler, visit: Visit = {}): Promise<CachedResponse> {
    const arrival: Arrival = { generation, at: now() }
    noteVisit(address.audience)
    const cached = visit.renew ? undefined : cachedResponse(address, handle, arrival)
    const response = cached ?? (await withinMaxWait(address, renderFor(address, handle, arrival, visit)))
    if (address.fullUrl === address.url || !REDIRECTS.has(response.status)) return response
    // The shared redirect lacks the part of the query that only this visitor sent.
    const own = await withinMaxWait(
      address,
      renderForOne({ ...address, url: address.fullUrl }, handle, visit),
    )
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
    store.noteAsked(address.key, entry)
    if (isFresh(entry, at)) {
      counters.hits += 1
      return entry.response
    }
    const age = at - staleSince(entry)
    const render = renders.get(address.key)
    if (render) render.isAsked = true
    if (entry.failedAt !== undefined && age < STALE_ON_ERROR_MS) {
      if (!render && at - entry.failedAt >= RETRY_MS) start(address, handle).job.request(STALE_WEIGHT, false)
      return staleOnError(entry)
    }
    const isBeingRendered = render?.begun !== undefined && beganSince(render.begun, entry, at)
    if (isBeingRendered && age < STALE_WHILE_RENDERING_MS) return staleWhileRendering(entry)
    if (!queue.isFull || age >= (isFailing ? STALE_ON_ERROR_MS : STALE_WHILE_BUSY_MS)) return undefined
    const queued = render ?? start(address, handle)
    queued.job.request(STALE_WEIGHT, false)
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
      running.isAsked = true
      running.job.request(weightOf(visit), true)
      const outcome = await running.job.outcome
      if (!visit.renew && canAnswer(outcome, running.begun, arrival))
        return responseTo(address, outcome, arrival.at)
    }
    // A render that begins now begins after this request arrived.
    const begun = renders.get(address.key)
    if (!begun && isOverCapacity(visit)) return busyResponse(address)
    const weight = weightOf(visit)
    const render = begun ?? start(address, handle, visit)
    render.job.request(weight, true)
    const outcome = await render.job.outcome
    if (begun && outcome.kind === 'page' && !outcome.shared) return renderForOne(address, handle, visit)
    return responseTo(address, outcome, arrival.at)
  }

  /** Renders a page that only one visitor gets. */
  async function renderForOne(
    address: PageAddress,
    handle: PageHandler,
    visit: Visit,
  ): Promise<CachedResponse> {
    if (isOverCapacity(visit)) return busyResponse(address)
    const job = queue.add(() => render(address, handle))
    job.request(weightOf(visit), true)
    return responseTo(address, await job.outcome, now())
  }

  /** Whether the queue has no room for another page with a waiting visitor. */
  function isOverCapacity({ network = '' }: Visit): boolean {
    if (!minorPages.has(network)) return true
    if ((rendersByNetwork.get(network) ?? 0) >= limits.perNetwork) return true
    return queue.expectedWait(weightOf({ network })) > limits.maxWaitMs
  }

  /** A network counts less with each page that it waits for. */
  function weightOf({ network = '' }: Visit): number {
    return WAITING_WEIGHT / (1 + (rendersByNetwork.get(network) ?? 0))
  }

  /** The response, or a stale page or 503 after the longest wait. The render continues. */
  async function withinMaxWait(
    address: PageAddress,
    answer: Promise<CachedResponse>,
  ): Promise<CachedResponse> {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), limits.maxWaitMs)
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
    return makeBusyResponse(options.busyPage?.(path), Math.min(Math.max(seconds, 2), 30), options.security)
  }

  /** The response of a finished render; after a failure the latest cached page, if there is one. */
  function responseTo(
    address: PageAddress,
    outcome: RenderedPage | RenderFailure,
    at: number,
  ): CachedResponse {
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

  /** Queues a render whose result is cached. @param isAsked whether a visitor has asked for the page */
  function start(
    address: PageAddress,
    handle: PageHandler,
    { network = '' }: Visit = {},
    isAsked = true,
  ): Render {
    const started: Omit<Render, 'job'> = { begun: undefined, changes: [], isAsked }
    if (network !== '') rendersByNetwork.set(network, (rendersByNetwork.get(network) ?? 0) + 1)
    const job = queue.add(async () => {
      started.begun = { generation, at: now() }
      const outcome = await render(address, handle)
      // Synchronous with the check for changes, so that no change falls in between.
      renders.delete(address.key)
      release(network)
      return save(address, handle, outcome, started, network)
    })
    const queued = Object.assign(started, { job })
    renders.set(address.key, queued)
    return queued
  }

  function release(network: string): void {
    const left = (rendersByNetwork.get(network) ?? 1) - 1
    if (left > 0) rendersByNetwork.set(network, left)
    else rendersByNetwork.delete(network)
  }

  /** Stores a rendered page, if it may be shared. */
  function save(
    address: PageAddress,
    handle: PageHandler,
    rendered: RenderedPage | RenderFailure,
    { changes, isAsked }: Pick<Render, 'changes' | 'isAsked'>,
    network: string,
  ): RenderOutcome {
    if (rendered.kind === 'failure') {
      const entry = store.get(address.key)
      if (entry && changes.length === 0) entry.failedAt = now()
      return rendered
    }
    const relevant = changes.filter((change) => concerns(change, rendered.tags))
    if (rendered.shared) {
      const share = shareOf(address, rendered.response.status)
      if (share === 'minor') minorPages.take(network)
      const at = now()
      const previous = store.peek(address.key)
      const entry: Entry = {
        response:
          rendered.response.status === 200
            ? withHeaders(rendered.response, ['server-timing', `${RENDERED_AT};dur=${at}`])
            : rendered.response,
        renderedAt: at,
        tags: [...rendered.tags],
        expiresAt: rendered.expiresAt,
        invalidatedBy: relevant.at(-1)?.generation ?? 0,
        invalidatedAt: relevant[0]?.at ?? Number.POSITIVE_INFINITY,
        failedAt: undefined,
        isAsked,
        wasEverAsked: isAsked || (previous?.wasEverAsked ?? false),
      }
      store.set(address.key, entry, share)
      options.onCached?.(address.key, previous?.staleResponse !== undefined)
      if (isAsked && share === 'pages') void renderForOthers(address, handle, previous?.isAsked ?? false)
      return { ...rendered, response: entry.response, firstChange: relevant[0] }
    }
    return { ...rendered, firstChange: relevant[0] }
  }

  /**
   * Renders a page that has more than one visit for the other audiences with visitors, when nobody waits. A copy that nobody
   * asked for is not rendered again.
   * @param wasAsked whether this audience has asked for it before
   */
  async function renderForOthers(
    { url, path, audience }: PageAddress,
    handle: PageHandler,
    wasAsked: boolean,
  ): Promise<void> {
    if (audience.key === '' || !options.audiences || queue.waiting > 0) return
    const { host, search } = new URL(url)
    const all = await options.audiences().catch(() => [])
    const others = all.filter(({ key }) => key !== audience.key && key !== '')
    const addressesOfOthers = await Promise.all(
      others.map((other) => addresses.resolve(host, { path, query: search.slice(1) }, other)),
    )
    // For another audience, a parameter can mean nothing.
    const found = addressesOfOthers.filter((it) => it?.url === url).filter((it) => it !== undefined)
    if (!wasAsked && !found.some(({ key }) => store.peek(key)?.isAsked)) return
    for (const other of found.filter(isWanted)) {
      queue.whenIdle(() => {
        if (isFailing || !isWanted(other)) return
        demand.take(other.audience.key)
        counters.ahead += 1
        start(other, handle, {}, false)
      })
    }
  }

  /** Whether a page is worth rendering before a visitor of its audience asks. */
  function isWanted({ key, audience }: PageAddress): boolean {
    if (renders.has(key) || !demand.has(audience.key)) return false
    const entry = store.peek(key)
    return !entry || (entry.isAsked && !isFresh(entry, now()))
  }

  function noteVisit({ key }: ServedAudience): void {
    if (key !== '') demand.note(key)
  }

  /** The audience of this key as it is now; undefined if its permissions have changed, which gives it another key. */
  async function currentAudience(given: ServedAudience): Promise<ServedAudience | undefined> {
    if (given.key === '' || !options.audiences) return given
    const all = await options.audiences()
    return all.find(({ key }) => key === given.key)
  }

  async function render(address: PageAddress, handle: PageHandler): Promise<RenderedPage | RenderFailure> {
    counters.renders += 1
    const rendered = await renderPage(address.url, handle, {
      audience: () => currentAudience(address.audience),
      security: options.security,
      limitMs: limits.renderMs,
    })
    isFailing = rendered.kind === 'failure'
    if (rendered.kind === 'failure') {
      counters.failures += 1
      options.onError(rendered.error, address.path)
    }
    return rendered
  }

  /** Unusual escapes, and hosts after the first few, can be invented by the client. */
  function shareOf({ key, path }: PageAddress, status: number): Share {
    if (status !== 200 || !isPlainlySpelled(path)) return 'minor'
    const host = key.slice(0, key.indexOf('/'))
    if (hosts.size < MAX_HOSTS) hosts.add(host)
    return hosts.has(host) ? 'pages' : 'minor'
  }

  return {
    find(host, rawTarget, audience = UNLIMITED) {
      const key = addresses.keyOf(host, rawTarget, audience)
      const entry = store.get(key)
      if (!entry || !isFresh(entry, now())) return undefined
      counters.hits += 1
      store.noteAsked(key, entry)
      noteVisit(audience)
      return entry.response
    },
    addressOf: (host, target, audience) => addresses.resolve(host, target, audience),
    get,
    mayBypass: (cookie) => options.mayBypass?.(cookie) ?? false,
    forgetAhead: () => queue.forgetIdle(),
    invalidateTags(tags) {
      generation += 1
      const change: Change = { generation, at: now(), tags }
      for (const render of renders.values()) if (render.begun) render.changes.push(change)
      store.invalidate(tags, generation, change.at)
    },
    tagsOf: (key) => store.get(key)?.tags ?? [],
    compare(key, renderedAt) {
      const entry = store.get(key)
      if (!entry || !isFresh(entry, now())) return 'unknown'
      return entry.renderedAt <= renderedAt ? 'current' : 'outdated'
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

function markedStale(entry: Entry): CachedResponse {
  entry.staleResponse ??= withHeaders(entry.response, STALE_HEADERS)
  return entry.staleResponse
}
