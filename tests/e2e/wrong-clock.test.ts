import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { moveClock } from '#tests/support/clock.ts'
import { openBrowser, settled } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const MATCH = '/en/soccer/italy/serie-a/atalanta-vs-fiorentina'

/** The kick-off as the page states it, and the words of days in its list of matches. */
const kickOff = (page: Page) => page.locator('main time[data-time=relative]').first()
const today = (page: Page) => page.locator('.when > [data-day]').getByText('Today').count()

describe('a page on a computer whose clock is wrong', () => {
  it.each([-3 * HOUR_MS, 3 * HOUR_MS, 30_000, -MINUTE_MS])(
    'by %i ms states times by the clock of the server, and the days of matches',
    (by) =>
      visitWorld(browser, { alone: true }, async (page) => {
        await page.goto(`${origin}/en/soccer/italy/serie-a`)
        await settled(page)
        const ofToday = await today(page)
        expect(ofToday).toBeGreaterThan(0)
        await page.addInitScript(moveClock, by)
        await page.goto(origin + MATCH)
        await settled(page)
        await expect.poll(() => kickOff(page).textContent()).toMatch(/^in [23] h$/)
        await page.goto(`${origin}/en/soccer/italy/serie-a`)
        await settled(page)
        await expect.poll(() => today(page)).toBe(ofToday)
      }),
  )
})
