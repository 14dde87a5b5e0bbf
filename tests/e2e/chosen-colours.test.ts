import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, settled } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
let match: string
beforeAll(async () => {
  browser = await openBrowser()
  await visitWorld(browser, {}, async (page) => {
    await page.goto(`${origin}/en`)
    const fixture = page.locator('.match:has(> a.price) > .fixture').first()
    match = (await fixture.getAttribute('href')) ?? ''
  })
})
afterAll(() => browser.close())

const groundOf = (locator: Locator) => locator.evaluate((it) => getComputedStyle(it).backgroundColor)

/** Texts of the page that are printed in a colour with less than this contrast on white. */
function paleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('No canvas')
    const lightOf = (colour: string) => {
      canvas.fillStyle = 'white'
      canvas.fillRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const pale = new Set<string>()
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode
      if (!parent?.checkVisibility() || !textContent?.trim()) continue
      const { color } = getComputedStyle(parent)
      if (1.05 / (lightOf(color) + 0.05) < 4.5) pale.add(`${parent.className}: ${textContent} ${color}`)
    }
    return [...pale]
  })
}

describe('in forced colours', () => {
  it('the current tab, the chosen scheme and the best prices are marked', () =>
    visitWorld(browser, { forcedColors: 'active' }, async (page) => {
      await page.goto(`${origin}/en/soccer/italy/serie-a`)
      await settled(page)
      for (const group of ['.tabs', '.schemes']) {
        const ones = page.locator(`${group} > :is(a, button)`)
        const grounds = await Promise.all((await ones.all()).map(groundOf))
        const chosen = await groundOf(ones.and(page.locator('[aria-current=page], [aria-pressed=true]')))
        expect(grounds.length).toBeGreaterThan(1)
        expect(grounds.filter((it) => it === chosen)).toHaveLength(1)
      }

      await page.goto(origin + match)
      await settled(page)
      const best = page.locator('.grid-of-odds .price.best').first()
      const other = page.locator('.grid-of-odds a.price:not(.best)').first()
      expect(await groundOf(best)).not.toBe(await groundOf(other))
      const colourOf = (locator: Locator) => locator.evaluate((it) => getComputedStyle(it).color)
      expect(await colourOf(best.locator('b'))).not.toBe(await colourOf(other.locator('b')))
      // A price that leads out, and a tile, have an edge; browsers leave out shadows.
      const edgeOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((it) => getComputedStyle(it).outlineStyle)
      for (const linked of ['.grid-of-odds a.price.best', '.grid-of-odds a.price:not(.best)', '.tile'])
        expect(await edgeOf(linked), linked).toBe('solid')
      expect(await edgeOf('.grid-of-odds span.price')).toBe('none')
    }))

  it('every part of a chart is seen', () =>
    visitWorld(browser, { forcedColors: 'active' }, async (page) => {
      await page.goto(origin + match)
      await settled(page)
      const canvas = await page.evaluate(() => {
        document.body.style.backgroundColor = 'Canvas'
        return getComputedStyle(document.body).backgroundColor
      })
      const fills = await page
        .locator('.chances rect')
        .evaluateAll((all) => all.map((it) => getComputedStyle(it).fill))
      const squares = await page
        .locator('.shares dt')
        .evaluateAll((all) => all.map((it) => getComputedStyle(it, '::before').backgroundColor))
      expect(fills.length).toBeGreaterThan(1)
      expect(new Set(fills).size).toBe(fills.length)
      expect(squares).toEqual(fills)
      expect(fills).not.toContain(canvas)
    }))
})

describe('on paper', () => {
  it.each(['dark', 'light'])('every text is dark on white, whatever the visitor has chosen: %s', (scheme) =>
    visitWorld(browser, {}, async (page) => {
      await page.addInitScript((chosen) => localStorage.setItem('scheme', chosen), scheme)
      for (const path of ['/en/soccer/italy/serie-a', match]) {
        await page.goto(origin + path)
        await settled(page)
        await page.emulateMedia({ media: 'print' })
        expect(await paleTexts(page)).toEqual([])
        const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        expect(ground).toBe('rgb(255, 255, 255)')
        // Buttons of the visitor's own do nothing on paper.
        expect(await page.locator('.own-tools:visible').count()).toBe(0)
        await page.emulateMedia({ media: 'screen' })
      }
    }),
  )
})

describe('the best price of a bookmaker without a link', () => {
  it('is told by a line below it, not by its colour alone', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(origin + match)
      await settled(page)
      const best = page.locator('.grid-of-odds a.price.best').first()
      const { boxShadow, borderRadius } = await best.evaluate((it) => {
        const span = document.createElement('span')
        span.className = it.className
        it.replaceWith(span)
        const { boxShadow, borderRadius } = getComputedStyle(span)
        return { boxShadow, borderRadius }
      })
      expect(boxShadow).toContain('inset')
      // Otherwise the ends of the line go up.
      expect(borderRadius).toBe('0px')
    }))
})
