import { madeAt, watchPage } from '#app/features/live/watch.ts'
import { isPublicPage, livePath } from '#app/platform/paths.ts'
import { morph } from './morph.ts'
import { tell } from './notices.ts'
import { localise } from './times.ts'

/** A navigation is reported only after this time, because a text that flashes is distracting. */
const TELL_AFTER_MS = 400
const TICK_MS = 500

/** When the current page was rendered; 0 until another one has replaced the document's. */
let shownSince = 0

let onRenewed: () => void = () => {}

/** Runs after each change of the page's main part. */
export function whenRenewed(run: () => void): void {
  onRenewed = run
}

/** Fetches an address and shows its main part in place of the current one. False when that failed. */
async function show(address: string, isSamePage: boolean): Promise<boolean> {
  // The browser may otherwise answer with its own copy for a minute (stale-while-revalidate), which has the old prices.
  const response = await fetch(address, { headers: { accept: 'text/html' }, cache: 'no-cache' }).catch(
    () => undefined,
  )
  if (!response?.ok || response.redirected) return false
  const made = /\bmade;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1]
  const fetched = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [from, to] = [document.getElementById('content'), fetched.getElementById('content')]
  if (!from || !to) return false
  shownSince = Number(made ?? 0)
  localise(to)
  window.odds?.show(to)
  window.experiment?.show(to)
  morph(from, to, isSamePage ? tint : undefined)
  if (document.title !== fetched.title) document.title = fetched.title
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

let renewing: Promise<boolean> | undefined
let isOwed = false

/**
 * Fetches the current page. One request at a time: a change meanwhile fetches it once more.
 * @param awaited what the visitor waits for; it is reported when it takes longer
 */
export async function renewPage(awaited: 'result' | null = null): Promise<void> {
  if (renewing) {
    isOwed = true
    return
  }
  renewing = show(location.pathname + location.search, true)
  const stopTelling = awaited && tellLater(awaited)
  const isShown = await renewing
  stopTelling?.()
  renewing = undefined
  const { dataset } = document.documentElement
  if (!isShown && !navigator.onLine) tell('offline')
  else if (isShown && dataset.copied) {
    delete dataset.copied
    tell(null)
  }
  if (isOwed) {
    isOwed = false
    renewPage()
  }
}

/**
 * Reports what is loading if it takes longer.
 * @returns a function that removes the report
 */
function tellLater(what: 'loading' | 'result'): () => void {
  const telling = setTimeout(() => tell(what), TELL_AFTER_MS)
  return () => {
    clearTimeout(telling)
    tell(null)
  }
}

/** Opens a tab, a filter or an order of this page without a page load; if that fails, follows it as a link. */
export async function swapTo(href: string): Promise<void> {
  const main = document.getElementById('content')
  const stopTelling = tellLater('loading')
  main?.setAttribute('aria-busy', 'true')
  const { pathname, search, hash } = new URL(href, location.href)
  const isShown = await show(pathname + search, false)
  stopTelling()
  main?.removeAttribute('aria-busy')
  if (isShown) {
    history.replaceState(null, '', pathname + search + hash)
    watch()
  } else if (navigator.onLine) location.assign(href)
  else tell('offline')
}

let stopWatching: (() => void) | undefined

/** Keeps the page up to date: prices, scores and states change while it is open. */
export function watch(): void {
  stopWatching?.()
  const { pathname, search } = location
  if (!isPublicPage(pathname)) return
  stopWatching = watchPage(() => livePath(pathname + search, shownSince || madeAt(pathname)), renewPage)
}

/** A page that is left closes its connection, so that the browser can keep it in the back/forward cache. */
export function stopWatch(): void {
  stopWatching?.()
  stopWatching = undefined
}
