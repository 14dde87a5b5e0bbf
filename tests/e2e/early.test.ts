import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, SIZES, settled } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Shows a page without its scripts, which come when what this resolves to is called. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(origin + path, { waitUntil: 'commit' })
  await page.locator('footer').waitFor()
  return async () => {
    release()
    await page.waitForRequest('**/resources/me')
    await settled(page)
  }
}

describe('input of a visitor before the scripts of a page have loaded', () => {
  it('an opened drawer stays open, and then traps the focus', () =>
    visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
      const startScripts = await openEarly(page, '/en')
      await page.getByRole('button', { name: 'Open menu' }).click()
      const drawer = page.locator('#sidebar')
      await drawer.waitFor()
      await startScripts()
      expect(await drawer.isVisible()).toBe(true)
      expect(
        await page.locator('.site-header').evaluate((header) => header.closest('[inert]') !== null),
      ).toBe(true)
      expect(await drawer.evaluate((it) => it.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      expect(await page.locator('[inert]').count()).toBe(0)
    }))

  it('an opened menu stays open', () =>
    visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
      const startScripts = await openEarly(page, '/en')
      await page.getByRole('button', { name: 'Spin The Wheel' }).click()
      const link = page.getByRole('link', { name: 'Spin Now' })
      await link.waitFor()
      await startScripts()
      expect(await link.isVisible()).toBe(true)
    }))

  it('a press on a heart takes effect', () =>
    visitWorld(browser, {}, async (page) => {
      const startScripts = await openEarly(page, '/en/soccer/italy/serie-a')
      await page.getByRole('button', { name: 'Favorite: Serie A' }).click()
      await startScripts()
      await page.getByRole('dialog', { name: 'Sign in to save favorites' }).waitFor()
    }))

  it('text typed into the search stays, and is searched', () =>
    visitWorld(browser, {}, async (page) => {
      const startScripts = await openEarly(page, '/en')
      const input = page.getByRole('combobox')
      await input.pressSequentially('milan')
      await startScripts()
      await page.getByRole('option').first().waitFor()
      expect(await input.inputValue()).toBe('milan')
    }))

  it('an opened sport gets its countries', () =>
    visitWorld(browser, {}, async (page) => {
      const startScripts = await openEarly(page, '/en')
      await page.locator('#sidebar summary', { hasText: 'Tennis' }).click()
      await startScripts()
      await page.locator('#sidebar details[open] a[href^="/en/tennis/"]').first().waitFor()
    }))
})

it('a page that is not found requests no countries', () =>
  visitWorld(browser, { tolerated: /status of 404/ }, async (page) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${origin}/en/quidditch`)
    await settled(page)
    expect(asked.filter((path) => path.includes('/countries/'))).toEqual([])
  }))
