import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemo } from '#app/platform/cache/memo.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { createServices } from '#tests/support/services.ts'
import { alertSite, createMember, createPricedMatch } from '#tests/support/visitor-alerts.ts'
import { createAlert } from './commands.server.ts'
import { deliverAlerts } from './deliver.server.ts'
import { evaluateAlerts } from './evaluate.server.ts'
import { addSubscription, readVapidKeys } from './push.server.ts'

let database: Database
let service: PushService
let mailbox: Mailbox
let ada: string
beforeEach(async () => {
  database = await createTestDatabase()
  service = await startPushService()
  mailbox = await openMailbox()
  ada = await createMember(database, 'ada@example.org')
})
afterEach(async () => {
  await Promise.all([service.close(), mailbox.close()])
  await database.close()
})

const site = (isLocal = true) => alertSite(database, { smtpUrl: mailbox.url, push: { isLocal } })

/** A browser whose service is on this machine, which no visitor could store. */
const addBrowser = (path: string) => {
  const { endpoint, keys } = service.subscribe(path)
  return database.kysely
    .insertInto('push_subscriptions')
    .values({ user_id: ada, endpoint, ...keys })
    .execute()
}

/** An alert that fires now. @returns the match */
async function fire(): Promise<string> {
  const { match } = await createPricedMatch(database, { home: 'Inter', away: 'Milan' })
  await createAlert(
    { ...createServices(database), memo: createMemo() },
    {
      ...{ userId: ada, subject: { kind: 'match', matchId: match }, country: undefined },
      ...{ condition: { kind: 'kick_off', minutes: 1_440 }, language: 'ar', timeZone: 'UTC' },
    },
  )
  const clock = () => new Date(Date.now() + 60_000)
  expect(await evaluateAlerts({ ...site(), clock })).toBe(1)
  return match
}
const browsers = () => database.kysely.selectFrom('push_subscriptions').select('endpoint').execute()
const messages = () =>
  database.kysely
    .selectFrom('visitor_alert_messages')
    .select(['state', 'reason'])
    .where('channel', '=', 'push')
    .execute()
const later = () => ({ ...site(), clock: () => new Date(Date.now() + 120_000) })

describe('a notification', () => {
  it('reaches each browser once, encrypted, signed by the site, until the match starts', async () => {
    await addBrowser('/phone')
    await addBrowser('/laptop')
    await fire()
    await Promise.all([deliverAlerts(later()), deliverAlerts(later())])
    expect(service.messages.map(({ path }) => path).sort()).toEqual(['/laptop', '/phone'])
    const [message] = service.messages
    expect(message).toMatchObject({
      aud: service.origin,
      sub: 'https://odds.example.org',
      text: {
        title: expect.stringContaining('Inter – Milan تبدأ في'),
        url: expect.stringMatching(/^\/ar\//),
        dir: 'rtl',
      },
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(message?.ttl).toBeGreaterThan(23 * 3_600)
    expect(message?.ttl).toBeLessThan(24 * 3_600)
    expect(mailbox.mails).toHaveLength(1)
    await deliverAlerts(later())
    expect(service.messages).toHaveLength(2)
  })

  it.each([404, 410])('ends the subscription of a browser that is gone: %i', async (status) => {
    await addBrowser('/phone')
    await fire()
    service.answers.push({ status })
    await deliverAlerts(later())
    expect([service.messages, service.refused, await browsers()]).toEqual([[], [], []])
    expect(await messages()).toEqual([{ state: 'dropped', reason: 'turned-off' }])
  })

  it('reaches the other browser of a visitor whose one browser is gone, which stays', async () => {
    await addBrowser('/phone')
    await addBrowser('/laptop')
    await fire()
    service.answers.push({ status: 410 })
    await deliverAlerts(later())
    const [left] = service.messages
    expect(await browsers()).toEqual([{ endpoint: `${service.origin}${left?.path}` }])
  })

  it('counts as told when its browser is gone: another one is told that a cancelled match takes place', async () => {
    await addBrowser('/phone')
    await addBrowser('/tablet')
    const match = await fire()
    await database.kysely.updateTable('visitor_alert_settings').set({ mail_on: false }).execute()
    const set = (status: string) =>
      database.kysely.updateTable('matches').set({ status }).where('id', '=', match).execute()
    await set('cancelled')
    expect(await evaluateAlerts(later())).toBe(1)
    await deliverAlerts(later())
    await database.kysely.deleteFrom('push_subscriptions').execute()
    expect((await messages()).filter(({ state }) => state === 'sent')).toHaveLength(2)
    await addBrowser('/laptop')
    await set('scheduled')
    expect(await evaluateAlerts(later())).toBe(1)
    await deliverAlerts(later())
    expect(service.messages.map(({ path }) => path).sort()).toEqual(['/laptop', '/phone', '/tablet'])
  })

  it('ends with the subscription of its browser', async () => {
    await addBrowser('/phone')
    await fire()
    await database.kysely.deleteFrom('push_subscriptions').execute()
    await deliverAlerts(later())
    expect(await messages()).toEqual([{ state: 'dropped', reason: 'turned-off' }])
  })

  it.each([
    ['busy', { status: 503 }, 0.5],
    ['asked too often', { status: 429, headers: { 'retry-after': '600' } }, 10],
    ['closed for a week', { status: 503, headers: { 'retry-after': '604800' } }, 24 * 60],
  ])('is tried again when a service that is %s allows it', async (_, answer, minutes) => {
    await addBrowser('/phone')
    await fire()
    service.answers.push(answer)
    const first = Date.now() + 120_000
    const deliverAt = (time: number) => deliverAlerts({ ...site(), clock: () => new Date(time) })
    await deliverAt(first)
    expect(await messages()).toEqual([{ state: 'waiting', reason: 'delayed' }])
    const again = first + minutes * 60_000
    await deliverAt(again - 1)
    expect([service.messages, await browsers()]).toEqual([[], [{ endpoint: `${service.origin}/phone` }]])
    await deliverAt(again)
    // The match has begun by the next day.
    expect(await messages()).toMatchObject([{ state: minutes < 24 * 60 ? 'sent' : 'dropped' }])
    expect(service.refused).toEqual([])
  })

  it('is given up when the service refuses it for good', async () => {
    await addBrowser('/phone')
    await fire()
    service.answers.push({ status: 413 })
    await deliverAlerts(later())
    expect(await messages()).toEqual([{ state: 'failed', reason: 'rejected' }])
    expect(await browsers()).toHaveLength(1)
  })

  it('is signed with the key that browsers are given when they subscribe', async () => {
    const { publicKey } = await readVapidKeys(database.kysely, site().env)
    service.applicationServerKey = publicKey
    await addBrowser('/phone')
    await fire()
    await deliverAlerts(later())
    expect([service.messages.length, service.refused]).toEqual([1, []])
  })
})

describe('a subscription', () => {
  const add = (endpoint: string, keys = service.subscribe('').keys) =>
    addSubscription(database.kysely, ada, { json: JSON.stringify({ endpoint, keys }), userAgent: null })

  it.each([
    'http://push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://192.168.1.1/x',
    'https://localhost/x',
    'https://ada:secret@push.example.org/x',
    'file:///etc/passwd',
    '',
  ])('is refused at %j', async (endpoint) => {
    expect([await add(endpoint), await browsers()]).toEqual([false, []])
  })

  it('is stored at an address of the internet, and leads no message into a private network', async () => {
    expect(await add('https://push.example.org/x')).toBe(true)
    expect(await addSubscription(database.kysely, ada, { json: '{"endpoint": 1', userAgent: null })).toBe(
      false,
    )
    expect(await add('https://push.example.org/y', { p256dh: 'AA', auth: 'AA' })).toBe(false)
    await database.kysely.deleteFrom('push_subscriptions').execute()
    // Stored by an earlier release, or by a name that leads elsewhere now.
    await addBrowser('/inside')
    await fire()
    await deliverAlerts({ ...later(), push: { isLocal: false } })
    expect(service.messages).toEqual([])
  })

  it('belongs to the visitor who registered the browser last', async () => {
    const grace = await createMember(database, 'grace@example.org')
    await add('https://push.example.org/x')
    const json = JSON.stringify({
      endpoint: 'https://push.example.org/x',
      keys: service.subscribe('').keys,
    })
    await addSubscription(database.kysely, grace, { json, userAgent: null })
    const rows = await database.kysely.selectFrom('push_subscriptions').select('user_id').execute()
    expect(rows).toEqual([{ user_id: grace }])
  })
})

it('the keys of the site are made once over several processes, sealed with its secret, and made again for another secret', async () => {
  const env = { secret: 'a secret of this test' }
  const read = () => readVapidKeys(database.kysely, env)
  const keys = await Promise.all([read(), read(), read()])
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
  const { value } = await database.kysely
    .selectFrom('app_secrets')
    .select('value')
    .where('name', '=', 'vapid')
    .executeTakeFirstOrThrow()
  expect(value).toMatch(/^v1\.[\w-]+$/)
  await addBrowser('/old')
  const other = await readVapidKeys(database.kysely, { secret: 'another secret of this test' })
  expect([other.publicKey === keys[0]?.publicKey, await browsers()]).toEqual([false, []])
})
