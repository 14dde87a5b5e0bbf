import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, join, PASSWORD } from '#tests/support/accounts.ts'
import { appCode } from '#tests/support/totp.ts'
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
let origin: string

beforeAll(async () => {
  site = await openSiteWithMail()
  origin = site.origin
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

/** An account whose session the browser has. */
async function arrive(page: Page, email: string, lang: string): Promise<void> {
  const cookie = await join(site, site.mailbox, email, lang)
  await addCookies(page, cookie, origin)
}

const texts = {
  en: {
    title: 'Two-factor authentication',
    current: 'Current password',
    start: 'Set up',
    code: 'Code from the app',
    confirm: 'Turn on',
    wrong: 'This code is wrong or was already used',
    codes: 'Recovery codes',
    copy: 'Copy',
    copied: 'Copied',
    download: 'Download',
    on: 'It is on: signing in asks for a code from your app.',
    email: 'Email',
    password: 'Password',
    signIn: 'Sign in',
    useRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    renew: 'Make new recovery codes',
    disable: 'Turn off two-factor authentication',
    off: 'Two-factor authentication is off',
  },
  ar: {
    title: 'المصادقة الثنائية',
    current: 'كلمة المرور الحالية',
    start: 'إعداد',
    code: 'رمز التطبيق',
    confirm: 'تفعيل',
    wrong: 'الرمز غير صحيح أو سبق استخدامه.',
    codes: 'رموز الاسترداد',
    copy: 'نسخ',
    copied: 'تم النسخ',
    download: 'تنزيل',
    on: 'إنها مفعّلة: يطلب تسجيل الدخول رمزًا من تطبيقك.',
    email: 'البريد الإلكتروني',
    password: 'كلمة المرور',
    signIn: 'تسجيل الدخول',
    useRecovery: 'استخدام رمز استرداد',
    recovery: 'رمز الاسترداد',
    renew: 'إنشاء رموز استرداد جديدة',
    disable: 'إيقاف المصادقة الثنائية',
    off: 'المصادقة الثنائية متوقفة',
  },
} as const

describe.each([
  ['en', 'a desk', SIZES.desktop],
  ['ar', 'a phone', SIZES.phone],
] as const)('a second factor in %s', (lang, place, viewport) => {
  const t = texts[lang]
  const tab = () => `${origin}/${lang}/profile?tab=password`
  const section = (page: Page) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: t.title, exact: true }) })
  const button = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true })
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

  async function giveEmailAndPassword(page: Page, email: string): Promise<void> {
    await page.context().clearCookies()
    await page.goto(`${origin}/${lang}/login?next=/${lang}/profile`)
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill(PASSWORD)
    await button(page, t.signIn).click()
    await page.waitForURL(/step=app/)
  }

  it(`is set up, used, renewed and turned off on ${place}`, async () => {
    const email = `zoe-${lang}@example.org`
    await visit(browser, { viewport, tolerated: REFUSALS }, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
      await arrive(page, email, lang)
      await page.goto(tab())
      await look(page, `before, on ${place}`)
      await section(page).getByLabel(t.current, { exact: true }).fill(PASSWORD)
      await section(page).getByRole('button', { name: t.start, exact: true }).click()
      await section(page).getByRole('img').waitFor()
      await look(page, 'setting up')
      const key = (await section(page).locator('code').textContent()) ?? ''
      await field(page, t.code).fill('000')
      await button(page, t.confirm).click()
      await page.getByText(t.wrong).waitFor()
      expect(await section(page).locator('code').textContent()).toBe(key)
      await field(page, t.code).fill(appCode(key))
      await button(page, t.confirm).click()
      await page.getByText(t.on).waitFor()
      await look(page, 'recovery codes')
      const codes = await section(page).getByRole('listitem').allInnerTexts()
      expect(codes).toHaveLength(10)
      await button(page, t.copy).click()
      await page.getByText(t.copied, { exact: true }).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join('\n')}\n`)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: t.download, exact: true }).click(),
      ])
      expect(await readFile(await download.path(), 'utf8')).toBe(`${codes.join('\n')}\n`)
      await page.reload()
      await page.getByText(t.on).waitFor()
      expect(await page.getByText(codes[0] ?? '').count()).toBe(0)

      await giveEmailAndPassword(page, email)
      await look(page, 'second step')
      await field(page, t.code).fill('12 34')
      await button(page, t.signIn).click()
      await page.getByText(t.wrong).waitFor()
      await look(page, 'second step refused')
      await field(page, t.code).fill(appCode(key, 1))
      await button(page, t.signIn).click()
      await page.waitForURL(`${origin}/${lang}/profile`)

      await giveEmailAndPassword(page, email)
      await page.getByRole('link', { name: t.useRecovery }).click()
      await field(page, t.recovery).waitFor()
      await look(page, 'recovery code')
      await field(page, t.recovery).fill(codes[0] ?? '')
      await button(page, t.signIn).click()
      await page.waitForURL(`${origin}/${lang}/profile`)

      await page.goto(tab())
      const folded = (name: string) => section(page).locator('details').filter({ hasText: name })
      await folded(t.renew).locator('summary').click()
      await folded(t.renew).getByLabel(t.current, { exact: true }).fill(PASSWORD)
      await folded(t.renew)
        .locator('[name=code]')
        .fill(codes[1] ?? '')
      await folded(t.renew).getByRole('button', { name: t.renew }).click()
      await page.getByRole('heading', { name: t.codes, exact: true }).waitFor()
      const fresh = await section(page).getByRole('listitem').allInnerTexts()
      expect(fresh).not.toContain(codes[1])
      await folded(t.disable).locator('summary').click()
      await folded(t.disable).getByLabel(t.current, { exact: true }).fill(PASSWORD)
      await folded(t.disable)
        .locator('[name=code]')
        .fill(fresh[0] ?? '')
      await look(page, 'turning off')
      await folded(t.disable).getByRole('button', { name: t.disable }).click()
      await page.getByText(t.off).waitFor()
      await section(page).getByRole('button', { name: t.start, exact: true }).waitFor()
    })
  })

  if (lang !== 'en') return

  it('is set up and used without scripts', async () => {
    const email = `plain-${lang}@example.org`
    await visit(browser, { javaScriptEnabled: false, tolerated: REFUSALS }, async (page) => {
      await arrive(page, email, lang)
      await page.goto(tab())
      await section(page).locator('[name=password]').fill(PASSWORD)
      await button(page, t.start).click()
      const key = (await section(page).locator('code').textContent()) ?? ''
      await page.locator('[name=code]').fill(appCode(key))
      await button(page, t.confirm).click()
      expect(await section(page).getByRole('listitem').allInnerTexts()).toHaveLength(10)
      await giveEmailAndPassword(page, email)
      await page.locator('[name=code]').fill(appCode(key, 1))
      await button(page, t.signIn).click()
      await page.waitForURL(`${origin}/${lang}/profile`)
    })
  })
})

it('keeps no session while the second step is open', async () => {
  const email = 'half@example.org'
  await visit(browser, { tolerated: REFUSALS }, async (page) => {
    await arrive(page, email, 'en')
    await page.goto(`${origin}/en/profile?tab=password`)
    const form = page.locator('section').filter({ hasText: texts.en.title })
    await form.locator('[name=password]').fill(PASSWORD)
    await form.getByRole('button', { name: texts.en.start, exact: true }).click()
    const key = (await form.locator('code').textContent()) ?? ''
    await page.locator('[name=code]').fill(appCode(key))
    await page.getByRole('button', { name: texts.en.confirm }).click()
    await page.getByText(texts.en.on).waitFor()
    const waiting = await site.post('/en/login', { intent: 'sign-in', email, password: PASSWORD })
    const answer = await site.get('/resources/me', { cookie: cookieOf(waiting) })
    expect(await answer.json()).toMatchObject({ user: null })
  })
})
