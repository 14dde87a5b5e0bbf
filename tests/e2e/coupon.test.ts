import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, settled } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe('the coupon', () => {
  it('is filled from a list of matches, is kept, and opens as an address', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      await page.locator('.market-switch [data-coupon]').first().click()
      const tray = page.locator('.coupon-tray')
      await tray.getByRole('status').getByText('Choose odds on the page').waitFor()
      const rows = page.locator('.match:has(> .price:not(.none, .closed))')
      // Any page has the styles of the tray and of prices that can be picked.
      expect(await tray.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
      const price = rows.nth(0).locator('> .price').first()
      expect(await price.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('dashed')
      await price.click()
      await tray.getByText('Coupon (1)').waitFor()
      await rows.nth(1).locator('> .price').first().press('Enter')
      await tray.getByText('Coupon (2)').waitFor()
      expect(await price.getAttribute('aria-pressed')).toBe('true')
      // No price led out of the site.
      expect(page.url()).toBe(`${origin}/en`)

      await page.reload()
      await settled(page)
      await tray.getByText('Coupon (2)').click()
      await page.locator('.coupon-legs > li').nth(1).waitFor()
      expect(new URL(page.url()).searchParams.get('c')?.split(',')).toHaveLength(2)
      // Among the outcomes of a match, the price of the chosen one can be read.
      const coupon = page.url()
      const [match = ''] = new URL(coupon).searchParams.get('c')?.split('!') ?? []
      await page.goto(`${coupon}&match=${match}`)
      const chosen = page.locator('.coupon-choices .chip[aria-current]').first()
      const colourOf = (element: Element) => getComputedStyle(element).color
      expect(await chosen.locator('b').evaluate(colourOf)).toBe(await chosen.evaluate(colourOf))
      await page.goto(coupon)
      await settled(page)
      await page.getByRole('link', { name: 'Remove outcome 1' }).click()
      await page.locator('.coupon-tray').getByText('Coupon (1)').waitFor()
      expect(await page.locator('.coupon-legs > li').count()).toBe(1)
      await page.locator('.coupon-tray').getByText('Empty').click()
      await page.locator('.coupon-tray').waitFor({ state: 'hidden' })
    }))
})
