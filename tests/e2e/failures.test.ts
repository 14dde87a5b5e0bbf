import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  holdBack,
  openBrowser,
  SIZES,
  settled,
  type Visits,
  visitsOf,
} from './browser.ts'

const LEAGUE = '/en/soccer/italy/serie-a'
const HINT = 'If this does not go away, refresh the page or come back in a minute.'

let database: Database
let site: TestSite
let browser: Browser
let visit: Visits
let origin: string

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const { leagueId } = await createPlace(db, { league: 'Serie A' })
  await createPlace(db, { league: 'Empty Cup' })
  await createPlace(db, { country: 'Nowhere', code: 'ZZ', league: 'Cup' })
  await createPlace(db, { sport: 'Tennis', country: 'France', code: 'FR', league: 'Open' })
  await createMatch(db, { league_id: leagueId })
  await db.insertInto('sports').values({ name: 'Unihockey', slug: 'unihockey' }).execute()
  await db
    .updateTable('site_settings')
    .set({ site_name: 'Quotissima', logo_url: '/no-such-logo.png' })
    .execute()
  site = await openSite(database)
  origin = site.origin.replace('127.0.0.1', 'localhost')
  browser = await openBrowser()
  visit = visitsOf(browser, origin)
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await database.close()
})

const TOLERATED = /404|Failed to load resource|Failed to fetch|ERR_FAILED|failed: /

/** Runs something while no match can be read. */
async function withoutMatches(run: () => Promise<void>): Promise<void> {
  await sql`alter table matches rename to matches_away`.execute(database.kysely)
  try {
    await run()
  } finally {
    await sql`alter table matches_away rename to matches`.execute(database.kysely)
  }
}

describe('a page that cannot be rendered', () => {
  it.each([
    ['phone', '/en?sport=tennis&tab=live', 'Best odds, side by side'],
    ['desktop', LEAGUE, 'Serie A'],
  ] as const)('reports the reason in red, and is shown after a reload (%s)', (size, path, heading) =>
    visit({ viewport: SIZES[size], tolerated: TOLERATED }, async (page) => {
      // As soon as it can be shown, the page renews itself, too.
      await page.route(/\/resources\/live/, (route) => route.abort())
      await withoutMatches(async () => {
        await page.goto(origin + path)
        await settled(page)
        const message = page.getByRole('alert').getByRole('heading', { name: 'Failed to load data' })
        expect(await message.evaluate(isOfColour, '--danger')).toBe(true)
        expect(await page.getByText(HINT).isVisible()).toBe(size === 'phone')
        await expectAccessible(page, 'error view')
        await expectNoSidewaysScroll(page, 'error view')
      })
      await page.getByRole('button', { name: 'Refresh Page' }).click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(page.url().replace(/\?$/, '')).toBe(origin + path)
    }),
  )
})

/** Whether an element is written in a colour of the theme that is not the page's. In the page itself. */
function isOfColour(element: Element, name: string): boolean {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color !== getComputedStyle(document.body).color && color === getComputedStyle(element).color
}

describe('a part of a page that cannot be shown', () => {
  it('is reported in red, in the sidebar and on the page', () =>
    visit({ tolerated: TOLERATED, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/en/unihockey`)
      const message = page.getByRole('alert').filter({ hasText: 'No countries found for sport' })
      expect(await message.evaluate(isOfColour, '--danger')).toBe(true)
      await message.evaluate((it) => document.querySelector('#sidebar nav')?.append(it))
      expect(await message.evaluate(isOfColour, '--danger')).toBe(true)
    }))
})

describe('an open page', () => {
  it('is fetched again when the server has sent an old copy', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      await page.clock.install()
      await page.goto(origin + LEAGUE)
      await settled(page)
      await page.waitForRequest(/\/resources\/live/)
      let requests = 0
      await page.route(origin + LEAGUE, async (route) => {
        requests += 1
        const response = await route.fetch()
        const old: Record<string, string> = requests === 1 ? { 'x-overround-stale': '1' } : {}
        await route.fulfill({ response, headers: { ...response.headers(), ...old } })
      })
      const first = page.waitForResponse((response) => response.headers()['x-overround-stale'] === '1')
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await (await first).finished()
      // Less than half a minute, after which a page is renewed for other reasons.
      for (let second = 0; second < 25 && requests < 2; second += 1) await page.clock.fastForward(1_000)
      await expect.poll(() => requests).toBe(2)
    }))
})

describe('a part of a page that is loading', () => {
  it('shows that matches are loading when it takes longer, and nothing once they have loaded', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const letGo = await holdBack(page, /\/en\?.*tab=live/)
      const [notices, tab] = [
        page.locator('#notices'),
        page.locator('main').getByRole('link', { name: 'Live' }),
      ]
      expect(await notices.textContent()).toBe('')
      await tab.click()
      await notices.getByText('Loading matches...', { exact: true }).waitFor()
      expect(await page.locator('#content').getAttribute('aria-busy')).toBe('true')
      letGo()
      await expect.poll(() => tab.getAttribute('aria-current')).toBe('page')
      expect([await notices.textContent(), await page.locator('#content').getAttribute('aria-busy')]).toEqual(
        ['', null],
      )
    }))
})

describe('a league without upcoming matches', () => {
  it('reports it in words for a phone and for a desktop', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      await page.goto(`${origin}/en/soccer/italy/empty-cup`)
      await settled(page)
      for (const size of ['phone', 'desktop'] as const) {
        await page.setViewportSize(SIZES[size])
        const notice = page.getByText('No Matches Found')
        expect(await notice.isVisible()).toBe(size === 'phone')
        expect(await notice.evaluate(isOfColour, '--warning')).toBe(true)
        expect(await page.getByText('No upcoming matches available').isVisible()).toBe(size === 'desktop')
      }
    }))
})

describe('an image that does not load', () => {
  const globeOf = (page: Page, country: string) =>
    page.locator('main summary', { hasText: country }).locator('use[href$="#globe"]')

  it("of the logo: the site's name is shown", () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      await page.goto(`${origin}/en`)
      await page.locator('#sidebar a[href="/en"]', { hasText: 'Quotissima' }).waitFor()
      expect(await page.locator('img[src="/no-such-logo.png"]').count()).toBe(0)
    }))

  it('of a flag: a globe is shown', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      await page.route(/flags-.*\/it\.webp/, (route) => route.abort())
      await page.goto(`${origin}/en/soccer`)
      await globeOf(page, 'Italy').waitFor({ state: 'attached' })
    }))

  it('before the start script works, and beside others: each has its fallback', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      await page.addInitScript(() => {
        const failed = (event: Event) =>
          event.target instanceof HTMLImageElement && event.target.src.includes('/it.')
        const isLate = new Promise((resolve) => {
          document.addEventListener('error', (event) => failed(event) && resolve(undefined), true)
        })
        const { requestAnimationFrame } = window
        window.requestAnimationFrame = (callback) => {
          isLate.then(() => requestAnimationFrame(callback))
          return 0
        }
      })
      await page.route(/flags-.*\/it\.webp/, (route) => route.abort())
      await page.goto(`${origin}/en/soccer`)
      await globeOf(page, 'Italy').waitFor({ state: 'attached' })
      expect(await page.locator('img[src="/no-such-logo.png"]').count()).toBe(0)
    }))

  it('of a country without a flag: a globe, without a request', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(`${origin}/en/soccer`)
      await globeOf(page, 'Nowhere').waitFor({ state: 'attached' })
      expect(asked.filter((url) => url.includes('zz.webp'))).toEqual([])
    }))
})

describe('a browser without a time zone', () => {
  it('shows times in UTC', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      await page.addInitScript(() => {
        const { resolvedOptions } = Intl.DateTimeFormat.prototype
        Intl.DateTimeFormat.prototype.resolvedOptions = function () {
          return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
        }
        Object.assign(globalThis, { Temporal: { Now: { timeZoneId: () => 'Etc/Unknown' } } })
      })
      await page.goto(origin + LEAGUE)
      await page.getByText('Times: UTC').waitFor()
    }))
})

describe('a match that becomes past while its page is open', () => {
  it('waits for its result, then shows it', () =>
    visit({ tolerated: TOLERATED, alone: true }, async (page) => {
      const start = new Date(Date.now() - 119 * 60_000)
      const { league_id } = await database.kysely
        .selectFrom('matches')
        .select('league_id')
        .limit(1)
        .executeTakeFirstOrThrow()
      await createMatch(database.kysely, {
        league_id,
        home_team: 'Inter',
        away_team: 'Milan',
        slug: 'inter-vs-milan',
        start_time: start,
      })
      await page.clock.install({ time: new Date() })
      await page.goto(`${origin}${LEAGUE}/inter-vs-milan`)
      await settled(page)
      await page.locator('main').getByText('Match in progress').waitFor()
      const letGo = await holdBack(page, `**${LEAGUE}/inter-vs-milan`)
      await database.kysely
        .insertInto('sportsdb_events')
        .values({
          event_id: 1,
          sport: 'Soccer',
          home_team: 'Inter',
          away_team: 'Milan',
          home_score: 3,
          away_score: 2,
          date_event: start.toISOString().slice(0, 10),
        })
        .execute()
      await database.kysely
        .updateTable('matches')
        .set({ start_time: new Date(start.getTime() - 5 * 60_000) })
        .where('slug', '=', 'inter-vs-milan')
        .execute()
      await page.clock.runFor(3 * 60_000)
      await page.locator('#notices').getByText('Loading result...').waitFor()
      letGo()
      await page.locator('main header').getByText('3 – 2', { exact: true }).waitFor()
      await expect.poll(() => page.locator('#notices').textContent()).toBe('')
    }))
})

describe('a page that is open', () => {
  const PAGE = '/en/soccer/italy/serie-b/pisa-vs-bari'
  const pair = { home_team: 'Pisa', away_team: 'Bari', slug: 'pisa-vs-bari' }
  let league_id: string
  beforeAll(async () => {
    league_id = (await createPlace(database.kysely, { league: 'Serie B' })).leagueId
  })

  it('asks again after renewals that were refused, and tells meanwhile how old its prices are', () =>
    visit({ tolerated: TOLERATED, alone: true }, async (page) => {
      const bari = { ...pair, away_team: 'Como', slug: 'pisa-vs-como' }
      const id = await createMatch(database.kysely, { league_id, ...bari })
      const address = `${origin}/en/soccer/italy/serie-b/pisa-vs-como`
      await page.goto(address)
      await settled(page)
      let refused = 0
      await page.route(address, (route) => {
        refused += 1
        return route.fulfill({ status: 503 })
      })
      await database.kysely
        .updateTable('matches')
        .set({ away_team: 'Como Calcio' })
        .where('id', '=', id)
        .execute()
      await expect.poll(() => refused).toBe(1)
      const notices = page.locator('#notices')
      await notices.getByText(/^No connection. The odds on this page are from .+ \d\d:\d\d\.$/).waitFor()
      expect(await page.locator('html').getAttribute('data-copied')).toMatch(/^20\d\d-/)
      await page.unroute(address)
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await page.getByRole('heading', { level: 1, name: 'Como Calcio' }).waitFor()
      expect(await notices.textContent()).toBe('')
      expect(await page.locator('html').getAttribute('data-copied')).toBe(null)
    }))

  it('moves to its new address with its next change', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      const start_time = new Date(Date.now() - 60_000)
      const id = await createMatch(database.kysely, { league_id, ...pair, start_time })
      await page.goto(origin + PAGE)
      await settled(page)
      await createMatch(database.kysely, { league_id, ...pair })
      await page.waitForURL(origin + PAGE.replace('/pisa', `/${id}/pisa`))
      await page.locator('main').getByText('Match in progress').waitFor()
    }))

  it('shows promotions that are new in their colours', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const card = page.locator('.promotion-card').first()
      expect(await card.count()).toBe(0)
      await database.kysely
        .insertInto('promotions')
        .values({
          title: 'Welcome',
          subtitle: 'A bonus',
          description: 'The first deposit is doubled.',
          button_text: 'Claim',
          button_link: 'https://bookmaker.example/1',
          star_rating: 4,
          end_date: new Date(Date.now() + 24 * 3_600_000),
        })
        .execute()
      await card.waitFor()
      const lookOf = (element: Element) => {
        const { backgroundImage, color } = getComputedStyle(element)
        return { backgroundImage, color }
      }
      const shown = await card.evaluate(lookOf)
      await page.reload()
      expect(shown).toEqual(await card.evaluate(lookOf))
      await database.kysely.deleteFrom('promotions').execute()
    }))

  it('says that it is gone, and comes back', () =>
    visit({ tolerated: TOLERATED }, async (page) => {
      const show = (is_active: boolean) =>
        database.kysely.updateTable('leagues').set({ is_active }).where('id', '=', league_id).execute()
      await page.goto(`${origin}/en/soccer/italy/serie-b`)
      await settled(page)
      await show(false)
      await page.getByRole('alert').getByText('League not found').waitFor()
      await show(true)
      await page.getByRole('heading', { level: 1, name: 'Serie B' }).waitFor()
    }))
})
