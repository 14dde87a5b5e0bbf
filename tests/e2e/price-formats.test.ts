import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, settled as ready, SIZES } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Until then prices are hidden where they have to be rewritten. */
async function settled(page: Page): Promise<void> {
  await ready(page)
  await page.waitForFunction(() => !document.documentElement.dataset.wanted)
}

const pricesOf = (page: Page) =>
  page.locator('main .price > b').evaluateAll((all) => all.map(({ textContent }) => textContent))

const AMERICAN = /^(?:[+-]\d{3,}|–)$/
const FRACTION = /^(?:\d+\/\d+|–)$/

/** Keeps every text that a price has had in a frame that was painted, by the format of its look. */
function watchFrames(): void {
  const seen = new Set<string>()
  Reflect.set(window, 'seenPrices', seen)
  const look = () => {
    for (const price of document.querySelectorAll<HTMLElement>('.price > b, .formats bdi'))
      if (price.checkVisibility({ visibilityProperty: true })) seen.add(price.textContent)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('.formats summary').click()
  await page.locator('.formats').getByText(name, { exact: true }).click()
  await page.waitForFunction(() => !document.querySelector('.formats[open]'))
}

describe('the format of prices', () => {
  it('is chosen in the header, applies to every page from its first frame on, and changes no address', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const decimals = await pricesOf(page)
      expect(decimals.length).toBeGreaterThan(3)
      await choose(page, 'American')
      await page.waitForFunction(() => document.documentElement.dataset.format === 'american')
      for (const price of await pricesOf(page)) expect(price).toMatch(AMERICAN)
      expect(page.url()).toBe(`${origin}/en`)
      expect(await page.locator('.formats summary bdi').textContent()).toBe('-200')
      expect(await page.locator('.formats [aria-current]').allTextContents()).toEqual(['American'])

      await page.addInitScript(watchFrames)
      await page.goto(`${origin}/en/soccer/england/premier-league`)
      await settled(page)
      for (const price of await pricesOf(page)) expect(price).toMatch(AMERICAN)
      const seen = await page.evaluate(() => [...(Reflect.get(window, 'seenPrices') as Set<string>)])
      expect(seen.length).toBeGreaterThan(3)
      for (const price of seen) expect(price).toMatch(AMERICAN)

      await choose(page, 'Decimal')
      for (const price of await pricesOf(page)) expect(price).toMatch(/^(?:\d+\.\d\d|–)$/)
      await page.goto(`${origin}/en`)
      await settled(page)
      expect(await pricesOf(page)).toEqual(decimals)
    }))

  it('applies to fetched content, titles and sentences; in German with a comma', () =>
    visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
      await page.goto(`${origin}/de`)
      await settled(page)
      await choose(page, 'Hongkong')
      for (const price of await pricesOf(page)) expect(price).toMatch(/^(?:\d+,\d\d|–)$/)
      await choose(page, 'Bruch')
      const match = await page.locator('main a.fixture').first().getAttribute('href')
      await page.goto(origin + match)
      await settled(page)
      const check = async () => {
        for (const price of await pricesOf(page)) expect(price).toMatch(FRACTION)
        const main = await page.locator('main').innerHTML()
        const marked = /data-odds/.test(main)
        expect(marked).toBe(true)
        // No decimal price is left; percentages and money have their signs.
        const text = ((await page.locator('main').textContent()) ?? '').replace(/[\d.,]+\s?[%€]/g, '')
        expect(text).not.toMatch(/(?<![\d,:])\d+,\d\d(?![\d,])/)
        for (const title of await page
          .locator('[data-odds-title]')
          .evaluateAll((all) => all.map((it) => (it as HTMLElement).title)))
          expect(title).toMatch(/\d+\/\d+/)
      }
      await check()
      await page.locator('main th a[data-swap]').first().click()
      await page.waitForURL(/sort=/)
      await check()
    }))

  it('is taken from the address without scripts, and kept in links', () =>
    visitWorld(browser, { javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/en/soccer/england/premier-league`)
      await page.locator('.formats summary').click()
      await page.getByText('Fractional', { exact: true }).click()
      await page.waitForURL(`${origin}/en/soccer/england/premier-league?odds=fractional`)
      for (const price of await pricesOf(page)) expect(price).toMatch(FRACTION)
      await page.locator('main a.fixture').first().click()
      await page.waitForURL(/\?odds=fractional$/)
      for (const price of await pricesOf(page)) expect(price).toMatch(FRACTION)
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).not.toContain('odds')
    }))

  it('is that of the address rather than that of the visitor, until the visitor chooses', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      await choose(page, 'American')
      await page.goto(`${origin}/en?odds=fractional`)
      await settled(page)
      for (const price of await pricesOf(page)) expect(price).toMatch(FRACTION)
      await choose(page, 'Malay')
      await page.waitForURL(`${origin}/en`)
      await settled(page)
      for (const price of await pricesOf(page)) expect(price).toMatch(/^(?:-?[01]\.\d\d|–)$/)
    }))

  it('stays that of the page when its script does not load', () =>
    visitWorld(browser, { tolerated: /odds-|ERR_FAILED/ }, async (page) => {
      await page.addInitScript(() => localStorage.setItem('odds', 'american'))
      await page.route('**/assets/odds-*', (route) => route.abort())
      await page.goto(`${origin}/en`)
      await settled(page)
      expect(await page.locator('main .price > b').first().isVisible()).toBe(true)
      expect((await pricesOf(page))[0]).toMatch(/^\d+\.\d\d$/)
    }))

  it('is in the profile of a member, and applied from it once', () =>
    visitWorld(browser, {}, async (page) => {
      const saved: (string | null)[] = []
      await page.route('**/resources/price-format', (route) => {
        saved.push(route.request().postData())
        return route.fulfill({ status: 204 })
      })
      await page.route('**/resources/me', (route) =>
        route.fulfill({
          json: {
            user: {
              email: 'a@example.org',
              username: 'a',
              role: 'user',
              language: null,
              priceFormat: 'american',
            },
            favourites: [],
          },
        }),
      )
      await page.goto(`${origin}/en`)
      await settled(page)
      await page.waitForFunction(() => document.documentElement.dataset.format === 'american')
      for (const price of await pricesOf(page)) expect(price).toMatch(AMERICAN)
      await choose(page, 'Fractional')
      await page.reload()
      await settled(page)
      for (const price of await pricesOf(page)) expect(price).toMatch(FRACTION)
      expect(saved).toEqual(['format=fractional'])
    }))
})
