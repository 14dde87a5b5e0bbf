import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { decideReview } from '#app/features/contests/commands.server.ts'
import { undoDecision } from '#app/features/contests/undo-decision.server.ts'
import apiFootball from '#app/features/sources/api-football/index.ts'
import theOddsApi from '#app/features/sources/the-odds-api/index.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, resetDatabase } from '#tests/support/database.ts'
import { createFeedFiles, type FeedFiles } from '#tests/support/feed-files.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import {
  apiFootballBody,
  apiFootballFixture,
  DERBY,
  oddsApiEvent,
  promoBody,
  type TestMatch,
} from '#tests/support/feeds.ts'
import { readFacts } from '../schedules/schedule-facts.server.ts'
import { runImport } from './run-import.server.ts'

let database: Database
let feeds: FeedFiles
let server: FeedServer

beforeAll(async () => {
  database = await createTestDatabase()
  feeds = await createFeedFiles()
  server = await startFeedServer()
})
afterAll(async () => {
  await server.close()
  await feeds.remove()
  await database.close()
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(HALF_PAST_THREE) })
  await resetDatabase(database)
})
afterEach(() => {
  vi.useRealTimers()
})

const HALF_PAST_THREE = '2024-03-05T15:30:00Z'
const derby: TestMatch = { ...DERBY, id: '1217505' }

async function importBody(source: string, body: unknown, options: object = {}) {
  return runImport(database.kysely, { source, origin: await feeds.write(body, new Date()), options })
}

const importList = (...fixtures: unknown[]) => importBody('api-football', apiFootballBody(fixtures))
const importLive = (...fixtures: unknown[]) =>
  importBody('api-football', apiFootballBody(fixtures, { live: 'all' }), { mayBeEmpty: true })

const fixtures = () =>
  database.kysely
    .selectFrom('matches as m')
    .leftJoin('fixtures as f', 'f.match_id', 'm.id')
    .select(['m.home_team', 'm.away_team', 'm.status', 'm.home_score', 'm.away_score'])
    .select(['f.status_short', 'f.status_elapsed', 'f.goals_home', 'f.goals_away', 'f.score_halftime_home'])
    .select(['f.venue_name', 'f.referee'])
    .orderBy('m.home_team')
    .execute()

const firstHalf = { status: { short: '1H', long: 'First Half', elapsed: 30 }, goals: { home: 1, away: 0 } }
const ended = {
  status: { short: 'FT', long: 'Match Finished', elapsed: 90 },
  goals: { home: 2, away: 1 },
  score: { halftime: { home: 1, away: 0 }, fulltime: { home: 2, away: 1 } },
}

describe('fixtures of API-Football', () => {
  it('are stored with their state, and updated by their ids', async () => {
    const described = { venue: { name: 'Town Ground' }, referee: 'A. Berg' }
    expect(await importList(apiFootballFixture(derby, described))).toMatchObject({
      status: 'done',
      inserted: 1,
    })
    expect(await fixtures()).toMatchObject([
      { status_short: 'NS', goals_home: null, venue_name: 'Town Ground' },
    ])

    expect(await importLive(apiFootballFixture(derby, firstHalf))).toMatchObject({ updated: 1, inserted: 0 })
    const standing = { status_short: '1H', status_elapsed: 30, goals_home: 1, goals_away: 0 }
    expect(await fixtures()).toMatchObject([
      { ...standing, status: 'scheduled', home_score: null, venue_name: 'Town Ground', referee: 'A. Berg' },
    ])
    expect(await importLive(apiFootballFixture(derby, firstHalf))).toMatchObject({ updated: 0, unchanged: 1 })
  })

  it('store the result of the match at the end', async () => {
    await importList(apiFootballFixture(derby, firstHalf))
    await importList(apiFootballFixture(derby, ended))
    expect(await fixtures()).toMatchObject([
      { status_short: 'FT', status: 'finished', home_score: 2, away_score: 1, score_halftime_home: 1 },
    ])
    await importList(
      apiFootballFixture(derby, { ...ended, status: { short: 'AET', long: 'After Extra Time' } }),
    )
    const match = await database.kysely.selectFrom('matches').select('score_code').executeTakeFirst()
    expect(match).toEqual({ score_code: 'AET' })
  })

  it('are attached to the match of another source, with its sides', async () => {
    const turned = { ...derby, id: 'm1', home: derby.away, away: derby.home, prices: [1.8, 3.5, 4.4] }
    await importBody('promo', promoBody([turned]))
    await importList(apiFootballFixture(derby, ended))
    const [match, ...others] = await fixtures()
    expect(others).toEqual([])
    expect(match).toMatchObject({ home_team: 'Hillford', goals_home: 1, goals_away: 2, home_score: 1 })
  })

  it('that are in play and unknown to the site are counted, and not stored', async () => {
    expect(await importLive(apiFootballFixture(derby, firstHalf))).toMatchObject({
      status: 'done',
      rejected: 1,
      reasons: { unknown_match: 1 },
    })
    expect(await fixtures()).toEqual([])
    expect(await database.kysely.selectFrom('import_run_items').selectAll().execute()).toEqual([])
    expect(await importLive()).toMatchObject({ status: 'done', items: 0 })
  })

  it('that are in play between others than those of their id are not stored', async () => {
    await importList(apiFootballFixture(derby))
    const before = await fixtures()
    const others = { ...derby, home: 'Northwick', away: 'Eastham' }
    expect(await importLive(apiFootballFixture(others, firstHalf))).toMatchObject({
      rejected: 1,
      reasons: { unknown_match: 1 },
    })
    expect(await fixtures()).toEqual(before)
  })

  it('that are postponed keep their match', async () => {
    vi.setSystemTime('2024-03-01T12:00:00Z')
    await importList(apiFootballFixture(derby))
    const later = { ...derby, start: '2024-03-20T19:00:00Z' }
    await importList(apiFootballFixture(derby, { status: { short: 'PST', long: 'Match Postponed' } }))
    await importList(apiFootballFixture(later))
    expect(await fixtures()).toMatchObject([{ status_short: 'NS', status: 'scheduled' }])
    const row = await database.kysely.selectFrom('matches').select('start_time').executeTakeFirstOrThrow()
    expect(row.start_time).toEqual(new Date(later.start))
  })

  const other = { ...derby, id: 'e9', home: 'Northwick', away: 'Ashby', start: '2024-03-20T15:00:00Z' }
  const later = '2024-03-08T15:00:00Z'
  const priced = (id: string, start = derby.start) =>
    oddsApiEvent({ ...derby, id, start }, [{ key: 'alpha', title: 'Alpha', prices: [2, 3, 4] }])
  const quote = (...events: unknown[]) => importBody('the-odds-api', [...events, oddsApiEvent(other, [])])
  const putOff = { status: { short: 'PST', long: 'Match Postponed' } }
  const relist = () => quote(priced('e2', '2024-03-08T15:30:00Z'))
  const move = () => importList(apiFootballFixture({ ...derby, start: later }))
  const derbies = () =>
    database.kysely
      .selectFrom('matches')
      .select(['start_time', 'status', 'home_score'])
      .select(sql<number>`(select count(*)::int from odds where match_id = matches.id)`.as('quotes'))
      .where('home_team', '=', derby.home)
      .orderBy('start_time')
      .execute()

  it.each([
    ['before the odds feed lists it again', true, [move, relist]],
    ['after the odds feed has listed it again', true, [relist, move]],
    ['and nobody is told before it is played', true, [relist]],
    ['and the odds feed was not requested before the old date', false, [relist, move]],
  ])('that are postponed %s have their result at the new date', async (_when, isDropped, steps) => {
    vi.setSystemTime('2024-03-01T12:00:00Z')
    await quote(priced('e1'))
    await importList(apiFootballFixture(derby))
    vi.setSystemTime('2024-03-05T13:00:00Z')
    await importList(apiFootballFixture(derby, putOff))
    if (isDropped) await quote()
    vi.setSystemTime('2024-03-06T12:00:00Z')
    for (const step of steps) await step()
    vi.setSystemTime('2024-03-08T17:30:00Z')
    await importList(apiFootballFixture({ ...derby, start: later }, ended))
    expect(await derbies()).toEqual([
      { start_time: new Date('2024-03-08T15:30:00Z'), status: 'finished', home_score: 2, quotes: 1 },
    ])
  })

  it('that are postponed do not take their match back to the old date', async () => {
    vi.setSystemTime('2024-03-05T12:00:00Z')
    await quote(priced('e1'))
    const start = async () => (await derbies()).map(({ start_time }) => start_time.toISOString().slice(0, 10))
    for (const step of [() => importList(apiFootballFixture(derby, putOff)), relist, () => quote()])
      await step()
    await importList(apiFootballFixture(derby, putOff))
    expect(await start()).toEqual(['2024-03-08'])
    vi.setSystemTime(HALF_PAST_THREE)
    await importList(apiFootballFixture(derby))
    expect(await start()).toEqual(['2024-03-08'])
    await importList(apiFootballFixture({ ...derby, start: '2024-03-20T15:00:00Z' }))
    expect(await start()).toEqual(['2024-03-20'])
  })

  it('have the new date as soon as no other feed lists the old one', async () => {
    const start = async () => (await derbies()).map(({ start_time }) => start_time.toISOString().slice(0, 10))
    vi.setSystemTime('2024-03-05T12:00:00Z')
    await quote(priced('e1'))
    await importList(apiFootballFixture(derby))
    // A body that was saved before the match was listed.
    vi.setSystemTime('2024-03-05T11:00:00Z')
    await quote()
    vi.setSystemTime('2024-03-05T12:00:00Z')
    await move()
    expect(await start()).toEqual(['2024-03-05'])
    vi.setSystemTime('2024-03-05T13:00:00Z')
    await quote()
    await move()
    expect(await start()).toEqual(['2024-03-08'])
    // The feed that created the match lists it again as it was.
    await quote(priced('e1'))
    await move()
    expect(await start()).toEqual(['2024-03-05'])
  })

  it('go to the review queue while a feed lists both dates', async () => {
    vi.setSystemTime('2024-03-01T12:00:00Z')
    await quote(priced('e1'))
    await importList(apiFootballFixture(derby))
    await quote(priced('e1'), priced('e2', later))
    await move()
    await move()
    expect(await derbies()).toHaveLength(2)
    const pairs = await database.kysely.selectFrom('match_reviews').select(['id', 'reason']).execute()
    expect(pairs).toEqual([{ id: expect.any(String), reason: 'postponed' }])
    const [{ id } = { id: '' }] = pairs
    const decide = (status: string) => database.kysely.updateTable('match_reviews').set({ status }).execute()
    await decide('different')
    vi.setSystemTime(HALF_PAST_THREE)
    await move()
    expect(await derbies()).toHaveLength(2)
    await decide('open')
    const by = await database.kysely
      .insertInto('profiles')
      .values({ email: 'ada@example.org', role: 'admin', is_active: true })
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow()
    await decideReview({ database }, { id, answer: 'same' }, by)
    expect(await derbies()).toMatchObject([{ start_time: new Date(later), quotes: 1 }])
    const decisions = await database.kysely.selectFrom('review_decisions').select('id').execute()
    await undoDecision({ database }, decisions[0]?.id ?? '', by)
    const old = { start_time: new Date(derby.start) }
    await database.kysely.updateTable('matches').set(old).where('external_id', '=', 'e1').execute()
    await move()
    expect(await derbies()).toHaveLength(2)
    expect(await database.kysely.selectFrom('match_reviews').select('status').execute()).toEqual([
      { status: 'open' },
    ])
  })

  it.each([{ status: 'cancelled' }, { start_typed: true }])(
    'are not joined by a rule with a match that an operator has set: %j',
    async (set) => {
      vi.setSystemTime('2024-03-05T12:00:00Z')
      await quote(priced('e1'))
      await importList(apiFootballFixture(derby))
      vi.setSystemTime('2024-03-06T12:00:00Z')
      await relist()
      await database.kysely.updateTable('matches').set(set).where('external_id', '=', 'e2').execute()
      await move()
      expect(await derbies()).toHaveLength(2)
      const reviews = await database.kysely.selectFrom('match_reviews').select('reason').execute()
      expect(reviews).toEqual([{ reason: 'postponed' }])
    },
  )

  const called = (short: string) => apiFootballFixture(derby, { status: { short, long: short } })
  const status = async () =>
    database.kysely
      .selectFrom('matches')
      .select(['status', 'cancelled_at', 'called_off'])
      .executeTakeFirstOrThrow()

  it.each(['CANC', 'ABD', 'WO'])(
    'that are called off (%s) cancel their match until the feed takes that back',
    async (short) => {
      vi.setSystemTime('2024-03-01T12:00:00Z')
      const other = apiFootballFixture({ ...derby, id: '77', home: 'Northwick', away: 'Ashby' })
      await importList(called('NS'), other)
      await importList(called(short), other)
      const ofOther = database.kysely
        .selectFrom('matches')
        .select('status')
        .where('home_team', '=', 'Northwick')
      expect(await ofOther.execute()).toEqual([{ status: 'scheduled' }])
      await database.kysely.deleteFrom('matches').where('home_team', '=', 'Northwick').execute()
      expect(await status()).toEqual({
        status: 'cancelled',
        cancelled_at: expect.any(Date),
        called_off: true,
      })
      await importList(called('NS'))
      expect(await status()).toEqual({ status: 'scheduled', cancelled_at: null, called_off: false })
      // A fixture that is new to the site.
      await database.kysely.deleteFrom('fixtures').execute()
      await importList(called(short))
      expect(await status()).toMatchObject({ status: 'cancelled' })
      // It was played after all.
      vi.setSystemTime(HALF_PAST_THREE)
      await importList(apiFootballFixture(derby, ended))
      expect(await fixtures()).toMatchObject([{ status: 'finished', home_score: 2 }])
    },
  )

  it.each(['PST', 'TBD', 'SUSP', 'INT', 'AWD'])(
    'that are put off, interrupted or awarded (%s) cancel nothing',
    async (short) => {
      await importList(called('NS'))
      await importList(called(short))
      expect(await status()).toMatchObject({ status: 'scheduled' })
    },
  )

  it('that are awarded after they were called off say so until the feed takes that back', async () => {
    await importList(called('ABD'))
    for (const [short, called_off] of [
      ['AWD', true],
      ['NS', false],
      ['AWD', false],
    ] as const) {
      await importList(called(short))
      expect(await status()).toEqual({ status: 'scheduled', cancelled_at: null, called_off })
    }
    for (const short of ['ABD', 'AWD', 'ABD']) await importList(called(short))
    expect(await status()).toMatchObject({ status: 'cancelled', called_off: true })
  })

  it('that are called off leave a match as an operator has set it, and one with a result', async () => {
    const set = (status: string) => database.kysely.updateTable('matches').set({ status }).execute()
    await importList(called('CANC'))
    await set('scheduled')
    await importList({ ...called('CANC'), league: { ...called('CANC').league, round: 'Round 2' } })
    expect(await status()).toMatchObject({ status: 'scheduled', called_off: false })
    await importList(called('NS'))
    // The feed's next word.
    await importList(called('CANC'))
    expect(await status()).toMatchObject({ status: 'cancelled', called_off: true })
    await importList(called('NS'))
    await set('cancelled')
    for (const short of ['CANC', 'NS']) {
      await importList(called(short))
      expect(await status()).toMatchObject({ status: 'cancelled', called_off: false })
    }
    await set('finished')
    await importList(called('ABD'))
    expect(await status()).toMatchObject({ status: 'finished' })
  })

  it('never withdraw the prices of others', async () => {
    vi.setSystemTime('2024-03-01T12:00:00Z')
    const quoted = oddsApiEvent({ ...derby, id: 'e1' }, [{ key: 'alpha', title: 'Alpha', prices: [2, 3, 4] }])
    await importBody('the-odds-api', [quoted])
    await importList(apiFootballFixture(derby))
    expect(await database.kysely.selectFrom('odds').select('home_odds').execute()).toEqual([{ home_odds: 2 }])
  })
})

describe('an answer of API-Football', () => {
  const options = { fetch: { allowPrivateAddresses: true, headers: { 'x-apisports-key': 'k' } } }
  const importAt = (address: string) =>
    runImport(database.kysely, { source: 'api-football', origin: address, options })

  it('is requested page by page, with the key in the header, and reports the remaining quota', async () => {
    await database.kysely
      .insertInto('import_schedules')
      .values({ source: 'api-football', every_minutes: 1, is_active: false })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const page = (current: number, id: string, home: string) => ({
      kind: 'body' as const,
      body: JSON.stringify({
        ...apiFootballBody([apiFootballFixture({ ...derby, id, home })]),
        paging: { current, total: 2 },
      }),
      headers: { 'x-ratelimit-requests-remaining': String(100 - current) },
    })
    const address = server.answer('/fixtures', page(1, '1', 'Riverton'), page(2, '2', 'Northwick'))
    expect(await importAt(`${address}?date=2024-03-05`)).toMatchObject({
      status: 'done',
      inserted: 2,
      items: 2,
    })
    expect(server.requests.map(({ path, headers }) => [path, headers['x-apisports-key']])).toEqual([
      ['/fixtures?date=2024-03-05', 'k'],
      ['/fixtures?date=2024-03-05&page=2', 'k'],
    ])
    expect((await fixtures()).map(({ home_team }) => home_team)).toEqual(['Northwick', 'Riverton'])
    expect(await readFacts(database.kysely, apiFootball, { competitions: [] }).quota()).toMatchObject({
      remaining: 98,
    })
  })

  it('that is an error fails the run although its status is 200', async () => {
    const body = JSON.stringify({ ...apiFootballBody([]), errors: { token: 'Missing application key.' } })
    expect(await importAt(server.answer('/error', { kind: 'body', body }))).toMatchObject({
      status: 'failed',
      error: { code: 'error_answer', message: expect.stringContaining('Missing application key.') },
    })
  })

  it('that is cut short stores its complete items', async () => {
    const body = JSON.stringify(apiFootballBody([apiFootballFixture(derby), apiFootballFixture(derby)]))
    const after = body.indexOf('"fixture"', body.indexOf('"fixture"') + 1)
    const cut = server.answer('/cut', { kind: 'body', body: body.slice(0, after) })
    expect(await importAt(cut)).toMatchObject({ status: 'failed', inserted: 1, error: { code: 'cut_short' } })
  })
})

describe('the facts that a schedule gets', () => {
  it('include the matches of the source that are not over', async () => {
    const facts = () => readFacts(database.kysely, apiFootball, { competitions: [] })
    const isOpen = () => facts().hasOpenMatches(new Date('2024-03-05T14:00:00Z'), new Date(HALF_PAST_THREE))
    await importBody('promo', promoBody([{ ...derby, id: 'm1' }]))
    expect(await isOpen()).toBe(false)
    await importList(apiFootballFixture(derby, firstHalf))
    expect(await isOpen()).toBe(true)
    await importList(apiFootballFixture(derby, { status: { short: 'ABD', long: 'Match Abandoned' } }))
    expect(await isOpen()).toBe(false)
  })

  it('include when the last match of a league without a score began', async () => {
    vi.setSystemTime('2024-03-05T12:00:00Z')
    const facts = () => readFacts(database.kysely, theOddsApi, { competitions: [] })
    await importBody('the-odds-api', [
      oddsApiEvent({ ...derby, id: 'e1' }, []),
      { ...oddsApiEvent({ ...derby, id: 'e2', home: 'Ostia' }, []), sport_key: 'soccer_italy_serie_a' },
    ])
    expect(await facts().lastUnscored(3, null)).toBeNull()
    vi.setSystemTime('2024-03-05T17:01:00Z')
    const start = new Date(derby.start)
    expect(await facts().lastUnscored(3, { name: 'Premier League', country: 'GB-ENG' })).toEqual(start)
    expect(await facts().lastUnscored(3, { name: 'Serie A', country: 'IT' })).toEqual(start)
    await database.kysely
      .updateTable('matches')
      .set({ status: 'finished', home_score: 1, away_score: 0 })
      .where('home_team', '=', 'Riverton')
      .execute()
    expect(await facts().lastUnscored(3, { name: 'Premier League', country: 'GB-ENG' })).toBeNull()
    expect(await facts().lastUnscored(3, { name: 'Serie A', country: 'IT' })).toEqual(start)
    expect(await facts().lastUnscored(3, { name: 'Serie A', country: 'BR' })).toBeNull()
    expect(await facts().lastUnscored(3, null)).toEqual(start)
    // Of matches that were imported without it, the league is unknown.
    await database.kysely.updateTable('match_sources').set({ league_name: null }).execute()
    expect(await facts().lastUnscored(3, { name: 'Premier League', country: 'GB-ENG' })).toEqual(start)
    vi.setSystemTime('2024-03-08T17:01:00Z')
    expect(await facts().lastUnscored(3, null)).toBeNull()
  })

  const day = '2024-03-05'
  const minutesAgo = (minutes: number) => new Date(Date.parse(HALF_PAST_THREE) - minutes * 60_000)
  const addRun = (params: object, more: { status?: string; created_at?: Date } = {}) =>
    database.kysely
      .insertInto('runs')
      .values({ kind: 'api-football', subject: 'x', status: 'done', params: JSON.stringify(params), ...more })
      .execute()

  it('include when a part was last requested', async () => {
    const { lastAsked } = readFacts(database.kysely, apiFootball, { competitions: [] })
    expect(await lastAsked({ day })).toBeNull()
    await addRun({ day })
    expect(await lastAsked({ day })).toBeInstanceOf(Date)
    expect(await lastAsked({ day, competitions: ['39'] })).toBeInstanceOf(Date)
    expect(await lastAsked({ day, prices: true })).toBeNull()
    expect(await lastAsked({ day: '2024-03-06' })).toBeNull()
  })

  it('include when a part was last requested with its competitions', async () => {
    const { lastAsked } = readFacts(database.kysely, apiFootball, { competitions: [] })
    await addRun({ day, competitions: ['39', '2'] })
    expect(await lastAsked({ day, competitions: ['2'] })).toBeInstanceOf(Date)
    expect(await lastAsked({ day, competitions: ['39', '2'] })).toBeInstanceOf(Date)
    // A league that was added to the schedule, that of another schedule, and all leagues.
    expect(await lastAsked({ day, competitions: ['39', '2', '140'] })).toBeNull()
    expect(await lastAsked({ day, competitions: ['140'] })).toBeNull()
    expect(await lastAsked({ day })).toBeNull()
  })

  it('leave out requests that failed, after a pause that grows with their number', async () => {
    const { lastAsked } = readFacts(database.kysely, apiFootball, { competitions: [] })
    const fail = (minutes: number, status = 'failed') =>
      addRun({ day }, { status, created_at: minutesAgo(minutes) })
    await addRun({ day }, { created_at: minutesAgo(300) })
    await fail(11)
    expect(await lastAsked({ day })).toEqual(minutesAgo(300))
    await fail(9)
    expect(await lastAsked({ day })).toEqual(minutesAgo(9))
    const byHand = readFacts(database.kysely, apiFootball, { competitions: [], isByHand: true })
    expect(await byHand.lastAsked({ day })).toEqual(minutesAgo(300))

    await database.kysely.deleteFrom('runs').execute()
    for (const minutes of [39, 59, 69]) await fail(minutes)
    expect(await lastAsked({ day })).toEqual(minutesAgo(39))
    await fail(41)
    expect(await lastAsked({ day })).toEqual(minutesAgo(39))

    await database.kysely.deleteFrom('runs').execute()
    for (const minutes of [160, 220, 280, 340, 400]) await fail(minutes)
    expect(await lastAsked({ day })).toBeNull()
    await addRun({ day }, { status: 'running', created_at: minutesAgo(2) })
    expect(await lastAsked({ day })).toEqual(minutesAgo(2))

    // An operator who cancels a request does not want it again, but may.
    await database.kysely.deleteFrom('runs').execute()
    await fail(60, 'cancelled')
    expect(await lastAsked({ day })).toEqual(minutesAgo(60))
    expect(await byHand.lastAsked({ day })).toBeNull()
  })

  it('let each of two schedules of API-Football request the lists of its leagues', async () => {
    for (const one of [day, '2024-03-06']) await addRun({ day: one, competitions: ['39'] })
    const plan = (competition: string) =>
      apiFootball.plan?.(readFacts(database.kysely, apiFootball, { competitions: [competition] }))
    expect(await plan('39_2023')).toEqual([])
    expect(await plan('140_2023')).toEqual([
      { day, competitions: ['140'] },
      { day: '2024-03-06', competitions: ['140'] },
    ])
  })
})
