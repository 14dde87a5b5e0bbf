import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import {
  alertOf,
  cookieOf,
  join as joinSite,
  PASSWORD,
  signIn as signInAt,
  visitor,
} from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { readHtml, withoutScripts } from '#tests/support/html.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { recordPauses } from '#tests/support/pauses.ts'
import { askedCosts } from '#tests/support/quick-passwords.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let mailbox: Mailbox

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  // A proxy before the site, so that each test can come from an address of its own.
  site = await openSite(database, { SMTP_URL: mailbox.url, TRUST_PROXY: '1' })
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

const signUpFields = (email: string) => ({
  username: email,
  email,
  password: PASSWORD,
  country: 'IT',
  phone: '06 1234',
  consent: 'on',
})

const join = (email: string) => joinSite(site, mailbox, email)

const follow = (link: string, headers = visitor()) => {
  const { pathname, search } = new URL(link)
  return site.get(pathname + search, headers)
}

const signIn = (email: string, password: string, more = {}) => signInAt(site, email, password, more)

const me = async (cookie: string) => (await site.get('/resources/me', { cookie })).json()

describe('signing up', () => {
  it('reports what is missing, in order', async () => {
    const steps: [Record<string, string>, string][] = [
      [{ username: ' ' }, 'Username is required'],
      [{ username: 'new', phone: '+39' }, 'Phone number is required'],
      [{ username: 'new', phone: '1' }, 'Email is required'],
      [{ username: 'new', phone: '1', email: 'new@example.org' }, 'Password must be at least 6 characters'],
    ]
    for (const [fields, text] of steps) {
      const sent = { country: 'IT', email: '', phone: '', password: '12345', ...fields }
      const response = await site.post('/en/register', sent, visitor())
      expect([response.status, await alertOf(response)]).toEqual([400, text])
    }
  })

  it('reports at each field what is wrong with it, all at once', async () => {
    const sent = { username: '', country: 'IT', email: 'x', phone: '', password: '123' }
    const page = readHtml(await (await site.post('/en/register', sent, visitor())).text())
    const problems = page.all('input').flatMap((input) => {
      if (input.attribute('aria-invalid') !== 'true') return []
      const [id] = (input.attribute('aria-describedby') ?? '').split(' ')
      return [[input.attribute('name'), page.all('p').find((it) => it.attribute('id') === id)?.text]]
    })
    expect(problems).toEqual([
      ['username', 'Username is required'],
      ['email', 'This is not an email address'],
      ['password', 'Password must be at least 6 characters'],
      ['phone', 'Phone number is required'],
      ['consent', 'Confirm that you are 18 or older and accept the terms and the privacy notice'],
    ])
  })

  it('stores when a visitor consented, and to which text with which legal pages', async () => {
    const { id } = await database.kysely
      .insertInto('footer_links')
      .values({ title: 'Terms', url: '/terms', section_type: 'legal', menu_position: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const form = readHtml(await (await site.get('/it/register', visitor())).text())
    const link = form.all('a').find((it) => it.attribute('href') === '/it/terms')
    expect([link?.attribute('target'), link?.text]).toEqual(['_blank', 'Terms (si apre in una nuova scheda)'])

    const startedAt = new Date()
    const emails = ['agreed@example.org', 'too@example.org']
    for (const email of emails) await site.post('/it/register', signUpFields(email), visitor())
    await database.kysely.deleteFrom('footer_links').where('id', '=', id).execute()
    const agreed = await database.kysely
      .selectFrom('profiles as p')
      .innerJoin('consent_texts as c', 'c.version', 'p.consent_version')
      .select(['p.consented_at', 'c.version', 'c.language', 'c.text', 'c.links'])
      .where('p.email', 'in', emails)
      .execute()
    expect(agreed).toHaveLength(2)
    expect(new Set(agreed.map(({ version }) => version)).size).toBe(1)
    expect(agreed[0]?.consented_at?.getTime()).toBeGreaterThanOrEqual(startedAt.getTime())
    expect(agreed[0]).toMatchObject({
      language: 'it',
      text: 'Ho almeno 18 anni e accetto i termini e l’informativa sulla privacy.',
      links: [{ title: 'Terms', url: '/terms' }],
    })
  })

  it('creates no account without that', async () => {
    const { consent: _, ...fields } = signUpFields('silent@example.org')
    const response = await site.post('/en/register', fields, visitor())
    expect(response.status).toBe(400)
    const rows = await database.kysely
      .selectFrom('profiles')
      .select('id')
      .where('email', '=', fields.email)
      .execute()
    expect(rows).toEqual([])
  })

  it('refuses a common password', async () => {
    const fields = { ...signUpFields('common@example.org'), password: 'Trustno1' }
    const response = await site.post('/en/register', fields, visitor())
    expect([response.status, await alertOf(response)]).toEqual([
      400,
      'This password is too common. Choose another.',
    ])
  })

  it('sends the confirmation link again', async () => {
    const cookie = cookieOf(await site.post('/en/register', signUpFields('again@example.org'), visitor()))
    await mailbox.waitFor('again@example.org')
    const answer = await site.post(
      '/en/register',
      { intent: 'resend', email: 'again@example.org' },
      visitor(),
    )
    expect(await alertOf(answer)).toBe('The link was sent again.')
    await mailbox.waitFor('again@example.org', 2)
    // The sign-in screen does so, too.
    const refused = await (await signIn('again@example.org', PASSWORD)).text()
    expect(refused).toMatch(/name="email" value="again@example\.org"\/?><button[^>]* value="resend"/)
    await site.post('/en/login', { intent: 'resend', email: 'again@example.org' }, visitor())
    const { link } = await mailbox.waitFor('again@example.org', 3)
    expect((await follow(link, { ...visitor(), cookie })).headers.get('location')).toBe('/en#welcome')
  })

  it.each([
    ['it', 'en-US,en;q=0.9', 'IT'],
    ['it', 'en-US,it-CH;q=0.9', 'CH'],
    ['en', 'de-AT,de;q=0.9', 'AT'],
    ['pt', 'en-US', 'PT'],
    ['ar', 'fr-MA,ar-MA;q=0.8', 'MA'],
  ])('defaults to the country of the page: %s for %s', async (lang, acceptLanguage, country) => {
    const page = await site.get(`/${lang}/register`, { 'accept-language': acceptLanguage })
    expect(await page.text()).toMatch(new RegExp(`<option value="${country}" selected`))
  })

  it.each([
    ['IT', '1'],
    ['IT', '+39 1'],
    ['IT', '06 1234 or so'],
    ['IT', '1234567890123456'],
    ['GB', '+39'.repeat(6)],
    ['AQ', '123456'],
    ['', '061234'],
  ])('refuses an impossible telephone number: %s %s', async (country, phone) => {
    const fields = { ...signUpFields('no-phone@example.org'), country, phone }
    const response = await site.post('/it/register', fields, visitor())
    expect([response.status, await alertOf(response)]).toEqual([
      400,
      'Questo numero di telefono non è valido: scrivilo con il prefisso internazionale, per esempio +39 06 1234567',
    ])
  })

  it.each([
    ['IT', '333 123 4567', '+39333 123 4567'],
    ['GB', '07911 123456', '+4407911 123456'],
    ['US', '(212) 555-0123', '+1(212) 555-0123'],
    ['AQ', '+64 21 123 456', '+64 21 123 456'],
    ['IT', '+90 532 123 45 67', '+90 532 123 45 67'],
    ['EG', '0100 123 4567', '+200100 123 4567'],
  ])('accepts a telephone number in usual spellings: %s %s', async (country, phone, kept) => {
    const email = `phone-${kept.replace(/\D/g, '')}@example.org`
    const response = await site.post('/en/register', { ...signUpFields(email), country, phone }, visitor())
    expect(response.status).toBe(200)
    const row = await database.kysely
      .selectFrom('profiles')
      .select('phone')
      .where('email', '=', email)
      .executeTakeFirst()
    expect(row).toEqual({ phone: kept })
  })

  it('sends a link in the language of the page that opens the account once', async () => {
    const from = visitor()
    const response = await site.post('/it/register', signUpFields('anna@example.org'), from)
    const said = withoutScripts(await response.text()).split('<main')[1]
    expect(said).toContain('anna@example.org')
    expect(said).toMatch(/<a [^>]*href="\/it\/login"[^>]*>Torna all’accesso</)
    const mail = await mailbox.waitFor('anna@example.org')
    expect(mail.subject).toBe('Conferma il tuo indirizzo email per Overround')
    expect(mail.text).toContain('Il link vale 24 ore')
    expect(mail.html).toContain('<html lang="it" dir="ltr">')
    expect(mail.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/it\/login\?confirm=/)
    const before = await signIn('anna@example.org', PASSWORD)
    expect(await alertOf(before)).toBe('Please verify your email before signing in')
    for (let scan = 0; scan < 2; scan += 1) {
      const looked = await fetch(mail.link, { method: 'HEAD', redirect: 'manual' })
      expect([looked.status, cookieOf(looked)]).toEqual([200, ''])
    }
    // Workers of earlier releases made browsers send each navigation twice, and nobody sees the answer to the first request.
    const ahead = await follow(mail.link, {
      ...{ ...from, cookie: cookieOf(response) },
      'service-worker-navigation-preload': 'true',
    })
    expect([ahead.status, cookieOf(ahead)]).toEqual([200, ''])
    expect((await signIn('anna@example.org', PASSWORD)).status).toBe(400)
    const opened = await follow(mail.link, { ...from, cookie: cookieOf(response) })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/it#welcome'])
    expect(await me(cookieOf(opened))).toEqual({
      user: {
        email: 'anna@example.org',
        username: 'anna@example.org',
        role: 'user',
        language: 'it',
        priceFormat: null,
      },
      favourites: [],
    })
    const again = await follow(mail.link)
    expect([again.headers.get('location'), cookieOf(again)]).toEqual(['/it/login?confirmation=done', ''])
    const row = await database.kysely
      .selectFrom('profiles')
      .select(['phone', 'country', 'preferred_language', 'role'])
      .where('email', '=', 'anna@example.org')
      .executeTakeFirst()
    expect(row).toEqual({ phone: '+3906 1234', country: 'Italy', preferred_language: 'it', role: 'user' })
  })

  it('does not open a closed account with its old link', async () => {
    await join('closed@example.org')
    const { link } = await mailbox.waitFor('closed@example.org')
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: false })
      .where('email', '=', 'closed@example.org')
      .execute()
    expect((await follow(link)).headers.get('location')).toBe('/en/login?confirmation=invalid')
    expect((await signIn('closed@example.org', PASSWORD)).status).toBe(400)
  })

  it('sends a closed account no link for a new password', async () => {
    await Promise.all(['shut@example.org', 'awake@example.org'].map(join))
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: false })
      .where('email', '=', 'shut@example.org')
      .execute()
    const ask = async (email: string) =>
      (await site.post('/en/login', { intent: 'forgot', email }, visitor())).status
    expect(await ask('shut@example.org')).toBe(await ask('awake@example.org'))
    await mailbox.waitFor('awake@example.org', 2)
    expect(mailbox.mails.filter(({ to }) => to === 'shut@example.org')).toHaveLength(1)
  })

  it('activates nothing with a link that has expired, or that is signed with another key', async () => {
    const cookie = cookieOf(await site.post('/en/register', signUpFields('late@example.org'), visitor()))
    const { link } = await mailbox.waitFor('late@example.org')
    const { value } = await database.kysely
      .selectFrom('app_secrets')
      .select('value')
      .where('name', '=', 'auth')
      .executeTakeFirstOrThrow()
    const make = (secret: string, expires: string) =>
      new SignJWT({ email: 'late@example.org' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(expires)
        .sign(new TextEncoder().encode(secret))
    for (const token of [await make(value, '-1s'), await make(`${value}x`, '1h'), 'nonsense']) {
      const opened = await follow(`${site.origin}/en/login?confirm=${token}`)
      expect([opened.headers.get('location'), cookieOf(opened)]).toEqual([
        '/en/login?confirmation=invalid',
        '',
      ])
    }
    expect((await follow(link, { ...visitor(), cookie })).headers.get('location')).toBe('/en#welcome')
  })

  describe('with an address of somebody else', () => {
    const resetToken = (opened: Response) => {
      const { pathname, search, hash } = new URL(opened.headers.get('location') ?? '', site.origin)
      expect(pathname + search).toBe('/en/reset-password?confirming=1')
      return new URLSearchParams(hash.slice(1)).get('access_token') ?? ''
    }
    const choose = (token: string, password: string) =>
      site.post('/en/reset-password', { token, password, confirmation: password }, visitor())
    const signUp = async (email: string, username: string, password: string) =>
      cookieOf(await site.post('/en/register', { ...signUpFields(email), username, password }, visitor()))

    it('leaves the password to the owner of the mailbox', async () => {
      await signUp('target@example.org', 'stranger', 'stranger-42')
      const { link } = await mailbox.waitFor('target@example.org')
      const opened = await follow(link)
      expect(cookieOf(opened)).toBe('')
      expect((await signIn('target@example.org', 'stranger-42')).status).toBe(400)
      // A program that scans links has used nothing up.
      const token = resetToken(await follow(link))
      const page = await (await site.get('/en/reset-password?confirming=1')).text()
      expect(page).toContain('The account was created in another browser.')
      expect((await choose(token, 'mine-alone-42')).status).toBe(200)
      expect((await signIn('target@example.org', 'stranger-42')).status).toBe(400)
      expect((await signIn('target@example.org', 'mine-alone-42')).status).toBe(302)
      expect((await choose(resetToken(opened), 'stranger-42')).status).toBe(400)
      expect((await follow(link)).headers.get('location')).toBe('/en/login?confirmation=done')
    })

    it('has the consent of the owner of the mailbox, and neither number nor country of the sign-up', async () => {
      await signUp('consent@example.org', 'consenting', 'stranger-42')
      await database.kysely
        .updateTable('profiles')
        .set({ consented_at: new Date('2020-01-01') })
        .where('email', '=', 'consent@example.org')
        .execute()
      const token = resetToken(await follow((await mailbox.waitFor('consent@example.org')).link))
      const fields = { token, password: 'mine-alone-42', confirmation: 'mine-alone-42' }
      const send = (more = {}) =>
        site.post('/it/reset-password?confirming=1', { ...fields, ...more }, visitor())
      expect(await alertOf(await send())).toMatch(/^Conferma di avere almeno 18 anni/)
      expect((await send({ consent: 'on' })).status).toBe(200)
      const row = await database.kysely
        .selectFrom('profiles as p')
        .innerJoin('consent_texts as c', 'c.version', 'p.consent_version')
        .select(['p.phone', 'p.country', 'p.consented_at', 'c.language'])
        .where('p.email', '=', 'consent@example.org')
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ phone: null, country: null, language: 'it' })
      expect(row.consented_at?.getFullYear()).toBeGreaterThan(2020)
    })

    it.each(['own', 'other'])(
      'has after a forgotten password, in the %s browser, what belongs to it',
      async (browser) => {
        const email = `${browser}-browser@example.org`
        const cookie = await signUp(email, `${browser}-browser`, 'first-typed-42')
        await site.post('/en/login', { intent: 'forgot', email }, visitor())
        const { link } = await mailbox.waitFor(email, 2)
        const token = new URLSearchParams(new URL(link).hash.slice(1)).get('access_token') ?? ''
        const fields = { token, password: 'mine-alone-42', confirmation: 'mine-alone-42' }
        const from = browser === 'own' ? { ...visitor(), cookie } : visitor()
        expect((await site.post('/en/reset-password', fields, from)).status).toBe(200)
        const row = await database.kysely
          .selectFrom('profiles')
          .select(['phone', 'country', 'consented_at'])
          .where('email', '=', email)
          .executeTakeFirst()
        const kept = { phone: '+3906 1234', country: 'Italy', consented_at: expect.any(Date) }
        expect(row).toEqual(browser === 'own' ? kept : { phone: null, country: null, consented_at: null })
      },
    )

    it('takes the link of the mail where scripts are off', async () => {
      await signUp('plain@example.org', 'plain', 'stranger-42')
      const { link } = await mailbox.waitFor('plain@example.org')
      const fields = { link, password: 'mine-alone-42', confirmation: 'mine-alone-42', consent: 'on' }
      expect((await site.post('/en/reset-password?confirming=1', fields, visitor())).status).toBe(200)
      expect((await signIn('plain@example.org', 'mine-alone-42')).status).toBe(302)
    })

    it('takes it there in the browser that signed up, too', async () => {
      const cookie = await signUp('own-plain@example.org', 'own-plain', 'first-typed-42')
      const { link } = await mailbox.waitFor('own-plain@example.org')
      const fields = { link, password: 'mine-alone-42', confirmation: 'mine-alone-42', consent: 'on' }
      const from = { ...visitor(), cookie }
      expect((await site.post('/en/reset-password?confirming=1', fields, from)).status).toBe(200)
      expect((await signIn('own-plain@example.org', 'mine-alone-42')).status).toBe(302)
      expect((await signIn('own-plain@example.org', 'first-typed-42')).status).toBe(400)
    })

    it('counts it there, and says so', async () => {
      const from = visitor()
      const link = `${site.origin}/en/login?confirm=nonsense`
      const fields = { link, password: 'mine-alone-42', confirmation: 'mine-alone-42', consent: 'on' }
      const statuses = []
      for (let n = 0; n < 31; n += 1) {
        statuses.push((await site.post('/en/reset-password?confirming=1', fields, from)).status)
      }
      expect(statuses).toEqual([...Array(30).fill(400), 429])
    })

    it.each(['before', 'after'])(
      'gives no password to a stranger who signed up %s the owner',
      async (when) => {
        const email = `${when}@example.org`
        const stranger = () => signUp(email, `stranger-${when}`, 'stranger-42')
        if (when === 'before') await stranger()
        const cookie = await signUp(email, `owner-${when}`, 'mine-alone-42')
        if (when === 'after') await stranger()
        for (const sent of [1, 2]) expect((await mailbox.waitFor(email, sent)).link).toContain('?confirm=')
        const opened = await follow((await mailbox.waitFor(email, 2)).link, { ...visitor(), cookie })
        if (when === 'before') expect(opened.headers.get('location')).toBe('/en#welcome')
        else expect((await choose(resetToken(opened), 'mine-alone-42')).status).toBe(200)
        expect((await signIn(email, 'stranger-42')).status).toBe(400)
        expect((await signIn(email, 'mine-alone-42')).status).toBe(302)
      },
    )

    it('replaces a sign-up with the same form, whose new password counts', async () => {
      await signUp('twice@example.org', 'twice', 'first-typed-42')
      const cookie = await signUp('twice@example.org', 'twice', 'second-typed-42')
      const { link } = await mailbox.waitFor('twice@example.org', 2)
      expect((await follow(link, { ...visitor(), cookie })).headers.get('location')).toBe('/en#welcome')
      expect((await signIn('twice@example.org', 'first-typed-42')).status).toBe(400)
      expect((await signIn('twice@example.org', 'second-typed-42')).status).toBe(302)
    })

    it('gives the browser the same mark whether or not the address has an account', async () => {
      await join('marked@example.org')
      const marks = [
        await signUp('marked@example.org', 'marked', PASSWORD),
        await signUp('unmarked@example.org', 'unmarked', PASSWORD),
      ]
      const shape = (mark: string) => decodeURIComponent(mark).replace(/=[0-9a-f-]{36}\.[\w+/]{43}=$/, '=')
      expect(marks.map(shape)).toEqual(Array(2).fill('overround.signed_up='))
    })
  })

  it('answers the same for an address that has an account, and notifies its owner', async () => {
    await join('owner@example.org')
    const fields = { ...signUpFields('owner@example.org'), username: 'another' }
    const known = await site.post('/en/register', fields, visitor())
    const unknown = await site.post('/en/register', signUpFields('unknown@example.org'), visitor())
    const bare = async (response: Response, email: string, username: string) =>
      (await response.text())
        .replaceAll(email, '')
        .replaceAll(username, '')
        .match(/<main[\s\S]*<\/main>/)?.[0]
    expect(await bare(known, 'owner@example.org', 'another')).toBe(
      await bare(unknown, 'unknown@example.org', 'unknown@example.org'),
    )
    expect((await mailbox.waitFor('owner@example.org', 2)).subject).toBe(
      'You already have an account at Overround',
    )
    const check = await site.get('/resources/username?name=another', visitor())
    expect(await check.json()).toEqual({ available: false })
  })

  it('keeps typed values except the password when it is refused', async () => {
    const sent = {
      ...signUpFields('keeps@example.org'),
      username: 'keeps-me',
      phone: '06 7777',
      consent: 'on',
      password: 'x',
    }
    const page = await (await site.post('/it/register', sent, visitor())).text()
    for (const typed of ['value="keeps-me"', 'value="keeps@example.org"', 'value="06 7777"'])
      expect(page).toContain(typed)
    expect(page).not.toContain('value="x"')
    const link = `${site.origin}/en/reset-password#access_token=abc&type=recovery`
    const reset = await site.post(
      '/en/reset-password',
      { link, password: 'kettle-44', confirmation: 'kettle-45' },
      visitor(),
    )
    expect(await reset.text()).toContain('#access_token=abc&amp;type=recovery"')
  })

  it('removes control characters, which nobody can type and no database stores', async () => {
    const fields = { ...signUpFields('nul@example.org'), username: 'a\u0000b', phone: '06\u0000 1234' }
    const response = await site.post('/en/register', fields, visitor())
    expect(response.status).toBe(200)
    const row = await database.kysely
      .selectFrom('profiles')
      .select(['username', 'phone'])
      .where('email', '=', 'nul@example.org')
      .executeTakeFirst()
    expect(row).toEqual({ username: 'ab', phone: '+3906 1234' })
  })

  it('ignores a role in the form', async () => {
    const forged = {
      ...signUpFields('forger@example.org'),
      role: 'admin',
      is_active: 'true',
      emailVerified: 'true',
    }
    await site.post('/en/register', forged, visitor())
    const row = await database.kysely
      .selectFrom('profiles')
      .select(['role', 'is_active'])
      .where('email', '=', 'forger@example.org')
      .executeTakeFirst()
    expect(row).toEqual({ role: 'user', is_active: false })
  })
})

describe('signing in', () => {
  it.each([
    ['/it/soccer', '/it/soccer'],
    ['/soccer', '/en/soccer'],
    ['profile?tab=favorites', '/en/profile?tab=favorites'],
    ['/admin/sports', '/admin/sports'],
    ['//evil.example', '/en'],
    ['/\\evil.example', '/en'],
    ['/%5Cevil.example', '/en/%5Cevil.example'],
    ['/./\t/evil.example', '/en'],
    ['/..//evil.example', '/en'],
    ['javascript:alert(1)', '/en'],
    ['https://evil.example/', '/en'],
    ['', '/en'],
  ])('redirects to %j as %s', async (next, target) => {
    if (
      !(await database.kysely
        .selectFrom('profiles')
        .where('email', '=', 'goes@example.org')
        .select('id')
        .executeTakeFirst())
    )
      await join('goes@example.org')
    const response = await signIn('goes@example.org', PASSWORD, { next })
    expect([response.status, response.headers.get('location')]).toEqual([302, target])
    expect(response.headers.getSetCookie()[0]).toMatch(/HttpOnly.*SameSite=Lax/)
  })

  it.each([
    ['/en/login', { 'sec-fetch-site': 'same-origin' }],
    ['/go/button/x', {}],
  ])('refuses a body at %s that is too long, even without a declared length', async (path, headers) => {
    const body = new Blob(['intent=', 'x'.repeat(80 * 1024)]).stream()
    const response = await fetch(site.origin + path, {
      method: 'POST',
      headers: { origin: site.origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  })

  it('hashes the password by Node, which leaves the thread that answers requests, in the built site too', async () => {
    const email = 'hashed@example.org'
    await join(email)
    const asked = askedCosts.length
    expect((await signIn(email, PASSWORD)).status).toBe(302)
    expect(askedCosts.slice(asked)).toEqual([expect.objectContaining({ N: 2 ** 14, r: 16, p: 1 })])
  })

  it('reads a form that comes in chunks', async () => {
    const response = await fetch(`${site.origin}/en/login`, {
      method: 'POST',
      headers: {
        origin: site.origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new Blob(['intent=sign-in&email=nobody%40example.org&password=wrong-one']).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(await alertOf(response)).toBe('Wrong email or password')
  })

  it.each([
    ['/en/login', 'intent=sign-in&', 413, 'The request is too large'],
    ['/it/register', '', 413, 'La richiesta è troppo grande'],
    ['/ar/profile', '', 413, 'الطلب كبير جدًا'],
    ['/de/login', null, 400, 'Diese Anfrage wurde nicht verstanden'],
  ])(
    'answers a form at %s that it cannot read with a page that states why',
    async (path, start, status, text) => {
      const response = await fetch(site.origin + path, {
        method: 'POST',
        headers: {
          origin: site.origin,
          'sec-fetch-site': 'same-origin',
          'content-type': start === null ? 'text/plain' : 'application/x-www-form-urlencoded',
        },
        body: start === null ? 'no form' : `${start}email=${'x'.repeat(80 * 1024)}`,
      })
      const page = withoutScripts(await response.text())
      expect([response.status, response.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ])
      expect(page).toContain(`<title>${text} | Overround</title>`)
      expect(page).toMatch(new RegExp(`<h1[^>]*>${text}</h1>`))
      expect(page).toContain(`<html lang="${path.slice(1, 3)}"`)
    },
  )

  it('reports the same to scripts', async () => {
    const fields = { intent: 'sign-in', email: 'x'.repeat(80 * 1024) }
    const response = await site.post('/en/login.data', fields, visitor())
    expect([response.status, response.headers.get('content-type')]).toEqual([413, 'text/x-script'])
  })

  it('opens a session of its own, whichever session was in the browser before', async () => {
    await join('victim@example.org')
    await join('attacker@example.org')
    const tokenOf = (cookie: string) => /session_token=([^;]+)/.exec(cookie)?.[1] ?? ''
    const own = tokenOf(cookieOf(await signIn('attacker@example.org', PASSWORD)))
    // What somebody else may plant: a session of theirs, one that has ended, and an invented one, signed and not.
    const ended = tokenOf(cookieOf(await signIn('victim@example.org', PASSWORD)))
    const { headers } = await site.post(
      '/resources/sign-out',
      { lang: 'en' },
      {
        cookie: `overround.session_token=${ended}`,
      },
    )
    expect(headers.get('location')).toBe('/en')
    for (const planted of [own, ended, 'a'.repeat(32), `${'a'.repeat(32)}.${own.split('.')[1]}`]) {
      const opened = await site.post(
        '/en/login',
        { intent: 'sign-in', email: 'victim@example.org', password: PASSWORD },
        { ...visitor(), cookie: `overround.session_token=${planted}` },
      )
      const cookie = cookieOf(opened)
      expect([opened.status, tokenOf(cookie) !== '', tokenOf(cookie) === planted]).toEqual([302, true, false])
      expect(await me(cookie)).toMatchObject({ user: { email: 'victim@example.org' } })
      // The planted one is not the victim's now.
      const known = (await me(`overround.session_token=${planted}`)) as { user: { email: string } | null }
      expect(known.user?.email ?? null).toBe(planted === own ? 'attacker@example.org' : null)
    }
  })

  it('refuses forms of other sites', async () => {
    const fields = { intent: 'sign-in', email: 'goes@example.org', password: PASSWORD }
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    ]) {
      const response = await site.post('/en/login', fields, headers)
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('exposes only the intended endpoints of the library', async () => {
    const closed = [
      '/sign-up/email',
      '/update-user',
      '/delete-user',
      '/change-email',
      '/request-password-reset',
    ]
    for (const path of closed) expect((await site.post(`/api/auth${path}`, {})).status, path).toBe(404)
    expect((await site.get('/api/auth/list-sessions')).status).toBe(404)
    expect(await (await site.get('/api/auth/get-session')).json()).toBeNull()
  })
})

describe('a forgotten password', () => {
  it('is replaced once with the link, which ends all sessions and notifies the owner', async () => {
    const cookie = await join('forgetful@example.org')
    const sent = await site.post(
      '/ar/login?forgot=1',
      { intent: 'forgot', email: 'forgetful@example.org' },
      visitor(),
    )
    expect(sent.status).toBe(200)
    const mail = await mailbox.waitFor('forgetful@example.org', 2)
    expect(mail.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail.link).toMatch(/\/ar\/reset-password#access_token=[^&]+&type=recovery$/)
    const token = new URLSearchParams(new URL(mail.link).hash.slice(1)).get('access_token') ?? ''
    const reset = (fields: Record<string, string>) =>
      site.post('/en/reset-password', { token, ...fields }, visitor())
    const differ = await reset({ password: 'a', confirmation: 'b' })
    expect(await alertOf(differ)).toBe('Passwords do not match')
    const short = await reset({ password: 'abc', confirmation: 'abc' })
    expect(await alertOf(short)).toBe('Password must be at least 6 characters')
    const fresh = { password: 'fresh-secret', confirmation: 'fresh-secret' }
    expect((await reset(fresh)).status).toBe(200)
    expect(await alertOf(await reset(fresh))).toBe('Invalid password reset link. Please request a new one.')
    expect(await me(cookie)).toMatchObject({ user: null })
    expect((await signIn('forgetful@example.org', PASSWORD)).status).toBe(400)
    expect((await signIn('forgetful@example.org', 'fresh-secret')).status).toBe(302)
    expect((await mailbox.waitFor('forgetful@example.org', 3)).subject).toBe(
      'Your password at Overround was changed',
    )
  })

  it.each([
    [
      'a newer link was used',
      async (links: string[]) => {
        const fields = { link: links[1] ?? '', password: 'fresh-secret', confirmation: 'fresh-secret' }
        expect((await site.post('/en/reset-password', fields, visitor())).status).toBe(200)
      },
    ],
    [
      'the password was changed',
      async (_: string[], cookie: string) => {
        const fields = { current: PASSWORD, password: 'fresh-secret', confirmation: 'fresh-secret' }
        const change = { intent: 'change-password', ...fields }
        expect((await site.post('/en/profile?tab=password', change, { cookie })).status).toBe(302)
      },
    ],
  ])('is not replaced with an older link once %s', async (what, replace) => {
    const email = `${what.replaceAll(' ', '-')}@example.org`
    const cookie = await join(email)
    const links: string[] = []
    for (let mail = 2; mail <= 3; mail += 1) {
      await site.post('/en/login?forgot=1', { intent: 'forgot', email }, visitor())
      links.push((await mailbox.waitFor(email, mail)).link)
    }
    await replace(links, cookie)
    for (const link of links) {
      const fields = { link, password: 'stolen-secret', confirmation: 'stolen-secret' }
      expect((await site.post('/en/reset-password', fields, visitor())).status).toBe(400)
    }
    expect((await signIn(email, 'fresh-secret')).status).toBe(302)
  })

  it('is not replaced with an expired link', async () => {
    await join('slow@example.org')
    await site.post('/en/login?forgot=1', { intent: 'forgot', email: 'slow@example.org' }, visitor())
    const { link } = await mailbox.waitFor('slow@example.org', 2)
    await database.kysely
      .updateTable('verifications')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .execute()
    const fields = { link, password: 'fresh-secret', confirmation: 'fresh-secret' }
    const response = await site.post('/en/reset-password', fields, visitor())
    expect(await alertOf(response)).toBe('Invalid password reset link. Please request a new one.')
    expect((await signIn('slow@example.org', PASSWORD)).status).toBe(302)
  })

  it('answers the same for an address without an account', async () => {
    const response = await site.post(
      '/en/login?forgot=1',
      { intent: 'forgot', email: 'none@example.org' },
      visitor(),
    )
    expect(await alertOf(response)).toBe('Password reset email sent. Please check your inbox.')
    const empty = await site.post('/en/login?forgot=1', { intent: 'forgot', email: '' }, visitor())
    expect(await alertOf(empty)).toBe('Please enter your email address')
  })
})

describe('the profile', () => {
  it('redirects visitors to the sign-in screen and back', async () => {
    for (const lang of ['en', 'it']) {
      const response = await site.get(`/${lang}/profile?tab=favorites`)
      expect(response.headers.get('location')).toBe(
        `/${lang}/login?next=%2F${lang}%2Fprofile%3Ftab%3Dfavorites`,
      )
      expect(response.headers.get('cache-control')).toContain('no-store')
    }
  })

  it("saves the user's own fields and nothing else", async () => {
    const cookie = await join('fields@example.org')
    await join('neighbour@example.org')
    const save = (fields: Record<string, string>) =>
      site.post('/en/profile', { intent: 'save', ...fields }, { cookie })
    const saved = await save({
      username: 'Fields',
      fullName: 'F. Ields',
      phone: '+391',
      country: 'FR',
      language: 'fr',
      email: 'other@example.org',
      role: 'admin',
      id: 'x',
    })
    expect(await alertOf(saved)).toBe('Profile updated successfully')
    const row = await database.kysely
      .selectFrom('profiles')
      .select(['email', 'username', 'full_name', 'phone', 'country', 'preferred_language', 'role'])
      .where('username', '=', 'Fields')
      .executeTakeFirst()
    expect(row).toEqual({
      email: 'fields@example.org',
      username: 'Fields',
      full_name: 'F. Ields',
      phone: '+391',
      country: 'France',
      preferred_language: 'fr',
      role: 'user',
    })
    const taken = await save({ username: 'neighbour@example.org', fullName: 'Kept' })
    expect(taken.status).toBe(400)
    const page = withoutScripts(await taken.text())
    expect(page).toMatch(/role="alert"[^>]*>Failed to update profile</)
    const [field = ''] = /<input[^>]*name="username"[^>]*>/.exec(page) ?? []
    const [, described = 'none'] = /aria-describedby="([^"]+)"/.exec(field) ?? []
    expect(field).toContain('aria-invalid="true"')
    expect(field).toContain('value="neighbour@example.org"')
    expect(page).toContain('value="Kept"')
    expect(page).toMatch(new RegExp(`id="${described}"[^>]*>Username is already taken<`))
  })

  it('changes the password, rotates the session and ends the others', async () => {
    const first = await join('rotate@example.org')
    const second = cookieOf(await signIn('rotate@example.org', PASSWORD))
    const change = (fields: Record<string, string>) =>
      site.post('/en/profile?tab=password', { intent: 'change-password', ...fields }, { cookie: second })
    const steps: [Record<string, string>, string][] = [
      [{}, 'Current password is required'],
      [{ current: 'x' }, 'New password is required'],
      [{ current: 'x', password: '12345' }, 'Password must be at least 6 characters'],
      [{ current: 'x', password: '123456' }, 'Passwords do not match'],
      [{ current: 'x', password: 'new-secret', confirmation: 'new-secret' }, 'Current password is incorrect'],
    ]
    for (const [fields, text] of steps) expect(await alertOf(await change(fields))).toBe(text)
    expect(await me(second)).toMatchObject({ user: { email: 'rotate@example.org' } })
    const done = await change({ current: PASSWORD, password: 'new-secret', confirmation: 'new-secret' })
    expect(done.headers.get('location')).toMatch(/^\/en\/profile\?tab=password&changed=\d+$/)
    expect(await me(first)).toMatchObject({ user: null })
    expect(await me(second)).toMatchObject({ user: null })
    const page = await site.get(done.headers.get('location') ?? '', { cookie: cookieOf(done) })
    expect(await alertOf(page)).toBe('Password updated successfully')
    expect(await me(cookieOf(done))).toMatchObject({ user: { email: 'rotate@example.org' } })
    expect((await mailbox.waitFor('rotate@example.org', 2)).subject).toContain('was changed')
  })

  it("lists sessions and signs out one's own only", async () => {
    const mine = await join('devices@example.org')
    const other = cookieOf(await signIn('devices@example.org', PASSWORD))
    const stranger = await join('stranger@example.org')
    const ids = await database.kysely
      .selectFrom('sessions as s')
      .innerJoin('profiles as p', 'p.id', 's.user_id')
      .where('p.email', '=', 'devices@example.org')
      .select(['s.id', 's.token'])
      .execute()
    const idOf = (cookie: string) => ids.find((it) => cookie.includes(it.token))?.id ?? ''
    const path = '/en/profile?tab=password'
    const page = withoutScripts(await (await site.get(path, { cookie: mine })).text())
    const offered = page.matchAll(/name="intent" value="revoke"\/?><input[^>]*name="id" value="([^"]+)"/g)
    expect(Array.from(offered, ([, id]) => id)).toEqual([idOf(other)])
    const revoke = (id: string, cookie: string) => site.post(path, { intent: 'revoke', id }, { cookie })
    await revoke(idOf(other), stranger)
    expect(await me(other)).toMatchObject({ user: { email: 'devices@example.org' } })
    await revoke(idOf(other), mine)
    expect(await me(other)).toMatchObject({ user: null })
    expect(await me(mine)).toMatchObject({ user: { email: 'devices@example.org' } })
  })

  it('writes addresses from left to right in every language', async () => {
    await join('addresses@example.org')
    const fields = { intent: 'sign-in', email: 'addresses@example.org', password: PASSWORD }
    const cookie = cookieOf(await site.post('/ar/login', fields, { 'x-forwarded-for': '::1' }))
    const page = await (await site.get('/ar/profile?tab=password', { cookie })).text()
    expect(page).toMatch(/<bdi dir="ltr">(::1|0000:[0:]+1?)<\/bdi>/)
  })

  it('exports the data and deletes the account only with the password', async () => {
    const cookie = await join('leaving@example.org')
    const exported = await site.get('/resources/my-data', { cookie })
    const text = await exported.text()
    expect(exported.headers.get('content-disposition')).toContain('attachment')
    expect(JSON.parse(text)).toMatchObject({ profile: { email: 'leaving@example.org' }, favourites: [] })
    expect(text).not.toMatch(/token|"password/)
    const remove = (password: string) => site.post('/en/profile', { intent: 'delete', password }, { cookie })
    expect(await alertOf(await remove('wrong-one'))).toBe('Current password is incorrect')
    expect((await remove(PASSWORD)).headers.get('location')).toBe('/en/login?deleted=1')
    expect(await (await site.get('/en/login?deleted=1')).text()).toContain('Your account is deleted.')
    const mail = await mailbox.waitFor('leaving@example.org', 2)
    expect(mail.subject).toBe('Your account at Overround was deleted')
    expect(mail.link).toMatch(/\/en\/register$/)
    expect(await me(cookie)).toMatchObject({ user: null })
    expect((await signIn('leaving@example.org', PASSWORD)).status).toBe(400)
    expect((await site.get('/resources/my-data', { cookie })).status).toBe(401)
  })

  it('allows with a one-time password only its replacement, which then continues to the page', async () => {
    const cookie = await join('handed@example.org')
    await database.kysely
      .updateTable('profiles')
      .set({ must_change_password: true })
      .where('email', '=', 'handed@example.org')
      .execute()
    const signedIn = await signIn('handed@example.org', PASSWORD, { next: '/en/soccer' })
    const replacing = '/en/profile?tab=password&next=%2Fen%2Fsoccer'
    expect(signedIn.headers.get('location')).toBe(replacing)
    expect(await (await site.get(replacing, { cookie })).text()).toContain('name="next" value="/en/soccer"')
    expect((await site.get('/en/profile', { cookie })).headers.get('location')).toBe(
      '/en/profile?tab=password',
    )
    const refused = await site.post('/en/profile', { intent: 'save', username: 'x' }, { cookie })
    expect(refused.status).not.toBe(200)
    const fresh = {
      intent: 'change-password',
      current: PASSWORD,
      password: 'my-own-one',
      confirmation: 'my-own-one',
      next: '/en/soccer',
    }
    const done = await site.post('/en/profile?tab=password', fresh, { cookie })
    expect(done.headers.get('location')).toBe('/en/soccer')
    expect((await site.get('/en/profile', { cookie: cookieOf(done) })).status).toBe(200)
  })

  it('does not take a one-time password as its own replacement', async () => {
    const cookie = await join('kept@example.org')
    const account = database.kysely.updateTable('profiles').where('email', '=', 'kept@example.org')
    await account.set({ must_change_password: true }).execute()
    const same = { current: PASSWORD, password: PASSWORD, confirmation: PASSWORD }
    const change = { intent: 'change-password', ...same }
    const refused = await site.post('/en/profile?tab=password', change, { cookie })
    expect(refused.status).toBe(400)
    const page = await refused.text()
    const field = /<input[^>]*name="password"[^>]*>/.exec(page)?.[0] ?? ''
    expect(field).toContain('aria-invalid="true"')
    const described = /aria-describedby="([^"]+)"/.exec(field)?.[1] ?? ''
    expect(page).toMatch(
      new RegExp(`id="${described}"[^>]*>The new password must differ from the current one<`),
    )
    expect((await site.get('/en/profile', { cookie })).headers.get('location')).toBe(
      '/en/profile?tab=password',
    )
  })

  it('signs out, also in the database', async () => {
    const cookie = await join('out@example.org')
    const other = cookieOf(await signIn('out@example.org', PASSWORD))
    const response = await site.post('/resources/sign-out', { lang: 'it' }, { cookie })
    expect(response.headers.get('location')).toBe('/it')
    expect(response.headers.getSetCookie()[0]).toMatch(/^overround\.session_token=;.*Max-Age=0/)
    expect(await me(cookie)).toMatchObject({ user: null })
    const sessions = database.kysely
      .selectFrom('sessions as s')
      .innerJoin('profiles as p', 'p.id', 's.user_id')
      .where('p.email', '=', 'out@example.org')
      .select('s.token')
    // The session of another device stays open.
    expect(await me(other)).toMatchObject({ user: { email: 'out@example.org' } })
    const [left, ...others] = await sessions.execute()
    expect([other.includes(left?.token ?? 'none'), others]).toEqual([true, []])
  })

  it('stays signed in when another site asks to sign out', async () => {
    const cookie = await join('stays@example.org')
    const headers = { cookie, origin: 'https://evil.example', 'content-type': 'application/json' }
    for (const path of ['/api/auth/sign-out', '/resources/sign-out']) {
      const response = await fetch(site.origin + path, {
        method: 'POST',
        headers,
        body: '{}',
        redirect: 'manual',
      })
      expect([path, response.status >= 400]).toEqual([path, true])
    }
    expect(await me(cookie)).toMatchObject({ user: { email: 'stays@example.org' } })
  })
})

describe('favourites', () => {
  it('are added, listed and removed by their owner', async () => {
    const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    const mine = await join('fan@example.org')
    const other = await join('rival@example.org')
    const stored = () =>
      database.kysely
        .selectFrom('favorite_leagues')
        .select('league_id')
        .where('league_id', '=', leagueId)
        .execute()
    const toggle = (method: string, cookie: string, id = leagueId) =>
      fetch(`${site.origin}/resources/favourites/${id}`, {
        method,
        headers: { cookie, origin: site.origin, 'sec-fetch-site': 'same-origin' },
      })
    expect((await toggle('POST', '')).status).toBe(401)
    expect(await stored()).toEqual([])
    expect((await toggle('POST', mine)).status).toBe(204)
    expect((await toggle('POST', mine)).status).toBe(204)
    expect(await stored()).toEqual([{ league_id: leagueId }])
    expect((await toggle('POST', mine, 'nonsense')).status).toBe(404)
    expect((await toggle('POST', mine, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect(await me(mine)).toMatchObject({ favourites: [leagueId] })
    expect((await toggle('DELETE', other)).status).toBe(204)
    expect(await me(mine)).toMatchObject({ favourites: [leagueId] })
    const page = await (await site.get('/en/profile?tab=favorites', { cookie: mine })).text()
    expect(page).toContain('/en/soccer/it/serie-a')
    const id = /name="id" value="([^"]+)"/.exec(page)?.[1] ?? ''
    await site.post('/en/profile?tab=favorites', { intent: 'remove-favorite', id }, { cookie: other })
    expect(await me(mine)).toMatchObject({ favourites: [leagueId] })
    await site.post('/en/profile?tab=favorites', { intent: 'remove-favorite', id }, { cookie: mine })
    expect(await me(mine)).toMatchObject({ favourites: [] })
    await toggle('POST', mine)
    expect((await toggle('DELETE', mine)).status).toBe(204)
    expect(await me(mine)).toMatchObject({ favourites: [] })
    expect(await stored()).toEqual([])
  })

  it('are refused from another site', async () => {
    const cookie = await join('careless@example.org')
    const { leagueId } = await createPlace(database.kysely)
    const response = await fetch(`${site.origin}/resources/favourites/${leagueId}`, {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(403)
    expect(await me(cookie)).toMatchObject({ favourites: [] })
  })
})

describe('cached responses', () => {
  it('never exist for account pages and personal responses', async () => {
    for (const target of [
      '/en/login',
      '/en/register',
      '/en/reset-password',
      '/resources/me',
      '/en/login.data',
    ]) {
      const response = await site.get(target)
      expect([target, response.status, response.headers.get('cache-control')]).toEqual([
        target,
        200,
        expect.stringContaining('no-store'),
      ])
    }
  })
})

describe('the personal part of a page', () => {
  it('is the same for a visitor without cookies as for one whose cookies name no session', async () => {
    const [without, unknown] = await Promise.all([
      site.get('/resources/me'),
      site.get('/resources/me', { cookie: 'other=1' }),
    ])
    expect(await without.text()).toBe(await unknown.text())
    // Both say when they were sent.
    const times = ['date', 'server-timing']
    expect([...without.headers]).toEqual(
      expect.arrayContaining([...unknown.headers].filter(([name]) => !times.includes(name))),
    )
  })
})

describe('limits', () => {
  const guess = (email: string, from: Record<string, string>, password = 'guess-it') =>
    site.post('/en/login', { intent: 'sign-in', email, password }, from)
  const statusesOf = async (count: number, ask: () => Promise<Response>) => {
    const statuses: number[] = []
    for (let i = 0; i < count; i += 1) statuses.push((await ask()).status)
    return statuses
  }

  it('block a network that guesses the password of an account, and nobody else', async () => {
    await join('besieged@example.org')
    const from = visitor()
    expect(await statusesOf(12, () => guess('besieged@example.org', from))).toEqual([
      ...Array(10).fill(400),
      429,
      429,
    ])
    const refused = await guess('besieged@example.org', from, PASSWORD)
    expect([refused.status, await alertOf(refused)]).toEqual([
      429,
      'Too many attempts. Please try again later.',
    ])
    expect((await guess('besieged@example.org', visitor(), PASSWORD)).status).toBe(302)
  })

  it('count a network once when its proxy writes the ports of connections', async () => {
    await join('ported@example.org')
    const address = visitor()['x-forwarded-for']
    let port = 50_000
    const from = () => {
      port += 1
      return { 'x-forwarded-for': `${address}:${port}` }
    }
    const statuses = await statusesOf(11, () => guess('ported@example.org', from()))
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    const rows = await database.kysely
      .selectFrom('sign_ins as s')
      .innerJoin('profiles as p', 'p.id', 's.user_id')
      .where('p.email', '=', 'ported@example.org')
      .where('s.outcome', '=', 'wrong_password')
      .select('s.ip_address')
      .distinct()
      .execute()
    expect(rows).toEqual([{ ip_address: address }])
  })

  it('slow down guesses from many networks, and lock no account', async () => {
    await join('everywhere@example.org')
    const { status, headers } = await signIn('everywhere@example.org', PASSWORD)
    expect(status).toBe(302)
    const device = headers.getSetCookie().find((it) => it.includes('known_device')) ?? ''
    expect(device).toMatch(/HttpOnly/i)
    const pauses = recordPauses()
    try {
      const statuses = await statusesOf(20, () => guess('everywhere@example.org', visitor()))
      expect(new Set(statuses)).toEqual(new Set([400]))
      expect(pauses.lengths.slice(0, 7)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000])
      expect(pauses.lengths).toHaveLength(10)
      // A browser that is known to the account does not wait; its cookie does not help for another account.
      const known = { cookie: device.split(';')[0] ?? '' }
      expect((await guess('everywhere@example.org', { ...visitor(), ...known }, `${PASSWORD}!`)).status).toBe(
        400,
      )
      expect(pauses.lengths).toHaveLength(10)
      for (let i = 0; i < 12; i += 1) await guess('neighbour@example.org', { ...visitor(), ...known })
      expect(pauses.lengths).toHaveLength(12)
      expect((await guess('everywhere@example.org', { ...visitor(), ...known }, PASSWORD)).status).toBe(302)
      expect(pauses.lengths).toHaveLength(12)
    } finally {
      pauses.stop()
    }
  })

  it('admit an unknown browser with the right password, after any number of guesses', async () => {
    await join('patient@example.org')
    const pauses = recordPauses()
    try {
      await statusesOf(18, () => guess('patient@example.org', visitor()))
      expect((await guess('patient@example.org', visitor(), PASSWORD)).status).toBe(302)
      expect(pauses.lengths.at(-1)).toBe(8_000)
    } finally {
      pauses.stop()
    }
  })

  it('give guesses in parallel no advantage', async () => {
    const pauses = recordPauses()
    try {
      await statusesOf(10, () => guess('crowd@example.org', visitor()))
      pauses.hold(true)
      const statuses: number[] = []
      const crowd = Array.from({ length: 25 }, async () =>
        statuses.push((await guess('crowd@example.org', visitor())).status),
      )
      await vi.waitFor(() => expect(statuses).toEqual(Array(5).fill(429)), 20_000)
      pauses.hold(false)
      await Promise.all(crowd)
      expect(statuses.slice(5)).toEqual(Array(20).fill(400))
    } finally {
      pauses.stop()
    }
  })

  it("do not trust a browser's own claim to be known", async () => {
    const pauses = recordPauses()
    try {
      const cookie = 'overround.known_device=AAAA.BBBB.c2lnbmVk'
      await statusesOf(12, () => guess('forger@example.org', { ...visitor(), cookie }))
      expect(pauses.lengths).toEqual([250, 500])
    } finally {
      pauses.stop()
    }
  })

  it('stop guessing the token of a reset', async () => {
    const fields = { token: 'guess', password: 'fresh-secret', confirmation: 'fresh-secret' }
    const from = visitor()
    const statuses = []
    for (let guess = 0; guess < 40 && statuses.at(-1) !== 429; guess += 1)
      statuses.push((await site.post('/en/reset-password', fields, from)).status)
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429])
  })

  it('apply also to the sign-in of the API', async () => {
    const attempt = () =>
      fetch(`${site.origin}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': '203.0.113.250',
          origin: site.origin,
        },
        body: JSON.stringify({ email: 'guessed@example.org', password: 'guess-again' }),
      })
    expect((await statusesOf(11, attempt)).slice(-2)).toEqual([401, 429])
  })

  it.each([
    ['sign-in/email', { email: '\0', password: 'guess-again' }],
    ['sign-in/email', { email: 'a\ud800@example.org', password: 'guess-again' }],
    ['two-factor/verify-totp', { code: '\0' }],
    ['two-factor/verify-backup-code', { code: '\ud800' }],
  ])('count nothing for a text that the database cannot store: %s', async (path, body) => {
    const response = await fetch(`${site.origin}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.origin, ...visitor() },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
  })

  it('ignore an address that the client sends itself', async () => {
    const statuses = []
    for (let i = 0; i < 62; i += 1) {
      const headers = {
        'x-forwarded-for': `192.0.2.${i}, 198.51.100.9`,
        'x-overround-client': `192.0.2.${i}`,
      }
      statuses.push((await site.get('/resources/username?name=somebody', headers)).status)
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
  })
})
