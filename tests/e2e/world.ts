import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { moveClock } from '#tests/support/clock.ts'
import { worldOffset } from '#tests/support/world.ts'
import { openReadingRoom, type Visits, visit, visitsOf } from './browser.ts'

/** The address of the site with the frozen world. */
export const origin = inject('origin')

const setClock = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(moveClock, worldOffset())

const visits = new WeakMap<Browser, Visits>()

/** A visit by somebody who has the world's clock; in a profile that others have used, and which is empty again. */
export function visitWorld(...[browser, options, run]: Parameters<typeof visit>): Promise<void> {
  const visitOne = visits.get(browser) ?? visitsOf(browser, origin, setClock)
  visits.set(browser, visitOne)
  return visitOne(options, run)
}

/** The world's time at this moment, in milliseconds since 1970. */
export const worldTime = (): number => Date.now() + worldOffset()

/**
 * A visit in a fresh profile whose test advances the page's timers (`page.clock`), from the world's time on. This clock
 * must not run over `moveClock`: Playwright would count the distance as elapsed time, and set timers with it as their
 * negative delay. Browsers read delays modulo 2^32 ms, so for 25 days out of 50 the page's timers never run.
 */
export function visitWithClock(...[browser, options, run]: Parameters<typeof visit>): Promise<void> {
  return visit(browser, options, async (page) => {
    await page.clock.install({ time: worldTime() })
    await run(page)
  })
}

/** Pages of the world that tests only look at, by their paths. */
export function readWorld(
  browser: Browser,
  options: BrowserContextOptions,
): ReturnType<typeof openReadingRoom> {
  const read = openReadingRoom(browser, options, setClock)
  return (path, look) => read(origin + path, look)
}
