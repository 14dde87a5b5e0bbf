import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join, PASSWORD } from '#tests/support/accounts.ts'
import { addCookies, holdBack, openBrowser, settled, type Visits, visitsOf } from './browser.ts'
import { openSiteWithMail } from './own-site.ts'

let browser: Browser
let visit: Visits
let site: Awaited<ReturnType<typeof openSiteWithMail>>
let origin: string
let cookie: string

beforeAll(async () => {
  site = await openSiteWithMail()
  origin = site.origin
  browser = await openBrowser()
  visit = visitsOf(browser, origin)
  cookie = await join(site, site.mailbox, 'zoe@example.org')
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const REFUSALS = /the server responded with a status of 4\d\d/

/** A page of the account's own. */
async function open(page: Page, target: string): Promise<void> {
  await addCookies(page, cookie, origin)
  await page.goto(origin + target)
  await settled(page)
}

/** From here on only the test advances the page's clock. */
const stopClock = (page: Page) => page.clock.pauseAt(new Date(Date.now() + 60_000))

/** A text that is shown for exactly three seconds, on a page with a stopped clock. */
async function showsForThreeSeconds(page: Page, text: string): Promise<void> {
  const shown = page.getByText(text, { exact: true })
  await shown.waitFor()
  // What the page does after showing it, such as starting its clock, is done when a message comes back.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(null)
      }),
  )
  await page.clock.runFor(2_999)
  expect(await shown.count()).toBe(1)
  await page.clock.runFor(1)
  await shown.waitFor({ state: 'detached' })
}

describe('signing in', () => {
  const field = (page: Page) => page.locator('main').getByRole('textbox', { name: 'Email' })
  const box = (page: Page) => page.getByLabel('Remember my email')

  async function signIn(page: Page, remembered: boolean): Promise<void> {
    await field(page).fill('rita@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await box(page).setChecked(remembered)
    await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${origin}/en`)
    await page.context().clearCookies()
    await page.goto(`${origin}/en/login`)
    await settled(page)
  }

  it('remembers the address for the next visit, or not', async () => {
    await join(site, site.mailbox, 'rita@example.org')
    await visit({}, async (page) => {
      await page.goto(`${origin}/en/login`)
      await settled(page)
      expect([await field(page).inputValue(), await box(page).isChecked()]).toEqual(['', false])
      await signIn(page, true)
      expect([await field(page).inputValue(), await box(page).isChecked()]).toEqual([
        'rita@example.org',
        true,
      ])
      await signIn(page, false)
      expect([await field(page).inputValue(), await box(page).isChecked()]).toEqual(['', false])
    })
  })
})

describe('a reset link', () => {
  it.each(['', '#access_token=abc&type=signup'])(
    'with the fragment %j shows a yellow notice in place of the form',
    async (fragment) => {
      await visit({}, async (page) => {
        await page.goto(`${origin}/en/reset-password${fragment}`)
        const notice = page.getByText(
          'This password reset link is invalid or has expired. Please request a new password reset link from the login page.',
          { exact: true },
        )
        expect(await notice.getAttribute('class')).toContain('text-warning')
        expect(await page.locator('main form').count()).toBe(0)
      })
    },
  )

  it('accepts the new password once, and redirects to the sign-in screen after three seconds', async () => {
    await join(site, site.mailbox, 'fred@example.org')
    await site.post('/en/login?forgot=1', { intent: 'forgot', email: 'fred@example.org' })
    const { link } = await site.mailbox.waitFor('fred@example.org', 2)
    await visit({ alone: true }, async (page) => {
      await page.clock.install()
      await page.goto(link)
      await settled(page)
      await page.getByLabel('New password', { exact: true }).fill('teapot-43')
      await page.getByLabel('Confirm password').fill('teapot-43')
      await stopClock(page)
      const letGo = await holdBack(page, '**/reset-password.data*')
      const submit = page.locator('main').getByRole('button', { name: 'Reset password' })
      await submit.click()
      await expect.poll(() => submit.isDisabled()).toBe(true)
      letGo()
      await page
        .getByText('Your password has been changed. You are being taken to the sign-in page.')
        .waitFor()
      await expect.poll(() => page.url()).toBe(`${origin}/en/reset-password`)
      await page.clock.runFor(2_999)
      expect(page.url()).toBe(`${origin}/en/reset-password`)
      await page.clock.runFor(1)
      await page.waitForURL(`${origin}/en/login`)
    })
  })
})

describe('the form of the sign-up', () => {
  it('cannot be sent again before it is answered, and shows what was wrong', async () => {
    await visit({ tolerated: REFUSALS }, async (page) => {
      await page.goto(`${origin}/en/register`)
      await settled(page)
      const letGo = await holdBack(page, '**/register.data*')
      const submit = page.locator('main').getByRole('button', { name: 'Sign up', exact: true })
      await submit.click()
      await expect.poll(() => submit.isDisabled()).toBe(true)
      letGo()
      await page.getByRole('alert').getByText('Username is required', { exact: true }).waitFor()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username')
      expect(await submit.isDisabled()).toBe(false)
    })
  })
})

describe('the country picker of the sign-up', () => {
  it('lists the countries of the world with flag and calling code in a list that scrolls', async () => {
    await visit({}, async (page) => {
      await page.goto(`${origin}/en/register`)
      await settled(page)
      await page.locator('main button[role=combobox]').click()
      const list = page.getByRole('listbox')
      await list.waitFor()
      const options = await list.getByRole('option').allInnerTexts()
      expect(options.length).toBeGreaterThanOrEqual(245)
      expect(await list.getByRole('option').locator('img').count()).toBeGreaterThanOrEqual(240)
      const withCode = options.filter((text) => /^\S[\s\S]*\+\d+$/u.test(text.trim()))
      expect(withCode.length).toBeGreaterThanOrEqual(200)
      const { height, scrolls } = await list.evaluate((it) => ({
        height: it.clientHeight / Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        scrolls: it.scrollHeight > it.clientHeight && getComputedStyle(it).overflowY === 'auto',
      }))
      expect([Math.round(height), scrolls]).toEqual([12, true])
    })
  })
})

describe('the phone field of the sign-up', () => {
  it('keeps the calling code before the number, and changes it with the country', async () => {
    await visit({}, async (page) => {
      await page.goto(`${origin}/en/register`)
      await settled(page)
      const phone = page.getByRole('textbox', { name: 'Phone' })
      await phone.press('End')
      await phone.pressSequentially('20 7946')
      expect(await phone.inputValue()).toBe('+4420 7946')
      await phone.fill('')
      expect(await phone.inputValue()).toBe('+44')
      await phone.press('End')
      await phone.press('Backspace')
      await phone.pressSequentially('20 7946')
      expect(await phone.inputValue()).toBe('+4420 7946')
      await page.locator('main').getByRole('combobox').click()
      await page.getByRole('combobox', { name: 'Search by name or calling code' }).fill('+39')
      await page.getByRole('option', { name: 'Italy' }).click()
      await expect.poll(() => phone.inputValue()).toBe('+3920 7946')
    })
  })
})

describe('the username of the sign-up', () => {
  it('is looked up once typing has stopped, and the form waits for the answer', async () => {
    await visit({ alone: true }, async (page) => {
      await page.clock.install()
      await page.goto(`${origin}/en/register`)
      await settled(page)
      const asked: string[] = []
      let answer = () => {}
      await page.route('**/resources/username?*', async (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('name') ?? '')
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        await route.continue()
      })
      const submit = page.locator('main').getByRole('button', { name: 'Sign up', exact: true })
      await page.clock.pauseAt(new Date(Date.now() + 60_000))
      const username = page.getByRole('textbox', { name: 'Username' })
      await username.pressSequentially('zoe')
      await page.clock.runFor(499)
      expect(asked).toEqual([])
      await username.press('y')
      await page.clock.runFor(499)
      expect([asked, await submit.isDisabled()]).toEqual([[], true])
      await page.getByText('Checking').waitFor({ state: 'attached' })
      await page.clock.runFor(1)
      await expect.poll(() => asked).toEqual(['zoey'])
      expect(await submit.isDisabled()).toBe(true)
      answer()
      await page.clock.resume()
      await page.getByText('Available', { exact: true }).waitFor()
      expect(await submit.isDisabled()).toBe(false)
      await username.fill('zoe@example.org')
      await expect.poll(() => asked).toEqual(['zoey', 'zoe@example.org'])
      answer()
      await page.getByText('Taken', { exact: true }).waitFor()
      expect(await submit.isDisabled()).toBe(true)
    })
  })
})

describe('the profile', () => {
  it('has three tabs: the account, the password, the favourites', async () => {
    await visit({}, async (page) => {
      await open(page, '/en/profile')
      const tabs = page.getByRole('navigation', { name: 'Profile settings' })
      expect(await tabs.getByRole('link').allInnerTexts()).toEqual(['Account', 'Password', 'Favorites'])
      const email = page.getByRole('textbox', { name: 'Email' })
      expect([await email.inputValue(), await email.getAttribute('readonly')]).toEqual([
        'zoe@example.org',
        '',
      ])
      const names = await page.getByRole('combobox', { name: 'Country' }).getByRole('option').allInnerTexts()
      const [none, ...countries] = names
      expect([none, countries.length > 240]).toEqual(['Not set', true])
      expect(countries).toEqual(countries.toSorted(new Intl.Collator('en').compare))
      for (const name of ['Username', 'Full name', 'Phone'])
        expect(await page.getByRole('textbox', { name }).isEditable(), name).toBe(true)
    })
  })

  it('shows for three seconds that it was saved', async () => {
    await visit({ alone: true }, async (page) => {
      await page.clock.install()
      await open(page, '/en/profile')
      await stopClock(page)
      await page.locator('main').getByRole('button', { name: 'Save changes' }).click()
      await showsForThreeSeconds(page, 'Profile updated successfully')
    })
  })

  it('shows and hides each password, and shows for three seconds that one was changed', async () => {
    await visit({ tolerated: REFUSALS, alone: true }, async (page) => {
      await page.clock.install()
      await open(page, '/en/profile?tab=password')
      const form = page.locator('form').filter({ has: page.locator('[value=change-password]') })
      const fields = { current: PASSWORD, password: 'teapot-43', confirmation: 'teapot-43' }
      for (const [name, text] of Object.entries(fields)) {
        const input = form.locator(`[name=${name}]`)
        await input.fill(text)
        expect(await input.getAttribute('type'), name).toBe('password')
        await input.locator('..').getByRole('button', { name: 'Show password' }).click()
        expect(await input.getAttribute('type'), name).toBe('text')
        await input.locator('..').getByRole('button', { name: 'Hide password' }).click()
        expect(await input.getAttribute('type'), name).toBe('password')
      }
      await stopClock(page)
      await form.getByRole('button', { name: 'Change password' }).click()
      await showsForThreeSeconds(page, 'Password updated successfully')
      const [session] = (await page.context().cookies()).filter((it) => it.name.includes('session_token'))
      cookie = `${session?.name}=${session?.value}`
    })
  })

  it('links an empty list of favourites to the leagues, and shows that it is loading', async () => {
    await visit({}, async (page) => {
      await open(page, '/en/profile')
      const letGo = await holdBack(page, '**/profile.data?*tab=favorites*')
      await page.getByRole('link', { name: 'Favorites', exact: true }).click()
      await page.getByText('Loading favorites...').waitFor()
      letGo()
      await page.getByText('You have no favorite leagues yet.').waitFor()
      await page.getByRole('link', { name: 'Browse leagues' }).click()
      await page.waitForURL(`${origin}/en`)
    })
  })
})
