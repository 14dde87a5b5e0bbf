import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, SIZES, settled } from './browser.ts'
import { origin, readWorld, visitWorld } from './world.ts'

let browser: Browser
/** A page that other tests see too: they change nothing but the size of the window. */
let onPage: ReturnType<typeof readWorld>
let match: string
beforeAll(async () => {
  browser = await openBrowser()
  onPage = readWorld(browser, {})
  match = await onPage('/en/soccer/england/premier-league', async (page) => {
    return (await page.locator('main .match > a').first().getAttribute('href')) ?? ''
  })
})
afterAll(() => browser.close())

interface Table {
  best: number[]
  /** A list of prices for each bookmaker, and its payout in percent. */
  rows: { prices: number[]; payout: number }[]
}

/** The numbers in the cells. */
function readTable(page: Page): Promise<Table> {
  return page.locator('#compare table').evaluate((table) => {
    const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) =>
        Number(cell.textContent?.match(/\d+\.\d+/)?.[0] ?? Number.NaN),
      ),
    )
    const [best = [], ...others] = rows
    return {
      best: best.slice(0, 3),
      rows: others.map((cells) => ({ prices: cells.slice(0, 3), payout: cells[3] ?? Number.NaN })),
    }
  })
}

describe('a list of matches', () => {
  it.each(['en', 'ar'])('has each payout in the middle of its column in %s', (lang) =>
    onPage(`/${lang}/soccer/italy/serie-a`, async (page) => {
      await settled(page)
      const [head = 0, ...rows] = await page
        .locator('.group > header .paid, .match > .paid:not(:empty)')
        .evaluateAll((cells) =>
          cells.map((cell) => {
            const text = document.createRange()
            text.selectNodeContents(cell)
            const { left, width } = text.getBoundingClientRect()
            return left + width / 2
          }),
        )
      expect(rows.length).toBeGreaterThan(1)
      for (const middle of rows) expect(Math.abs(middle - head)).toBeLessThan(2)
    }),
  )
})

describe('the comparison table', () => {
  it('has a row per bookmaker, under the best price of each outcome', () =>
    onPage(match, async (page) => {
      const { best, rows } = await readTable(page)
      expect(rows.length).toBeGreaterThanOrEqual(4)
      for (const outcome of [0, 1, 2]) {
        expect(best[outcome]).toBe(Math.max(...rows.map((row) => row.prices[outcome] ?? 0)))
      }
    }))

  it('computes each payout from its row', () =>
    onPage(match, async (page) => {
      for (const { prices, payout } of (await readTable(page)).rows) {
        const expected = 100 / prices.reduce((sum, price) => sum + 1 / price, 0)
        expect(payout).toBeCloseTo(expected, 1)
      }
    }))

  it('marks the best prices, not by colour alone', () =>
    onPage(match, async (page) => {
      const { best } = await readTable(page)
      const marked = await page
        .locator('#compare tbody td', { hasText: 'Best odds' })
        .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent?.match(/\d+\.\d+/)?.[0])))
      expect(new Set(marked)).toEqual(new Set(best))
    }))

  it('is sorted by payout, and by another column on request', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(origin + match)
      await settled(page)
      const payouts = (await readTable(page)).rows.map((row) => row.payout)
      expect(payouts).toEqual([...payouts].sort((a, b) => b - a))
      await page.getByRole('link', { name: 'Sort by Away win' }).click()
      await page.waitForURL(`${origin}${match}?sort=away`)
      const sorted = page.locator('#compare th[aria-sort=descending]')
      await sorted.getByRole('link', { name: 'Sort by Away win' }).waitFor()
      // The heading is named after its column, as each cell is, and not after what its link does.
      await page.getByRole('columnheader', { name: 'Away win', exact: true }).waitFor()
      const prices = (await readTable(page)).rows.map((row) => row.prices[2] ?? 0)
      expect(prices).toEqual([...prices].sort((a, b) => b - a))
      await page.reload()
      expect((await readTable(page)).rows.map((row) => row.prices[2])).toEqual(prices)
    }))

  it('aligns its prices in columns on a desktop and a phone', () =>
    onPage(match, async (page) => {
      await settled(page)
      for (const size of [SIZES.desktop, SIZES.phone]) {
        await page.setViewportSize(size)
        const centres = await page.locator('#compare tbody tr').evaluateAll((rows) =>
          rows.map((row) =>
            [...row.querySelectorAll('td')].slice(0, 3).map((cell) => {
              const { left, width } = cell.getBoundingClientRect()
              return Math.round(left + width / 2)
            }),
          ),
        )
        for (const row of centres) expect(row).toEqual(centres[0])
      }
      const numerals = await page
        .locator('#compare tbody td')
        .first()
        .evaluate((cell) => getComputedStyle(cell).fontVariantNumeric)
      expect(numerals).toContain('tabular-nums')
    }))

  it('states the age of each price, in the language of the page', async () => {
    await onPage(match, async (page) => {
      await settled(page)
      const ages = await page.locator('#compare tbody tr time').allTextContents()
      expect(ages.length).toBeGreaterThan(3)
      for (const age of ages) expect(age).toMatch(/ago|just now/)
    })
    await onPage(match.replace('/en/', '/it/'), async (page) => {
      await settled(page)
      expect(await page.locator('#compare tbody tr time').first().textContent()).not.toMatch(/ago|just now/)
    })
  })

  it('keeps prices in order in a right-to-left language', () =>
    onPage(match.replace('/en/', '/ar/'), async (page) => {
      await settled(page)
      await expectAccessible(page, 'match in Arabic')
      const [home = 0, draw = 0, away = 0] = await page
        .locator('#compare thead th')
        .evaluateAll((heads) =>
          ['1', 'X', '2'].map(
            (sign) =>
              heads.find((head) => head.textContent?.endsWith(sign))?.getBoundingClientRect().left ?? 0,
          ),
        )
      expect(home).toBeGreaterThan(draw)
      expect(draw).toBeGreaterThan(away)
    }))
})
