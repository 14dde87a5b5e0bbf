import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsRetention } from '#app/features/accounts/jobs.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import {
  alertOf,
  cookieOf,
  join as joinSite,
  PASSWORD,
  signIn as signInAt,
  visitor,
} from '#tests/support/accounts.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readHtml } from '#tests/support/html.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

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

const join = (email: string) => joinSite(site, mailbox, email)
const signIn = (email: string, password = PASSWORD) => signInAt(site, email, password)
const userOf = async (cookie: string) =>
  ((await (await site.get('/resources/me', { cookie })).json()) as { user: { email: string } | null }).user
const outcomes = async () => {
  const rows = await database.kysely
    .selectFrom('sign_ins as s')
    .leftJoin('profiles as p', 'p.id', 's.user_id')
    .select(['p.email', 's.outcome'])
    .orderBy('s.id')
    .execute()
  return rows.map(({ email, outcome }) => [email, outcome])
}
const textOf = async (path: string, cookie: string) =>
  readHtml(await (await site.get(path, { cookie })).text()).text

describe('the log of sign-ins', () => {
  it('has successful and failed ones, and stores no address without an account', async () => {
    await database.kysely.deleteFrom('sign_ins').execute()
    const cookie = await join('ada@example.org')
    await signIn('ada@example.org', 'no-no-no')
    await signIn('Ada@example.org')
    await signIn('my-password-typed-here@example.org', 'no-no-no')
    expect(await outcomes()).toEqual([
      ['ada@example.org', 'signed_in'],
      ['ada@example.org', 'wrong_password'],
      ['ada@example.org', 'signed_in'],
      [null, 'wrong_password'],
    ])
    const profile = await textOf('/en/profile?tab=password', cookie)
    expect(profile).toMatch(/Recent sign-ins.*signed in.*wrong password.*signed in/)
  })

  it('is on a screen of the back office, filtered by account', async () => {
    const { cookie } = await signInAdministrator(database, site)
    await join('bert@example.org')
    await signIn('bert@example.org', 'no-no-no')
    const all = await textOf('/admin/sign-ins', cookie)
    expect(all).toContain('ada@example.org')
    expect(all).toContain('no such account')
    const one = await textOf('/admin/sign-ins?email=bert%40', cookie)
    expect(one).toMatch(/bert@example\.org wrong password/)
    expect(one).not.toContain('ada@example.org')
    expect(await textOf('/admin/sign-ins?email=%25', cookie)).not.toContain('ada@example.org')
  })
})

describe('open sessions', () => {
  it('are ended by an administrator, one or all of an account, with an entry in the audit trail', async () => {
    const admin = await signInAdministrator(database, site)
    const post = adminPost(site, admin.cookie)
    const email = 'closed@example.org'
    const devices = [await join(email), cookieOf(await signIn(email)), cookieOf(await signIn(email))]
    const sessions = () =>
      database.kysely
        .selectFrom('sessions as s')
        .innerJoin('profiles as p', 'p.id', 's.user_id')
        .select('s.id')
        .where('p.email', '=', email)
        .orderBy('s.created_at')
        .execute()
    const [first, second] = await sessions()
    expect((await post('/admin/sign-ins', { sessionId: first?.id, all: false })).status).toBe(200)
    expect(await Promise.all(devices.map(userOf))).toEqual(
      [null, { email }, { email }].map((it) => it && expect.objectContaining(it)),
    )
    expect((await post('/admin/sign-ins', { sessionId: second?.id, all: true })).status).toBe(200)
    expect(await Promise.all(devices.map(userOf))).toEqual([null, null, null])
    const trail = await database.kysely
      .selectFrom('audit_log')
      .select(['user_email', 'label', 'action'])
      .where('entity', '=', 'sessions')
      .execute()
    expect(trail).toEqual(Array(3).fill({ user_email: admin.email, label: email, action: 'delete' }))
  })

  it('are not ended by a user who is not an administrator', async () => {
    const cookie = await join('member@example.org')
    const { id } = await database.kysely
      .selectFrom('sessions')
      .select('id')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect((await adminPost(site, cookie)('/admin/sign-ins', { sessionId: id, all: true })).status).toBe(403)
    expect(await userOf(cookie)).not.toBeNull()
  })

  it('are ended by their owner everywhere else', async () => {
    const first = await join('tidy@example.org')
    const second = cookieOf(await signIn('tidy@example.org'))
    await site.post('/en/profile?tab=password', { intent: 'revoke-others' }, { cookie: second })
    expect([await userOf(first), (await userOf(second))?.email]).toEqual([null, 'tidy@example.org'])
  })

  const age = (email: string, { created, used }: { created: string; used: string }) =>
    sql`update sessions set created_at = now() - ${created}::interval, updated_at = now() - ${used}::interval,
      expires_at = 'infinity' where user_id = (select id from profiles where email = ${email})`.execute(
      database.kysely,
    )

  it.each([
    ['a member', '29 days', '13 days', true],
    ['a member', '15 days', '15 days', false],
    ['a member', '31 days', '1 minute', false],
    ['an administrator', '6 days', '23 hours', true],
    ['an administrator', '2 days', '25 hours', false],
    ['an administrator', '8 days', '1 minute', false],
  ])('of %s that is %s old and unused for %s is open: %s', async (role, created, used, isOpen) => {
    const email = `${role}-${created}-${used}@example.org`.replaceAll(' ', '-')
    const own =
      role === 'a member' ? { email, cookie: await join(email) } : await signInAdministrator(database, site)
    await age(own.email, { created, used })
    expect((await userOf(own.cookie)) !== null).toBe(isOpen)
    // Its use is written down: a day later it is open still, where it is not too old.
    if (isOpen) {
      const { expires_at, updated_at } = await database.kysely
        .selectFrom('sessions as s')
        .innerJoin('profiles as p', 'p.id', 's.user_id')
        .select(['s.expires_at', 's.updated_at'])
        .where('p.email', '=', own.email)
        .executeTakeFirstOrThrow()
      expect(Date.now() - updated_at.getTime()).toBeLessThan(60_000)
      expect(expires_at.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
    }
  })
})

describe('an unconfirmed sign-up', () => {
  const signUp = (username: string, email: string) =>
    site.post(
      '/en/register',
      { username, email, password: PASSWORD, country: 'IT', phone: '06 1234', consent: 'on' },
      visitor(),
    )
  const isFree = async (name: string) =>
    (await (await site.get(`/resources/username?name=${name}`, visitor())).json()) as unknown
  const yesterday = async (email: string) => {
    const { username } = await database.kysely
      .updateTable('profiles')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('email', '=', email)
      .returning('username')
      .executeTakeFirstOrThrow()
    await database.kysely
      .updateTable('reserved_usernames')
      .set({ until: new Date(Date.now() - 3_600_000) })
      .where('username', '=', username)
      .execute()
  }

  it('reserves its username for a day, and no longer', async () => {
    await signUp('sought-after', 'squatter@example.org')
    const held = await isFree('sought-after')
    expect((await signUp('sought-after', 'owner@example.org')).status).toBe(400)
    await yesterday('squatter@example.org')
    expect(await isFree('sought-after')).not.toEqual(held)
    expect((await signUp('sought-after', 'owner@example.org')).status).toBe(200)
    const rows = await database.kysely
      .selectFrom('profiles')
      .select(['email', 'username'])
      .where('email', 'in', ['squatter@example.org', 'owner@example.org'])
      .orderBy('email')
      .execute()
    expect(rows).toEqual([
      { email: 'owner@example.org', username: 'sought-after' },
      { email: 'squatter@example.org', username: null },
    ])
  })

  it('does not reserve it for another day when its address has an account', async () => {
    await join('known@example.org')
    await signUp('wanted', 'known@example.org')
    const { until } = await database.kysely
      .selectFrom('reserved_usernames')
      .select('until')
      .where('username', '=', 'wanted')
      .executeTakeFirstOrThrow()
    expect(until.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
  })

  it.each(['with', 'without'])(
    'is replaced by another one of the same address, and holds its username for it alone, %s an account',
    async (which) => {
      const email = `${which}-account@example.org`
      if (which === 'with') await join(email)
      expect((await signUp(`first-${which}`, email)).status).toBe(200)
      expect((await signUp(`first-${which}`, email)).status).toBe(200)
      expect((await signUp(`second-${which}`, email)).status).toBe(200)
      for (const name of [`first-${which}`, `second-${which}`]) {
        expect(await isFree(name)).toEqual({ available: false })
        expect((await signUp(name, 'other@example.org')).status).toBe(400)
      }
      expect((await signUp(`first-${which}`, email)).status).toBe(200)
    },
  )

  it('is not found by its username: an answer about an address counts as a sign-up, and every answer as a check', async () => {
    await signUp('known-name', 'new@example.org')
    const mistaken = (email: string, from = visitor()) =>
      site.post('/en/register', { username: 'known-name', email, password: '1' }, from)
    for (const email of ['new@example.org', 'elsewhere@example.org'])
      expect(await (await mistaken(email)).text(), email).toContain('Username is already taken')
    const statuses: number[] = []
    for (let sent = 0; sent < 6; sent += 1)
      statuses.push((await signUp('known-name', 'guessed@example.org')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const from = visitor()
    expect((await mistaken('new@example.org', from)).status).toBe(400)
    await database.kysely
      .updateTable('rate_limits')
      .set({ count: 60 })
      .where('key', 'like', 'username:address:%')
      .execute()
    expect((await mistaken('new@example.org', from)).status).toBe(429)
  })

  it('is deleted after a week', async () => {
    await signUp('forgotten', 'forgotten@example.org')
    await signUp('recent', 'recent@example.org')
    await database.kysely
      .updateTable('profiles')
      .set({ created_at: new Date(Date.now() - 8 * 24 * 3_600_000) })
      .where('email', '=', 'forgotten@example.org')
      .execute()
    await accountsRetention(database).handle({}, new AbortController().signal, '')
    const left = await database.kysely
      .selectFrom('profiles')
      .select('email')
      .where('email', 'in', ['forgotten@example.org', 'recent@example.org'])
      .execute()
    expect(left).toEqual([{ email: 'recent@example.org' }])
  })
})

describe('a password of an administrator', () => {
  const SHORT = 'eleven-char'
  const COMMON = 'LeaveMeAlone'
  const TOO_COMMON = 'This password is too common. Choose another.'
  const WORDS = 'A password for the back office must have at least 12 characters'

  it('has at least twelve characters, and is not a common one, on a change and on a reset', async () => {
    const { cookie, id, email } = await signInAdministrator(database, site)
    await database.kysely
      .updateTable('accounts')
      .set({ password: await hashPassword('a password of my own') })
      .where('user_id', '=', id)
      .execute()
    const change = (password: string) => {
      const fields = { current: 'a password of my own', password, confirmation: password }
      return site.post('/en/profile?tab=password', { intent: 'change-password', ...fields }, { cookie })
    }
    expect(await alertOf(await change(SHORT))).toBe(WORDS)
    expect(await alertOf(await change(COMMON))).toBe(TOO_COMMON)
    await site.post('/en/login?forgot=1', { intent: 'forgot', email }, visitor())
    const { link } = await mailbox.waitFor(email)
    const reset = (password: string) =>
      site.post('/en/reset-password', { link, password, confirmation: password }, visitor())
    expect(await alertOf(await reset(SHORT))).toBe(WORDS)
    expect(await alertOf(await reset(COMMON))).toBe(TOO_COMMON)
    expect((await reset(`${SHORT}s`)).status).toBe(200)
  })
})

it('reports to the last administrator that the account cannot be deleted, and signs nobody out', async () => {
  const { cookie, id } = await signInAdministrator(database, site)
  await database.kysely.updateTable('profiles').set({ role: 'user' }).where('id', '<>', id).execute()
  const password = 'a password of my own'
  await database.kysely
    .updateTable('accounts')
    .set({ password: await hashPassword(password) })
    .where('user_id', '=', id)
    .execute()
  const response = await site.post('/en/profile', { intent: 'delete', password }, { cookie })
  expect([response.status, await alertOf(response)]).toEqual([400, expect.stringContaining('last owner')])
  expect(await userOf(cookie)).not.toBeNull()
})
