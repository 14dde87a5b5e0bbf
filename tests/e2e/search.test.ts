import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CONTRAST,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  painted,
  SIZES,
  settled,
} from './browser.ts'
import { origin, visitWithClock, visitWorld, worldTime } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const box = (page: Page) => page.locator('#site-search [role=combobox]')
const options = (page: Page) => page.getByRole('option')
const status = (page: Page) => page.locator('#site-search [role=status]')
const activeText = (page: Page) =>
  box(page).evaluate((input) => {
    const id = input.getAttribute('aria-activedescendant')
    return id ? (document.getElementById(id)?.textContent ?? 'missing') : null
  })

/** A page with little on it beside the search. */
async function openPage(page: Page, lang = 'en'): Promise<void> {
  await page.goto(`${origin}/${lang}/soccer/norway`)
  await settled(page)
}

async function search(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await options(page).first().waitFor()
}

describe('the search box', () => {
  it('finds sports, countries, leagues and matches, in groups with headings', () =>
    visitWorld(browser, {}, async (page) => {
      await openPage(page)
      expect(await box(page).getAttribute('placeholder')).toBe('Search matches, leagues, countries...')
      await search(page, 'soccer')
      await page.getByRole('group', { name: 'Sports' }).getByRole('option', { name: 'Soccer' }).waitFor()
      await search(page, 'italy')
      const countries = page.getByRole('group', { name: 'Countries' })
      await countries.getByText('Italy').first().waitFor()
      await box(page).fill('serie a italy')
      const league = page.getByRole('group', { name: 'Leagues' }).getByRole('option').first()
      await league.waitFor()
      expect(await league.getAttribute('href')).toBe('/en/soccer/italy/serie-a')
      await expectAccessible(page, 'results')
    }))

  it('shows matches with LIVE, TODAY or UPCOMING and their competition, and links to each', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en/soccer/italy/serie-a`)
      await settled(page)
      const match = page.locator('main .match .fixture').first()
      const team = (await match.locator('bdi').first().textContent()) ?? ''
      await box(page).fill(team)
      const found = page
        .getByRole('group', { name: 'Matches' })
        .getByRole('option')
        .filter({ hasText: 'Serie A' })
      await found.first().waitFor()
      expect(await found.first().textContent()).toContain(team)
      for (const [pair, badge] of [
        ['Inter – Milan', 'LIVE54′'],
        ['Atalanta – Fiorentina', 'TODAY'],
        ['Lecce – Parma', 'UPCOMING'],
      ] as const) {
        await box(page).fill(pair)
        await found.filter({ hasText: pair }).filter({ hasText: badge }).first().waitFor()
        expect(await found.first().textContent()).toMatch(new RegExp(`^${pair}.*${badge}`))
      }
      await box(page).fill(team)
      await found.filter({ hasText: team }).first().waitFor()
      const href = await found.first().getAttribute('href')
      await found.first().click()
      await page.waitForURL(`${origin}${href}`)
      await expect.poll(() => box(page).inputValue()).toBe('')
      await expect.poll(() => box(page).getAttribute('aria-expanded')).toBe('false')
    }))

  it('is operated by keyboard', () =>
    visitWorld(browser, {}, async (page) => {
      await openPage(page)
      await page.keyboard.press('Control+k')
      expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true)
      await search(page, 'italy')
      expect(await box(page).getAttribute('aria-expanded')).toBe('true')
      const texts = await options(page).allTextContents()
      expect(texts.length).toBeGreaterThan(1)
      expect(await activeText(page)).toBeNull()
      await page.keyboard.press('ArrowDown')
      expect(await activeText(page)).toBe(texts[0])
      await page.keyboard.press('ArrowUp')
      expect(await activeText(page)).toBe(texts.at(-1))
      await page.keyboard.press('ArrowDown')
      expect(await activeText(page)).toBe(texts[0])
      await page.keyboard.press('End')
      expect(await activeText(page)).toBe(texts.at(-1))
      await page.keyboard.press('Home')
      expect(await activeText(page)).toBe(texts[0])
      expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1)
      await expectAccessible(page, 'an option is active')
      await page.keyboard.press('Escape')
      expect(await options(page).count()).toBe(0)
      expect(await box(page).inputValue()).toBe('italy')
      expect(await box(page).getAttribute('aria-controls')).toBeNull()
      await page.keyboard.press('ArrowDown')
      const href = await options(page).first().getAttribute('href')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}${href}`)
      await page.locator('h1').click()
      await page.keyboard.press('/')
      expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true)
      await page.keyboard.type('a/b')
      expect(await box(page).inputValue()).toBe('a/b')
    }))

  it('reports the number of results, that it searches, that it found none, and that it failed', () =>
    visitWorld(browser, { tolerated: /status of 500/ }, async (page) => {
      await openPage(page)
      let answer = () => {}
      await page.route('**/resources/search?q=slow*', async (route) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        await route.fulfill({ json: { sports: [], countries: [], leagues: [], teams: [], matches: [] } })
      })
      await page.route('**/resources/search?q=broken*', (route) => route.fulfill({ status: 500 }))
      await search(page, 'italy')
      const count = await options(page).count()
      expect(await status(page).textContent()).toBe(`${count} results`)
      expect(await status(page).evaluate((it) => it.getAttribute('role'))).toBe('status')
      await box(page).fill('slow')
      await page.getByText('Searching...', { exact: true }).waitFor()
      answer()
      await page.getByText('No results found', { exact: true }).first().waitFor()
      await expectAccessible(page, 'no results')
      await box(page).fill('broken')
      await page.getByText('The search failed. Please try again.').waitFor()
      await expectAccessible(page, 'a failure')
      await box(page).fill('i')
      await page.waitForFunction(() => !document.querySelector('.search-panel'))
      expect(await status(page).textContent()).toBe('')
    }))

  it('sends a request once typing pauses, and never for a single character', () =>
    visitWithClock(browser, {}, async (page) => {
      await openPage(page)
      // Its script is there from now on.
      await search(page, 'soccer')
      await box(page).fill('')
      const asked: (string | null)[] = []
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.pathname === '/resources/search') asked.push(url.searchParams.get('q'))
      })
      await box(page).focus()
      await page.clock.pauseAt(worldTime() + 60_000)
      await page.keyboard.type('i')
      await page.clock.runFor(1_000)
      expect(asked).toEqual([])
      await page.keyboard.type('ta')
      await page.clock.runFor(250)
      await page.keyboard.type('ly')
      await page.clock.runFor(290)
      expect(asked).toEqual([])
      await page.clock.runFor(20)
      await options(page).first().waitFor()
      expect(asked).toEqual(['italy'])
    }))

  it('never replaces newer results with a late response', () =>
    visitWorld(browser, {}, async (page) => {
      await openPage(page)
      let answerLate = () => {}
      await page.route('**/resources/search?q=first*', async (route) => {
        await new Promise<void>((resolve) => {
          answerLate = resolve
        })
        await route.fulfill({ json: { sports: [], countries: [], leagues: [], matches: [] } }).catch(() => {})
      })
      const first = page.waitForRequest('**/resources/search?q=first*')
      await box(page).fill('first')
      await first
      await search(page, 'italy')
      const texts = await options(page).allTextContents()
      answerLate()
      await painted(page)
      expect(await options(page).allTextContents()).toEqual(texts)
    }))

  it('loads the list of results only when it gets the focus, closes without it, and shows them again with it', () =>
    visitWorld(browser, {}, async (page) => {
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url()))
      await openPage(page)
      expect(loaded.filter((url) => url.includes('island-search'))).toEqual([])
      const panel = page.waitForResponse(/island-search/)
      await box(page).focus()
      expect((await panel).ok()).toBe(true)
      await search(page, 'italy')
      await page.keyboard.press('Tab')
      expect(await options(page).count()).toBe(0)
      await box(page).click()
      expect(await options(page).count()).toBeGreaterThan(0)
    }))

  it('opens a page of results on Enter when nothing is chosen', () =>
    visitWorld(browser, {}, async (page) => {
      await openPage(page)
      await box(page).fill('italy')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}/en/search?q=italy`)
      await page.getByRole('heading', { level: 1, name: 'Results for “italy”' }).waitFor()
      expect(await box(page).inputValue()).toBe('italy')
      await settled(page)
      expect(await options(page).count()).toBe(0)
    }))
})

describe('on a phone', () => {
  it.each(['en', 'ar'])('a button opens a panel as wide as the screen, and another closes it (%s)', (lang) =>
    visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
      await openPage(page, lang)
      expect(await box(page).isVisible()).toBe(false)
      const opener = page.locator('button[popovertarget="site-search"]').last()
      await opener.click()
      await page.getByRole('button', { name: lang === 'ar' ? 'إغلاق البحث' : 'Close search' }).click()
      await page.locator('#site-search').waitFor({ state: 'hidden' })
      expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
      await opener.click()
      expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true)
      expect((await page.locator('#site-search').boundingBox())?.width).toBe(SIZES.phone.width)
      await search(page, lang === 'ar' ? 'ايطاليا' : 'italy')
      await expectNoSidewaysScroll(page, 'search open')
      await expectAccessible(page, 'search open', lang === 'ar' ? [CONTRAST] : [])
      await page.keyboard.press('Escape')
      expect(await options(page).count()).toBe(0)
      await page.keyboard.press('ArrowDown')
      const href = await options(page).first().getAttribute('href')
      expect(href?.split('/')[1]).toBe(lang)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}${href}`)
      await page.locator('#site-search').waitFor({ state: 'hidden' })
    }),
  )
})

/** The size whose pages axe looks at: each screen once in each direction. */
const LOOKED_AT = { en: SIZES.desktop, ar: SIZES.phone } as const

describe.each(['en', 'ar'] as const)('the page of results in %s', (lang) => {
  it('is clean on a phone and a desktop', () =>
    visitWorld(browser, {}, async (page) => {
      for (const query of ['?q=re', '?q=nothing+at+all', '']) {
        await page.goto(`${origin}/${lang}/search${query}`)
        await settled(page)
        expect(await page.locator('h1').count()).toBe(1)
        for (const size of [SIZES.desktop, SIZES.phone]) {
          await page.setViewportSize(size)
          await expectNoSidewaysScroll(page, query)
          if (LOOKED_AT[lang] === size) await expectAccessible(page, query)
        }
      }
    }))
})

describe('without scripts', () => {
  it.each(['phone', 'desktop'] as const)('the form opens a page of results on a %s', (size) =>
    visitWorld(browser, { javaScriptEnabled: false, viewport: SIZES[size] }, async (page) => {
      await page.goto(`${origin}/en`)
      if (size === 'phone') await page.getByRole('button', { name: 'Open search' }).click()
      await box(page).fill('premier england')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}/en/search?q=premier+england`)
      await page.locator('main a[href="/en/soccer/england/premier-league"]').click()
      await page.waitForURL(`${origin}/en/soccer/england/premier-league`)
    }),
  )
})
