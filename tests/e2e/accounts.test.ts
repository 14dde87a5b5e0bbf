import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import { join } from '#tests/support/accounts.ts'
import { createPlace } from '#tests/support/factories.ts'
import type { Mailbox } from '#tests/support/mailbox.ts'
import { expectAccessible, expectNoSidewaysScroll, openBrowser, SIZES, settled, visit } from './browser.ts'
import { openSiteWithMail } from './own-site.ts'

let browser: Browser
let mailbox: Mailbox
let site: Awaited<ReturnType<typeof openSiteWithMail>>
let origin: string

beforeAll(async () => {
  site = await openSiteWithMail(({ kysely }) => createPlace(kysely, { league: 'Serie A' }))
  ;({ mailbox, origin } = site)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Whatever a refused form answers with, the browser notes; the page shows it. */
const REFUSALS = /the server responded with a status of 4\d\d/

async function look(page: Page, state: string): Promise<void> {
  await settled(page)
  // The mirror image has the same elements: axe looks at them once.
  if (await page.evaluate(() => document.dir !== 'rtl')) await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}

const texts = {
  en: {
    signUp: 'Sign up',
    signIn: 'Sign in',
    username: 'Username',
    email: 'Email',
    password: 'Password',
    phone: 'Phone',
    search: 'Search by name or calling code',
    available: 'Available',
    taken: 'Taken',
    profile: 'Profile settings',
    remember: 'Remember my email',
    newPassword: 'New password',
    confirm: 'Confirm password',
    reset: 'Reset password',
    forgot: 'Forgot password?',
    send: 'Send',
    sent: 'Password reset email sent. Please check your inbox.',
    changed: 'Your password has been changed. You are being taken to the sign-in page.',
    invalid: 'This password reset link is invalid or has expired.',
    save: 'Save changes',
    saved: 'Profile updated successfully',
    fullName: 'Full name',
    italy: 'Italy',
    welcome: 'Your email address is confirmed, and you are signed in.',
  },
  ar: {
    signUp: 'إنشاء حساب',
    signIn: 'تسجيل الدخول',
    username: 'اسم المستخدم',
    email: 'البريد الإلكتروني',
    password: 'كلمة المرور',
    phone: 'الهاتف',
    search: 'ابحث بالاسم أو رمز الاتصال',
    available: 'متاح',
    taken: 'محجوز',
    profile: 'إعدادات الملف الشخصي',
    remember: 'تذكّر بريدي الإلكتروني',
    newPassword: 'كلمة المرور الجديدة',
    confirm: 'تأكيد كلمة المرور',
    reset: 'إعادة تعيين كلمة المرور',
    forgot: 'هل نسيت كلمة المرور؟',
    send: 'إرسال',
    sent: 'تم إرسال بريد إعادة تعيين كلمة المرور. يرجى التحقق من صندوق الوارد.',
    changed: 'تم تغيير كلمة مرورك. سيتم نقلك إلى صفحة تسجيل الدخول.',
    invalid: 'رابط إعادة تعيين كلمة المرور هذا غير صالح أو انتهت صلاحيته.',
    save: 'حفظ التغييرات',
    saved: 'تم تحديث الملف الشخصي بنجاح',
    fullName: 'الاسم الكامل',
    italy: 'إيطاليا',
    welcome: 'تم تأكيد بريدك الإلكتروني وتسجيل دخولك.',
  },
} as const

describe.each(['en', 'ar'] as const)('an account in %s', (lang) => {
  const t = texts[lang]
  const email = `zoe-${lang}@example.org`
  const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
  const passwordField = (page: Page, label: string) => page.getByLabel(label, { exact: true })
  const button = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true })

  it('is made, confirmed, used, forgotten and found again', async () => {
    await visit(browser, { viewport: SIZES.phone, locale: 'en-GB', tolerated: REFUSALS }, async (page) => {
      await page.goto(`${origin}/${lang}/register`)
      await look(page, 'sign-up')
      await field(page, t.username).fill(`zoe-${lang}`)
      await page.getByText(t.available, { exact: true }).waitFor()
      await field(page, t.email).fill(email)
      await passwordField(page, t.password).fill('password')
      await page.locator('[id$=-warning]').waitFor()
      await passwordField(page, t.password).fill('kettle-42')

      // The calling code stays before the number, and follows the country.
      const phone = field(page, t.phone)
      const prefix = lang === 'ar' ? '+20' : '+44'
      await expect.poll(() => phone.inputValue()).toBe(prefix)
      await phone.fill('')
      expect(await phone.inputValue()).toBe(prefix)
      await phone.press('End')
      await phone.pressSequentially('20 7946')
      await page.locator('main button[role=combobox]').click()
      const search = page.getByRole('combobox', { name: t.search })
      await search.fill('+39')
      await look(page, 'country picker')
      await page.getByRole('option', { name: t.italy }).click()
      await expect.poll(() => phone.inputValue()).toBe('+3920 7946')
      // Each error is at its field, and the first such field has the focus.
      await field(page, t.email).fill('zoe')
      await button(page, t.signUp).click()
      await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(2)
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
      await look(page, 'sign-up with problems')
      await field(page, t.email).fill(email)
      await page.getByRole('checkbox').check()
      await button(page, t.signUp).click()
      await page.getByText(email).waitFor()
      await look(page, 'signed up')

      const confirmation = await mailbox.waitFor(email)
      expect(confirmation.html).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`)
      await page.goto(confirmation.link)
      await page.waitForURL(`${origin}/${lang}`)
      await page.getByRole('status').getByText(t.welcome).waitFor()

      await page.goto(`${origin}/${lang}/profile`)
      await look(page, 'profile')
      expect(await field(page, t.phone).inputValue()).toBe('+3920 7946')
      await field(page, t.fullName).fill('Zoe Z.')
      await button(page, t.save).click()
      await page.getByText(t.saved).waitFor()
      await page.getByText(t.saved).waitFor({ state: 'detached' })
      for (const tab of ['password', 'favorites']) {
        await page.goto(`${origin}/${lang}/profile?tab=${tab}`)
        await look(page, tab)
      }

      // Signed out elsewhere: the profile asks for a sign-in, and comes back.
      await page.context().clearCookies()
      await page.goto(`${origin}/${lang}/profile?tab=favorites`)
      await page.waitForURL(/\/login\?next=/)
      await look(page, 'sign-in')
      await page.getByRole('link', { name: t.forgot }).click()
      // The form of before asks for an address, too.
      await button(page, t.send).waitFor()
      await field(page, t.email).fill(email)
      await button(page, t.send).click()
      await page.getByText(t.sent).waitFor()
      await look(page, 'reset link sent')
      const reset = await mailbox.waitFor(email, 2)
      await page.goto(reset.link)
      await look(page, 'new password')
      await passwordField(page, t.newPassword).fill('teapot-43')
      await passwordField(page, t.confirm).fill('teapot-43')
      await button(page, t.reset).click()
      await page.getByText(t.changed).waitFor()
      expect(page.url()).not.toContain('#')
      await page.waitForURL(`${origin}/${lang}/login`)

      // The path of before is kept for the tab.
      await field(page, t.email).fill(email)
      await passwordField(page, t.password).fill('teapot-43')
      await page.getByLabel(t.remember).check()
      await button(page, t.signIn).click()
      await page.waitForURL(`${origin}/${lang}/profile?tab=favorites`)
      expect(await page.evaluate(() => sessionStorage.getItem('post-login-path'))).toBeNull()

      await page.context().clearCookies()
      await page.goto(`${origin}/${lang}/login`)
      await settled(page)
      expect(await field(page, t.email).inputValue()).toBe(email)
      await page.goto(`${origin}/${lang}/register`)
      await settled(page)
      await field(page, t.username).fill(`zoe-${lang}`)
      await page.getByText(t.taken, { exact: true }).waitFor()
      expect(await button(page, t.signUp).isDisabled()).toBe(true)
      await page.goto(`${origin}/${lang}/reset-password#access_token=&type=recovery`)
      await page.getByText(t.invalid).waitFor()
      await look(page, 'link without a token')
    })
  })

  if (lang !== 'en') return

  it('is made and opened without scripts', async () => {
    const address = `plain-${lang}@example.org`
    await visit(browser, { javaScriptEnabled: false, tolerated: REFUSALS }, async (page) => {
      await page.goto(`${origin}/${lang}/register`)
      await page.locator('[name=username]').fill(`plain-${lang}`)
      await page.locator('[name=email]').fill(address)
      await page.locator('[name=password]').fill('kettle-42')
      await page.locator('[name=country]').selectOption('FR')
      await page.locator('[name=phone]').fill('1 23 45 67 89')
      await page.locator('[name=consent]').check()
      await button(page, t.signUp).click()
      await page.getByText(address).waitFor()
      await page.goto((await mailbox.waitFor(address)).link)
      await page.goto(`${origin}/${lang}/profile`)
      expect(await page.locator('[name=phone]').inputValue()).toBe('+331 23 45 67 89')
      await page.context().clearCookies()
      await page.goto(`${origin}/${lang}/login?forgot=1`)
      await page.locator('[name=email]').fill(address)
      await button(page, t.send).click()
      const { link } = await mailbox.waitFor(address, 2)
      await page.goto(link)
      await page.locator('[name=link]').fill(link)
      await page.locator('[name=password]').fill('teapot-43')
      await page.locator('[name=confirmation]').fill('teapot-43')
      await button(page, t.reset).click()
      await page.getByText(t.changed).waitFor()
      await page.goto(`${origin}/${lang}/login?next=/${lang}/profile`)
      await page.locator('[name=email]').fill(address)
      await page.locator('[name=password]').fill('teapot-43')
      await button(page, t.signIn).click()
      await page.waitForURL(`${origin}/${lang}/profile`)
    })
  })
})

it('lets the first administrator in after the password is replaced', async () => {
  const made = await createAdmin(site.database, 'admin@example.org')
  if (made.kind !== 'created') throw new Error('there is one already')
  const { email, password } = made
  await visit(browser, { tolerated: REFUSALS }, async (page) => {
    await page.goto(`${origin}/en/login`)
    await settled(page)
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${origin}/en/profile?tab=password`)
    await page.getByText('Set a password of your own before you go on.').waitFor()
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password', { exact: true }).fill('teapots-of-44-kettles')
    await page.getByLabel('Confirm password').fill('teapots-of-44-kettles')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password updated successfully').waitFor()
    await look(page, 'sessions')
    await page.goto(`${origin}/en/profile`)
    expect(page.url()).toBe(`${origin}/en/profile`)
  })
})

it('returns from the dialog of favourites to the page, and adds the league', async () => {
  await visit(browser, { tolerated: REFUSALS }, async (page) => {
    const email = 'fan@example.org'
    await join(site, mailbox, email)
    await page.context().clearCookies()
    const league = `${origin}/en/soccer/italy/serie-a`
    await page.goto(league)
    await settled(page)
    const heart = page.locator('main').getByRole('button', { name: /Serie A/ })
    const dialog = page.getByRole('dialog')
    // Who closes the dialogue has thought better of it.
    await heart.click()
    await dialog.getByRole('button').click()
    const kept = () =>
      page.evaluate(() => ['post-login-path', 'wanted-favourite'].filter((key) => key in sessionStorage))
    await expect.poll(kept).toEqual([])
    await heart.click()
    await dialog.getByRole('link', { name: 'Sign In' }).click()
    await page.waitForURL(/\/login/)
    await settled(page)
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('kettle-42')
    await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(league)
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    // The page shows it before it is stored.
    await expect.poll(() => heart.getAttribute('aria-disabled')).toBe('false')
    await page.reload()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  })
})
