import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addCookies,
  expectAccessible,
  expectNoSidewaysScroll,
  hasFocus,
  holdBack,
  SIZES,
  settled,
  type VisitOptions,
} from './browser.ts'
import { type Office, startOffice } from './office.ts'

let office: Office
let origin: string
beforeAll(async () => {
  office = await startOffice({ content: 'world' })
  origin = office.origin
})
afterAll(() => office.close())

/** Whatever a refused change answers with, the browser notes; the page shows it. */
const REFUSALS = /the server responded with a status of (4\d\d|503)/

const asAdministrator = (run: (page: Page) => Promise<void>, options: VisitOptions = {}): Promise<void> =>
  office.visit({ tolerated: REFUSALS, ...options }, run)

async function look(page: Page, state: string): Promise<void> {
  await settled(page)
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}

describe('the grid of translations', () => {
  it('finds a text among thousands, saves it, and shows it on the site', () =>
    asAdministrator(async (page) => {
      await page.goto(`${origin}/admin/translations`)
      await look(page, 'translations')
      await page.getByLabel('Namespace', { exact: true }).selectOption('admin')
      await page.waitForURL(/translations\/admin/)
      const grid = page.getByRole('table', { name: 'admin' })
      await grid.getByRole('row').nth(3).waitFor()
      expect(await grid.getByRole('row').count()).toBeLessThan(60)
      await page
        .getByRole('region', { name: 'Translations', exact: true })
        .evaluate((frame) => frame.scrollTo({ top: frame.scrollHeight }))
      await grid.getByRole('rowheader', { name: /^yes/ }).waitFor()

      await page.getByLabel('Namespace', { exact: true }).selectOption('common')
      await page.waitForURL(/translations\/common/)
      const search = page.getByLabel('Search', { exact: true })
      await search.fill('Bearbeiten')
      await page.goBack()
      await page.waitForURL(/translations\/admin$/)
      await expect.poll(() => search.inputValue()).toBe('')
      await page.goForward()
      await page.waitForURL(/common\?search=Bearbeiten$/)
      await expect.poll(() => search.inputValue()).toBe('Bearbeiten')
      await search.fill('startseite')
      await page.waitForURL(/common\?search=startseite$/)
      await page.reload()
      const cell = page.getByRole('textbox', { name: 'home in Italian' })
      await cell.waitFor()
      const save = page.getByRole('button', { name: 'Save Changes' })
      expect(await save.isDisabled()).toBe(true)
      await page.getByText('No changes to save').waitFor()
      await cell.fill('Pagina iniziale')
      await page.getByText('1 unsaved change').waitFor()
      await look(page, 'an edited cell')
      await save.click()
      await page.getByText('Successfully saved 1 translation').waitFor()
      await page.getByText('No changes to save').waitFor()

      await page.goto(`${origin}/it`)
      await page.getByRole('link', { name: 'Pagina iniziale' }).first().waitFor()
    }))

  it('warns of a lost variable, and asks before edits are lost', () =>
    asAdministrator(async (page) => {
      await page.goto(`${origin}/admin/translations/matches`)
      await settled(page)
      await page.getByLabel('Search', { exact: true }).fill('best-of_one')
      await page.getByRole('textbox', { name: 'best-of_one in German' }).fill('bester Preis')
      await page.getByText('Without {{count}}').waitFor()
      await page.getByText('1 edited text has lost a variable').waitFor()
      await page.getByLabel('Namespace', { exact: true }).selectOption('common')
      await page.getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('textbox', { name: 'best-of_one in German' }).waitFor()
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByText('No changes to save').waitFor()
    }))

  it('shows both values of a cell on a conflict', () =>
    asAdministrator(async (page) => {
      await page.goto(`${origin}/admin/translations`)
      const theirs = await page.context().newPage()
      await theirs.goto(`${origin}/admin/translations`)
      const write = async (on: Page, text: string) => {
        await settled(on)
        await on.getByLabel('Search', { exact: true }).fill('sign-out')
        await on.getByText(/^1 of /).waitFor()
        await on
          .getByRole('textbox', { name: / in French$/ })
          .first()
          .fill(text)
        await on.getByRole('button', { name: 'Save Changes' }).click()
      }
      await page.getByLabel('Search', { exact: true }).fill('sign-out')
      await write(theirs, 'Sortie')
      await theirs.getByText('Successfully saved 1 translation').waitFor()
      await write(page, 'Partir')
      await page.getByRole('button', { name: 'Theirs: Sortie' }).waitFor()
      await look(page, 'a conflict')
      await page.getByRole('button', { name: 'Mine: Partir' }).click()
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Successfully saved 1 translation').waitFor()
    }))

  it('imports a file, reports what it left out, and exports it again', () =>
    asAdministrator(async (page) => {
      await page.goto(`${origin}/admin/translations`)
      await settled(page)
      const texts = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key.${index}`, 'Testo']))
      await page.getByLabel('File of translations').setInputFiles({
        name: 'texts.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ it: { common: texts, nonsense: {} }, xx: {} })),
      })
      await page.getByText('Successfully imported 3,000 translations').waitFor()
      await page.getByText('Unknown language codes: xx').waitFor()
      await page.getByText('Unknown namespaces: nonsense').waitFor()
      await page.getByLabel('Search', { exact: true }).fill('key.2999')
      await page.getByRole('rowheader', { name: /key\.2999/ }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('translations_export.json')
      await page.getByText('Translations exported successfully').waitFor()

      await page.getByLabel('File of translations').setInputFiles({
        name: 'texts.json',
        mimeType: 'application/json',
        buffer: Buffer.from('[]'),
      })
      await page.getByText('Invalid import format').waitFor()
    }))
})

describe('languages', () => {
  it('are added with texts to start from, and appear in the language picker of the site', () =>
    asAdministrator(async (page) => {
      await page.goto(`${origin}/admin/languages`)
      await look(page, 'languages')
      await page.getByRole('button', { name: 'Add language' }).click()
      await page.getByRole('button', { name: 'Add language' }).click()
      await page.getByText('Language code, name, and native name are required').first().waitFor()
      await page.getByRole('textbox', { name: 'Language', exact: true }).fill('Dutch')
      await page.getByRole('textbox', { name: 'Native name', exact: true }).fill('Nederlands')
      await page.getByRole('textbox', { name: 'Code', exact: true }).fill('nl')
      await page.getByRole('textbox', { name: 'Flag code', exact: true }).fill('nl')
      await page.getByLabel('Start with the texts of').selectOption({ label: 'German' })
      await look(page, 'adding a language')
      await page.getByRole('button', { name: 'Add language' }).click()
      await page.getByText('Language added successfully').waitFor()

      const visitor = await page.context().newPage()
      await visitor.goto(`${origin}/en`)
      await settled(visitor)
      await visitor.getByText('English').first().click()
      await visitor.getByRole('link', { name: 'Nederlands' }).click()
      await visitor.waitForURL(`${origin}/nl`)
      expect(await visitor.locator('html').getAttribute('lang')).toBe('nl')
      await visitor.getByText('Kommende Spiele').first().waitFor()
      await visitor.close()

      await page.getByRole('textbox', { name: 'Native name of Dutch' }).fill('Vlaams')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByText('Language updated successfully').waitFor()
      const isDefault = (name: string) =>
        page.getByRole('switch', { name: `${name} is the default`, checked: true }).waitFor()
      await page.getByRole('button', { name: 'Set Dutch as default' }).click()
      await page.getByText('Default language updated successfully').waitFor()
      await isDefault('Dutch')
      expect(await page.getByRole('textbox', { name: 'Native name of Dutch' }).inputValue()).toBe('Vlaams')
      await page.getByRole('button', { name: 'Set English as default' }).click()
      await isDefault('English')

      await page.getByRole('button', { name: 'Delete Dutch' }).click()
      await page.getByText('Texts of the interface').waitFor()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByText('Language deleted successfully').waitFor()
    }))
})

describe('match content', () => {
  it('is previewed on a real match while typing, with variables offered', () =>
    asAdministrator(async (page) => {
      await page.goto(`${origin}/admin/match-content`)
      await look(page, 'match content')
      const title = page.getByRole('textbox', { name: 'Title', exact: true })
      await title.fill('Own title of {home')
      await page.getByRole('option', { name: '{home_team}' }).waitFor()
      await title.press('Enter')
      const match = await page.getByLabel('Match', { exact: true }).locator('option:checked').textContent()
      const home = match?.split(' – ')[0] ?? ''
      await page.getByRole('heading', { name: `Own title of ${home}` }).waitFor()
      const team = page.getByLabel('Find a match by a team')
      const unread = '**/match-content/preview*'
      await page.route(unread, (route) => route.fulfill({ status: 503 }))
      await team.fill('None of them')
      await page.getByText('Failed to load this part of the screen.').waitFor()
      await page.unroute(unread)
      const readAgain = await holdBack(page, unread)
      await page.getByRole('button', { name: 'Retry' }).press('Enter')
      await page.getByRole('alert').getByText('Loading…').waitFor()
      readAgain()
      await page.getByText('There is no upcoming match to preview.').waitFor()
      await hasFocus(page.getByText('Loaded', { exact: true }))
      await page.context().clearCookies()
      await team.fill('')
      await page
        .getByText('You have been signed out. Nothing is lost: sign in in another tab, then retry.')
        .waitFor()
      await addCookies(page, office.cookie, origin)
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByRole('heading', { name: `Own title of ${home}` }).waitFor()
      const letGo = await holdBack(page, '**/match-content.data*')
      const sent = page.waitForRequest((it) => it.method() === 'POST' && it.url().includes('/match-content'))
      await page.getByRole('button', { name: 'Save translation' }).press('Enter')
      const saving = page.getByRole('button', { name: 'Saving…' })
      await expect.poll(() => saving.getAttribute('aria-disabled')).toBe('true')
      await hasFocus(saving)
      letGo()
      await page.getByText('Translation saved successfully').waitFor()
      await look(page, 'saved match content')
      // What nobody has changed is not stored, as far as it is not required, and stays on the screen.
      const { after } = (await sent).postDataJSON()
      expect(Object.keys(after).filter((column) => after[column])).toEqual([
        'title_template',
        'description_template',
      ])
      expect(await page.getByRole('textbox', { name: 'Title of the safest bet' }).inputValue()).toBe(
        'Safest Bet',
      )
      const language = page.getByLabel('Language', { exact: true })
      await language.selectOption({ label: 'Italian' })
      await page.getByText('There are no saved texts in this language yet').waitFor()
      expect(await title.inputValue()).toBe('Own title of {home_team}')
      await language.selectOption({ label: 'English ✓' })
    }))
})

describe('in Arabic and on a phone', () => {
  it('each screen is accessible and fits the width', async () => {
    await asAdministrator(
      async (page) => {
        for (const screen of ['languages', 'translations', 'match-content']) {
          await page.goto(`${origin}/admin/${screen}`)
          await look(page, `${screen} on a phone`)
        }
        await office.site.post('/en/profile', { intent: 'save', language: 'ar' }, { cookie: office.cookie })
        for (const screen of ['languages', 'translations', 'match-content']) {
          await page.goto(`${origin}/admin/${screen}`)
          expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
          // The mirror image has the same elements: axe has looked at them.
          await settled(page)
          await expectNoSidewaysScroll(page, `${screen} in Arabic`)
        }
      },
      { viewport: SIZES.phone },
    )
  })
})
