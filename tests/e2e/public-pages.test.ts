import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHtml } from '#tests/support/html.ts'
import { findUnlinkedRules } from '#tests/support/unlinked-rules.ts'
import { expectNoSidewaysScroll, openBrowser, SIZES, type VisitOptions } from './browser.ts'
import { origin, readWorld, visitWorld } from './world.ts'

/** What the public pages show of the world, as the server sends them: without scripts. */

let browser: Browser
/** A page of the world that other tests see too: they change nothing but the size of the window. */
let onPage: ReturnType<typeof readWorld>
beforeAll(async () => {
  browser = await openBrowser()
  onPage = readWorld(browser, { javaScriptEnabled: false })
})
afterAll(() => browser.close())

const ITALY = '/en/soccer/italy'
const SERIE_A = `${ITALY}/serie-a`

/** A page of the world for one test alone, on a desktop or with other options. */
const onOwnPage = (path: string, run: (page: Page) => Promise<void>, options: VisitOptions = {}) =>
  visitWorld(browser, { javaScriptEnabled: false, ...options }, async (page) => {
    await page.goto(origin + path)
    await run(page)
  })

const main = (page: Page) => page.locator('main')
const sidebar = (page: Page) => page.locator('#sidebar')
const footer = (page: Page) => page.locator('footer')
const headings = (of: Page | Locator, level = 2) => of.getByRole('heading', { level }).allTextContents()
const texts = async (of: Locator) => (await of.allTextContents()).map((text) => text.trim())
const hrefs = (of: Locator) => of.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
/** The text and the address of each link. */
const linksIn = (of: Locator) =>
  of.evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]))
const GLOBE = 'svg use[href$="#globe"]'
const rows = (of: Page | Locator) => of.locator('.group .match')
const rowOf = (of: Page | Locator, home: string) => rows(of).filter({ hasText: home }).first()
const section = (page: Page, title: string) =>
  main(page).locator('section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
/** The breadcrumb of a page, each with its link. */
const crumbs = async (page: Page) => {
  const items = main(page).getByRole('navigation', { name: 'Breadcrumb' }).locator('li:not([aria-hidden])')
  return items.evaluateAll((all) =>
    all
      .map((it) => `${it.textContent?.trim()} ${it.querySelector('a')?.getAttribute('href') ?? ''}`.trim())
      .filter((text) => text !== ''),
  )
}

describe('the frame', () => {
  it('has a sidebar, a header, the main part and a footer, in this order', () =>
    onPage('/en', async (page) => {
      const order = await page
        .locator('#sidebar, header.site-header, main, footer')
        .evaluateAll((parts) => parts.map((part) => part.id || part.localName))
      expect(order).toEqual(['sidebar', 'header', 'content', 'footer'])
    }))

  it.each([
    [768, true],
    [767, false],
  ])('at %i px shows the sidebar without a button: %s', (width, isFixed) =>
    onOwnPage(
      '/en',
      async (page) => {
        const opener = page.getByRole('button', { name: 'Open menu' })
        const bar = page.locator('nav.bottom-bar')
        expect(await Promise.all([sidebar(page), opener, bar].map((part) => part.isVisible()))).toEqual([
          isFixed,
          !isFixed,
          !isFixed,
        ])
        if (isFixed) {
          await page.evaluate(() => scrollTo(0, 2_000))
          const box = await sidebar(page).boundingBox()
          expect(box?.y).toBe(0)
          return
        }
        await opener.click()
        expect(await sidebar(page).isVisible()).toBe(true)
        await sidebar(page).getByRole('button', { name: 'Close menu' }).click()
        expect(await sidebar(page).isVisible()).toBe(false)
      },
      { viewport: { width, height: 700 } },
    ),
  )

  it('has Home, and sports that can be folded, in the order of their positions', () =>
    onOwnPage('/en', async (page) => {
      const menu = sidebar(page).getByRole('navigation').first()
      expect(await menu.getByRole('link', { name: 'Home', exact: true }).getAttribute('href')).toBe('/en')
      const sports = menu.locator('.sport > a')
      expect((await hrefs(sports)).slice(0, 2)).toEqual(['/en/soccer', '/en/tennis'])
      expect((await texts(sports)).map((it) => it.replace(/\W*\d*\W*$/, ''))).toEqual([
        'Soccer',
        'Tennis',
        'Basketball',
        'Baseball',
        'Ice Hockey',
        'Handball',
        'Rugby Union',
        'Volleyball',
      ])
      await menu.locator('summary', { hasText: 'Sports' }).first().click()
      expect(await sports.first().isVisible()).toBe(false)
    }))

  it('has the number of scheduled matches of a country in brackets, and nothing for zero', () =>
    onOwnPage(
      '/en/soccer',
      async (page) => {
        const country = (slug: string) => sidebar(page).locator(`a[href="/en/soccer/${slug}"]`)
        await sidebar(page).locator('details[data-countries=soccer] > summary').click()
        await country('france').waitFor()
        expect(await country('france').textContent()).toBe('France(1)')
        expect(await country('spain').textContent()).toBe('Spain(2)')
        expect(await country('norway').textContent()).toBe('Norway')
        expect((await texts(sidebar(page).locator('[data-countries=soccer] li'))).slice(0, 3)).toEqual([
          ...['International(2)', 'England(22)', 'Spain(2)'],
        ])
        // A sport has the sum of its countries.
        expect((await texts(sidebar(page).locator('.sport > a'))).slice(1, 4)).toEqual([
          'Tennis(5)',
          'Basketball(4)',
          'Baseball(1)',
        ])
      },
      { javaScriptEnabled: true },
    ))

  it('opens the wheel and offers in new tabs', () =>
    onPage('/en', async (page) => {
      const wheel = sidebar(page).getByRole('link', { name: /Spin The Wheel/ })
      expect([await wheel.getAttribute('target'), await wheel.getAttribute('href')]).toEqual([
        '_blank',
        expect.stringContaining('brightmere.example/wheel'),
      ])
      const offers = sidebar(page).getByRole('link', { name: /Brightmere|Bet now/ })
      expect(await offers.count()).toBe(1)
      expect([await offers.getAttribute('target'), await offers.getAttribute('rel')]).toEqual([
        '_blank',
        'sponsored nofollow noopener',
      ])
      const way = (await offers.getAttribute('href')) ?? ''
      const response = await fetch(new URL(way, page.url()), { redirect: 'manual' })
      expect(response.headers.get('location')).toBe('https://brightmere.example/')
      expect(await sidebar(page).locator('a[rel^=sponsored]').count()).toBe(1)
    }))

  it('lists the languages by their own names below, each with a flag, and checks the current one', () =>
    onOwnPage('/it/soccer', async (page) => {
      const picker = sidebar(page).locator('details').last()
      await picker.locator('summary').click()
      expect(await texts(picker.locator('li'))).toEqual([
        'English',
        'العربية',
        'Français',
        'Deutsch',
        'Italiano',
        'Português',
        'Español',
        'Türkçe',
      ])
      const flags = await picker
        .locator('li img')
        .evaluateAll((images) => images.map((it) => it.getAttribute('src')?.split('/').at(-1)))
      expect(flags).toEqual(['gb', 'sa', 'fr', 'de', 'it', 'pt', 'es', 'tr'].map((code) => `${code}.webp`))
      const current = picker.locator('[aria-current]')
      expect([await texts(current), await current.locator('svg').count()]).toEqual([['Italiano'], 1])
      expect((await hrefs(picker.locator('li a'))).slice(0, 3)).toEqual([
        '/en/soccer',
        '/ar/soccer',
        '/fr/soccer',
      ])
    }))

  it('has a search box, and two links for a signed-out visitor', () =>
    onPage('/en', async (page) => {
      const header = page.locator('header').first()
      expect(await header.getByRole('combobox').getAttribute('placeholder')).toBe(
        'Search matches, leagues, countries...',
      )
      expect(await linksIn(header.getByRole('link', { name: /^Sign (In|Up)$/ }))).toEqual([
        ['Sign In', '/en/login'],
        ['Sign Up', '/en/register'],
      ])
    }))

  it('ends in a footer with its blocks, links and copyright', () =>
    onPage('/en', async (page) => {
      const blocks = footer(page).locator('section')
      expect((await headings(footer(page))).slice(0, 3)).toEqual(['About', 'Quick links', 'Legal'])
      expect(await blocks.first().locator('p').textContent()).toMatch(
        /^Every bookmaker builds a margin into its odds\./,
      )
      expect(await linksIn(blocks.nth(1).getByRole('link'))).toEqual([['Soccer', '/en/soccer']])
      expect(await linksIn(blocks.nth(2).getByRole('link'))).toEqual([['Terms of use', '/en/search']])
      await footer(page).getByText('© Overround', { exact: true }).waitFor()
    }))
})

it('the offers, the wheel and the footer are in the language of the page', () =>
  onPage('/it', async (page) => {
    expect(await sidebar(page).getByRole('link', { name: 'Gira la ruota' }).count()).toBe(1)
    expect(await sidebar(page).locator('a[rel^=sponsored]').textContent()).toContain('Offerta di benvenuto')
    const offers = main(page).locator('.promotions li')
    expect(await offers.first().textContent()).toMatch(/Offerta di benvenuto · Inventata.*Scommetti/s)
    expect((await headings(footer(page))).slice(0, 3)).toEqual(['Chi siamo', 'Link rapidi', 'Note legali'])
    expect(await page.locator('#spin-wheel').textContent()).toMatch(/Tenta la fortuna.*Gira ora/s)
  }))

describe('the home page', () => {
  it('has offers, favourite leagues, tabs, sports and matches by league, in this order', () =>
    onPage('/en', async (page) => {
      const order = await main(page)
        .locator('section[aria-label], .favourites, nav[aria-label], .group')
        .evaluateAll((all) => all.map((it) => it.getAttribute('aria-label') ?? it.className))
      expect(order.slice(0, 7)).toEqual([
        'Promotions',
        'favourites',
        'Match',
        'Days',
        'Odds shown',
        'Choose a sport',
        'group match-card',
      ])
      const tabs = main(page).getByRole('link', { name: /^(Upcoming|Live) Matches/ })
      expect(await linksIn(tabs)).toEqual([
        ['Upcoming Matches', '?sport=soccer'],
        ['Live Matches(3)', '?sport=soccer&tab=live'],
      ])
      expect(await texts(main(page).locator('.tabs [aria-current]'))).toEqual(['Upcoming Matches'])
    }))

  it('shows the next twenty matches of the first sport, and a link to all of them', () =>
    onPage('/en', async (page) => {
      expect(await rows(page).count()).toBe(20)
      const groups = await page
        .locator('.group')
        .evaluateAll((all) =>
          all.map((group) => [...group.querySelectorAll('time')].map((it) => it.dateTime)),
        )
      for (const starts of groups) expect(starts).toEqual([...starts].sort())
      const firsts = groups.map(([first]) => first ?? '')
      expect(firsts).toEqual([...firsts].sort())
      const all = main(page).getByRole('link', { name: 'View all Soccer matches' })
      expect(await all.getAttribute('href')).toBe('/en/soccer')
    }))

  it('shows live matches in their tab', () =>
    onPage('/en?tab=live', async (page) => {
      expect(await texts(rows(page).locator('.fixture').first())).toHaveLength(1)
      for (const home of ['Inter', 'Juventus', 'Roma']) await rowOf(page, home).getByText('LIVE').waitFor()
      expect(await rows(page).count()).toBe(3)
      // Closing odds are grey, unlike odds that are on offer.
      const [closed, offered, muted] = await rows(page)
        .first()
        .evaluate((row) =>
          ['price closed', 'price', ''].map((className) => {
            const price = Object.assign(document.createElement('span'), {
              className,
              innerHTML: '<b>2.10</b>',
            })
            const figure = row.appendChild(price).firstElementChild as HTMLElement
            if (className === '') figure.style.color = 'var(--text-muted)'
            const { color } = getComputedStyle(figure)
            price.remove()
            return color
          }),
        )
      expect([closed === muted, offered === muted]).toEqual([true, false])
      expect(await hrefs(main(page).getByRole('link', { name: 'View all Soccer matches' }))).toEqual([
        '/en/soccer',
      ])
      const chips = main(page).getByRole('navigation', { name: 'Choose a sport' }).getByRole('link')
      expect((await hrefs(chips)).slice(0, 2)).toEqual(['?sport=soccer&tab=live', '?sport=tennis&tab=live'])
    }))

  it('has a chip for each sport, which links to its matches', () =>
    onOwnPage('/en', async (page) => {
      const chips = main(page).getByRole('navigation', { name: 'Choose a sport' }).getByRole('link')
      expect((await texts(chips)).slice(0, 3)).toEqual(['Soccer', 'Tennis', 'Basketball'])
      expect(await chips.count()).toBe(8)
      expect(await texts(main(page).locator('nav [aria-current]').filter({ hasText: 'Soccer' }))).toEqual([
        'Soccer',
      ])
      await chips.nth(1).click()
      await page.waitForURL(`${origin}/en?sport=tennis`)
      await rowOf(page, 'Jannik Sinner').waitFor()
      expect(await rows(page).filter({ hasText: 'Inter' }).count()).toBe(0)
      expect(await texts(chips.and(page.locator('[aria-current]')))).toEqual(['Tennis'])
      expect(await hrefs(main(page).getByRole('link', { name: /^View all/ }))).toEqual(['/en/tennis'])
    }))

  it('states that a sport has no match to show', () =>
    onPage('/en?tab=live&sport=tennis', async (page) => {
      await main(page).getByText('No matches available', { exact: true }).waitFor()
      expect(await rows(page).count()).toBe(0)
    }))

  it('asks a signed-out visitor to sign in for favourites', () =>
    onPage('/en', async (page) => {
      const favourites = main(page).locator('.favourites')
      await favourites.getByText('Sign in to see the next matches of your favorite leagues here.').waitFor()
      expect(await favourites.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toMatch(
        /^\/en\/login/,
      )
    }))
})

describe('a row of a match', () => {
  it('has teams, day and time, badge, prices with two decimals, and a link to the match', () =>
    onPage(SERIE_A, async (page) => {
      const row = rowOf(page, 'Atalanta')
      expect(await texts(row.locator('.team bdi').first())).toEqual(['Atalanta'])
      expect(await row.locator('time').first().getAttribute('datetime')).toBe('2030-03-06T17:30Z')
      await row.getByText('17:30').first().waitFor()
      await row.getByText('Today').first().waitFor()
      const prices = await texts(row.locator('.price > b'))
      expect(prices.length).toBeGreaterThanOrEqual(3)
      for (const price of prices.slice(0, 3)) expect(price).toMatch(/^\d+\.\d\d$/)
      expect(
        await row
          .getByRole('link', { name: /^View Match Details: .*Atalanta.*Fiorentina/ })
          .getAttribute('href'),
      ).toBe(`${SERIE_A}/atalanta-vs-fiorentina`)
    }))

  it.each([
    [SERIE_A, '1X2'],
    ['/en?sport=tennis', '12'],
  ])('has a column for the draw only in a list in which one is quoted (%s)', (path, heads) =>
    onPage(path, async (page) => {
      const head = page.locator('.group > header').first()
      expect((await texts(head.locator('> span:not(.paid, .books, .ways)'))).join('')).toBe(heads)
    }),
  )

  it('shows a dash when nobody quotes', () =>
    onPage(SERIE_A, async (page) => {
      const row = rowOf(page, 'Udinese')
      expect(await row.textContent()).toContain('–')
      expect(await row.textContent()).not.toMatch(/\d\.\d\d/)
    }))
})

describe('a sport', () => {
  it('folds its countries, the first one open, each with a flag or a globe', () =>
    onPage('/en/soccer', async (page) => {
      expect(await crumbs(page)).toEqual(['Home /en', 'Soccer'])
      const countries = main(page).locator('details')
      const names = await countries
        .locator('> summary')
        .evaluateAll((all) => all.map((it) => it.textContent ?? ''))
      expect(names.length).toBe(9)
      expect(names.slice(0, 3).map((name) => name.replace(/\d.*/, ''))).toEqual([
        ...['International', 'England', 'Spain'],
      ])
      expect(await countries.evaluateAll((all) => all.map((it) => (it as HTMLDetailsElement).open))).toEqual(
        names.map((_, index) => index === 0),
      )
      expect(await countries.filter({ hasText: 'Italy' }).locator('summary img').getAttribute('src')).toMatch(
        /\/it\.webp$/,
      )
      const flags = await countries
        .locator('> summary img')
        .evaluateAll((images) => images.map((it) => it.getAttribute('src')))
      expect([flags.length, new Set(flags).size]).toEqual([8, 8])
      const international = countries.filter({ hasText: 'International' })
      expect([
        await international.locator('summary img').count(),
        await international.locator(`summary ${GLOBE}`).count(),
      ]).toEqual([0, 1])
    }))

  it('shows the leagues of a country as cards with a mark, a heart and a link', () =>
    onOwnPage('/en/soccer#italy', async (page) => {
      const italy = main(page).locator('details#italy')
      await italy.evaluate((it) => it.setAttribute('open', ''))
      const card = italy.locator('li', { has: page.locator(`a[href="${SERIE_A}"]`) }).first()
      await card
        .getByRole('link', { name: /Serie A/ })
        .first()
        .waitFor()
      await card.getByText('View Matches', { exact: true }).waitFor()
      expect(await card.locator('a > :is(img, svg)').count()).toBe(1)
      expect(await card.getByRole('button', { name: 'Favorite: Serie A', includeHidden: true }).count()).toBe(
        1,
      )
      await card
        .getByRole('link', { name: /Serie A/ })
        .first()
        .click()
      await page.waitForURL(origin + SERIE_A)
    }))
})

describe('a country', () => {
  it('has its breadcrumb, its leagues with hearts, and three columns in order', () =>
    onPage(ITALY, async (page) => {
      expect(await crumbs(page)).toEqual(['Home /en', 'Soccer /en/soccer', 'Italy'])
      const titles = ['Leagues', 'Live Matches', 'Featured Matches', 'Sure Bets']
      expect(await headings(main(page))).toEqual(titles)
      const columns = await Promise.all(titles.slice(1).map((title) => section(page, title).boundingBox()))
      expect(new Set(columns.map((box) => box?.y)).size).toBe(1)
      expect(columns.map((box) => box?.x)).toEqual(columns.map((box) => box?.x).sort((a = 0, b = 0) => a - b))
      const leagues = section(page, 'Leagues')
      expect(await hrefs(leagues.getByRole('listitem').getByRole('link').first())).toEqual([SERIE_A])
      expect(await leagues.getByRole('button', { includeHidden: true }).count()).toBe(2)
      // What is to come in it, instead of a bare name.
      expect(await leagues.getByRole('listitem').first().textContent()).toMatch(/\d+ matches/)
      for (const home of ['Inter', 'Juventus', 'Roma'])
        await section(page, 'Live Matches').getByText(home).first().waitFor()
      await section(page, 'Featured Matches').getByText('Atalanta').first().waitFor()
      for (const title of ['Live Matches', 'Featured Matches']) {
        const starts = await section(page, title)
          .locator('time')
          .evaluateAll((times) => times.map((it) => (it as HTMLTimeElement).dateTime))
        expect(starts).toEqual([...starts].sort())
        expect(starts.length).toBeGreaterThan(2)
      }
      expect(await section(page, 'Sure Bets').textContent()).toContain(
        'These hints are derived from the odds alone. No outcome is certain, and odds can change before a bet is placed. 18+',
      )
    }))

  it('gives no column to live matches while there are none', () =>
    onOwnPage('/en/soccer', async (page) => {
      const countries = await hrefs(main(page).locator('a[href^="/en/soccer/"]'))
      const paths = [...new Set(countries.map((href) => href?.split('/').slice(0, 4).join('/') ?? ''))]
      const seen: string[] = []
      for (const path of paths) {
        await page.goto(origin + path)
        if ((await section(page, 'Live Matches').locator('li').count()) > 0) continue
        const [live, featured, hints, whole] = await Promise.all([
          section(page, 'Live Matches').boundingBox(),
          section(page, 'Featured Matches').boundingBox(),
          section(page, 'Sure Bets').boundingBox(),
          main(page).boundingBox(),
        ])
        if (!live || !featured || !hints || !whole) throw new Error(`${path} has no parts`)
        expect(live.height, path).toBeLessThan(120)
        // A line above the others, which share the width.
        expect(live.width, path).toBeGreaterThan(whole.width * 0.9)
        expect(featured.y, path).toBeGreaterThanOrEqual(live.y + live.height - 1)
        if ((await section(page, 'Featured Matches').locator('li').count()) > 0) {
          expect(featured.width + hints.width, path).toBeGreaterThan(whole.width * 0.85)
          seen.push(path)
        }
      }
      expect(seen.length).toBeGreaterThan(0)
    }))

  it('marks a real sure bet, and states the lowest odds and what 100 euro return', () =>
    onPage(ITALY, async (page) => {
      const hints = section(page, 'Sure Bets').getByRole('listitem')
      // One that is real, then five of the widest.
      expect(await hints.count()).toBe(6)
      expect(await hints.first().textContent()).toMatch(/Sure bet: .*Lecce.*Parma/s)
      for (const text of await hints.allTextContents())
        expect(text.replaceAll(/[\u2068\u2069]/g, '')).toMatch(/€100 returns? €\d+\.\d\d$/)
    }))

  it('shows the next five scheduled matches under the same title when none is featured', () =>
    onPage('/en/soccer/colombia', async (page) => {
      const featured = section(page, 'Featured Matches').getByRole('listitem')
      expect(await featured.count()).toBeGreaterThan(0)
      expect(await featured.count()).toBeLessThanOrEqual(5)
      await section(page, 'Live Matches').getByText('No live matches at the moment').waitFor()
    }))
})

/** Whether the time of a past match stands above its teams, as on a card, and not beside them. */
async function isStacked(page: Page): Promise<boolean> {
  const row = page.locator('#recent-results .match').first()
  const [time, team] = await Promise.all(
    ['.when', '.team'].map((part) => row.locator(part).first().boundingBox()),
  )
  if (!time || !team) throw new Error('the row is not shown')
  return time.y + time.height <= team.y
}

it('the heart of a league is not shown without scripts, which it needs', () =>
  onPage(SERIE_A, async (page) => {
    expect(
      await main(page).getByRole('button', { name: 'Favorite: Serie A', includeHidden: true }).count(),
    ).toBe(1)
    expect(await page.locator('main button:visible').count()).toBe(0)
  }))

describe('the archive of a league', () => {
  it('has its closed outrights with long names of winners within the page, from 320 px on', () =>
    onPage(`${SERIE_A}/results`, async (page) => {
      for (const width of [320, ...Object.values(SIZES).map((size) => size.width)]) {
        await page.setViewportSize({ width, height: 800 })
        const row = section(page, 'Outrights').getByRole('row').filter({ hasText: 'Top Scorer' })
        expect(await texts(row.getByRole('cell'))).toEqual([
          '–',
          'Bartholomeus Vandenberghe-Quagliarella –Massimiliano Sottomontagnafioravanti –',
        ])
        await expectNoSidewaysScroll(page, `the archive at ${width} px`)
      }
    }))
})

describe('a league', () => {
  it('has its breadcrumb, its mark, a heart and a button down to the recent results', () =>
    onOwnPage(SERIE_A, async (page) => {
      expect(await crumbs(page)).toEqual(['Home /en', 'Soccer /en/soccer', `Italy ${ITALY}`, 'Serie A'])
      const head = main(page).locator('.league-head')
      expect(await head.getByRole('heading', { level: 1 }).textContent()).toBe('Serie A')
      expect(await head.locator('svg.crest').count()).toBe(1)
      expect(await head.getByRole('button', { name: 'Favorite: Serie A', includeHidden: true }).count()).toBe(
        1,
      )
      await head.getByRole('link', { name: 'Recent Results' }).click()
      expect(new URL(page.url()).hash).toBe('#recent-results')
      expect(await headings(main(page))).toEqual(['Featured Matches', 'Upcoming Matches', 'Recent Results'])
    }))

  it('groups upcoming matches by day under a heading with the weekday', () =>
    onPage(SERIE_A, async (page) => {
      const days = await section(page, 'Upcoming Matches')
        .getByRole('heading', { level: 3 })
        .allTextContents()
      expect(days.slice(0, 3)).toEqual(['Wednesday, March 6', 'Thursday, March 7', 'Friday, March 8'])
      expect(new Set(days).size).toBe(days.length)
    }))

  it('has rows of results with scores', () =>
    onPage(SERIE_A, async (page) => {
      const results = page.locator('#recent-results .match')
      expect(await results.count()).toBe(3)
      expect(await texts(results.filter({ hasText: 'Napoli' }).locator('.team b'))).toEqual(['0', '2'])
      expect(await results.filter({ hasText: 'Lazio' }).textContent()).toContain('Result not available')
      expect(await results.filter({ hasText: 'Atalanta' }).count()).toBe(1)
      expect(await isStacked(page)).toBe(false)
    }))

  it.each([
    ['en', true],
    ['ar', false],
  ])('links to a result with its goals in the order of the sides (%s)', async (lang, homeIsLeft) => {
    const result = await onPage(SERIE_A.replace('/en', `/${lang}`), (page) =>
      page
        .locator('#recent-results .match')
        .filter({ hasText: 'Napoli' })
        .getByRole('link')
        .first()
        .getAttribute('href'),
    )
    await onPage(result ?? '', async (page) => {
      const [home = 0, away = 0] = await page.getByText('0 – 2', { exact: true }).evaluate((score) =>
        [score.firstChild, score.lastChild].map((goals) => {
          const range = document.createRange()
          if (goals) range.selectNode(goals)
          return range.getBoundingClientRect().left
        }),
      )
      expect(home < away).toBe(homeIsLeft)
    })
  })

  it('has at most ten featured matches', () =>
    onPage(SERIE_A, async (page) => {
      expect(await section(page, 'Featured Matches').getByRole('listitem').count()).toBe(10)
    }))
})

describe('a match', () => {
  const toCome = `${SERIE_A}/atalanta-vs-fiorentina`

  it('has a breadcrumb of five levels and a header with its prices', () =>
    onPage(toCome, async (page) => {
      expect(await crumbs(page)).toEqual([
        'Home /en',
        'Soccer /en/soccer',
        `Italy ${ITALY}`,
        `Serie A ${SERIE_A}`,
        'Atalanta – Fiorentina',
      ])
      const tiles = main(page).locator('.tiles > .tile')
      expect(await texts(tiles.locator('strong'))).toEqual(
        Array(3).fill(expect.stringMatching(/^\d+\.\d\d$/)),
      )
      expect(await texts(tiles.locator('.of'))).toEqual(['1 Atalanta', 'X Draw', '2 Fiorentina'])
      const best = await page.locator('#compare tbody tr').first().locator('td').allTextContents()
      expect(await texts(tiles.locator('strong'))).toEqual(
        best.slice(0, 3).map((text) => /\d+\.\d\d/.exec(text)?.[0]),
      )
    }))

  it('has statistics and a live score only when there is a fixture', async () => {
    await onPage(`${SERIE_A}/inter-vs-milan`, async (page) => {
      const header = main(page).locator('.hero')
      await header.getByText('2 – 1', { exact: true }).waitFor()
      await header.getByText('Second half').waitFor()
      expect(await header.textContent()).toContain('54′')
      const statistics = section(page, 'Match Statistics')
      for (const text of ['Half time', '1–1', 'San Siro', 'D. Orsato', 'Regular Season - 27'])
        expect(await statistics.textContent()).toContain(text)
    })
    await onPage(toCome, async (page) => {
      expect(await headings(main(page))).not.toContain('Match Statistics')
    })
  })

  it('shows a bar of 100 divided by the best price to one decimal for each outcome', () =>
    onPage(toCome, async (page) => {
      const best = await page.locator('#compare tbody tr').first().locator('td').allTextContents()
      const prices = best.slice(0, 3).map((text) => Number(/\d+\.\d\d/.exec(text)?.[0]))
      const chances = await texts(section(page, 'Implied probability').locator('dd bdi'))
      expect(chances).toEqual(prices.map((price) => `${(100 / price).toFixed(1)}%`))
    }))

  it('has the highest win and the safest bet, outbound links, and past matches with their results', () =>
    onPage(toCome, async (page) => {
      const text = (await main(page).textContent()) ?? ''
      for (const part of ['Highest Win', 'Safest Bet', 'Team Statistics']) expect(text).toContain(part)
      const out = main(page).locator('a[href^="/go/b"].way').first()
      expect(await out.textContent()).toMatch(/^Visit /)
      expect([await out.getAttribute('rel'), await out.getAttribute('target')]).toEqual([
        'sponsored nofollow noopener',
        '_blank',
      ])
      expect(await section(page, 'Team Statistics').getByRole('listitem').count()).toBeGreaterThan(0)
    }))

  it('shows the score in its header once it is over, and has no outbound link', () =>
    onPage(`${SERIE_A}/milan-vs-juventus`, async (page) => {
      await main(page).locator('.hero').getByText('1 – 1', { exact: true }).waitFor()
      expect(await main(page).locator('a[href^="/go/"]').count()).toBe(0)
      expect(await main(page).locator('.hero').textContent()).not.toMatch(/\d\.\d\d/)
    }))
})

describe('on a phone', () => {
  it('the bar at the bottom has the links to sign in and the wheel', () =>
    onOwnPage(
      '/en',
      async (page) => {
        const bar = page.getByRole('navigation', { name: 'Quick access' })
        expect(await linksIn(bar.getByRole('link', { name: /^Sign (In|Up)$/ }))).toEqual([
          ['Sign In', '/login'],
          ['Sign Up', '/register'],
        ])
        await bar.getByRole('button', { name: 'Spin The Wheel' }).click()
        const spin = page.getByRole('link', { name: 'Spin Now' })
        expect(await spin.getAttribute('href')).toContain('brightmere.example/wheel')
        expect(await spin.getAttribute('target')).toBe('_blank')
        const popup = page.locator('#spin-wheel')
        expect(await texts(popup.locator('b, p'))).toEqual([
          'Spin The Wheel',
          'Try your luck and win prizes!',
        ])
      },
      { viewport: SIZES.phone },
    ))

  it('each league of the home page stands with its country', () =>
    onPage('/en', async (page) => {
      await page.setViewportSize(SIZES.phone)
      const heads = await main(page)
        .locator('h2:visible:has(> a > b + span)')
        .evaluateAll((list) =>
          list.map((head) => {
            const country = head.querySelector('span')
            const { left = 0, right = 0, width = 0 } = country?.getBoundingClientRect() ?? {}
            return {
              league: head.querySelector('b')?.textContent,
              isShown: width > 0 && left >= 0 && right <= innerWidth,
            }
          }),
        )
      expect(heads.length).toBeGreaterThan(3)
      expect(heads.filter(({ league, isShown }) => !league || !isShown)).toEqual([])
    }))

  it('the recent results are not a table', () =>
    onPage(SERIE_A, async (page) => {
      await page.setViewportSize(SIZES.phone)
      expect(await page.locator('#recent-results .match:visible').count()).toBe(3)
      expect(await isStacked(page)).toBe(true)
    }))
})

it('a page has the style sheets of all its parts', async () => {
  const read = async (path: string) => (await fetch(origin + path)).text()
  const linksOf = (html: string) =>
    readHtml(html)
      .all('a')
      .map((link) => link.attribute('href') ?? '')
  const league = linksOf(await read(SERIE_A))
  const lists = ['/en', '/en?tab=live', '/en/soccer', ITALY, SERIE_A, '/ar/soccer/italy/serie-a']
  const parts = ['odds', 'results', 'standings'].map((name) => `${SERIE_A}/${name}`)
  const match = league.find((href) => href.includes('-vs-')) ?? ''
  const outright = league.find((href) => href.includes('/outright/')) ?? ''
  // The choices of outcomes for the coupon, and coupons with one each; not every match has prices.
  const choices = linksOf(await read('/en/coupon?q=inter')).filter((href) => href.includes('?match='))
  const coupons = choices.map((href) => `${href.replace('?match=', '?c=')}!home`)
  const others = [
    'bookmakers',
    'dropping-odds?since=opening',
    'sure-bets',
    'value',
    'search?q=inter',
    'your-country',
    'value/record',
    'soccer/italy/team/inter',
    'tools/lay',
    'coupon',
  ]
  const [tools, missing] = [['tools', 'widgets', 'api'], 'no-such-page']
  const paths = [
    ...lists,
    ...parts,
    match,
    outright,
    ...choices,
    ...coupons,
    ...[...others, ...tools, missing].map((name) => `/en/${name}`),
  ]
  const pages: Record<string, string> = {}
  for (const path of paths) {
    pages[path] = await read(path)
    expect(pages[path], path).toContain('<main')
  }
  expect(coupons.map((path) => pages[path]).join()).toContain('coupon-offers')
  const sheets: Record<string, string> = {}
  for (const html of Object.values(pages))
    for (const [, href = ''] of html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g))
      sheets[href] ??= await read(href)
  expect(Object.keys(sheets).length).toBeGreaterThan(2)
  await onPage('/en', async (page) => {
    expect(await page.evaluate(findUnlinkedRules, { pages, sheets })).toEqual([])
  })
})
