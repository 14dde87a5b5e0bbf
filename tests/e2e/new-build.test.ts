import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openBrowser, settled } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const LEAGUE = '/en/soccer/spain/la-liga'
const TOLERATED = { tolerated: /status of 404/ }

/** The scripts of the page's own build that it has not loaded yet are gone. */
async function openBeforeNewBuild(page: Page, path: string): Promise<void> {
  await page.goto(origin + path)
  await settled(page)
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  await page.route('**/assets/island-*.js', (route) => route.fulfill({ status: 404 }))
}

describe('a press on an open page whose scripts a new build has replaced', () => {
  it('on a sign-in link follows it', () =>
    visitWorld(browser, TOLERATED, async (page) => {
      await openBeforeNewBuild(page, '/en')
      await page.locator('a[data-login]').click()
      await page.waitForURL(`${origin}/en/login`)
    }))

  it('on a heart loads the page again, whose heart works', () =>
    visitWorld(browser, TOLERATED, async (page) => {
      await openBeforeNewBuild(page, LEAGUE)
      const heart = page.getByRole('button', { name: 'Favorite: La Liga', exact: true })
      await heart.hover()
      await heart.click()
      await page.waitForFunction(() => !('isOld' in window))
      await page.unroute('**/assets/island-*.js')
      await page.reload()
      await settled(page)
      await heart.click()
      await page.getByRole('dialog', { name: 'Sign in to save favorites' }).waitFor()
    }))

  it('on a heart leads to signing in if that script alone is gone', () =>
    visitWorld(browser, TOLERATED, async (page) => {
      await openBeforeNewBuild(page, LEAGUE)
      await page.unroute('**/assets/island-*.js')
      await page.route('**/assets/island-login-*.js', (route) => route.fulfill({ status: 404 }))
      await page.getByRole('button', { name: 'Favorite: La Liga', exact: true }).click()
      await page.waitForURL(`${origin}/en/login`)
    }))

  it('without a connection says so, and keeps the page', () =>
    visitWorld(browser, { tolerated: /ERR_INTERNET_DISCONNECTED|status of 404/ }, async (page) => {
      await openBeforeNewBuild(page, '/en')
      await page.context().setOffline(true)
      await page.locator('a[data-login]').click()
      await page.locator('#notices').getByText('You are offline.').waitFor()
      await page.context().setOffline(false)
    }))
})
