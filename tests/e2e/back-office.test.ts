import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NAVIGATION } from '#app/routes/admin/navigation.ts'
import { openSmallDemonstration, type SmallDemonstration } from '#tests/support/small-demonstration.ts'
import {
  addCookies,
  expectAccessible,
  expectNoSidewaysScroll,
  hasFocus,
  holdBack,
  SIZES,
  settled,
} from './browser.ts'
import { type Office, startOffice } from './office.ts'

/** A league of each sport, and three of soccer. */
const LEAGUES = [
  ...['soccer_italy_serie_a', 'soccer_spain_la_liga', 'soccer_uefa_champs_league'],
  ...['tennis_atp_shanghai_masters', 'basketball_italy_lega_a', 'icehockey_sweden_hockey_league'],
  ...['americanfootball_nfl', 'baseball_kbo', 'handball_germany_bundesliga', 'volleyball_italy_superlega'],
  'rugbyunion_new_zealand_national_provincial_championship',
]

let demonstration: SmallDemonstration
let office: Office
beforeAll(async () => {
  demonstration = await openSmallDemonstration(LEAGUES)
  office = await startOffice(demonstration.options)
})
afterAll(async () => {
  await office.close()
  await demonstration.close()
})

async function open(page: Page, path: string): Promise<void> {
  await page.goto(office.origin + path)
  await settled(page)
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const names = (page: Page) => page.locator('tbody tr td:nth-child(2) bdi').allTextContents()

describe('the frame', () => {
  it('has all entries in order, links to the site in a new tab, and has no violation', () =>
    office.visit({}, async (page) => {
      await open(page, '/admin')
      const entries = await page.locator('#back-office-menu nav a').all()
      const links = await Promise.all(entries.map((entry) => entry.getAttribute('href')))
      const wanted =
        'import remove sports countries leagues matches data-mapping affiliate-buttons promotions match-content languages translations settings'
      const expected = ['/admin', ...wanted.split(' ').map((screen) => `/admin/${screen}`)]
      expect(links.filter((link) => expected.includes(link ?? ''))).toEqual(expected)
      const site = page.getByRole('link', { name: 'View site' })
      expect([await site.getAttribute('href'), await site.getAttribute('target')]).toEqual(['/', '_blank'])
      await expectAccessible(page, 'dashboard')
      await page.getByRole('button', { name: 'Dark look' }).click()
      await page.getByRole('button', { name: 'Light look' }).waitFor()
      await open(page, '/admin/sports')
      await expectAccessible(page, 'sports, dark')
    }))

  it('opens its menu on a phone, and closes it on Escape and on navigation', () =>
    office.visit({ viewport: SIZES.phone }, async (page) => {
      await open(page, '/admin/sports')
      await expectNoSidewaysScroll(page, 'sports on a phone')
      const menu = page.locator('#back-office-menu')
      await page.getByRole('button', { name: 'Open menu' }).click()
      await menu.waitFor({ state: 'visible' })
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Open menu' }).click()
      await menu.getByRole('link', { name: 'Manage Leagues' }).click()
      await page.getByText('Select a sport and country to manage their leagues').waitFor()
      await menu.waitFor({ state: 'hidden' })
      expect(await page.getByLabel('Country').isDisabled()).toBe(true)
    }))
})

it('opens every screen from the menu, without an error in the browser, and fits a small laptop', () =>
  office.visit({ viewport: { width: 1024, height: 768 } }, async (page) => {
    await open(page, '/admin')
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    for (const { to } of NAVIGATION) {
      const entry = page.locator(`#back-office-menu a[href="${to}"]`)
      const group = page.locator('#back-office-menu details:not([open])', {
        has: page.locator(`a[href="${to}"]`),
      })
      if (await group.count()) await group.locator('summary').click()
      await entry.click()
      await page.waitForURL(office.origin + to)
      await page.locator('h1').waitFor()
      await expect.poll(() => entry.getAttribute('aria-current')).toBe('page')
      // The router loads the document again when a screen's script fails.
      expect(await page.evaluate(() => 'isSameDocument' in window), to).toBe(true)
      await expectNoSidewaysScroll(page, to)
    }
  }))

it('the menu finds a screen by its name, by keyboard alone', () =>
  office.visit({ viewport: SIZES.phone }, async (page) => {
    await open(page, '/admin')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.locator('#back-office-menu')
    const field = menu.getByRole('searchbox')
    await field.fill('sign')
    expect(await menu.locator('nav a').allTextContents()).toEqual(['Sign-ins'])
    await field.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${office.origin}/admin/sign-ins`)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect.poll(() => menu.locator('details[open] summary').allTextContents()).toEqual(['Operation'])
    expect(await field.inputValue()).toBe('')
    // Without a search, Enter opens nothing.
    await field.press('Enter')
    expect(page.url()).toBe(`${office.origin}/admin/sign-ins`)
    await field.fill('no such screen')
    await menu.getByText('No screen has this name.').waitFor()
    await field.press('Escape')
    expect(await field.inputValue()).toBe('')
    await field.fill('pages')
    await field.press('Enter')
    await page.waitForURL(`${office.origin}/admin/pages`)
  }))

describe('sports', () => {
  it('stay at their fixed position, and swap elsewhere', () =>
    office.visit({}, async (page) => {
      await open(page, '/admin/sports')
      expect((await names(page)).slice(0, 3)).toEqual(['Soccer', 'Tennis', 'Basketball'])
      await page.getByRole('button', { name: 'Move Tennis down' }).click()
      await page.getByText('Tennis has a fixed position and cannot be moved').waitFor()
      await page.getByRole('button', { name: 'Move Ice Hockey up' }).click()
      const note = page.getByText('Cannot swap with American Football as it has a fixed position')
      await note.waitFor()
      await note.waitFor({ state: 'detached' })
      expect(await page.getByLabel('Position of Soccer', { exact: true }).isDisabled()).toBe(true)
      expect(await page.getByRole('button', { name: 'Move Soccer up' }).isDisabled()).toBe(true)
      const before = await names(page)
      await page.getByRole('button', { name: 'Move Baseball up' }).click()
      const moved = before.indexOf('Baseball')
      expect((await names(page)).indexOf('Baseball')).toBe(moved - 1)
      await page.getByText('2 unsaved changes').waitFor()
      const isShown = page.getByRole('switch', { name: 'Volleyball is shown' })
      await isShown.click()
      await page.getByText('3 unsaved changes').waitFor()
      expect(await isShown.getAttribute('aria-checked')).toBe('false')
      await page.getByRole('button', { name: 'Discard' }).click()
      expect(await names(page)).toEqual(before)
      expect(await isShown.getAttribute('aria-checked')).toBe('true')
    }))

  it('ask before edits are lost, and show a conflict with both values', () =>
    office.visit({ tolerated: /status of 409/ }, async (page) => {
      await open(page, '/admin/sports')
      const field = page.getByLabel('Display name of Handball')
      await field.fill('Team Handball')
      await page.getByRole('link', { name: 'Manage Leagues' }).click()
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
      await dialog.waitFor()
      await expectAccessible(page, 'unsaved changes')
      await dialog.getByRole('button', { name: 'Stay' }).click()
      expect(await field.inputValue()).toBe('Team Handball')

      const other = await page.context().newPage()
      await open(other, '/admin/sports')
      await other.getByLabel('Display name of Handball').fill('Handball!')
      await other.getByLabel('Display name of Handball').press('Tab')
      await other.getByLabel('Display name of Rugby Union').fill('Rugby')
      await other.getByLabel('Display name of Rugby Union').press('Tab')
      await save(other).click()
      await other.getByText('Sports updated successfully').waitFor()

      await save(page).click()
      const conflict = page.getByRole('alert', { name: /Somebody else saved other values/ })
      await conflict.getByText('admin@overround.local').waitFor()
      await expectAccessible(page, 'conflict')
      await conflict.getByRole('button', { name: 'Theirs: Handball!' }).waitFor()
      // The row is marked and keeps its typed text; rows without edits show the stored values.
      expect(await field.inputValue()).toBe('Team Handball')
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      await expect.poll(() => page.getByLabel('Display name of Rugby Union').inputValue()).toBe('Rugby')
      await conflict.getByRole('button', { name: 'Mine: Team Handball' }).click()
      expect(await field.getAttribute('aria-invalid')).toBeNull()
      await save(page).click()
      await page.getByText('Sports updated successfully').waitFor()
      await page.getByText('Nothing to save').waitFor()
      await page.getByRole('button', { name: 'History of Handball' }).click()
      await page.getByRole('dialog').getByText('Team Handball').waitFor()
      await expectAccessible(page, 'history of an item')
    }))

  it('keep typed text when the session has ended', () =>
    office.visit({ tolerated: /status of 401/ }, async (page) => {
      await open(page, '/admin/sports')
      await page.getByLabel('Display name of Volleyball').fill('Volley')
      await page.context().clearCookies()
      await save(page).click()
      await page.getByText('You have been signed out. Nothing is lost').waitFor()
      expect(await page.getByLabel('Display name of Volleyball').inputValue()).toBe('Volley')
      await addCookies(page, office.cookie, office.origin)
      await save(page).click()
      await page.getByText('Sports updated successfully').waitFor()
    }))
})

describe('countries and leagues', () => {
  it('are those of a sport that was chosen before the scripts loaded', () =>
    office.visit({}, async (page) => {
      const letGo = await holdBack(page, '**/assets/*.js')
      await page.goto(`${office.origin}/admin/countries`, { waitUntil: 'commit' })
      await page.getByLabel('Sport').selectOption({ label: 'Soccer' })
      letGo()
      await page.getByRole('row').filter({ hasText: 'Spain' }).waitFor()
    }))

  it('are numbered, named and saved, and shown on the site', () =>
    office.visit({ tolerated: /status of 422/ }, async (page) => {
      await open(page, '/admin/countries')
      // An invalid image: the globe is in its place.
      await page.route('**/es.webp', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: 'no picture' }),
      )
      await page.getByLabel('Sport').selectOption({ label: 'Soccer' })
      const spain = page.getByRole('row').filter({ hasText: 'Spain' })
      await spain.locator('td:nth-child(2) svg:has(use[href$="#globe"])').waitFor()
      await page.getByRole('row').filter({ hasText: 'Italy' }).locator('td:nth-child(2) img').waitFor()
      await page.getByRole('columnheader', { name: 'Flag' }).waitFor()
      expect(await page.getByRole('columnheader').allTextContents()).toEqual([
        'Position',
        'Flag',
        'Original Name',
        'Display Name',
        'Code',
        'Status',
        'Actions',
      ])
      await expectAccessible(page, 'countries')
      const shown = page.locator('tbody tr td:nth-child(3) bdi')
      const [first, second] = await shown.allTextContents()
      await page.getByLabel('Name contains').fill('ITA')
      await expect.poll(() => shown.allTextContents()).toEqual(['Italy'])
      expect(await page.getByRole('button', { name: 'Move Italy down', exact: true }).isDisabled()).toBe(true)
      await page.getByLabel('Name contains').fill('')
      await page.getByRole('button', { name: `Move ${first} down`, exact: true }).click()
      expect((await shown.allTextContents()).slice(0, 2)).toEqual([second, first])
      await page.getByRole('button', { name: `Move ${first} up`, exact: true }).click()
      expect((await shown.allTextContents()).slice(0, 2)).toEqual([first, second])
      const isShown = page.getByRole('switch', { name: 'Italy is shown', exact: true })
      await isShown.click()
      await expect.poll(() => isShown.getAttribute('aria-checked')).toBe('false')
      await isShown.click()
      await expect.poll(() => isShown.getAttribute('aria-checked')).toBe('true')
      await page.getByLabel('Display Name of Italy', { exact: true }).fill('Lost?')
      await page.getByLabel('Sport', { exact: true }).selectOption({ label: 'Tennis' })
      await page
        .getByRole('dialog', { name: 'Leave without saving?' })
        .getByRole('button', { name: 'Stay' })
        .click()
      expect(await page.getByLabel('Display Name of Italy', { exact: true }).inputValue()).toBe('Lost?')
      await page.getByLabel('Position of Italy', { exact: true }).fill('1')
      await page.getByLabel('Position of Italy', { exact: true }).press('Enter')
      await page.getByRole('button', { name: 'Assign Sequential Numbers' }).click()
      const positions = page.locator('tbody input[type=number]')
      expect(await Promise.all([0, 1, 2].map((row) => positions.nth(row).inputValue()))).toEqual([
        '1',
        '2',
        '3',
      ])
      await page.getByLabel('Display Name of Italy', { exact: true }).fill('Italia!')
      await save(page).click()
      await page.getByText('Countries updated successfully').waitFor()
      await open(page, '/en/soccer/italy')
      await page
        .getByRole('heading', { name: /Italia!/ })
        .first()
        .waitFor()

      await open(page, '/admin/leagues')
      await page.getByLabel('Sport').selectOption({ label: 'Soccer' })
      await page.getByLabel('Country').selectOption({ label: 'Italia!' })
      const logo = page.getByLabel('Logo URL of Serie A', { exact: true })
      await logo.fill('javascript:alert(1)')
      await save(page).click()
      await page.getByText('An address beginning with https:// or /').waitFor()
      expect(await logo.inputValue()).toBe('javascript:alert(1)')
      await expectAccessible(page, 'a field that cannot be saved')
      await logo.fill('/favicon.svg')
      await save(page).click()
      await page.getByText('Leagues updated successfully').waitFor()
    }))
})

describe('imports and removals', () => {
  it('show one run in two browsers, with its counts and its log', () =>
    office.visit({}, async (page) => {
      await open(page, '/admin/import')
      const other = await page.context().newPage()
      await open(other, '/admin/import')
      const runs = (of: Page) => of.locator('section', { has: of.getByRole('heading', { name: 'Runs' }) })
      await page.getByRole('option', { name: 'Tennis' }).waitFor({ state: 'attached' })
      await page.getByLabel('Sport', { exact: true }).selectOption({ label: 'Tennis' })
      await page.getByLabel('Menu position of the sport').fill('1')
      await page.getByRole('button', { name: 'Start import' }).click()
      for (const each of [page, other]) {
        // A schedule can have started another import meanwhile, which is then above it in the other browser.
        const own = runs(each).locator('p', { hasText: 'Promotional odds feed · Tennis' }).first()
        await own
          .getByText('done', { exact: true })
          .waitFor({ state: each === page ? 'visible' : 'attached' })
      }
      await expectAccessible(page, 'a finished import')
    }))

  it('show their counts at the end', () =>
    office.visit({}, async (page) => {
      await open(page, '/admin/import?tool=countries')
      const kept = page.locator('dl div', { has: page.getByText('Countries', { exact: true }) })
      await kept.getByText('0', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Start import' }).press('Enter')
      await page.getByRole('status').filter({ hasText: 'Countries: done' }).waitFor()
      await kept.getByText(/^[1-9]\d*$/).waitFor()
      await hasFocus(page.getByRole('button', { name: 'Start import' }))
    }))

  it('change, pause and run a schedule in the rows of the sources', () =>
    office.visit({}, async (page) => {
      await open(page, '/admin/sources')
      const minutes = page.getByLabel('Minutes between runs of football-data.co.uk')
      await minutes.fill('90')
      // Bidirectional marks are around the number.
      await page.getByText(/^was .?720/).waitFor()
      await expectAccessible(page, 'sources with a change')
      await save(page).click()
      await page.getByText('Schedules updated successfully').waitFor()
      expect(await minutes.inputValue()).toBe('90')
      await page.getByRole('button', { name: 'Resume football-data.co.uk' }).press('Enter')
      await page.getByText('1 unsaved change').waitFor()
      await hasFocus(page.getByRole('button', { name: 'Pause football-data.co.uk' }))
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('button', { name: 'Resume football-data.co.uk' }).waitFor()
      await page.getByRole('button', { name: 'Run Promotional odds feed now' }).click()
      // A schedule can be importing it at this moment.
      await page.getByText(/^Promotional odds feed runs now|already running/).waitFor()
      await page.setViewportSize(SIZES.phone)
      await expectNoSidewaysScroll(page, 'sources on a phone')
    }))

  it('ask for confirmation with range and counts before anything is removed', () =>
    office.visit({ viewport: SIZES.phone }, async (page) => {
      await open(page, '/admin/remove')
      expect(await page.getByLabel('Matches older than').inputValue()).toBe('30')
      await page.getByLabel('Matches older than').selectOption({ label: '14 days' })
      const find = page.getByRole('button', { name: 'Find matches' })
      await find.press('Enter')
      const count = String.raw`\d{1,3}(,\d{3})*`
      const question = page.getByRole('alertdialog', {
        name: new RegExp(`^Remove ${count} matches with ${count} odds\\?$`),
      })
      await question.waitFor()
      await hasFocus(question)
      await expectAccessible(page, 'the question before a removal')
      await expectNoSidewaysScroll(page, 'the question before a removal')
      await question.getByRole('button', { name: 'Cancel' }).press('Enter')
      await question.waitFor({ state: 'hidden' })
      await hasFocus(find)
      // Fewer matches than those of the last two weeks.
      await page.getByLabel('Matches older than').selectOption({ label: '30 days' })
      await page.getByRole('button', { name: 'Find matches' }).click()
      await question.getByRole('button', { name: 'Yes, Remove Data' }).click()
      // It stands above the list of runs, and soon in the list, too.
      await page.getByText('Removal of old data').first().waitFor()
      await expectNoSidewaysScroll(page, 'a removal under way')
      await page.getByText('done', { exact: true }).first().waitFor({ timeout: 120_000 })
      await page.getByRole('button', { name: 'Find matches' }).click()
      await page.getByText('No matches found to remove').waitFor()
    }))
})

it('is in the language of the administrator, from right to left for right-to-left languages', () =>
  office.visit({}, async (page) => {
    await open(page, '/ar/profile')
    await page.locator('select[name=language]').selectOption('ar')
    await page.locator('main form button[type=submit]').first().click()
    await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor()
    await open(page, '/admin/sports')
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.getByRole('heading', { name: 'إدارة الرياضات' }).waitFor()
    await expectAccessible(page, 'sports in Arabic')
  }))
