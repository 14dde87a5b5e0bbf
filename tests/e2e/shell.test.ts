import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, holdBack, openBrowser, SIZES, settled } from './browser.ts'
import { origin, visitWithClock, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The links of a part of a page: text and address. */
const linksOf = (part: Locator) =>
  part.getByRole('link').evaluateAll((links) => links.map((it) => [it.textContent, it.getAttribute('href')]))

describe('the sports menu', () => {
  it('opens one sport at a time to its countries, with counts and flags, or a globe', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const menu = page.locator('#sidebar nav')
      for (const sport of ['Tennis', 'Soccer']) {
        await menu.locator('.sport', { hasText: sport }).locator('summary').click()
        await menu.locator('details[name=sports-menu][open] li a').first().waitFor()
        expect(await menu.locator('details[name=sports-menu][open]').count()).toBe(1)
      }
      const italy = menu.locator('a[href="/en/soccer/italy"]')
      expect(await italy.textContent()).toMatch(/^Italy\(\d+\)$/)
      expect(await italy.locator('img[src$="/it.webp"]').count()).toBe(1)
      // Each has its own.
      const flags = await menu
        .locator('details[name=sports-menu][open] li img')
        .evaluateAll((images) => images.map((it) => it.getAttribute('src')))
      expect(flags.length).toBeGreaterThan(5)
      expect(new Set(flags).size).toBe(flags.length)
      const international = menu.locator('a[href="/en/soccer/international"]')
      expect(await international.locator('svg use[href$="#globe"]').count()).toBe(1)
      await italy.click()
      await page.waitForURL(`${origin}/en/soccer/italy`)
      // A page contains no countries: they are requested again.
      await settled(page)
      expect(await italy.count()).toBe(0)
      await menu.locator('.sport', { hasText: 'Soccer' }).locator('summary').click()
      await menu.locator('a[href="/en/soccer/italy"][aria-current=page]').waitFor()
    }))
})

describe('links', () => {
  it('load documents, which a browser can prefetch on hover, or open in another tab', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en/soccer/italy`)
      await settled(page)
      const rules = JSON.parse((await page.locator('script[type=speculationrules]').textContent()) ?? '')
      expect(rules.prerender[0].eagerness).toBe('moderate')
      expect(JSON.stringify(rules.prerender[0].where)).toContain('/go/*')
      const link = page.locator('main a[href="/en/soccer/italy/serie-a"]').first()
      const opened = page.context().waitForEvent('page')
      await link.click({ modifiers: ['Control'] })
      const other = await opened
      expect(new URL(other.url()).origin).toMatch(/localhost|null/)
      await other.close()
      expect(page.url()).toBe(`${origin}/en/soccer/italy`)
      await link.hover()
      await link.click()
      await page.waitForURL(`${origin}/en/soccer/italy/serie-a`)
      await settled(page)
      expect(await page.title()).toMatch(/Serie A/)
      await page.goBack()
      await page.waitForURL(`${origin}/en/soccer/italy`)
    }))

  it('of tabs and sports change the list and the address without a page load', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))
      await page.getByRole('link', { name: /^Live Matches/ }).click()
      await page.locator('.tabs [aria-current]', { hasText: 'Live Matches' }).waitFor()
      await page.waitForURL(`${origin}/en?sport=soccer&tab=live`)
      expect(await page.locator('.match .live').count()).toBe(3)
      await page.locator('.chip', { hasText: 'Tennis' }).click()
      await page.waitForURL(`${origin}/en?sport=tennis&tab=live`)
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    }))

  it('keep the page without a connection, and report it', () =>
    visitWorld(browser, { tolerated: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      // The scripts that an idle page loads.
      await page.waitForFunction(() => {
        const names = performance.getEntriesByType('resource').map(({ name }) => name)
        return names.some((name) => name.includes('island-renew'))
      })
      await page.context().setOffline(true)
      await page.getByText('You are offline. This page shows what was loaded last.').waitFor()
      await page.locator('.fixture').first().click()
      expect(page.url()).toBe(`${origin}/en`)
      await page.context().setOffline(false)
      await page.getByText('You are offline.').waitFor({ state: 'detached' })
    }))

  it('restore the countries on the way back', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en/soccer`)
      await settled(page)
      const italy = page.locator('main details#italy')
      const first = page.locator('main details').first()
      await italy.locator('summary').click()
      await first.locator('summary').click()
      await italy.locator('a[href="/en/soccer/italy/serie-a"]').click()
      await page.getByRole('heading', { level: 1, name: 'Serie A' }).waitFor()
      await page.goBack()
      await italy.waitFor()
      const isOpen = (details: Element) => (details as HTMLDetailsElement).open
      expect(await italy.evaluate(isOpen)).toBe(true)
      expect(await first.evaluate(isOpen)).toBe(false)
      await page.reload()
      await settled(page)
      expect(await italy.evaluate(isOpen)).toBe(true)
    }))
})

describe('the stream of changes', () => {
  it('is requested again after an invalid response', () =>
    visitWithClock(browser, { tolerated: /status of 502|EventSource/ }, async (page) => {
      let asked = 0
      await page.route('**/resources/live*', (route) => {
        asked += 1
        return asked === 1 ? route.fulfill({ status: 502 }) : route.continue()
      })
      await page.goto(`${origin}/en/soccer/spain/la-liga`)
      await settled(page)
      const askedByNow = async () => {
        await page.clock.runFor(5_000)
        return asked
      }
      await expect.poll(askedByNow).toBeGreaterThan(1)
    }))

  it('is not requested by the results of a search, which are renewed within a minute', () =>
    visitWithClock(browser, {}, async (page) => {
      await page.goto(`${origin}/en/search?q=inter`)
      await settled(page)
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.clock.runFor(70_000)
      await expect.poll(() => asked).toContain('/en/search')
      expect(asked).not.toContain('/resources/live')
    }))
})

describe('the login-required modal', () => {
  it('opens on its event, and closes', () =>
    visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
      await page.goto(`${origin}/en/tools`)
      await settled(page)
      await page.evaluate(() => dispatchEvent(new Event('show-login-modal')))
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      expect(await dialog.getByRole('heading').textContent()).toBe('Sign in to save favorites')
      expect(await dialog.textContent()).toMatch(/favorite leagues and teams/)
      expect(await linksOf(dialog)).toEqual([
        ['Sign In', '/en/login'],
        ['Create Account', '/en/register'],
      ])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }))
})

describe('the account', () => {
  it('is a menu and a balance chip for a signed-in user, and links to the back office only for administrators', () =>
    visitWorld(browser, {}, async (page) => {
      const user = { email: 'ada@example.org', username: 'ada', role: 'admin' }
      await page.route('**/resources/me', (route) => route.fulfill({ json: { user, favourites: [] } }))
      await page.goto(`${origin}/en`)
      await settled(page)
      const balance = page.getByTitle('A placeholder: there are no real balances yet')
      expect(await balance.textContent()).toContain('$1000.00')
      expect(await balance.isVisible()).toBe(true)
      await page.getByRole('button', { name: 'Account menu' }).click()
      const menu = page.locator('#user-menu')
      expect(await menu.textContent()).toContain('ada@example.org')
      expect(await linksOf(menu)).toEqual([
        ['My page', '/en/my-page'],
        ['Alerts', '/en/alerts'],
        ['Profile', '/en/profile'],
        ['Admin', '/admin'],
      ])
      expect(await menu.getByRole('button').allTextContents()).toEqual(['Sign out'])
      expect(await menu.locator('form[method=post]').getAttribute('action')).toBe('/resources/sign-out')
      await expectAccessible(page, 'user menu open', ['region'])
      user.role = 'user'
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect
        .poll(() => menu.getByRole('link').allTextContents())
        .toEqual(['My page', 'Alerts', 'Profile'])
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      await page.setViewportSize(SIZES.phone)
      expect(await balance.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'My Account' }).click()
      await page.locator('#my-account').getByRole('button', { name: 'Logout' }).waitFor()
      expect(await linksOf(page.locator('#my-account'))).toContainEqual(['Profile', '/profile'])
      await expectInView(page, '#my-account')
    }))

  it('has room for the chip from 768 px on, in every language', () =>
    visitWorld(browser, { viewport: SIZES.tablet }, async (page) => {
      const email = 'somebody.with.a.rather.long.name@a-domain-just-as-long.example.org'
      await page.route('**/resources/me', (route) =>
        route.fulfill({ json: { user: { email, username: 'ada', role: 'user' }, favourites: [] } }),
      )
      for (const lang of ['en', 'it', 'es', 'de', 'fr', 'pt', 'tr', 'ar']) {
        await page.goto(`${origin}/${lang}/tools`)
        await page.locator('header').getByText('$1000.00').waitFor()
        await expectNoSidewaysScroll(page, lang)
      }
      await settled(page)
      await page.locator('[popovertarget=user-menu]').click()
      const address = page.locator('#user-menu bdi')
      expect(await address.evaluate((it) => getComputedStyle(it).direction)).toBe('ltr')
      expect(await address.locator('..').getAttribute('title')).toBe(email)
    }))
})

describe('the scheme', () => {
  const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

  it('is chosen in the footer, and applied on the next page before its first frame', () =>
    visitWorld(browser, { tolerated: /\.js$|ERR_FAILED/ }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const own = await groundOf(page)
      const schemes = page.getByRole('group', { name: 'Light or dark' })
      expect(await schemes.locator('[aria-pressed=true]').textContent()).toBe('Dark')
      await schemes.getByRole('button', { name: 'Light' }).click()
      const light = await groundOf(page)
      expect(light).not.toBe(own)
      expect(await schemes.locator('[aria-pressed=true]').textContent()).toBe('Light')
      // Colours that change take a moment.
      await page.waitForFunction(() => !document.getAnimations().some((it) => it instanceof CSSTransition))
      await expectAccessible(page, 'a page in the scheme that the operator did not choose')
      // Without the module scripts the mark of the head alone decides.
      await page.route('**/*.js', (route) => route.abort())
      await page.goto(`${origin}/en/soccer`)
      expect(await groundOf(page)).toBe(light)
      await page.unroute('**/*.js')
      await page.goto(`${origin}/en`)
      await settled(page)
      await schemes.getByRole('button', { name: 'System' }).click()
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(() => groundOf(page)).toBe(own)
      await page.emulateMedia({ colorScheme: 'light' })
      await expect.poll(() => groundOf(page)).toBe(light)
    }))
})

describe('a returning member', () => {
  it('sees no sign-in link while the page loads the account, unlike a new visitor', () =>
    visitWorld(browser, {}, async (page) => {
      const answer = {
        user: null as null | { email: string; username: string; role: string },
        favourites: [],
      }
      await page.route('**/resources/me', (route) => route.fulfill({ json: answer }))
      await page.route('**/resources/favourites?*', (route) => route.fulfill({ json: { leagues: [] } }))
      const ways = page.getByRole('link', { name: /^(Sign In|Sign in|Login)/ })
      const count = async () => {
        await page.goto(`${origin}/en`)
        return (await ways.all()).length
      }
      const asStranger = await count()
      expect(asStranger).toBeGreaterThan(1)
      answer.user = { email: 'ada@example.org', username: 'ada', role: 'user' }
      await page.reload()
      await page.getByRole('button', { name: 'Account menu' }).waitFor()

      const letGo = await holdBack(page, '**/resources/me')
      expect(await count()).toBe(0)
      await page.setViewportSize(SIZES.phone)
      expect(await ways.count()).toBe(0)
      letGo()
    }))

  it('sees the sign-in link once signed out', () =>
    visitWorld(browser, {}, async (page) => {
      await page.route('**/resources/me', (route) => route.fulfill({ json: { user: null, favourites: [] } }))
      await page.addInitScript(() => {
        if (!sessionStorage.seen) localStorage.setItem('member', '1')
        sessionStorage.seen = '1'
      })
      await page.goto(`${origin}/en`)
      await page.locator('header').getByRole('link', { name: 'Sign In' }).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('member'))).toBeNull()
    }))
})

describe('a page that becomes visible again', () => {
  const ada = { user: { email: 'ada@example.org', username: 'ada', role: 'user' }, favourites: [] }
  const nobody = { user: null, favourites: [] }
  const comeBack = (page: Page) =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  it('from the back/forward cache shows nothing of a user who has signed out since', () =>
    visitWorld(browser, { tolerated: /status of 500/ }, async (page) => {
      let answer: typeof ada | typeof nobody = ada
      await page.route('**/resources/me', (route) => route.fulfill({ json: answer }))
      await page.goto(`${origin}/en/soccer`)
      const menu = page.getByRole('button', { name: 'Account menu' })
      await menu.waitFor()
      answer = nobody
      const letGo = await holdBack(page, '**/resources/me', (route) => route.fallback())
      await comeBack(page)
      await menu.waitFor({ state: 'detached' })
      expect(await page.content()).not.toContain('ada@example.org')
      letGo()
      await page.locator('header').getByRole('link', { name: 'Sign In' }).waitFor()
    }))

  it('from the back/forward cache is fetched at once, and has the scheme and the coupon that are stored since', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      let renewals = 0
      page.on('request', (request) => {
        if (request.url() === `${origin}/en` && !request.isNavigationRequest()) renewals += 1
      })
      // The code that fetches it is loaded when the page is idle.
      await expect.poll(() => comeBack(page).then(() => renewals)).toBeGreaterThan(0)
      const store = (scheme: string, picks: readonly string[]) =>
        page.evaluate(
          ([scheme, coupon]) => {
            Object.assign(localStorage, { scheme, coupon })
            dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
          },
          [scheme, JSON.stringify(picks.map((pick) => ({ pick })))] as const,
        )
      const scheme = () => page.locator('html').getAttribute('data-scheme')
      const tray = page.locator('.coupon-tray')
      await store('light', ['a'])
      await expect.poll(scheme).toBe('light')
      await page.locator('.schemes [value=light][aria-pressed=true]').waitFor()
      await tray.getByText('Coupon (1)').waitFor()
      await store('dark', ['a', 'b'])
      await expect.poll(scheme).toBe('dark')
      await tray.getByText('Coupon (2)').waitFor()
      await store('dark', [])
      await tray.waitFor({ state: 'hidden' })
    }))

  it('detects that somebody signed in elsewhere, and keeps the user when the request fails', () =>
    visitWorld(browser, { tolerated: /status of 500/ }, async (page) => {
      let respond = (route: Route) => route.fulfill({ json: nobody })
      await page.route('**/resources/me', (route) => respond(route))
      await page.goto(`${origin}/en/soccer`)
      await settled(page)
      const show = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      respond = (route) => route.fulfill({ json: ada })
      await show()
      const menu = page.getByRole('button', { name: 'Account menu' })
      await menu.waitFor()
      respond = (route) => route.fulfill({ status: 500 })
      const asked = page.waitForResponse('**/resources/me')
      await show()
      await asked
      expect(await menu.isVisible()).toBe(true)
    }))
})

/** All of a panel can be seen. */
async function expectInView(page: Page, selector: string): Promise<void> {
  const outside = await page.locator(selector).evaluate((panel) => {
    const { left, right, top, bottom } = panel.getBoundingClientRect()
    const { clientWidth } = document.documentElement
    return {
      left: Math.min(0, left),
      right: Math.max(0, right - clientWidth),
      top: Math.min(0, top),
      bottom: Math.max(0, bottom - innerHeight),
    }
  })
  expect(outside, selector).toEqual({ left: 0, right: 0, top: 0, bottom: 0 })
}

describe('the bar of a phone', () => {
  it.each(['en', 'ar'])(
    'has its icons in one line, and the wheel above its button at 320, 390 and 640 px (%s)',
    (language) =>
      visitWorld(browser, {}, async (page) => {
        await page.goto(`${origin}/${language}/tools`)
        await settled(page)
        for (const width of [320, 390, 640]) {
          await page.setViewportSize({ width, height: 700 })
          const icons = await page.locator('.bottom-bar svg.icon:not(.large)').all()
          const tops = await Promise.all(icons.map(async (icon) => (await icon.boundingBox())?.y))
          expect(tops.length).toBe(4)
          expect(new Set(tops).size).toBe(1)
          await page.locator('[popovertarget=spin-wheel]').click()
          await page.locator('#spin-wheel a').waitFor()
          await expectInView(page, '#spin-wheel')
          await page.keyboard.press('Escape')
          await page.locator('#spin-wheel').waitFor({ state: 'hidden' })
        }
      }),
  )
})

describe('the heart of a league', () => {
  /** With two matches. */
  const LEAGUE = '/en/soccer/spain/la-liga'
  const signIn = (page: Page) =>
    page.route('**/resources/me', (route) =>
      route.fulfill({
        json: { user: { email: 'ada@example.org', username: 'ada', role: 'user' }, favourites: [] },
      }),
    )

  it('asks a visitor who is signed out, or whose session has ended, to sign in', () =>
    visitWorld(browser, { tolerated: /status of 401/ }, async (page) => {
      await page.goto(origin + LEAGUE)
      await settled(page)
      const heart = page.getByRole('button', { name: 'Favorite: La Liga' })
      const dialog = page.getByRole('dialog', { name: 'Sign in to save favorites' })
      await heart.click()
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })

      await signIn(page)
      await page.route('**/resources/favourites/*', (route) => route.fulfill({ status: 401 }))
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.getByRole('button', { name: 'Account menu' }).waitFor()
      await page.unroute('**/resources/me')
      await heart.click()
      await dialog.waitFor()
    }))

  it('is stored for a member whom the page could not read at first, and the page shows him without a reload', () =>
    visitWorld(browser, { tolerated: /status of 503/ }, async (page) => {
      await page.route('**/resources/favourites/*', (route) => route.fulfill({ status: 204 }))
      await page.route('**/resources/me', (route) => route.fulfill({ status: 503 }))
      const asked = page.waitForResponse('**/resources/me')
      await page.goto(origin + LEAGUE)
      await asked
      const heart = page.getByRole('button', { name: 'Favorite: La Liga' })
      const again = page.waitForResponse('**/resources/me')
      await heart.click()
      await again
      await page.unroute('**/resources/me')
      await signIn(page)
      // The page asks by itself.
      await page.getByRole('button', { name: 'Account menu' }).waitFor()
      const stored = page.waitForRequest('**/resources/favourites/*')
      await heart.click()
      await stored
      await page.getByRole('button', { name: 'Favorite: La Liga', pressed: true }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }))

  it('delays a press until the page knows the user', () =>
    visitWorld(browser, {}, async (page) => {
      await signIn(page)
      await page.route('**/resources/favourites/*', (route) => route.fulfill({ status: 204 }))
      const asked = page.waitForRequest('**/resources/me')
      const letGo = await holdBack(page, '**/resources/me', (route) => route.fallback())
      await page.goto(origin + LEAGUE)
      await asked
      await page.getByRole('button', { name: 'Favorite: La Liga' }).click()
      const stored = page.waitForRequest('**/resources/favourites/*')
      letGo()
      await stored
      await page.getByRole('button', { name: 'Favorite: La Liga', pressed: true }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    }))

  it('adds at once, and reverts it when it cannot be stored', () =>
    visitWorld(browser, { tolerated: /status of 500/ }, async (page) => {
      await signIn(page)
      const asked: string[] = []
      let status = 204
      await page.route('**/resources/favourites/*', (route) => {
        asked.push(route.request().method())
        return route.fulfill({ status })
      })
      await page.goto(origin + LEAGUE)
      await settled(page)
      const heart = page.getByRole('button', { name: 'Favorite: La Liga', exact: true })
      const pressed = (state: boolean) =>
        page.getByRole('button', { name: 'Favorite: La Liga', exact: true, pressed: state }).waitFor()
      await heart.click()
      await pressed(true)
      await expectAccessible(page, 'favourite marked')
      await heart.click()
      await pressed(false)
      status = 500
      await heart.click()
      await expect.poll(() => asked.length).toBe(3)
      await pressed(false)
      expect(asked).toEqual(['POST', 'DELETE', 'POST'])
    }))

  it('sends one change at a time, so that their order is kept', () =>
    visitWorld(browser, {}, async (page) => {
      await signIn(page)
      const asked: string[] = []
      let store = () => {}
      const stored = new Promise<void>((resolve) => {
        store = resolve
      })
      await page.route('**/resources/favourites/*', async (route) => {
        asked.push(route.request().method())
        await stored
        await route.fulfill({ status: 204 })
      })
      await page.goto(origin + LEAGUE)
      await settled(page)
      const heart = page.getByRole('button', { name: 'Favorite: La Liga', exact: true })
      await heart.dblclick()
      await expect.poll(() => asked).toEqual(['POST'])
      expect(await heart.getAttribute('aria-pressed')).toBe('true')
      expect(await heart.isDisabled()).toBe(true)
      store()
      await heart.click()
      await expect.poll(() => asked).toEqual(['POST', 'DELETE'])
    }))
})
