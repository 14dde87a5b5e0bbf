import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createExperiment, startExperiment } from '#app/features/experiments/commands.server.ts'
import { experimentRequest } from '#app/features/experiments/schema.ts'
import { refreshHeadlines } from '#app/features/odds/best-prices.server.ts'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { openBrowser, SIZES, settled, visit } from './browser.ts'

const NAMES = ['Alfa', 'Bravo', 'Carlo', 'Delta'] as const
/** Robots are not counted, and a browser without a window says that it is one. */
const PERSON = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' }

let browser: Browser
let database: Database
let site: TestSite
let address: string
const ids: string[] = []

beforeAll(async () => {
  browser = await openBrowser()
  database = await createTestDatabase()
  const { kysely } = database
  const { leagueId } = await createPlace(kysely, { league: 'Serie A' })
  const match = await createMatch(kysely, { league_id: leagueId, slug: 'one-vs-two' })
  const offers: Record<string, OfferedQuote[]> = {}
  for (const [at, name] of NAMES.entries()) {
    const bookmaker = await createBookmaker(kysely, {
      key: name.toLowerCase(),
      name,
      slug: name.toLowerCase(),
    })
    ids.push(bookmaker)
    await kysely
      .insertInto('affiliate_buttons')
      .values({ provider: name, button_text: name, bookmaker_id: bookmaker, button_link: '/en/tools' })
      .execute()
    // Payouts fall from Alfa to Delta; Delta has the best draw.
    const draw = name === 'Delta' ? 3.5 : 3.4 - at / 10
    offers[bookmaker] = [quoteOf(marketOf({ type: 'match_result' }), [2.5 - at / 5, draw, 3.2 - at / 5])]
  }
  await offerPrices(kysely, match, offers)
  await refreshHeadlines(kysely, [match])
  site = await openSite(database)
  address = `${site.origin.replace('127.0.0.1', 'localhost')}/en/soccer/italy/serie-a/one-vs-two`
})
beforeEach(async () => {
  await database.kysely.deleteFrom('clicks').execute()
  await database.kysely.deleteFrom('experiments').execute()
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await database.close()
})

async function start(values: object): Promise<string> {
  const asked = experimentRequest.parse({
    ...{
      name: 'Test',
      texts: {},
      colour: null,
      bookmaker_ids: [],
      share: 100,
      outcome: 'clicks',
      baseline: 0.1,
    },
    ...{ deviation: null, currency: null, effect: 0.5, alpha: 0.05, power: 0.8, window_days: 0, ...values },
  })
  const actor = { id: null, email: 'test' }
  const id = await createExperiment(database.kysely, asked, actor)
  await startExperiment(database.kysely, id, actor)
  const { number } = await database.kysely
    .selectFrom('experiments')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Waits until the site knows of it.
  await site.get('/en')
  return number.toString(36)
}

const order = () => start({ kind: 'order', bookmaker_ids: [ids[3], ids[1]] })
const rowsOf = (page: Page) => page.locator('#compare tbody tr:not(.summary) th b').allTextContents()
const ownOf = (page: Page) => page.evaluate(() => localStorage.getItem('experiment'))
const keep = (page: Page, own: string) =>
  page.addInitScript(
    (text) => localStorage.getItem('experiment') ?? localStorage.setItem('experiment', text),
    own,
  )
const BY_PAYOUT = ['Alfa', 'Bravo', 'Carlo', 'Delta']

describe('an experiment with the order of bookmakers', () => {
  it('lists the chosen ones first before the first paint, and the best prices keep their marks', async () => {
    const number = await order()
    const bestOf = (page: Page) =>
      page
        .locator('#compare tbody td:has(.best)')
        .evaluateAll((cells) =>
          cells
            .map(
              (cell) =>
                `${cell.closest('tr')?.querySelector('th b')?.textContent}: ${cell.textContent?.match(/\d+\.\d+/)?.[0]}`,
            )
            .sort(),
        )
    let best: string[] = []
    await visit(browser, PERSON, async (page) => {
      await keep(page, `${number}a0`)
      await page.goto(address)
      await settled(page)
      expect(await rowsOf(page)).toEqual(BY_PAYOUT)
      expect(await page.locator('th.paid').getAttribute('aria-sort')).toBe('descending')
      expect(await page.locator('[data-note]').isVisible()).toBe(false)
      best = await bestOf(page)
    })
    await visit(browser, PERSON, async (page) => {
      await keep(page, `${number}b0`)
      // The orders that frames show, from the first one with a visible row.
      await page.addInitScript(() => {
        const orders = new Set<string>()
        Reflect.set(window, 'orders', orders)
        requestAnimationFrame(function look() {
          const rows = [...document.querySelectorAll('#compare tbody tr:not(.summary) th b')]
          const isShown = rows.some((row) => getComputedStyle(row).visibility === 'visible')
          if (isShown) orders.add(rows.map((it) => it.textContent).join())
          requestAnimationFrame(look)
        })
      })
      await page.goto(address)
      await settled(page)
      const listed = ['Delta', 'Bravo', 'Alfa', 'Carlo']
      expect(await page.evaluate(() => [...Reflect.get(window, 'orders')])).toEqual([listed.join()])
      expect(await rowsOf(page)).toEqual(listed)
      expect(await page.locator('th.paid').getAttribute('aria-sort')).toBeNull()
      expect(await page.locator('[data-note]').isVisible()).toBe(true)
      expect(await bestOf(page)).toEqual(best)
      expect(best).toContain('Delta: 3.50')
      // An order that the visitor chooses is his.
      await page.locator('th.paid a').click()
      await expect.poll(() => rowsOf(page)).toEqual(BY_PAYOUT)
    })
  })

  it('hides its part of a page that has arrived in part, and shows it after a while if its script never comes', async () => {
    await order()
    await visit(browser, PERSON, async (page) => {
      await page.route(address, async (route) => {
        const response = await route.fetch()
        const [arrived = ''] = (await response.text()).split('<script id="experiment">')
        await route.fulfill({ response, body: arrived })
      })
      await page.goto(address)
      const looks = await page.locator('#compare table[data-experiment]').evaluate((table) => {
        const [shown] = table.getAnimations()
        shown?.pause()
        return [0, 1_999, 2_000].map((time) => {
          if (shown) shown.currentTime = time
          return getComputedStyle(table).visibility
        })
      })
      expect(looks).toEqual(['hidden', 'hidden', 'visible'])
    })
  })

  it('counts a visitor once, and says in the links which variant he saw and whether he has clicked', async () => {
    const number = await order()
    await visit(browser, PERSON, async (page) => {
      await keep(page, `${number}b0`)
      const told: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/resources/experiment')) told.push(request.postData() ?? '')
      })
      const link = page.locator('#compare tbody .way').first()
      const mark = async () => (await link.getAttribute('href'))?.split('.').at(-1)
      await page.goto(address)
      await expect.poll(() => ownOf(page)).toBe(`${number}b1`)
      expect(await mark()).toBe(`${number}B1`)
      await page.reload()
      await settled(page)
      expect(told).toEqual([`mark=${number}B`])
      // A menu is no click: its entry may open the link later.
      await link.click({ button: 'right' })
      const opened = page.waitForEvent('popup')
      await page.waitForTimeout(100)
      expect(await mark()).toBe(`${number}B1`)
      await link.click()
      expect((await opened).url()).not.toBe('')
      await expect.poll(() => ownOf(page)).toBe(`${number}b2`)
      expect(await mark()).toBe(`${number}B`)
    })
    await expect
      .poll(() => database.kysely.selectFrom('experiment_visitors').select(['variant', 'visitors']).execute())
      .toEqual([{ variant: 'b', visitors: 1 }])
    await expect
      .poll(() => database.kysely.selectFrom('clicks').select(['variant', 'is_first']).execute())
      .toEqual([{ variant: 'b', is_first: true }])
  })

  it('marks the first click of a visitor, on whichever of the open pages it is', async () => {
    const number = await order()
    await visit(browser, PERSON, async (page) => {
      await keep(page, `${number}b0`)
      const [other, third] = [await page.context().newPage(), await page.context().newPage()]
      for (const it of [page, other, third]) {
        await it.goto(address)
        await settled(it)
      }
      const firstLink = (it: Page) => it.locator('#compare tbody .way').first()
      for (const it of [page, other, other]) {
        await it.bringToFront()
        const opened = it.waitForEvent('popup')
        await firstLink(it).click()
        await (await opened).close()
        await expect.poll(() => ownOf(it)).toBe(`${number}b2`)
      }
      // An entry of the menu opens the link as the menu finds it.
      await third.bringToFront()
      await firstLink(third).click({ button: 'right' })
      expect(await firstLink(third).getAttribute('href')).toMatch(/B$/)
    })
    await expect
      .poll(() => database.kysely.selectFrom('clicks').select('is_first').orderBy('id').execute())
      .toEqual([true, false, false].map((is_first) => ({ is_first })))
  })

  it('counts a visitor who clicks before the other scripts have loaded', async () => {
    const number = await order()
    await visit(browser, PERSON, async (page) => {
      await keep(page, `${number}a0`)
      let load: (() => void) | undefined
      const isAsked = new Promise<void>((resolve) => {
        load = resolve
      })
      await page.route('**/assets/start-*.js', async (route) => {
        await isAsked
        await route.continue()
      })
      await page.goto(address, { waitUntil: 'commit' })
      const link = page.locator('#compare tbody .way').first()
      const opened = page.waitForEvent('popup')
      await link.click()
      await opened
      await expect.poll(() => ownOf(page)).toBe(`${number}a2`)
      load?.()
      await settled(page)
    })
    await expect
      .poll(() => database.kysely.selectFrom('experiment_visitors').select(['variant', 'visitors']).execute())
      .toEqual([{ variant: 'a', visitors: 1 }])
  })

  it('leaves out visitors whose browser asks not to be measured', async () => {
    await order()
    await visit(browser, PERSON, async (page) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
      )
      await page.goto(address)
      await settled(page)
      expect(await rowsOf(page)).toEqual(BY_PAYOUT)
      expect(await ownOf(page)).toBeNull()
    })
  })

  it('divides its visitors into halves', async () => {
    const number = await order()
    await visit(browser, PERSON, async (page) => {
      await page.goto(address)
      await settled(page)
      const drawn = await page.evaluate(() =>
        Array.from({ length: 400 }, () => {
          localStorage.removeItem('experiment')
          window.experiment?.show(document)
          return localStorage.getItem('experiment') ?? ''
        }),
      )
      const ofB = drawn.filter((it) => it === `${number}b0`).length
      expect(drawn.filter((it) => it === `${number}a0`)).toHaveLength(400 - ofB)
      // Six standard deviations: once in 500 million runs.
      expect(Math.abs(ofB - 200)).toBeLessThan(60)
    })
  })
})

describe('an experiment with buttons', () => {
  it('changes their texts and colour where they have texts, with readable letters', async () => {
    const number = await start({ kind: 'button', texts: { en: 'Bet at {bookmaker}' }, colour: '#1a7f37' })
    await visit(browser, PERSON, async (page) => {
      await keep(page, `${number}b0`)
      await page.goto(address)
      await settled(page)
      const way = page.locator('#compare tbody .way').first()
      expect((await way.textContent())?.trim()).toBe('Bet at Alfa')
      expect(
        await way.evaluate((it) => [getComputedStyle(it).backgroundColor, getComputedStyle(it).color]),
      ).toEqual(['rgb(26, 127, 55)', 'rgb(255, 255, 255)'])
    })
    await visit(browser, { ...PERSON, viewport: SIZES.phone }, async (page) => {
      await page.goto(address)
      await settled(page)
      // Its texts are for screen readers only, so that nobody sees a difference.
      expect(await ownOf(page)).toBeNull()
    })
  })
})
