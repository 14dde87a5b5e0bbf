import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { moveClock } from '#tests/support/clock.ts'
import { worldOffset } from '#tests/support/world.ts'
import { openReadingRoom, type Visits, type visit, visitsOf } from './browser.ts'

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

/** Pages of the world that tests only look at, by their paths. */
export function readWorld(
  browser: Browser,
  options: BrowserContextOptions,
): ReturnType<typeof openReadingRoom> {
  const read = openReadingRoom(browser, options, setClock)
  return (path, look) => read(origin + path, look)
}
