import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { matchSlug } from '#app/features/catalogue/slug.ts'
import { join } from '#tests/support/accounts.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import {
  addCookies,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  SIZES,
  settled,
  visit,
} from './browser.ts'
import { openSiteWithMail } from './own-site.ts'

let browser: Browser
let site: Awaited<ReturnType<typeof openSiteWithMail>>
let cookie: string
beforeAll(async () => {
  site = await openSiteWithMail(async ({ kysely }) => {
    const { leagueId } = await createPlace(kysely, { league: 'Serie A' })
    const teams = [
      ['Inter', 'Milan'],
      ['Wolverhampton Wanderers', 'Corporación Club Deportivo Tuluá'],
    ] as const
    for (const [home_team, away_team] of teams)
      await createMatch(kysely, {
        ...{ league_id: leagueId, home_team, away_team },
        slug: matchSlug(home_team, away_team) ?? '',
      })
  })
  browser = await openBrowser()
  cookie = await join(site, site.mailbox, 'zoe@example.org')
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it('a match that is marked with its heart is on my page, and an alert of it is made and listed', () =>
  visit(browser, { viewport: SIZES.phone }, async (page) => {
    await addCookies(page, cookie, site.origin)
    await page.goto(`${site.origin}/en/soccer/italy/serie-a`)
    const href = await page.locator('a[href*="-vs-"]').first().getAttribute('href')
    await page.goto(site.origin + href)
    await settled(page)
    const heart = page.locator('.own-tools [aria-pressed]')
    await heart.click()
    await expect.poll(() => page.locator('.own-tools [aria-pressed=true]').count()).toBe(1)
    const name = (await page.locator('h1 bdi').allTextContents()).join(' – ')

    await page.locator('.own-tools').getByRole('link', { name: 'Alert me' }).click()
    await settled(page)
    await expectAccessible(page, 'a new alert')
    await page.getByLabel('Minutes before').fill('45')
    await page.locator('form', { hasText: 'Minutes before' }).getByRole('button').click()
    await page.getByText('45 min before the start').waitFor()
    await expectAccessible(page, 'alerts')
    await expectNoSidewaysScroll(page, 'alerts')

    await page.getByRole('link', { name: 'My page' }).first().click()
    await page.getByRole('heading', { name: 'What comes next' }).waitFor()
    expect(await page.locator('main').textContent()).toContain(name)
    await expectAccessible(page, 'my page')
    await expectNoSidewaysScroll(page, 'my page')
    const readAgain = page.waitForRequest(/my-page\.data/)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await readAgain
    // The button is longer in German.
    await page.goto(`${site.origin}/de/my-page`)
    await settled(page)
    const cut = await page
      .locator('main li .name')
      .evaluateAll((names) =>
        names
          .filter((it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1)
          .map((it) => it.textContent),
      )
    expect(cut).toEqual([])
  }))
