import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#app/features/accounts/commands.server.ts'
import { createAdmin } from '#app/features/accounts/first-admin.server.ts'
import { acceptWithNewAccount, listInvitations } from '#app/features/accounts/invitations.server.ts'
import { blockPerson, changeRole } from '#app/features/accounts/people.server.ts'
import type { StaffRole } from '#app/features/accounts/permissions.ts'
import { readableBy } from '#app/features/accounts/readable-history.ts'
import { endSessions } from '#app/features/accounts/sign-ins.server.ts'
import { listAudit } from '#app/features/history/queries.server.ts'
import { addSchedules } from '#app/features/imports/schedules/source-schedules.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import routes from '#app/routes.ts'
import { alertOf, cookieOf, signIn, visitor } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { whileHeld } from '#tests/support/while-held.ts'

const PASSWORD = 'a long enough password'

let database: Database
let mailbox: Mailbox
let site: TestSite
let owner: Member

interface Member {
  id: string
  email: string
  cookie: string
  password: string
}

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  site = await openSite(database, { SMTP_URL: mailbox.url, TRUST_PROXY: '1' })
  owner = await hire('owner@example.org', 'owner')
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

/** A signed-in person of the back office. */
async function hire(email: string, role: StaffRole): Promise<Member> {
  const made = await createAdmin(database, email)
  if (made.kind !== 'created') throw new Error(`${email} exists`)
  const { id } = await database.kysely
    .updateTable('profiles')
    .set({ back_office_role: role, must_change_password: false })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  const cookie = cookieOf(await signIn(site, email, made.password))
  return { id, email, cookie, password: made.password }
}

/** On PostgreSQL all of the work has read the owners before a part of it can change one. */
function atOnce<T>(begin: () => Promise<T>): Promise<T> {
  if (database.kind === 'embedded') return begin()
  const lockOwners = (trx: Kysely<DB>) =>
    trx.selectFrom('profiles').select('id').where('back_office_role', '=', 'owner').forUpdate().execute()
  return whileHeld(database, lockOwners, begin, 2)
}

const stateOf = (id: string) =>
  database.kysely
    .selectFrom('profiles')
    .select(['back_office_role', 'is_active', 'two_factor_enabled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const roleOf = async (email: string) =>
  (
    await database.kysely
      .selectFrom('profiles')
      .select('back_office_role')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.back_office_role

async function send(member: Member, path: string, body: unknown) {
  const response = await fetch(`${site.origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: site.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie: member.cookie,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

const ask = (member: Member, body: object) =>
  send(member, '/admin/people.data', { password: member.password, ...body })

const history = (entity: string, label: string) =>
  database.kysely
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'user_email'])
    .where('entity', '=', entity)
    .where('label', '=', label)
    .orderBy('id')
    .execute()

/** Every address of the back office, with something in the place of its parameters. */
function addresses(): string[] {
  const walk = (entry: RouteConfigEntry, above: string): string[] => {
    const path = entry.path ? `${above}/${entry.path}` : above
    return [path, ...(entry.children ?? []).flatMap((child) => walk(child, path))]
  }
  const layout = (routes as RouteConfigEntry[]).find(({ path }) => path === 'admin')
  const all = layout ? walk(layout, '') : []
  return [...new Set(all.map((path) => path.replace(/:\w+\??/g, 'x').replace('*', 'anything')))]
}

describe('roles', () => {
  it('refuse every change of an analyst, at every address', async () => {
    const analyst = await hire('analyst@example.org', 'analyst')
    // The look of the back office is a cookie of the reader's own browser.
    for (const path of addresses().filter((it) => it !== '/admin/look')) {
      const { status } = await send(analyst, `${path}.data`, {})
      expect([403, 405], `${path}: ${status}`).toContain(status)
    }
  })

  it('say that a change is refused because of the role, not of the session', async () => {
    const analyst = await hire('refused@example.org', 'analyst')
    const refused = await send(analyst, '/admin/sports.data', { create: [], update: [], remove: [] })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('forbidden')])
    const stranger = { ...analyst, cookie: '' }
    const signedOut = await send(stranger, '/admin/sports.data', { create: [], update: [], remove: [] })
    expect([signedOut.status, signedOut.text]).toEqual([401, expect.stringContaining('signed-out')])
  })

  it('open the screens of a role only, and show only those in the menu', async () => {
    const editor = await hire('editor@example.org', 'editor')
    const texts = await site.get('/admin/promotions', { cookie: editor.cookie })
    const html = await texts.text()
    expect(texts.status).toBe(200)
    expect(html).toContain('href="/admin/translations/"'.slice(0, 25))
    for (const path of ['/admin/people', '/admin/settings', '/admin/sign-ins', '/admin/import']) {
      expect(html).not.toContain(`href="${path}"`)
      const refused = await site.get(path, { cookie: editor.cookie })
      expect(refused.status).toBe(403)
      expect(await refused.text()).toContain('Your role does not allow this screen')
    }
    const data = await site.get('/admin/people.data', { cookie: editor.cookie })
    expect(await data.text()).not.toContain(owner.email)
  })

  it('show a reader no buttons that would be refused', async () => {
    const reader = await hire('reader@example.org', 'analyst')
    const screenOf = async ({ cookie }: Member, path: string) => {
      const html = await (await site.get(path, { cookie })).text()
      return html.replaceAll(/<script[\s\S]*?<\/script>/g, '')
    }
    for (const [path, ...texts] of [
      ['/admin/affiliate-buttons', 'Add New Button', 'Save Changes'],
      ['/admin/audiences', 'Add a group', 'Save Changes'],
    ] as const) {
      const [html, own] = [await screenOf(reader, path), await screenOf(owner, path)]
      for (const text of texts) {
        expect(own).toContain(text)
        expect(html).not.toContain(text)
      }
    }
  })

  it('let a reader tick nothing, and take no country out of a group', async () => {
    const reader = await hire('looker@example.org', 'analyst')
    const group = { name: 'Islands', countries: 'IM', bookmakers: '', menu_position: 1 }
    await database.kysely.insertInto('audiences').values(group).execute()
    await createBookmaker(database.kysely, { key: 'quillmark', name: 'Quillmark' })
    await addSchedules(database.kysely)
    const controlsFor = async ({ cookie }: Member, path: string) => {
      const [main] = readHtml(await (await site.get(path, { cookie })).text()).all('main')
      const boxes = main?.all('input').filter((it) => it.attribute('type') === 'checkbox') ?? []
      const isRemover = /^Remove Isle of Man$/
      return {
        boxes: boxes.filter((it) => it.attribute('disabled') === undefined).length > 0,
        removers: main?.all('button').some((it) => isRemover.test(it.attribute('aria-label') ?? '')),
      }
    }
    const groups = await controlsFor(owner, '/admin/audiences')
    const schedules = await controlsFor(owner, '/admin/schedules')
    expect([groups, schedules]).toEqual([
      { boxes: true, removers: true },
      { boxes: true, removers: false },
    ])
    for (const path of ['/admin/audiences', '/admin/schedules'])
      expect(await controlsFor(reader, path), path).toEqual({ boxes: false, removers: false })
    expect(shownText(await (await site.get('/admin/audiences', { cookie: reader.cookie })).text())).toContain(
      'Isle of Man',
    )
  })
})

describe('invitations', () => {
  const invite = (member: Member, email: string, role: StaffRole, more: object = {}) =>
    ask(member, { intent: 'invite', email, role, language: 'de', ...more })
  const tokenOf = (link: string) => new URL(link).hash.slice(1)
  const accept = (token: string, password: string, confirmation = password) =>
    site.post('/en/invitation', { intent: 'accept', token, password, confirmation }, visitor())

  it('open an account with a role once, by a link of a translated mail', async () => {
    expect((await invite(owner, 'New@Example.org', 'editor')).text).toContain('invited')
    const mail = await mailbox.waitFor('new@example.org')
    expect(mail.text).toContain('owner@example.org lädt dich in die Verwaltung')
    const token = tokenOf(mail.link)
    const stored = await database.kysely.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    const shown = await site.post('/en/invitation', { intent: 'look', token }, visitor())
    expect(await shown.text()).toContain('new@example.org is invited to the back office. Role: Editor.')

    expect(await alertOf(await accept(token, 'kettle-42'))).toMatch(/at least 12 characters/)
    expect(await alertOf(await accept(token, 'password1234'))).toBeDefined()
    expect(await roleOf('new@example.org')).toBeUndefined()
    const accepted = await accept(token, PASSWORD)
    expect([accepted.status, accepted.headers.get('location')]).toEqual([302, '/admin'])
    expect((await site.get('/admin', { cookie: cookieOf(accepted) })).status).toBe(200)
    expect(await roleOf('new@example.org')).toBe('editor')
    expect(await alertOf(await accept(token, PASSWORD))).toMatch(/^This invitation is not valid/)
    expect((await history('invitations', 'new@example.org')).map(({ action }) => action)).toEqual(['create'])
  })

  it('say whom they sign out, and end that session when they are accepted', async () => {
    const other = await hire('other@example.org', 'analyst')
    await invite(owner, 'fresh@example.org', 'editor')
    const token = tokenOf((await mailbox.waitFor('fresh@example.org')).link)
    const own = { ...visitor(), cookie: other.cookie }
    const shown = await site.post('/en/invitation', { intent: 'look', token }, own)
    expect(shownText(await shown.text())).toContain(
      'You are signed in as other@example.org. Accepting opens a new account for fresh@example.org',
    )
    const fields = { intent: 'accept', token, password: PASSWORD, confirmation: PASSWORD }
    const accepted = await site.post('/en/invitation', fields, own)
    expect(accepted.headers.get('location')).toBe('/admin')
    expect((await site.get('/admin', { cookie: cookieOf(accepted) })).status).toBe(200)
    expect((await site.get('/admin', own)).status).toBe(302)
    expect(await roleOf('other@example.org')).toBe('analyst')
  })

  it('offer to sign out another account where their address has one', async () => {
    const other = await hire('busy@example.org', 'analyst')
    const member = await hire('known@example.org', 'analyst')
    await changeRole({ database }, owner, { userId: member.id, role: null })
    await invite(owner, 'known@example.org', 'editor')
    const token = tokenOf((await mailbox.waitFor('known@example.org')).link)
    const own = { ...visitor(), cookie: other.cookie }
    const look = async (intent: string) => {
      const answer = await site.post('/en/invitation', { intent, token }, own)
      return shownText(await answer.text())
    }
    expect(await look('look')).toContain('Sign out busy@example.org')
    expect(await look('look')).not.toContain('I am signed in now')
    expect(await look('sign-out')).toContain('Sign in with it in another tab')
    expect((await site.get('/admin', own)).status).toBe(302)
    expect(await look('look')).toContain('I am signed in now')
  })

  it('keep nothing of a sign-up with their address that nobody has confirmed', async () => {
    await invite(owner, 'signed-up@example.org', 'editor')
    const token = tokenOf((await mailbox.waitFor('signed-up@example.org')).link)
    const typed = { username: 'stranger', email: 'signed-up@example.org', password: 'strangers-42' }
    const more = { country: 'IT', phone: '06 1234', consent: 'on' }
    expect((await site.post('/en/register', { ...typed, ...more }, visitor())).status).toBe(200)
    expect((await accept(token, PASSWORD)).status).toBe(302)
    const profile = await database.kysely
      .selectFrom('profiles')
      .select(['username', 'full_name', 'phone', 'country', 'consented_at', 'consent_version'])
      .where('email', '=', 'signed-up@example.org')
      .executeTakeFirstOrThrow()
    expect(Object.values(profile)).toEqual(Array(6).fill(null))
  })

  it('open the back office in the language of their mail', async () => {
    await invite(owner, 'german@example.org', 'editor')
    const { link } = await mailbox.waitFor('german@example.org')
    const answer = { intent: 'accept', token: tokenOf(link), password: PASSWORD, confirmation: PASSWORD }
    const accepted = await site.post(new URL(link).pathname, answer, visitor())
    const office = await site.get('/admin', { cookie: cookieOf(accepted) })
    expect(await office.text()).toContain('<html lang="de"')
  })

  it('of whom two are sent to one address at once leave one open', async () => {
    const both = () => Promise.all([1, 2].map(() => invite(owner, 'pair@example.org', 'editor')))
    const lockAll = (tx: Kysely<DB>) => sql`lock table invitations in exclusive mode`.execute(tx)
    const answers = database.kind === 'postgres' ? await whileHeld(database, lockAll, both, 2) : await both()
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const open = (await listInvitations({ database })).filter(({ email }) => email === 'pair@example.org')
    expect(open).toHaveLength(1)
  })

  it('are accepted by one of two requests at once', async () => {
    await invite(owner, 'twice@example.org', 'analyst')
    const token = tokenOf((await mailbox.waitFor('twice@example.org')).link)
    const both = await Promise.all([
      acceptWithNewAccount({ database }, { token, password: PASSWORD, language: 'en' }),
      acceptWithNewAccount({ database }, { token, password: PASSWORD, language: 'en' }),
    ])
    expect(both.sort()).toEqual([false, true])
  })

  it('work for seven days', async () => {
    const sent = Date.now()
    await invite(owner, 'week@example.org', 'editor')
    const { expires_at } = await database.kysely
      .selectFrom('invitations')
      .select('expires_at')
      .where('email', '=', 'week@example.org')
      .executeTakeFirstOrThrow()
    expect(Math.round((expires_at.getTime() - sent) / HOUR_MS)).toBe(7 * 24)
  })

  it.each([
    ['expired', { expires_at: new Date(Date.now() - 1_000) }],
    ['withdrawn', { withdrawn_at: new Date() }],
  ])('do not work when %s', async (state, values) => {
    await invite(owner, `${state}@example.org`, 'editor')
    const token = tokenOf((await mailbox.waitFor(`${state}@example.org`)).link)
    await database.kysely
      .updateTable('invitations')
      .set(values)
      .where('email', '=', `${state}@example.org`)
      .execute()
    expect(await alertOf(await accept(token, PASSWORD))).toMatch(/^This invitation is not valid/)
    expect(await roleOf(`${state}@example.org`)).toBeUndefined()
  })

  it('are withdrawn one by one, for good', async () => {
    const tokens = []
    for (const name of ['unwanted', 'wanted']) {
      await invite(owner, `${name}@example.org`, 'editor')
      tokens.push(tokenOf((await mailbox.waitFor(`${name}@example.org`)).link))
    }
    const [unwanted = '', wanted = ''] = tokens
    const listed = async () => (await listInvitations({ database })).map(({ email }) => email)
    const invitation = (await listInvitations({ database })).find(({ email }) => email.startsWith('unwanted'))
    const withdraw = { intent: 'withdraw', id: invitation?.id }
    expect((await send(owner, '/admin/people.data', withdraw)).text).toContain('withdrawn')
    expect((await send(owner, '/admin/people.data', withdraw)).text).toContain('unchanged')
    expect(await listed()).toContain('wanted@example.org')
    expect(await listed()).not.toContain('unwanted@example.org')
    expect(await alertOf(await accept(unwanted, PASSWORD))).toMatch(/^This invitation is not valid/)
    expect((await accept(wanted, PASSWORD)).headers.get('location')).toBe('/admin')
  })

  it('do not work when their sender may no longer give the role', async () => {
    const gone = await hire('gone@example.org', 'administrator')
    await invite(gone, 'late@example.org', 'administrator')
    const token = tokenOf((await mailbox.waitFor('late@example.org')).link)
    await changeRole({ database }, owner, { userId: gone.id, role: 'editor' })
    expect(await alertOf(await accept(token, PASSWORD))).toMatch(/^This invitation is not valid/)
  })

  it('give an existing account its role after it has signed in and typed its password', async () => {
    const member = await hire('member@example.org', 'analyst')
    await database.kysely
      .updateTable('profiles')
      .set({ back_office_role: null })
      .where('id', '=', member.id)
      .execute()
    await invite(owner, 'member@example.org', 'editor')
    const token = tokenOf((await mailbox.waitFor('member@example.org')).link)
    // Nobody takes an account over with the link alone.
    await accept(token, PASSWORD)
    expect(await roleOf('member@example.org')).toBeNull()
    const own = { ...visitor(), cookie: member.cookie }
    const fields = { intent: 'accept', token, password: 'wrong' }
    expect(await alertOf(await site.post('/en/invitation', fields, own))).toBe('The password is wrong')
    const accepted = await site.post('/en/invitation', { ...fields, password: member.password }, own)
    expect(accepted.headers.get('location')).toBe('/admin')
    expect(await roleOf('member@example.org')).toBe('editor')
  })

  it('end with a change of the role, and are not for somebody who has one', async () => {
    const member = await hire('invited-again@example.org', 'analyst')
    const change = (role: 'editor' | null) => changeRole({ database }, owner, { userId: member.id, role })
    await change(null)
    await invite(owner, member.email, 'administrator')
    const token = tokenOf((await mailbox.waitFor(member.email)).link)
    const own = { ...visitor(), cookie: member.cookie }
    const fields = { intent: 'accept', token, password: member.password }
    await database.kysely
      .updateTable('profiles')
      .set({ back_office_role: 'editor' })
      .where('id', '=', member.id)
      .execute()
    expect(await alertOf(await site.post('/en/invitation', fields, own))).toMatch(/not valid/)
    expect((await invite(owner, member.email, 'administrator')).text).toContain('has-role')
    await change(null)
    expect(await alertOf(await site.post('/en/invitation', fields, own))).toMatch(/not valid/)
    expect(await roleOf(member.email)).toBeNull()
  })

  it('of an owner are not for an administrator to replace', async () => {
    const administrator = await hire('replacer@example.org', 'administrator')
    await invite(owner, 'heir@example.org', 'owner')
    expect((await invite(administrator, 'heir@example.org', 'analyst')).text).toContain('not-allowed')
    const invitations = await listInvitations({ database })
    expect(invitations.find(({ email }) => email === 'heir@example.org')?.role).toBe('owner')
  })

  it('of an owner are not for an administrator to send', async () => {
    const administrator = await hire('inviter@example.org', 'administrator')
    expect((await invite(administrator, 'crown@example.org', 'owner')).text).toContain('not-allowed')
  })
})

describe('people', () => {
  it('of a higher role keep their sessions, on the screen of sign-ins too', async () => {
    const administrator = await hire('ender@example.org', 'administrator')
    const { id } = await database.kysely
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const end = (actor: typeof owner) => endSessions({ database }, actor, { sessionId: id, all: true })
    expect(await end(administrator)).toBe('not-allowed')
    const zone = 'UTC'
    const seen = async (role: StaffRole) =>
      (await listAudit({ database }, {}, zone, readableBy(role))).entries.map(({ entity }) => entity)
    expect(await seen('administrator')).toContain('profiles')
    expect(await seen('analyst')).not.toContain('profiles')
    // The two addresses that show it.
    const analyst = await hire('curious@example.org', 'analyst')
    const addresses = [
      '/admin/history?entity=profiles',
      `/admin/history/item?entity=profiles&id=${analyst.id}`,
    ]
    await changeRole({ database }, owner, { userId: analyst.id, role: 'editor' })
    await changeRole({ database }, owner, { userId: analyst.id, role: 'analyst' })
    for (const address of addresses) {
      const text = async ({ cookie }: Member) => (await site.get(address, { cookie })).text()
      expect(await text(owner), address).toContain('back_office_role')
      expect(await text(analyst), address).not.toContain('back_office_role')
    }
  })

  it('are changed only with the own password', async () => {
    const editor = await hire('careful@example.org', 'editor')
    const body = { intent: 'role', userId: editor.id, role: 'analyst' }
    const before = await stateOf(editor.id)
    for (const change of [
      body,
      { intent: 'block', userId: editor.id, isBlocked: true },
      { intent: 'two-factor', userId: editor.id },
    ])
      expect((await ask(owner, { ...change, password: 'wrong' })).text, change.intent).toContain(
        'password-wrong',
      )
    expect(await stateOf(editor.id)).toEqual(before)
    expect((await ask(owner, body)).text).toContain('done')
    expect(await roleOf(editor.email)).toBe('analyst')
    expect(await history('profiles', editor.email)).toEqual([
      {
        action: 'update',
        before: { back_office_role: 'editor' },
        after: { back_office_role: 'analyst' },
        user_email: owner.email,
      },
    ])
  })

  it('who are blocked lose their sessions and cannot sign in until they are unblocked', async () => {
    const editor = await hire('blocked@example.org', 'editor')
    await ask(owner, { intent: 'block', userId: editor.id, isBlocked: true })
    expect((await site.get('/admin', { cookie: editor.cookie })).status).toBe(302)
    expect(cookieOf(await signIn(site, editor.email, editor.password))).not.toContain('session_token')
    await ask(owner, { intent: 'block', userId: editor.id, isBlocked: false })
    const cookie = cookieOf(await signIn(site, editor.email, editor.password))
    expect((await site.get('/admin', { cookie })).status).toBe(200)
    const [blocked, unblocked] = [{ is_active: false }, { is_active: true }]
    expect(await history('profiles', editor.email)).toEqual([
      { action: 'update', before: unblocked, after: blocked, user_email: owner.email },
      { action: 'update', before: blocked, after: unblocked, user_email: owner.email },
    ])
  })

  it('are signed out everywhere, and lose a second factor that they no longer have', async () => {
    const editor = await hire('lost@example.org', 'editor')
    // Without the password of whoever does it.
    const signOut = { intent: 'sign-out', userId: editor.id }
    expect((await send(owner, '/admin/people.data', signOut)).text).toContain('done')
    expect((await site.get('/admin', { cookie: editor.cookie })).status).toBe(302)
    await database.kysely
      .updateTable('profiles')
      .set({ two_factor_enabled: true, preferred_language: 'de' })
      .where('id', '=', editor.id)
      .execute()
    const others = await hire('keeper@example.org', 'editor')
    await database.kysely
      .insertInto('two_factors')
      .values(
        [editor.id, others.id].map((user_id) => ({ user_id, secret: 'sealed', backup_codes: 'sealed' })),
      )
      .execute()
    expect((await ask(owner, { intent: 'two-factor', userId: editor.id })).text).toContain('done')
    expect(await database.kysely.selectFrom('two_factors').select('user_id').execute()).toEqual([
      { user_id: others.id },
    ])
    expect((await site.get('/admin', { cookie: others.cookie })).status).toBe(200)
    expect((await mailbox.waitFor(editor.email)).subject).toContain('wurde ausgeschaltet')
    expect(await history('sessions', editor.email)).toMatchObject([
      { action: 'delete', user_email: owner.email },
    ])
    expect(await history('profiles', editor.email)).toEqual([
      {
        ...{ action: 'update', user_email: owner.email },
        ...{ before: { two_factor_enabled: true }, after: { two_factor_enabled: false } },
      },
    ])
  })

  it('cannot lock themselves out, nor an administrator an owner', async () => {
    const administrator = await hire('second@example.org', 'administrator')
    const member = await hire('third@example.org', 'editor')
    const tries: [Member, object, string][] = [
      [owner, { intent: 'role', userId: owner.id, role: null }, 'self'],
      [owner, { intent: 'block', userId: owner.id, isBlocked: true }, 'self'],
      [administrator, { intent: 'block', userId: owner.id, isBlocked: true }, 'not-allowed'],
      [administrator, { intent: 'role', userId: owner.id, role: 'analyst' }, 'not-allowed'],
      [administrator, { intent: 'two-factor', userId: owner.id }, 'not-allowed'],
      [administrator, { intent: 'sign-out', userId: owner.id }, 'not-allowed'],
      [administrator, { intent: 'role', userId: member.id, role: 'owner' }, 'not-allowed'],
    ]
    for (const [member, body, problem] of tries) expect((await ask(member, body)).text).toContain(problem)
    expect(await roleOf(owner.email)).toBe('owner')
    expect((await site.get('/admin', { cookie: owner.cookie })).status).toBe(200)
    expect(await roleOf(member.email)).toBe('editor')
    const self = await changeRole({ database }, administrator, { userId: administrator.id, role: 'owner' })
    expect(self).toEqual({ kind: 'person-refused', problem: 'self' })
  })

  it.each<[string, (actor: Member, userId: string) => Promise<{ kind: string }>]>([
    ['block', (actor, userId) => blockPerson({ database }, actor, { userId, isBlocked: true })],
    ['demote', (actor, userId) => changeRole({ database }, actor, { userId, role: null })],
  ])('of whom two are owners cannot %s each other at once', async (how, remove) => {
    const other = await hire(`other-owner-${how}@example.org`, 'owner')
    const outcomes = await atOnce(() => Promise.all([remove(owner, other.id), remove(other, owner.id)]))
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['done', 'person-refused'])
    const active = await database.kysely
      .selectFrom('profiles')
      .select('email')
      .where('back_office_role', '=', 'owner')
      .where('is_active', '=', true)
      .execute()
    expect(active).toHaveLength(1)
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: true, back_office_role: 'owner', must_change_password: false })
      .where('id', '=', owner.id)
      .execute()
    await database.kysely.deleteFrom('profiles').where('id', '=', other.id).execute()
    owner.cookie = cookieOf(await signIn(site, owner.email, owner.password))
  })

  it('of whom two are owners cannot both delete their accounts at once', async () => {
    const leavers = [await hire('leaver-1@example.org', 'owner'), await hire('leaver-2@example.org', 'owner')]
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: false })
      .where('id', '=', owner.id)
      .execute()
    const ids = leavers.map(({ id }) => id)
    try {
      const deleted = await atOnce(() => Promise.all(ids.map((id) => deleteAccount({ database }, id))))
      expect(deleted.sort()).toEqual([false, true])
    } finally {
      await database.kysely
        .updateTable('profiles')
        .set({ is_active: true })
        .where('id', '=', owner.id)
        .execute()
      await database.kysely.deleteFrom('profiles').where('id', 'in', ids).execute()
    }
  })

  it('are found by search, and listed by group and in pages', async () => {
    const read = async (query: string) =>
      (await site.get(`/admin/people?${query}`, { cookie: owner.cookie })).text()
    expect(await read('q=careful')).toMatch(/Found: 1</)
    expect(await read('q=%25')).toMatch(/Found: 0</)
    await database.kysely
      .insertInto('profiles')
      .values(Array.from({ length: 60 }, (_, n) => ({ email: `m${n}@crowd.example`, is_active: true })))
      .execute()
    const first = await read('who=members&q=crowd&sort=email')
    expect(first).toContain('Found: 60')
    expect(first).toContain('m0@crowd.example')
    expect(first).not.toContain('m9@crowd.example')
    expect(await read('who=members&q=crowd&sort=email&page=2')).toContain('m9@crowd.example')
    // Each group has its own people, and a search is of a part of the address in any case.
    await hire('crowded@example.org', 'editor')
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: false, confirmed_at: new Date() })
      .where('email', '=', 'm7@crowd.example')
      .execute()
    const found = { team: 1, members: 60, blocked: 1, all: 61 }
    for (const [who, count] of Object.entries(found))
      expect(await read(`who=${who}&q=CROWD`), who).toMatch(new RegExp(`Found: ${count}<`))
    const blocked = shownText(/<tbody.*<\/tbody>/s.exec(await read('who=blocked&q=crowd'))?.[0] ?? '')
    expect(blocked).toMatch(/^ ?m7@crowd\.example .*Blocked Password only .* – Open sessions: 0/)
    const set = (email: string, values: { username?: string; created_at?: Date }) =>
      database.kysely.updateTable('profiles').set(values).where('email', '=', email).execute()
    await set('m8@crowd.example', { username: 'nightowl' })
    expect(await read('who=all&q=NIGHT')).toMatch(/Found: 1</)
    // By role, the latest account, and the latest sign-in.
    await set('m5@crowd.example', { created_at: new Date(Date.now() + HOUR_MS) })
    const firstBy = async (sort: string) =>
      /<th scope="row"[^>]*><bdi[^>]*>([^<]*)</.exec(await read(`who=all&sort=${sort}`))?.[1]
    expect(await firstBy('role')).toBe(owner.email)
    expect(await firstBy('since')).toBe('m5@crowd.example')
    expect(await firstBy('last-sign-in')).toBe('crowded@example.org')
  })
})
