import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import {
  addCookies,
  expectAccessible,
  expectNoSidewaysScroll,
  hasFocus,
  openBrowser,
  SIZES,
  settled,
  type VisitOptions,
  type Visits,
  visitsOf,
} from './browser.ts'
import { type OwnSite, openOwnSite } from './own-site.ts'

let browser: Browser
let visit: Visits
let site: OwnSite
/** By language. */
const cookies: Record<string, string> = {}

beforeAll(async () => {
  site = await openOwnSite({ prepare: seed })
  for (const { language, email, password } of administrators)
    cookies[language] = await signIn(email, password)
  browser = await openBrowser()
  visit = visitsOf(browser, site.origin)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Of a bookmaker without links. */
let bookmaker = ''
const administrators: { language: string; email: string; password: string }[] = []

async function seed(database: Database): Promise<void> {
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'a-vs-b',
  })
  bookmaker = await createBookmaker(database.kysely, { key: 'alder', name: 'Alder' })
  for (const language of ['en', 'ar']) administrators.push(await addAdministrator(database, language))
}

async function addAdministrator({ kysely, ...database }: Database, language: string) {
  const made = await createAdmin({ kysely, ...database }, `${language}@example.org`)
  if (made.kind !== 'created') throw new Error('there is one already')
  await kysely
    .updateTable('profiles')
    .set({ must_change_password: false, preferred_language: language })
    .where('email', '=', made.email)
    .execute()
  return { language, email: made.email, password: made.password }
}

async function signIn(email: string, password: string): Promise<string> {
  const { origin } = site
  const response = await fetch(`${origin}/en/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ intent: 'sign-in', email, password }),
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** A visit of an administrator to a tab; what the server refuses is part of it. */
const settings = (
  query: string,
  { language = 'en', ...options }: VisitOptions & { language?: string },
  run: (page: Page) => Promise<void>,
): Promise<void> =>
  visit({ tolerated: /status of 4(09|22)/, ...options }, async (page) => {
    await addCookies(page, cookies[language] ?? '', site.origin)
    await page.goto(`${site.origin}/admin/settings?${query}`)
    await settled(page)
    await run(page)
  })

const publicPage = async (target = '/en') => (await fetch(site.origin + target)).text()
/** The colours of the public pages, without those of the schemes that a visitor may choose. */
const publicColours = async () => /<style id="theme">:root\{([^}]*)\}/.exec(await publicPage())?.[1]
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).click()
const save = (page: Page) => button(page, 'Save Changes').click()
const ground = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('body')
    .evaluate((body) => getComputedStyle(body).backgroundColor)

/** The colours that are typed in, by their labels. */
async function colours(page: Page): Promise<Record<string, string>> {
  const fields = page.locator('input[maxlength="7"]').locator('xpath=ancestor::div[label][1]')
  return Object.fromEntries(
    await fields.evaluateAll((all) =>
      all.map((it) => [it.querySelector('label')?.textContent ?? '', it.querySelector('input')?.value ?? '']),
    ),
  )
}

const DARK = {
  Primary: '#00ff95',
  Secondary: '#0e4735',
  Background: '#0a1716',
  'Light background': '#1a2726',
  'Heading text': '#ffffff',
  'Body text': '#ffffff',
  'Muted text': '#9ca3af',
  'Container background': '#070e0d',
  'Container border': '#1f2937',
  'Card background': '#1a2726',
  'Card under the pointer': '#22302f',
  'Card border': '#1f2937',
  'Promotion star': '#00ff95',
  'Live status': '#ef4444',
  'Scheduled status': '#00ff95',
  Link: '#00ff95',
  'Link under the pointer': '#00e085',
  'Button background': '#00ff95',
  'Button text': '#000000',
  'Button background under the pointer': '#00e085',
  'Button text under the pointer': '#000000',
  Icon: '#9ca3af',
  'Icon under the pointer': '#00e085',
  'Active icon': '#00ff95',
  'Sidebar background': '#0a1716',
  'Footer background': '#070e0d',
  'Footer text': '#ffffff',
  'Footer icon': '#00ff95',
}
/** What the light preset changes of them. */
const LIGHT = {
  Background: '#f8fafc',
  'Light background': '#ffffff',
  'Heading text': '#1e293b',
  'Body text': '#334155',
  'Muted text': '#64748b',
  'Container background': '#ffffff',
  'Container border': '#e2e8f0',
  'Card background': '#ffffff',
  'Card under the pointer': '#f1f5f9',
  'Card border': '#e2e8f0',
}

async function look(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}

describe('the tabs', () => {
  it('scroll horizontally by themselves', () =>
    settings('tab=appearance', {}, async (page) => {
      for (const strip of await page.locator('main nav').all()) {
        const over = await strip.evaluate((it) => it.scrollHeight - it.clientHeight)
        expect(over).toBe(0)
      }
    }))
})

describe('the look', () => {
  it('is previewed on the real home page, warns of unreadable colours, and is stored on save', () =>
    settings('tab=appearance', {}, async (page) => {
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => ground(page)).toBe('rgb(10, 23, 22)')
      await button(page, 'Light Mode').click()
      await expect.poll(() => ground(page)).toBe('rgb(248, 250, 252)')
      expect(await colours(page)).toEqual({ ...DARK, ...LIGHT })
      expect(await publicColours()).toContain('--background:#0a1716')
      await page
        .getByText(/the site shows #\w{6} instead/)
        .first()
        .waitFor()
      await look(page, 'light preset')

      await field(page, 'Background').fill('#12345')
      await page.getByText('A color as #rgb or #rrggbb').waitFor()
      await save(page)
      expect(await field(page, 'Background').getAttribute('aria-invalid')).toBe('true')
      await button(page, 'Reset to defaults: Base').click()
      const { Background, 'Light background': raised, ...ofOtherSections } = LIGHT
      expect(await colours(page)).toEqual({ ...DARK, ...ofOtherSections })
      await button(page, 'Dark Mode').click()
      expect(await colours(page)).toEqual(DARK)
      await button(page, 'Light Mode').click()

      await tab(page, 'Gradients')
      const angle = page.getByRole('spinbutton', { name: 'Page gradient: angle' })
      await page.getByRole('switch', { name: 'Page gradient: shown' }).click()
      await angle.fill('999')
      await angle.blur()
      expect(await angle.inputValue()).toBe('360')
      await page.getByRole('spinbutton', { name: 'Page gradient: start opacity' }).fill('42')
      await look(page, 'gradients')

      await tab(page, 'General')
      await tab(page, 'Appearance')
      await button(page, 'Phone').click()
      await save(page)
      await page.getByText('Settings saved successfully').waitFor()
      await expect.poll(publicColours).toContain('--background:#f8fafc')
      expect(await publicPage()).toContain('linear-gradient(360deg,#0a17166b,')

      await button(page, 'Dark Mode').click()
      await tab(page, 'Gradients')
      await button(page, 'Reset to defaults: Page gradient').click()
      expect(await angle.inputValue()).toBe('135')
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
      await button(page, 'Stay').click()
      await save(page)
      await page.getByText('Settings saved successfully').waitFor()
      await expect.poll(publicColours).toContain('--background:#0a1716')
      expect(await publicPage()).not.toContain('--page-background')
    }))
})

describe('search texts and scripts', () => {
  it('offers variables while typing, checks them, and shows the result', () =>
    settings('tab=seo&part=match', {}, async (page) => {
      const title = field(page, 'Match page title')
      await title.pressSequentially('Odds of {aw')
      await page.getByRole('option', { name: '{away_team}' }).waitFor()
      await page.keyboard.press('Enter')
      expect(await title.inputValue()).toBe('Odds of {away_team}')
      await page.getByRole('figure').getByText('Odds of Milan | Overround').waitFor()
      await title.pressSequentially(' {stadium}')
      await page.getByText('{stadium} is not known here.').waitFor()
      await look(page, 'an unknown variable')
      await title.fill('Odds of {away_team}')
      await save(page)
      await page.getByText('Settings saved successfully').waitFor()
      await expect.poll(() => publicPage('/en/soccer/italy/serie-a/a-vs-b')).toContain('<title>Odds of Milan')

      await button(page, 'Manage Translations').click()
      await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Italian – Italiano' })
      await page.getByText('There are no saved texts in this language yet').waitFor()
      expect(await field(page, 'Match page title').inputValue()).toBe('Odds of {away_team}')
      expect(await field(page, 'Match page description').inputValue()).toContain(
        '{home_team} contro {away_team}',
      )
      await field(page, 'Match page title').fill('')
      await field(page, 'Match page title').pressSequentially('Quote di {ho')
      await page.getByRole('option', { name: '{home_team}' }).click()
      expect(await field(page, 'Match page title').inputValue()).toBe('Quote di {home_team}')
      await page.getByRole('figure').getByText('Quote di Inter | Overround').waitFor()
      await page.getByRole('figure').getByText('Inter contro Milan').waitFor()
      await look(page, 'templates in a language')
      await field(page, 'Match page description').fill('')
      await button(page, 'Save translation').click()
      await page.getByRole('alert').getByText('Title and description templates are required').waitFor()
      await field(page, 'Match page description').fill('Tutte le quote')
      await button(page, 'Save translation').click()
      await page.getByText('Translation saved successfully').waitFor()
      await expect
        .poll(() => publicPage('/it/soccer/italy/serie-a/a-vs-b'))
        .toContain('<title>Quote di Inter')
      await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'German – Deutsch' })
      expect(await field(page, 'Match page title').inputValue()).toBe('Odds of {away_team}')
      await tab(page, 'League Page')
      const ofLeague = page.getByRole('combobox', { name: 'Language' })
      await expect
        .poll(() => ofLeague.locator('option', { hasText: 'Italian' }).textContent())
        .toBe('Italian – Italiano')
      await tab(page, 'Match Page')
      // Until then, the choice of the other tab would be found, and then waited for.
      await field(page, 'Match page title').waitFor()
      await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Italian – Italiano ✓' })
      expect(await field(page, 'Match page title').inputValue()).toBe('Quote di {home_team}')
      await button(page, 'Hide Translations').click()
      expect(await field(page, 'Match page title').inputValue()).toBe('Odds of {away_team}')
      await button(page, 'Manage Translations').waitFor()
    }))

  it('runs head scripts on public pages, and not where visitors sign in', () =>
    settings('tab=seo&part=scripts', {}, async (page) => {
      await field(page, 'Head scripts').fill('<script>window.tagged = true')
      await save(page)
      await page.getByRole('alert').getByText('not closed').waitFor()
      await field(page, 'Head scripts').fill('<script>window.tagged = true</script>')
      await save(page)
      await page.getByText('Settings saved successfully').waitFor()
      await expect.poll(() => publicPage()).toContain('window.tagged')
      await look(page, 'scripts')
      await page.context().clearCookies()
      const tagged = () => page.evaluate(() => 'tagged' in window)
      await page.goto(`${site.origin}/en`)
      await settled(page)
      expect(await tagged()).toBe(true)
      await page.locator('header a[href$="/login"]').click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await tagged()).toBe(false)
    }))
})

describe('the footer and the logo', () => {
  it('adds, moves and deletes links, all with one save', () =>
    settings('tab=footer', {}, async (page) => {
      let saves = 0
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/admin/settings')) saves += 1
      })
      await page.getByText('No quick links added yet...').waitFor()
      await page.getByText('No legal links added yet...').waitFor()
      for (const name of ['Terms', 'Privacy']) {
        await button(page, 'Add a legal link').click()
        const row = page.getByRole('listitem').filter({ has: button(page, 'Delete New link') })
        await row.getByRole('textbox', { name: 'Title' }).fill(name)
      }
      await save(page)
      await page.getByRole('alert').getByText('All fields are required for each link').waitFor()
      await look(page, 'links without an address')
      for (const address of await page.getByRole('textbox', { name: 'URL', exact: true }).all())
        await address.fill('/en/legal')
      await button(page, 'Move Privacy up').click()
      expect(await publicPage()).not.toContain('Privacy<')
      expect(saves, 'only the one that was refused').toBe(1)
      await save(page)
      await page.getByText('Footer settings updated successfully').waitFor()
      await expect.poll(() => publicPage()).toMatch(/Privacy<[\s\S]*Terms</)
      const titles = () =>
        page
          .getByRole('textbox', { name: 'Title', exact: true })
          .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
      for (const name of ['Cookies', 'Imprint']) {
        await button(page, 'Add a legal link').click()
        const row = page.getByRole('listitem').filter({ has: button(page, 'Delete New link') })
        await row.getByRole('textbox', { name: 'URL', exact: true }).fill('/en/legal')
        await row.getByRole('textbox', { name: 'Title' }).fill(name)
      }
      await button(page, 'Move Imprint up').click()
      await save(page)
      await expect.poll(() => publicPage()).toMatch(/Imprint<[\s\S]*Cookies</)
      await page.getByText('Nothing to save').waitFor()
      expect(await titles(), 'each link once').toEqual(['Privacy', 'Terms', 'Imprint', 'Cookies'])
      await button(page, 'Move Privacy down').click()
      expect(await titles()).toEqual(['Terms', 'Privacy', 'Imprint', 'Cookies'])
      await page.getByRole('switch', { name: 'Terms is shown' }).click()
      await save(page)
      await expect.poll(() => publicPage()).not.toContain('Terms<')
      await button(page, 'Delete Privacy').click()
      await page.getByText('1 unsaved change').waitFor()
      expect(await publicPage()).toContain('Privacy<')
      expect(saves).toBe(4)
      await save(page)
      await expect.poll(() => publicPage()).not.toContain('Privacy<')
    }))

  it('is translated, links one by one and sections as a whole', () =>
    settings('tab=footer', {}, async (page) => {
      const panel = (name: string) => page.getByRole('region', { name: `Translations: ${name}` })
      const choose = (name: string, language: string) =>
        panel(name).getByLabel('Language', { exact: true }).selectOption({ label: language })
      for (const name of ['Blog', 'News']) {
        await button(page, 'Add a quick link').click()
        const row = page.getByRole('listitem').filter({ has: button(page, 'Delete New link') })
        await row.getByRole('textbox', { name: 'URL', exact: true }).fill('/en/blog')
        await row.getByRole('textbox', { name: 'Title' }).fill(name)
      }
      await button(page, 'Translations: Blog').click()
      await panel('Blog').getByText('Save this item first').waitFor()
      await save(page)
      await page.getByText('Nothing to save').waitFor()
      await choose('Blog', 'Italian – Italiano')
      const title = panel('Blog').getByRole('textbox', { name: 'Title' })
      expect(await title.inputValue()).toBe('Blog')
      await title.fill('Diario')
      await panel('Blog').getByRole('button', { name: 'Save translation' }).click()
      await panel('Blog').getByText('Translation saved successfully').waitFor()
      await choose('Blog', 'German – Deutsch')
      expect(await title.inputValue()).toBe('Blog')
      await choose('Blog', 'Italian – Italiano ✓')
      expect(await title.inputValue()).toBe('Diario')
      await button(page, 'Translations: News').click()
      await choose('News', 'Italian – Italiano')
      expect(await panel('News').getByRole('textbox', { name: 'Title' }).inputValue()).toBe('News')
      await button(page, 'Translations: News').click()

      await field(page, 'Copyright text').fill('All rights reserved')
      await button(page, 'Manage Translations').click()
      await choose('Footer', 'Italian – Italiano')
      const copyright = panel('Footer').getByRole('textbox', { name: 'Copyright text' })
      expect(await copyright.inputValue()).toBe('All rights reserved')
      await panel('Footer').getByRole('button', { name: 'Save translation' }).click()
      await panel('Footer').getByRole('alert').getByText('All fields are required').waitFor()
      for (const text of await panel('Footer').getByRole('textbox').all()) await text.fill('Testo')
      await panel('Footer').getByRole('button', { name: 'Save translation' }).click()
      await panel('Footer').getByText('Translation saved successfully').waitFor()
      await choose('Footer', 'German – Deutsch')
      expect(await copyright.inputValue()).toBe('All rights reserved')
      await choose('Footer', 'Italian – Italiano ✓')
      expect(await copyright.inputValue()).toBe('Testo')
      await button(page, 'Discard').click()
      await button(page, 'Hide Translations').click()
    }))

  it('uploads a logo, and refuses a file that is not an image', () =>
    settings('tab=general', {}, async (page) => {
      const [input] = await page.locator('input[type=file]').all()
      await input?.setInputFiles({
        name: 'a.png',
        mimeType: 'image/png',
        buffer: Buffer.from('<svg onload="a()"/>'),
      })
      await page.getByText('SVG files are not accepted').waitFor()
      const buffer = await sharp({ create: { width: 300, height: 80, channels: 3, background: '#00ff95' } })
        .png()
        .toBuffer()
      await input?.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
      await expect.poll(() => field(page, 'Logo URL').inputValue()).toMatch(/^\/media\//)
      await look(page, 'an uploaded logo')
      await save(page)
      await page.getByText('Settings saved successfully').waitFor()
      await expect.poll(() => publicPage()).toMatch(/<img[^>]+src="\/media\/[0-9a-f]+\.webp"/)
    }))
})

describe('the keyboard', () => {
  it('stays where something was removed, or switched by a press that cannot be repeated', () =>
    settings('tab=general', {}, async (page) => {
      page.on('dialog', (dialog) => dialog.accept())
      const open = async (path: string) => {
        await page.goto(`${site.origin}/admin/${path}`)
        await settled(page)
      }
      const pressAt = async (name: string) => {
        await button(page, name).focus()
        await page.keyboard.press('Enter')
      }
      await open('audiences')
      await button(page, 'Add a group').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add a group' }).click()
      const countries = page.getByRole('combobox', { name: 'Countries' })
      for (const country of ['Italy', 'Malta', 'Spain']) await countries.selectOption(country)
      await pressAt('Remove Italy')
      await hasFocus(button(page, 'Remove Malta'))
      await pressAt('Remove Spain')
      await hasFocus(button(page, 'Remove Malta'))
      await pressAt('Remove Malta')
      await hasFocus(countries)
      await pressAt('Delete New group')
      await hasFocus(button(page, 'Add a group'))
      await open(`bookmakers/${bookmaker}`)
      for (const _ of [1, 2]) await button(page, 'Add a link').click()
      const removers = button(page, 'Delete Alder, Every country')
      await removers.first().press('Enter')
      await hasFocus(removers)
      await removers.press('Enter')
      await hasFocus(button(page, 'Add a link'))
      await open('matches?q=Inter')
      await button(page, 'More: Inter – Milan').click()
      await pressAt('Delete Inter – Milan')
      await hasFocus(page.getByText('Add a match', { exact: true }))
      await open('languages')
      const isDefault = page.getByRole('switch', { name: 'Italian is the default' })
      await isDefault.press('Enter')
      await page.getByText('2 unsaved changes').waitFor()
      await hasFocus(isDefault)
    }))
})

describe('in Arabic on a phone', () => {
  it.each(['general', 'appearance', 'seo', 'seo&part=scripts', 'footer'])('shows the whole tab %s', (name) =>
    settings(`tab=${name}`, { language: 'ar', viewport: SIZES.phone }, async (page) => {
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
      await page.getByRole('heading', { level: 1, name: 'إعدادات الموقع' }).waitFor()
      await look(page, name)
    }),
  )
})
