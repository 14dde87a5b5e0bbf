import axe from 'axe-core'
import {
  type Browser,
  type BrowserContextOptions,
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

/** A browser for one test file. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
}

/** Runs a visit in a fresh profile; any complaint of the browser fails it, but for those that are `tolerated`. */
export async function visit(
  browser: Browser,
  { tolerated, ...options }: BrowserContextOptions & { tolerated?: RegExp },
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZES.desktop,
    timezoneId: 'Europe/Rome',
    locale: 'en-GB',
    ...options,
  })
  // Half of what a test has: a machine that does other things at the same time is slow.
  context.setDefaultTimeout(60_000)
  try {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('requestfailed', (request) => {
      // A navigation away cancels what was still on its way; without scripts none is fetched.
      if (options.javaScriptEnabled === false && request.resourceType() === 'script') return
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`)
    })
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && hostname !== 'localhost')
        complaints.push(`outside: ${request.url()}`)
    })
    await run(page)
    expect(complaints.filter((text) => !tolerated?.test(text))).toEqual([])
  } finally {
    await context.close()
  }
}

/** Waits until scripts have taken over the page. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  // They are asked for after the first frame, which a busy machine may paint when the network has been idle for long.
  if (!(await page.evaluate(isTakenOver))) {
    await page.waitForFunction(isTakenOver)
    await page.waitForTimeout(1_000)
  }
  // Taking over ends with the page's effects, of which this request is the last; a test that answers it itself may hold it back.
  await page.waitForFunction(hasAskedForMember, undefined, { timeout: 5_000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready)
}

/** Whether React has the page, or no script is to come: in the page itself. */
function isTakenOver(): boolean {
  const scripted = matchMedia('(scripting: enabled)').matches && document.querySelector('script[type=module]')
  return !scripted || Object.keys(document).some((key) => key.startsWith('__reactContainer'))
}

/** Whether a public page knows who its visitor is, or will not: in the page itself. The back office does not ask. */
function hasAskedForMember(): boolean {
  if (!matchMedia('(scripting: enabled)').matches || !document.querySelector('.site')) return true
  if (/^\/admin(\/|$)/.test(location.pathname)) return true
  return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/resources/me'))
}

/**
 * No violation of WCAG 2.2 AA, nor of axe's best practices, in the page's present state.
 * @param without rules that do not apply to this state
 */
export async function expectAccessible(page: Page, state: string, without: string[] = []): Promise<void> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async (without) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
    const results = await axe.run(document, { resultTypes: ['violations'], rules })
    return results.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
    )
  }, without)
  expect(violations, state).toEqual([])
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
  address: string,
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
