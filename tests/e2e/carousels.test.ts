import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FavouriteLeague, FavouritesAnswer } from '#app/features/favourites/schema.ts'
import { listOfLeagueFrom } from '#app/features/matches/queries.server.ts'
import type { Me } from '#app/features/visitor/schema.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { matchPath } from '#app/platform/paths.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  holdBack,
  openBrowser,
  painted,
  SIZES,
  settled,
  visit,
} from './browser.ts'

const SPORTS = [
  'Soccer',
  'Tennis',
  'Basketball',
  'Baseball',
  'Handball',
  'Volleyball',
  'Rugby Union',
  'Ice Hockey',
]
const LEAGUE = '/en/soccer/italy/serie-a'
const BROKEN_IMAGE = '/broken.png'

let database: Database
let site: TestSite
let browser: Browser
let origin: string
let favourite: FavouriteLeague

beforeAll(async () => {
  database = await createTestDatabase()
  const db = database.kysely
  for (const sport of SPORTS) await createPlace(db, { sport })
  const { leagueId } = await createPlace(db, { league: 'Serie A' })
  for (let number = 0; number < 12; number += 1) await createMatch(db, { league_id: leagueId })
  await db.insertInto('promotions').values([1, 2, 3, 4, 5].map(promotion)).execute()
  await db
    .insertInto('promotions')
    .values({ ...promotion(6), title: 'Over', end_date: new Date('2026-01-01') })
    .execute()
  const matches = await listOfLeagueFrom(createServices(database), { leagueId, from: new Date() })
  favourite = {
    id: leagueId,
    name: 'Serie A',
    slug: 'serie-a',
    logoUrl: null,
    sport: { name: 'Soccer', slug: 'soccer' },
    country: { name: 'Italy', slug: 'italy', code: 'IT' },
    matches: matches.slice(0, 3),
  }
  site = await openSite(database)
  origin = site.origin.replace('127.0.0.1', 'localhost')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
  await database.close()
})

const promotion = (number: number) => ({
  title: `Promotion ${number}`,
  subtitle: `Subtitle ${number}`,
  description: 'The first deposit is doubled for new customers.',
  button_text: 'Claim',
  button_link: `https://bookmaker.example/${number}`,
  star_rating: 4,
  image_url: number === 1 ? BROKEN_IMAGE : null,
  menu_position: number,
  end_date: new Date(Date.now() + 24 * 3_600_000),
})

const TOLERATED = /404/

/** For visitors who want motion, of which most tests have none. */
const MOVING = { tolerated: TOLERATED, reducedMotion: 'no-preference' } as const
type Options = Parameters<typeof visit>[1]

/** Animations that shift items stand still: a test advances them with the page's clock. */
function holdShifts(): void {
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options)
    if (frames && 'translate' in frames) animation.playbackRate = 0
    return animation
  }
}

/** A page whose clock advances only in `moves`, with the carousel of a heading in it. */
function watch(
  { path = '/en', title = 'Promotions', ...options }: Options & { path?: string; title?: string },
  look: (carousel: Carousel, page: Page) => Promise<void>,
): Promise<void> {
  return visit(browser, { ...MOVING, ...options }, async (page) => {
    await page.clock.install({ time: new Date() })
    await page.addInitScript(holdShifts)
    await page.goto(origin + path)
    await settled(page)
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await look(carouselIn(page, title), page)
  })
}

type Carousel = ReturnType<typeof carouselIn>

function carouselIn(page: Page, title: string) {
  const region = page.getByRole('region', { name: title, exact: true })
  const list = region.locator('ul').first()
  /** Where the list is seen: scrolled, and with its items shifted. */
  const position = () =>
    list.evaluate((element) => {
      const shift = element.firstElementChild && getComputedStyle(element.firstElementChild).translate
      return Math.abs(element.scrollLeft - (Number.parseFloat(shift ?? '') || 0))
    })
  const moves = async (milliseconds: number): Promise<boolean> => {
    const before = await position()
    await page.clock.runFor(milliseconds)
    await list.evaluate((element, milliseconds) => {
      for (const shift of [...element.children].flatMap((item) => item.getAnimations()))
        if (shift.playbackRate === 0) shift.currentTime = Number(shift.currentTime) + milliseconds
    }, milliseconds)
    return Math.abs((await position()) - before) > 1
  }
  return {
    list,
    region,
    position,
    button: (name: 'next' | 'previous' | 'Pause' | 'Resume') =>
      region.getByRole('button', {
        name: /^[a-z]/.test(name) ? `${title}: ${name}` : `${name} ${title}`,
        exact: true,
      }),
    end: () => list.evaluate((element) => element.scrollWidth - element.clientWidth),
    /** Scrolls the list while a mouse holds it. */
    set: (to: number) =>
      list.evaluate((element, to) => {
        const pass = (type: string) => element.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse' }))
        pass('pointerenter')
        element.scrollTo({ left: to, behavior: 'instant' })
        pass('pointerleave')
      }, to),
    /** Starts the page's clock, and returns whether the list has moved. */
    moves,
    /** Whether the list moves, now or once React has taken in what was done last. */
    async startsToMove(): Promise<boolean> {
      for (let attempt = 0; attempt < 4; attempt += 1) if (await moves(500)) return true
      return false
    },
  }
}

/** The position of a list after a smooth scroll. */
async function rested(list: Locator): Promise<number> {
  return list.evaluate(async (element) => {
    const wait = () => new Promise((resolve) => element.ownerDocument.fonts.ready.then(() => resolve(0)))
    await wait()
    let last = Number.NaN
    let still = 0
    while (still < 20) {
      await element.animate([{ opacity: 1 }, { opacity: 1 }], 20).finished
      still = element.scrollLeft === last ? still + 1 : 0
      last = element.scrollLeft
    }
    return Math.abs(last)
  })
}

describe('a carousel', () => {
  it.each(['en', 'ar'])('moves by itself towards the end and starts over there, in %s', (lang) =>
    watch({ path: `/${lang}`, title: lang === 'ar' ? 'العروض' : 'Promotions' }, async (carousel) => {
      expect(await carousel.startsToMove()).toBe(true)
      const sign = lang === 'ar' ? -1 : 1
      const seen = await carousel.position()
      await carousel.region.locator('.pause').click()
      expect(await carousel.list.evaluate((it) => it.scrollLeft)).toBeCloseTo(sign * seen, 0)
      const end = await carousel.end()
      await carousel.set(sign * (end - 3))
      await carousel.region.locator('.pause').click()
      await carousel.moves(500)
      expect(await carousel.position()).toBeLessThan(end / 2)
    }),
  )

  it('pauses under the mouse, with the keyboard focus in it, in a hidden tab, and permanently on request', () =>
    watch({}, async (carousel, page) => {
      await carousel.list.hover()
      expect(await carousel.moves(4_000)).toBe(false)
      await page.mouse.move(0, 0)
      expect(await carousel.startsToMove()).toBe(true)

      await carousel.button('Pause').focus()
      await page.keyboard.press('Shift+Tab')
      expect(await carousel.list.evaluate((it) => it.contains(document.activeElement))).toBe(true)
      expect(await carousel.moves(4_000)).toBe(false)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      expect(await carousel.startsToMove()).toBe(true)

      const setHidden = (hidden: boolean) =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
          document.dispatchEvent(new Event('visibilitychange'))
        }, hidden)
      await setHidden(true)
      expect(await carousel.moves(2_000)).toBe(false)
      await setHidden(false)
      expect(await carousel.startsToMove()).toBe(true)

      await carousel.button('Pause').click()
      expect(await carousel.moves(20_000)).toBe(false)
      await carousel.button('Resume').click()
      expect(await carousel.startsToMove()).toBe(true)
    }))

  it.each([
    ['/en', 'Promotions', 'desktop', 380],
    [LEAGUE, 'Featured Matches', 'desktop', 350],
  ] as const)('at %s, %s on a %s, moves %i px by an arrow and pauses for 2 s', (path, title, size, step) =>
    watch({ path, title, viewport: SIZES[size] }, async (carousel) => {
      await carousel.button('Pause').click()
      await carousel.set(0)
      await carousel.button('next').click()
      await expect.poll(() => rested(carousel.list)).toBeCloseTo(step, -1)
      await carousel.button('previous').click()
      await expect.poll(() => rested(carousel.list)).toBeLessThan(1)
      await carousel.button('Resume').click()
      await carousel.button('next').click()
      await expect.poll(() => rested(carousel.list)).toBeCloseTo(step, -1)
      expect(await carousel.moves(1_900)).toBe(false)
      await carousel.button('previous').click()
      await expect.poll(() => rested(carousel.list)).toBeLessThan(1)
      expect(await carousel.moves(1_900)).toBe(false)
      expect(await carousel.startsToMove()).toBe(true)
    }),
  )

  it('moves the items of a renewed page, too', () =>
    watch({}, async (carousel) => {
      expect(await carousel.startsToMove()).toBe(true)
      const seen = await carousel.position()
      const shifted = await carousel.list.evaluate((element) => {
        element.append(element.firstElementChild?.cloneNode(true) ?? '')
        document.dispatchEvent(new Event('renewed'))
        return [...element.children].map((item) => item.getAnimations().length)
      })
      expect(shifted).toEqual([1, 1, 1, 1, 1, 1])
      expect(await carousel.position()).toBeCloseTo(seen, 0)
    }))

  it('does not move outside the viewport', () =>
    watch({ viewport: { width: 1280, height: 300 } }, async (carousel, page) => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await page.waitForFunction(
        () => (document.querySelector('main section')?.getBoundingClientRect().bottom ?? 0) < 0,
      )
      await rested(carousel.list)
      expect(await carousel.moves(2_000)).toBe(false)
      await page.evaluate(() => window.scrollTo(0, 0))
      await rested(carousel.list)
      expect(await carousel.startsToMove()).toBe(true)
    }))

  it('never moves by itself with reduced motion', () =>
    watch({ reducedMotion: 'reduce' }, async (carousel) => {
      expect(await carousel.moves(20_000)).toBe(false)
      expect(await carousel.button('Pause').isVisible()).toBe(false)
      await carousel.button('next').click()
      expect(await carousel.position()).toBeCloseTo(380, -1)
    }))

  it('is a scrollable list without scripts', () =>
    visit(
      browser,
      { javaScriptEnabled: false, tolerated: TOLERATED, viewport: SIZES.phone },
      async (page) => {
        await page.goto(`${origin}/en`)
        const carousel = carouselIn(page, 'Promotions')
        expect(await carousel.button('next').isVisible()).toBe(false)
        await carousel.list.hover()
        await page.mouse.wheel(300, 0)
        await expect.poll(carousel.position).toBeGreaterThan(100)
      },
    ))

  it.each(['/en', LEAGUE])('does not shift the layout when the scripts start at %s', (path) =>
    visit(browser, { ...MOVING, timezoneId: 'UTC' }, async (page) => {
      // A font that arrives late moves letters by a pixel or two; journeys.test.ts looks at that.
      await page.route('**/*.woff2', (route) => route.fulfill({ status: 404 }))
      await page.addInitScript(() => {
        Object.assign(window, { shifts: [] })
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((it) => JSON.stringify({ ...it.toJSON(), ...nodesOf(it) }))
          ;(window as unknown as { shifts: string[] }).shifts.push(...shifts)
        }).observe({ type: 'layout-shift', buffered: true })
        const nodesOf = (it: PerformanceEntry) => ({
          sources: (it as unknown as { sources: { node?: Element }[] }).sources.map(({ node }) =>
            node?.outerHTML.slice(0, 200),
          ),
        })
      })
      // A slow machine paints a part of the page before the rest is read, which moves some parts: that ends before the scripts.
      const showScripts = await holdBack(page, '**/*.js')
      await page.goto(origin + path, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.readyState !== 'loading')
      await painted(page)
      await page.evaluate(() => Object.assign(window, { shifts: [] }))
      showScripts()
      await settled(page)
      await painted(page)
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
    }),
  )
})

describe('a swipe', () => {
  const phone = { viewport: SIZES.phone, hasTouch: true, isMobile: true }

  async function swipe(page: Page, list: Locator, by: number): Promise<void> {
    const box = await list.boundingBox()
    if (!box) throw new Error('the list is not shown')
    const finger: CDPSession = await page.context().newCDPSession(page)
    const y = box.y + 20
    const x = box.x + box.width / 2
    const touch = (type: 'touchStart' | 'touchMove', x: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    await touch('touchStart', x)
    for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', x + by * part)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  it.each([
    ['/en', 'Promotions', -1],
    ['/ar', 'العروض', 1],
  ])('at %s moves %s by a step beyond 50 px, and pauses the carousel for 5 s', (path, title, way) =>
    watch({ ...phone, path, title }, async (carousel, page) => {
      await carousel.set(0)
      await swipe(page, carousel.list, way * 40)
      expect(await rested(carousel.list)).toBeLessThan(1)
      await swipe(page, carousel.list, way * 80)
      expect(await rested(carousel.list)).toBeCloseTo(280, -1)
      await swipe(page, carousel.list, way * -80)
      expect(await rested(carousel.list)).toBeLessThan(1)
      expect(await carousel.moves(4_900)).toBe(false)
      expect(await carousel.startsToMove()).toBe(true)
    }),
  )

  it('keeps a carousel where it is while the finger is on it', () =>
    watch(phone, async (carousel, page) => {
      expect(await carousel.startsToMove()).toBe(true)
      const box = await carousel.list.boundingBox()
      const finger: CDPSession = await page.context().newCDPSession(page)
      const touchPoints = [{ x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 20 }]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      expect(await carousel.moves(20_000)).toBe(false)
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }))
})

describe('promotions', () => {
  it('have room for a name beside their button on a tablet, and on a phone no text that is cut', () =>
    visit(browser, MOVING, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const card = page.locator('.promotions .promotion').nth(1)
      await page.setViewportSize({ width: 768, height: 1024 })
      expect(await card.evaluate((it) => (it as HTMLElement).offsetWidth)).toBeGreaterThanOrEqual(288)
      expect(await card.locator('p').textContent()).toContain('The first deposit')
      await page.setViewportSize(SIZES.phone)
      expect(await card.locator('p > span').isVisible()).toBe(false)
      const cut = await card
        .locator('h2, p')
        .evaluateAll((texts) =>
          texts.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
        )
      expect(cut).toEqual([])
    }))

  it('show stars out of five, a link marked as advertising, and a circle when the image fails', () =>
    watch({}, async (carousel) => {
      const [first] = await carousel.region.getByRole('listitem').all()
      if (!first) throw new Error('no promotion is shown')
      await first.getByRole('img', { name: 'Rated 4 out of 5' }).waitFor()
      const link = first.getByRole('link')
      expect(await link.getAttribute('rel')).toBe('sponsored nofollow noopener')
      expect(await link.getAttribute('target')).toBe('_blank')
      await expect.poll(() => first.locator('img').count()).toBe(0)
      const circle = first.locator('> .initials')
      expect(await circle.evaluate((it) => getComputedStyle(it).borderRadius)).not.toBe('0px')
      expect(await carousel.region.getByText('Over', { exact: true }).count()).toBe(0)
    }))

  it('do not move when there are no more than two', () =>
    visit(browser, { ...MOVING, viewport: SIZES.tablet }, async (page) => {
      const setActive = (is_active: boolean) =>
        database.kysely.updateTable('promotions').set({ is_active }).where('menu_position', '>', 2).execute()
      await setActive(false)
      try {
        // The stale page can be served for a moment.
        await expect.poll(async () => (await site.get('/en')).text()).not.toContain('Promotion 3')
        await page.clock.install()
        await page.goto(`${origin}/en`)
        await settled(page)
        await page.clock.pauseAt(Date.now() + 60_000)
        const carousel = carouselIn(page, 'Promotions')
        expect(await carousel.button('Pause').count()).toBe(0)
        expect(await carousel.moves(5_000)).toBe(false)
      } finally {
        await setActive(true)
        await expect.poll(async () => (await site.get('/en')).text()).toContain('Promotion 3')
      }
    }))
})

describe('the sport chips', () => {
  it('move 200 px by an arrow and never by themselves, and leave room for the focus ring', () =>
    visit(browser, { ...MOVING, viewport: SIZES.tablet }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const chips = page.getByRole('navigation', { name: 'Choose a sport' })
      const list = chips.locator('ul')
      expect(await rested(list)).toBe(0)
      const [around, first] = [await list.boundingBox(), await chips.locator('li > *').first().boundingBox()]
      expect((first?.y ?? 0) - (around?.y ?? 0)).toBeGreaterThanOrEqual(4)
      expect((first?.x ?? 0) - (around?.x ?? 0)).toBeGreaterThanOrEqual(4)
      await chips.getByRole('button', { name: 'Choose a sport: next' }).click()
      expect(await rested(list)).toBeCloseTo(200, -1)
      await expectNoSidewaysScroll(page, 'chips')
    }))
})

describe('a card', () => {
  it('is 288 px wide at 320 px, 350 px at 390 px and 400 px at 768 px', () =>
    visit(browser, MOVING, async (page) => {
      await page.goto(origin + LEAGUE)
      await settled(page)
      const card = page.locator('.featured > ul > li').first()
      const widths: number[] = []
      for (const width of [320, 390, 768]) {
        await page.setViewportSize({ width, height: 700 })
        widths.push(await card.evaluate((it) => (it as HTMLElement).offsetWidth))
      }
      expect(widths).toEqual([288, 350, 400])
    }))
})

describe('favourite leagues', () => {
  const answer = async (page: Page, leagues: FavouriteLeague[]) => {
    await page.route('**/resources/me', (route) =>
      route.fulfill({
        json: {
          user: {
            email: 'ada@example.org',
            username: 'ada',
            role: 'user',
            language: null,
            priceFormat: null,
          },
          favourites: leagues.map((league) => league.id),
        } satisfies Me,
      }),
    )
    await page.route('**/resources/favourites?*', (route) =>
      route.fulfill({ json: { leagues } satisfies FavouritesAnswer }),
    )
  }

  it('ask a visitor who is not signed in to do so', () =>
    visit(browser, MOVING, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const link = page.locator('.favourites').getByRole('link', { name: 'Sign In' })
      expect(await link.getAttribute('href')).toBe('/en/login')
      await link.click()
      await page.getByRole('dialog', { name: 'Sign in to save favorites' }).waitFor()
      expect(page.url()).toBe(`${origin}/en`)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Pause Promotions' }).click()
      await expectAccessible(page, 'signed out')
    }))

  it('link a visitor who has none to the leagues', () =>
    visit(browser, MOVING, async (page) => {
      await answer(page, [])
      for (const [lang, name] of [
        ['en', 'Browse Leagues'],
        ['it', 'Sfoglia i campionati'],
      ]) {
        await page.goto(`${origin}/${lang}`)
        await page.getByRole('link', { name, exact: true }).click()
        await page.waitForURL(`${origin}/${lang}/soccer`)
      }
    }))

  it.each(['phone', 'desktop'] as const)('show a card each, in the reserved space, on a %s', (size) =>
    visit(browser, { ...MOVING, viewport: SIZES[size] }, async (page) => {
      const section = page.getByRole('region', { name: 'Favorite Leagues' })
      // A browser in which a member was seen who had favourites keeps room for them.
      await page.addInitScript(() => localStorage.setItem('member', 'favourites'))
      await page.route('**/resources/me', () => {})
      await page.goto(`${origin}/en`, { waitUntil: 'domcontentloaded' })
      const kept = await page.locator('.favourites').boundingBox()
      await page.unroute('**/resources/me')
      await answer(
        page,
        // The others have a match less each, so that a card shows whose it is.
        [0, 1, 2, 3].map((number) => ({
          ...favourite,
          ...{ id: `${number}`, matches: favourite.matches.slice(number) },
          ...(number > 0 && { name: `Serie ${number}`, slug: `serie-${number}` }),
        })),
      )
      await page.reload()
      const cards = section.getByRole('article')
      await cards.first().waitFor()
      expect(await cards.count()).toBe(4)
      expect((await page.locator('.favourites').boundingBox())?.height).toBe(kept?.height)
      expect(await cards.first().locator('li').count()).toBe(3)
      expect(await cards.first().textContent()).toMatch(/Serie AItaly · Soccer/)
      const [next] = favourite.matches
      expect(await cards.first().locator('li a').first().textContent()).toContain(
        `${next?.home} – ${next?.away}`,
      )
      const link = cards.first().getByRole('link', { name: 'View Matches' })
      expect(await link.getAttribute('href')).toBe(LEAGUE)
      expect(await link.textContent()).toBe('View Matches: Serie A')
      const ways = await cards.getByRole('link', { name: 'View Matches' }).all()
      expect(await Promise.all(ways.map((way) => way.getAttribute('href')))).toEqual([
        LEAGUE,
        ...[1, 2, 3].map((number) => LEAGUE.replace('serie-a', `serie-${number}`)),
      ])
      const listed = (number: number) => cards.nth(number).locator('li a').allTextContents()
      for (const [number, league] of ['Serie A', 'Serie 1', 'Serie 2', 'Serie 3'].entries()) {
        expect(await cards.nth(number).getByRole('heading').textContent()).toBe(league)
        const pairs = favourite.matches.slice(number).map(({ home, away }) => `${home} – ${away}`)
        expect(await listed(number)).toEqual(pairs.map((pair) => expect.stringContaining(pair)))
        const links = await cards.nth(number).locator('li a').all()
        expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual(
          favourite.matches.slice(number).map((match) => matchPath('en', match)),
        )
      }
      await settled(page)
      await section.getByRole('button', { name: 'Pause Favorite Leagues' }).click()
      await expectAccessible(page, 'favourites')
      await expectNoSidewaysScroll(page, 'favourites')
    }),
  )
})
