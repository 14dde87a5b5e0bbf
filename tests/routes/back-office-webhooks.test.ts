import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '#app/features/read-api/key-commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { leavesEdits } from '#app/ui/admin/unsaved-guard.tsx'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { readHtml } from '#tests/support/html.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

const ACTOR = { id: null, email: 'ada@example.org' }

let database: Database
let site: TestSite
let admin: string
let league: string

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database, { APP_SECRET: 'a secret of this test', ALLOW_PRIVATE_FEEDS: '1' })
  admin = (await signInAdministrator(database, site)).cookie
  ;({ leagueId: league } = await createPlace(database.kysely, { league: 'Serie A' }))
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const post = async <Answer>(path: string, body: unknown) =>
  answerOf<Answer>(await adminPost(site, admin)(path, body))
const read = async (path: string) => readHtml(await (await site.get(path, { cookie: admin })).text())

/** The webhook that the test before has made, or one of its own for a test that runs alone. */
async function webhookId(): Promise<string> {
  const { kysely } = database
  const made = await kysely.selectFrom('webhooks').select('id').executeTakeFirst()
  if (made) return made.id
  await createKey(kysely, { name: 'Partner', limit_per_minute: 10, expires_on: '' }, ACTOR)
  const key = await kysely.selectFrom('api_keys').select('id').executeTakeFirstOrThrow()
  const values = { name: 'Results', url: 'https://hooks.example/x', key_id: key.id }
  return (await post<{ id: string }>('/admin/webhooks.data', { kind: 'create', values })).id
}

it('webhooks are made for a key, with a secret that is shown once, and told what an operator chooses', async () => {
  expect((await read('/admin/webhooks')).text).toContain('Create a key first')
  await createKey(database.kysely, { name: 'Partner', limit_per_minute: 10, expires_on: '' }, ACTOR)
  const key = await database.kysely.selectFrom('api_keys').select('id').executeTakeFirstOrThrow()
  const create = (values: object) =>
    post<{ kind: string; id: string; secret: string; problems: { column: string }[] }>(
      '/admin/webhooks.data',
      {
        kind: 'create',
        values: { name: 'Results', url: 'https://hooks.example/x', key_id: key.id, ...values },
      },
    )
  expect((await create({ url: 'ftp://hooks.example', name: '' })).problems.map((it) => it.column)).toEqual([
    'name',
    'url',
  ])
  const made = await create({})
  expect(made.secret).toMatch(/^whsec_/)
  const path = `/admin/webhooks/${made.id}`
  expect((await read('/admin/webhooks')).text).toContain('Results')
  const change = (before: object, after: object) =>
    post<{ kind: string; problems?: { problem: string }[] }>(`${path}.data`, {
      ...{ create: [], remove: [] },
      update: [{ id: made.id, before, after }],
    })
  const prices = await change({ events: '' }, { events: 'price.moved' })
  expect(prices.problems).toMatchObject([{ column: 'leagues', problem: 'webhooks.problem-no-league' }])
  const saved = await change(
    { events: '', leagues: '', price_percent: 5 },
    { events: 'match.result price.moved', leagues: league, price_percent: 2.5 },
  )
  expect(saved.kind).toBe('saved')
  const [, row] = (await read('/admin/webhooks')).all('tr')
  const cells = row?.all('td').map(({ text }) => text)
  expect(cells).toEqual(['Results', 'https://hooks.example/x', 'Partner', 'on', '0'])
  const screen = await read(path)
  expect(screen.text).toContain('Italy – Serie A')
  expect(screen.text).not.toContain(made.secret)
  const stored = await database.kysely.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(made.secret.slice(6))
})

it('a place that a league is added from is part of the form: another one keeps what is not saved', async () => {
  const db = database.kysely
  const id = await webhookId()
  const { sportId, countryId } = await createPlace(db, { league: 'Serie B' })
  const path = `/admin/webhooks/${id}`
  const inSport = `?${new URLSearchParams({ 'add-sport': sportId })}`
  const inCountry = `${inSport}&${new URLSearchParams({ 'add-country': countryId })}`
  expect((await read(path + inSport)).all('option').map(({ text }) => text)).toContain('Italy')
  expect((await read(path + inCountry)).all('option').map(({ text }) => text)).toContain('Serie B')
  for (const [from, to] of [
    ['', inSport],
    [inSport, inCountry],
  ] as const)
    expect(leavesEdits({ pathname: path, search: from }, { pathname: path, search: to })).toBe(false)
})

it('a test message is signed and sent at once, and the screen is told what became of it', async () => {
  const db = database.kysely
  const receiver = await startWebhookReceiver()
  const id = await webhookId()
  const { secret } = await post<{ secret: string }>(`/admin/webhooks/${id}.data`, { kind: 'renew' })
  receiver.secret = secret
  await db.updateTable('webhooks').set({ url: receiver.url }).execute()
  const send = () => post(`/admin/webhooks/${id}.data`, { kind: 'test' })
  expect(await send()).toEqual({
    kind: 'tested',
    results: [{ to: receiver.url, why: null, said: expect.stringMatching(/^2/) }],
  })
  expect(receiver.hooks).toMatchObject([{ isSigned: true, body: { type: 'test' } }])
  await receiver.close()
  expect(await send()).toMatchObject({ results: [{ why: 'unreachable' }] })
})

it('a webhook whose key was revoked says so, in the list and on its screen', async () => {
  const db = database.kysely
  const id = await webhookId()
  await db.updateTable('api_keys').set({ revoked_at: new Date() }).execute()
  expect((await read('/admin/webhooks')).text).toContain('key ended')
  expect((await read(`/admin/webhooks/${id}`)).text).toContain('Its API key was revoked or has expired')
  await db.updateTable('api_keys').set({ revoked_at: null }).execute()
  expect((await read(`/admin/webhooks/${id}`)).text).not.toContain('Its API key')
})

it('messages that were given up are shown, and are sent again by hand', async () => {
  const db = database.kysely
  const id = await webhookId()
  await db.updateTable('webhooks').set({ stopped_at: new Date() }).execute()
  const delivery = await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: id,
      type: 'match.added',
      match_id: crypto.randomUUID(),
      body: '{}',
      state: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const path = `/admin/webhooks/${id}`
  const screen = (await read(path)).text
  expect(screen).toContain('A message was given up')
  expect(screen).toContain(`msg_${delivery.id}`)
  await post(`${path}.data`, { kind: 'redeliver', delivery: delivery.id })
  await post(`${path}.data`, { kind: 'resume' })
  const after = await db.selectFrom('webhook_deliveries').select(['state', 'attempts']).execute()
  expect(after).toEqual([{ state: 'waiting', attempts: 0 }])
  expect((await read(path)).text).not.toContain('A message was given up')
  await db
    .insertInto('webhook_deliveries')
    .values(
      ['failed', 'delivered'].map((state) => ({
        ...{ webhook_id: id, type: 'match.added', match_id: crypto.randomUUID(), body: '{}', state },
      })),
    )
    .execute()
  const list = '/admin/bulk-edit.data?list=webhook_deliveries&status=failed'
  const { update } = await post<{ update: { id: string }[] }>(list, {
    ...{ kind: 'plan-value', ids: null, column: 'state', value: 'waiting' },
  })
  const failed = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  expect(update.map((it) => it.id)).toEqual([String(failed.id)])
  await post(list, { kind: 'save', update })
  await post(list, { kind: 'save', update: [{ ...update[0], after: { state: 'delivered' } }] })
  const states = await db.selectFrom('webhook_deliveries').select('state').orderBy('id').execute()
  expect(states.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'delivered'])
  await post(`${path}.data`, { kind: 'remove' })
  expect(await db.selectFrom('webhooks').select('id').execute()).toEqual([])
})
