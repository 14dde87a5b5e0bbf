import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alertJobs, lookForTroubles } from '#app/features/alerts/jobs.server.ts'
import { parseTroublesFilter } from '#app/features/alerts/list.ts'
import { renewWebhookSecret } from '#app/features/alerts/settings.server.ts'
import { listOpenTroubles, listTroubles } from '#app/features/alerts/troubles.server.ts'
import { addSchedules } from '#app/features/imports/schedules/source-schedules.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { type Env, parseEnv } from '#app/platform/env.ts'
import { type Jobs, startJobs } from '#app/platform/jobs.server.ts'
import { createLog } from '#app/platform/log.ts'
import { HOUR_MS, MINUTE_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts'
import { openDesk } from '#tests/support/runs.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { runJobs, schedulesJob } from './runs.ts'

const ACTOR = { id: null, email: 'ada@example.org' }
/** One schedule each, every ten minutes, with a separate competition. */
const LEAGUES = ['soccer_stopped', 'soccer_emptied', 'soccer_halved', 'soccer_delayed']
const EVERY = 10
const MATCHES = 6

let database: Database
let feed: FeedServer
let mailbox: Mailbox
let receiver: WebhookReceiver
let desk: ReturnType<typeof openDesk>
let jobs: Jobs
let env: Env
let now: Date
const clock = () => now

beforeEach(async () => {
  database = await createTestDatabase()
  feed = await startFeedServer()
  mailbox = await openMailbox()
  receiver = await startWebhookReceiver()
  desk = openDesk(database)
  env = parseEnv({
    ODDS_API_URL: feed.url(''),
    ODDS_API_KEY: 'k',
    ALLOW_PRIVATE_FEEDS: '1',
    SMTP_URL: mailbox.url,
    APP_URL: 'https://odds.example.org',
    APP_SECRET: 'a secret of this test',
  })
  now = new Date(Date.now() - 8 * HOUR_MS)
  const kinds = [...runJobs(site()), ...alertJobs(site())]
  // Only the test checks the schedules, at the times that it sets.
  jobs = await startJobs(
    database,
    site().log,
    kinds.filter(({ name }) => name !== 'import-schedules').map(({ cron: _, ...kind }) => kind),
  )
  await setUp()
})
afterEach(async () => {
  await jobs.stop()
  await desk.close()
  await Promise.all([feed.close(), mailbox.close(), receiver.close()])
  await database.close()
})

const site = () => ({
  database,
  env,
  log: createLog('silent'),
  jobs: desk.jobs,
  clock,
  fetch: { retryDelayMs: 1 },
})

async function setUp() {
  const { kysely } = database
  await addSchedules(kysely)
  await kysely
    .updateTable('import_schedules')
    .set({ counted_minutes: 3 * EVERY })
    .where('source', '=', 'the-odds-api')
    .execute()
  await kysely
    .insertInto('import_schedules')
    .values(
      LEAGUES.map((league) => ({
        source: `the-odds-api/${league}`,
        name: league,
        every_minutes: EVERY,
        sports: league,
        active_since: now,
      })),
    )
    .execute()
  await kysely
    .insertInto('profiles')
    .values([
      { email: 'ada@example.org', role: 'admin', is_active: true, preferred_language: 'de' },
      { email: 'gone@example.org', role: 'admin', is_active: false },
      { email: 'member@example.org', role: 'user', is_active: true },
    ])
    .execute()
  await kysely.updateTable('alert_settings').set({ webhook_url: receiver.url }).execute()
  receiver.secret = await renewWebhookSecret(kysely, env, ACTOR)
}

/** The list of a competition: matches of tomorrow, priced so many minutes ago. */
function serve(league: string, { matches = MATCHES, age = 1 } = {}) {
  const at = new Date(now.getTime() - age * MINUTE_MS).toISOString()
  const start = new Date(Date.now() + 24 * HOUR_MS).toISOString()
  const events = Array.from({ length: matches }, (_, n) => ({
    ...oddsApiEvent(
      {
        id: `${league}-${n}`,
        home: `Northbridge ${league} ${n}`,
        away: `Southmoor ${league} ${n}`,
        start,
        league,
        country: 'England',
        sport: 'Soccer',
      },
      [{ key: 'alderbet', title: 'Alderbet', prices: [2.1, 3.4, 3.6], at }],
    ),
    // A list withdraws the prices of what it lacks of its league.
    sport_key: league,
    sport_title: league,
  }))
  feed.answer(`/v4/sports/${league}/odds`, {
    kind: 'body',
    body: JSON.stringify(events),
    headers: { 'x-requests-remaining': '400', 'x-requests-used': '100' },
  })
}

/** Advances the clock by minutes; then the schedules run, and three processes look for troubles at once. */
async function pass(minutes: number, { withTurns = true } = {}) {
  // A check that the last turn has asked for would see this one half done, as one that comes a turn late.
  await sql`delete from pgboss.job where name = 'troubles' and state = 'created'`.execute(database.kysely)
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select from pgboss.job where name = 'troubles' and state in ('active', 'retry')`.execute(
        database.kysely,
      )
    expect(rows).toEqual([])
  }, 60_000)
  now = new Date(now.getTime() + minutes * MINUTE_MS)
  if (withTurns) {
    await schedulesJob(site()).handle({}, new AbortController().signal, '')
    await vi.waitFor(async () => {
      const rows = await database.kysely.selectFrom('runs').select('status').execute()
      expect(rows.filter(({ status }) => !['done', 'failed'].includes(status))).toEqual([])
    }, 60_000)
  }
  await Promise.all([lookForTroubles(site()), lookForTroubles(site()), lookForTroubles(site())])
}

const open = async () =>
  (await listOpenTroubles(database.kysely)).map(({ name, kind }) => `${name} ${kind}`).sort()

/** The errors of all runs so far, for the message of a failed assertion. */
async function errorsOfRuns(): Promise<string> {
  const failed = await database.kysely
    .selectFrom('runs')
    .select(['subject', 'turn_at', 'error'])
    .where('status', '=', 'failed')
    .execute()
  return JSON.stringify(failed)
}

/** The messages of the receiver and the mailbox, once there are that many. */
async function told(count: number): Promise<string[]> {
  await vi.waitFor(() => {
    expect(receiver.hooks.length).toBeGreaterThanOrEqual(count)
    expect(mailbox.mails.length).toBeGreaterThanOrEqual(count)
  }, 60_000)
  expect(receiver.hooks.every(({ isSigned }) => isSigned)).toBe(true)
  expect(mailbox.mails.every(({ to }) => to === 'ada@example.org')).toBe(true)
  return receiver.hooks
    .map(({ body: { type, data } }) => `${data.name} ${data.kind} ${type.replace('trouble.', '')}`)
    .sort()
}

describe('feeds that are stopped, emptied, halved, delayed and broken', () => {
  it('are each reported within their interval, once, and once when they are over', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      for (const league of LEAGUES) serve(league)
      await pass(EVERY)
      expect(await open(), await errorsOfRuns()).toEqual([])
    }
    const quota = await database.kysely.selectFrom('runs').select('quota').executeTakeFirst()
    expect(quota).toEqual({ quota: { remaining: 400, limit: 500 } })

    // All troubles are detected within the interval. Prices count by the real time of their confirmation.
    await database.kysely.updateTable('quotes_seen').set({ seen_at: now }).execute()
    feed.answer('/v4/sports/soccer_stopped/odds', { kind: 'drop' })
    serve('soccer_emptied', { matches: 0 })
    serve('soccer_halved', { matches: MATCHES / 2 })
    serve('soccer_delayed', { age: 60 })
    const wrong = [
      'soccer_delayed late',
      'soccer_emptied empty',
      'soccer_halved shrunken',
      'soccer_stopped failing',
    ]
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual(wrong)
    // Its prices are old at the next turn; until then the mail says that they grow old.
    const isStopped = ({ subject }: { subject: string }) => subject.includes('soccer_stopped')
    await vi.waitFor(() => expect(mailbox.mails.some(isStopped)).toBe(true), 60_000)
    serve('soccer_halved', { matches: MATCHES / 2 })
    await pass(EVERY)
    expect(await told(4)).toEqual(wrong.map((one) => `${one} opened`))
    expect(mailbox.mails).toHaveLength(4)
    const mail = mailbox.mails.find(({ subject }) => subject.includes('soccer_halved'))
    expect(mail?.subject).toContain('The Odds API · soccer_halved – Geschrumpft')
    expect(mail?.text).toContain('Der Feed bringt 3 Einträge, sonst 6.')
    expect(mail?.link).toBe('https://odds.example.org/admin/sources/the-odds-api')
    const stopped = mailbox.mails.find(isStopped)
    expect(stopped?.text).toMatch(/\d+ Quoten altern; sie (zählen ab|hören zwischen) /)

    // They are repaired, and one of them breaks again.
    for (const league of LEAGUES) serve(league)
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual([])
    const over = [...wrong.map((one) => `${one} opened`), ...wrong.map((one) => `${one} closed`)].sort()
    expect(await told(8)).toEqual(over)
    expect(mailbox.mails.filter(({ subject }) => subject.includes('vorbei'))).toHaveLength(4)
    for (const league of LEAGUES) serve(league)
    feed.answer('/v4/sports/soccer_emptied/odds', { kind: 'body', body: '[{"id": "soccer_em' })
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual(['soccer_emptied failing'])
    for (const league of LEAGUES) serve(league)
    await pass(EVERY)
    const broken = ['soccer_emptied failing opened', 'soccer_emptied failing closed']
    expect(await told(10)).toEqual([...over, ...broken].sort())
    expect(mailbox.mails).toHaveLength(10)
    expect(new Set(receiver.hooks.map(({ id }) => id)).size).toBe(10)

    // No process is running, and the schedules are unchanged.
    await pass(EVERY, { withTurns: false })
    expect(await open(), await errorsOfRuns()).toEqual([])
    await pass(EVERY / 2 + 1, { withTurns: false })
    expect(await open(), await errorsOfRuns()).toEqual([' stopped'])
    await told(11)
    const { total } = await listTroubles(database.kysely, parseTroublesFilter(new URLSearchParams()))
    expect(total).toBe(6)
  })

  it('are one trouble if their source is dead, with its schedules, and over when the last one works', async () => {
    for (const league of LEAGUES) serve(league)
    await pass(EVERY)
    const [first = '', ...others] = LEAGUES
    feed.answer(`/v4/sports/${first}/odds`, { kind: 'body', status: 503, body: 'Maintenance' })
    for (const league of others) feed.answer(`/v4/sports/${league}/odds`, { kind: 'drop' })
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual([' failing'])
    for (const league of [first, others[0] ?? '']) serve(league)
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual([' failing'])
    for (const league of LEAGUES) serve(league)
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual([])
    expect(await told(2)).toEqual([' failing closed', ' failing opened'])
    const mail = mailbox.mails.find(({ subject }) => !subject.includes('vorbei'))
    expect(mail?.subject).toContain('The Odds API – Fehlerhaft')
    // One that is noticed later comes last.
    const stopped = receiver.hooks[0]?.body.data.schedules as { name: string }[]
    expect(stopped.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject(
      LEAGUES.toSorted().map((name) => ({ source: `the-odds-api/${name}`, name })),
    )
    for (const league of LEAGUES) expect(mail?.text).toContain(league)
  })

  it('are one trouble while a dead source fails, lists nothing and then old prices, until it works again', async () => {
    const each = (how: (league: string) => void) => {
      for (const league of LEAGUES) how(league)
      return pass(EVERY)
    }
    for (let turn = 0; turn < 3; turn += 1) await each((league) => serve(league))
    expect(await open(), await errorsOfRuns()).toEqual([])
    await each((league) => serve(league, { matches: 0 }))
    expect(await open(), await errorsOfRuns()).toEqual([' empty'])
    await each((league) => feed.answer(`/v4/sports/${league}/odds`, { kind: 'drop' }))
    expect(await open(), await errorsOfRuns()).toEqual([' empty'])
    await each((league) => serve(league, { age: 60 }))
    expect(await open(), await errorsOfRuns()).toEqual([' empty'])
    await each((league) => serve(league))
    expect(await open(), await errorsOfRuns()).toEqual([])
    expect(await told(2)).toEqual([' empty closed', ' empty opened'])
    const { total } = await listTroubles(database.kysely, parseTroublesFilter(new URLSearchParams()))
    expect(total).toBe(1)
  })

  it('are told of again if they worked for an hour, although another one still lists nothing', async () => {
    const [first = '', ...others] = LEAGUES
    for (const league of LEAGUES) serve(league)
    await pass(EVERY)
    for (const league of LEAGUES) serve(league, { matches: 0 })
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual([' empty'])
    // Back for a moment: that is the same trouble.
    for (const league of others) serve(league)
    await pass(EVERY)
    for (const league of others) feed.answer(`/v4/sports/${league}/odds`, { kind: 'drop' })
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual([' empty'])
    for (let minutes = 0; minutes <= 60; minutes += EVERY) {
      for (const league of others) serve(league)
      serve(first, { matches: 0 })
      await pass(EVERY)
    }
    expect(await open(), await errorsOfRuns()).toEqual([' empty'])
    for (const league of LEAGUES) feed.answer(`/v4/sports/${league}/odds`, { kind: 'drop' })
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual([' empty', ' failing'])
    // The one that has never worked again ends the first trouble alone.
    serve(first)
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual([' failing'])
    for (const league of LEAGUES) serve(league)
    await pass(EVERY)
    expect(await told(4)).toEqual([' empty closed', ' empty opened', ' failing closed', ' failing opened'])
    const opened = receiver.hooks.find(
      ({ body: { type, data } }) => type.endsWith('opened') && data.kind === 'failing',
    )
    expect(opened?.body.data.schedules).toHaveLength(others.length)
  })

  it('are one trouble of the site that was down, and one of a source that is dead when it runs again', async () => {
    for (const league of LEAGUES) serve(league)
    await pass(EVERY)
    await pass(EVERY + 6, { withTurns: false })
    expect(await open(), await errorsOfRuns()).toEqual([' stopped'])
    for (const league of LEAGUES) feed.answer(`/v4/sports/${league}/odds`, { kind: 'drop' })
    await pass(0)
    expect(await open(), await errorsOfRuns()).toEqual([' failing'])
    for (const league of LEAGUES) serve(league)
    await pass(EVERY)
    expect(await told(4)).toEqual([
      ' failing closed',
      ' failing opened',
      ' stopped closed',
      ' stopped opened',
    ])
  })

  it('are sent after the quiet hours, if they are still wrong, and retried when the receiver does not answer', async () => {
    const { kysely } = database
    await kysely
      .updateTable('alert_settings')
      .set({ mails: false, quiet_from: '22:00', quiet_until: '07:00', time_zone: 'Europe/Rome' })
      .execute()
    await kysely
      .deleteFrom('import_schedules')
      .where('name', 'not in', ['soccer_halved', 'soccer_stopped'])
      .where('name', '<>', '')
      .execute()
    now = new Date('2026-06-10T20:30:00Z')
    await kysely.updateTable('import_schedules').set({ active_since: now }).execute()
    for (const league of LEAGUES) feed.answer(`/v4/sports/${league}/odds`, { kind: 'body', body: '{' })
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual(['soccer_halved failing', 'soccer_stopped failing'])
    serve('soccer_stopped', { age: 0 })
    await pass(EVERY)
    expect(await open(), await errorsOfRuns()).toEqual(['soccer_halved failing'])
    now = new Date('2026-06-11T04:59:00Z')
    serve('soccer_stopped')
    await pass(0)
    expect(receiver.hooks).toEqual([])

    receiver.answers.push(503)
    now = new Date('2026-06-11T05:00:00Z')
    await lookForTroubles(site())
    expect(await hooksSoFar()).toEqual(['soccer_halved failing opened'])
    // The queue retries the message, with growing intervals; this is a retry.
    const waiting = () => findJobs('alert-webhooks')
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ state: 'retry' }]), 60_000)
    const [job] = await waiting()
    expect(job).toMatchObject({ retry_backoff: true, retry_limit: 10 })
    const kind = alertJobs(site()).find(({ name }) => name === 'alert-webhooks')
    await kind?.handle(kind.payload.parse(job?.data), new AbortController().signal, '')
    expect(await hooksSoFar()).toEqual(Array.from({ length: 2 }, () => 'soccer_halved failing opened'))
    // A receiver can ask to wait, and gets the message an hour later at most.
    receiver.answers.push(429)
    receiver.retryAfter = '86400'
    await kind?.handle(kind.payload.parse(job?.data), new AbortController().signal, '')
    const [later] = (await waiting()).filter(({ data }) => (data as { postponed?: number }).postponed === 1)
    expect(later).toMatchObject({ state: 'created', seconds: 3_600 })
    await kind?.handle(kind.payload.parse(later?.data), new AbortController().signal, '')
    expect(await hooksSoFar()).toHaveLength(4)
    expect(new Set(receiver.hooks.map(({ id }) => id)).size).toBe(1)
  })

  it('are told by mails that have the same id when they are sent again', async () => {
    const { id: troubleId } = await database.kysely
      .insertInto('troubles')
      .values({ kind: 'stopped', subject: 'site', opened_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const kind = alertJobs(site()).find(({ name }) => name === 'alert-mails')
    const told = { troubleId, event: 'opened', to: 'ada@example.org', language: 'en' }
    for (const job of ['one', 'one', 'two'])
      await kind?.handle(kind.payload.parse(told), new AbortController().signal, job)
    const ids = mailbox.mails.slice(-3).map(({ raw }) => /^Message-ID: <trouble-(\w+)@/im.exec(raw)?.[1])
    expect(ids).toEqual(['one', 'one', 'two'])
  })
})

async function hooksSoFar(): Promise<string[]> {
  await vi.waitFor(() => expect(receiver.hooks.length).toBeGreaterThan(0), 60_000)
  return receiver.hooks.map(({ body }) => `${body.data.name} ${body.data.kind} ${body.type.slice(8)}`)
}

async function findJobs(queue: string) {
  const { rows } = await sql<{
    state: string
    data: unknown
    retry_limit: number
    retry_backoff: boolean
    seconds: number
  }>`
    select state, data, retry_limit, retry_backoff, round(extract(epoch from start_after - created_on))::int as seconds
    from pgboss.job where name = ${queue}`.execute(database.kysely)
  return rows
}
