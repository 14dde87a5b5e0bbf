import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, IS_DIALECT_ONLY } from '#tests/support/database.ts'
import { askedCosts } from '#tests/support/quick-passwords.ts'
import { createServices } from '#tests/support/services.ts'
import { ask, confirmAddress, createAuth, getAuth } from './auth.server.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'
import { withdrawSignUp } from './commands.server.ts'
import { createAdmin, createFirstAdmin } from './first-admin.server.ts'
import { readAccountState } from './queries.server.ts'
import { getSession } from './session.server.ts'

let database: Database
const services = () => createServices(database)

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

let count = 0
/** Requests of a test come from an address of their own. */
function from(address?: string): Headers {
  count += 1
  return new Headers({ [CLIENT_ADDRESS_HEADER]: address ?? `192.0.2.${count}` })
}

async function signUp(email: string, more: Record<string, unknown> = {}): Promise<void> {
  const auth = await getAuth(services())
  const body = { email, password: 'secret-1', name: '', username: email, ...more }
  await auth.api.signUpEmail({ body, headers: from() })
}

async function signIn(email: string, password = 'secret-1', headers = from()) {
  const auth = await getAuth(services())
  const answer = await ask(auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }))
  if (!answer.ok) return { status: answer.status, cookie: '' }
  return { status: 200, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

const activate = (email: string) =>
  database.kysely.updateTable('profiles').set({ is_active: true }).where('email', '=', email).execute()

const sessionOf = (cookie: string) =>
  getSession(services(), new Request('http://localhost/', { headers: { cookie } }))

describe('accounts', () => {
  it('opens a session for an active account only, and closes it with the account', async () => {
    await signUp('ada@example.org')
    expect(await signIn('ada@example.org')).toEqual({ status: 403, cookie: '' })
    await activate('ada@example.org')
    const { status, cookie } = await signIn('ada@example.org')
    expect(status).toBe(200)
    expect(await sessionOf(cookie)).toMatchObject({
      user: { email: 'ada@example.org', username: 'ada@example.org', role: 'user', isActive: true },
    })
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: false })
      .where('email', '=', 'ada@example.org')
      .execute()
    expect(await sessionOf(cookie)).toBeNull()
  })

  it('takes neither a role nor an activation from the body', async () => {
    const forged = { role: 'admin', is_active: true, emailVerified: true, mustChangePassword: true }
    await signUp('eve@example.org', forged).catch(() => {})
    await signUp('eve@example.org')
    const row = await database.kysely
      .selectFrom('profiles')
      .select(['role', 'is_active', 'must_change_password'])
      .where('email', '=', 'eve@example.org')
      .executeTakeFirst()
    expect(row).toEqual({ role: 'user', is_active: false, must_change_password: false })
  })

  it('answers the same for a known and an unknown address', async () => {
    await signUp('known@example.org')
    const auth = await getAuth(services())
    const answers = []
    for (const email of ['known@example.org', 'nobody@example.org']) {
      const reset = await auth.api.requestPasswordReset({ body: { email }, headers: from() })
      answers.push([reset, await signIn(email, 'wrong-password')])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('activates no sign-up that replaces the one of the browser while its link is followed', async () => {
    const email = 'raced@example.org'
    const auth = await getAuth(services())
    const body = { email, password: 'secret-1', name: '', username: 'raced' }
    const { headers: answered } = await auth.api.signUpEmail({ body, headers: from(), returnHeaders: true })
    const headers = from()
    headers.set('cookie', answered.getSetCookie()[0]?.split(';')[0] ?? '')
    const { internalAdapter, secret } = await auth.$context
    const read = internalAdapter.findUserByEmail
    const spy = vi.spyOn(internalAdapter, 'findUserByEmail').mockImplementation(async (address) => {
      const found = await read(address)
      await withdrawSignUp({ database }, email)
      await database.kysely
        .insertInto('profiles')
        .values({ email, is_active: false })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return found
    })
    const token = await new SignJWT({ email })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret))
    const { kind } = await confirmAddress(auth, { token, headers })
    spy.mockRestore()
    expect(kind).toBe('choose-password')
    expect(await readAccountState({ database }, { email })).toBe('not-verified')
  })

  it('slows down guessing a password from many addresses, and stops it from one', async () => {
    await signUp('target@example.org')
    await activate('target@example.org')
    const seen = []
    for (let guess = 0; guess < 12; guess += 1)
      seen.push((await signIn('target@example.org', `no-${guess}`)).status)
    expect(seen).toEqual(Array(12).fill(401))
    expect((await signIn('target@example.org')).status).toBe(200)
    const fromOne = []
    for (let guess = 0; guess < 31; guess += 1)
      fromOne.push((await signIn(`u${guess}@example.org`, 'no-no-no', from('198.51.100.7'))).status)
    expect(fromOne.at(-2)).toBe(401)
    expect(fromOne.at(-1)).toBe(429)
  })
})

describe.skipIf(IS_DIALECT_ONLY)('attempts that are refused', () => {
  const store = async () => {
    const { rows } = await sql<{ limits: number; refused: number; failed: number }>`
      select (select count(*)::integer from rate_limits) as limits,
        count(*) filter (where outcome = 'refused')::integer as refused,
        count(*) filter (where outcome = 'wrong_password')::integer as failed from sign_ins`.execute(
      database.kysely,
    )
    return rows[0]
  }
  const clear = async () => {
    await database.kysely.deleteFrom('rate_limits').execute()
    await database.kysely.deleteFrom('sign_ins').execute()
  }

  it('store one row for each limit of an address, whatever e-mail addresses are typed', async () => {
    await clear()
    const guess = async (n: number, address: string) =>
      (await signIn(`stranger-${n}@example.org`, 'no-no-no', from(address))).status
    const statuses = []
    for (let n = 0; n < 40; n += 1) statuses.push(await guess(n, '198.51.100.20'))
    expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)])
    // The address, and of each admitted attempt the account, in all and from this address.
    expect(await store()).toEqual({ limits: 1 + 2 * 30, refused: 1, failed: 30 })
    expect(await guess(50, '198.51.100.21')).toBe(401)
    expect(await store()).toEqual({ limits: 1 + 2 * 30 + 3, refused: 1, failed: 31 })
  })

  it('are shown once for each account that an address guesses', async () => {
    await clear()
    const headers = () => from('198.51.100.22')
    for (let n = 0; n < 14; n += 1) await signIn('one-of-two@example.org', 'no-no-no', headers())
    for (let n = 0; n < 14; n += 1) await signIn('two-of-two@example.org', 'no-no-no', headers())
    expect(await store()).toMatchObject({ refused: 2, failed: 20 })
  })

  it('of a reset store nothing about the e-mail addresses', async () => {
    await clear()
    const auth = await getAuth(services())
    for (let n = 0; n < 15; n += 1) {
      const body = { email: `forgetful-${n}@example.org` }
      await ask(auth.api.requestPasswordReset({ body, headers: from('198.51.100.23'), returnHeaders: true }))
    }
    expect((await store())?.limits).toBe(1 + 10)
  })

  it('are those of a member, too, who tries many codes of the app', async () => {
    await signUp('coder@example.org')
    await activate('coder@example.org')
    const { cookie } = await signIn('coder@example.org')
    await clear()
    const auth = await getAuth(services())
    const statuses = []
    for (let n = 0; n < 25; n += 1) {
      const headers = from()
      headers.set('cookie', cookie)
      const answer = await ask(
        auth.api.verifyTOTP({ body: { code: String(100_000 + n) }, headers, returnHeaders: true }),
      )
      statuses.push(answer.ok ? 200 : answer.status)
    }
    expect(statuses.slice(-5)).toEqual(Array(5).fill(429))
    expect((await store())?.limits).toBe(1 + 20)
  })
})

it('hashes every password with scrypt, with 2 to the power of 14 rounds over 32 MB', async () => {
  const asked = askedCosts.length
  await signUp('hashed@example.org')
  await activate('hashed@example.org')
  await signIn('hashed@example.org')
  await createAdmin(database, 'hashed-admin@example.org')
  expect(askedCosts.slice(asked)).toEqual(Array(3).fill(expect.objectContaining({ N: 2 ** 14, r: 16, p: 1 })))
})

it('finds every table and column that the library writes', async () => {
  // A check of the library that has found nothing is not made again.
  const check = async () => (await (await createAuth(services())).$context).explicitSchemaCheck?.()
  await expect(check()).resolves.toBeUndefined()
  const { schema } = database.kysely
  await schema.alterTable('sessions').renameColumn('ip_address', 'address').execute()
  try {
    await expect(check()).rejects.toThrow(/ip_address/)
  } finally {
    await schema.alterTable('sessions').renameColumn('address', 'ip_address').execute()
  }
})

describe('administrators', () => {
  it('creates the first one only when there is no account, with a password that must be replaced', async () => {
    await signUp('first@example.org')
    expect(await createFirstAdmin(database)).toBeNull()
    const empty = await createTestDatabase()
    try {
      const admin = await createFirstAdmin(empty)
      expect(admin?.password).toHaveLength(16)
      expect(await createFirstAdmin(empty)).toBeNull()
      const auth = await getAuth({ ...services(), database: empty })
      const body = { email: admin?.email ?? '', password: admin?.password ?? '' }
      const { user } = await auth.api.signInEmail({ body, headers: from() })
      expect(user).toMatchObject({ role: 'admin', mustChangePassword: true })
    } finally {
      await empty.close()
    }
  })

  it('keeps nothing of a sign-up that nobody has confirmed', async () => {
    const email = 'squatted@example.org'
    await signUp(email, { phone: '+39061234', country: 'Italy', consentedAt: new Date() })
    expect(await createAdmin(database, email)).toMatchObject({ kind: 'created', email })
    const profile = await database.kysely
      .selectFrom('profiles')
      .select(['username', 'full_name', 'phone', 'country', 'consented_at', 'consent_version'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(Object.values(profile)).toEqual(Array(6).fill(null))
  })

  it('promotes an account that exists', async () => {
    await signUp('boss@example.org')
    await activate('boss@example.org')
    expect(await createAdmin(database, 'Boss@Example.org')).toEqual({
      kind: 'promoted',
      email: 'boss@example.org',
      mustChangePassword: true,
    })
    const { cookie } = await signIn('boss@example.org')
    expect(await sessionOf(cookie)).toMatchObject({ user: { role: 'admin', mustChangePassword: true } })
  })
})
