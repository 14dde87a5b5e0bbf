import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdBack, openBrowser, settled } from './browser.ts'
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
      await tray.getByRole('status').getByText('Choose odds in a dashed frame').waitFor()
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

  it('marks its outcomes in another language, and at another address of a match', () =>
    visitWorld(browser, { tolerated: /status of 404/ }, async (page) => {
      const tray = page.locator('.coupon-tray')
      const price = page.locator('.match > .price:not(.none, .closed)').first()
      const open = async (path: string) => {
        await page.goto(origin + path)
        await settled(page)
        await page.locator('[data-coupon=""]').first().click()
        await tray.locator('[aria-pressed=true]').waitFor()
      }
      const isChosen = (locator = price) => locator.getAttribute('aria-pressed')
      await open('/en')
      await price.click()
      await tray.getByText('Coupon (1)').waitFor()
      const match = await page.locator('.match:has(> [aria-pressed=true]) > .fixture').getAttribute('href')
      await open('/de')
      expect(await isChosen()).toBe('true')
      const tile = page.locator('.tiles > .tile').first()
      await open(`${match}?utm_source=mail`)
      expect(await isChosen(tile)).toBe('true')
      // One that was added by a link is recognised once it is pressed.
      await page.evaluate(() => {
        const [kept] = JSON.parse(localStorage.getItem('coupon') ?? '[]')
        localStorage.setItem('coupon', JSON.stringify([{ pick: kept.pick }]))
      })
      await open(`${match}`)
      expect(await isChosen(tile)).toBe('false')
      await page.route('**/resources/pick?**', (route) => route.fulfill({ status: 404 }), { times: 1 })
      await tile.click()
      await tray.getByText('The outcome was not added.').waitFor()
      await tile.click()
      await expect.poll(() => isChosen(tile)).toBe('true')
      await tray.getByText('Coupon (1)').waitFor()
      await open('/en')
      expect(await isChosen()).toBe('true')
      await price.click()
      await tray.getByText('Coupon (0)').waitFor()
    }))

  it('keeps the focus of the keyboard when the button that was pressed is hidden', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const tray = page.locator('.coupon-tray')
      const opener = page.locator('[data-coupon=""]').first()
      const price = page.locator('.match > .price:not(.none, .closed)').first()
      const press = (name: string) => tray.getByRole('button', { name }).press('Enter')
      const pickOne = async () => {
        await opener.press('Enter')
        await tray.getByRole('button', { name: 'Done' }).waitFor()
        await price.press('Enter')
        await tray.getByText('Coupon (1)').waitFor()
      }
      const isFocused = (locator: Locator) => locator.evaluate((it) => it === document.activeElement)
      await pickOne()
      await press('Empty')
      await tray.getByText('Coupon (0)').waitFor()
      expect(await isFocused(tray.getByRole('button', { name: 'Done' }))).toBe(true)
      await press('Done')
      await tray.waitFor({ state: 'hidden' })
      expect(await isFocused(opener)).toBe(true)

      // The button that empties it hides the tray where no outcome is being picked.
      await pickOne()
      await press('Done')
      await tray.getByRole('button', { name: 'Pick outcomes' }).waitFor()
      await press('Empty')
      await tray.waitFor({ state: 'hidden' })
      expect(await isFocused(opener)).toBe(true)

      // A page without a link to the coupon has the focus itself.
      await page.evaluate(() => localStorage.setItem('coupon', '[{"pick":"a"}]'))
      await page.goto(`${origin}/en/tools`)
      await settled(page)
      await press('Empty')
      await tray.waitFor({ state: 'hidden' })
      expect(await isFocused(page.locator('main'))).toBe(true)
    }))

  it('is filled from any price of the comparison of a match', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      const match = await page.locator('.match:has(> a.price) > .fixture').first().getAttribute('href')
      await page.goto(origin + match)
      await settled(page)
      await page.locator('[data-coupon=""]').first().click()
      const tray = page.locator('.coupon-tray')
      await tray.locator('[aria-pressed=true]').waitFor()
      const cells = page.locator('.grid-of-odds tr:not(.summary, .lay) > td:nth-of-type(3) > .price')
      await cells.first().press('Enter')
      await tray.getByText('Coupon (1)').waitFor()
      // It is the outcome that counts, not the bookmaker.
      const pressed = page.locator('main :is(.price, .tile)[aria-pressed=true]')
      expect(await pressed.count()).toBe((await cells.and(page.locator('[aria-pressed]')).count()) + 1)
      expect(await page.locator('.tiles > .tile').nth(2).getAttribute('aria-pressed')).toBe('true')
      await cells.last().click()
      await tray.getByText('Coupon (0)').waitFor()
      // No price led out of the site, until they are links again.
      expect(
        page
          .context()
          .pages()
          .filter((it) => !it.url().startsWith(origin)),
      ).toEqual([])
      await tray.getByRole('button', { name: 'Done' }).click()
      expect(await cells.first().getAttribute('role')).toBeNull()
    }))

  it('opens its page where its labels cannot be loaded', () =>
    visitWorld(browser, { tolerated: /status of 500/ }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      await page.route('**/resources/labels/**', (route) => route.fulfill({ status: 500, json: {} }))
      const link = page.locator('.market-switch [data-coupon]').first()
      const href = await link.getAttribute('href')
      await link.click()
      await page.waitForURL(`${origin}${href}`)
    }))

  it('is filled on a page whose storage is full, and opens as an address', () =>
    visitWorld(browser, {}, async (page) => {
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('Full', 'QuotaExceededError')
        }
      })
      await page.goto(`${origin}/en`)
      await settled(page)
      await page.locator('.market-switch [data-coupon]').first().click()
      const tray = page.locator('.coupon-tray')
      const rows = page.locator('.match:has(> .price:not(.none, .closed))')
      await rows.nth(0).locator('> .price').first().click()
      await tray.getByText('Coupon (1)').waitFor()
      await rows.nth(1).locator('> .price').first().click()
      await tray.getByText('Coupon (2)').waitFor()
      await rows.nth(0).locator('> .price').first().click()
      await tray.getByText('Coupon (1)').click()
      await page.locator('.coupon-legs > li').waitFor()
    }))

  it('has one tray when it is opened while it is being loaded', () =>
    visitWorld(browser, {}, async (page) => {
      await page.addInitScript(() => localStorage.setItem('coupon', '[{"pick":"a"}]'))
      const letGo = await holdBack(page, '**/resources/labels/**')
      const asked = page.waitForRequest('**/resources/labels/**')
      await page.goto(`${origin}/en`)
      await settled(page)
      await asked
      await page.locator('.market-switch [data-coupon]').first().click()
      letGo()
      await page.locator('.coupon-tray [aria-pressed=true]').first().waitFor()
      expect(await page.locator('.coupon-tray').count()).toBe(1)
    }))
})
