import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findTroubles } from '#app/features/alerts/find-troubles.server.ts'
import { shippedTexts } from '#app/features/alerts/labels.server.ts'
import { kindText, screenOf, subjectText, whyText } from '#app/features/alerts/texts.ts'
import { listOpenTroubles, trackTroubles } from '#app/features/alerts/troubles.server.ts'
import { mergeLeagues } from '#app/features/contests/leagues.server.ts'
import { createKey, listKeys, revokeKey } from '#app/features/read-api/key-commands.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { DAY_MS, HOUR_MS } from '#app/platform/time.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import {
  createWebhook,
  findWebhook,
  listWebhooks,
  redeliver,
  removeWebhook,
  renewSecret,
  resume,
  saveWebhooks,
} from './commands.server.ts'
import { runWebhooks } from './deliver.server.ts'
import { forgetOldMessages } from './jobs.server.ts'
import { listActiveWebhooks, planMessages } from './plan.server.ts'
import { nextWait } from './rules.ts'

const ACTOR = { id: null, email: 'ada@example.org' }
const SECRET = 'a secret of this test'
const ENV = { APP_SECRET: SECRET, ALLOW_PRIVATE_FEEDS: '1' }
const EVERYTHING = 'match.added match.moved match.removed match.ended match.result'

let database: Database
let receiver: WebhookReceiver
let league: string
let other: string
let webhook: string
let now: Date

beforeEach(async () => {
  database = await createTestDatabase()
  receiver = await startWebhookReceiver()
  now = new Date()
  const db = database.kysely
  ;({ leagueId: league } = await createPlace(db, { league: 'Serie A' }))
  other = (await createPlace(db, { league: 'Serie B' })).leagueId
  await createKey(db, { name: 'Partner', limit_per_minute: 10, expires_on: '' }, ACTOR)
  const [key] = await listKeys(db)
  const made = await createWebhook(
    db,
    { secret: SECRET },
    { name: 'Hook', url: receiver.url, key_id: key?.id ?? '' },
    ACTOR,
  )
  webhook = made?.id ?? ''
  receiver.secret = made?.secret ?? ''
})
afterEach(async () => {
  await receiver.close()
  await database.close()
})

async function set(after: Record<string, string | number>): Promise<string> {
  const known = await database.kysely
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhook)
    .executeTakeFirstOrThrow()
  const before = Object.fromEntries(
    Object.keys(after).map((column) => [column, known[column as keyof typeof known] as string]),
  )
  const update = [{ id: webhook, before, after }]
  return (await saveWebhooks(database.kysely, { create: [], update, remove: [] }, ACTOR)).kind
}

/** A pass of the worker. */
const run = (env: NodeJS.ProcessEnv = ENV) =>
  runWebhooks({ ...createServices(database), env: parseEnv(env), clock: () => now })

const received = () =>
  receiver.hooks.map(({ body: { type, data } }) => {
    const match = data.match as { home: string } | null
    return `${type} ${match?.home ?? (data.before as { home: string }).home}`
  })

const deliveries = async () => (await findWebhook(database.kysely, webhook))?.deliveries ?? []

async function price(match: string, home: number): Promise<void> {
  const db = database.kysely
  const book = await db.selectFrom('bookmakers').select('id').where('name', '=', 'Alpha').executeTakeFirst()
  const bookmaker = book?.id ?? (await createBookmaker(db, { name: 'Alpha', key: 'alpha' }))
  await db.deleteFrom('odds').where('match_id', '=', match).where('bookmaker_id', '=', bookmaker).execute()
  await createQuote(db, { match, bookmaker, prices: [home, 3, 4] })
  await sql`select refresh_headlines(array[${match}::uuid], now())`.execute(db)
}

describe('a webhook', () => {
  it('is told in order what happens, signed, each message once', async () => {
    const db = database.kysely
    await createMatch(db, { league_id: league, home_team: 'Before' })
    await set({ events: EVERYTHING })
    await run()
    expect(receiver.hooks).toEqual([])
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    await createMatch(db, { league_id: other, home_team: 'Bari' })
    await run()
    const update = (values: object) => db.updateTable('matches').set(values).where('id', '=', match).execute()
    await update({ start_time: new Date(Date.now() + 2 * DAY_MS) })
    await update({ featured: true })
    await update({ status: 'finished', home_score: 2, away_score: 1 })
    await run()
    await update({ home_score: 3 })
    await run()
    await db.deleteFrom('matches').where('id', '=', match).execute()
    await run()
    expect(received()).toEqual([
      'match.added Inter',
      'match.added Bari',
      'match.moved Inter',
      'match.result Inter',
      'match.ended Inter',
      'match.result Inter',
      'match.removed Inter',
    ])
    expect(receiver.hooks.every(({ isSigned }) => isSigned)).toBe(true)
    expect(new Set(receiver.hooks.map(({ id }) => id)).size).toBe(7)
    const results = receiver.hooks.filter(({ body }) => body.type === 'match.result')
    expect(results.map(({ body }) => body.data)).toMatchObject([
      { home_score: 2, away_score: 1 },
      { home_score: 3, away_score: 1 },
    ])
    expect((await deliveries()).every(({ state, status }) => state === 'delivered' && status === 204)).toBe(
      true,
    )
  })

  it('is signed with a renewed secret from the next message on, also of the same pass', async () => {
    const db = database.kysely
    await set({ events: EVERYTHING })
    await run()
    for (const home_team of ['First', 'Second']) await createMatch(db, { league_id: league, home_team })
    receiver.onHook = async () => {
      receiver.secret = (await renewSecret(db, { secret: SECRET }, webhook, ACTOR)) ?? ''
    }
    await run()
    expect(receiver.hooks.map(({ isSigned }) => isSigned)).toEqual([true, true])
  })

  it('of two is told its own messages, and neither waits for the other or changes with it', async () => {
    const db = database.kysely
    const second = await startWebhookReceiver()
    const [key] = await listKeys(db)
    const made = await createWebhook(
      db,
      { secret: SECRET },
      { name: 'Second', url: second.url, key_id: key?.id ?? '' },
      ACTOR,
    )
    second.secret = made?.secret ?? ''
    const told = ({ hooks }: WebhookReceiver) =>
      hooks.map(
        ({ body, isSigned }) => isSigned && `${body.type} ${(body.data.match as { home: string }).home}`,
      )
    try {
      await set({ events: 'match.result match.cancelled price.moved', leagues: league, price_percent: 1 })
      const setSecond = (values: object) =>
        db
          .updateTable('webhooks')
          .set(values)
          .where('id', '=', made?.id ?? '')
          .execute()
      await setSecond({
        ...{ events: 'match.result match.cancelled match.ended price.moved', leagues: '' },
        price_percent: 50,
      })
      const create = (home_team: string, league_id: string) => createMatch(db, { league_id, home_team })
      const [inter, milan, bari] = [
        await create('Inter', league),
        await create('Milan', league),
        await create('Bari', other),
      ]
      await price(inter, 2)
      await run()
      // Each compares a price with the one that it has told, the second without leagues with the first that it has heard of.
      for (const home of [2.5, 3, 3.9]) {
        await price(inter, home)
        await run()
      }
      const compared = [receiver, second].map(({ hooks }) =>
        hooks.splice(0).map(({ body }) => (body.data.prices as { was: number }[])[0]?.was),
      )
      expect(compared).toEqual([[2, 2.5, 3], [2.5]])
      await setSecond({ is_active: false })
      const end = { status: 'finished', home_score: 2, away_score: 1 }
      await db.updateTable('matches').set(end).where('id', 'in', [inter, bari]).execute()
      await db.updateTable('matches').set({ status: 'cancelled' }).where('id', '=', milan).execute()
      receiver.answers = [204, 503]
      await run()
      expect([told(receiver), told(second)]).toEqual([['match.result Inter', 'match.cancelled Milan'], []])
      // What one was told is new to the other, which does not wait for what has failed.
      await setSecond({ is_active: true })
      await run()
      expect(receiver.hooks).toHaveLength(2)
      expect(told(second).toSorted()).toEqual([
        ...['match.cancelled Milan', 'match.ended Bari', 'match.ended Inter', 'match.result Bari'],
        'match.result Inter',
      ])
      expect((await deliveries()).map(({ state }) => state)).toEqual([
        'waiting',
        ...Array(4).fill('delivered'),
      ])
      const waiting = (await listWebhooks(db)).map((one) => [one.name, one.waiting])
      expect(waiting).toEqual([
        ['Hook', 1],
        ['Second', 0],
      ])
      // What becomes of one, and what an operator does with it, is not done with the other.
      const others = () =>
        db
          .selectFrom('webhooks')
          .selectAll()
          .where('id', '=', made?.id ?? '')
          .executeTakeFirstOrThrow()
      const last = { attempts: 8, next_at: now }
      await db.updateTable('webhook_deliveries').set(last).where('state', '=', 'waiting').execute()
      receiver.answers = [503]
      await run()
      expect((await findWebhook(db, webhook))?.stoppedAt).toBe(now.toISOString())
      expect((await others()).stopped_at).toBeNull()
      await setSecond({ stopped_at: now })
      const before = await others()
      await resume(db, webhook, ACTOR)
      await renewSecret(db, { secret: SECRET }, webhook, ACTOR)
      expect(
        await redeliver(
          db,
          (await deliveries()).map(({ id }) => id),
          made?.id,
        ),
      ).toBe(0)
      await removeWebhook(db, webhook, ACTOR)
      expect(await others()).toEqual(before)
      expect((await findWebhook(db, made?.id ?? ''))?.deliveries).toHaveLength(6)
    } finally {
      await second.close()
    }
  })

  it('is told once that a match is called off, by its status or its fixture', async () => {
    const db = database.kysely
    await set({ events: 'match.cancelled match.ended' })
    const [first, second] = [
      await createMatch(db, { league_id: league, home_team: 'Inter' }),
      await createMatch(db, { league_id: league, home_team: 'Bari' }),
    ]
    await db.insertInto('fixtures').values({ match_id: second, status_short: 'NS' }).execute()
    await run()
    await db.updateTable('matches').set({ status: 'cancelled' }).where('id', '=', first).execute()
    await db.updateTable('fixtures').set({ status_short: 'CANC' }).execute()
    await run()
    await db.updateTable('matches').set({ away_team: 'Other' }).execute()
    await run()
    expect(received().toSorted()).toEqual(['match.cancelled Bari', 'match.cancelled Inter'])
    expect(receiver.hooks.map(({ body }) => body.data.match)).toMatchObject([
      { status: 'cancelled' },
      { status: 'cancelled' },
    ])
  })

  it('is told that a match is put off, and takes place at its time after all', async () => {
    const db = database.kysely
    await set({ events: 'match.delayed match.cancelled' })
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    await db.insertInto('fixtures').values({ match_id: match, status_short: 'NS' }).execute()
    await run()
    for (const status_short of ['PST', 'NS', 'PST', 'CANC']) {
      await db.updateTable('fixtures').set({ status_short }).execute()
      await run()
    }
    const told = receiver.hooks.map(({ body: { type, data } }) => [
      type,
      (data.match as { delay: string | null }).delay,
      data.before,
    ])
    expect(told).toEqual([
      ['match.delayed', 'postponed', { delay: null }],
      ['match.delayed', null, { delay: 'postponed' }],
      ['match.delayed', 'postponed', { delay: null }],
      ['match.cancelled', null, undefined],
    ])
  })

  it('is told that a match takes place after all, if it was told that it does not', async () => {
    const db = database.kysely
    await set({ events: 'match.cancelled match.restored' })
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    await db.insertInto('fixtures').values({ match_id: match, status_short: 'NS' }).execute()
    const code = (status_short: string) => db.updateTable('fixtures').set({ status_short }).execute()
    await run()
    await code('CANC')
    await code('NS')
    await run()
    expect(received()).toEqual([])
    for (const short of ['CANC', 'NS', 'CANC']) {
      await code(short)
      await run()
    }
    expect(received()).toEqual(['match.cancelled Inter', 'match.restored Inter', 'match.cancelled Inter'])
    // After the time for which messages are kept.
    await db
      .updateTable('webhook_deliveries')
      .set({ created_at: new Date(Date.now() - 40 * DAY_MS) })
      .execute()
    await db
      .updateTable('matches')
      .set({ start_time: new Date(Date.now() + 60 * DAY_MS) })
      .execute()
    await forgetOldMessages(db, new Date())
    await code('NS')
    await run()
    expect(received().at(-1)).toBe('match.restored Inter')
    expect(received()).toHaveLength(4)
  })

  it('is told of a price of its leagues that has changed by so much, since it was told last', async () => {
    const db = database.kysely
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    const elsewhere = await createMatch(db, { league_id: other, home_team: 'Bari' })
    await price(match, 2)
    await price(elsewhere, 2)
    expect(await set({ events: 'price.moved' })).toBe('invalid')
    expect(await set({ events: 'price.moved', leagues: league, price_percent: 10 })).toBe('saved')
    await run()
    await price(elsewhere, 3)
    await price(match, 2.1)
    await run()
    expect(receiver.hooks).toEqual([])
    await price(match, 2.2)
    await run()
    await price(match, 2.3)
    await run()
    expect(receiver.hooks.map(({ body }) => body.data)).toMatchObject([
      { match: { home: 'Inter' }, prices: [{ outcome: 'home', was: 2, now: 2.2, share: 0.1 }] },
    ])
  })

  it('of a league is told of a match that leaves it, and nothing of it later', async () => {
    const db = database.kysely
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    await set({ events: EVERYTHING, leagues: league })
    await run()
    const update = async (values: object) => {
      await db.updateTable('matches').set(values).where('id', '=', match).execute()
      await run()
    }
    await update({ league_id: other })
    await update({ start_time: new Date(Date.now() + 9 * DAY_MS) })
    expect(received()).toEqual(['match.moved Inter'])
    expect(receiver.hooks[0]?.body.data).toMatchObject({ league_id: other, before: { league_id: league } })
  })

  it('of a league that is merged into another is told of the matches of both', async () => {
    const db = database.kysely
    const teams = { home_team: 'Inter', away_team: 'Milan', start_time: new Date(Date.now() + DAY_MS) }
    const [match, moved] = [
      await createMatch(db, { league_id: league, ...teams }),
      await createMatch(db, { league_id: other, home_team: 'Bari' }),
    ]
    const gone = await createMatch(db, { league_id: other, ...teams })
    await price(match, 2)
    await price(moved, 2)
    const leagues = `${crypto.randomUUID()} ${other} ${league}`
    await set({ events: `${EVERYTHING} price.moved`, leagues: other, price_percent: 10 })
    await run()
    await price(moved, 2.1)
    await run()
    const { id: second } = await db
      .insertInto('webhooks')
      .columns(['key_id', 'name', 'url', 'sealed_secret', 'events', 'leagues', 'is_active'])
      .expression((eb) =>
        eb
          .selectFrom('webhooks')
          .select(['key_id', 'name', 'url', 'sealed_secret', 'events'])
          .select([sql<string>`${leagues}`.as('leagues'), sql<boolean>`false`.as('is_active')]),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    // It is not looked at before the merge.
    await createMatch(db, { league_id: other, home_team: 'Lecce' })
    const merge = { keep: league, gone: other, actor: { id: null, email: 'overround' } }
    expect(await db.transaction().execute((trx) => mergeLeagues(trx, merge))).toBe(true)
    const listed = await db.selectFrom('webhooks').select(['id', 'leagues']).execute()
    expect(new Map(listed.map((row) => [row.id, row.leagues]))).toEqual(
      new Map([
        [webhook, league],
        [second, leagues.replace(` ${other}`, '')],
      ]),
    )
    await run()
    const removed = receiver.hooks.find(({ body }) => body.type === 'match.removed')
    expect(removed?.body.data).toMatchObject({ match_id: gone })
    expect(received().toSorted()).toEqual([
      'match.added Lecce',
      'match.moved Bari',
      'match.moved Lecce',
      'match.removed Inter',
    ])
    // Prices are compared with those that were told before, and those of the other league with those of the merge.
    await price(moved, 2.2)
    await price(match, 3)
    await run()
    expect(received().slice(4).toSorted()).toEqual(['price.moved Bari', 'price.moved Inter'])
    await db
      .updateTable('matches')
      .set({ start_time: new Date(Date.now() + 9 * DAY_MS) })
      .execute()
    await run()
    expect(received().slice(6).toSorted()).toEqual([
      'match.moved Bari',
      'match.moved Inter',
      'match.moved Lecce',
    ])
  })

  it('loses nothing when its league is merged into another during a pass', async () => {
    const db = database.kysely
    await set({ events: EVERYTHING, leagues: other })
    await run()
    const [before] = await listActiveWebhooks(db, now)
    if (!before) throw new Error('There is no webhook')
    await createMatch(db, { league_id: other, home_team: 'Bari' })
    const merge = { keep: league, gone: other, actor: { id: null, email: 'overround' } }
    await db.transaction().execute((trx) => mergeLeagues(trx, merge))
    await planMessages(createServices(database), { ...before, isSeeded: false }, now)
    expect(await listActiveWebhooks(db, now)).toMatchObject([
      { leagues: [league], isSeeded: false, position: before.position },
    ])
    await run()
    expect(received()).toEqual(['match.added Bari', 'match.moved Bari'])
  })

  it('is told the prices of its audience only, and none that it may no longer see', async () => {
    const db = database.kysely
    await saveGroups(database, [
      { name: 'Italy', countries: 'IT', bookmaker_rule: 'except', bookmakers: 'alpha' },
      { name: 'Others', countries: '', is_rest: true },
    ])
    const match = await createMatch(db, { league_id: league, home_team: 'Inter' })
    const beta = await createBookmaker(db, { name: 'Beta', key: 'beta' })
    await createQuote(db, { match, bookmaker: beta, prices: [2, 3, 4] })
    await price(match, 2.2)
    await set({ events: 'price.moved', leagues: league, price_percent: 1, country: 'IT' })
    await run()
    // The best price of a bookmaker that Italy may not see.
    await price(match, 2.5)
    await run()
    expect(receiver.hooks).toEqual([])
    await db.updateTable('odds').set({ home_odds: 2.1 }).where('bookmaker_id', '=', beta).execute()
    await sql`select refresh_headlines(array[${match}::uuid], now())`.execute(db)
    receiver.answers.push(500)
    await run()
    expect(receiver.hooks.map(({ body }) => body.data)).toMatchObject([{ prices: [{ was: 2, now: 2.1 }] }])
    // Before the next attempt, the group may see no bookmaker.
    await db
      .updateTable('audiences')
      .set({ bookmaker_rule: 'only', bookmakers: '' })
      .where('name', '=', 'Italy')
      .execute()
    now = new Date(now.getTime() + HOUR_MS)
    await run()
    expect(receiver.hooks).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ state: 'failed', error: 'audience' }])
  })

  it('is tried again at growing intervals with the same id, then stops; later messages wait', async () => {
    const db = database.kysely
    await set({ events: EVERYTHING })
    await run()
    await createMatch(db, { league_id: league, home_team: 'First' })
    await createMatch(db, { league_id: league, home_team: 'Second' })
    receiver.answers = Array.from({ length: 50 }, () => 503)
    for (let attempts = 1; ; attempts += 1) {
      await run()
      expect(receiver.hooks).toHaveLength(attempts)
      const wait = nextWait(attempts)
      if (wait === null) break
      // It is not due yet.
      now = new Date(now.getTime() + wait - 1)
      await run()
      expect(receiver.hooks).toHaveLength(attempts)
      now = new Date(now.getTime() + 1)
    }
    expect(new Set(receiver.hooks.map(({ id }) => id)).size).toBe(1)
    const [second, first] = await deliveries()
    expect(first).toMatchObject({ state: 'failed', status: 503, attempts: 9 })
    expect(second).toMatchObject({ state: 'waiting', attempts: 0 })
    expect((await findWebhook(db, webhook))?.stoppedAt).not.toBeNull()
    now = new Date(now.getTime() + DAY_MS)
    await run()
    expect(receiver.hooks).toHaveLength(9)

    // An operator resumes it, and sends the message again by hand.
    receiver.answers = []
    receiver.hooks.length = 0
    expect(await resume(db, webhook, ACTOR)).toBe(true)
    expect(await redeliver(db, [first?.id ?? 0], webhook)).toBe(1)
    await run()
    expect(received()).toEqual(['match.added First', 'match.added Second'])
    expect(await redeliver(db, [first?.id ?? 0], webhook)).toBe(1)
    await run()
    expect(receiver.hooks.map(({ id }) => id)).toEqual([first, second, first].map((it) => `msg_${it?.id}`))
  })

  it('is tried again after an answer that switches to another protocol, and the others are told', async () => {
    const db = database.kysely
    const second = await startWebhookReceiver()
    try {
      const [key] = await listKeys(db)
      const asked = { name: 'Second', url: second.url, key_id: key?.id ?? '' }
      const made = await createWebhook(db, { secret: SECRET }, asked, ACTOR)
      await db.updateTable('webhooks').set({ events: EVERYTHING }).execute()
      await run()
      await createMatch(db, { league_id: league })
      receiver.answers = [101]
      await run()
      expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, status: 101 }])
      const told = (await findWebhook(db, made?.id ?? ''))?.deliveries
      expect(told).toMatchObject([{ state: 'delivered' }])
    } finally {
      await second.close()
    }
  })

  it('waits as long as its receiver asks, at most half a day', async () => {
    await set({ events: EVERYTHING })
    await run()
    await createMatch(database.kysely, { league_id: league })
    receiver.answers = [429, 503]
    receiver.retryAfter = '600'
    await run()
    now = new Date(now.getTime() + 600_000 - 1)
    await run()
    expect(receiver.hooks).toHaveLength(1)
    now = new Date(now.getTime() + 1)
    receiver.retryAfter = new Date(Date.now() + 9 * DAY_MS).toUTCString()
    await run()
    expect(receiver.hooks).toHaveLength(2)
    now = new Date(now.getTime() + DAY_MS / 2)
    await run()
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 3 }])
  })

  it('is not sent into a private network, or once its key is revoked', async () => {
    const db = database.kysely
    await set({ events: EVERYTHING })
    await run()
    await createMatch(db, { league_id: league })
    await run({ ...ENV, ALLOW_PRIVATE_FEEDS: '' })
    expect(receiver.hooks).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, error: 'address_refused' }])
    const [key] = await listKeys(db)
    await revokeKey(db, key?.id ?? '', ACTOR)
    now = new Date(now.getTime() + DAY_MS)
    expect(await run()).toBe(false)
    expect(receiver.hooks).toEqual([])
  })
})

it('that has stopped is told to operators, and is a trouble until it is resumed or can send nothing', async () => {
  const db = database.kysely
  const troubles = async () => {
    const found = await trackTroubles(db, now, {
      find: (tx) => findTroubles(tx, { env: parseEnv(ENV) }, now, null),
      tell: async () => {},
    })
    return found.map(({ event, trouble }) => `${event} ${subjectText(texts, trouble)}`)
  }
  const texts = shippedTexts('en')
  const stop = () => db.updateTable('webhooks').set({ stopped_at: now }).execute()
  const named = 'Webhook \u2068Hook\u2069'
  expect(await troubles()).toEqual([])
  await stop()
  expect(await troubles()).toEqual([`opened ${named}`])
  const [open] = await listOpenTroubles(db)
  expect(open && [kindText(texts, open.kind), whyText(texts, open), screenOf(open)]).toEqual([
    'Webhook stopped',
    'A message was given up, so nothing more is sent.',
    '/admin/webhooks',
  ])
  expect(await troubles()).toEqual([])
  await resume(db, webhook, ACTOR)
  expect(await troubles()).toEqual([`closed ${named}`])
  await stop()
  await troubles()
  await db.updateTable('webhooks').set({ is_active: false }).execute()
  expect(await troubles()).toEqual([`closed ${named}`])
  for (const ended of [{ expires_at: now }, { revoked_at: now }]) {
    await db.updateTable('webhooks').set({ is_active: true }).execute()
    await db.updateTable('api_keys').set({ expires_at: null, revoked_at: null }).execute()
    expect(await troubles()).toEqual([`opened ${named}`])
    await db.updateTable('api_keys').set(ended).execute()
    expect(await troubles()).toEqual([`closed ${named}`])
  }
})

describe.runIf(process.env.TEST_DATABASE_URL)('a process that is killed', () => {
  it('between sending and noting it sends the same id again in the next one', async () => {
    const db = database.kysely
    await set({ events: EVERYTHING })
    await run()
    await createMatch(db, { league_id: league, home_team: 'Inter' })
    await createMatch(db, { league_id: league, home_team: 'Milan' })
    let child: ChildProcess | undefined
    receiver.onHook = () => {
      child?.kill('SIGKILL')
    }
    child = spawn(process.execPath, ['tests/support/send-webhooks.ts'], {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, ...ENV, DATABASE_URL: database.url },
      stdio: 'ignore',
    })
    const [, signal] = await once(child, 'exit')
    expect(signal).toBe('SIGKILL')
    receiver.onHook = () => {}
    now = new Date()
    await run()
    const [first = '', ...others] = receiver.hooks.map(({ id }) => id)
    expect(others[0]).toBe(first)
    expect(received()).toEqual(['match.added Inter', 'match.added Inter', 'match.added Milan'])
  })
})
