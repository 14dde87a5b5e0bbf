import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoSidewaysScroll, openBrowser, settled } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const WIDTHS = [320, 360, 390, 768, 1280]

/**
 * The words of a page that go on in another line, by the boxes of their letters.
 * @param except a selector: elements with words that may
 */
const brokenWordsOf = (page: Page, except: string) =>
  page.evaluate((except) => {
    const shown = new Map<Element, boolean>()
    /** Whether readers see an element's text: nothing around it is cut down to nothing, as `sr-only` does. */
    const isShown = (element: Element): boolean => {
      const known = shown.get(element)
      if (known !== undefined) return known
      const { parentElement } = element
      const isCut = getComputedStyle(element).clipPath === 'inset(50%)'
      const found = !isCut && (parentElement === null || isShown(parentElement))
      shown.set(element, found)
      return found
    }
    const linesOf = (text: Text, from: number, to: number) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    const broken = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (linesOf(text, 0, text.length) < 2) continue
      if (!text.parentElement?.checkVisibility() || !isShown(text.parentElement)) continue
      if (text.parentElement.closest(except)) continue
      // The part after a soft hyphen begins in the line of that hyphen.
      for (const { index, 0: word } of text.data.matchAll(/(?<!\u00ad)[\p{L}\p{N}]+/gu))
        if (linesOf(text, index, index + word.length) > 1) broken.add(word)
    }
    return [...broken]
  }, except)

describe.each(['en', 'ar'])('words (%s)', (lang) => {
  it('are never broken on the home page, a league and a match', () =>
    visitWorld(browser, {}, async (page) => {
      const league = `/${lang}/soccer/colombia/primera-a`
      await page.goto(origin + league)
      const match = await page.locator(`.match a[href^="${league}/"]`).last().getAttribute('href')
      for (const path of [league, `/${lang}`, match]) {
        if (path !== league) await page.goto(`${origin}${path}`)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          await settled(page)
          // A name of one long word has no room on the smallest phones, and is never cut.
          const except = width === 320 ? '.team, .hero h1, .tile, .shares, .group > header h2' : 'script'
          expect(await brokenWordsOf(page, except), `${path} at ${width} px`).toEqual([])
          await expectNoSidewaysScroll(page, `${path} at ${width} px`)
        }
      }
    }))
})

/** By language, the pages where it has the least room for its words. */
const NARROW = {
  de: [
    '/soccer/italy/serie-a/results',
    '/soccer/italy/serie-a/atalanta-vs-fiorentina',
    '/soccer/england/premier-league',
    '/bookmakers/corvane',
    '/tools/each-way',
  ],
  es: ['/soccer/italy/serie-a/results', '/tools/each-way'],
}

it.each(Object.entries(NARROW))('no word of a table, a label or a menu is broken (%s)', (lang, paths) =>
  visitWorld(browser, {}, async (page) => {
    for (const path of paths) {
      await page.goto(`${origin}/${lang}${path}`)
      // Names in cells may be longer than a cell.
      for (const width of [...WIDTHS, 1100]) {
        await page.setViewportSize({ width, height: 900 })
        await settled(page)
        const except = width === 320 ? '.team, .hero h1, .tile, .shares, td' : 'td'
        expect(await brokenWordsOf(page, except), `${lang}${path} at ${width} px`).toEqual([])
        await expectNoSidewaysScroll(page, `${lang}${path} at ${width} px`)
      }
    }
  }),
)

describe.each(['de', 'es', 'fr', 'ar'])('the line of a row (%s)', (lang) => {
  it('has complete labels at 360 and 390 px', () =>
    visitWorld(browser, {}, async (page) => {
      for (const path of [`/${lang}`, `/${lang}/soccer/colombia/primera-a`]) {
        await page.goto(origin + path)
        await settled(page)
        // The name of a league may be cut; what the site says itself may not.
        const labels = page
          .locator('.match :is(.way bdi, .note, .team bdi, .when time)')
          .filter({ visible: true })
        for (const width of [360, 390]) {
          await page.setViewportSize({ width, height: 900 })
          const widths = await labels.evaluateAll((all) =>
            all.map(({ textContent, scrollWidth, clientWidth }) => ({
              textContent,
              cut: scrollWidth > clientWidth,
            })),
          )
          expect(widths.length).toBeGreaterThan(0)
          expect(
            widths.filter(({ cut }) => cut),
            `${path} at ${width} px`,
          ).toEqual([])
        }
      }
    }))
})

describe('a row', () => {
  it('has its outbound link and the link to its match at 360, 768 and 1280 px', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const row = page.locator('.group .match').first()
      const out = row.locator('a[href^="/go/b"].way:visible')
      const details = row.getByRole('link', { name: 'View Match Details' })
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await out.count()).toBe(1)
        expect(await details.count()).toBe(1)
        for (const link of [...(await out.all()), details]) {
          const box = await link.boundingBox()
          expect(box?.height).toBeGreaterThanOrEqual(24)
          await link.click({ trial: true })
        }
        // Said once, in the head of the list.
        const head = page.locator('.group > header').first()
        expect(await head.getByText('Ad', { exact: true }).filter({ visible: true }).count()).toBe(1)
      }
    }))
})
