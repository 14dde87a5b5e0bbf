import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, getAuth } from '#app/features/accounts/auth.server.ts'
import { CLIENT_ADDRESS_HEADER } from '#app/features/accounts/client-address.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { runCommand } from './commands.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function run(...argv: string[]) {
  let out = ''
  let err = ''
  const io = {
    cwd: '.',
    isTerminal: false,
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      err += text
    },
  }
  const code = await runCommand(database, argv, io, new AbortController().signal)
  return { code, out, err }
}

const rowOf = (email: string) =>
  database.kysely
    .selectFrom('profiles')
    .select(['id', 'role', 'is_active', 'must_change_password', 'two_factor_enabled'])
    .where('email', '=', email)
    .executeTakeFirst()

async function signIn(email: string, password: string): Promise<number> {
  const auth = await getAuth(createServices(database))
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: '192.0.2.1' })
  const answer = await ask(auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }))
  return answer.ok ? 200 : answer.status
}

async function signUp(email: string, password: string): Promise<void> {
  const auth = await getAuth(createServices(database))
  const body = { email, password, name: '', username: email }
  await auth.api.signUpEmail({ body, headers: new Headers({ [CLIENT_ADDRESS_HEADER]: '192.0.2.2' }) })
}

describe('admin create', () => {
  it('creates an administrator whose printed password works until it is replaced', async () => {
    const { code, out, err } = await run('admin', 'create', 'Boss@Example.org')
    const [, password = ''] =
      /^boss@example\.org is an administrator now\. One-time password: (\S{16})\n$/.exec(out) ?? []
    expect([code, err]).toEqual([0, 'It must be replaced at the first sign-in.\n'])
    expect(await rowOf('boss@example.org')).toMatchObject({
      role: 'admin',
      is_active: true,
      must_change_password: true,
    })
    expect(await signIn('boss@example.org', password)).toBe(200)
    expect(await signIn('boss@example.org', `${password}x`)).toBe(401)
  })

  it('promotes a confirmed account, whose password must be replaced', async () => {
    await signUp('user@example.org', 'kettle-42')
    await database.kysely
      .updateTable('profiles')
      .set({ is_active: true, confirmed_at: new Date() })
      .where('email', '=', 'user@example.org')
      .execute()
    expect(await run('admin', 'create', 'user@example.org')).toEqual({
      code: 0,
      out: 'user@example.org is an administrator now and keeps the password.\n',
      err: 'It must be replaced at the first sign-in.\n',
    })
    expect(await rowOf('user@example.org')).toMatchObject({ role: 'admin', must_change_password: true })
    expect(await signIn('user@example.org', 'kettle-42')).toBe(200)

    // Who had a role already has a password of the back office.
    const { id = '' } = (await rowOf('user@example.org')) ?? {}
    await database.kysely
      .updateTable('profiles')
      .set({ must_change_password: false, is_active: false })
      .where('id', '=', id)
      .execute()
    expect(await run('admin', 'create', 'user@example.org')).toMatchObject({ code: 0, err: '' })
    expect(await rowOf('user@example.org')).toMatchObject({ is_active: true, must_change_password: false })
  })

  it('replaces the password of a sign-up that was never confirmed', async () => {
    await signUp('stranger@example.org', 'of a stranger')
    const { id = '' } = (await rowOf('stranger@example.org')) ?? {}
    const { code, out, err } = await run('admin', 'create', 'stranger@example.org')
    const [, password = ''] =
      /^stranger@example\.org is an administrator now\. One-time password: (\S{16})\n$/.exec(out) ?? []
    expect([code, err]).toEqual([0, 'It must be replaced at the first sign-in.\n'])
    expect(await rowOf('stranger@example.org')).toMatchObject({
      ...{ id, role: 'admin', is_active: true, must_change_password: true },
    })
    expect(await signIn('stranger@example.org', 'of a stranger')).toBe(401)
    expect(await signIn('stranger@example.org', password)).toBe(200)
  })

  it.each([
    [[]],
    [['create']],
    [['create', 'nobody']],
    [['create', 'a@b.co', 'more']],
    [['delete', 'a@b.co']],
  ])('prints its usage after %j', async (args) => {
    const { code, err } = await run('admin', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining('admin create <e-mail>')])
  })
})

describe('admin two-factor-off', () => {
  it('removes the second factor of an administrator who has lost the app and the recovery codes', async () => {
    await run('admin', 'create', 'lost@example.org')
    const { id = '' } = (await rowOf('lost@example.org')) ?? {}
    await database.kysely
      .updateTable('profiles')
      .set({ two_factor_enabled: true })
      .where('id', '=', id)
      .execute()
    await database.kysely
      .insertInto('two_factors')
      .values({ user_id: id, secret: 'sealed', backup_codes: 'sealed' })
      .execute()
    expect(await run('admin', 'two-factor-off', 'Lost@example.org')).toMatchObject({
      code: 0,
      out: 'lost@example.org signs in with the password alone now.\n',
    })
    expect(await rowOf('lost@example.org')).toMatchObject({ two_factor_enabled: false })
    expect(await database.kysely.selectFrom('two_factors').select('id').execute()).toEqual([])
  })

  it('reports when there is nothing to turn off', async () => {
    for (const email of ['boss@example.org', 'nobody@example.org'])
      expect(await run('admin', 'two-factor-off', email)).toMatchObject({
        code: 1,
        err: `${email} has no second factor.\n`,
      })
  })
})
