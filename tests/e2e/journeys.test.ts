import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CONTRAST,
  expectAccessible,
  expectNoSidewaysScroll,
  holdBack,
  openBrowser,
  painted,
  SIZES,
  settled,
  visit,
} from './browser.ts'
import { origin, visitWorld, worldTime } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** From the home page to a match: a sport, a country, and by links to a league and a match. */
async function walk(page: Page, lang: string, look: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${origin}/${lang}`)
  await look('home')
  await page.goto(`${origin}/${lang}?tab=live`)
  await look('live')
  await page.goto(`${origin}/${lang}/soccer`)
  await look('sport')
  await page.goto(`${origin}/${lang}/soccer/italy`)
  await look('country')
  await follow(page, `main a[href="/${lang}/soccer/italy/serie-a"]`)
  await look('league')
  await follow(page, `main .match > a[href^="/${lang}/soccer/italy/serie-a/"]`)
  await look('match')
}

async function follow(page: Page, selector: string): Promise<void> {
  const link = page.locator(selector).first()
  const href = await link.getAttribute('href')
  await link.evaluate((element) => {
    const details = element.closest('details')
    if (details) details.open = true
  })
  await link.click()
  await page.waitForURL(`${origin}${href}`)
}

/** The large ones, whose contrast on a phone zoom.test.ts looks at. */
const LARGE = ['home', 'league', 'match']

/** The size whose pages axe looks at: each screen once in each direction. */
const LOOKED_AT = { en: 'desktop', ar: 'phone' } as const

describe.each(['en', 'ar'] as const)('the breadcrumb of a match in %s', (lang) => {
  it('is clean on a phone, a tablet and a desktop', () =>
    visitWorld(browser, {}, async (page) => {
      await walk(page, lang, async (name) => {
        await settled(page)
        const html = page.locator('html')
        expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([
          lang,
          lang === 'ar' ? 'rtl' : 'ltr',
        ])
        expect(await page.locator('h1').count(), name).toBe(1)
        for (const size of ['phone', 'tablet', 'desktop'] as const) {
          await page.setViewportSize(SIZES[size])
          await expectNoSidewaysScroll(page, `${lang} ${size} ${name}`)
          const without = size === 'phone' && LARGE.includes(name) ? [CONTRAST] : []
          if (LOOKED_AT[lang] === size) await expectAccessible(page, `${lang} ${size} ${name}`, without)
        }
      })
    }))
})

describe('without scripts', () => {
  it('reaches a match and its prices', () =>
    visitWorld(browser, { javaScriptEnabled: false }, async (page) => {
      await page.goto(origin)
      expect(page.url()).toBe(`${origin}/en`)
      await page.locator('main a[href="/en/soccer"]').first().click()
      await page.waitForURL(`${origin}/en/soccer`)
      await follow(page, 'main a[href="/en/soccer/england/premier-league"]')
      await page.locator('main .fixture').first().click()
      await page.locator('#compare tbody tr').nth(3).waitFor()
    }))

  it('opens the menu on a phone', () =>
    visitWorld(browser, { javaScriptEnabled: false, viewport: SIZES.phone }, async (page) => {
      await page.goto(`${origin}/en`)
      const link = page.locator('#sidebar a[href="/en"]').first()
      expect(await link.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Open menu' }).click()
      expect(await link.isVisible()).toBe(true)
    }))
})

describe('the drawer', () => {
  it('traps the focus, and closes on Escape and on navigation', () =>
    visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const opener = page.getByRole('button', { name: 'Open menu' })
      const drawer = page.locator('#sidebar')
      await opener.click()
      // What is behind the drawer is inert, so the page has neither main part nor heading for now.
      await expectAccessible(page, 'drawer open', ['landmark-one-main', 'page-has-heading-one'])
      for (let i = 0; i < 60; i += 1) {
        await page.keyboard.press('Tab')
        const inPage = await page.evaluate(() => {
          const { activeElement } = document
          return (
            activeElement !== document.body && !document.querySelector('#sidebar')?.contains(activeElement)
          )
        })
        expect(inPage, `Tab ${i + 1}`).toBe(false)
      }
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
      await opener.click()
      await drawer.locator('a[href="/en/soccer"]').click()
      await page.waitForURL(`${origin}/en/soccer`)
      await drawer.waitFor({ state: 'hidden' })
    }))
})

describe('the languages', () => {
  it('are changed on the same page, and remembered', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en/soccer/italy`)
      await settled(page)
      const picker = page.locator('#sidebar details').last()
      await picker.locator('summary').click()
      expect(await picker.locator('li').count()).toBe(8)
      await expectAccessible(page, 'language picker open')
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))
      await picker.getByText('العربية').click()
      await page.waitForURL(`${origin}/ar/soccer/italy`)
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false)
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    }))
})

describe('by keyboard', () => {
  it('the content is one step away, and the focus is visible', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
      for (let i = 0; i < 25; i += 1) {
        await page.keyboard.press('Tab')
        const shown = await page.evaluate(() => {
          const element = document.activeElement
          if (!element || element === document.body) return 'nothing has the focus'
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
          const visible = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
          return visible ? '' : element.outerHTML.slice(0, 150)
        })
        expect(shown, `Tab ${i + 1}`).toBe('')
      }
    }))
})

describe('times', () => {
  it("are in the visitor's zone once scripts run", () =>
    visitWorld(browser, { timezoneId: 'Pacific/Auckland' }, async (page) => {
      await page.goto(`${origin}/en/soccer/italy/serie-a`)
      await settled(page)
      const times = await page
        .locator('main .match .when > time:not([hidden])')
        .evaluateAll((elements) =>
          elements.map((element) => [element.getAttribute('datetime'), element.textContent?.trim()]),
        )
      expect(times.length).toBeGreaterThan(0)
      const clock = new Intl.DateTimeFormat('en', {
        hour: '2-digit',
        minute: '2-digit',
        hour12: false,
        timeZone: 'Pacific/Auckland',
      })
      const shown = times.filter(([, text]) => /^\d\d:\d\d$/.test(text ?? ''))
      expect(shown.length).toBeGreaterThan(0)
      for (const [at, text] of shown) expect(text).toBe(clock.format(new Date(at ?? '')))
      // It is half past three of the next day there.
      const day = new Intl.DateTimeFormat('en', {
        ...{ weekday: 'long', month: 'long', day: 'numeric' },
        timeZone: 'Pacific/Auckland',
      })
      const groups = await page.locator('[data-days] .group').evaluateAll((all) =>
        all.map((group) => ({
          heading: group.querySelector('h3')?.textContent,
          starts: [...group.querySelectorAll<HTMLTimeElement>('.when > time')].map((it) => it.dateTime),
        })),
      )
      expect(groups.map(({ heading }) => heading)).toContain('Thursday, March 7')
      for (const { heading, starts } of groups)
        for (const start of starts) expect(day.format(new Date(start)), start).toBe(heading)
      const atalanta = page.locator('[data-days] .match', { hasText: 'Atalanta' }).first()
      expect(await atalanta.locator('.when').textContent()).toMatch(/^06:30 *Today$/)
      // A list that is not by days has Today for those of the visitor's day alone.
      await page.goto(`${origin}/en`)
      await settled(page)
      const date = new Intl.DateTimeFormat('en', {
        ...{ month: 'short', day: 'numeric' },
        timeZone: 'Pacific/Auckland',
      })
      const days = await page
        .locator('main .match .when > time + [data-day]')
        .evaluateAll((all) =>
          all.map((it) => [
            (it.previousElementSibling as HTMLTimeElement).dateTime,
            it.textContent,
            getComputedStyle(it).borderInlineStartWidth,
          ]),
        )
      const said = days.map(([at]) => date.format(new Date(at ?? '')))
      expect(new Set(said).size).toBeGreaterThan(1)
      // With its bar.
      expect(days.map(([, text, bar]) => [text, bar])).toEqual(
        said.map((it) => (it === 'Mar 7' ? ['Today', '2px'] : [it, '0px'])),
      )
      // The site's Today is the visitor's yesterday.
      expect(await page.locator('.days > a').allTextContents()).toEqual([
        ...['Tue, Mar 5', 'Wed, Mar 6', 'Thu, Mar 7', 'Fri, Mar 8'],
      ])
    }))
})

describe('a list by days', () => {
  it.each([
    // The evening of the day before, and the day after the one that the site had when it rendered the page.
    ['Pacific/Auckland', -6, []],
    ['Europe/Rome', 20, ['Today']],
  ] as const)(
    "says Today in rows of the visitor's day alone, and no date: %s, %i hours later",
    (timezoneId, hours, said) =>
      visit(browser, { timezoneId }, async (page) => {
        const now = worldTime() + hours * 3_600_000
        await page.clock.install({ time: now })
        // A page follows the server's clock, which is as late.
        await page.route('**/resources/me', async (route) => {
          const response = await route.fetch()
          const headers = { ...response.headers(), 'server-timing': `now;dur=${now}` }
          await route.fulfill({ response, headers })
        })
        await page.goto(`${origin}/en/soccer/italy/serie-a`)
        await settled(page)
        const rows = await page
          .locator('[data-days] .match:not(:has(.result)) .when:has(> time:not([hidden]))')
          .evaluateAll((all) =>
            all.map((it) => ({
              at: it.querySelector('time')?.dateTime ?? '',
              text: it.textContent?.slice(5).trim(),
            })),
          )
        const day = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: timezoneId })
        const isToday = (at: string) => Date.parse(at) > now && day.format(Date.parse(at)) === day.format(now)
        expect(rows.map(({ text }) => text)).toEqual(rows.map(({ at }) => (isToday(at) ? 'Today' : '')))
        expect([...new Set(rows.flatMap(({ text }) => text || []))]).toEqual(said)
      }),
  )
})

/** Counts what moves in a page, from its first frame on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Opens a page and looks at its first frame; whatever comes later then moves nothing. */
async function loadsWithoutMoving(page: Page, path: string, lookAtFirst = async () => {}): Promise<void> {
  await watchShifts(page)
  // The first text is in the fallback: a font in time would show nothing.
  const showFonts = await holdBack(page, '**/*.woff2')
  await page.goto(origin + path, { waitUntil: 'domcontentloaded' })
  await painted(page)
  await lookAtFirst()
  showFonts()
  await settled(page)
  await painted(page)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
}

describe('days', () => {
  it.each([
    ['Pacific/Kiritimati', 'phone'],
    ['Asia/Tokyo', 'desktop'],
    ['America/Los_Angeles', 'desktop'],
    ['Pacific/Pago_Pago', 'desktop'],
  ] as const)(
    "are the visitor's before anything is shown, on the far side of the date line too, and nothing moves: %s, %s",
    (timezoneId, size) =>
      visitWorld(browser, { timezoneId, viewport: SIZES[size] }, async (page) => {
        const daysOf = () =>
          page.locator('[data-days] .group').evaluateAll((all) =>
            all.map((group) => ({
              heading: group.querySelector('h3')?.textContent,
              starts: [...group.querySelectorAll<HTMLTimeElement>('.when > time')].map((it) => it.dateTime),
            })),
          )
        let first: Awaited<ReturnType<typeof daysOf>> = []
        const day = new Intl.DateTimeFormat('en', {
          ...{ weekday: 'long', month: 'long', day: 'numeric' },
          timeZone: timezoneId,
        })
        await loadsWithoutMoving(page, '/en/soccer/italy/serie-a', async () => {
          first = await daysOf()
          expect(first.flatMap(({ starts }) => starts).length).toBeGreaterThan(3)
          for (const { heading, starts } of first)
            for (const start of starts) expect(day.format(new Date(start)), start).toBe(heading)
        })
        expect(await daysOf()).toEqual(first)
      }),
  )
})

describe('the page', () => {
  it.each([
    ['phone', '/en'],
    ['desktop', '/en'],
    ['desktop', '/ar/soccer/italy/serie-a'],
  ] as const)('does not move while it loads (%s %s)', (size, path) =>
    visitWorld(browser, { viewport: SIZES[size], alone: true }, (page) => loadsWithoutMoving(page, path)),
  )

  it('is small', () =>
    visitWorld(browser, { alone: true }, async (page) => {
      const weights: { kind: string; bytes: Promise<number> }[] = []
      page.on('requestfinished', (request) => {
        // What finishes while the page is being closed has no sizes, and is not part of what was asked for.
        const bytes = request.sizes().then(
          (sizes) => sizes.responseBodySize,
          () => 0,
        )
        weights.push({ kind: request.resourceType(), bytes })
      })
      await page.goto(`${origin}/en`)
      await settled(page)
      const weightOf = async (kind: string) => {
        const bytes = await Promise.all(weights.filter((it) => it.kind === kind).map((it) => it.bytes))
        return bytes.reduce((sum, value) => sum + value, 0)
      }
      const order = weights.map(({ kind }) => kind)
      expect(order).toContain('stylesheet')
      expect(await weightOf('document')).toBeGreaterThan(5_000)
      expect(await weightOf('document')).toBeLessThan(12 * 1024)
      // React comes with the first island that is wanted.
      expect(await weightOf('script')).toBeGreaterThan(2_000)
      expect(await weightOf('script')).toBeLessThan(15 * 1024)
    }))

  it('restores its scroll position on the way back, and has working anchors', () =>
    visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
      await page.goto(`${origin}/en/soccer/italy/serie-a`)
      await settled(page)
      await page.locator('a[href="#recent-results"]').click()
      await expect
        .poll(() =>
          page.locator('#recent-results').evaluate((it) => Math.round(it.getBoundingClientRect().top)),
        )
        .toBeLessThan(120)
      const last = page.locator('.group').last()
      await last.scrollIntoViewIfNeeded()
      const at = await page.evaluate(() => scrollY)
      await last.locator('.fixture').first().click()
      await page.locator('.hero').waitFor()
      await page.goBack()
      await last.waitFor()
      await expect.poll(() => page.evaluate((at) => Math.abs(scrollY - at), at)).toBeLessThan(10)
    }))
})

describe('a missing page', () => {
  it('is reported with a link to continue', () =>
    visitWorld(browser, { tolerated: /status of 404/ }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      await page.goto(`${origin}/en/no-such-sport`)
      await settled(page)
      await page.getByRole('heading', { name: 'Sport not found with slug: no-such-sport' }).waitFor()
      await expectAccessible(page, 'not found')
      await page.locator('main a[href="/en"]').first().click()
      await page.waitForURL(`${origin}/en`)
    }))
})
