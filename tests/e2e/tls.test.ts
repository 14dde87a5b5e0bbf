import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import { PASSWORD } from '#tests/support/accounts.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { startTlsProxy, type TlsProxy } from '#tests/support/tls-proxy.ts'
import { openBrowser, settled, visit } from './browser.ts'

let browser: Browser
let mailbox: Mailbox
let proxy: TlsProxy
let server: RunningServer
let administrator: { email: string; password: string }

beforeAll(async () => {
  mailbox = await openMailbox()
  proxy = await startTlsProxy()
  server = await startServer({
    content: 'world',
    prepare: async (database) => {
      const made = await createAdmin(database, 'admin@example.org')
      if (made.kind === 'created') administrator = made
    },
    env: {
      NODE_ENV: 'production',
      APP_SECRET: 'sixteen characters at least',
      APP_URL: proxy.origin,
      SMTP_URL: mailbox.url,
      TRUST_PROXY: '1',
      ...(process.env.TEST_DATABASE_URL ? {} : { EMBEDDED: '1' }),
    },
  })
  proxy.target = server.origin
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await proxy.close()
  await mailbox.close()
})

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const button = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true })

async function signIn(page: Page, email: string, password: string, path = '/en/login'): Promise<void> {
  await page.goto(proxy.origin + path)
  await settled(page)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Sign in').click()
}

it('a visitor signs up, confirms, saves the profile and signs in behind a proxy that ends TLS', () =>
  visit(browser, { ignoreHTTPSErrors: true }, async (page) => {
    await page.goto(`${proxy.origin}/en/register`)
    await settled(page)
    await field(page, 'Username').fill('zoe')
    await field(page, 'Email').fill('zoe@example.org')
    await field(page, 'Password').fill(PASSWORD)
    await field(page, 'Phone').fill('+442079460000')
    await page.locator('[name=consent]').check()
    await button(page, 'Sign up').click()

    await page.goto((await mailbox.waitFor('zoe@example.org')).link)
    await page.waitForURL(`${proxy.origin}/en`)
    await page.goto(`${proxy.origin}/en/profile`)
    await settled(page)
    await field(page, 'Full name').fill('Zoe Z.')
    await button(page, 'Save changes').click()
    await page.getByText('Profile updated successfully').waitFor()
    await page.context().clearCookies()
    await signIn(page, 'zoe@example.org', PASSWORD)
    await page.waitForURL(`${proxy.origin}/en`)
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name).sort()).toEqual([
      '__Host-overround.known_device',
      '__Host-overround.session_token',
    ])
    for (const { secure, httpOnly, sameSite } of cookies)
      expect([secure, httpOnly, sameSite]).toEqual([true, true, 'Lax'])
  }))

it('an administrator replaces the one-time password and saves in the back office behind it', () =>
  visit(browser, { ignoreHTTPSErrors: true }, async (page) => {
    const { email, password } = administrator
    await signIn(page, email, password, '/admin')
    await page.waitForURL(/tab=password/)
    await settled(page)
    await field(page, 'Current password').fill(password)
    await field(page, 'New password').fill('a long enough password')
    await field(page, 'Confirm password').fill('a long enough password')
    await button(page, 'Change password').click()
    await page.waitForURL(`${proxy.origin}/admin`)
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await page.locator('summary', { hasText: 'Catalogue' }).click()
    await page.getByRole('link', { name: 'Manage Sports', exact: true }).click()
    await settled(page)
    await page.getByLabel('Display name of Handball').fill('Team Handball')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Sports updated successfully').waitFor()
  }))
