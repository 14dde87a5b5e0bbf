import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { placeKey } from '#app/features/catalogue/place-names.ts'
import { readRuns } from '#app/features/runs/run-queries.server.ts'
import { cancelRun } from '#app/features/runs/runs.server.ts'
import { updateMatch } from '#app/features/score-import/import-score.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase, IS_DIALECT_ONLY, resetDatabase } from '#tests/support/database.ts'
import { createFeedFiles, type FeedFiles } from '#tests/support/feed-files.ts'
import { type Answer, type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { DERBY, oddsApiEvent, promoBody, promoMarket, type TestMatch } from '#tests/support/feeds.ts'
import type { ImportProgress, ImportSummary } from '../schema.ts'
import type { ImportRequest } from './import-request.ts'
import { runImport } from './run-import.server.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../../shared/feeds')

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
  // Feeds of 2024 are imported in 2024: which prices are current depends on the time.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOON) })
  await resetDatabase(database)
})
afterEach(() => {
  vi.useRealTimers()
})

/** The lines of a run in the operator's log. */
const logOf = ({ runId }: { runId: string }) =>
  database.kysely
    .selectFrom('import_logs')
    .select(['type', 'summary'])
    .where(sql<boolean>`summary ->> 'runId' = ${runId}`)
    .execute()

const KICK_OFF = '2024-03-05T15:00:00Z'
const NOON = '2024-03-01T12:00:00Z'
const ONE_PM = '2024-03-01T13:00:00Z'

const derby = DERBY

function importFile(
  source: string,
  origin: string,
  more: Partial<ImportRequest> = {},
): Promise<ImportSummary> {
  return runImport(database.kysely, { source, origin, ...more })
}

async function importBody(source: string, body: unknown, at = NOON): Promise<ImportSummary> {
  vi.setSystemTime(at)
  return importFile(source, await feeds.write(body, at))
}

function matches() {
  return database.kysely
    .selectFrom('matches')
    .selectAll()
    .orderBy('start_time')
    .orderBy('home_team')
    .execute()
}

async function onlyMatch() {
  const [match, ...others] = await matches()
  expect(others).toEqual([])
  if (!match) throw new Error('no match was stored')
  return match
}

async function quotes() {
  const rows = await database.kysely
    .selectFrom('odds as o')
    .innerJoin('bookmakers as b', 'b.id', 'o.bookmaker_id')
    .select(['b.name', 'o.home_odds', 'o.draw_odds', 'o.away_odds', 'o.last_updated'])
    .orderBy('b.name')
    .orderBy('o.match_id')
    .execute()
  return rows.map((row) => [row.name, row.home_odds, row.draw_odds, row.away_odds])
}

async function marketQuotes() {
  const { rows } = await sql<{ name: string; type: string; prices: (number | null)[] }>`
    select b.name, k.type, q.prices from quotes q join markets k on k.id = q.market join bookmakers b on b.no = q.bookmaker
    where array_length(array_remove(q.prices, null), 1) > 0 order by b.name, k.id`.execute(database.kysely)
  return rows.map(({ name, type, prices }) => [name, type, ...prices.map((price) => price && price / 1e6)])
}

function expectAddsUp(summary: ImportSummary): void {
  expect(summary.inserted + summary.updated + summary.unchanged + summary.rejected).toBe(summary.items)
}

describe('importing a feed', () => {
  it('yields to visitors after each batch, for no longer than the batch took', async () => {
    const matches = Array.from({ length: 5 }, (_, n) => ({ ...derby, id: `m${n}`, home: `Town ${n}` }))
    const limits: number[] = []
    const giveWay = async (limitMs: number) => {
      limits.push(limitMs)
    }
    const file = await feeds.write(promoBody(matches), NOON)
    const began = performance.now()
    await importFile('promo', file, { options: { batchItems: 2 }, giveWay })
    expect(limits).toHaveLength(3)
    for (const limit of limits) expect(limit).toBeGreaterThan(0)
    expect(limits.reduce((sum, limit) => sum + limit)).toBeLessThan(performance.now() - began)
  })

  it('stores a match with its place, its price and the headline', async () => {
    const summary = await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]))
    expect(summary).toMatchObject({
      status: 'done',
      sports: 1,
      countries: 1,
      leagues: 1,
      matches: 1,
      odds: 1,
      inserted: 1,
      updated: 0,
      unchanged: 0,
      rejected: 0,
    })
    expect(await onlyMatch()).toMatchObject({
      home_team: 'Riverton',
      away_team: 'Hillford',
      slug: 'riverton-vs-hillford',
      status: 'scheduled',
      featured: false,
      is_popular: false,
      home_odds: 1.85,
      draw_odds: 3.6,
      away_odds: 4.2,
      bookmaker_count: 1,
      sport_name: 'Soccer',
      country_name: 'England',
      league_name: 'Premier League',
    })
    const only = (table: 'sports' | 'countries' | 'leagues') =>
      database.kysely.selectFrom(table).selectAll().executeTakeFirstOrThrow()
    const [sport, country, league] = [await only('sports'), await only('countries'), await only('leagues')]
    const shown = { display_name: null, is_active: true }
    const soccer = { name: 'Soccer', slug: 'soccer', icon_name: 'football', menu_position: 0 }
    expect(sport).toMatchObject({ ...shown, ...soccer })
    const england = { name: 'England', code: 'GB-ENG', slug: 'england', menu_position: 1 }
    expect(country).toMatchObject({ ...shown, ...england, sport_id: sport.id })
    const premier = { name: 'Premier League', slug: 'premier-league', menu_position: 1 }
    expect(league).toMatchObject({ ...shown, ...premier, sport_id: sport.id, country_id: country.id })
    const log = await database.kysely.selectFrom('import_logs').selectAll().executeTakeFirstOrThrow()
    expect(log).toMatchObject({ type: 'import', summary: { matches: 1, status: 'done' } })
  })

  it('gives a new match these fields, and the default price when nobody quotes it', async () => {
    await importBody('promo', promoBody([derby]))
    const league = await database.kysely.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
    expect(await onlyMatch()).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      external_id: 'm1',
      league_id: league.id,
      home_team: 'Riverton',
      away_team: 'Hillford',
      start_time: new Date(KICK_OFF),
      status: 'scheduled',
      affiliate_link: null,
      featured: false,
      is_popular: false,
      home_odds: 1.01,
      draw_odds: null,
      away_odds: 1.01,
    })
  })

  it('requests the address of a feed with GET', async () => {
    const body = JSON.stringify(promoBody([derby]))
    const origin = server.answer('/promo', { kind: 'body', body })
    server.requests.length = 0
    await importFile('promo', origin, { options: { fetch: { allowPrivateAddresses: true } } })
    expect(server.requests.map(({ method, path }) => [method, path])).toEqual([['GET', '/promo']])
    expect(await onlyMatch()).toMatchObject({ home_team: 'Riverton' })
  })

  it('changes nothing the second time', async () => {
    const file = await feeds.write(promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]), NOON)
    await importFile('promo', file)
    const before = [await matches(), await quotes()]
    const again = await importFile('promo', file)
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, sports: 1, matches: 1, odds: 1 })
    expect([await matches(), await quotes()]).toEqual(before)
    const history = await database.kysely.selectFrom('odds_history').selectAll().execute()
    expect(history).toHaveLength(1)
  })
})

describe.skipIf(IS_DIALECT_ONLY)('importing a feed', () => {
  it('reports the stages in order, up to 100', async () => {
    const seen: ImportProgress[] = []
    await importFile('promo', await feeds.write(promoBody([derby]), NOON), {
      onProgress: (progress) => seen.push(progress),
    })
    expect(seen.map(({ stage, percent }) => [stage, percent])).toEqual([
      ['fetch', 10],
      ['sports', 20],
      ['countries', 30],
      ['leagues', 35],
      ['matches', 95],
      ['done', 100],
    ])
  })

  it('stores a changed name, kick-off and price, with a row of history for the price', async () => {
    await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]))
    const later = { ...derby, away: 'Hillford Town', start: '2024-03-06T15:00:00Z', prices: [1.9, 3.6, 4] }
    const summary = await importBody('promo', promoBody([later]), ONE_PM)
    expect(summary).toMatchObject({ inserted: 0, updated: 1 })
    expect(await onlyMatch()).toMatchObject({
      away_team: 'Hillford Town',
      home_odds: 1.9,
      slug: 'riverton-vs-hillford',
    })
    const history = await database.kysely
      .selectFrom('odds_history')
      .select('home_odds')
      .orderBy('id')
      .execute()
    expect(history.map((row) => row.home_odds)).toEqual([1.85, 1.9])
  })

  it('stores only the time of a price that was confirmed', async () => {
    await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]), NOON)
    const summary = await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]), ONE_PM)
    expect(summary).toMatchObject({ updated: 0, unchanged: 1 })
    const { last_updated } = await database.kysely
      .selectFrom('odds')
      .select('last_updated')
      .executeTakeFirstOrThrow()
    expect(last_updated).toEqual(new Date(ONE_PM))
  })

  it('does not overwrite a newer price with an older body', async () => {
    await importBody('promo', promoBody([{ ...derby, prices: [1.9, 3.6, 4] }]), ONE_PM)
    await importFile('promo', await feeds.write(promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]), NOON))
    expect(await quotes()).toEqual([['Promo', 1.9, 3.6, 4]])
  })

  it('replaces and withdraws prices of a time when the clock was ahead', async () => {
    const other = { ...derby, id: 'm2', home: 'Lakeside', away: 'Marsh', prices: [2, 3.2, 3.9] }
    await importBody('promo', promoBody([{ ...derby, prices: [2, 3.6, 4.2] }, other]), '2024-03-01T16:00:00Z')
    const right = [{ ...derby, prices: [2.5, 3.6, 4.2] }]
    expect(await importBody('promo', promoBody(right), ONE_PM)).toMatchObject({ withdrawn: 1 })
    expect(await quotes()).toEqual([['Promo', 2.5, 3.6, 4.2]])
    expect((await matches()).map((match) => match.home_odds)).toEqual([1.01, 2.5])
    const { rows } = await sql`
      select home_odds::float, recorded_at from odds_history order by home_odds, id`.execute(database.kysely)
    expect(rows).toEqual([2, 2, 2.5, null].map((home_odds) => ({ home_odds, recorded_at: new Date(ONE_PM) })))
  })

  it('does not change what an administrator curates', async () => {
    await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]))
    const curated = {
      status: 'finished',
      featured: true,
      is_popular: true,
      affiliate_link: '/out/1',
      slug: 'the-derby',
      home_score: 2,
      away_score: 1,
      odds_locked: true,
      home_odds: 9.5,
    } as const
    const names = { display_name: 'Shown so', slug: 'shown-so', menu_position: 42, is_active: false }
    await database.kysely.updateTable('matches').set(curated).execute()
    for (const table of ['sports', 'countries', 'leagues'] as const) {
      await database.kysely.updateTable(table).set(names).execute()
    }
    await importBody('promo', promoBody([{ ...derby, prices: [1.7, 3.7, 4.5] }]), ONE_PM)
    expect(await onlyMatch()).toMatchObject(curated)
    for (const table of ['sports', 'countries', 'leagues'] as const) {
      const rows = await database.kysely.selectFrom(table).selectAll().execute()
      expect(rows).toEqual([expect.objectContaining(names)])
    }
    expect(await quotes()).toEqual([['Promo', 1.7, 3.7, 4.5]])
  })

  it('withdraws a quote that the feed no longer has, and resets the headline', async () => {
    await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]))
    const summary = await importBody('promo', promoBody([derby]), ONE_PM)
    expect(summary).toMatchObject({ updated: 1, withdrawn: 1 })
    expect(await quotes()).toEqual([])
    expect(await onlyMatch()).toMatchObject({
      home_odds: 1.01,
      draw_odds: null,
      away_odds: 1.01,
      bookmaker_count: 0,
    })
    const history = await database.kysely
      .selectFrom('odds_history')
      .select('home_odds')
      .orderBy('id')
      .execute()
    expect(history.map((row) => row.home_odds)).toEqual([1.85, null])
  })

  it('gives sports with a fixed position that position, in any order of the feed, with their icons', async () => {
    const sports = [
      'Golf',
      'Baseball',
      'American Football',
      'Cricket',
      'Boxing',
      'Basketball',
      'Tennis',
      'Soccer',
    ]
    for (const [n, sport] of sports.entries()) {
      await importBody('promo', promoBody([{ ...derby, id: `s${n}`, sport }]))
    }
    const rows = await database.kysely
      .selectFrom('sports')
      .select(['name', 'menu_position', 'icon_name', 'icon_reference'])
      .orderBy('menu_position')
      .execute()
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['Soccer', 0, 'football', 'football'],
      ['Tennis', 1, 'tennis', 'tennis'],
      ['Basketball', 2, 'basketball', 'basketball'],
      ['Cricket', 3, 'football', 'football'],
      ['American Football', 4, 'american-football', 'american-football'],
      ['Golf', 5, 'football', 'football'],
      ['Baseball', 6, 'baseball', 'baseball'],
      ['Boxing', 7, 'boxing', 'boxing'],
    ])
  })

  it('names Football Soccer, and keeps American Football separate, at the fixed positions', async () => {
    await importBody(
      'promo',
      promoBody([
        { ...derby, sport: 'Handball', id: 'h1' },
        { ...derby, sport: 'American Football', id: 'a1' },
        { ...derby, sport: 'Football', id: 'f1' },
        { ...derby, sport: 'Soccer', id: 's1', home: 'Northwick' },
      ]),
    )
    const sports = await database.kysely
      .selectFrom('sports')
      .select(['name', 'slug', 'menu_position', 'icon_reference'])
      .orderBy('menu_position')
      .execute()
    expect(sports).toEqual([
      { name: 'Soccer', slug: 'soccer', menu_position: 0, icon_reference: 'football' },
      {
        name: 'American Football',
        slug: 'american-football',
        menu_position: 4,
        icon_reference: 'american-football',
      },
      { name: 'Handball', slug: 'handball', menu_position: 5, icon_reference: 'football' },
    ])
  })
})

describe.skipIf(IS_DIALECT_ONLY)('several feeds on one match', () => {
  const api = (more: Partial<TestMatch> = {}) => [
    oddsApiEvent({ ...derby, id: 'x9', ...more }, [
      { key: 'alpha', title: 'Alpha Bet', prices: [1.9, 3.4, 4.1], at: NOON },
      { key: 'beta', title: 'Beta Bet', prices: [1.8, 3.7, 4], at: NOON },
    ]),
  ]

  it('shows their prices side by side, and the best of each outcome as the headline', async () => {
    await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]))
    await importBody('the-odds-api', api({ start: '2024-03-05T15:30:00Z' }))
    expect(await quotes()).toEqual([
      ['Alpha Bet', 1.9, 3.4, 4.1],
      ['Beta Bet', 1.8, 3.7, 4],
      ['Promo', 1.85, 3.6, 4.2],
    ])
    expect(await onlyMatch()).toMatchObject({
      home_odds: 1.9,
      draw_odds: 3.7,
      away_odds: 4.2,
      bookmaker_count: 3,
      start_time: new Date(KICK_OFF),
    })
  })

  it.each([
    ['two days apart', { start: '2024-03-07T15:00:00Z' }],
    [
      'home and away swapped at another time',
      { home: derby.away, away: derby.home, start: '2024-03-05T17:00:00Z' },
    ],
    ['the women', { home: 'Riverton Women', away: 'Hillford Women' }],
    ['the under-21s', { home: 'Riverton U21', away: 'Hillford U21' }],
  ])('keeps matches apart that are %s', async (_what, other) => {
    await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]))
    await importBody('the-odds-api', api(other))
    expect(await matches()).toHaveLength(2)
  })

  it('gives each game of a double-header its own prices', async () => {
    const late = '2024-03-05T17:30:00Z'
    await importBody('promo', promoBody([derby, { ...derby, id: 'm2', start: late }]))
    await importBody('the-odds-api', [...api({ id: 'late', start: late }), ...api({ id: 'early' })])
    expect(await matches()).toHaveLength(2)
    const links = await sql<{ external_id: string; start_time: Date }>`
      select s.external_id, m.start_time from match_sources s join matches m on m.id = s.match_id
      where source = 'the-odds-api' order by 1`.execute(database.kysely)
    expect(links.rows).toEqual([
      { external_id: 'early', start_time: new Date(KICK_OFF) },
      { external_id: 'late', start_time: new Date(late) },
    ])
  })

  it('withdraws only its own quotes', async () => {
    await importBody('promo', promoBody([{ ...derby, prices: [1.85, 3.6, 4.2] }]))
    await importBody('the-odds-api', api())
    await importBody('the-odds-api', [oddsApiEvent({ ...derby, id: 'x9' }, [])], ONE_PM)
    expect(await quotes()).toEqual([['Promo', 1.85, 3.6, 4.2]])
  })

  it('takes the names from the feed that first listed the match', async () => {
    await importBody('promo', promoBody([derby]))
    const summary = await importBody('the-odds-api', api({ home: 'Riverton FC' }))
    expect(summary).toMatchObject({ updated: 1 })
    expect(await onlyMatch()).toMatchObject({ home_team: 'Riverton' })
  })
})

describe.skipIf(IS_DIALECT_ONLY)('an event that a feed no longer lists', () => {
  const other = { ...derby, id: 'm2', home: 'Lakeside', away: 'Marsh', prices: [2, 3.2, 3.9] }
  const priced = { ...derby, prices: [1.85, 3.6, 4.2] }
  const bestHomes = async () => (await matches()).map((match) => [match.home_team, match.home_odds])

  it('loses its quotes when a complete answer lists others of its sport', async () => {
    await importBody('promo', promoBody([priced, other]))
    const summary = await importBody('promo', promoBody([other]), ONE_PM)
    expect(summary).toMatchObject({ status: 'done', withdrawn: 1 })
    expect(await bestHomes()).toEqual([
      ['Lakeside', 2],
      ['Riverton', 1.01],
    ])
    const gone = await database.kysely
      .selectFrom('odds_history')
      .select(['home_odds', 'recorded_at'])
      .where('home_odds', 'is', null)
      .execute()
    expect(gone).toEqual([{ home_odds: null, recorded_at: new Date(ONE_PM) }])
  })

  it.each<[string, () => unknown]>([
    ['is empty', () => []],
    ['is of another sport', () => promoBody([{ ...other, sport: 'Tennis', prices: [1.5, 2.5] }])],
    ['cannot be told from something in it', () => [...promoBody([other]), 'something']],
    ['is cut short', () => JSON.stringify(promoBody([other])).slice(0, -1)],
    ['is an error', () => ({ error: 'try later' })],
    ['lists it, but so that it cannot be read', () => promoBody([other, { ...priced, start: 'soon' }])],
  ])('keeps them when the answer %s', async (_what, body) => {
    await importBody('promo', promoBody([priced]))
    expect(await importBody('promo', body(), ONE_PM)).toMatchObject({ withdrawn: 0 })
    expect((await matches()).find((match) => match.home_team === 'Riverton')).toMatchObject({
      home_odds: 1.85,
    })
  })

  it('has one price everywhere when the answer breaks off after a change of it', async () => {
    await importBody('promo', promoBody([priced]))
    const changed = JSON.stringify(promoBody([{ ...priced, prices: [1.8, 3.6, 4.8] }, other]))
    expect(await importBody('promo', changed.slice(0, -1), ONE_PM)).toMatchObject({ status: 'failed' })
    expect((await matches()).find((match) => match.home_team === 'Riverton')).toMatchObject({
      home_odds: 1.8,
    })
    expect(await marketQuotes()).toContainEqual(['Promo', 'match_result', 1.8, 3.6, 4.8])
  })

  it('keeps quotes of other feeds, newer ones, and those of matches that have begun', async () => {
    await importBody('promo', promoBody([priced, other]))
    const bookmakers = [{ key: 'alpha', title: 'Alpha Bet', prices: [1.9, 3.4, 4.1], at: NOON }]
    await importBody('the-odds-api', [oddsApiEvent(derby, bookmakers)])
    await importBody('promo', promoBody([other]), '2024-03-01T11:59:00Z')
    expect(await quotes()).toHaveLength(3)
    await importBody('promo', promoBody([other]), '2024-03-05T15:00:00Z')
    expect(await quotes()).toHaveLength(3)
    await importBody('promo', promoBody([other]), ONE_PM)
    expect((await quotes()).map(([name]) => name)).toEqual(['Alpha Bet', 'Promo'])
  })

  it('keeps quotes of other sports when one sport was requested', async () => {
    const tennis = { ...other, sport: 'Tennis', prices: [1.5, 2.5] }
    await importBody('promo', promoBody([priced, tennis]))
    vi.setSystemTime(ONE_PM)
    const file = await feeds.write(promoBody([{ ...tennis, id: 'm3', home: 'Other' }]), ONE_PM)
    expect(await importFile('promo', file, { options: { sport: 'Tennis' } })).toMatchObject({ withdrawn: 1 })
    expect((await matches()).find((match) => match.home_team === 'Riverton')).toMatchObject({
      home_odds: 1.85,
    })
  })

  it('is detected by an answer for its competition, and not by one with the next few games', async () => {
    const bookmakers = [{ key: 'alpha', title: 'Alpha Bet', prices: [1.9, 3.4, 4.1] }]
    const [gone, kept] = [oddsApiEvent(derby, bookmakers), oddsApiEvent(other, bookmakers)]
    vi.setSystemTime('2024-03-01T12:00:00Z')
    const answer = async (path: string, events: unknown[], at: string, markets = 'h2h') => {
      vi.setSystemTime(at)
      const headers = { date: new Date(at).toUTCString() }
      const body = JSON.stringify(events)
      const origin = server.answer(path, { kind: 'body', body, headers })
      return importFile('the-odds-api', `${origin}?markets=${markets}`, {
        options: { fetch: { allowPrivateAddresses: true } },
      })
    }
    await answer('/v4/sports/soccer_epl/odds', [gone, kept], NOON)
    for (const path of ['/v4/sports/upcoming/odds', '/v4/historical/sports/soccer_epl/odds'])
      expect(await answer(path, [kept], ONE_PM)).toMatchObject({ status: 'done', withdrawn: 0 })
    // A market that only some events have does not withdraw it either.
    const totals = await answer('/v4/sports/soccer_epl/odds', [kept], ONE_PM, 'totals')
    expect(totals).toMatchObject({ status: 'done', withdrawn: 0 })
    const withdrawn = await answer('/v4/sports/soccer_epl/odds', [kept], '2024-03-01T13:30:00Z')
    expect(withdrawn).toMatchObject({ status: 'done', withdrawn: 1 })
    expect(await bestHomes()).toEqual([
      ['Lakeside', 1.9],
      ['Riverton', 1.01],
    ])
  })

  it('keeps its quotes when the answer is for another competition of the same league', async () => {
    const alpha = [{ key: 'alpha', title: 'Alpha Bet', prices: [1.9, 3.4, 4.1], at: NOON }]
    const cup = (match: TestMatch) => ({
      ...oddsApiEvent(match, alpha),
      ...{ sport_key: 'soccer_england_efl_cup', sport_title: 'EFL Cup' },
    })
    await importBody('the-odds-api', [oddsApiEvent(derby, alpha)])
    await sql`insert into league_aliases (country_id, alias, alias_key, league_id)
      select country_id, 'EFL Cup', ${placeKey('EFL Cup')}, id from leagues`.execute(database.kysely)
    expect(await importBody('the-odds-api', [cup(other)], ONE_PM)).toMatchObject({
      inserted: 1,
      withdrawn: 0,
    })
    expect(await database.kysely.selectFrom('leagues').select('id').execute()).toHaveLength(1)
    const third = { ...other, id: 'm3', home: 'Northport', away: 'Easton' }
    expect(await importBody('the-odds-api', [cup(third)], '2024-03-01T13:30:00Z')).toMatchObject({
      withdrawn: 1,
    })
    expect(await bestHomes()).toEqual([
      ['Lakeside', 1.01],
      ['Northport', 1.9],
      ['Riverton', 1.9],
    ])
  })

  it('loses a bookmaker that it no longer lists, however recent its price was', async () => {
    const alpha = { key: 'alpha', title: 'Alpha Bet', prices: [1.9, 3.4, 4.1], at: '2024-03-01T12:04:00Z' }
    const beta = { key: 'beta', title: 'Beta Bet', prices: [1.8, 3.7, 4], at: '2024-03-01T12:01:00Z' }
    await importBody('the-odds-api', [oddsApiEvent(derby, [alpha, beta])], '2024-03-01T12:05:00Z')
    await importBody('the-odds-api', [oddsApiEvent(derby, [beta])], '2024-03-01T12:10:00Z')
    expect((await quotes()).map(([name]) => name)).toEqual(['Beta Bet'])
  })

  it('keeps a market that had a draw apart from those of two ways while the draw is left out', async () => {
    const rugby = (third: readonly number[], at: string, more: object[] = []) => {
      const event = oddsApiEvent(derby, [
        { key: 'alpha', title: 'Alpha', prices: [1.95, 1.87], at },
        { key: 'beta', title: 'Beta', prices: [1.93, 1.9], at },
        { key: 'gamma', title: 'Gamma', prices: third, at },
      ])
      const bookmakers = event.bookmakers.map((one) => ({ ...one, markets: [...one.markets, ...more] }))
      return importBody('the-odds-api', [{ ...event, bookmakers, sport_key: 'rugbyunion_six_nations' }], at)
    }
    const twoWay = [
      ['Alpha', 'moneyline', 1.95, 1.87],
      ['Beta', 'moneyline', 1.93, 1.9],
    ]
    const headline = async () => {
      const { home_odds, draw_odds, away_odds } = await onlyMatch()
      return [home_odds, draw_odds, away_odds]
    }
    // Asked for with another market; the next ones are not.
    await rugby([2.02, 21, 2], NOON, [{ key: 'totals', outcomes: [] }])
    expect(await headline()).toEqual([1.95, null, 1.9])
    for (const at of ['2024-03-01T12:05:00Z', '2024-03-01T12:10:00Z']) {
      // Their sum is above 100 %, as that of a two-way market.
      await rugby([2.02, 1.96], at)
      expect(await headline()).toEqual([1.95, null, 1.9])
      expect(await marketQuotes()).toEqual([...twoWay, ['Gamma', 'match_result', 2.02, null, 1.96]])
    }
    await rugby([2.02, 21, 2], '2024-03-01T12:15:00Z')
    expect(await marketQuotes()).toEqual([...twoWay, ['Gamma', 'match_result', 2.02, 21, 2]])
  })
})

describe.skipIf(IS_DIALECT_ONLY)('a match without a usable price', () => {
  it('has odds of 1.01 on both sides, and none for the draw', async () => {
    await importBody('promo', promoBody([derby]))
    expect(await onlyMatch()).toMatchObject({ home_odds: 1.01, draw_odds: null, away_odds: 1.01 })
  })

  it.each(['0', '-2', '1.00', 'on request', '', null])(
    'has them also when the feed prices it at %j',
    async (price) => {
      await importBody('promo', [...promoBody([derby]), promoMarket(derby.id, [price, price, price])])
      expect(await onlyMatch()).toMatchObject({ home_odds: 1.01, draw_odds: null, away_odds: 1.01 })
      expect(await quotes()).toEqual([['Promo', null, null, null]])
    },
  )
})

describe.skipIf(IS_DIALECT_ONLY)('one match under two ids of a feed', () => {
  const twice = () =>
    promoBody([
      { ...derby, prices: [1.85, 3.6, 4.2] },
      { ...derby, id: 'm2', prices: [1.5, 4, 6] },
    ])

  it('is stored once: the first counts, the second is rejected, in each import', async () => {
    const file = await feeds.write(twice(), NOON)
    const first = await importFile('promo', file)
    expect(first).toMatchObject({ inserted: 1, rejected: 1, reasons: { duplicate_match: 1 } })
    const before = [await matches(), await quotes()]
    for (const batchItems of [1, 1000]) {
      const again = await importFile('promo', file, { options: { batchItems } })
      expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, rejected: 1 })
    }
    expect([await matches(), await quotes()]).toEqual(before)
    expect(await quotes()).toEqual([['Promo', 1.85, 3.6, 4.2]])
  })
})

describe.skipIf(IS_DIALECT_ONLY)('results', () => {
  const AFTER = '2024-03-05T18:00:00Z'
  const importScore = (body: unknown) => importBody('the-odds-api', body, AFTER)
  const score = (more: object = {}) => [
    {
      ...oddsApiEvent(derby, []),
      bookmakers: undefined,
      completed: true,
      scores: [
        { name: derby.away, score: '1' },
        { name: derby.home, score: '2' },
      ],
      ...more,
    },
  ]

  it('finish a match that is linked to the feed', async () => {
    await importBody('the-odds-api', [oddsApiEvent(derby, [])])
    expect(await importScore(score())).toMatchObject({ updated: 1, rejected: 0 })
    expect(await onlyMatch()).toMatchObject({ status: 'finished', home_score: 2, away_score: 1 })
    expect(await importScore(score())).toMatchObject({ updated: 0, unchanged: 1 })
  })

  it('are stored by the names of the sides, also when the feed swaps them', async () => {
    await importBody('the-odds-api', [oddsApiEvent(derby, [])])
    await importScore(score({ home_team: derby.away, away_team: derby.home }))
    expect(await onlyMatch()).toMatchObject({ home_score: 2, away_score: 1 })
  })

  it('are not stored before the kick-off', async () => {
    const tomorrow = '2024-03-06T18:00:00Z'
    await importBody('the-odds-api', [oddsApiEvent({ ...derby, start: tomorrow }, [])])
    expect(await importScore(score())).toMatchObject({ updated: 0, unchanged: 1 })
    expect(await onlyMatch()).toMatchObject({ status: 'scheduled', home_score: null })
  })

  it('do not overwrite the scores of an administrator', async () => {
    await importBody('the-odds-api', [oddsApiEvent(derby, [])])
    await database.kysely.updateTable('matches').set({ home_score: 0, away_score: 3 }).execute()
    expect(await importScore(score())).toMatchObject({ unchanged: 1 })
    expect(await onlyMatch()).toMatchObject({ home_score: 0, away_score: 3 })
  })

  it('are corrected by the feed of which they are, and by no other', async () => {
    const of = (home: string, away: string) =>
      score({
        scores: [
          { name: derby.home, score: home },
          { name: derby.away, score: away },
        ],
      })
    await importBody('the-odds-api', [oddsApiEvent(derby, [])])
    await importScore(of('2', '0'))
    expect(await importScore(score())).toMatchObject({ updated: 1 })
    const match = await onlyMatch()
    expect(match).toMatchObject({ home_score: 2, away_score: 1 })
    await database.kysely.updateTable('matches').set({ home_score: 3, score_source: 'promo' }).execute()
    expect(await importScore(score())).toMatchObject({ unchanged: 1 })
    await database.kysely.updateTable('matches').set({ score_source: 'the-odds-api' }).execute()
    const fetched = { match, score: { home: 0, away: 3 }, ended: undefined }
    await updateMatch(database.kysely, fetched, { overTyped: true })
    expect(await importScore(score())).toMatchObject({ unchanged: 1 })
    expect(await onlyMatch()).toMatchObject({ home_score: 0, away_score: 3 })
  })

  it('of other contestants under the same id are rejected, and not those of another spelling', async () => {
    await importBody('the-odds-api', [oddsApiEvent(derby, [])])
    const of = (home: string, away: string) => ({
      home_team: home,
      away_team: away,
      scores: [
        { name: home, score: '3' },
        { name: away, score: '0' },
      ],
    })
    expect(await importScore(score(of('Northwick', 'Eastham')))).toMatchObject({
      updated: 0,
      reasons: { unknown_match: 1 },
    })
    expect(await onlyMatch()).toMatchObject({ status: 'scheduled', home_score: null })
    expect(await importScore(score(of('Riverton FC', 'FC Hillford')))).toMatchObject({
      updated: 1,
      rejected: 0,
    })
    expect(await onlyMatch()).toMatchObject({ status: 'finished', home_score: 3, away_score: 0 })
  })

  it('of an unknown or unfinished match are rejected', async () => {
    const summary = await importBody('the-odds-api', [
      ...score(),
      ...score({ id: 'z', completed: false, scores: null }),
    ])
    expect(summary).toMatchObject({ rejected: 2, reasons: { unknown_match: 1, not_finished: 1 } })
    // A match that is not over is not an error of the feed: it is counted, and not stored at each import.
    const items = await database.kysely.selectFrom('run_items').select('reason').execute()
    expect(items).toEqual([{ reason: 'unknown_match' }])
  })
})

describe('a batch in a deadlock with another transaction', () => {
  const body = promoBody(
    [1, 2, 3, 4].map((n) => ({ ...derby, id: `m${n}`, home: `Home ${n}`, prices: [1.85, 3.6, 4.2] })),
  )

  /** Storing a quote fails with a deadlock so many times; a sequence is not reset by a rollback. */
  async function deadlocks(times: number, event: 'insert' | 'delete' = 'insert'): Promise<void> {
    await sql`create sequence deadlocks`.execute(database.kysely)
    await sql`create function meet_deadlock() returns trigger language plpgsql as $$ begin
      if nextval('deadlocks') <= ${sql.lit(times)} then raise exception 'met' using errcode = '40P01'; end if;
      return new; end $$`.execute(database.kysely)
    await sql`create trigger odds_deadlock before ${sql.raw(event)} on odds execute function meet_deadlock()`.execute(
      database.kysely,
    )
  }
  async function noDeadlocks(): Promise<void> {
    await sql`drop function if exists meet_deadlock cascade`.execute(database.kysely)
    await sql`drop sequence if exists deadlocks`.execute(database.kysely)
  }
  afterEach(noDeadlocks)

  it('is retried, and none of its items is rejected', async () => {
    await deadlocks(2)
    expect(await importBody('promo', body)).toMatchObject({ status: 'done', inserted: 4, rejected: 0 })
  })

  it('is retried while unlisted quotes are withdrawn', async () => {
    await importBody('promo', body)
    await deadlocks(2, 'delete')
    const fewer = promoBody([{ ...DERBY, id: 'm1', home: 'Home 1', prices: [1.85, 3.6, 4.2] }])
    expect(await importBody('promo', fewer, ONE_PM)).toMatchObject({ status: 'done', withdrawn: 3 })
  })

  it('every time ends the run, and the next run resumes before it', async () => {
    const file = await feeds.write(body, NOON)
    await deadlocks(1_000)
    await expect(importFile('promo', file)).rejects.toMatchObject({ code: '40P01' })
    const run = await database.kysely.selectFrom('runs').selectAll().executeTakeFirstOrThrow()
    expect(run).toMatchObject({ status: 'failed', counts: { rejected: 0 }, cursor: { position: -1 } })
    await noDeadlocks()
    expect(await importFile('promo', file)).toMatchObject({ status: 'done', inserted: 4, rejected: 0 })
  })
})

describe('a place whose code or slug is taken', () => {
  const priced = (more: Partial<TestMatch>) => ({ ...derby, prices: [1.85, 3.6, 4.2], ...more })
  afterEach(async () => {
    await sql`drop function if exists before_country cascade`.execute(database.kysely)
    await sql`drop sequence if exists countries_seen`.execute(database.kysely)
  })
  /** Executes this in the database before a country is stored, as another import might. */
  async function beforeCountry(statement: string): Promise<void> {
    await sql`create sequence countries_seen`.execute(database.kysely)
    await sql`create function before_country() returns trigger language plpgsql as $$ begin
      ${sql.raw(statement)} return new; end $$`.execute(database.kysely)
    await sql`create trigger countries_before before insert on countries for each row
      execute function before_country()`.execute(database.kysely)
  }
  const countries = () =>
    database.kysely.selectFrom('countries').select(['name', 'code', 'slug']).orderBy('name').execute()

  it('by rows of other names gets the next slug', async () => {
    await importBody('promo', promoBody([derby]))
    const { sport_id } = await database.kysely
      .selectFrom('countries')
      .select('sport_id')
      .executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('countries')
      .values([
        { sport_id, name: 'One', code: 'O1', slug: 'freedonia' },
        { sport_id, name: 'Two', code: 'T1', slug: 'freedonia-fr1' },
      ])
      .execute()
    const summary = await importBody('promo', promoBody([priced({ id: 'm2', country: 'Freedonia' })]))
    expect(summary).toMatchObject({ status: 'done', inserted: 1, rejected: 0 })
    expect(await countries()).toContainEqual({ name: 'Freedonia', code: 'FR1', slug: 'freedonia-2' })
  })

  it('by another import at the same time gets the next code', async () => {
    await beforeCountry(`if new.name = 'Freedonia' and nextval('countries_seen') = 1 then
      insert into countries (sport_id, name, code, slug) values (new.sport_id, 'Frisia', new.code, 'frisia');
    end if;`)
    const summary = await importBody('promo', promoBody([priced({ country: 'Freedonia' })]))
    expect(summary).toMatchObject({ status: 'done', inserted: 1, rejected: 0 })
    expect(await countries()).toEqual([
      { name: 'Freedonia', code: 'FR2', slug: 'freedonia' },
      { name: 'Frisia', code: 'FR1', slug: 'frisia' },
    ])
  })

  it('every time rejects only its own items', async () => {
    await beforeCountry(`if new.name = 'Freedonia' then return null; end if;`)
    const summary = await importBody(
      'promo',
      promoBody([priced({ country: 'Freedonia' }), priced({ id: 'm2', home: 'Northwick' })]),
    )
    expect(summary).toMatchObject({
      status: 'done',
      inserted: 1,
      rejected: 1,
      reasons: { not_storable: 1 },
    })
  })
})

describe('rejected items', () => {
  it('are recorded with their reason', async () => {
    const summary = await importBody('promo', [...promoBody([derby]), 'nonsense', null])
    expectAddsUp(summary)
    expect(summary).toMatchObject({ inserted: 1, rejected: 2, reasons: { malformed_entry: 2 } })
    const items = await database.kysely
      .selectFrom('run_items')
      .select(['level', 'reason', 'detail'])
      .execute()
    expect(items).toContainEqual({ level: 'rejected', reason: 'malformed_entry', detail: 'nonsense' })
  })

  it('do not affect others when the database refuses one', async () => {
    const kept = Array.from({ length: 20 }, (_, n) => ({
      ...derby,
      id: `k${n}`,
      home: `Home ${n}`,
      away: `Away ${n}`,
    }))
    await sql`alter table matches add constraint refused check (home_team <> 'Home 7')`.execute(
      database.kysely,
    )
    try {
      const summary = await importBody('promo', promoBody(kept))
      expectAddsUp(summary)
      expect(summary).toMatchObject({ inserted: 19, rejected: 1, reasons: { not_storable: 1 } })
    } finally {
      await sql`alter table matches drop constraint refused`.execute(database.kysely)
    }
  })
})

describe('a run', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      oddsApiEvent({ ...derby, id: `e${n}`, home: `Home ${n}`, away: `Away ${n}` }, [
        { key: 'alpha', title: 'Alpha Bet', prices: [1.5 + n / 100, 3, 4], at: NOON },
      ]),
    )

  it('resumes where it was stopped', async () => {
    const file = await feeds.write(many(100), NOON)
    const stop = new AbortController()
    const first = await importFile('the-odds-api', file, {
      options: { batchItems: 10 },
      signal: stop.signal,
      onProgress: ({ counts }) => counts.items >= 40 && stop.abort(),
    })
    expect(first).toMatchObject({ status: 'cancelled', inserted: 40 })
    const second = await importFile('the-odds-api', file, { options: { batchItems: 10 } })
    expect(second).toMatchObject({ status: 'done', resumedAfter: 39, inserted: 100, items: 100, leagues: 1 })
    expect(await matches()).toHaveLength(100)
  })

  it('counts nothing of an interrupted run before it is known to resume it', async () => {
    const whole: Answer = { kind: 'body', body: JSON.stringify(many(30)), headers: { etag: '"1"' } }
    const address = server.answer('/again', whole)
    const importUntil = (isEnough: (progress: ImportProgress) => boolean) => {
      vi.setSystemTime(Date.now() + 1_000)
      const stop = new AbortController()
      return importFile('the-odds-api', address, {
        options: { batchItems: 10, fetch: { allowPrivateAddresses: true } },
        signal: stop.signal,
        onProgress: (progress) => isEnough(progress) && stop.abort(),
      })
    }
    await importUntil(({ counts }) => counts.items >= 10)
    for (let time = 0; time < 2; time += 1) {
      const told: ImportProgress[] = []
      const summary = await importUntil((progress) => told.push(progress) > 0)
      expect([summary.items, ...told.map(({ counts }) => counts.items)]).toEqual([0, 0])
      expect((await readRuns(database.kysely))[0]?.counts).toMatchObject({ items: 0, inserted: 0 })
    }
    // The counts of the first run are kept.
    expect(await importUntil(() => false)).toMatchObject({ resumedAfter: 9, items: 30, inserted: 30 })
  })

  it('is resumed under its own id when its id is given', async () => {
    const file = await feeds.write(many(30), NOON)
    const stop = new AbortController()
    const { runId } = await importFile('the-odds-api', file, {
      options: { batchItems: 10 },
      signal: stop.signal,
      onProgress: ({ counts }) => counts.items >= 10 && stop.abort(),
    })
    const second = await importFile('the-odds-api', file, { options: { runId } })
    expect(second).toMatchObject({ runId, status: 'done', resumedAfter: 9, inserted: 30 })
    await expect(importFile('the-odds-api', file, { options: { runId } })).rejects.toMatchObject({
      code: 'unknown_run',
    })
  })

  it('starts over when the body is different', async () => {
    const file = await feeds.write(many(30), NOON)
    const stop = new AbortController()
    await importFile('the-odds-api', file, {
      options: { batchItems: 10 },
      signal: stop.signal,
      onProgress: ({ counts }) => counts.items >= 10 && stop.abort(),
    })
    await writeFile(file, JSON.stringify(many(31)))
    expect(await importFile('the-odds-api', file)).toMatchObject({
      resumedAfter: null,
      inserted: 21,
      unchanged: 10,
    })
  })

  it('is cancelled by a flag in the database', async () => {
    const file = await feeds.write(many(50), NOON)
    let asked: Promise<boolean> | undefined
    const summary = await importFile('the-odds-api', file, {
      options: { batchItems: 5 },
      onProgress: ({ runId, counts }) => {
        if (counts.items >= 10) asked ??= cancelRun(database.kysely, runId)
      },
    })
    expect(await asked).toBe(true)
    expect(summary.status).toBe('cancelled')
    expect(summary.items).toBeLessThan(50)
    expect(await logOf(summary)).toMatchObject([{ type: 'import', summary: { status: 'cancelled' } }])
  })

  it('is refused while the same import is running', async () => {
    const address = server.answer('/slow', {
      kind: 'slow',
      body: JSON.stringify(many(10)),
      pieces: 20,
      pauseMs: 100,
    })
    const request = { options: { fetch: { allowPrivateAddresses: true } } }
    const first = importFile('the-odds-api', address, request)
    await vi.waitFor(() => expect(server.requests.map(({ path }) => path)).toContain('/slow'), 20_000)
    await expect(importFile('the-odds-api', address, request)).rejects.toMatchObject({
      code: 'already_running',
    })
    expect(await first).toMatchObject({ status: 'done', inserted: 10 })
  })

  it('never stores the key in an address', async () => {
    server.answer('/v4/json/secret1/odds', { kind: 'body', body: '[]' })
    const address = server
      .url('/v4/json/secret1/odds?apiKey=secret2&regions=eu')
      .replace('//', '//user:secret3@')
    const summary = await importFile('the-odds-api', address, {
      options: { fetch: { allowPrivateAddresses: true } },
    })
    const stored = await sql<{ text: string }>`
      select (select json_agg(r)::text from runs r) || (select json_agg(l)::text from import_logs l) as text`.execute(
      database.kysely,
    )
    expect(JSON.stringify(summary) + stored.rows[0]?.text).not.toMatch(/secret/)
    expect(server.requests.at(-1)?.path).toContain('secret2')
  })
})

describe.skipIf(IS_DIALECT_ONLY)('a feed that fails', () => {
  it.each<[string, Answer]>([
    ['hangs', { kind: 'hang' }],
    ['trickles', { kind: 'slow', body: JSON.stringify([oddsApiEvent(derby, [])]), pieces: 40, pauseMs: 50 }],
  ])('reports that the run is waiting when it %s', async (_, answer) => {
    const body = JSON.stringify([oddsApiEvent(derby, [])])
    const address = server.answer('/waits', answer, answer, { kind: 'body', body })
    const told: ImportProgress[] = []
    const stored: unknown[] = []
    const importing = importFile('the-odds-api', address, {
      options: {
        heartbeatMs: 20,
        waitingAfterMs: 60,
        fetch: { allowPrivateAddresses: true, headersTimeoutMs: 800, retryDelayMs: 400 },
      },
      onProgress: (progress) => {
        told.push(progress)
        if (progress.waiting) void readRuns(database.kysely).then(([run]) => stored.push(run?.waiting))
      },
    })
    expect((await importing).status).toBe('done')
    const attempts = new Set(told.flatMap(({ waiting }) => waiting?.attempt ?? []))
    expect([...attempts]).toEqual(expect.arrayContaining(answer.kind === 'hang' ? [1, 2] : [1]))
    expect(stored).toContainEqual({ seconds: expect.any(Number), attempt: 1 })
    expect((await readRuns(database.kysely))[0]?.waiting).toBeNull()
  })

  const body = JSON.stringify(
    Array.from({ length: 50 }, (_, n) =>
      oddsApiEvent({ ...derby, id: `e${n}`, home: `H${n}`, away: `A${n}` }, []),
    ),
  )
  const fast = {
    allowPrivateAddresses: true,
    attempts: 2,
    retryDelayMs: 5,
    headersTimeoutMs: 200,
    idleTimeoutMs: 200,
  }
  const fetchOf = (answer: Answer) =>
    importFile('the-odds-api', server.answer('/fails', answer), { options: { batchItems: 10, fetch: fast } })

  it.each<[string, Answer, string]>([
    ['hangs', { kind: 'hang' }, 'timed_out'],
    ['drops the connection', { kind: 'drop' }, 'unreachable'],
    ['answers 500', { kind: 'body', status: 500, body: 'oops' }, 'source_fault'],
    ['answers 404', { kind: 'body', status: 404, body: 'no such brand' }, 'unknown_address'],
    ['is empty', { kind: 'body', body: '' }, 'empty_body'],
    ['is text', { kind: 'body', body: 'Too many requests' }, 'not_json'],
    ['is HTML', { kind: 'body', body: '<!doctype html><p>Down' }, 'not_json'],
    [
      'is an error with status 200',
      { kind: 'body', body: '{"message":"quota","error_code":"OUT"}' },
      'error_answer',
    ],
    ['is null', { kind: 'body', body: 'null' }, 'not_json'],
    ['is an object of another kind', { kind: 'body', body: '{"a":1}' }, 'unexpected_body'],
  ])('and %s ends the run as failed', async (_what, answer, code) => {
    const summary = await fetchOf(answer)
    expect(summary).toMatchObject({ status: 'failed', items: 0, error: { code } })
    const run = await database.kysely.selectFrom('runs').selectAll().executeTakeFirstOrThrow()
    expect(run).toMatchObject({ status: 'failed', error: { code } })
    expect(await logOf(summary)).toMatchObject([
      { type: 'import', summary: { status: 'failed', error: { code } } },
    ])
  })

  const stored = (count: number) =>
    vi.waitFor(async () => expect((await matches()).length).toBeGreaterThanOrEqual(count), 20_000)

  it.each<[string, Answer]>([
    ['is cut', { kind: 'cut', body, after: Math.floor(body.length / 2), once: () => stored(20) }],
    ['falls silent', { kind: 'stall', body, after: Math.floor(body.length / 2) }],
    ['is cut and says it was all', { kind: 'body', body: body.slice(0, body.length / 2) }],
  ])('and %s keeps what was stored, and the next run completes it', async (_what, answer) => {
    const first = await fetchOf(answer)
    expect(first).toMatchObject({ status: 'failed' })
    expect(first.inserted).toBeGreaterThanOrEqual(20)
    const second = await fetchOf({ kind: 'body', body })
    expect(second).toMatchObject({ status: 'done', items: 50, rejected: 0 })
    expect(await matches()).toHaveLength(50)
  })

  it('with one broken item loses only that item', async () => {
    const summary = await fetchOf({ kind: 'body', body: body.replace('"home_team":"H7"', '"home_team":NaN') })
    expect(summary).toMatchObject({
      status: 'done',
      inserted: 49,
      rejected: 1,
      reasons: { malformed_json: 1 },
    })
  })

  it('in a private network is not requested', async () => {
    const summary = await importFile('the-odds-api', server.answer('/private', { kind: 'body', body: '[]' }))
    expect(summary).toMatchObject({ status: 'failed', error: { code: 'address_refused' } })
  })
})

describe.skipIf(IS_DIALECT_ONLY || !existsSync(RECORDINGS))(
  'the real recordings (skipped where ../shared is absent)',
  () => {
    const list = (source: string, name: string) =>
      existsSync(RECORDINGS)
        ? readdirSync(path.join(RECORDINGS, name))
            .filter((file) => file.endsWith('.json'))
            .map((file): [string, string, string] => [source, file, path.join(RECORDINGS, name, file)])
        : []

    it.each([...list('promo', 'promo'), ...list('the-odds-api', 'the-odds-api')])(
      '%s: %s is imported, and changes nothing the second time',
      async (source, _name, file) => {
        const first = await importFile(source, file)
        expectAddsUp(first)
        expect(first).toMatchObject({ status: 'done', updated: 0, unchanged: 0 })
        const before = [await matches(), await quotes()]
        const again = await importFile(source, file)
        expect(again).toMatchObject({ inserted: 0, updated: 0, withdrawn: 0, unchanged: first.inserted })
        expect(again.rejected).toBe(first.rejected)
        expect([await matches(), await quotes()]).toEqual(before)
      },
    )

    it('each recording of the other source is refused without a crash', async () => {
      for (const [source, other] of [
        ['promo', 'the-odds-api'],
        ['the-odds-api', 'promo'],
      ] as const) {
        for (const [, , file] of list(source, other)) {
          const summary = await importFile(source, file)
          expectAddsUp(summary)
          expect(summary.inserted).toBe(0)
        }
      }
    })
  },
)
