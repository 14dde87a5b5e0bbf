import { madeAt, watchPage } from '#app/features/live/watch.ts'
import { isPublicPage, livePath } from '#app/platform/paths.ts'
import { morph } from './morph.ts'
import { tell } from './notices.ts'
import { tellCopied } from './offline.ts'
import { localise } from './times.ts'

/** A navigation is reported only after this time, because a text that flashes is distracting. */
const TELL_AFTER_MS = 400
const TICK_MS = 500
/** After a failed renewal, the least wait before the next one. It doubles each time up to a maximum. */
const RETRY_AFTER_MS = 5_000
const MOST_DOUBLINGS = 5

const { dataset } = document.documentElement

/** When the current page was rendered; 0 until another one has replaced the document's. */
let shownSince = 0

let onRenewed: () => void = () => {}

/** Runs after each change of the page's main part. */
export function whenRenewed(run: () => void): void {
  onRenewed = run
}

/** The request of what is shown next; if the page has changed meanwhile, what the visitor waits for. */
let latest: AbortController | undefined
let owed: 'result' | null | undefined

let retrying: ReturnType<typeof setTimeout> | undefined
let failures = 0

/**
 * Fetches an address and shows its main part in place of the current one, instead of what is still being fetched.
 * @param awaited what the visitor waits for; it is reported when it takes longer
 * @param hash of a new address; none for the page's own
 * @returns false when that failed, nothing when another request has replaced it
 */
async function show(
  address: string,
  awaited: 'loading' | 'result' | null,
  hash?: string,
): Promise<boolean | undefined> {
  latest?.abort()
  const own = new AbortController()
  latest = own
  const telling = awaited && setTimeout(() => tell(awaited), TELL_AFTER_MS)
  // The browser may otherwise answer with its own copy for a minute (stale-while-revalidate), which has the old prices.
  const response = await fetch(address, {
    headers: { accept: 'text/html' },
    cache: 'no-cache',
    signal: own.signal,
  }).catch(() => undefined)
  const html = await response?.text().catch(() => undefined)
  if (telling) {
    clearTimeout(telling)
    tell(null)
  }
  if (latest !== own) return
  latest = undefined
  // A page that is gone has a text that says so.
  if (!html || !(response?.ok || response?.status === 404)) return false
  if (response.redirected) {
    // A link is followed to where it leads.
    if (hash === undefined) location.replace(response.url)
    return false
  }
  const fetched = new DOMParser().parseFromString(html, 'text/html')
  const [from, to] = [document.getElementById('content'), fetched.getElementById('content')]
  if (!from || !to) return false
  shownSince = Number(/\bmade;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? 0)
  if (hash !== undefined) history.replaceState(null, '', address + hash)
  // It has no colours of what the page had not.
  const [theme, wanted] = [document, fetched].map((it) => it.getElementById('theme'))
  if (theme && wanted && theme.textContent !== wanted.textContent) theme.textContent = wanted.textContent
  localise(to)
  window.odds?.show(to)
  window.experiment?.show(to)
  morph(from, to, hash === undefined ? tint : undefined)
  if (document.title !== fetched.title) document.title = fetched.title
  clearTimeout(retrying)
  // Of several processes, the one with this page's stream cannot tell when there is a newer copy.
  if (response.headers.has('x-overround-stale')) renewLater(null)
  else failures = 0
  if (dataset.copied) tell(null)
  delete dataset.copied
  onRenewed()
  return true
}

/** A visible price that changes is highlighted for half a second. */
function tint(element: Element): void {
  const price = element.closest('.price')
  if (!price) return
  price.classList.add('ticked')
  setTimeout(() => price.classList.remove('ticked'), TICK_MS)
}

/** Fetches the page again after a while: all visitors of a busy site ask at once. A hidden page is renewed when it is shown. */
function renewLater(awaited: 'result' | null): void {
  clearTimeout(retrying)
  const delay = RETRY_AFTER_MS * 2 ** Math.min(failures++, MOST_DOUBLINGS) * (1 + Math.random())
  retrying = setTimeout(() => document.hidden || renewPage(awaited), delay)
}

/**
 * Fetches the current page. One request at a time: a change meanwhile fetches it once more.
 * @param awaited what the visitor waits for
 */
export async function renewPage(awaited: 'result' | null = null): Promise<void> {
  if (latest) {
    owed = awaited ?? owed ?? null
    if (awaited) tell(awaited)
    return
  }
  const { pathname, search } = location
  const isShown = await show(pathname + search, awaited)
  if (isShown === false) {
    // A busy site answers the second time.
    if (failures || !navigator.onLine) {
      dataset.copied ??= new Date(shownSince || madeAt(pathname) || performance.timeOrigin).toISOString()
      tellCopied(dataset.copied)
    }
    renewLater(awaited)
  }
  if (owed !== undefined) {
    const next = owed
    owed = undefined
    renewPage(next)
  }
}

/** Opens a tab, a filter or an order of this page without a page load; if that fails, follows it as a link. */
export async function swapTo(href: string): Promise<void> {
  const main = document.getElementById('content')
  // The content that is shown instead has no such attribute.
  if (main) main.ariaBusy = 'true'
  const { pathname, search, hash } = new URL(href, location.href)
  const isShown = await show(pathname + search, 'loading', hash)
  if (isShown) {
    // Its stream tells what has changed since.
    owed = undefined
    watch()
  } else if (isShown === false) {
    if (main) main.ariaBusy = null
    if (navigator.onLine) location.assign(href)
    else tell('offline')
  }
}

let stopWatching: (() => void) | undefined

/** Keeps the page up to date: prices, scores and states change while it is open. */
export function watch(): void {
  stopWatching?.()
  const { pathname, search } = location
  const isUncached = 'uncached' in document.body.dataset
  if (!isUncached && !isPublicPage(pathname)) return
  const addressNow = () => livePath(pathname + search, shownSince || madeAt(pathname))
  stopWatching = watchPage(isUncached ? null : addressNow, renewPage)
}

/** A page that is left closes its connection, so that the browser can keep it in the back/forward cache. */
export function stopWatch(): void {
  stopWatching?.()
  stopWatching = undefined
}
