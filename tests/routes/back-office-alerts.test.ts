import { afterAll, beforeAll, expect, it } from 'vitest'
import { renewWebhookSecret } from '#app/features/alerts/settings.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { shownText } from '#tests/support/html.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const SECRET = 'a secret of this test, as long as is asked'

let database: Database
let site: TestSite
let mailbox: Mailbox
let receiver: WebhookReceiver
let cookie: string
let test: (kind: 'test-mails' | 'test-webhook') => Promise<unknown>
beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  receiver = await startWebhookReceiver()
  site = await openSite(database, {
    ...{ SMTP_URL: mailbox.url, APP_SECRET: SECRET, ALLOW_PRIVATE_FEEDS: '1' },
  })
  ;({ cookie } = await signInAdministrator(database, site))
  const post = adminPost(site, cookie)
  test = async (kind) => answerOf(await post('/admin/alerts.data', { kind }))
  const actor = { id: null, email: 'ada@example.org' }
  receiver.secret = await renewWebhookSecret(database.kysely, { secret: SECRET }, actor)
  await database.kysely
    .updateTable('alert_settings')
    .set({ mails: false, mail_to: 'ada@example.org, bob@example.org', webhook_url: receiver.url })
    .execute()
})
afterAll(async () => {
  await site.close()
  await database.close()
})

it('the list of troubles has a search, filters, an order and pages', async () => {
  const first = Date.parse('2026-11-01T00:00:00Z')
  const at = (hours: number) => new Date(first + hours * 3_600_000)
  await database.kysely
    .insertInto('troubles')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        kind: n < 3 ? 'late' : 'failing',
        subject: `schedule ${n}`,
        source: n === 5 ? 'promo' : 'the-odds-api/x',
        name: `Round ${n}`,
        detail: JSON.stringify({ reason: 'unreachable' }),
        opened_at: at(n),
        closed_at: n === 7 ? null : at(n + 1),
      })),
    )
    .execute()
  const list = async (query: string) => {
    const shown = shownText(await (await site.get(`/admin/alerts?${query}`, { cookie })).text())
    return { found: /Found: (\d+)/.exec(shown)?.[1], names: shown.match(/Round \d+/g) ?? [] }
  }
  const all = await list('')
  expect([all.found, all.names.length, all.names.slice(0, 2)]).toEqual(['60', 50, ['Round 7', 'Round 59']])
  const second = await list('page=2')
  expect([second.names.length, second.names.at(-1)]).toEqual([10, 'Round 0'])
  expect((await list('sort=oldest')).names[0]).toBe('Round 0')
  expect(await list('state=open')).toEqual({ found: '1', names: ['Round 7'] })
  expect(await list('kind=late&sort=oldest')).toEqual({
    found: '3',
    names: ['Round 0', 'Round 1', 'Round 2'],
  })
  expect(await list('q=promo')).toEqual({ found: '1', names: ['Round 5'] })
  expect((await list('q=odds+api')).found).toBe('59')
  expect(await list('q=100%25')).toEqual({ found: '0', names: [] })
  await database.kysely.deleteFrom('troubles').execute()
})

it('a test message reaches the saved addresses, also while mails are off, and each is reported', async () => {
  const accepted = (to: string) => ({ to, why: null, said: null })
  expect(await test('test-mails')).toEqual({
    kind: 'tested',
    results: [accepted('ada@example.org'), accepted('bob@example.org')],
  })
  expect(mailbox.mails.map(({ to }) => to).sort()).toEqual(['ada@example.org', 'bob@example.org'])
  expect(mailbox.mails[0]?.subject).toContain('Test message')
})

it('a test message of the webhook is signed, and the status of the receiver is reported', async () => {
  expect(await test('test-webhook')).toEqual({
    kind: 'tested',
    results: [{ to: receiver.url, why: null, said: '204' }],
  })
  expect(receiver.hooks).toMatchObject([{ isSigned: true, body: { type: 'test' } }])
  receiver.answers.push(503)
  expect(await test('test-webhook')).toMatchObject({ results: [{ why: 'status', said: '503' }] })
})

it('a test message that cannot be sent says why', async () => {
  await receiver.close()
  expect(await test('test-webhook')).toMatchObject({ results: [{ why: 'unreachable', said: null }] })
  await mailbox.close()
  expect(await test('test-mails')).toMatchObject({
    results: [
      { to: 'ada@example.org', why: 'mail', said: expect.stringMatching(/ECONNREFUSED/) },
      { to: 'bob@example.org', why: 'mail' },
    ],
  })
})

it('test messages are limited to ten in ten minutes for one person', async () => {
  await database.kysely.deleteFrom('rate_limits').where('key', 'like', 'alert-test:account:%').execute()
  const refused: boolean[] = []
  for (let sent = 0; sent < 11; sent += 1) {
    const { results } = (await test('test-webhook')) as { results: { why: string | null }[] }
    refused.push(results[0]?.why === 'too-many')
  }
  expect(refused).toEqual([...Array(10).fill(false), true])
  expect(await test('test-mails')).toMatchObject({ results: [{ why: 'too-many' }, { why: 'too-many' }] })
})
