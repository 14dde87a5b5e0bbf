import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { expectAccessible, expectNoSidewaysScroll, SIZES, settled, type VisitOptions } from './browser.ts'
import { type Office, openOffice } from './office.ts'

const HOUR_MS = 3_600_000
const PLAYED = new Date(Date.now() - 50 * HOUR_MS)

let feed: FeedServer
let office: Office
beforeAll(async () => {
  feed = await startFeedServer()
  office = await openOffice({
    prepare: seed,
    env: { SPORTSDB_URL: feed.url('/json'), SPORTSDB_KEY: 'key', ALLOW_PRIVATE_FEEDS: '1' },
  })
})
afterAll(async () => {
  await office.close()
  await feed.close()
})

/** Two leagues of two countries; the second has a match of one team of the first. A third country has a thousand leagues. */
async function seed({ kysely: db }: Database): Promise<void> {
  const italy = await createPlace(db, { league: 'Serie A' })
  const spain = await createPlace(db, { country: 'Spain', code: 'ES', league: 'Liga' })
  const long = await createPlace(db, { country: 'Germany', code: 'DE', league: 'Liga 0001' })
  await sql`insert into leagues (name, slug, sport_id, country_id)
    select 'Liga ' || lpad(n::text, 4, '0'), 'liga-' || n, ${long.sportId}, ${long.countryId} from generate_series(2, 1000) n`.execute(
    db,
  )
  const play = (league_id: string, home_team: string, away_team: string, start_time: Date) =>
    createMatch(db, {
      league_id,
      home_team,
      away_team,
      slug: `${home_team}-vs-${away_team}`.toLowerCase(),
      start_time,
      home_odds: 1.85,
      draw_odds: 3.4,
      away_odds: 4.2,
    })
  await play(italy.leagueId, 'Inter', 'Milan', new Date(Date.now() + 72 * HOUR_MS))
  await play(italy.leagueId, 'Roma', 'Lazio', new Date(Date.now() + 96 * HOUR_MS))
  await play(italy.leagueId, 'Torino', 'Como', PLAYED)
  await play(spain.leagueId, 'Getafe', 'Inter', new Date(Date.now() + 120 * HOUR_MS))
  for (const [matches_team_name, sportsdb_team_name] of [
    ['Torino', 'Torino FC'],
    ['Como', 'Como 1907'],
  ] as const)
    await db
      .insertInto('team_mappings')
      .values({
        matches_team_name,
        sportsdb_team_name,
        matches_sport_name: 'Soccer',
        matches_country_name: 'Italy',
        matches_league_name: 'Serie A',
      })
      .execute()
}

/** A visit of the administrator to the screen. */
const visitMatches = (options: VisitOptions, run: (page: Page) => Promise<void>) =>
  office.visit(options, async (page) => {
    await page.goto(`${office.origin}/admin/matches`)
    await settled(page)
    await run(page)
  })

async function chooseLeague(page: Page): Promise<void> {
  await page.getByLabel('Sport', { exact: true }).selectOption({ label: 'Soccer' })
  await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Italy' })
  await page.getByLabel('League', { exact: true }).selectOption({ label: 'Serie A' })
  await page.getByRole('heading', { name: 'Upcoming Matches (2)' }).waitFor()
}

const card = (page: Page, teams: string) => page.getByRole('article', { name: teams, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })

describe('manage matches', () => {
  it('chooses a league step by step, and keeps the choice in the address', () =>
    visitMatches({}, async (page) => {
      await page.getByText('Select a league to manage its matches').waitFor()
      expect(await page.getByLabel('Country', { exact: true }).isDisabled()).toBe(true)
      await expectAccessible(page, 'nothing chosen')
      await chooseLeague(page)
      await page.reload()
      await page.getByRole('heading', { name: 'Past Matches (1)' }).waitFor()
      expect(await page.getByLabel('League', { exact: true }).inputValue()).not.toBe('')
      await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Spain' })
      await page.getByText('Select a league to manage its matches').waitFor()
      expect(await page.getByLabel('League', { exact: true }).inputValue()).toBe('')
      expect(await page.getByLabel('League', { exact: true }).locator('option').allTextContents()).toEqual([
        'Select a league',
        'Liga',
      ])
    }))

  it('edits a match by keyboard, corrects it, and asks before unsaved changes are lost', () =>
    visitMatches({ tolerated: /status of 422/ }, async (page) => {
      await chooseLeague(page)
      const match = card(page, 'Inter – Milan')
      await match.getByRole('button', { name: 'More: Inter – Milan' }).press('Enter')
      const odds = match.getByRole('spinbutton', { name: 'Home', exact: true })
      expect([await odds.inputValue(), await odds.getAttribute('aria-valuemin')]).toEqual(['1.85', '1.01'])
      await expectAccessible(page, 'an open card')
      await odds.press('ArrowUp')
      await expect.poll(() => odds.inputValue()).toBe('1.86')
      expect(await match.getByRole('switch', { name: 'Lock the odds' }).getAttribute('aria-checked')).toBe(
        'true',
      )
      await match.getByRole('switch', { name: 'Featured' }).press('Space')
      for (const status of ['Cancelled', 'Live', 'Finished', 'Scheduled']) {
        await match.getByLabel('Status').selectOption({ label: status })
        await match.getByText(status.toUpperCase(), { exact: true }).waitFor()
      }
      await odds.fill('1')
      await match.getByLabel('Affiliate link').fill('javascript:alert(1)')
      await page.getByRole('link', { name: 'Manage Sports' }).click()
      const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
      await dialog.getByRole('button', { name: 'Stay' }).click()
      await match.getByRole('button', { name: 'Less: Inter – Milan' }).click()
      await save(page).click()
      await match.getByText('Odds are numbers from 1.01 on').waitFor()
      await match.getByText('A link begins with http://').waitFor()
      await page.getByText('2 fields need correcting').waitFor()
      await expectAccessible(page, 'fields that cannot be saved')
      await odds.fill('2.5')
      await match.getByRole('spinbutton', { name: 'Draw', exact: true }).fill('')
      await match.getByLabel('Affiliate link').fill('/offers')
      await save(page).press('Enter')
      await page.getByText('Matches updated successfully').waitFor()
      await page.getByText('Nothing to save').waitFor()
      for (const shown of ['2.50', 'Featured', 'Affiliate', 'Locked'])
        await match.getByText(shown, { exact: true }).first().waitFor()
      await page.getByText('Matches updated successfully').waitFor({ state: 'detached' })
      await page.goto(`${office.origin}/en/soccer/italy/serie-a/inter-vs-milan`)
      await page.getByText('2.50').first().waitFor()
    }))

  it('finds a team in all leagues, and changes the selected matches after confirmation', () =>
    visitMatches({}, async (page) => {
      await page.getByLabel('Search all leagues').fill('inter')
      await page.getByLabel('Search all leagues').press('Enter')
      await page.getByRole('heading', { name: 'Upcoming Matches (2)' }).waitFor()
      await card(page, 'Getafe – Inter').getByText('Soccer | Spain | Liga').waitFor()
      await page.getByLabel('Select all shown').check()
      const bulk = page.getByRole('region', { name: 'Change several matches' })
      await bulk.getByText('2 matches selected').waitFor()
      await bulk.getByLabel('Status').selectOption('cancelled')
      await bulk.getByRole('button', { name: 'Change selected…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change 2 matches?' })
      await dialog.getByText('Cancelled').waitFor()
      await expectAccessible(page, 'the question before a change of many')
      await dialog.getByRole('button', { name: 'Change' }).click()
      await bulk.getByText('2 matches changed').waitFor()
      await expect.poll(() => page.getByText('CANCELLED', { exact: true }).count()).toBe(2)
    }))

  it('imports a score, and shows for three seconds that it did', () =>
    visitMatches({}, async (page) => {
      await chooseLeague(page)
      const match = card(page, 'Torino – Como')
      await match.getByRole('button', { name: /^More/ }).click()
      await match.getByRole('button', { name: /^Get Score/ }).click()
      // Nothing is known of the address yet: the service answers 404.
      await match.getByText('API request failed: 404').waitFor()
      const event = {
        idEvent: '7',
        strEvent: 'Torino FC vs Como 1907',
        strSport: 'Soccer',
        strHomeTeam: 'Torino FC',
        strAwayTeam: 'Como 1907',
        intHomeScore: '3',
        intAwayScore: '0',
        strTimestamp: PLAYED.toISOString().slice(0, 19),
        strStatus: 'Match Finished',
      }
      feed.answer('/json/key/searchevents.php', { kind: 'body', body: JSON.stringify({ event: [event] }) })
      await match.getByRole('button', { name: /^Get Score/ }).click()
      await match.getByText('Score updated: Torino 3 - 0 Como').waitFor()
      await match.getByText('FINISHED', { exact: true }).waitFor()
      await match.getByText('3–0').first().waitFor()
      await match.getByText('Score updated').waitFor({ state: 'detached' })
      await page.getByText('Nothing to save').waitFor()
    }))

  it('leaves its rows visible on a phone, with matches selected and with changes to save', () =>
    visitMatches({ viewport: SIZES.phone }, async (page) => {
      await chooseLeague(page)
      /** The height of the window that no bar covers, and how much of a card is seen there. */
      const room = (teams: string) =>
        card(page, teams).evaluate((row) => {
          const bars = [...document.querySelectorAll('body *')].filter((it) =>
            ['sticky', 'fixed'].includes(getComputedStyle(it).position),
          )
          row.scrollIntoView({ block: 'center' })
          const isCovered = (y: number) =>
            bars.some((bar) => {
              const { top, bottom, width } = bar.getBoundingClientRect()
              return width > innerWidth / 2 && top <= y && y < bottom
            })
          const lines = Array.from({ length: innerHeight }, (_, y) => y)
          const { top, bottom } = row.getBoundingClientRect()
          const free = lines.filter((y) => !isCovered(y))
          return {
            free: free.length,
            row: free.filter((y) => top <= y && y < bottom).length,
            of: bottom - top,
          }
        })
      const enough = SIZES.phone.height * 0.55
      const idle = await room('Inter – Milan')
      expect(idle.free).toBeGreaterThan(SIZES.phone.height * 0.95)
      await card(page, 'Inter – Milan').getByRole('checkbox').first().check()
      await card(page, 'Roma – Lazio').getByRole('checkbox').first().check()
      await page.getByText('2 matches selected').waitFor()
      const selected = await room('Roma – Lazio')
      expect(selected.free).toBeGreaterThan(enough)
      expect(selected.row).toBeGreaterThan(Math.min(selected.of, enough) * 0.9)
      await card(page, 'Inter – Milan').getByRole('checkbox').first().uncheck()
      await card(page, 'Roma – Lazio').getByRole('checkbox').first().uncheck()
      await card(page, 'Roma – Lazio').getByRole('button', { name: /^More/ }).click()
      await card(page, 'Roma – Lazio').getByRole('spinbutton', { name: 'Home', exact: true }).fill('1.90')
      await page.getByText(/\d unsaved change/).waitFor()
      const edited = await room('Roma – Lazio')
      expect(edited.free).toBeGreaterThan(enough)
      expect(edited.row).toBeGreaterThan(Math.min(edited.of, enough) * 0.9)
      expect(await save(page).isVisible()).toBe(true)
    }))

  it('fits a phone', () =>
    visitMatches({ viewport: SIZES.phone }, async (page) => {
      await chooseLeague(page)
      await card(page, 'Roma – Lazio').getByRole('button', { name: /^More/ }).click()
      await expectNoSidewaysScroll(page, 'matches on a phone')
      await expectAccessible(page, 'matches on a phone')
    }))
})

describe('a list of a thousand leagues', () => {
  it('is edited at its ends by keyboard, and saved with one key', () =>
    visitMatches({}, async (page) => {
      await page.goto(`${office.origin}/admin/leagues`)
      await settled(page)
      await page.getByLabel('Sport', { exact: true }).selectOption({ label: 'Soccer' })
      await page.getByLabel('Country', { exact: true }).selectOption({ label: 'Germany' })
      // By attribute: looking through a thousand rows for a role, a label or a text takes the browser a second each time.
      const positionOf = (league: string) => page.locator(`input[aria-label="Position of ${league}"]`)
      await positionOf('Liga 0001').waitFor()
      // All rows are in the page, distant ones without their fields.
      await page.locator('tr:last-child:has-text("Liga 1000")').waitFor({ state: 'attached' })
      expect(await page.locator('tr').count()).toBe(1_001)
      expect(await page.locator('input').count()).toBeLessThan(400)
      const last = positionOf('Liga 1000')
      expect(await last.count()).toBe(0)
      await page.keyboard.press('End')
      await last.waitFor()

      await page.locator('button', { hasText: 'Assign Sequential Numbers' }).click()
      expect(await last.inputValue()).toBe('1000')
      await last.fill('0')
      await last.press('Enter')
      // The row is the first now, and the keyboard is still in it and in view.
      await expect.poll(() => page.locator('tr').nth(1).textContent()).toContain('Liga 1000')
      expect(await last.evaluate((it) => it === document.activeElement)).toBe(true)
      await expect
        .poll(() =>
          last.evaluate(
            (it) => it.getBoundingClientRect().top > 0 && it.getBoundingClientRect().bottom < innerHeight,
          ),
        )
        .toBe(true)
      await last.fill('1')
      await page.keyboard.press('Control+s')
      await page.locator('[role=status]', { hasText: 'Leagues updated successfully' }).waitFor()
    }))
})

describe('bulk edit', () => {
  it('adds a team by hand after a preview, and empties the form for the next one', () =>
    office.visit({}, async (page) => {
      await page.goto(`${office.origin}/admin/bulk-edit?list=teams`)
      await settled(page)
      await page.locator('summary', { hasText: 'Add one' }).click()
      const form = page.locator('form', { has: page.getByLabel('Name', { exact: true }) })
      const fields = { Sport: 'Soccer', Country: 'Italy', Name: 'Parma' }
      for (const [label, text] of Object.entries(fields))
        await form.getByLabel(label, { exact: true }).fill(text)
      await form.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('cell', { name: 'Parma' }).first().waitFor()
      expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Parma')
      await page.getByRole('button', { name: 'Save these changes' }).click()
      await page.locator('table').last().getByText('Parma').waitFor()
      for (const label of Object.keys(fields))
        await expect.poll(() => form.getByLabel(label, { exact: true }).inputValue()).toBe('')
    }))
})
