import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { alertOf, cookieOf, join, PASSWORD, signIn, visitor } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { appCode } from '#tests/support/totp.ts'

let database: Database
let site: TestSite
let mailbox: Mailbox

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  site = await openSite(database, { SMTP_URL: mailbox.url, TRUST_PROXY: '1' })
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

const TAB = '/en/profile?tab=password'
const act = (cookie: string, intent: string, fields: Record<string, string> = {}) =>
  site.post(TAB, { intent, ...fields }, { cookie })
const me = async (cookie: string) => (await site.get('/resources/me', { cookie })).json()
const statusOf = async (email: string) =>
  (
    await database.kysely
      .selectFrom('profiles')
      .select('two_factor_enabled')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).two_factor_enabled

/** The key of an app that is being set up. */
async function begin(cookie: string): Promise<string> {
  const page = await (await act(cookie, 'two-factor-begin', { password: PASSWORD })).text()
  return /select-all[^>]*>([A-Z2-7 ]+)</.exec(page)?.[1] ?? ''
}

/**
 * An account with a second factor: a code that it takes once, the one of its set-up, its key, its recovery codes and the
 * cookie of its session. Each code is good for half a minute at least, however slow the machine is.
 */
async function enrol(email: string) {
  const first = await join(site, mailbox, email)
  const key = await begin(first)
  const used = appCode(key)
  const done = await act(first, 'two-factor-confirm', { code: used })
  const cookie = cookieOf(done)
  return { app: () => appCode(key, 1), used, key, cookie, codes: codesOf(await done.text()) }
}

const codesOf = (page: string): string[] => page.match(/(?<=<li>)[\w]{5}-[\w]{5}(?=<)/g) ?? []

/** The cookie of a sign-in that waits for its second step. */
async function challenge(email: string): Promise<string> {
  return cookieOf(await signIn(site, email, PASSWORD, { next: '/en/soccer' }))
}

const answer = (cookie: string, code: string, from = visitor()) =>
  site.post('/en/login?step=app', { intent: 'second-step', code, next: '/en/soccer' }, { cookie, ...from })

describe('setting up', () => {
  it('asks for the password, shows a key, and is active after a correct code', async () => {
    const email = 'careful@example.org'
    const cookie = await join(site, mailbox, email)
    const other = cookieOf(await signIn(site, email, PASSWORD))
    expect(await alertOf(await act(cookie, 'two-factor-begin'))).toBe('Current password is required')
    const wrong = await act(cookie, 'two-factor-begin', { password: 'no-no-no' })
    expect(await alertOf(wrong)).toBe('Current password is incorrect')
    const begun = await (await act(cookie, 'two-factor-begin', { password: PASSWORD })).text()
    expect(begun).toMatch(
      /<svg role="img" aria-label="QR code for an authenticator app"[^>]*><rect width="100%" height="100%" fill="white"><\/rect><path d="M4 4h7v1/,
    )
    const key = /select-all[^>]*>([A-Z2-7 ]+)</.exec(begun)?.[1] ?? ''
    expect(key.replaceAll(' ', '').length).toBeGreaterThanOrEqual(32)
    const refused = await act(cookie, 'two-factor-confirm', { code: '12345' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('This code is wrong or was already used')
    expect(await statusOf(email)).toBe(false)

    const done = await act(cookie, 'two-factor-confirm', { code: appCode(key) })
    expect(done.status).toBe(200)
    expect(done.headers.get('cache-control')).toContain('no-store')
    expect(await done.text()).toContain('It is on: signing in asks for a code from your app.')
    expect(await statusOf(email)).toBe(true)
    // Sessions that were opened with the password alone are ended.
    expect(await me(other)).toMatchObject({ user: null })
    expect(await me(cookie)).toMatchObject({ user: null })
    expect(await me(cookieOf(done))).toMatchObject({ user: { email } })
  })

  it('shows ten recovery codes once, and stores key and codes encrypted', async () => {
    const { cookie, codes, key } = await enrol('once@example.org')
    expect(new Set(codes).size).toBe(10)
    const again = await (await site.get(TAB, { cookie })).text()
    expect(again).not.toContain(codes[0])
    const stored = JSON.stringify(
      await database.kysely.selectFrom('two_factors').select(['secret', 'backup_codes']).execute(),
    )
    expect(stored).not.toContain(codes[0])
    expect(stored).not.toContain(key.replaceAll(' ', ''))
  })

  it('shows no recovery codes for a code alone once it is on', async () => {
    const { cookie, app } = await enrol('unlocked@example.org')
    const confirmed = await act(cookie, 'two-factor-confirm', { code: app() })
    expect(confirmed.status).toBe(400)
    expect(codesOf(await confirmed.text())).toEqual([])
  })

  it('cannot be started by another site, or for another user', async () => {
    const cookie = await join(site, mailbox, 'target@example.org')
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const response = await site.post(TAB, { intent: 'two-factor-begin', password: PASSWORD }, foreign)
    expect(response.status).toBeGreaterThanOrEqual(400)
    const { count } = await database.kysely
      .selectFrom('two_factors as t')
      .innerJoin('profiles as p', 'p.id', 't.user_id')
      .where('p.email', '=', 'target@example.org')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
  })
})

describe('signing in', () => {
  it('needs the password and then a code, and redirects to the requested page', async () => {
    const { app } = await enrol('two@example.org')
    const first = await signIn(site, 'two@example.org', PASSWORD, { next: '/en/soccer' })
    expect(first.headers.get('location')).toBe('/en/login?step=app&next=%2Fen%2Fsoccer')
    const waiting = cookieOf(first)
    expect(waiting).not.toContain('session_token')
    expect(await me(waiting)).toMatchObject({ user: null })
    expect((await site.get('/resources/my-data', { cookie: waiting })).status).toBe(401)
    const page = await (await site.get(first.headers.get('location') ?? '', { cookie: waiting })).text()
    expect(page).toContain('autoComplete="one-time-code"')
    const typed = app().replace(/^.../, '$& ')
    const done = await answer(waiting, typed)
    expect([done.status, done.headers.get('location')]).toEqual([302, '/en/soccer'])
    expect(await me(cookieOf(done))).toMatchObject({ user: { email: 'two@example.org' } })
  })

  it('never redirects to another site', async () => {
    const { app } = await enrol('led@example.org')
    const first = await signIn(site, 'led@example.org', PASSWORD, { next: '//evil.example' })
    const response = await site.post(
      '/en/login?step=app',
      { intent: 'second-step', code: app(), next: 'javascript:alert(1)' },
      { cookie: cookieOf(first), ...visitor() },
    )
    expect(response.headers.get('location')).toBe('/en')
  })

  it('accepts no code twice, including that of the set-up', async () => {
    const { app, used, codes } = await enrol('replay@example.org')
    const again = await answer(await challenge('replay@example.org'), used)
    expect(await alertOf(again)).toContain('was already used')
    const code = app()
    expect((await answer(await challenge('replay@example.org'), code)).status).toBe(302)
    const replayed = await answer(await challenge('replay@example.org'), code)
    expect([replayed.status, cookieOf(replayed)]).toEqual([400, ''])
    expect((await answer(await challenge('replay@example.org'), codes[0] ?? '')).status).toBe(302)
  })

  it('accepts a recovery code once', async () => {
    const { codes } = await enrol('lost@example.org')
    const [code = ''] = codes
    expect((await answer(await challenge('lost@example.org'), ` ${code} `)).status).toBe(302)
    expect((await answer(await challenge('lost@example.org'), code)).status).toBe(400)
    expect((await answer(await challenge('lost@example.org'), codes[1] ?? '')).status).toBe(302)
  })

  it('accepts no second step twice, or without a first one', async () => {
    const { app, codes } = await enrol('steps@example.org')
    const waiting = await challenge('steps@example.org')
    expect((await answer(waiting, app())).status).toBe(302)
    expect(await alertOf(await answer(waiting, codes[0] ?? ''))).toContain('Please sign in again')
    expect(await alertOf(await answer('', codes[1] ?? ''))).toContain('Please sign in again')
    const forged = waiting.replace(/two_factor=[^.]+/, 'two_factor=2fa-forged')
    expect((await answer(forged, codes[1] ?? '')).status).toBe(400)
  })

  it('stops guessing: five codes to a sign-in, ten to an account, and locks out no owner', async () => {
    const { app, codes, cookie } = await enrol('guess@example.org')
    const right = Number(app())
    const told: (string | undefined)[] = []
    for (let round = 0; round < 2; round += 1) {
      const waiting = await challenge('guess@example.org')
      for (let guess = 0; guess < 5; guess += 1) {
        const code = String(right + 7 * round + guess + 1)
          .padStart(6, '0')
          .slice(-6)
        told.push(await alertOf(await answer(waiting, code)))
      }
      if (round === 0) expect(await alertOf(await answer(waiting, codes[0] ?? ''))).toContain('sign in again')
    }
    expect(told.every((text) => text?.includes('This code is wrong'))).toBe(true)
    const refused = async () => {
      const response = await answer(await challenge('guess@example.org'), app())
      expect([response.status, cookieOf(response)]).toEqual([429, ''])
    }
    await refused()
    // The browser that has given a code before, and a recovery code in any browser.
    const mark = /[^ ;]*known_device=[^;]+/
    const known = mark.exec(cookie)?.[0] ?? ''
    const own = await answer((await challenge('guess@example.org')).replace(mark, known), app())
    expect(own.status).toBe(302)
    await refused()
    expect((await answer(await challenge('guess@example.org'), codes[1] ?? '')).status).toBe(302)
  })

  it('stops guessing from one address, whatever the account', async () => {
    const from = visitor()
    const statuses = []
    for (let guess = 0; guess < 31; guess += 1)
      statuses.push((await answer('', String(100_000 + guess), from)).status)
    expect(statuses.slice(-2)).toEqual([400, 429])
  })

  it('applies also to the API, and trusts no device', async () => {
    const { app } = await enrol('program@example.org')
    const call = (path: string, body: object, cookie = '') =>
      fetch(`${site.origin}/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site.origin, cookie, ...visitor() },
        body: JSON.stringify(body),
      })
    const first = await call('/sign-in/email', { email: 'program@example.org', password: PASSWORD })
    expect(await first.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    const waiting = cookieOf(first)
    const code = app()
    expect((await call('/two-factor/verify-totp', { code, trustDevice: true }, waiting)).status).toBe(400)
    const done = await call('/two-factor/verify-totp', { code }, waiting)
    expect(await done.json()).toMatchObject({
      token: expect.any(String),
      user: { email: 'program@example.org' },
    })
    const issued = await site.get('/resources/token', { cookie: cookieOf(done), ...visitor() })
    expect(await issued.json()).toEqual({ token: expect.any(String), token_type: 'Bearer', expires_in: 900 })
    for (const path of ['/two-factor/enable', '/two-factor/disable', '/two-factor/get-totp-uri'])
      expect((await call(path, { password: PASSWORD }, cookieOf(done))).status, path).toBe(404)
  })

  it('counts a code of a signed-in user for that user, whatever sign-in is open in the browser', async () => {
    const { app, cookie } = await enrol('victim@example.org')
    await enrol('decoy@example.org')
    const code = app()
    const verify = (headers: Record<string, string>) =>
      fetch(`${site.origin}/api/auth/two-factor/verify-totp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site.origin, ...visitor(), ...headers },
        body: JSON.stringify({ code }),
      })
    expect((await verify({ cookie })).status).toBe(200)
    const both = `${cookie}; ${await challenge('decoy@example.org')}`
    expect((await verify({ cookie: both })).status).toBe(401)
    const token = decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '')
    expect((await verify({ authorization: `Bearer ${token}` })).status).toBe(400)
  })

  it('opens no session for an account that was closed meanwhile', async () => {
    const { app } = await enrol('shut@example.org')
    const waiting = await challenge('shut@example.org')
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: false })
      .where('email', '=', 'shut@example.org')
      .execute()
    const response = await answer(waiting, app())
    expect(await alertOf(response)).toBe('This account has been closed. Ask the operator of the site.')
    expect(await me(cookieOf(response))).toMatchObject({ user: null })
  })
})

describe('an account with a second factor', () => {
  it('creates new recovery codes with the password and a code; the old ones are invalid', async () => {
    const { cookie, codes, app } = await enrol('renew@example.org')
    expect(await alertOf(await act(cookie, 'recovery-renew', { password: PASSWORD }))).toContain(
      'This code is wrong',
    )
    expect(await alertOf(await act(cookie, 'recovery-renew', { password: 'no-no-no' }))).toBe(
      'Current password is incorrect',
    )
    const fresh = codesOf(
      await (await act(cookie, 'recovery-renew', { password: PASSWORD, code: app() })).text(),
    )
    expect(fresh).toHaveLength(10)
    expect(codesOf(await (await site.get(TAB, { cookie })).text())).toEqual([])
    expect((await answer(await challenge('renew@example.org'), codes[0] ?? '')).status).toBe(400)
    expect((await answer(await challenge('renew@example.org'), fresh[0] ?? '')).status).toBe(302)
  })

  it('turns it off with the password and a code, and notifies the owner', async () => {
    const { cookie, codes } = await enrol('off@example.org')
    for (const code of ['', '000000', 'aaaaa-bbbbb'])
      expect((await act(cookie, 'two-factor-disable', { password: PASSWORD, code })).status).toBe(400)
    expect((await act(cookie, 'two-factor-disable', { password: 'no-no-no' })).status).toBe(400)
    expect(await statusOf('off@example.org')).toBe(true)
    const done = await act(cookie, 'two-factor-disable', { password: PASSWORD, code: codes[0] ?? '' })
    expect(done.headers.get('location')).toMatch(/&two-factor-off=\d+$/)
    const page = await site.get(done.headers.get('location') ?? '', { cookie: cookieOf(done) })
    expect(await page.text()).toContain('Two-factor authentication is off')
    expect((await mailbox.waitFor('off@example.org', 2)).subject).toContain('was turned off')
    expect((await signIn(site, 'off@example.org', PASSWORD)).headers.get('location')).toBe('/en')
  })

  it('limits guesses of the password there', async () => {
    const { cookie } = await enrol('pressed@example.org')
    const statuses = []
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push(await alertOf(await act(cookie, 'two-factor-disable', { password: `guess-${guess}` })))
    expect(statuses.at(-2)).toBe('Current password is incorrect')
    expect(statuses.at(-1)).toBe('Too many attempts. Please try again later.')
  })
})
