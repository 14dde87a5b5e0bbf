import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core'
import { expect } from 'vitest'
import { chromiumFlags, findChromium } from '#tests/support/chromium.ts'

export const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 900 },
} as const

let launched: Promise<Browser> | undefined

/** A browser for one test file: the worker's, whose `close` closes the file's profiles. It ends with the worker. */
export async function openBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
  const browser = await launched
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  }
  return browser
}

export interface VisitOptions extends BrowserContextOptions {
  /** Complaints of the browser that the visit is expected to cause. */
  tolerated?: RegExp
  /** In a fresh profile, also among visits that share one: for a clock, or to measure what a new visitor loads. */
  alone?: boolean
}

/** Where pages of failed visits are kept, as they were seen. */
export const FAILURES = path.resolve(import.meta.dirname, '../../test-results')

/** Runs a visit in a fresh profile; any complaint of the browser fails it, but for those that are `tolerated`. */
export async function visit(
  browser: Browser,
  { tolerated, alone: _, ...options }: VisitOptions,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await newProfile(browser, options)
  try {
    const page = await context.newPage()
    const complaints = listenForComplaints(page, options)
    await run(page)
    expect(complaints.filter((text) => !tolerated?.test(text))).toEqual([])
  } catch (error) {
    await keepPages(context.pages())
    throw error
  } finally {
    await context.close()
  }
}

/**
 * Visits of a site in one profile, each with a page of its own, and none with what another one has stored. The process of
 * the site's pages stays warm, which halves what the first page of a visit costs. A visit with options of a profile
 * gets a fresh one, and so does one that is `alone`.
 * @param prepare what a new profile needs
 */
export function visitsOf(
  browser: Browser,
  origin: string,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => {},
): Visits {
  let profile: Promise<{ context: BrowserContext; anchor: Page; tools: CDPSession }> | undefined
  const open = async () => {
    const context = await newProfile(browser, {})
    // A file that ends closes it.
    context.on('close', () => {
      profile = undefined
    })
    await prepare(context)
    const anchor = await context.newPage()
    await anchor.goto(`${origin}/robots.txt`)
    return { context, anchor, tools: await context.newCDPSession(anchor) }
  }
  return async (options, run) => {
    const { viewport, tolerated, ...others } = options
    if (Object.keys(others).length > 0) {
      return visit(browser, options, async (page) => {
        await prepare(page.context())
        await run(page)
      })
    }
    profile ??= open()
    const { context, anchor, tools } = await profile
    const opened = () => context.pages().filter((page) => page !== anchor)
    try {
      await context.clearCookies()
      await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await tools.send('Network.clearBrowserCache')
      const page = await context.newPage()
      await page.setViewportSize(viewport ?? SIZES.desktop)
      const complaints = listenForComplaints(page, {})
      await run(page)
      expect(complaints.filter((text) => !tolerated?.test(text))).toEqual([])
      await Promise.all(opened().map((page) => page.close()))
    } catch (error) {
      await keepPages(opened())
      await context.close()
      throw error
    }
  }
}

export type Visits = (options: VisitOptions, run: (page: Page) => Promise<void>) => Promise<void>

async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: SIZES.desktop,
    timezoneId: 'Europe/Rome',
    locale: 'en-GB',
    // Nothing moves, which is drawn in software here; what moves is asked for by the test that looks at it.
    reducedMotion: 'reduce',
    // With one, the requests of a page are no longer its own.
    serviceWorkers: 'block',
    ...options,
  })
  // Half of what a test has: a machine that does other things at the same time is slow.
  context.setDefaultTimeout(60_000)
  return context
}

/**
 * Pages of one profile for tests that change nothing but the size of the window: each address is loaded once, by the
 * first test of the file that looks at it.
 * @param prepare what a new profile needs
 */
export function openReadingRoom(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => Promise<unknown> = async () => {},
): <T>(address: string, look: (page: Page) => Promise<T>) => Promise<T> {
  const size = options.viewport ?? SIZES.desktop
  let profile: Promise<BrowserContext> | undefined
  const opened = new Map<string, { page: Page; complaints: string[] }>()
  const open = async (address: string) => {
    profile ??= newProfile(browser, options).then(async (context) => {
      // A browser has six connections to a site: the streams of pages that stay open would take them all.
      await context.addInitScript(() => {
        window.EventSource = class extends EventTarget {
          readonly readyState = 0
          close() {}
        } as unknown as typeof EventSource
      })
      await prepare(context)
      return context
    })
    const page = await (await profile).newPage()
    const one = { page, complaints: listenForComplaints(page, options) }
    await page.goto(address)
    opened.set(address, one)
    return one
  }
  return async (address, look) => {
    const { page, complaints } = opened.get(address) ?? (await open(address))
    try {
      if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size)
      const seen = await look(page)
      expect(complaints).toEqual([])
      return seen
    } catch (error) {
      await keepPages([page])
      // The second try begins with a page of its own.
      opened.delete(address)
      await page.close()
      throw error
    }
  }
}

function listenForComplaints(page: Page, { javaScriptEnabled }: BrowserContextOptions): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('requestfailed', (request) => {
    // A navigation away cancels what was still on its way; without scripts none is fetched.
    if (javaScriptEnabled === false && request.resourceType() === 'script') return
    const why = request.failure()?.errorText
    if (why !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} (${why})`)
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') complaints.push(`outside: ${request.url()}`)
  })
  return complaints
}

/** A screenshot and the HTML of each open page, named after the test, to investigate its failure. */
async function keepPages(pages: Page[]): Promise<void> {
  const { currentTestName = 'before the tests' } = expect.getState()
  mkdirSync(FAILURES, { recursive: true })
  for (const [index, page] of pages.entries()) {
    const name = `${currentTestName.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 150)}${index > 0 ? `-${index + 1}` : ''}`
    const file = path.join(FAILURES, name)
    await page.screenshot({ path: `${file}.png`, fullPage: true, timeout: 10_000 }).catch(() => {})
    const html = await page.content().catch(() => undefined)
    if (html !== undefined) writeFileSync(`${file}.html`, html)
    console.log(`   The page as it was: ${path.relative(process.cwd(), file)}.png and .html`)
  }
}

/** Gives a page's browser the cookies of a session: 'name=value; name=value'. */
export function addCookies(page: Page, cookie: string, url: string): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })
  return page.context().addCookies(cookies)
}

/** Waits until scripts have started, the visitor is known, and fonts are loaded. */
export async function settled(page: Page): Promise<void> {
  // Asked at every frame, as by default, a page draws sixty a second and loads half as slowly again.
  await page.waitForFunction(isKnown, undefined, { polling: 50 })
  await page.evaluate(() => document.fonts.ready)
}

/** The back office does not ask who the visitor is; a page without scripts has nothing to wait for. In the page itself. */
function isKnown(): boolean {
  if (!matchMedia('(scripting: enabled)').matches || !document.querySelector('script[type=module]'))
    return true
  const { ready, visitor } = document.documentElement.dataset
  const isPublic = document.querySelector('.site') !== null && !/^\/admin(\/|$)/.test(location.pathname)
  return ready !== undefined && (visitor !== undefined || !isPublic)
}

/** The small form of axe: each page reads it anew. */
const AXE = readFileSync(path.resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

/**
 * Half of what axe does, and more on large pages. A direction changes no colour: a page whose mirror image is looked at
 * at the same width needs it once.
 */
export const CONTRAST = 'color-contrast'

/**
 * No violation of WCAG 2.2 AA, nor of axe's best practices, in the page's present state.
 * @param without rules that do not apply to this state
 */
export async function expectAccessible(page: Page, state: string, without: string[] = []): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (without) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
    const results = await axe.run(document, { resultTypes: ['violations'], selectors: false, rules })
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
    )
  }, without)
  expect(violations, state).toEqual([])
}

/** Waits for a paint: pending changes are visible afterwards. */
export function painted(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** The keyboard is there, or will be. */
export async function hasFocus(it: Locator): Promise<void> {
  await expect.poll(() => it.evaluate((element) => element === document.activeElement)).toBe(true)
}

/**
 * Keeps the requests of an address from the server until it is let go.
 * @param goOn what happens to them then; `fallback` leaves them to who else answers this address
 */
export async function holdBack(
  page: Page,
  address: string | RegExp,
  goOn = (route: Route) => route.continue(),
): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    await gone
    await goOn(route)
  })
  return letGo
}

/** Nothing sticks out of the page at the side. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const [scroll, client] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(scroll, state).toBeLessThanOrEqual(client ?? 0)
}
