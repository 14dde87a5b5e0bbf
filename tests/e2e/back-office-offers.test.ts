import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hasFocus,
  holdBack,
  SIZES,
  settled,
  type VisitOptions,
} from './browser.ts'
import { type Office, openOffice } from './office.ts'

let administration: Office
let stored: Database
beforeAll(async () => {
  administration = await openOffice({ prepare: seed })
})
afterAll(() => administration.close())

/** One match, which a bookmaker's button can sell, and three promotions in an order. */
async function seed(database: Database): Promise<void> {
  stored = database
  const { kysely: db } = database
  const { leagueId } = await createPlace(db, { league: 'Serie A' })
  const alphabet = await createBookmaker(db, { name: 'Alphabet' })
  await createMatch(db, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
    home_odds: 2.1,
    draw_odds: 3.2,
    away_odds: 3.6,
    home_bookmaker_id: alphabet,
    bookmaker_count: 1,
  })
  await createBookmaker(db, { name: 'Bravo' })
  await setPromotions(['One', 'Two', 'Three'])
}

/** These promotions and no others, in this order. */
async function setPromotions(titles: readonly string[]): Promise<void> {
  await stored.kysely.deleteFrom('promotions').execute()
  await stored.kysely
    .insertInto('promotions')
    .values(
      titles.map((title, index) => ({
        title,
        menu_position: index + 1,
        description: 'An offer',
        button_text: 'Claim',
        button_link: 'https://alphabet.example/',
      })),
    )
    .execute()
}

/** A visit of the administrator to a screen; what the server refuses is part of it. */
const office = (screen: string, options: VisitOptions, run: (page: Page) => Promise<void>): Promise<void> =>
  administration.visit({ tolerated: /status of 4(09|22)/, ...options }, async (page) => {
    await page.goto(`${administration.origin}/admin${screen}`)
    await settled(page)
    await run(page)
  })

const publicPage = async (lang: string) =>
  (await fetch(`${administration.origin}/${lang}/soccer/italy/serie-a`)).text()
const homePage = async () => (await fetch(`${administration.origin}/en`)).text()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => button(page, 'Save Changes').click()

/** Wholly in the window, and nothing lies over it. */
const isInView = (it: Locator) =>
  expect
    .poll(() =>
      it.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect()
        return [top + 1, bottom - 1].every((y) => document.elementFromPoint(left + 5, y) === element)
      }),
    )
    .toBe(true)

async function look(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}

describe('a bookmaker whose name is a single long word', () => {
  it('does not make its list or the history wider than the window', async () => {
    const { origin } = administration
    const options: VisitOptions = { viewport: { width: 1280, height: 900 } }
    await office('/bookmakers', options, async (page) => {
      await field(page, 'Name of a new bookmaker').fill('x'.repeat(201))
      await page.getByText('This text is too long').waitFor()
      await field(page, 'Name of a new bookmaker').fill('x'.repeat(200))
      await button(page, 'Add bookmaker').click()
      await page.getByText('The bookmaker is added.').waitFor()
      for (const screen of ['bookmakers', 'history']) {
        await page.goto(`${origin}/admin/${screen}`)
        await page.getByText('x'.repeat(200)).first().waitFor()
        await expectNoSidewaysScroll(page, screen)
      }
    })
  })
})

describe('manage affiliate buttons', () => {
  it('adds a button, translates it, and deletes it', () =>
    office('/affiliate-buttons', {}, async (page) => {
      await page.getByText('There are no affiliate buttons yet.').waitFor()
      await look(page, 'no buttons')
      await button(page, 'Add New Button').press('Enter')
      await hasFocus(field(page, 'Provider: New button'))
      expect(await field(page, 'Provider: New button').inputValue()).toBe('')
      expect(await page.getByRole('switch', { name: 'New button is shown' }).isChecked()).toBe(true)

      // What is missing is said before what is wrong otherwise.
      await field(page, 'Provider: New button').fill('x'.repeat(201))
      await save(page)
      await page.getByText('All fields are required for each button').waitFor()
      await page.locator('tbody input').first().fill('Alphabet')
      await button(page, 'Save Changes').press('Enter')
      await page.getByText('All fields are required for each button').waitFor()
      expect(await field(page, 'Button Text: Alphabet').getAttribute('aria-invalid')).toBe('true')
      // The keyboard goes to what is to be corrected, which is no longer complained of then.
      await hasFocus(field(page, 'Button Text: Alphabet'))
      await field(page, 'Button Text: Alphabet').fill('Bet now')
      expect(await field(page, 'Button Text: Alphabet').getAttribute('aria-invalid')).toBe(null)
      await field(page, 'Button Link: Alphabet').fill('javascript:alert(1)')
      await save(page)
      await page.getByText('A link begins with https://, http://, / or #').first().waitFor()
      await field(page, 'Button Link: Alphabet').fill('https://alphabet.example/?ref=1')
      await page.getByLabel('Bookmaker: Alphabet').selectOption({ label: 'Alphabet' })

      // Not to be translated before it is saved.
      await button(page, 'Translations: Alphabet').press('Enter')
      await page.getByText('Save this item first').waitFor()
      await hasFocus(page.getByRole('region', { name: 'Translations: Alphabet' }))
      expect(await page.getByLabel('Language', { exact: true }).isDisabled()).toBe(true)
      await button(page, 'Save Changes').press('Enter')
      await page.getByText('Affiliate buttons updated successfully').waitFor()
      await hasFocus(button(page, 'Save Changes'))
      expect(await button(page, 'Save Changes').isDisabled()).toBe(true)
      await expect.poll(() => publicPage('en')).toContain('Bet now')

      const language = page.getByLabel('Language', { exact: true })
      const text = field(page, 'Button Text')
      expect(await language.locator('option:checked').textContent()).toBe('English')
      await language.selectOption({ label: 'Italian – Italiano' })
      expect(await text.inputValue()).toBe('Bet now')
      await text.fill('')
      await button(page, 'Save translation').click()
      await page.getByText('Button text is required').first().waitFor()
      await text.fill('x'.repeat(201))
      await button(page, 'Save translation').click()
      await page.getByRole('alert').filter({ hasText: 'This text is too long' }).waitFor()
      await text.fill('Scommetti ora')
      await look(page, 'a panel of translations')
      await text.press('Enter')
      expect(await text.inputValue()).toBe('Scommetti ora')

      // What is typed for one language stays while another is looked at, and closing loses nothing.
      await language.selectOption({ label: 'Spanish – Español' })
      await language.selectOption({ label: 'Italian – Italiano •' })
      await button(page, 'Translations: Alphabet').press('Enter')
      await button(page, 'Translations: Alphabet').press('Enter')
      await hasFocus(language)
      expect(await text.inputValue()).toBe('Scommetti ora')
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await button(page, 'Stay').click()
      // While a question is open, the keys are its own.
      await expect.poll(() => page.locator('dialog:modal').count()).toBe(0)
      await page.keyboard.press('Control+s')
      await page.getByText('Translation saved successfully').waitFor()
      expect(await language.locator('option:checked').textContent()).toBe('Italian – Italiano ✓')
      await expect.poll(() => publicPage('it')).toContain('Scommetti ora')
      await language.selectOption('')
      await button(page, 'Save translation').click()
      await page.getByText('Please select a language').waitFor()

      await button(page, 'Delete Alphabet').press('Enter')
      await page.getByText('1 unsaved change').waitFor()
      await hasFocus(button(page, 'Add New Button'))
      expect(await button(page, 'Delete Alphabet').count()).toBe(0)
      expect(await publicPage('en')).toContain('Bet now')
      await save(page)
      await page.getByText('There are no affiliate buttons yet.').waitFor()
      await expect.poll(() => publicPage('it')).not.toContain('Scommetti ora')
    }))
})

describe('a change saved in another window', () => {
  /** Two windows that show the same screen. */
  const twoWindows = (screen: string, run: (mine: Page, theirs: Page) => Promise<void>) =>
    office(screen, {}, async (theirs) => {
      const mine = await theirs.context().newPage()
      await mine.goto(`${administration.origin}/admin${screen}`)
      await settled(mine)
      await run(mine, theirs)
    })

  it('is described completely in words, and shown once it is accepted', async () => {
    await office('/affiliate-buttons', {}, async (page) => {
      for (const name of ['Betwell', 'Gonebet']) {
        await button(page, 'Add New Button').click()
        await field(page, 'Provider: New button').fill(name)
        await field(page, `Button Text: ${name}`).fill('Bet now')
        await field(page, `Button Link: ${name}`).fill('https://betwell.example/')
      }
      await save(page)
      await page.getByText('Affiliate buttons updated successfully').waitFor()
    })
    await twoWindows('/affiliate-buttons', async (mine, theirs) => {
      const link = (who: string) => `https://betwell.example/${'a-long-way/'.repeat(12)}${who}`
      await field(theirs, 'Button Link: Betwell').fill(link('theirs'))
      await theirs.getByLabel('Bookmaker: Betwell').selectOption({ label: 'Alphabet' })
      await save(theirs)
      await theirs.getByText('Affiliate buttons updated successfully').waitFor()
      await field(mine, 'Button Link: Betwell').fill(link('mine'))
      await mine.getByLabel('Bookmaker: Betwell').selectOption({ label: 'Bravo' })
      await save(mine)
      await button(mine, 'Mine: Bravo').waitFor()
      await button(mine, 'Theirs: Alphabet').waitFor()
      for (const value of [`Mine: ${link('mine')}`, `Theirs: ${link('theirs')}`]) {
        const sticksOut = (it: HTMLElement) => it.scrollWidth > it.clientWidth
        expect(await button(mine, value).evaluate(sticksOut), value).toBe(false)
      }
      await look(mine, 'a conflict')
      await mine.setViewportSize(SIZES.phone)
      await look(mine, 'a conflict on a phone')
      await button(mine, 'Take all of theirs').press('Enter')
      await hasFocus(button(mine, 'Save Changes'))
      await expect.poll(() => field(mine, 'Button Link: Betwell').inputValue()).toBe(link('theirs'))
      expect(await mine.getByLabel('Bookmaker: Betwell').locator('option:checked').textContent()).toBe(
        'Alphabet',
      )
      await button(mine, 'History of Betwell').click()
      const history = mine.getByRole('dialog', { name: 'History of Betwell' })
      await history.getByText('theirs').waitFor()
      expect(await history.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
    })
  })

  it('is named when it is a deletion, and removed from the list with its edits', () =>
    twoWindows('/affiliate-buttons', async (mine, theirs) => {
      await button(theirs, 'Delete Gonebet').click()
      await save(theirs)
      await theirs.getByText('Affiliate buttons updated successfully').waitFor()
      await field(mine, 'Button Text: Gonebet').fill('Play')
      await save(mine)
      const alert = mine.getByRole('alert', { name: 'Somebody else saved other values' })
      await alert.getByText('Gonebet').waitFor()
      await alert.getByRole('button', { name: 'Give up my change' }).click()
      await expect.poll(() => field(mine, 'Button Text: Gonebet').count()).toBe(0)
      await mine.getByText('Nothing to save').waitFor()
    }))

  it('is described with dates in the format of the screen', () =>
    twoWindows('/promotions', async (mine, theirs) => {
      for (const [window, day] of [
        [theirs, 30],
        [mine, 31],
      ] as const) {
        const card = window.getByRole('article').first()
        await card.getByLabel('Ends').fill(`2031-12-${day}T10:00`)
        await save(window)
      }
      await button(mine, 'Mine: Dec 31, 2031, 10:00:00').waitFor()
      await button(mine, 'Theirs: Dec 30, 2031, 10:00:00').waitFor()
    }))
})

describe('without a connection', () => {
  const tolerated = /ERR_INTERNET_DISCONNECTED|^failed: /

  it('typed text stays, and is saved once there is one again', async () => {
    await office('/affiliate-buttons', { tolerated }, async (page) => {
      const text = field(page, 'Button Text: Betwell')
      await text.fill('Bet again')
      await button(page, 'Translations: Betwell').click()
      const translation = field(page, 'Button Text')
      await translation.fill('Translated')
      await page.context().setOffline(true)
      await save(page)
      await page.getByText('Failed to save changes').waitFor()
      await button(page, 'Save translation').click()
      await page.getByText('Failed to save translation').waitFor()
      await button(page, 'History of Betwell').click()
      await page.getByText('The history could not be read').waitFor()
      await button(page, 'Close').click()
      expect(await Promise.all([text.inputValue(), translation.inputValue()])).toEqual([
        'Bet again',
        'Translated',
      ])
      await page.context().setOffline(false)
      await save(page)
      await page.getByText('Affiliate buttons updated successfully').waitFor()
      await button(page, 'Save translation').click()
      await page.getByText('Translation saved successfully').waitFor()
    })
    await office('/promotions', { tolerated }, async (page) => {
      const title = page.getByRole('article').first().getByLabel('Title', { exact: true })
      await title.fill('Edited')
      await page.context().setOffline(true)
      await page.getByRole('switch', { name: 'Show in the sidebar' }).click()
      await page.getByText('Failed to save changes').waitFor()
      expect(await title.inputValue()).toBe('Edited')
      await page.context().setOffline(false)
      await button(page, 'Discard').last().click()
    })
  })

  it('a response of a proxy is a failed save', () =>
    office('/affiliate-buttons', { tolerated: /status of (413|502)/ }, async (page) => {
      const text = field(page, 'Button Text: Betwell')
      const saved = await text.inputValue()
      for (const [status, contentType] of [
        [502, 'text/html'],
        [413, 'text/plain'],
        [200, 'text/html'],
      ] as const) {
        await page.route('**/affiliate-buttons.data*', (route) =>
          route.fulfill({ status, contentType, body: '<p>Not the site</p>' }),
        )
        await text.fill(`Bet on ${status}`)
        // The message of the save before may still be shown.
        const answered = page.waitForResponse('**/affiliate-buttons.data*')
        await save(page)
        await answered
        await page.getByText('Failed to save changes').waitFor()
        expect(await text.inputValue()).toBe(`Bet on ${status}`)
        await page.unrouteAll()
        await button(page, 'Discard').click()
        await expect.poll(() => text.inputValue()).toBe(saved)
      }
    }))
})

describe('manage promotions', () => {
  const order = (page: Page) =>
    page.locator('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))

  it('adds a promotion with its defaults, and reports what is missing', async () => {
    await setPromotions(['One', 'Two', 'Three'])
    await office('/promotions', { viewport: SIZES.phone }, async (page) => {
      await look(page, 'promotions on a phone')
      await button(page, 'Add New Promotion').press('Enter')
      const card = page.getByRole('article', { name: 'New promotion' })
      const on = (name: string) => card.getByRole('switch', { name, exact: true }).isChecked()
      expect(await Promise.all(['Active', 'On the home page', 'In the side menu'].map(on))).toEqual([
        true,
        true,
        false,
      ])
      expect(await Promise.all(['Casino', 'Live casino'].map(on))).toEqual([false, false])
      await hasFocus(card.getByLabel('Title', { exact: true }))
      await isInView(card.getByLabel('Title', { exact: true }))
      expect(await card.getByLabel('Star rating').inputValue()).toBe('5')
      expect(await card.getByLabel('Position of New promotion').inputValue()).toBe('4')
      expect(await card.getByLabel('Starts').inputValue()).not.toBe('')
      expect(await card.getByLabel('Ends').inputValue()).toBe('')
      await save(page)
      await page.getByText('All required fields must be filled out').waitFor()
      await card.getByLabel('Title', { exact: true }).fill('Four')
      const four = page.getByRole('article', { name: 'Four' })
      await four.getByLabel('Description').fill('The fourth offer')
      await four.getByLabel('Button Text').fill('Take it')
      await four.getByLabel('Button Link').fill('/en/soccer')
      await four.getByLabel('Position of Four').fill('')
      await four.getByLabel('Position of Four').press('Tab')
      expect(await four.getByLabel('Position of Four').inputValue()).toBe('0')
      // Typed and not yet left: the key saves it all the same, and leaves the keyboard where it was.
      await four.getByLabel('Position of Four').fill('4')
      await page.keyboard.press('Control+s')
      await page.getByText('Promotions updated successfully').waitFor()
      await hasFocus(four.getByLabel('Position of Four'))
      expect(await four.getByLabel('Position of Four').inputValue()).toBe('4')
      await look(page, 'a new promotion')
      await expect.poll(homePage).toContain('The fourth offer')
      await four.getByRole('button', { name: 'Translations: Four' }).click()
      await four.getByLabel('Language').selectOption({ label: 'German – Deutsch' })
      expect(await four.getByRole('region').getByLabel('Title', { exact: true }).inputValue()).toBe('Four')
      await four.getByRole('region').getByLabel('Title', { exact: true }).fill('')
      await four.getByRole('button', { name: 'Save translation' }).click()
      await page.getByText('Title, description, and button text are required').waitFor()
      await four.getByRole('region').getByLabel('Title', { exact: true }).fill('Vier')
      await four.getByRole('button', { name: 'Save translation' }).click()
      await page.getByText('Translation saved successfully').waitFor()
    })
  })

  it('are sorted by keyboard and by drag, and deleted after confirmation', async () => {
    await setPromotions(['One', 'Two', 'Three', 'Four'])
    await office('/promotions', { viewport: { width: 1280, height: 1_800 } }, async (page) => {
      expect(await order(page)).toEqual(['One', 'Two', 'Three', 'Four'])
      const one = page.getByRole('article', { name: 'One' })
      const [address, upload] = await Promise.all(
        [one.getByLabel('Image address', { exact: true }), one.getByText('Upload')].map((it) =>
          it.boundingBox(),
        ),
      )
      expect(upload?.y).toBe(address?.y)
      const down = button(page, 'Move One down')
      await down.press('Enter')
      expect(await order(page)).toEqual(['Two', 'One', 'Three', 'Four'])
      // The focus goes along, so that it can be moved on.
      await expect.poll(() => down.evaluate((it) => it === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      expect(await order(page)).toEqual(['Two', 'Three', 'One', 'Four'])
      const handle = (name: string) => page.locator(`article[aria-label="${name}"] [draggable]`)
      await handle('Four').dragTo(handle('Two'))
      await expect.poll(() => order(page)).toEqual(['Four', 'Two', 'Three', 'One'])

      await button(page, 'Delete Three').click()
      await page.getByText('Delete Three?').waitFor()
      await look(page, 'a question')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      expect(await order(page)).toContain('Three')
      await button(page, 'Delete Three').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
      expect(await order(page)).toEqual(['Four', 'Two', 'One'])
      await hasFocus(button(page, 'Delete One'))
      expect(await homePage()).toContain('>Three<')
      await save(page)
      await page.getByText('Promotions updated successfully').waitFor()
      await page.reload()
      expect(await order(page)).toEqual(['Four', 'Two', 'One'])
      await expect.poll(homePage).not.toContain('>Three<')
    })
  })

  it('switch the spin wheel at once, and allow editing only while it is on', () =>
    office('/promotions', {}, async (page) => {
      const title = field(page, 'Spin wheel title')
      expect(await title.isDisabled()).toBe(true)
      expect(await title.inputValue()).toBe('Spin The Wheel')
      const inSidebar = page.getByRole('switch', { name: 'Show in the sidebar' })
      const letGo = await holdBack(page, '**/spin-wheel.data*')
      await inSidebar.press('Space')
      await expect.poll(() => inSidebar.getAttribute('aria-disabled')).toBe('true')
      await hasFocus(inSidebar)
      letGo()
      await page.getByText('Spin Wheel visibility updated successfully').waitFor()
      await hasFocus(inSidebar)
      await expect.poll(() => title.isDisabled()).toBe(false)
      await title.fill('Turn it')
      await field(page, 'Spin wheel link').fill('https://alphabet.example/wheel')
      await button(page, 'Save spin wheel').click()
      await page.getByText('Spin Wheel settings updated successfully').waitFor()
      await expect.poll(homePage).toContain('>Turn it<')
      await page.getByText('Translate the spin wheel').click()
      await field(page, 'Title').last().waitFor()
      await look(page, 'the spin wheel')
      await page.getByRole('switch', { name: 'Popup in the mobile bar' }).click()
      await page.getByText('Spin Wheel visibility updated successfully').waitFor()
    }))
})

describe('in Arabic', () => {
  it('the screens of offers, clicks and the dashboard are mirrored and accessible', async () => {
    const profile = { username: 'amina', fullName: '', phone: '', country: '' }
    const saved = await administration.site.post(
      '/en/profile',
      { intent: 'save', ...profile, language: 'ar' },
      { cookie: administration.cookie },
    )
    expect(saved.status).toBe(200)
    await office('', {}, async (page) => {
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      await look(page, 'dashboard')
    })
    await office('', { viewport: SIZES.phone }, async (page) => {
      await look(page, 'dashboard on a phone')
      for (const screen of ['affiliate-buttons', 'promotions', 'clicks']) {
        await page.goto(`${administration.origin}/admin/${screen}`)
        await settled(page)
        await look(page, screen)
      }
      // Addresses are read from left to right in every language.
      await page.goto(`${administration.origin}/admin/promotions`)
      for (const address of await page.locator('input[inputmode="url"], input[value^="https:"]').all()) {
        expect(await address.evaluate((input) => getComputedStyle(input).direction)).toBe('ltr')
      }
    })
  })
})
