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
  const add = async (home_team: string, away_team: string, source: string, hours = 48) => {
    const start_time = new Date(Date.now() + hours * 3_600_000)
    const id = await createMatch(db, { league_id: first.leagueId, home_team, away_team, start_time })
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
      await add('Northwick', 'Hillford', 'the-odds-api'),
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

it('decides on pairs of matches, and keeps the focus in the list', () =>
  office.visit({}, async (page) => {
    await open(page, '/admin/review')
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await expectNoSidewaysScroll(page, `review at ${size.width}`)
    }
    await expectAccessible(page, 'two pairs')
    await page.getByRole('button', { name: 'Same match: Northwick – Hillford' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await hasFocus(page.locator('section [tabindex="-1"]', { has: page.getByRole('article') }))
    await page.getByRole('button', { name: 'Different matches: Eastham – Ashby' }).click()
    await page.getByText('Nothing to decide').waitFor()
    await expectAccessible(page, 'nothing to decide')
  }))

it('merges leagues and splits one again', () =>
  office.visit({}, async (page) => {
    await open(page, leagues)
    await page.getByLabel('League to remove').selectOption({ label: 'Premier' })
    await page.getByLabel('League to keep').selectOption({ label: 'First' })
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
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
