import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
      const startScripts = await openEarly(page, '/en/soccer/spain/la-liga')
      await page.getByRole('button', { name: 'Favorite: La Liga' }).click()
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

describe('the start script', () => {
  it('works after the first frame: before, it asks for nothing', () =>
    visitWorld(browser, {}, async (page) => {
      await page.addInitScript(() => {
        const held: FrameRequestCallback[] = []
        window.requestAnimationFrame = (callback) => held.push(callback)
        Object.assign(window, {
          giveFrame: () => held.splice(0).map((callback) => callback(performance.now())),
        })
      })
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(`${origin}/en`, { waitUntil: 'load' })
      expect(asked.some((path) => path.startsWith('/assets/start-'))).toBe(true)
      expect(asked).not.toContain('/resources/me')
      expect(await page.evaluate(() => document.documentElement.dataset.ready)).toBeUndefined()
      await page.evaluate('giveFrame()')
      await settled(page)
      expect(asked).toContain('/resources/me')
    }))

  it('works at once in a page that is not shown, which has no frames', () =>
    visitWorld(browser, {}, async (page) => {
      await page.addInitScript(() => {
        window.requestAnimationFrame = () => 0
        Object.defineProperty(document, 'hidden', { get: () => true })
      })
      await page.goto(`${origin}/en`)
      await page.locator('html[data-ready]').waitFor({ state: 'attached' })
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

describe('a page whose second half is late', () => {
  let server: Server
  let halved = ''
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  beforeAll(async () => {
    server = createServer(async ({ url = '', headers }, response) => {
      const answer = await fetch(origin + url, { headers: { accept: headers.accept ?? '' } })
      const type = answer.headers.get('content-type') ?? ''
      const body = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, { 'content-type': type })
      if (!type.startsWith('text/html')) return response.end(body)
      const html = url.endsWith('/tennis') ? body.toString().replace('rel="expect"', '') : body.toString()
      const half = html.indexOf('<main')
      response.write(html.slice(0, half))
      await released
      response.end(html.slice(half))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    halved = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    release()
    server.closeAllConnections()
    server.close()
  })

  const isPainted = (page: Page) => page.evaluate(() => performance.getEntriesByType('paint').length > 0)

  it('is painted once, when it is whole', () =>
    visitWorld(browser, { tolerated: /^outside: http:..127/, alone: true }, async (page) => {
      await page.goto(`${halved}/en/soccer`, { waitUntil: 'commit' })
      await page.locator('.site-header').waitFor({ state: 'attached' })
      await page.waitForFunction(() => document.styleSheets.length > 2, undefined, { polling: 50 })
      // A page that does not wait is painted meanwhile.
      const other = await page.context().newPage()
      await other.goto(`${halved}/en/tennis`, { waitUntil: 'commit' })
      await expect.poll(() => isPainted(other)).toBe(true)
      expect(await isPainted(page)).toBe(false)
      release()
      await expect.poll(() => isPainted(page)).toBe(true)
      await settled(page)
    }))
})
