import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#app/features/settings/default-settings.ts'
import { COLUMNS_OF_TAB } from '#app/features/settings/schema.ts'
import { GRADIENTS, type ThemeSettings, themeCss } from '#app/features/theme/rules.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { openBrowser, openReadingRoom, SIZES, settled, visit } from './browser.ts'

const LEAGUE = '/en/soccer/italy/serie-a'
const hours = new Date().getUTCHours() - 12
/** Where it is about noon, so that what starts in an hour starts today. */
const ZONE = `Etc/GMT${hours < 0 ? '' : '+'}${hours}`

let database: Database
let site: TestSite
let browser: Browser
/** A page that other tests see too: they change nothing but the size of the window. */
let onPage: ReturnType<typeof openReadingRoom>
beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  const { leagueId } = await createPlace(db, { league: 'Serie A' })
  const odds = { league_id: leagueId, home_odds: 1.9, draw_odds: 3.4, away_odds: 4.4, bookmaker_count: 1 }
  const names = { home_team: 'Inter', away_team: 'Milan', slug: 'inter-vs-milan' }
  const match = await createMatch(db, { ...odds, ...names, featured: true })
  const bookmaker = await createBookmaker(db, { name: 'Alphabet' })
  await createQuote(db, { match, bookmaker, prices: [1.9, 3.4, 4.4] })
  await createMatch(db, { ...odds, start_time: new Date(Date.now() - 3_600_000), status: 'live' })
  await createMatch(db, { ...odds, start_time: new Date(Date.now() + 3_600_000) })
  await db
    .insertInto('promotions')
    .values({
      title: 'Offer',
      description: 'Now',
      button_text: 'Claim',
      button_link: '/en',
      side_menu_offer: true,
    })
    .execute()
  await db
    .updateTable('site_settings')
    .set({
      footer_about_text: 'Prices side by side',
      footer_facebook_url: 'https://facebook.example/a',
      time_zone: ZONE,
    })
    .execute()
  site = await openSite(database)
  browser = await openBrowser()
  const read = openReadingRoom(browser, { timezoneId: ZONE })
  onPage = (path, look) => read(site.origin.replace('127.0.0.1', 'localhost') + path, look)
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await database.close()
})

/**
 * Not looked at here: what shows under the pointer alone, and a ground that in the palette of a new site is the page's own.
 * The tests of settings look at their custom properties.
 */
const ELSEWHERE = new Set([
  'link_hover_color',
  'button_hover_background_color',
  'button_hover_text_color',
  'icon_hover_color',
  'sidebar_background_enabled',
])

/** The look with one column changed, and the look beside it, where what the column needs to show is there. */
function looksOf(column: string): { before: string; after: string } {
  const [, gradient] = /^(.*)_gradient_(?!enabled)/.exec(column) ?? []
  const before = { ...DEFAULT_SETTINGS, ...(gradient && { [`${gradient}_gradient_enabled`]: true }) }
  const now = before[column as keyof ThemeSettings] ?? ''
  const after = { ...before, [column]: anotherValue(column, now) }
  return { before: themeCss(before), after: themeCss(after) }
}

function anotherValue(column: string, now: string | number | boolean): string | number | boolean {
  if (typeof now === 'boolean') return !now
  if (column.endsWith('_angle')) return 77
  if (column.endsWith('_opacity')) return 0.42
  // What is written on the green of buttons stays dark enough to be shown as it is.
  return column.includes('button') && column.includes('text') ? '#301040' : '#fedcba'
}

/**
 * Of these columns those of which a page shows nothing, whatever it is that is pointed at: all rules for that hold too.
 * Of many alike things the first few are looked at.
 */
const unseenOf = (page: Page, columns: readonly string[]) =>
  page.evaluate(
    (looks) => {
      for (const parent of document.querySelectorAll('ul, ol, tbody, main div, nav'))
        for (const child of [...parent.children].slice(4)) child.remove()
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
      const pointedAt = new CSSStyleSheet()
      pointedAt.replaceSync(rules.map(({ cssText }) => cssText.replaceAll(':hover', ':is(*)')).join('\n'))
      const still = new CSSStyleSheet()
      still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
      const theme = document.querySelector<HTMLStyleElement>('style#theme')?.sheet
      if (theme) theme.disabled = true
      const look = new CSSStyleSheet()
      const shown = ['color', 'backgroundColor', 'backgroundImage', 'fill', 'stroke'] as const
      const edges = ['borderTopColor', 'borderBottomColor', 'borderLeftColor', 'borderRightColor'] as const
      const elements = [...document.querySelectorAll('body, body *')]
      const paintOf = (css: string): string => {
        look.replaceSync(css)
        const paint = elements.flatMap((element) => {
          const style = getComputedStyle(element)
          return [...shown, ...edges].map((property) => style[property])
        })
        return paint.join()
      }
      let unseen = looks
      for (const sheets of [
        [still, look],
        [still, look, pointedAt],
      ]) {
        document.adoptedStyleSheets = sheets
        const paints = new Map<string, string>()
        unseen = unseen.filter(({ before, after }) => {
          const paint = paints.get(before) ?? paintOf(before)
          paints.set(before, paint)
          return paintOf(after) === paint
        })
      }
      return unseen.map(({ column }) => column)
    },
    columns.map((column) => ({ column, ...looksOf(column) })),
  )

it(
  'shows every colour, background and gradient of the settings somewhere on the public pages',
  () =>
    visit(browser, { timezoneId: ZONE }, async (page) => {
      let unseen = COLUMNS_OF_TAB.appearance.filter((column) => !ELSEWHERE.has(column))
      for (const address of ['/en', '/en?tab=live', LEAGUE, '/en/soccer/italy', `${LEAGUE}/inter-vs-milan`]) {
        await page.goto(site.origin.replace('127.0.0.1', 'localhost') + address)
        await settled(page)
        unseen = await unseenOf(page, unseen)
      }
      expect(unseen).toEqual([])
    }),
  300_000,
)

/** Text without a colour of its own, and a mix, in each part of a dark site that has a white background of its own. */
const shadesInParts = (page: Page) => {
  const white = GRADIENTS.filter((name) => name !== 'background').map((name) => ({
    [`${name}_gradient_enabled`]: true,
    [`${name}_gradient_start_color`]: '#ffffff',
    [`${name}_gradient_start_opacity`]: 1,
    [`${name}_gradient_end_color`]: '#ffffff',
    [`${name}_gradient_end_opacity`]: 1,
  }))
  const css = themeCss(Object.assign({ ...DEFAULT_SETTINGS, visitor_schemes: false }, ...white))
  const parts = [...css.matchAll(/\}([^{}]+)\{/g)].flatMap(([, selectors = '']) => selectors.split(','))
  return page.evaluate(
    ({ css, parts }) => {
      const look = new CSSStyleSheet()
      look.replaceSync(css)
      const theme = document.querySelector<HTMLStyleElement>('style#theme')?.sheet
      if (theme) theme.disabled = true
      document.adoptedStyleSheets = [look]
      const shades = parts.map((part) => {
        const own = document.createElement('div')
        const [heading, mixed] = [document.createElement('b'), document.createElement('i')]
        own.className = part.slice(1)
        mixed.style.background = 'color-mix(in srgb, var(--raised) 100%, #000)'
        own.append(heading, mixed)
        document.querySelector('.site')?.append(own)
        const light = (colour: string) =>
          Number(/[\d.]+/.exec(colour)?.[0]) * (colour.startsWith('rgb') ? 1 : 255)
        const seen = {
          text: light(getComputedStyle(own).color),
          heading: light(getComputedStyle(heading).color),
          raised: light(getComputedStyle(mixed).backgroundColor),
        }
        own.remove()
        return { part, ...seen }
      })
      document.adoptedStyleSheets = []
      if (theme) theme.disabled = false
      return shades
    },
    { css, parts },
  )
}

it('writes dark on the light background of a part of a dark site, also where the text has no colour of its own', () =>
  onPage('/de', async (page) => {
    const shades = await shadesInParts(page)
    expect(shades.map(({ part }) => part)).toEqual([
      ...['.site-header', '.bottom-bar', '.sidebar', '.sidebar-menu', '.match-card', '.promotion-card'],
    ])
    for (const { part, text, heading, raised } of shades) {
      expect(text, part).toBeLessThan(130)
      expect(heading, part).toBeLessThan(130)
      expect(raised, part).toBeGreaterThan(180)
    }
  }))

/** Where the parts of the home page are, in pixels. */
const placesOf = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const tabs = document.querySelector('.list-bar > .tab-bar')
    return {
      offers: document.querySelectorAll('.promotion').length,
      price: boxOf('.group .price')?.top ?? 0,
      cut: tabs ? tabs.scrollWidth - tabs.clientWidth : 0,
      tabsEnd: boxOf('.list-bar > .tab-bar')?.bottom ?? 0,
      markets: boxOf('.list-bar > .market-switch')?.top ?? 0,
    }
  })

it('begins the prices of the home page above 420 pixels, below an offer and the line of favourites', async () => {
  for (const lang of ['de', 'fr', 'it'])
    await onPage(`/${lang}`, async (page) => {
      for (const size of [SIZES.phone, SIZES.desktop]) {
        await page.setViewportSize(size)
        await settled(page)
        const { offers, price } = await placesOf(page)
        expect(offers).toBeGreaterThan(0)
        expect(price).toBeGreaterThan(0)
        expect(price, lang).toBeLessThan(420)
      }
    })
})

it('begins the comparison of a match on the first screen, and a team’s side of the head leads to its page', () =>
  onPage(`${LEAGUE.replace('en', 'de')}/inter-vs-milan`, async (page) => {
    for (const [size, most] of [
      [SIZES.phone, 560],
      [SIZES.desktop, 500],
    ] as const) {
      await page.setViewportSize(size)
      await settled(page)
      const row = await page.locator('.grid-of-odds tr:not(.summary) .price').first().boundingBox()
      expect(row?.y).toBeLessThan(most)
    }
    await page.setViewportSize(SIZES.phone)
    for (const lang of ['de', 'ar']) {
      await page.goto(new URL(`${LEAGUE.replace('en', lang)}/inter-vs-milan`, page.url()).href)
      const teams = await page.evaluate(() =>
        [...document.querySelectorAll('.hero > .crest')].map((crest) => {
          const { x, y, width, height } = crest.getBoundingClientRect()
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('a')?.textContent
        }),
      )
      expect(teams, lang).toEqual(['Inter', 'Milan'])
    }
  }))

it('moves the choice of a market below the tabs and days where both do not fit', async () => {
  for (const lang of ['de', 'ar', 'fr']) {
    await onPage(`/${lang}`, async (page) => {
      for (const width of [768, 1000, 1100, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const { cut, markets, tabsEnd } = await placesOf(page)
        if (cut > 0) expect(markets, `${lang} ${width}`).toBeGreaterThanOrEqual(tabsEnd - 1)
      }
    })
  }
})

it.each([
  ['/en', true],
  ['/en?tab=live', false],
])('names a column of payouts only where a row of the group has one (%s: %s)', (path, isNamed) =>
  onPage(path, async (page) => {
    const payouts = page.locator('.group > header > .paid')
    expect(await payouts.count()).toBeGreaterThan(0)
    expect(await payouts.first().isVisible()).toBe(isNamed)
  }),
)

it('shows the long words of a title whole, from phones to desktops', () =>
  onPage(`${LEAGUE}/inter-vs-milan`, async (page) => {
    const names = page.locator('.hero h1 bdi')
    for (const [at, name] of ['Universitatea Cluj', 'Borussia Mönchengladbach'].entries())
      await names.nth(at).evaluate((element, name) => Object.assign(element, { textContent: name }), name)
    for (const width of [390, 768, 1000, 1100, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const cut = await names.evaluateAll((all) => all.map((it) => it.scrollWidth - it.clientWidth))
      expect(cut, `${width}`).toEqual([0, 0])
    }
  }))

it.each(['/de', LEAGUE, `${LEAGUE}/inter-vs-milan`])(
  'has no text smaller than 12 pixels, in the rail of tablets neither (%s)',
  (path) =>
    onPage(path, async (page) => {
      await page.setViewportSize(SIZES.tablet)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('body *')]
          .filter((it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
          .filter((it) => it.checkVisibility({ visibilityProperty: true }))
          .filter((it) => {
            const size = Number.parseFloat(getComputedStyle(it).fontSize)
            // Nothing is shown of a text of size 0: it is for screen readers.
            return size > 0 && size < 12
          })
          .map((it) => it.textContent),
      )
      expect(small).toEqual([])
    }),
)
