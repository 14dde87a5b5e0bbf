import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { expectAccessible, openBrowser, settled, visit } from './browser.ts'

let browser: Browser
let server: RunningServer
beforeAll(async () => {
  ;[browser, server] = await Promise.all([openBrowser(), startServer({ content: 'world' })])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const LEAGUE = '/en/soccer/italy/serie-a'
/** Whoever has no connection hears of it on the console. */
const OFFLINE = { serviceWorkers: 'allow' as const, tolerated: /ERR_CONNECTION_REFUSED|\/resources\// }

/** Until the service worker has stored a page. */
const stored = (page: Page, path: string) =>
  expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path)) !== undefined, path), {
      timeout: 60_000,
    })
    .toBe(true)

describe('without a connection', () => {
  it('a page that was opened before is shown with the time of its prices; any other page lists those', () =>
    visit(browser, OFFLINE, async (page) => {
      await page.goto(`${server.origin}/en`)
      await settled(page)
      await stored(page, '/en')
      await page.goto(server.origin + LEAGUE)
      await settled(page)
      // A file that the first page had no use for.
      await page.locator('[data-island=favourite]').first().hover()
      await expect
        .poll(() =>
          page.evaluate(async () => (await (await caches.open('files')).keys()).map(({ url }) => url)),
        )
        .toContainEqual(expect.stringContaining('island-favourites'))
      await stored(page, LEAGUE)
      await stored(page, '/en/offline')
      await page.goto(`${server.origin}/en/search?q=inter`)
      await settled(page)
      expect(await page.evaluate(async () => (await caches.match('/en/search?q=inter')) !== undefined)).toBe(
        false,
      )
      await page.goto(server.origin + LEAGUE)
      const prices = await page.locator('.price').allTextContents()
      const [one] = await page.locator('.price:not(.none) b').all()
      const weight = () => one?.evaluate((it) => getComputedStyle(it).fontWeight)
      expect(await weight()).not.toBe('400')

      await server.stop()
      await page.reload()
      await page.getByText(/^No connection. The odds on this page are from .+ \d\d:\d\d\.$/).waitFor()
      expect(await page.locator('.price').allTextContents()).toEqual(prices)
      // They do not look as if they could be had.
      expect(await weight()).toBe('400')
      for (const path of ['/', '/de/soccer']) {
        await page.goto(server.origin + path)
        await page.getByRole('heading', { name: 'No internet connection' }).waitFor()
      }
      await page.goto(`${server.origin}/en/tennis`)
      await page.getByRole('heading', { name: 'No internet connection' }).waitFor()
      await expectAccessible(page, 'offline')
      const links = page.locator('[data-copies] a')
      await expect.poll(() => links.count()).toBe(2)
      await links.first().click()
      await page.waitForURL(server.origin + LEAGUE)
      await page.getByText('No connection. The odds').waitFor()
    }))
})
