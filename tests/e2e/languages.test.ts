import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasFocus, openBrowser, SIZES, settled } from './browser.ts'
import { origin, visitWorld } from './world.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A visitor who is signed in and whose profile has this language. */
async function signIn(page: Page, language: string | null): Promise<void> {
  await page.route('**/resources/me', (route) =>
    route.fulfill({
      json: {
        user: { email: 'ada@example.org', username: 'ada', role: 'user', language, priceFormat: null },
        favourites: [],
      },
    }),
  )
}

async function choose(page: Page, nativeName: string): Promise<void> {
  const picker = page.locator('#sidebar details').last()
  await picker.locator('summary').click()
  await picker.getByText(nativeName).click()
}

describe('an address without a language', () => {
  it("redirects to the browser's language, or to the chosen one", () =>
    visitWorld(browser, { locale: 'de-AT', userAgent: PERSON }, async (page) => {
      await page.goto(`${origin}/soccer`)
      expect(page.url()).toBe(`${origin}/de/soccer`)
      await settled(page)
      await choose(page, 'Italiano')
      await page.waitForURL(`${origin}/it/soccer`)
      await page.goto(origin)
      expect(page.url()).toBe(`${origin}/it`)
    }))
})

it('a chosen language keeps the query and the place on the page', () =>
  visitWorld(browser, {}, async (page) => {
    await page.goto(`${origin}/en/soccer/italy?sort=home#content`)
    await settled(page)
    await choose(page, 'Italiano')
    await page.waitForURL(`${origin}/it/soccer/italy?sort=home#content`)
  }))

describe('a signed-in user', () => {
  it('is redirected to the language of the profile once, with the whole address', () =>
    visitWorld(browser, {}, async (page) => {
      await signIn(page, 'it')
      await page.goto(`${origin}/en/soccer/italy?sort=home#top`)
      await page.waitForURL(`${origin}/it/soccer/italy?sort=home#top`)
      await settled(page)
      await page.goto(`${origin}/en/soccer`)
      await settled(page)
      expect(page.url()).toBe(`${origin}/en/soccer`)
    }))

  it.each([
    ['he has none', null],
    ['the site does not have it', 'xx'],
    ['it is the language of the page', 'en'],
  ])('is not redirected when %s', (_, language) =>
    visitWorld(browser, {}, async (page) => {
      await signIn(page, language)
      await page.goto(`${origin}/en/soccer`)
      await settled(page)
      expect(page.url()).toBe(`${origin}/en/soccer`)
    }),
  )

  it('is not redirected within the site', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en/soccer`)
      await settled(page)
      await signIn(page, 'it')
      await page.evaluate(() => window.location.assign('/en/soccer/italy'))
      await page.waitForURL(`${origin}/en/soccer/italy`)
      await settled(page)
      expect(page.url()).toBe(`${origin}/en/soccer/italy`)
    }))

  it('has the choice saved before the page changes, and is not redirected back even when that fails', () =>
    visitWorld(browser, { tolerated: /status of 500/ }, async (page) => {
      await signIn(page, 'en')
      const saved: (string | null)[] = []
      await page.route('**/resources/language', (route) => {
        saved.push(route.request().postData())
        return route.fulfill({ status: 500 })
      })
      await page.goto(`${origin}/en/soccer`)
      await settled(page)
      await choose(page, 'Français')
      await page.waitForURL(`${origin}/fr/soccer`)
      await settled(page)
      expect(page.url()).toBe(`${origin}/fr/soccer`)
      expect(saved).toEqual(['language=fr'])
    }))
})

/** What is cut off at the beginning of its name on a right-to-left page. */
function cutAtTheirBeginning(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => /^[a-z]/i.test(element.textContent.trim()))
      .filter((element) => {
        const { textOverflow, direction } = getComputedStyle(element)
        return textOverflow === 'ellipsis' && direction === 'rtl'
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )
}

/** Scores, lines, shares and names with a number in front whose last letter stands left of the first one. */
function mirroredNumbers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    const seen = new Set<Node>()
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      if (!element || seen.has(element) || element.closest('.sr-only, script')) continue
      seen.add(element)
      // The server writes a text in several nodes.
      const nodes = [...element.childNodes].filter((node) => node instanceof Text)
      const letter = (place: number) => {
        let at = place
        for (const node of nodes) {
          if (at < node.length) {
            const range = document.createRange()
            range.setStart(node, at)
            range.setEnd(node, at + 1)
            return range.getBoundingClientRect()
          }
          at -= node.length
        }
        return new DOMRect()
      }
      const text = nodes.map(({ data }) => data).join('')
      // An age is '18+' in English, and '+18' in Arabic.
      for (const { 0: part, index } of text.matchAll(
        /[+−]\d[\d.]*%?|\d+ ?[–:] ?\d+|\d[\d.]*[%′]|\d+\. ?[A-Z]\w+/g,
      )) {
        const [first, last] = [letter(index), letter(index + part.length - 1)]
        if (first.width > 0 && first.top === last.top && last.left < first.left)
          found.push(`${part} of ${text}`)
      }
    }
    return found
  })
}

it('names in Latin letters keep their beginning when a right-to-left page truncates them, and numbers their order', () =>
  visitWorld(browser, {}, async (page) => {
    for (const path of ['', '/soccer', '/soccer/england', '/soccer/england/premier-league']) {
      await page.goto(`${origin}/ar${path}`)
      await settled(page)
      expect(await cutAtTheirBeginning(page), path).toEqual([])
    }
    await page.locator('main .fixture').first().click()
    await page.locator('#compare').waitFor()
    expect(await cutAtTheirBeginning(page), 'a match').toEqual([])
    expect(await page.locator('main .form > li > b').count()).toBeGreaterThan(0)
    expect(await mirroredNumbers(page), 'a match').toEqual([])
    await page.goto(`${origin}/ar/soccer/italy/serie-a/fiorentina-vs-bologna`)
    await settled(page)
    expect(await page.locator('main').textContent()).toContain('0–1')
    expect(await mirroredNumbers(page), 'a result').toEqual([])
    for (const path of ['?tab=live', '/soccer', '/tools']) {
      await page.goto(`${origin}/ar${path}`)
      await settled(page)
      expect(await mirroredNumbers(page), path).toEqual([])
    }
  }))

it('the search of a missing page shows its whole placeholder in Arabic', () =>
  visitWorld(browser, { tolerated: /404/ }, async (page) => {
    await page.goto(`${origin}/ar/no-such-sport`)
    await settled(page)
    const { text, room } = await page.locator('main input[type=search]').evaluate((input) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen) pen.font = font
      const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)
      const { placeholder, clientWidth } = input as HTMLInputElement
      return { text: pen?.measureText(placeholder).width ?? 0, room: clientWidth - padding }
    })
    expect(text).toBeGreaterThan(100)
    expect(room).toBeGreaterThanOrEqual(text)
  }))

it('on home and in a search, no name or text in Arabic is cut off below its line', () =>
  visitWorld(browser, { viewport: SIZES.phone }, async (page) => {
    for (const path of ['', '/search?q=int']) {
      await page.goto(`${origin}/ar${path}`)
      await settled(page)
      const { looked, cut } = await page.evaluate(readCutLetters)
      expect(looked, path).toBeGreaterThan(0)
      expect(cut, path).toEqual([])
    }
  }))

/** Texts of which ink is below the box that cuts off what is too long. In the page itself. */
function readCutLetters(): { looked: number; cut: string[] } {
  const pen = document.createElement('canvas').getContext('2d')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const cut: string[] = []
  let looked = 0
  while (pen && texts.nextNode()) {
    const text = texts.currentNode.textContent ?? ''
    const element = texts.currentNode.parentElement
    let cutter = element
    while (cutter && getComputedStyle(cutter).overflowY !== 'hidden') cutter = cutter.parentElement
    if (!/\p{sc=Arabic}/u.test(text) || !element || !cutter) continue
    const box = cutter.getBoundingClientRect()
    const range = document.createRange()
    range.selectNode(texts.currentNode)
    // Lines beyond the last one that is shown are cut off as a whole.
    const line = [...range.getClientRects()].findLast(({ top, height }) => top + height / 2 < box.bottom)
    if (!line || line.width < 2 || box.width < 2) continue
    looked += 1
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
    const { fontBoundingBoxDescent, actualBoundingBoxDescent } = pen.measureText(text)
    const below = line.bottom - fontBoundingBoxDescent + actualBoundingBoxDescent - box.bottom
    if (below > 0.2) cut.push(`${text}: ${below} px in ${cutter.className || cutter.tagName}`)
  }
  return { looked, cut }
}

it('a page with letters beyond those of Arabic has one font for all Arabic letters', () =>
  visitWorld(browser, {}, async (page) => {
    const loaded = async () => {
      await settled(page)
      return page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      )
    }
    const [usual, wide] = ['Noto Sans Arabic Variable', 'Noto Sans Arabic Wide']
    await page.goto(`${origin}/ar`)
    const ofArabic = await loaded()
    expect([ofArabic.includes(usual), ofArabic.includes(wide)]).toEqual([true, false])
    await page.goto(`${origin}/ar/search?q=${encodeURIComponent('چلسی')}`)
    const ofPersian = await loaded()
    expect([ofPersian.includes(usual), ofPersian.includes(wide)]).toEqual([false, true])
  }))

describe('the list of languages', () => {
  it('closes on Escape and on a click elsewhere, and keeps the whole address', () =>
    visitWorld(browser, {}, async (page) => {
      await page.goto(`${origin}/en/soccer/italy?utm_source=a&x=%C3%A9#content`)
      await settled(page)
      const summary = page.locator('#sidebar summary', { hasText: 'English' })
      const italian = page.locator('#sidebar a[hreflang=it]')
      await summary.click()
      await italian.waitFor()
      await page.keyboard.press('Escape')
      await italian.waitFor({ state: 'hidden' })
      await hasFocus(summary)
      await summary.click()
      await page.getByRole('heading', { level: 1 }).click()
      await italian.waitFor({ state: 'hidden' })
      await summary.click()
      await italian.click()
      await page.waitForURL(`${origin}/it/soccer/italy?utm_source=a&x=%C3%A9#content`)
    }))
})
