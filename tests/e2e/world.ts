import type { Browser, BrowserContextOptions } from 'playwright-core'
import { inject } from 'vitest'
import { moveClock } from '#tests/support/clock.ts'
import { worldOffset } from '#tests/support/world.ts'
import { openReadingRoom, visit } from './browser.ts'

/** The address of the site with the frozen world. */
export const origin = inject('origin')

/** A visit by somebody who has the world's clock. */
export function visitWorld(...[browser, options, run]: Parameters<typeof visit>): Promise<void> {
  return visit(browser, options, async (page) => {
    await page.context().addInitScript(moveClock, worldOffset())
    await run(page)
  })
}

/** Pages of the world that tests only look at, by their paths. */
export function readWorld(
  browser: Browser,
  options: BrowserContextOptions,
): ReturnType<typeof openReadingRoom> {
  const read = openReadingRoom(browser, options, async (context) => {
    await context.addInitScript(moveClock, worldOffset())
  })
  return (path, look) => read(origin + path, look)
}
