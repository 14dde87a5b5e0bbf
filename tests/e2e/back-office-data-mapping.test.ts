import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmallDemonstration, type SmallDemonstration } from '#tests/support/small-demonstration.ts'
import { expectAccessible, expectNoSidewaysScroll, SIZES, settled } from './browser.ts'
import { type Office, startOffice } from './office.ts'

let demonstration: SmallDemonstration
let office: Office
beforeAll(async () => {
  // The teams of one are mapped; each feed lists some of the other.
  demonstration = await openSmallDemonstration(['soccer_bulgaria_first_league', 'soccer_italy_serie_a'])
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

const panel = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })
const rows = (page: Page) => page.getByRole('article')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: new RegExp(`^${name}`) })
const countOf = async (page: Page, name: string) =>
  Number(/\d+/.exec((await tab(page, name).textContent()) ?? '')?.[0])

async function importTeams(page: Page): Promise<void> {
  for (const tool of ['countries', 'leagues', 'teams']) {
    await open(page, `/admin/import?tool=${tool}`)
    if (tool !== 'countries') await page.getByLabel('Country').selectOption({ label: 'Bulgaria' })
    await page.getByRole('button', { name: 'Start import' }).click()
    await panel(page, 'Runs').getByText('done', { exact: true }).first().waitFor()
  }
}

it('links to the teams of the sports database, and imports those of a country', () =>
  office.visit({}, async (page) => {
    await open(page, '/admin/data-mapping')
    await expectAccessible(page, 'nothing to map to')
    await page.getByRole('link', { name: 'Import teams first' }).last().click()
    await page.getByRole('heading', { name: 'Runs' }).waitFor()
    await importTeams(page)
  }))

it('limits a run, shows it in two browsers, and keeps its counts', () =>
  office.visit({}, async (page) => {
    await open(page, '/admin/data-mapping')
    if ((await page.getByRole('link', { name: 'Import teams first' }).count()) > 0) {
      await importTeams(page)
      await open(page, '/admin/data-mapping')
    }
    const other = await page.context().newPage()
    await open(other, '/admin/data-mapping')
    const names = panel(page, 'Data Mapping')
    expect(await names.getByLabel('Country').isDisabled()).toBe(true)
    await names.getByLabel('Sport').selectOption({ label: 'Soccer' })
    expect(await names.getByLabel('League').isDisabled()).toBe(true)
    await names.getByLabel('Country').selectOption({ label: 'Bulgaria' })
    await names.getByLabel('League').selectOption({ label: 'First League' })
    await names.getByLabel('Sport').selectOption({ label: 'All Sports' })
    expect(
      await names.locator('select').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)),
    ).toEqual(['', '', ''])
    await names.getByRole('button', { name: 'Map Data' }).click()
    await names.getByRole('button', { name: 'Mapping Data...' }).waitFor()
    await names
      .getByRole('status')
      .getByText(/No matches found that needed updating|Successfully updated/)
      .waitFor()

    const teams = panel(page, 'Team Mappings')
    await teams.getByLabel('Sport').selectOption({ label: 'Soccer' })
    await teams.getByLabel('Country').selectOption({ label: 'Bulgaria' })
    await teams.getByRole('button', { name: 'Map Teams' }).click()
    await teams.getByRole('button', { name: 'Mapping Teams...' }).waitFor()
    for (const each of [page, other]) {
      await panel(each, 'Team Mappings')
        .getByRole('status')
        .getByText(/^Mapped \d+ of \d+ teams\.$/)
        .waitFor()
      await expect.poll(() => countOf(each, 'Mapped')).toBeGreaterThan(0)
    }
    await teams.getByRole('status').getByText('Soccer, Bulgaria').waitFor()
    await teams.getByText('Debug Info').click()
    await teams.getByText('matched high').waitFor()
    await expectAccessible(page, 'a finished run')
  }))

it('is reviewed by keyboard, and every decision can be undone', () =>
  office.visit({}, async (page) => {
    await open(page, '/admin/data-mapping?status=mapped')
    // What a run has mapped can be put right: the team is picked by its name.
    await rows(page)
      .first()
      .getByRole('button', { name: /^Pick another/ })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Team name').fill('a')
    await dialog.getByLabel('Team name').fill('sofia')
    await dialog.getByRole('button', { name: /^Take/ }).first().waitFor()
    await expectAccessible(page, 'looking a team up')
    await dialog.getByRole('button', { name: /^Take/ }).first().click()
    await rows(page).first().getByText('decided by an operator').waitFor()

    await open(page, '/admin/data-mapping')
    const before = await countOf(page, 'To review')
    expect(before).toBeGreaterThan(0)
    const row = rows(page).first()
    const candidate = await row.locator('ol li bdi').first().textContent()
    await page.getByRole('button', { name: 'Filter' }).focus()
    await page.keyboard.press('Tab')
    expect(await row.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.press('1')
    await row.getByText('Mapped', { exact: true }).waitFor()
    await row.getByText(candidate ?? '').waitFor()
    expect(await countOf(page, 'To review')).toBe(before - 1)
    await expectAccessible(page, 'a decided row')
    await page.keyboard.press('r')
    await row.getByText('Rejected', { exact: true }).waitFor()
    await page.keyboard.press('u')
    await row.getByText('Mapped', { exact: true }).waitFor()
    await page.keyboard.press('u')
    await row.getByText('To review', { exact: true }).waitFor()
    expect(await countOf(page, 'To review')).toBe(before)

    // Letters belong to a field while it is typed in.
    await page.getByLabel('Team name').fill('r1u')
    expect(await countOf(page, 'To review')).toBe(before)
    await row.getByRole('button', { name: /^History of/ }).click()
    await page.getByRole('dialog').getByText('Team of the sports database').first().waitFor()
  }))

it('reports a conflict, and shows the current row', () =>
  office.visit({ tolerated: /status of 409/ }, async (page) => {
    await open(page, '/admin/data-mapping')
    const other = await page.context().newPage()
    await open(other, '/admin/data-mapping')
    await rows(other)
      .first()
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click()
    await rows(other).first().getByText('Mapped', { exact: true }).waitFor()
    await rows(page)
      .first()
      .getByRole('button', { name: /^Reject/ })
      .click()
    await rows(page).first().getByText('Somebody else has decided on this team meanwhile.').waitFor()
    await rows(page).first().getByText('Mapped', { exact: true }).waitFor()
    await expectAccessible(page, 'a row that somebody else decided')
    await rows(page).first().getByRole('button', { name: /^Undo/ }).click()
    await rows(page).first().getByText('To review', { exact: true }).waitFor()
  }))

it('fits a phone, in Arabic from right to left, and in the dark scheme', () =>
  office.visit({ viewport: SIZES.phone }, async (page) => {
    await open(page, '/admin/data-mapping')
    await expectNoSidewaysScroll(page, 'the queue on a phone')
    await expectAccessible(page, 'the queue on a phone')
    await open(page, '/ar/profile')
    await page.locator('select[name=language]').selectOption('ar')
    await page.locator('main form button[type=submit]').first().click()
    await page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor()
    await page
      .context()
      .addCookies([{ name: 'overround.back-office-look', value: 'dark', url: office.origin }])
    await open(page, '/admin/data-mapping?status=mapped')
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.getByRole('heading', { name: 'مراجعة الفرق' }).waitFor()
    await expectNoSidewaysScroll(page, 'the queue in Arabic')
    await expectAccessible(page, 'the queue in Arabic')
  }))
