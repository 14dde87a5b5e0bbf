import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/platform/time.ts'
import { visitor } from '#tests/support/accounts.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { readHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let admin: string

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database, { TRUST_PROXY: '1' })
  admin = (await signInAdministrator(database, site)).cookie
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const post = async <Answer>(body: unknown) =>
  answerOf<Answer>(await adminPost(site, admin)('/admin/api.data', body))
const create = async (values: Record<string, unknown>) =>
  post<{ kind: string; key?: string; problems?: { column: string }[] }>({
    kind: 'create',
    values: { name: 'Partner', limit_per_minute: 3, expires_on: '', ...values },
  })
const keyOf = async (values: Record<string, unknown> = {}) => (await create(values)).key ?? ''
const read = async (headers: Record<string, string>) => {
  const response = await site.get('/api/v1/sports', { ...visitor(), ...headers })
  const body = await response.json()
  return { status: response.status, code: body.error?.code, headers: response.headers }
}
const set = async (column: string, before: unknown, after: unknown) => {
  const { id } = await database.kysely.selectFrom('api_settings').select('id').executeTakeFirstOrThrow()
  const update = [{ id, before: { [column]: before }, after: { [column]: after } }]
  expect(await post({ create: [], update, remove: [] })).toMatchObject({ kind: 'saved' })
}

/** Limits are of a minute of the clock: what failed while the minute turned is tried once more, with a new client. */
async function withinAMinute(run: () => Promise<void>): Promise<void> {
  const minute = () => Math.floor(Date.now() / MINUTE_MS)
  const begun = minute()
  try {
    await run()
  } catch (error) {
    if (minute() === begun) throw error
    await run()
  }
}

describe('keys of the API', () => {
  it('are shown once, and stored as hashes', async () => {
    const key = await keyOf({ name: 'Shown once' })
    expect(key).toMatch(/^ovr_[\w-]{43}$/)
    const stored = JSON.stringify(await database.kysely.selectFrom('api_keys').selectAll().execute())
    const trail = JSON.stringify(
      await database.kysely.selectFrom('audit_log').selectAll().where('entity', '=', 'api_keys').execute(),
    )
    const screen = await (await site.get('/admin/api', { cookie: admin })).text()
    for (const text of [stored, trail, screen]) {
      expect(text).toContain('Shown once')
      expect(text).not.toContain(key)
      expect(text).toContain(key.slice(0, 8))
    }
  })

  it('are accepted as X-Api-Key and as a bearer token, each with its own limit', async () => {
    await withinAMinute(async () => {
      const key = await keyOf()
      const first = await read({ 'x-api-key': key })
      expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '"minute";q=3;w=60'])
      expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=2;t=\d+$/)
      expect(first.headers.get('cache-control')).toBe('private, max-age=10')
      expect((await read({ authorization: `Bearer ${key}` })).status).toBe(200)
      expect((await read({ 'x-api-key': key })).status).toBe(200)
      const refused = await read({ 'x-api-key': key })
      expect([refused.status, refused.code]).toEqual([429, 'too-many-requests'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('content-type')).toBe('application/problem+json')
    })
    expect((await read({ 'x-api-key': await keyOf() })).status).toBe(200)
    expect((await read({})).status).toBe(200)
  })

  it('tell when they were last used', async () => {
    const key = await keyOf({ name: 'Used' })
    await read({ 'x-api-key': key })
    const used = () =>
      database.kysely
        .selectFrom('api_key_uses as u')
        .innerJoin('api_keys as k', 'k.id', 'u.key')
        .select('u.last_used_at')
        .where('k.name', '=', 'Used')
        .executeTakeFirst()
    await expect.poll(used).toBeDefined()
    await keyOf({ name: 'Unused' })
    const rows = readHtml(await (await site.get('/admin/api', { cookie: admin })).text()).all('tr')
    const times = (name: string) => rows.find(({ text }) => text.includes(name))?.all('time').length
    expect([times('Used'), times('Unused')]).toEqual([1, 0])
    // Name, limit, last use, expiry, state.
    const cells = rows.find(({ text }) => text.includes('Unused'))?.all('td')
    expect(cells?.slice(1, 5).map(({ text }) => text)).toEqual(['3', '–', '–', 'valid'])
  })

  it('are refused once they are revoked or have expired, and when they are invented', async () => {
    const key = await keyOf({ name: 'Revoked' })
    expect((await read({ 'x-api-key': key })).status).toBe(200)
    const { id } = await database.kysely
      .selectFrom('api_keys')
      .select('id')
      .where('name', '=', 'Revoked')
      .executeTakeFirstOrThrow()
    expect(await post({ kind: 'revoke', id })).toEqual({ kind: 'revoked' })
    expect((await read({ 'x-api-key': key })).code).toBe('invalid-key')
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)
    expect((await create({ expires_on: yesterday })).problems).toEqual([
      { column: 'expires_on', problem: 'api.problem-past' },
    ])
    const today = new Date().toISOString().slice(0, 10)
    const expiring = await keyOf({ name: 'Expiring', expires_on: today })
    expect((await read({ 'x-api-key': expiring })).status).toBe(200)
    await database.kysely
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('name', '=', 'Expiring')
      .execute()
    expect((await read({ 'x-api-key': expiring })).code).toBe('invalid-key')
    const invented = await read({ authorization: `Bearer ovr_${'x'.repeat(43)}` })
    expect([invented.status, invented.code]).toEqual([401, 'invalid-key'])
    const text = readHtml(await (await site.get('/admin/api', { cookie: admin })).text()).text
    for (const state of ['valid', 'expired', 'revoked']) expect(text).toContain(state)
  })

  it('are valid to the end of the last year that a calendar can pick', async () => {
    const key = await keyOf({ name: 'Until 9999', expires_on: '9999-12-31' })
    expect((await read({ 'x-api-key': key })).status).toBe(200)
    const page = async (path: string) => readHtml(await (await site.get(path, { cookie: admin })).text())
    const row = (await page('/admin/api')).all('tr').find(({ text }) => text.includes('Until 9999'))
    expect(row?.text).toMatch(/10000.*valid/)
    expect((await page('/admin/webhooks')).text).toContain('Until 9999')
  })

  it('need a name and a limit', async () => {
    const { kind, problems } = await create({ name: ' ', limit_per_minute: 'many', expires_on: 'soon' })
    expect(kind).toBe('refused-key')
    expect(problems?.map(({ column }) => column)).toEqual(['name', 'limit_per_minute', 'expires_on'])
  })

  it('are required, or not, as the operator sets', async () => {
    await set('needs_key', false, true)
    expect((await read({})).code).toBe('no-key')
    expect((await read({ 'x-api-key': await keyOf() })).status).toBe(200)
    expect((await site.get('/api/v1/openapi.json')).status).toBe(200)
    expect(await (await site.get('/en/api')).text()).toContain('Every request needs a key')
    await set('needs_key', true, false)
    expect((await read({})).status).toBe(200)
  })

  it('leave a limit to each network without one, which the operator sets', async () => {
    await set('anonymous_limit', 600, 2)
    await withinAMinute(async () => {
      const from = visitor()
      const statuses = []
      for (let n = 0; n < 3; n++) statuses.push((await read(from)).status)
      expect(statuses).toEqual([200, 200, 429])
    })
    expect((await read(visitor())).status).toBe(200)
    await set('anonymous_limit', 2, 600)
  })
})
