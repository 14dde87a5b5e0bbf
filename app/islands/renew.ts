import { madeAt, watchPage } from '#app/features/live/watch.ts'
import { isPublicPage, livePath } from '#app/platform/paths.ts'
import { morph } from './morph.ts'
import { tell } from './notices.ts'
import { localise } from './times.ts'

/** A move takes longer before it is told: a word that flashes up disturbs. */
const TELL_AFTER_MS = 400
const TICK_MS = 500

/** When the copy that is shown was made; 0 until another one has come after the document's. */
let shownSince = 0

let onRenewed: () => void = () => {}

/** Runs after each change of the page's main part. */
export function whenRenewed(run: () => void): void {
  onRenewed = run
}

/** Fetches an address and shows its main part in place of the present one. False where it could not be had. */
async function show(address: string, isSamePage: boolean): Promise<boolean> {
  const response = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!response?.ok || response.redirected) return false
  const made = /\bmade;dur=(\d+)/.exec(response.headers.get('server-timing') ?? '')?.[1]
  const fetched = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [from, to] = [document.getElementById('content'), fetched.getElementById('content')]
  if (!from || !to) return false
  shownSince = Number(made ?? 0)
  localise(to)
  window.odds?.show(to)
  morph(from, to, isSamePage ? tint : undefined)
  if (document.title !== fetched.title) document.title = fetched.title
  onRenewed()
  return true
}

/** A price that changes while one looks at it is tinted for half a second. */
function tint(element: Element): void {
  const price = element.closest('.price')
  if (!price) return
  price.classList.add('ticked')
  setTimeout(() => price.classList.remove('ticked'), TICK_MS)
}

let renewing: Promise<boolean> | undefined
let isOwed = false

/**
 * Shows the page as it is now. One at a time: something that changes meanwhile has it fetched once more.
 * @param awaited what the visitor waits for, and is told so once it takes longer
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
  if (!isShown && !navigator.onLine) tell('offline')
  if (isOwed) {
    isOwed = false
    renewPage()
  }
}

/** Tells what is on its way unless it is there soon. @returns what takes it back */
function tellLater(what: 'loading' | 'result'): () => void {
  const telling = setTimeout(() => tell(what), TELL_AFTER_MS)
  return () => {
    clearTimeout(telling)
    tell(null)
  }
}

/** Follows a tab, a filter or an order of this page without leaving it; where that fails, as a link does. */
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

/** Keeps the page up to date: prices, scores and states change under the reader's eyes. */
export function watch(): void {
  stopWatching?.()
  const { pathname, search } = location
  if (!isPublicPage(pathname)) return
  stopWatching = watchPage(() => livePath(pathname + search, shownSince || madeAt(pathname)), renewPage)
}

/** A page that is left keeps no connection, so that the browser may remember it. */
export function stopWatch(): void {
  stopWatching?.()
  stopWatching = undefined
}
