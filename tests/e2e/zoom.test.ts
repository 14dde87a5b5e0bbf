import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openBrowser, SIZES, settled } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** What a window of 1280 by 900 has room for once everything in it is enlarged. */
const ZOOMS = {
  '200 %': { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
  '400 %': { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 },
}

/** The zoom at which each direction goes through the states. Both show a page as a phone does. */
const BEGUN_AT = { en: '400 %', ar: '200 %' } as const

it.each(['en', 'ar'] as const)('at 200 % and 400 % everything is stored in its place (%s)', (lang) =>
  visitWorld(browser, ZOOMS[BEGUN_AT[lang]], async (page) => {
    const look = async (state: string, notHere: string[] = []) => {
      // The mirror image has the same elements: axe, which takes long on large pages, looks at them once.
      if (lang === 'en') await expectAccessible(page, `${BEGUN_AT[lang]}, ${state}`, notHere)
      for (const [zoom, { viewport }] of Object.entries(ZOOMS)) {
        await page.setViewportSize(viewport)
        await expectNoSidewaysScroll(page, `${zoom}, ${state}`)
      }
      await page.setViewportSize(ZOOMS[BEGUN_AT[lang]].viewport)
    }
    // French has the longest words in rows of links.
    await page.setViewportSize(ZOOMS['400 %'].viewport)
    for (const part of lang === 'en' ? ['', '/standings', '/results'] : []) {
      await page.goto(`${origin}/fr/soccer/italy/serie-a${part}`)
      await expectNoSidewaysScroll(page, `400 %, French, ${part}`)
    }
    await page.setViewportSize(ZOOMS[BEGUN_AT[lang]].viewport)
    const league = `/${lang}/soccer/italy/serie-a`
    await page.goto(origin + league)
    const match = await page.locator(`main a[href^="${league}/"]`).first().getAttribute('href')
    for (const path of [league, match ?? '', `/${lang}/login`, `/${lang}`]) {
      if (path !== league) await page.goto(origin + path)
      await settled(page)
      await look(path)
    }
    await page.locator('header button[popovertarget=sidebar]').press('Enter')
    await page.locator('#sidebar a').first().waitFor()
    await look('drawer', ['landmark-one-main', 'page-has-heading-one', 'region'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('inter')
    await page.getByRole('option').first().waitFor()
    await look('search', ['region'])
    await page.keyboard.press('Escape')
    await page.evaluate(() => dispatchEvent(new Event('show-login-modal')))
    await page.getByRole('dialog').waitFor()
    await look('modal', ['landmark-one-main', 'page-has-heading-one', 'region'])
  }),
)

/** Elements whose own text runs out of their box at the side. */
const runOver = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((it) => it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 1)
        .map((it) => `${it.scrollWidth} > ${it.clientWidth}: ${it.outerHTML.slice(0, 120)}`),
    )

it.each([24, 32])(
  "a phone whose browser's letters are %i px high shows all of them, side by side or below",
  (standard) =>
    visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
      const tools = await page.context().newCDPSession(page)
      await tools.send('Page.setFontSizes', { fontSizes: { standard } })
      for (const path of [
        '/en/soccer/italy/serie-a',
        '/en/soccer/italy/serie-a/atalanta-vs-fiorentina',
        '/en/tools',
        '/de/register',
      ]) {
        await page.goto(origin + path)
        await settled(page)
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details'))
            details.open = details.closest('main') !== null
        })
        await expectNoSidewaysScroll(page, `${standard} px, ${path}`)
        expect(await runOver(page, '.on-phone.grows, .tile, main .price'), path).toEqual([])
      }
    }),
)

it('at 400 %, no name is cut off, also with the space between letters that visitors choose', () =>
  visitWorld(browser, ZOOMS['400 %'], async (page) => {
    for (const path of ['/en', '/en/soccer/colombia/primera-a', '/de/soccer/italy/serie-a?show=total']) {
      await page.goto(origin + path)
      await settled(page)
      const names = '.brand > bdi, .team > bdi, .way > bdi, .group h2 bdi, .price em'
      expect(await runOver(page, names), path).toEqual([])
      await page.evaluate(() => {
        const spaced = new CSSStyleSheet()
        spaced.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }')
        document.adoptedStyleSheets = [spaced]
      })
      expect(await runOver(page, names), `spaced, ${path}`).toEqual([])
    }
  }))

it('a name without a space that is longer than a phone is wide breaks', () =>
  visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
    await page.goto(`${origin}/en/soccer/italy/serie-a/atalanta-vs-fiorentina`)
    await settled(page)
    const names = page.locator('.shares > :not(.draw) dt bdi, .box h3 bdi')
    expect(await names.count()).toBeGreaterThan(3)
    await names.evaluateAll((all) => {
      for (const it of all) it.textContent = 'W'.repeat(60)
    })
    await expectNoSidewaysScroll(page, 'long names')
  }))

it('in a low window the bars scroll with the page, and what only screen readers read is not copied', () =>
  visitWorld(browser, { viewport: ZOOMS['400 %'].viewport }, async (page) => {
    await page.goto(`${origin}/en`)
    await settled(page)
    const bars = page.locator('.site-header, .bottom-bar, .group > header')
    const places = () => bars.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top + scrollY))
    const before = await places()
    await page.evaluate(() => scrollTo(0, 600))
    expect(await places()).toEqual(before)
    const copied = await page.evaluate(() => {
      const row = document.querySelector('.match:has(.price b)')
      if (row) getSelection()?.selectAllChildren(row)
      return String(getSelection())
    })
    expect(copied).toMatch(/\d\.\d\d/)
    expect(copied).not.toContain('Home win')
  }))

describe('the element with keyboard focus', () => {
  it.each([
    ['on a phone', { viewport: SIZES.phone }],
    ['at 200 %', ZOOMS['200 %']],
  ])('is never hidden behind sticky elements (%s)', (_, size) =>
    visitWorld(browser, { ...size, reducedMotion: 'reduce' }, async (page) => {
      await page.goto(`${origin}/en`)
      await settled(page)
      const hidden: string[] = []
      for (const key of [...Array(50).fill('Tab'), ...Array(20).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        const name = await hiddenFocus(page)
        if (name) hidden.push(`${key}: ${name}`)
      }
      expect(hidden).toEqual([])
    }),
  )
})

/** What has the focus, where no part of it can be seen. */
function hiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const { outlineStyle, outlineWidth, outlineOffset, position } = getComputedStyle(focused)
    const ring =
      outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    let box = position === 'fixed' ? null : focused.parentElement
    while (box && getComputedStyle(box).overflowY === 'visible') box = box.parentElement
    const edges = box && box !== document.body ? box.getBoundingClientRect() : null
    if (edges && (top - ring < edges.top - 1 || bottom + ring > edges.bottom + 1))
      return `its ring is cut off: ${focused.outerHTML.slice(0, 160)}`
    const shares = [0.05, 0.25, 0.5, 0.75, 0.95]
    const isSeen = shares.some((x) =>
      shares.some((y) => {
        const at = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
        return at !== null && (focused.contains(at) || at.contains(focused))
      }),
    )
    return isSeen ? null : focused.outerHTML.slice(0, 160)
  })
}
