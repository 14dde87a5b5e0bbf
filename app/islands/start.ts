import { SHOW_LOGIN_MODAL, WELCOME } from '#app/features/visitor/me.ts'
import { getMe, subscribe, watchMe } from '#app/features/visitor/me-store.ts'
import type { Labels } from '#app/platform/i18n/i18n.ts'
import { accountPath, labelsPath } from '#app/platform/paths.ts'
import { MINUTE_MS } from '#app/platform/time.ts'
import { watchForRareLetters } from '#app/ui/rare-letters.ts'
import { startCarousel } from './carousel.ts'
import { followFormat, loadOdds } from './formats.ts'
import { moveToProfileLanguage, startFrame } from './frame.ts'
import { startImages } from './images.ts'
import { show, tell } from './notices.ts'
import { hasCopy, registerWorker, tellCopied } from './offline.ts'
import { startSchemes } from './schemes.ts'
import { renewTimes, timeNow, watchClock } from './times.ts'

/** What several places load on demand. */
const loadAccount = () => import('./account.tsx')
const loadFavourites = () => import('./favourites.tsx')
const loadCoupon = () => import('./coupon.ts')
const loadRenew = () => import('./renew.ts')

type Start = (element: HTMLElement) => Promise<void>

/** The loaders of the islands: React and the component are loaded with the first one. */
const ISLANDS: Record<string, { on: 'intent' | 'member'; load: () => Promise<Start> }> = {
  account: { on: 'member', load: async () => (await loadAccount()).start },
  'bar-account': { on: 'member', load: async () => (await loadAccount()).startBar },
  favourites: { on: 'member', load: async () => (await loadFavourites()).startStrip },
  favourite: { on: 'intent', load: async () => (await loadFavourites()).startToggle },
  stakes: { on: 'intent', load: async () => (await import('./stakes.tsx')).start },
}

const root = document.documentElement

async function start(element: HTMLElement): Promise<void> {
  const island = ISLANDS[element.dataset.island ?? '']
  if (!island || 'started' in element.dataset) return
  element.dataset.started = ''
  try {
    await (await island.load())(element)
  } catch {
    // The server's markup stays, and a later attempt is possible.
    delete element.dataset.started
    if (element !== pressed) return
    pressed = null
    follow()
  }
}

/** The island that the visitor has pressed last, until its script could not be loaded. */
let pressed: HTMLElement | null = null

function startOnIntent(target: unknown, isPress: boolean): void {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-island]') : null
  if (!element || ISLANDS[element.dataset.island ?? '']?.on !== 'intent') return
  if (isPress) pressed = element
  start(element)
}

/**
 * What a press does whose script cannot be loaded, for instance because a new build has replaced it: a page load.
 * @param href none for the page itself
 */
function follow(href?: string): void {
  if (!navigator.onLine) tell('offline')
  else if (href) location.assign(href)
  else location.reload()
}

/** Starts the personal islands once the visitor is known to be a member. */
async function startForMember(): Promise<void> {
  const me = getMe()
  markOwn()
  if (me?.user) {
    const islands = [...document.querySelectorAll<HTMLElement>('[data-island]')]
    await Promise.all(
      islands.filter(({ dataset }) => ISLANDS[dataset.island ?? '']?.on === 'member').map(start),
    )
    const wanted = attempt(() => sessionStorage.getItem('wanted-favourite'))
    const toggle = wanted && islands.find(({ dataset }) => dataset.props?.includes(`"${wanted}"`))
    if (toggle) await start(toggle)
    const { priceFormat, language } = me.user
    if (priceFormat) loadOdds().then((odds) => odds?.take(priceFormat))
    moveToProfileLanguage(language)
  }
  // Browser tests wait for it, as for `data-ready`.
  if (me) root.dataset.visitor = me.user ? 'member' : 'guest'
  else delete root.dataset.visitor
}

/** Marks a member's favourites whose islands have not started, and shows elements for administrators. */
function markOwn(): void {
  const { favourites = [], user } = getMe() ?? {}
  for (const element of document.querySelectorAll<HTMLElement>('[data-for=admin]'))
    element.hidden = user?.role !== 'admin'
  for (const island of document.querySelectorAll<HTMLElement>(
    '[data-island=favourite]:not([data-started])',
  )) {
    const isMarked = favourites.some((mark) => island.dataset.props?.includes(`"${mark}"`))
    island.querySelector('button')?.setAttribute('aria-pressed', String(isMarked))
  }
}

function attempt<T>(use: () => T): T | null {
  try {
    return use()
  } catch {
    return null
  }
}

/** Components request sign-in with this event. */
function startLogin(): void {
  window.addEventListener(SHOW_LOGIN_MODAL, (event) => {
    // Confirms to the sender that the event was handled.
    event.preventDefault()
    import('./login.tsx')
      .then(({ askToSignIn }) => askToSignIn())
      .catch(() => follow(accountPath(root.lang, 'login')))
  })
}

function startCarousels(): void {
  for (const strip of document.querySelectorAll<HTMLElement>('[data-carousel]:not([data-moved])')) {
    strip.dataset.moved = ''
    startCarousel(strip)
  }
}

/** Tabs and orders of the page work without a page load, and without a connection the page stays. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!link || !isPlain || event.defaultPrevented) return
  if ('login' in link.dataset) {
    const unheard = window.dispatchEvent(new CustomEvent(SHOW_LOGIN_MODAL, { cancelable: true }))
    if (!unheard) event.preventDefault()
  } else if (!navigator.onLine && link.origin === location.origin && link.hash === '') {
    event.preventDefault()
    tell('offline')
    hasCopy(link.href).then(
      (isKept) => isKept && location.assign(link.href),
      () => {},
    )
  } else if (link.dataset.coupon === '') {
    event.preventDefault()
    loadCoupon()
      .then(({ togglePicking }) => togglePicking())
      .catch(() => follow(link.href))
  } else if (link.dataset.coupon) {
    const { coupon: asked } = link.dataset
    event.preventDefault()
    loadCoupon()
      .then(({ change }) => change(asked))
      .catch(() => {})
      .then(() => follow(link.href))
  } else if ('swap' in link.dataset || link.closest('.charted')) {
    event.preventDefault()
    loadRenew().then(
      ({ swapTo }) => swapTo(link.href),
      () => follow(link.href),
    )
  }
}

const WELCOME_TEXT = 'welcome'

/** Shows the result of a confirmation link once, on the page that it redirects to. */
async function welcome(): Promise<void> {
  if (location.hash !== WELCOME) return
  history.replaceState(history.state, '', location.pathname + location.search)
  const response = await fetch(labelsPath(root.lang))
  const labels = (await response.json()) as Labels
  show(labels.common?.[WELCOME_TEXT] ?? '')
}

/** The page's clock: texts that change each minute, and states that change by time. */
function startClock(): void {
  let lastLook = timeNow()
  const tick = () => {
    renewTimes()
    const now = timeNow()
    const turned = [...document.querySelectorAll<HTMLElement>('[data-turns]')].filter(
      ({ dataset }) => Number(dataset.turns) * 1_000 <= now,
    )
    const starts = [...document.querySelectorAll<HTMLTimeElement>('.when > time:not([hidden])')]
    const isDue =
      turned.length > 0 ||
      starts.some(({ dateTime }) => Date.parse(dateTime) > lastLook && Date.parse(dateTime) <= now)
    lastLook = now
    // A live match is over.
    const awaited = turned.some((element) => element.querySelector('.live')) ? 'result' : null
    if (isDue && document.visibilityState === 'visible')
      loadRenew().then(
        ({ renewPage }) => renewPage(awaited),
        () => {},
      )
    setTimeout(tick, MINUTE_MS - (timeNow() % MINUTE_MS))
  }
  renewTimes()
  setTimeout(tick, MINUTE_MS - (timeNow() % MINUTE_MS))
  watchClock()
}

function startLive(): void {
  const begin = () =>
    loadRenew().then(
      ({ watch, stopWatch, renewPage, whenRenewed }) => {
        whenRenewed(() => {
          renewTimes()
          startCarousels()
          markOwn()
          window.experiment?.count()
          document.dispatchEvent(new Event('renewed'))
        })
        watch()
        addEventListener('pagehide', stopWatch)
        addEventListener('pageshow', ({ persisted }) => {
          if (!persisted) return
          watch()
          renewPage()
        })
      },
      () => {},
    )
  whenIdle(begin)
}

function whenIdle(begin: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 2_000 })
  else setTimeout(begin, 200)
}

/** The choice may have been made in another tab, or while this page was prerendered. */
function startFormats(): void {
  followFormat()
  addEventListener('storage', followFormat)
  document.addEventListener('prerenderingchange', followFormat)
}

/** The service worker answers without a connection. It is registered when the page is idle. */
function startOffline(): void {
  const { copied } = root.dataset
  if (copied) tellCopied(copied)
  else if (!import.meta.env.DEV) whenIdle(() => registerWorker().catch(() => {}))
}

/** A coupon that the visitor has begun is shown on every page. */
function startCoupon(): void {
  if (attempt(() => localStorage.getItem('coupon')))
    whenIdle(() =>
      loadCoupon()
        .then(({ resume }) => resume())
        .catch(() => {}),
    )
}

/** Work of visible pages only: requests the account, and listens for changes. */
function onShown(): void {
  window.experiment?.count()
  watchMe()
  startLive()
  startOffline()
  startCoupon()
  addEventListener('storage', startCoupon)
}

/** See first.ts. */
function keepOpened({ target }: Event): void {
  if (!(target instanceof Element) || !target.matches('.country')) return
  const open = [...document.querySelectorAll('.country[open]')].map(({ id }) => id)
  history.replaceState({ ...history.state, open }, '')
}

function begin(): void {
  startFrame()
  startFormats()
  // A page from the back/forward cache has missed what other pages have stored.
  addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new StorageEvent('storage')))
  startImages()
  startLogin()
  startCarousels()
  startSchemes()
  startClock()
  welcome().catch(() => undefined)
  subscribe(startForMember)
  for (const type of ['pointerover', 'focusin', 'click'])
    document.addEventListener(type, ({ target }) => startOnIntent(target, type === 'click'))
  document.addEventListener('pointerover', (event) => {
    if (event.target instanceof Element && event.target.closest('.plot[data-pointed]'))
      // A finger that taps does not move. A mouse does, and may have left before the script is there.
      import('./plot.ts').then(({ point }) => event.pointerType === 'mouse' || point(event)).catch(() => {})
  })
  document.addEventListener('click', onClick)
  document.addEventListener('toggle', keepOpened, true)
  addEventListener('offline', () => tell('offline'))
  addEventListener('online', () => {
    tell(null)
    loadRenew().then(
      ({ renewPage }) => renewPage(),
      () => {},
    )
  })
  const { fonts } = document.body.dataset
  if (fonts) whenIdle(() => watchForRareLetters(fonts))
  // A press before this code was loaded: its island handles it when it has started.
  startOnIntent(Reflect.get(window, 'earlyPress'), true)
  root.dataset.ready = ''
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', onShown, { once: true })
  else onShown()
}

// The first frame does not wait for what makes it work. A page that is not shown has no frames.
if (document.hidden) begin()
else requestAnimationFrame(() => setTimeout(begin))
