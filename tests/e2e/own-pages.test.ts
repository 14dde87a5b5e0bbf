import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { join } from '#tests/support/accounts.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { siteAt } from '#tests/support/site.ts'
import {
  addCookies,
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  SIZES,
  settled,
  visit,
} from './browser.ts'

let browser: Browser
let mailbox: Mailbox
let server: RunningServer
let cookie: string
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ content: 'world', env: { SMTP_URL: mailbox.url } })
  browser = await openBrowser()
  cookie = await join(siteAt(server.origin), mailbox, 'zoe@example.org')
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await mailbox.close()
})

it('a match that is marked with its heart is on my page, and an alert of it is made and listed', () =>
  visit(browser, { viewport: SIZES.phone }, async (page) => {
    await addCookies(page, cookie, server.origin)
    await page.goto(`${server.origin}/en/soccer/italy/serie-a`)
    const href = await page.locator('a[href*="-vs-"]').first().getAttribute('href')
    await page.goto(server.origin + href)
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
    // The button is longer in German.
    await page.goto(`${server.origin}/de/my-page`)
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
