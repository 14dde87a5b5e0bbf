import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readScheduleHealth } from '#app/features/feed-health/facts.server.ts'
import { beginDemoLoading, giveUpDemoLoading } from '#app/features/imports/demo-loading.server.ts'
import { withoutPlace } from '#app/features/imports/read/without-place.server.ts'
import { runImport } from '#app/features/imports/run/run-import.server.ts'
import { addSchedules } from '#app/features/imports/schedules/source-schedules.server.ts'
import { listUnmatchedMarkets } from '#app/features/sources/market-mappings.server.ts'
import { findSource } from '#app/features/sources/registry.server.ts'
import { findPlace, saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import sportsDb from '#app/features/sources/sportsdb/index.ts'
import theOddsApi from '#app/features/sources/the-odds-api/index.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { dayOf, formatDate, HOUR_MS } from '#app/platform/time.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { adminPost, answerOf } from '#tests/support/back-office.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import { readHtml, shownText } from '#tests/support/html.ts'
import { marketOf, offerPrices, quoteOf } from '#tests/support/market-prices.ts'
import { adminText } from '#tests/support/screen.tsx'
import { openSite, type TestSite } from '#tests/support/site.ts'

const ENV = { variables: {}, allowPrivateFeeds: true }
const KEY = 'a-key-that-nobody-sees'
let database: Database
let site: TestSite
let feed: FeedServer
let admin: { cookie: string; id: string; email: string }

beforeAll(async () => {
  database = await createTestDatabase()
  feed = await startFeedServer()
  site = await openSite(database)
  admin = await signInAdministrator(database, site)
})
afterAll(async () => {
  await site.close()
  await feed.close()
  await database.close()
})

const send = async (path: string, body: unknown) =>
  answerOf<Record<string, unknown>>(await adminPost(site, admin.cookie)(`${path}.data`, body))
const page = async (path: string) => (await site.get(path, { cookie: admin.cookie })).text()

it('stores a key that it never sends back, and shows who changed it', async () => {
  // No schedule has a run yet.
  expect(shownText(await page('/admin/sources'))).not.toContain('Last runs')
  const values = { ODDS_API_KEY: KEY, ODDS_API_URL: feed.url('') }
  expect(await send('/admin/sources/the-odds-api', { kind: 'keep', values })).toMatchObject({ kind: 'saved' })
  const shown = await page('/admin/sources/the-odds-api')
  expect(shown).toContain(feed.url(''))
  expect(shown).not.toContain(KEY)
  const kept = await database.kysely.selectFrom('source_settings').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(KEY)
  const [line] = await database.kysely
    .selectFrom('audit_log')
    .select(['user_email', 'after'])
    .where('entity', '=', 'source_settings')
    .execute()
  expect(line).toEqual({
    user_email: admin.email,
    after: { ODDS_API_KEY: '•••', ODDS_API_URL: feed.url('') },
  })
  expect((await findPlace(database.kysely, ENV, theOddsApi))?.address).toContain(`apiKey=${KEY}`)
  // What the environment says, wins.
  const env = { ...ENV, variables: { ODDS_API_KEY: 'of the environment', ODDS_API_URL: feed.url('') } }
  expect((await findPlace(database.kysely, env, theOddsApi))?.address).toContain('of+the+environment')
  const bad = await send('/admin/sources/the-odds-api', { kind: 'keep', values: { ODDS_API_URL: 'ftp://x' } })
  expect(bad).toMatchObject({
    kind: 'invalid',
    problems: [{ column: 'ODDS_API_URL', problem: 'problem.web-address' }],
  })
})

it.each(['keep', 'test'])('marks a key that is too long, on %s', async (kind) => {
  const values = { ODDS_API_KEY: 'k'.repeat(5_000) }
  expect(await send('/admin/sources/the-odds-api', { kind, values })).toMatchObject({
    kind: 'invalid',
    problems: [{ column: 'ODDS_API_KEY', problem: 'problem.too-long' }],
  })
})

it('does not test a connection to an address in a private network', async () => {
  expect(await send('/admin/sources/the-odds-api', { kind: 'test', values: {} })).toMatchObject({
    kind: 'tested',
    code: 'address_refused',
  })
  expect(feed.requests).toEqual([])
})

it('stores a market that an operator has mapped from the next import on, and drops an ignored one', async () => {
  const start = new Date(Date.now() + 24 * HOUR_MS).toISOString()
  const match = {
    id: 'e1',
    home: 'Northbridge',
    away: 'Southmoor',
    start,
    league: 'EPL',
    country: 'England',
    sport: 'Soccer',
  }
  const bookmaker = (key: string, market: string) => ({ key, title: key, market, prices: [2.1, 3.4, 3.6] })
  feed.answer('/odds', {
    kind: 'body',
    body: JSON.stringify([
      oddsApiEvent(match, [bookmaker('alderbet', 'h2h_regular'), bookmaker('birchbet', 'who_scores')]),
    ]),
  })
  const bring = () =>
    runImport(database.kysely, {
      source: 'the-odds-api',
      origin: feed.url('/odds'),
      options: { fetch: { allowPrivateAddresses: true } },
    })
  const stored = () => database.kysely.selectFrom('markets').select(['type', 'period']).execute()
  await bring()
  expect(await stored()).toEqual([])
  expect(await page('/admin/sources')).toContain('h2h_regular')

  const of = { kind: 'market', source: 'the-odds-api', participant: null }
  await send('/admin/sources', { ...of, key: 'h2h_regular', type: 'match_result', period: 'full_time' })
  await send('/admin/sources', { ...of, key: 'who_scores', type: null, period: null })
  expect((await listUnmatchedMarkets(database.kysely)).markets).toEqual([])
  await bring()
  expect(await stored()).toEqual([{ type: 'match_result', period: 'full_time' }])
})

it('creates a second schedule of a source, and removes it', async () => {
  const id = crypto.randomUUID()
  const values = {
    source: 'the-odds-api/',
    name: 'Evening',
    every_minutes: 5,
    cron: null,
    time_zone: 'UTC',
    counted_minutes: null,
    in_play: false,
    sports: 'soccer_epl',
    is_active: true,
  }
  expect(await send('/admin/schedules', { create: [{ id, values }], update: [], remove: [] })).toMatchObject({
    kind: 'saved',
  })
  const rows = () =>
    database.kysely
      .selectFrom('import_schedules')
      .select(['source', 'feed', 'name'])
      .where('feed', '=', 'the-odds-api')
      .orderBy('source')
      .execute()
  expect(await rows()).toEqual([
    { source: 'the-odds-api', feed: 'the-odds-api', name: '' },
    { source: `the-odds-api/${id.slice(0, 8)}`, feed: 'the-odds-api', name: 'Evening' },
  ])
  expect(await page('/admin/sources')).toContain('Evening')
  const first = await database.kysely
    .selectFrom('import_schedules')
    .select('id')
    .where('source', '=', 'the-odds-api')
    .executeTakeFirstOrThrow()
  const change = { id, before: { every_minutes: 5 }, after: { every_minutes: 10 } }
  expect(await send('/admin/schedules', { create: [], update: [change], remove: [] })).toMatchObject({
    kind: 'saved',
  })
  expect((await rows())[1]).toMatchObject({ name: 'Evening' })
  await send('/admin/schedules', { create: [], update: [], remove: [{ id }, { id: first.id }] })
  expect(await rows()).toHaveLength(1)
})

it('counts a schedule as overdue only if its first run after it was added does not begin', async () => {
  const id = crypto.randomUUID()
  const values = {
    source: 'the-odds-api/',
    name: 'Morning',
    every_minutes: 2,
    cron: null,
    time_zone: 'UTC',
    counted_minutes: null,
    in_play: false,
    sports: 'soccer_epl',
    is_active: true,
  }
  await send('/admin/schedules', { create: [{ id, values }], update: [], remove: [] })
  const env = { ...ENV, variables: { ODDS_API_KEY: 'k', ODDS_API_URL: feed.url('') } }
  const stateIn = async (seconds: number) => {
    const health = await readScheduleHealth(database.kysely, env, new Date(Date.now() + seconds * 1_000))
    return health.find((one) => one.id === id)
  }
  expect(await stateIn(80)).toMatchObject({ state: 'waiting', reason: null })
  expect(await stateIn(300)).toMatchObject({ state: 'stopped', reason: 'overdue' })
  await send('/admin/schedules', { create: [], update: [], remove: [{ id }] })
})

it('chooses the markets and the credits of a schedule, and shows what it has spent today', async () => {
  const { kysely } = database
  const { id } = await kysely
    .selectFrom('import_schedules')
    .select('id')
    .where('source', '=', 'the-odds-api')
    .executeTakeFirstOrThrow()
  const shown = await page('/admin/schedules')
  for (const key of ['spreads', 'double_chance']) expect(shown.includes(`>${key}<`), key).toBe(true)
  const before = { markets: '', event_markets: '', horizon_hours: null, credits_a_day: null }
  const save = (after: object) =>
    send('/admin/schedules', { create: [], update: [{ id, before, after }], remove: [] })
  expect(await save({ credits_a_day: 0, event_markets: 'btts; x', horizon_hours: 400 })).toMatchObject({
    kind: 'invalid',
    problems: [
      { column: 'credits_a_day', problem: 'problem.credits' },
      { column: 'horizon_hours', problem: 'problem.hours' },
      { column: 'event_markets', problem: 'problem.sports' },
    ],
  })
  const after = { markets: 'h2h, totals', event_markets: 'btts', horizon_hours: 6, credits_a_day: 1_500 }
  expect(await save(after)).toMatchObject({ kind: 'saved' })
  await kysely
    .insertInto('source_credits')
    .values({ source: 'the-odds-api', schedule_id: id, day: dayOf(new Date(), 'UTC'), spent: 1_234 })
    .execute()
  for (const path of ['/admin/schedules', '/admin/sources', '/admin/sources/the-odds-api']) {
    expect((await page(path)).includes('Credits spent today: 1,234 of 1,500'), path).toBe(true)
  }
})

it('shows the same credits and last success on each screen, and the last error in words with the latest runs', async () => {
  const { kysely } = database
  const { id } = await kysely
    .updateTable('import_schedules')
    .set({ quota_remaining: 400, quota_limit: 500, quota_at: new Date() })
    .where('source', '=', 'the-odds-api')
    .returning('id')
    .executeTakeFirstOrThrow()
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const run = { kind: 'the-odds-api', subject: 'x', requested_by: 'schedule', schedule_id: id }
  await kysely
    .insertInto('runs')
    .values([
      { ...run, status: 'done', turn_at: ago(2), created_at: ago(2), finished_at: ago(2) },
      {
        ...{ ...run, status: 'failed', turn_at: ago(3), created_at: ago(3), finished_at: ago(3) },
        error: JSON.stringify({ code: 'timed_out', message: 'The server did not answer in time.' }),
      },
    ])
    .execute()
  for (const path of ['/admin/schedules', '/admin/sources', '/admin/sources/the-odds-api']) {
    const shown = shownText(await page(path))
    expect(shown, path).toContain('Credits spent today: 1,234 of 1,500')
    expect(shown, path).toMatch(path === '/admin/sources' ? /400 of 500/ : /Requests left: 400 of 500/)
    expect(shown, path).toMatch(path === '/admin/sources' ? /2 h ago/ : /Last success: 2 h ago/)
  }
  const own = shownText(await page('/admin/sources/the-odds-api'))
  expect(own).toMatch(/Last error: 3 h ago – The feed does not answer in time\./)
  expect(own).toContain('Runs')
  await kysely.deleteFrom('runs').execute()
})

it('starts one import of past prices at a time, and none of a wrong range', async () => {
  const values = { ODDS_API_KEY: KEY, ODDS_API_URL: feed.url('') }
  await send('/admin/sources/the-odds-api', { kind: 'keep', values })
  const shown = await page('/admin/sources/the-odds-api')
  expect(shown).toContain('>At most this many credits<')
  expect(await page('/admin/sources/promo')).not.toContain('>At most this many credits<')
  const from = new Date(Date.now() - 48 * HOUR_MS).toISOString()
  const choice = { source: 'the-odds-api', sports: ['soccer_epl'], from, to: from, everyMinutes: 60 }
  const ask = (more: object) =>
    send('/admin/sources/the-odds-api/past-prices', { ...choice, markets: ['h2h'], credits: 20, ...more })
  expect(await ask({ to: new Date(Date.now() + HOUR_MS).toISOString() })).toEqual({
    kind: 'invalid',
    problem: 'future',
  })
  expect(await ask({ sports: ['golf_masters_winner'] })).toEqual({ kind: 'invalid', problem: 'outright' })
  expect(await ask({})).toMatchObject({ kind: 'queued' })
  expect(await ask({ credits: 40 })).toMatchObject({ kind: 'already_running' })
  const runs = await site.get('/admin/runs?kinds=past-prices', { cookie: admin.cookie })
  expect(await runs.json()).toMatchObject({
    runs: [{ kind: 'past-prices', status: 'queued', params: { credits: 20 }, requester: admin.email }],
  })
  const lines = await database.kysely
    .selectFrom('audit_log')
    .select(['user_email', 'label'])
    .where('label', '=', 'past-prices')
    .execute()
  expect(lines).toEqual([{ user_email: admin.email, label: 'past-prices' }])
})

it('shows alerts, and creates a webhook secret that is shown once', async () => {
  const made = await send('/admin/alerts', { kind: 'renew-secret' })
  expect(made).toMatchObject({ kind: 'secret', secret: expect.stringMatching(/^whsec_/) })
  const shown = await page('/admin/alerts')
  expect(shown).not.toContain(String(made.secret))
  const open = await site.get('/admin/alerts/open', { cookie: admin.cookie })
  expect(await open.json()).toEqual({ troubles: [] })
})

it.each([
  ['The Odds API', '\u2066soccer_epl, basketball_nba\u2069. Without any: The next games of all sports.'],
  ['the promo feed', '\u2066Soccer, Tennis\u2069. Without any: All sports.'],
])('says how the schedule of %s names leagues, and what it imports without any', async (_, text) => {
  expect(await page('/admin/schedules')).toContain(text)
})

it('shows an analyst no button that he may not use', async () => {
  const buttons = ['Test connection', 'Past prices']
  const seenBy = async (cookie: string) => {
    const shown = await (await site.get('/admin/sources/the-odds-api', { cookie })).text()
    expect(shown).toContain('Address and key')
    return buttons.filter((text) => shown.includes(`>${text}<`))
  }
  const reader = await signInAdministrator(database, site)
  await database.kysely
    .updateTable('profiles')
    .set({ back_office_role: 'analyst' })
    .where('id', '=', reader.id)
    .execute()
  expect(await seenBy(admin.cookie)).toEqual(buttons)
  expect(await seenBy(reader.cookie)).toEqual([])
})

it('shows with each source of the demonstration its last import, and whether it is repeated; others are paused', async () => {
  const now = Date.now()
  const before = (minutes: number) => new Date(now - minutes * 60_000)
  const run = (kind: string, subject: string, ago: number, requested_by: string, items = 7) =>
    database.kysely
      .insertInto('runs')
      .values({
        ...{ kind, subject, requested_by, status: 'done' },
        counts: JSON.stringify({ items, odds: 21, rejected: 1 }),
        finished_at: before(ago),
      })
      .execute()
  await addSchedules(database.kysely)
  await database.kysely.updateTable('import_schedules').set({ is_active: false }).execute()
  await database.kysely.deleteFrom('runs').execute()
  await run('promo', 'offer', 4, 'demo', 400)
  await run('promo', 'offer', 2, 'demo')
  // Another address at the same time counts, too; one that is no longer imported does not.
  await run('promo', 'further offer', 3, 'demo', 3)
  await run('promo', 'former offer', 20, 'demo', 400)
  await run('api-football', 'fixtures', 3, 'demo')
  await run('football-data', 'results', 5, 'admin-1')
  const rows = readHtml(await page('/admin/sources')).all('tr')
  const find = (name: string) => rows.find(({ text }) => text.includes(name))
  const rowOf = (name: string) => find(name)?.text
  expect(rowOf('Promotional odds feed')).toMatch(
    /Imported by the demonstration, every 2 minutes\s*Demonstration/,
  )
  const offers = find('Promotional odds feed')
  expect(offers?.all('time')[0]?.attribute('datetime')).toBe(before(2).toISOString())
  expect([3, 5].map((column) => offers?.all('td')[column]?.text)).toEqual(['10', '2'])
  expect(rowOf('API-Football')).toMatch(/Imported once, at the start of the demonstration\s*Demonstration/)
  expect(rowOf('football-data.co.uk')).toMatch(/Imported by hand; its schedule is off\s*Paused/)
  expect(rowOf('The Odds API')).toMatch(/Paused.*never/s)
  // While the demonstration is loading, what it has not imported yet.
  await saveDemoFeeds(database.kysely, [{ source: 'the-odds-api', address: 'http://127.0.0.1/' }])
  await beginDemoLoading(database.kysely)
  expect(shownText(await page('/admin/sources'))).toMatch(
    /The Odds API\s*The demonstration is about to import it\s*Demonstration/,
  )
  await giveUpDemoLoading(database.kysely)
  await saveDemoFeeds(database.kysely, [])
})

describe('a row of the screen Sources', () => {
  beforeAll(async () => {
    const values = { ODDS_API_KEY: KEY, ODDS_API_URL: feed.url('') }
    await send('/admin/sources/the-odds-api', { kind: 'keep', values })
    await addSchedules(database.kysely)
  })
  const scheduleOf = (source: string) =>
    database.kysely
      .selectFrom('import_schedules')
      .select(['id', 'every_minutes', 'is_active'])
      .where('source', '=', source)
      .executeTakeFirstOrThrow()

  it('runs its schedule now, once at a time, as a turn of it that the history has', async () => {
    const { kysely } = database
    await kysely.deleteFrom('runs').execute()
    const { id } = await scheduleOf('the-odds-api')
    await kysely.updateTable('import_schedules').set({ sports: 'soccer_epl' }).where('id', '=', id).execute()
    const run = () => send('/admin/schedules/run', { id })
    const queued = await run()
    expect(queued).toMatchObject({ kind: 'queued' })
    expect(await run()).toEqual({ kind: 'already_running', runId: queued.runId })
    const runs = await kysely.selectFrom('runs').selectAll().execute()
    expect(runs).toMatchObject([
      { schedule_id: id, turn_at: expect.any(Date), requested_by: admin.id, params: { sport: 'soccer_epl' } },
    ])
    const line = kysely.selectFrom('audit_log').select(['user_email', 'label']).orderBy('id', 'desc')
    expect(await line.executeTakeFirst()).toEqual({ user_email: admin.email, label: 'the-odds-api' })
    const other = await scheduleOf('sportsdb-teams')
    expect(await send('/admin/schedules/run', { id: other.id })).toEqual({ kind: 'not_configured' })
  })

  it('shows who only reads the interval and the state, and no controls', async () => {
    const reader = await signInAdministrator(database, site)
    await database.kysely
      .updateTable('profiles')
      .set({ back_office_role: 'analyst' })
      .where('id', '=', reader.id)
      .execute()
    const controls = async (cookie: string) => {
      const shown = readHtml(await (await site.get('/admin/sources', { cookie })).text())
      const row = shown.all('tr').find(({ text }) => text.includes('API-Football'))
      expect(row?.text).toMatch(/Demonstration|Paused/)
      const minutes = row?.all('input')[0]?.attribute('value') ?? row?.all('td')[2]?.text
      return [row?.all('input').length, row?.all('button').length, minutes]
    }
    const football = database.kysely.updateTable('import_schedules').where('source', '=', 'api-football')
    await football.set({ every_minutes: 17 }).execute()
    expect(await controls(admin.cookie)).toEqual([1, 2, '17'])
    expect(await controls(reader.cookie)).toEqual([0, 0, '17'])
    const { id } = await scheduleOf('promo')
    const refused = await adminPost(site, reader.cookie)('/admin/schedules/run.data', { id })
    expect(refused.status).toBe(403)
  })

  it('says since when its source fails, which prices stop counting when, and where a new key goes', async () => {
    const { kysely } = database
    await kysely.deleteFrom('runs').execute()
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const { id } = await scheduleOf('the-odds-api')
    await kysely
      .updateTable('import_schedules')
      .set({ is_active: true, every_minutes: 60, counted_minutes: null, last_run_at: ago(10) })
      .where('id', '=', id)
      .execute()
    const turn = (minutes: number, more: object) => ({
      ...{ kind: 'the-odds-api', subject: 'x', requested_by: 'schedule', schedule_id: id },
      ...{ turn_at: ago(minutes), created_at: ago(minutes), finished_at: ago(minutes) },
      ...{ status: 'failed', error: JSON.stringify({ code: 'http_status', message: '' }), ...more },
    })
    await kysely
      .insertInto('runs')
      .values([turn(10, {}), turn(70, {}), turn(130, { status: 'done', error: null })])
      .execute()
    const { leagueId } = await createPlace(kysely)
    const match = await createMatch(kysely, { league_id: leagueId, start_time: ago(-24 * 60) })
    const bookmaker = await createBookmaker(kysely, { name: 'Corvane' })
    const quote = quoteOf(marketOf({ type: 'match_result' }), [2.1, 3.4, 3.6])
    const seenAt = ago(131)
    await offerPrices(kysely, match, { [bookmaker]: [quote] }, { source: 'the-odds-api', seenAt })
    const at = (instant: Date) => formatDate(instant, 'time', 'en', 'UTC')
    const sentence =
      'The feed refuses the request: check its key and its quota. ' +
      `The last 2 runs failed, the first at ${at(ago(70))}.`
    for (const path of ['/admin/sources', '/admin/sources/the-odds-api'])
      expect(shownText(await page(path)), path).toContain(sentence)
    // The screens read them afterwards, because counting takes its time.
    const old = new Date(seenAt.getTime() + 180 * 60_000)
    const growingOld = JSON.parse(await page('/admin/growing-old?kinds=the-odds-api'))
    expect(growingOld).toMatchObject({
      [id]: { prices: 3, first: old.toISOString(), last: old.toISOString() },
    })
    expect(JSON.parse(await page('/admin/growing-old?kinds=promo'))).toEqual({})
    expect(shownText(await page('/admin/sources'))).toContain('prices confirmed in 5 min')
    expect(JSON.parse(await page('/admin/confirmed-prices'))).toEqual({
      ...{ prices: expect.any(Number), newestAt: expect.any(String) },
    })
    const links = readHtml(await page('/admin/sources')).all('a')
    const linkOf = (text: string) => links.find((it) => it.text === text)?.attribute('href')
    expect(linkOf('Enter a new key')).toBe('/admin/sources/the-odds-api#settings')
    expect(linkOf('See the 2 runs')).toBe('/admin/sources/the-odds-api#runs')
    const failWith = (code: string) =>
      kysely
        .updateTable('runs')
        .set({ error: JSON.stringify({ code, message: '' }) })
        .where('status', '=', 'failed')
        .execute()
    const asksForKey = (html: string) =>
      readHtml(html)
        .all('a')
        .some(({ text }) => text === 'Enter a new key')
    await failWith('unreachable')
    expect(asksForKey(await page('/admin/sources'))).toBe(false)
    await failWith('not_configured')
    expect(asksForKey(await page('/admin/sources'))).toBe(true)
    // A key of the environment is changed there.
    const other = await openSite({ ...database }, { ODDS_API_KEY: 'fixed' })
    try {
      const html = await (await other.get('/admin/sources', { cookie: admin.cookie })).text()
      expect(shownText(html)).toMatch(/The environment variable \u2066?ODDS_API_KEY\u2069? sets its key\./)
      expect(asksForKey(html)).toBe(false)
    } finally {
      await other.close()
    }
  })
})

describe.each([
  ['the-odds-api', 'ODDS_API'],
  ['api-football', 'API_FOOTBALL'],
  ['sportsdb', 'SPORTSDB'],
])('the key of %s', (source, prefix) => {
  const URL = `${prefix}_URL`
  const NAME = `${prefix}_KEY`
  const screen = `/admin/sources/${source}`
  let sink: FeedServer
  beforeAll(async () => {
    sink = await startFeedServer()
  })
  afterAll(async () => {
    await sink.close()
    await database.kysely.deleteFrom('source_settings').where('source', '=', source).execute()
  })

  /** A site with these variables, and posts of an administrator. */
  async function withSite(variables: Record<string, string>, run: (post: typeof send) => Promise<void>) {
    await database.kysely.deleteFrom('source_settings').where('source', '=', source).execute()
    sink.requests.length = 0
    const other = await openSite({ ...database }, { ALLOW_PRIVATE_FEEDS: '1', ...variables })
    try {
      await run(async (path, body) =>
        answerOf<Record<string, unknown>>(await adminPost(other, admin.cookie)(`${path}.data`, body)),
      )
    } finally {
      await other.close()
    }
    expect(JSON.stringify(sink.requests)).not.toContain(KEY)
  }

  it('of the environment goes to the address of the environment alone', () =>
    withSite({ [NAME]: KEY }, async (post) => {
      const values = { [URL]: sink.url('') }
      const refused = {
        kind: 'invalid',
        problems: [{ id: source, column: URL, problem: 'sources.problem-environment-key' }],
      }
      expect(await post(screen, { kind: 'test', values })).toEqual(refused)
      expect(await post(screen, { kind: 'keep', values })).toEqual(refused)
      // An address that a previous release has stored.
      await send(screen, { kind: 'keep', values })
      expect(await post(screen, { kind: 'test', values: {} })).toMatchObject({ code: 'not_configured' })
      expect(sink.requests).toEqual([])
      const env = { ...ENV, variables: { [NAME]: KEY } }
      const found = findSource(source) ?? sportsDb
      expect(await findPlace(database.kysely, env, found)).toBeNull()
      expect(await withoutPlace(database.kysely, env, found)).toMatchObject({
        code: 'unset_address',
        message: `Set ${URL} in the environment.`,
      })
    }))

  it('that is stored goes to the host for which it was entered', () =>
    withSite({}, async (post) => {
      await post(screen, { kind: 'keep', values: { [NAME]: KEY, [URL]: feed.url('/one') } })
      const values = { [URL]: sink.url('') }
      const again = {
        kind: 'invalid',
        problems: [{ id: source, column: NAME, problem: 'sources.problem-key-again' }],
      }
      // As a previous release has stored it, too.
      for (const origin of [new globalThis.URL(feed.url('')).origin, null]) {
        await database.kysely
          .updateTable('source_settings')
          .set({ origin })
          .where('variable', '=', NAME)
          .execute()
        expect(await post(screen, { kind: 'test', values })).toEqual(again)
        expect(await post(screen, { kind: 'keep', values })).toEqual(again)
        // Another path of the same host is no other host.
        const path = { [URL]: feed.url(`/two${origin ? '' : '/3'}`) }
        expect(await post(screen, { kind: 'keep', values: path })).toMatchObject({ kind: 'saved' })
      }
      expect(sink.requests).toEqual([])
      // With its own key the address is free.
      expect(await post(screen, { kind: 'test', values: { ...values, [NAME]: 'own' } })).toMatchObject({
        kind: 'tested',
      })
      expect(JSON.stringify(sink.requests)).toContain('own')
      // Without an address it is the source's own, for which the key was not entered.
      expect(await post(screen, { kind: 'keep', values: { [URL]: null } })).toMatchObject({ kind: 'saved' })
      expect(await post(screen, { kind: 'test', values: {} })).toMatchObject({ code: 'not_configured' })
      expect(shownText(await page(screen))).toContain(adminText('sources.problem-key-again'))
      expect(await post(screen, { kind: 'keep', values: { [URL]: feed.url('/one') } })).toMatchObject({
        kind: 'saved',
      })
      expect(shownText(await page(screen))).not.toContain(adminText('sources.problem-key-again'))
      await post(screen, { kind: 'keep', values: { ...values, [NAME]: 'own' } })
    }))
})
