import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { expectAccessible, expectNoSidewaysScroll, hasFocus, SIZES, settled } from './browser.ts'
import { type Office, openOffice } from './office.ts'

let office: Office
let leagues: string
beforeAll(async () => {
  office = await openOffice({ prepare: seed })
})
afterAll(() => office.close())

/** Two leagues of a country, and two pairs of matches that may be one. */
async function seed({ kysely: db }: Database): Promise<void> {
  const first = await createPlace(db, { country: 'England', code: 'GB-ENG', league: 'First' })
  await createPlace(db, { country: 'England', code: 'GB-ENG', league: 'Premier' })
  leagues = `/admin/leagues?sport=${first.sportId}&country=${first.countryId}`
  const women = await createPlace(db, { country: 'England', code: 'GB-ENG', league: 'First Women' })
  const add = async (home_team: string, away_team: string, source: string, hours = 48, place = first) => {
    const start_time = new Date(Date.now() + hours * 3_600_000)
    const id = await createMatch(db, { league_id: place.leagueId, home_team, away_team, start_time })
    await db
      .insertInto('match_sources')
      .values({
        source,
        external_id: id,
        match_id: id,
        home_team,
        away_team,
        start_time,
        league_name: 'First',
      })
      .execute()
    return id
  }
  const pairs = [
    [
      await add('Riverton', 'Hillford', 'promo:alpha'),
      await add('Northwick', 'Hillford', 'the-odds-api', 53, women),
      'opponent',
    ],
    [
      await add('Eastham', 'Ashby', 'promo:alpha'),
      await add('Eastham', 'Ashby', 'the-odds-api', 100),
      'kick-off',
    ],
  ] as const
  for (const [candidate_id, match_id, reason] of pairs)
    await db.insertInto('match_reviews').values({ candidate_id, match_id, reason }).execute()
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(office.origin + path)
  await settled(page)
}

it('decides on pairs of matches after a question, keeps the focus in the list, and undoes a decision', () =>
  office.visit({}, async (page) => {
    await open(page, '/admin/review')
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await expectNoSidewaysScroll(page, `review at ${size.width}`)
    }
    await expectAccessible(page, 'two pairs')
    const same = page.getByRole('button', { name: 'Same match: Northwick – Hillford' })
    await same.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Merge these two matches?' })
    for (const text of [
      'Time between the kick-offs: 5 hr',
      'The leagues differ.',
      'The teams are of different categories: women, age group or reserves.',
      'From now on, “Northwick” and “Riverton” are one team (Soccer · England)',
    ])
      await dialog.getByText(text).waitFor()
    await expectAccessible(page, 'the question')
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await expectNoSidewaysScroll(page, `question at ${size.width}`)
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByRole('article').count()).toBe(2)
    await hasFocus(same)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Merge the matches' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await hasFocus(page.locator('section [tabindex="-1"]', { has: page.getByRole('article') }))
    await page.getByRole('button', { name: 'Different matches: Eastham – Ashby' }).click()
    await page.getByText('Nothing to decide').waitFor()
    await expectAccessible(page, 'nothing to decide')

    await page.getByRole('link', { name: 'Decided' }).click()
    await page.getByText('Decisions: 2').waitFor()
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await expectNoSidewaysScroll(page, `decisions at ${size.width}`)
    }
    await expectAccessible(page, 'decisions')
    await page.getByRole('button', { name: 'Undo: Northwick – Hillford' }).click()
    const undo = page.getByRole('dialog', { name: 'Undo this decision?' })
    await undo.getByText('Does not come back', { exact: false }).waitFor()
    await undo.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Decisions: 1').waitFor()
    await page.getByRole('link', { name: 'To decide' }).click()
    await page.getByRole('button', { name: 'Same match: Northwick – Hillford' }).waitFor()
  }))

it('merges leagues and splits one again', () =>
  office.visit({}, async (page) => {
    await open(page, leagues)
    await page.getByLabel('League to remove').selectOption({ label: 'Premier' })
    await page.getByLabel('League to keep').selectOption({ label: 'First' })
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Merge Premier into First?' })
    await question.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText('The leagues are merged.').waitFor()
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await expectNoSidewaysScroll(page, `leagues at ${size.width}`)
    }
    await expectAccessible(page, 'merged leagues')
    await page.getByRole('button', { name: 'Make it a separate league: Premier' }).click()
    await page.getByText('It is a separate league again.').waitFor()
    await page.getByLabel('League to remove').selectOption({ label: 'Premier' })
  }))
