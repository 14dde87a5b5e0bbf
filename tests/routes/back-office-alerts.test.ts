import { afterAll, beforeAll, expect, it } from 'vitest'
import { renewWebhookSecret } from '#app/features/alerts/settings.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'

const SECRET = 'a secret of this test, as long as is asked'

let database: Database
let site: TestSite
let mailbox: Mailbox
let receiver: WebhookReceiver
let test: (kind: 'test-mails' | 'test-webhook') => Promise<unknown>
beforeAll(async () => {
  database = await createTestDatabase()
  mailbox = await openMailbox()
  receiver = await startWebhookReceiver()
  site = await openSite(database, {
    ...{ SMTP_URL: mailbox.url, APP_SECRET: SECRET, ALLOW_PRIVATE_FEEDS: '1' },
  })
  const { cookie } = await signInAdministrator(database, site)
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
