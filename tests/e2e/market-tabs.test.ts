import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGE_COOKIE } from '#app/features/audiences/visitors.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hasFocus,
  holdBack,
  openBrowser,
  painted,
  SIZES,
  settled,
  type Visits,
  visitsOf,
} from './browser.ts'

const PATH = '/en/soccer/italy/serie-a/inter-vs-milan'

let database: Database
let site: TestSite
let browser: Browser
let visit: Visits
let match: string
let address: string
let bookmaker: string

const offer = (over: number, seenAt = new Date()) =>
  offerPrices(
    database.kysely,
    match,
    {
      [bookmaker]: [
        quoteOf(marketOf({ type: 'match_result' }), [1.9, 3.4, over + 2]),
        ...[1.5, 2.5].map((line) => quoteOf(marketOf({ type: 'total', line }), [over, 1.9])),
        quoteOf(marketOf({ type: 'total', line: 1.5, period: 'half_1' }), [2.2, 1.6]),
      ],
    },
    { seenAt },
  )

beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  match = await createMatch(database.kysely, {
    ...{ league_id: leagueId, home_team: 'Inter', away_team: 'Milan', slug: 'inter-vs-milan' },
  })
  bookmaker = await createBookmaker(database.kysely, { name: 'Alphabet' })
  await offer(1.87, new Date(Date.now() - HOUR_MS))
  await offer(1.95)
  site = await openSite(database)
  address = site.origin.replace('127.0.0.1', 'localhost') + PATH
  browser = await openBrowser()
  visit = visitsOf(browser, new URL(address).origin)
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await database.close()
})

const tab = (page: Page, name: string) => page.locator('nav.markets a', { hasText: name })
const current = (page: Page) => page.locator('nav.markets [aria-current=page]').textContent()
const columns = (page: Page) => page.locator('#compare thead th').allTextContents()

describe('the markets of a match', () => {
  it('are opened by address and by keyboard, without a new document', () =>
    visit({}, async (page) => {
      await page.goto(address)
      await settled(page)
      expect(await current(page)).toBe('Match result')
      await page.evaluate(() => {
        document.documentElement.dataset.stays = 'yes'
      })
      await tab(page, 'Match result').focus()
      await page.keyboard.press('Tab')
      await hasFocus(tab(page, 'Over/under'))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\?market=total$/)
      await page.locator('nav.markets [aria-current=page]', { hasText: 'Over/under' }).waitFor()
      await hasFocus(tab(page, 'Over/under'))
      expect((await columns(page)).join(' ')).toMatch(/Over.*Under/)
      expect(await page.locator('html').getAttribute('data-stays')).toBe('yes')
      await expectAccessible(page, 'the total of a match')
      // The same address opens the same market.
      await page.reload()
      expect(await current(page)).toBe('Over/under')
      await page.locator('.market-chips a', { hasText: '1st half' }).click()
      await page.waitForURL(/period=half_1/)
      await expect.poll(() => page.locator('#compare').textContent()).toContain('2.20')
    }))

  it('change their prices while they are open, without a new document', () =>
    visit({}, async (page) => {
      await page.goto(`${address}?market=total`)
      await settled(page)
      await page.evaluate(() => {
        document.documentElement.dataset.stays = 'yes'
      })
      await expect.poll(() => page.locator('#compare').textContent()).toContain('1.95')
      await offer(2.05)
      await expect.poll(() => page.locator('#compare').textContent()).toContain('2.05')
      expect(await page.locator('html').getAttribute('data-stays')).toBe('yes')
    }))

  it('compute the stakes of a sure bet from their prices and the typed total', () =>
    visit({}, async (page) => {
      const { league_id } = await database.kysely
        .selectFrom('matches')
        .select('league_id')
        .where('id', '=', match)
        .executeTakeFirstOrThrow()
      const derby = { home_team: 'Lazio', away_team: 'Roma', slug: 'lazio-vs-roma' }
      const id = await createMatch(database.kysely, { league_id, ...derby })
      const other = await createBookmaker(database.kysely, { name: 'Betabet' })
      const offerBoth = (home: number) =>
        offerPrices(database.kysely, id, {
          [bookmaker]: [quoteOf(marketOf({ type: 'moneyline' }), [home, 1.7])],
          [other]: [quoteOf(marketOf({ type: 'moneyline' }), [1.7, 2.1])],
        })
      await offerBoth(2.1)
      await page.goto(address.replace('inter-vs-milan', derby.slug))
      await settled(page)
      const [total, stake] = [page.locator('.total input'), page.locator('[data-island=stakes] td').first()]
      // The code of the stakes begins to load with the focus.
      await total.fill('500')
      await expect.poll(() => stake.textContent()).toContain('250.00')
      await offerBoth(2.2)
      // 2.1 / 4.3 of the total.
      await expect.poll(() => stake.textContent()).toContain('244.19')
      await total.fill('1000')
      await expect.poll(() => stake.textContent()).toContain('488.37')
    }))

  it.each([
    ['newer prices', () => offer(2.15)],
    ['an earlier press', (page: Page) => page.locator('.market-chips a', { hasText: '1st half' }).click()],
  ])('are those that were pressed last, also when the answer for %s comes after it', (_, ask) =>
    visit({}, async (page) => {
      await page.goto(`${address}?market=total`)
      await settled(page)
      const letGo = await holdBack(page, /market=total/)
      const asked = page.waitForRequest(/market=total/)
      await ask(page)
      const late = await asked
      await tab(page, 'Match result').click()
      const pressed = page.locator('nav.markets [aria-current=page]', { hasText: 'Match result' })
      await pressed.waitFor()
      const title = await page.title()
      letGo()
      await (await late.response())?.finished()
      await painted(page)
      expect([await current(page), page.url(), await page.title()]).toEqual(['Match result', address, title])
      const [content, notices] = [page.locator('#content'), page.locator('#notices')]
      expect([await content.getAttribute('aria-busy'), await notices.textContent()]).toEqual([null, ''])
    }),
  )

  it('tell the time and the prices at the pointer over their chart, in the format of the visitor', () =>
    visit({}, async (page) => {
      await page.goto(`${address}?market=total&odds=american`)
      await settled(page)
      const chart = page.locator('.plot svg').first()
      await chart.scrollIntoViewIfNeeded()
      const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 }
      const told = page.locator('.plot > .at')
      await expect
        .poll(async () => {
          // The script comes with the first move.
          await page.mouse.move(x + width * (0.3 + Math.random() / 10), y + 20)
          return told.count()
        })
        .toBe(1)
      expect(await told.textContent()).toMatch(/\d\d:\d\dBest-115Average-115/)
      await page.mouse.move(x, y - 300)
      await expect.poll(() => told.count()).toBe(0)
    }))

  it('tell them where a finger taps the chart or moves along it, until it taps elsewhere', () =>
    visit({ viewport: SIZES.phone }, async (page) => {
      await page.goto(`${address}?market=total`)
      await settled(page)
      const chart = page.locator('.plot svg').first()
      await chart.evaluate((it) => it.scrollIntoView({ block: 'center' }))
      const { x, y, width } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0 }
      const tools = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
        tools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
      const told = page.locator('.plot > .at')
      const place = () => told.evaluate((it) => Number(it.style.getPropertyValue('--x')))
      // The first tap, which loads the script.
      await touch('touchStart', [x + width / 4, y + 90])
      await touch('touchEnd')
      await expect
        .poll(() => told.allTextContents())
        .toEqual([expect.stringMatching(/\d\d:\d\dBest\d\.\d\dAverage/)])
      expect(await place()).toBeCloseTo(1 / 4, 2)
      // A renewal brings the chart without them.
      await told.evaluate((it) => {
        it.remove()
        document.dispatchEvent(new Event('renewed'))
      })
      await expect.poll(() => told.allTextContents()).toEqual([expect.stringMatching(/Best\d\.\d\dAverage/)])
      expect(await place()).toBeCloseTo(1 / 4, 2)
      await touch('touchStart', [x + width / 4, y + 90])
      for (const share of [0.3, 0.5, 0.7]) await touch('touchMove', [x + width * share, y + 95])
      await touch('touchEnd')
      await expect.poll(place).toBeCloseTo(0.7, 2)
      await touch('touchStart', [x + width / 2, y - 60])
      await touch('touchEnd')
      await expect.poll(() => told.count()).toBe(0)
    }))

  it('are links to complete pages without scripts, also on a phone', () =>
    visit({ javaScriptEnabled: false, viewport: SIZES.phone }, async (page) => {
      await page.goto(address)
      await tab(page, 'Over/under').click()
      await page.waitForURL(/\?market=total$/)
      expect(await current(page)).toBe('Over/under')
      expect((await columns(page)).join(' ')).toMatch(/Over.*Under/)
      await expectNoSidewaysScroll(page, 'the total of a match')
    }))

  it.each(['en', 'ar'])('keep what screen readers hear within the page on a phone, %s', (language) =>
    visit({ viewport: SIZES.phone }, async (page) => {
      await page.goto(address.replace('/en/', `/${language}/`))
      const moved = page.locator('.grid-of-odds tbody td:nth-child(4) .price small')
      await expect.poll(() => moved.count()).toBeGreaterThan(0)
      await expectNoSidewaysScroll(page, 'opening prices in the last column')
    }),
  )
})

describe('the coupon in a list of another market', () => {
  it('marks the line that was added, and not the next main line in its place', () =>
    visit({}, async (page) => {
      await page.goto(`${new URL(address).origin}/en?show=total`)
      await settled(page)
      await page.locator('.market-switch [data-coupon]').click()
      const price = page.locator('.match > .price').first()
      await price.click()
      await page.locator('.coupon-tray').getByText('Coupon (1)').waitFor()
      expect(await price.getAttribute('aria-pressed')).toBe('true')
      await page
        .locator('.match')
        .first()
        .evaluate((row) => {
          row.dataset.market = '7'
          document.dispatchEvent(new Event('renewed'))
        })
      expect(await price.getAttribute('aria-pressed')).toBe('false')
    }))
})

// The last of this file: every page asks from here on.
describe('the question for the age', () => {
  beforeAll(async () => {
    const saved = await saveGroups(database, [{ name: 'Rest', is_rest: true, minimum_age: 21 }])
    expect(saved.kind).toBe('saved')
  })

  it('is not asked again on a page from the back/forward cache', () =>
    visit({}, async (page) => {
      await page.goto(address)
      const gate = page.locator('.age-gate')
      await gate.waitFor()
      await page.evaluate((name) => {
        // biome-ignore lint/suspicious/noDocumentCookie: as the answer of another page stores it
        document.cookie = `${name}=21; path=/`
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      }, AGE_COOKIE)
      await gate.waitFor({ state: 'hidden' })
    }))

  it.each([
    ['with', true],
    ['without', false],
  ])('keeps the keyboard until it is answered, %s scripts', (_, javaScriptEnabled) =>
    visit({ javaScriptEnabled }, async (page) => {
      await page.goto(address)
      await settled(page)
      const places = new Set<string>()
      for (const key of [...Array.from({ length: 20 }, () => 'Tab'), '/', 'Control+k']) {
        await page.keyboard.press(key)
        places.add(
          await page.evaluate(() => {
            const { activeElement } = document
            return activeElement?.closest('.age-gate') ? 'the question' : (activeElement?.localName ?? '')
          }),
        )
      }
      expect([...places].filter((it) => it !== 'body')).toEqual(['the question'])
      if (javaScriptEnabled) await expectAccessible(page, 'the question for the age')
      const gate = page.locator('.age-gate')
      await gate.getByRole('button').click()
      await gate.waitFor({ state: 'hidden' })
      expect(page.url()).toBe(address)
      await tab(page, 'Over/under').waitFor()
    }),
  )
})
