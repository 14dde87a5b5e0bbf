import { type KyselyPlugin, type SelectQueryNode, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { alertOf, cookieOf, join, PASSWORD, signIn, visitor } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let mailbox: Mailbox

beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  site = await openSite(database, { SMTP_URL: mailbox.url, TRUST_PROXY: '1' })
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`.execute(
    database.kysely,
  )
})
afterAll(async () => {
  await site.close()
  await mailbox.close()
  await database.close()
})

const mends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const mend of mends.splice(0)) await mend()
})

/** Until the test ends, the database refuses this. */
async function refuse(what: 'insert' | 'update' | 'delete', table: string): Promise<void> {
  const db = database.kysely
  await sql`create trigger fault before ${sql.raw(what)} on ${sql.table(table)} for each row execute function fail()`.execute(
    db,
  )
  mends.push(() => sql`drop trigger fault on ${sql.table(table)}`.execute(db))
}

/** Until the test ends, a column is missing. */
async function hide(table: string, column: string): Promise<void> {
  const db = database.kysely
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
  await rename(column, 'hidden')
  mends.push(() => rename('hidden', column))
}

const me = async (cookie: string) => (await site.get('/resources/me', { cookie })).json()

describe('when the database fails', () => {
  const fields = {
    username: 'new',
    email: 'new@example.org',
    password: PASSWORD,
    country: 'IT',
    phone: '06 1234',
    consent: 'on',
  }
  const signUp = async () => alertOf(await site.post('/en/register', fields, visitor()))
  const newOnes = () =>
    database.kysely.selectFrom('profiles').select('id').where('email', '=', fields.email).execute()

  it('signing up reports that no account could be created', async () => {
    await refuse('insert', 'profiles')
    expect(await signUp()).toBe('Failed to create user account')
    expect(await newOnes()).toEqual([])
  })

  it('signing up reports any other error, and creates no account', async () => {
    await hide('reserved_usernames', 'until')
    expect(await signUp()).toBe('Failed to sign up')
    expect(await newOnes()).toEqual([])
  })

  it('signing out reports it, and says nothing else: the session is still open', async () => {
    const cookie = await join(site, mailbox, 'sign-out@example.org')
    await refuse('delete', 'sessions')
    const response = await site.post('/resources/sign-out', { lang: 'en' }, { cookie })
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    expect(await response.text()).toContain('<h1 style="font-size:20px">You are still signed in</h1>')
    expect((await me(cookie)).user).not.toBeNull()
    await mends.pop()?.()
    expect((await site.post('/resources/sign-out', { lang: 'en' }, { cookie })).status).toBe(302)
    expect((await me(cookie)).user).toBeNull()
  })

  it('the addresses of the sessions report it: 500, or 503 while the database is away', async () => {
    for (const [message, status] of [
      ['out of order', 500],
      ['Connection terminated unexpectedly', 503],
    ] as const) {
      let readings = Number.POSITIVE_INFINITY
      const failing: KyselyPlugin = {
        transformQuery({ node }) {
          if (JSON.stringify(node).includes('"sessions"') && readings-- <= 0) throw new Error(message)
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const other = await openSite({ ...database, kysely: database.kysely.withPlugin(failing) }, {})
      try {
        const cookie = await join(site, mailbox, `away-${status}@example.org`)
        expect((await other.get('/api/auth/get-session', { cookie })).status).toBe(200)
        readings = 0
        const response = await other.get('/api/auth/get-session', { cookie })
        expect([response.status, await response.json()]).toEqual([status, { error: 'server_error' }])
        expect(response.headers.get('retry-after')).toBe(status === 503 ? '5' : null)
        expect(response.headers.get('cache-control')).toBe('no-store')
        // A token is issued for a session, which is read first; a page shows who is signed in.
        for (const path of ['/resources/token', '/resources/me']) {
          const read = await other.get(path, { cookie })
          expect([path, read.status, read.headers.get('retry-after')]).toEqual([
            path,
            status,
            status === 503 ? '5' : null,
          ])
        }
        // The second reading of a token's session fails, too, and is no sign that there is none.
        readings = 1
        expect((await other.get('/resources/token', { cookie })).status).toBe(status)
      } finally {
        await other.close()
      }
    }
  })

  it('signing in reports it, and opens no session', async () => {
    await join(site, mailbox, 'sign-in@example.org')
    await refuse('insert', 'sessions')
    const response = await signIn(site, 'sign-in@example.org', PASSWORD)
    expect([await alertOf(response), cookieOf(response)]).toEqual(['Failed to sign in', ''])
  })

  it('a reset reports it, and the link still works afterwards', async () => {
    await join(site, mailbox, 'reset@example.org')
    await site.post('/en/login?forgot=1', { intent: 'forgot', email: 'reset@example.org' }, visitor())
    const { link } = await mailbox.waitFor('reset@example.org', 2)
    const fields = { link, password: 'teapot-43', confirmation: 'teapot-43' }
    await refuse('update', 'accounts')
    expect(await alertOf(await site.post('/en/reset-password', fields, visitor()))).toBe(
      'Failed to reset password',
    )
    expect((await signIn(site, 'reset@example.org', PASSWORD)).status).toBe(302)
    await mends.pop()?.()
    expect((await site.post('/en/reset-password', fields, visitor())).status).toBe(200)
    expect((await signIn(site, 'reset@example.org', 'teapot-43')).status).toBe(302)
  })

  it('requesting a reset reports it, in the same way for every address', async () => {
    await join(site, mailbox, 'asking@example.org')
    await hide('verifications', 'identifier')
    const told = []
    for (const email of ['asking@example.org', 'nobody@example.org'])
      told.push(await alertOf(await site.post('/en/login?forgot=1', { intent: 'forgot', email }, visitor())))
    expect(told).toEqual(Array(2).fill('Failed to send password reset email'))
  })

  it('the profile reports it, and keeps its page', async () => {
    const cookie = await join(site, mailbox, 'profile@example.org')
    await hide('profiles', 'phone')
    const page = await site.get('/en/profile', { cookie })
    expect([page.status, await alertOf(page)]).toEqual([200, 'Failed to load profile'])
    const saved = await site.post('/en/profile', { intent: 'save', username: 'x' }, { cookie })
    expect(await alertOf(saved)).toBe('Failed to update profile')
  })

  it('a change of the password reports it, and signs nobody out', async () => {
    const cookie = await join(site, mailbox, 'change@example.org')
    await refuse('update', 'accounts')
    const fields = { current: PASSWORD, password: 'teapot-43', confirmation: 'teapot-43' }
    const response = await site.post(
      '/en/profile?tab=password',
      { intent: 'change-password', ...fields },
      { cookie },
    )
    expect(await alertOf(response)).toBe('Failed to update password')
    expect(await me(cookie)).toMatchObject({ user: { email: 'change@example.org' } })
  })

  it('favourites report it, both on reading and on removal', async () => {
    const cookie = await join(site, mailbox, 'fan@example.org')
    const { leagueId } = await createPlace(database.kysely)
    await fetch(`${site.origin}/resources/favourites/${leagueId}`, {
      method: 'POST',
      headers: { cookie, origin: site.origin, 'sec-fetch-site': 'same-origin' },
    })
    const page = await (await site.get('/en/profile?tab=favorites', { cookie })).text()
    const id = /name="id" value="([^"]+)"/.exec(page)?.[1] ?? ''
    await refuse('delete', 'favorite_leagues')
    const removal = site.post('/en/profile?tab=favorites', { intent: 'remove-favorite', id }, { cookie })
    expect(await alertOf(await removal)).toBe('Failed to remove favorite')
    expect(await me(cookie)).toMatchObject({ favourites: [leagueId] })
    await hide('favorite_leagues', 'created_at')
    const unread = await site.get('/en/profile?tab=favorites', { cookie })
    expect(await alertOf(unread)).toBe('Failed to load favorite leagues')
  })
})

describe('an account that is removed between two steps', () => {
  it('signs nobody in: the status cannot be verified', async () => {
    await join(site, mailbox, 'vanishing@example.org')
    const db = database.kysely
    await sql`create function vanish() returns trigger language plpgsql as $$
      begin delete from profiles where id = new.user_id; return null; end $$`.execute(db)
    await sql`create trigger vanish after insert on sessions for each row execute function vanish()`.execute(
      db,
    )
    mends.push(() => sql`drop function vanish cascade`.execute(db))
    const response = await signIn(site, 'vanishing@example.org', PASSWORD)
    expect([await alertOf(response), cookieOf(response)]).toEqual(['Unable to verify account status', ''])
  })

  it('signs nobody in when the status cannot be read, and keeps no session', async () => {
    await join(site, mailbox, 'unread@example.org')
    const kysely = database.kysely.withPlugin(failingStatus)
    const other = await openSite({ ...database, kysely }, {})
    try {
      const before = await countSessions('unread@example.org')
      const response = await signIn(other, 'unread@example.org', PASSWORD)
      expect([await alertOf(response), cookieOf(response)]).toEqual(['Unable to verify account status', ''])
      expect(await countSessions('unread@example.org')).toBe(before)
    } finally {
      await other.close()
    }
  })

  it('signs in no user who was blocked at that moment, and keeps no session', async () => {
    await join(site, mailbox, 'blocked@example.org')
    const db = database.kysely
    await sql`create function block() returns trigger language plpgsql as $$
      begin update profiles set is_active = false where id = new.user_id; return null; end $$`.execute(db)
    await sql`create trigger block after insert on sessions for each row execute function block()`.execute(db)
    mends.push(() => sql`drop function block cascade`.execute(db))
    const before = await countSessions('blocked@example.org')
    const response = await signIn(site, 'blocked@example.org', PASSWORD)
    expect(await alertOf(response)).toBe('This account has been closed. Ask the operator of the site.')
    expect([cookieOf(response), await countSessions('blocked@example.org')]).toEqual(['', before])
  })

  it('has no profile to show', async () => {
    const cookie = await join(site, mailbox, 'gone@example.org')
    const { kysely } = database
    const other = await openSite({ ...database, kysely: kysely.withPlugin(withoutProfile) }, {})
    try {
      const page = await other.get('/en/profile', { cookie })
      expect([page.status, await alertOf(page)]).toEqual([200, 'Profile not found'])
    } finally {
      await other.close()
    }
  })

  it('has no password to change', async () => {
    const cookie = await join(site, mailbox, 'keyless@example.org')
    await sql`delete from accounts where user_id = (select id from profiles where email = 'keyless@example.org')`.execute(
      database.kysely,
    )
    const fields = { current: PASSWORD, password: 'teapot-43', confirmation: 'teapot-43' }
    const response = await site.post(
      '/en/profile?tab=password',
      { intent: 'change-password', ...fields },
      { cookie },
    )
    expect(await alertOf(response)).toBe('Failed to update password')
  })
})

describe('a username that somebody takes between two steps', () => {
  it('is reported as taken, and nobody is signed up', async () => {
    await join(site, mailbox, 'first@example.org')
    const kysely = database.kysely.withPlugin(withoutFirstLook())
    const environment = { SMTP_URL: mailbox.url, TRUST_PROXY: '1' }
    const other = await openSite({ ...database, kysely }, environment)
    const fields = { username: 'first@example.org', email: 'late@example.org', password: PASSWORD }
    const more = { country: 'IT', phone: '06 1234', consent: 'on' }
    try {
      const response = await other.post('/en/register', { ...fields, ...more }, visitor())
      expect([response.status, await alertOf(response)]).toEqual([400, 'Username is already taken'])
      const late = database.kysely.selectFrom('profiles').select('id').where('email', '=', fields.email)
      expect(await late.execute()).toEqual([])
    } finally {
      await other.close()
    }
  })
})

async function countSessions(email: string): Promise<number> {
  const { count } = await database.kysely
    .selectFrom('sessions as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .where('p.email', '=', email)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const emptied = new WeakSet<object>()

/** Takes the row away that the profile's form is filled from, between the check of the session and the reading. */
const withoutProfile: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const { from, selections } = node as SelectQueryNode
    const text = JSON.stringify([from ?? null, selections ?? null])
    if (text.includes('"profiles"') && text.includes('"phone"') && !text.includes('"role"'))
      emptied.add(queryId)
    return node
  },
  async transformResult({ result, queryId }) {
    return emptied.has(queryId) ? { ...result, rows: [] } : result
  },
}

/** The first search for a profile by its username finds none. */
function withoutFirstLook(): KyselyPlugin {
  let first: object | undefined
  return {
    transformQuery({ node, queryId }) {
      const { from, where } = node as SelectQueryNode
      const isLook = node.kind === 'SelectQueryNode' && JSON.stringify(where ?? null).includes('"username"')
      if (isLook && JSON.stringify(from).includes('"profiles"')) first ??= queryId
      return node
    },
    transformResult: async ({ result, queryId }) => (queryId === first ? { ...result, rows: [] } : result),
  }
}

/** Fails the reading of nothing but whether an account is active. */
const failingStatus: KyselyPlugin = {
  transformQuery({ node }) {
    const { from, selections } = node as SelectQueryNode
    const text = JSON.stringify([from ?? null, selections ?? null])
    if (
      text.includes('"profiles"') &&
      text.includes('"is_active"') &&
      text.includes('"confirmed_at"') &&
      selections?.length === 2
    )
      throw new Error('out of order')
    return node
  },
  transformResult: async ({ result }) => result,
}
