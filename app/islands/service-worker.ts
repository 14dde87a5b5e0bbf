import { isPage, isPublicPage, offlinePath } from '#app/platform/paths.ts'

/** The part of the service worker's scope that this file uses. TypeScript's types for it conflict with those of pages. */
interface Scope {
  location: Location
  registration: {
    navigationPreload?: { disable(): Promise<void> }
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(type: Name, listener: (event: Events[Name]) => void): void
}
interface Waiting {
  waitUntil(work: Promise<unknown>): void
}
interface Events {
  install: Waiting
  activate: Waiting
  fetch: Waiting & {
    request: Request
    respondWith(response: Promise<Response>): void
  }
  message: Waiting & { data: unknown }
  push: Waiting & { data: { json(): unknown } | null }
  notificationclick: Waiting & { notification: { close(): void; data: unknown } }
}

/** An alert, as the site sends it (app/features/visitor-alerts/push.server.ts). */
interface PushedAlert {
  title: string
  body: string
  url: string
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
}

/** The message of a page that no service worker controlled: the addresses of what it has loaded. */
export interface Loaded {
  page: string
  files: string[]
}

/** A name for each build: the offline pages of another build refer to other style sheets. */
declare const BUILD: string

const scope = self as unknown as Scope
const PAGES = 'pages'
const FILES = 'files'
const OFFLINE = `offline-${BUILD}`
/** The limits; the entries that were stored first are deleted first. */
const MOST = { [PAGES]: 30, [FILES]: 150 } as const

/*
 * With a connection, every page comes from the server. Without one, a page is answered with its last copy, whose `<html>`
 * has the time of the copy in `data-copied`; a page without a copy is answered with the offline page of its language.
 */
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('message', (event) => event.waitUntil(keepLoaded(event.data as Loaded)))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (isFile(request.url)) event.respondWith(readFile(event))
  else if (request.mode === 'navigate' && (pathname === '/' || isKept(pathname)))
    event.respondWith(readPage(event))
})
scope.addEventListener('push', (event) => event.waitUntil(showAlert(event.data?.json() as PushedAlert)))
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(scope.clients.openWindow(String(event.notification.data)))
})

/** Alerts with one tag replace each other: a copy of one is not seen twice. */
function showAlert({ title, body, url, tag, lang, dir }: PushedAlert): Promise<void> {
  // Only pages of this site are opened.
  const data = new URL(url, scope.location.origin).pathname
  return scope.registration.showNotification(title, { body, tag, lang, dir, data })
}

/** A page that is stored: the same for every visitor, and without what a visitor has typed. */
function isKept(pathname: string): boolean {
  return isPage(pathname) && isPublicPage(pathname)
}

/** A file of the build: its name changes with its content. */
function isFile(url: string): boolean {
  return url.startsWith(`${scope.location.origin}/assets/`)
}

async function activate(): Promise<void> {
  // Earlier workers enabled it, and the registration keeps it: every navigation without an answer of this worker went out twice.
  await scope.registration.navigationPreload?.disable().catch(() => {})
  const known: string[] = [PAGES, FILES, OFFLINE]
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !known.includes(name)).map((name) => caches.delete(name)))
  await scope.clients.claim()
}

async function readPage(event: Events['fetch']): Promise<Response> {
  const { request } = event
  try {
    // Unlike a navigation, what a worker fetches may come from the browser's own cache, a minute old (stale-while-revalidate).
    const response = await fetch(
      request.cache === 'default' ? new Request(request, { cache: 'no-cache' }) : request,
    )
    event.waitUntil(keepPage(request.url, response.clone()))
    return response
  } catch (error) {
    const response = (await readCopy(request.url)) ?? (await readOfflinePage(languageOf(request.url)))
    if (!response) throw error
    return response
  }
}

async function readFile(event: Events['fetch']): Promise<Response> {
  const { request } = event
  const copy = await lookUp(FILES, request.url)
  if (copy) return copy
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') event.waitUntil(store(FILES, request.url, response.clone()))
  return response
}

async function keepPage(url: string, response: Response): Promise<void> {
  const isPage = response.ok && response.type === 'basic' && !response.redirected
  if (!isPage || response.headers.get('cache-control')?.includes('no-store')) return
  await store(PAGES, url, response)
  const offline = offlinePath(languageOf(url))
  if (!(await lookUp(OFFLINE, offline))) await (await caches.open(OFFLINE)).add(offline)
}

async function keepLoaded({ page, files }: Loaded): Promise<void> {
  if (isKept(new URL(page).pathname)) await keepPage(page, await fetch(page))
  const cache = await caches.open(FILES)
  const wanted = files.filter(isFile)
  await Promise.all(wanted.map(async (file) => (await cache.match(file)) || cache.add(file)))
}

async function store(name: typeof PAGES | typeof FILES, url: string, response: Response): Promise<void> {
  const cache = await caches.open(name)
  // A second entry would keep the place of the first.
  await cache.delete(url)
  await cache.put(url, response)
  const entries = await cache.keys()
  await Promise.all(entries.slice(0, -MOST[name]).map((entry) => cache.delete(entry)))
}

const lookUp = async (name: string, url: string) => (await caches.open(name)).match(url)

const languageOf = (url: string) => new URL(url, scope.location.origin).pathname.slice(1, 3)

async function readCopy(url: string): Promise<Response | undefined> {
  const copy = await lookUp(PAGES, url)
  if (!copy) return undefined
  const copied = new Date(copy.headers.get('date') ?? Date.now()).toISOString()
  return rewrite(copy, (html) => html.replace('<html ', `<html data-copied="${copied}" `))
}

/**
 * The offline page with links to the copies in its language, the last one first. If it is not stored in this language, the
 * page in another one.
 */
async function readOfflinePage(language: string): Promise<Response | undefined> {
  const page = await lookUp(OFFLINE, offlinePath(language))
  if (!page) {
    const [other] = await (await caches.open(OFFLINE)).keys()
    return other && languageOf(other.url) !== language ? readOfflinePage(languageOf(other.url)) : undefined
  }
  const cache = await caches.open(PAGES)
  const copies = (await cache.keys()).filter(({ url }) => languageOf(url) === language).reverse()
  const items = await Promise.all(
    copies.map(async ({ url }) => {
      const [, title = ''] =
        /<title>(.*?)<\/title>/s.exec((await (await cache.match(url))?.text()) ?? '') ?? []
      const address = new URL(url)
      const href = (address.pathname + address.search).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      return `<li><a href="${href}">${title}</a></li>`
    }),
  )
  return rewrite(page, (html) => html.replace(' data-copies>', () => ` data-copies>${items.join('')}`))
}

async function rewrite(response: Response, change: (html: string) => string): Promise<Response> {
  return new Response(change(await response.text()), { headers: response.headers })
}
