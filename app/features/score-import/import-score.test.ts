import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SportsDb } from '#app/features/sources/sportsdb/client.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { parseEnv } from '#app/platform/env.ts'
import { HOUR_MS } from '#app/platform/time.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { english } from '#tests/support/render.tsx'
import { chooseEvent, eventParameter, type ScoreProgress, scoreText, seasonsToSearch } from './find-score.ts'
import { getScore, importScore } from './import-score.server.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const START = new Date('2026-03-08T15:00:00Z')

let database: Database
let server: FeedServer
let matchId: string
beforeAll(async () => {
  server = await startFeedServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  database = await createTestDatabase()
  server.requests.length = 0
  server.answer('/json/key/searchevents.php', body({ event: null }))
  const { leagueId } = await createPlace(database.kysely, {
    country: 'England',
    code: 'GB-ENG',
    league: 'EPL',
  })
  matchId = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Man Utd',
    away_team: 'Spurs',
    start_time: START,
  })
})
afterEach(() => database.close())

const body = (value: unknown) => ({ kind: 'body' as const, body: JSON.stringify(value) })

const event = (more: object = {}) => ({
  idEvent: '501',
  strEvent: 'Manchester United vs Tottenham Hotspur',
  strSport: 'Soccer',
  strHomeTeam: 'Manchester United',
  strAwayTeam: 'Tottenham Hotspur',
  intHomeScore: '3',
  intAwayScore: '1',
  strTimestamp: '2026-03-08T15:00:00',
  strStatus: 'Match Finished',
  ...more,
})

interface Mapping {
  team: string
  name: string | null
  league?: string
  sport?: string
  country?: string
}

async function map(...mappings: Mapping[]): Promise<void> {
  await database.kysely
    .insertInto('team_mappings')
    .values(
      mappings.map(({ team, name, league = '', sport = '', country = '' }) => ({
        matches_team_name: team,
        matches_league_name: league,
        matches_sport_name: sport,
        matches_country_name: country,
        sportsdb_team_name: name,
      })),
    )
    .execute()
}
const mapBoth = () =>
  map({ team: 'Man Utd', name: 'Manchester United' }, { team: 'Spurs', name: 'Tottenham Hotspur' })

async function score(onProgress?: (progress: ScoreProgress) => void) {
  const access = { url: server.url('/json'), key: 'key', allowPrivateAddresses: true }
  const client = new SportsDb(database.kysely, access, { retryMs: 1 })
  return importScore(database.kysely, matchId, { client, now: NOW, ...(onProgress ? { onProgress } : {}) })
}

const readMatch = (id = matchId) =>
  database.kysely
    .selectFrom('matches')
    .select(['home_score', 'away_score', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const answer = (...lists: (object[] | null)[]) =>
  server.answer('/json/key/searchevents.php', ...lists.map((list) => body({ event: list })))

describe('the score of a match', () => {
  it('is found, stored as an event and written to the match', async () => {
    await mapBoth()
    const { league_id } = await database.kysely
      .selectFrom('matches')
      .select('league_id')
      .executeTakeFirstOrThrow()
    const other = await createMatch(database.kysely, { league_id, home_team: 'Man Utd', away_team: 'Leeds' })
    answer([event()])
    const outcome = await score()
    expect(outcome).toEqual({ code: 'updated', home: 'Man Utd', away: 'Spurs', h: 3, a: 1, eventId: 501 })
    expect(await readMatch()).toEqual({ home_score: 3, away_score: 1, status: 'finished' })
    const untouched = { home_score: null, away_score: null, status: 'scheduled' }
    expect(await readMatch(other)).toEqual(untouched)
    const kept = await database.kysely
      .selectFrom('sportsdb_events')
      .select(['event_id', 'home_score', 'event_status'])
      .execute()
    expect(kept).toEqual([{ event_id: 501, home_score: 3, event_status: 'Match Finished' }])
  })

  it.each([
    ['FT', 'FT'],
    ['After Extra Time', 'AET'],
    ['AP', 'PEN'],
    ['Match Finished', null],
  ])('is written with how the match ended: %s', async (strStatus, score_code) => {
    await mapBoth()
    answer([event({ strStatus })])
    expect(await score()).toMatchObject({ code: 'updated' })
    expect(await database.kysely.selectFrom('matches').select('score_code').executeTakeFirst()).toEqual({
      score_code,
    })
  })

  it('records when it was written to the match, and to no other', async () => {
    await mapBoth()
    answer([event()])
    const { league_id } = await database.kysely
      .selectFrom('matches')
      .select('league_id')
      .executeTakeFirstOrThrow()
    const other = await createMatch(database.kysely, { league_id, home_team: 'Man Utd', away_team: 'Spurs' })
    const changes = () =>
      database.kysely
        .selectFrom('matches')
        .select(['updated_at', 'home_score', 'status'])
        .orderBy('start_time')
    const before = await changes().where('id', '=', matchId).executeTakeFirstOrThrow()
    await score()
    const after = await changes().where('id', '=', matchId).executeTakeFirstOrThrow()
    expect(after.updated_at.getTime()).toBeGreaterThan(before.updated_at.getTime())
    expect(await changes().where('id', '=', other).executeTakeFirstOrThrow()).toMatchObject({
      home_score: null,
      status: 'scheduled',
    })
  })

  it('reads every field of the event that the service answers with', async () => {
    await mapBoth()
    answer([
      event({
        strLeague: 'English Premier League',
        strTimestamp: null,
        dateEvent: '2026-03-08',
        strTime: '15:30:00',
      }),
    ])
    await score()
    const kept = await database.kysely.selectFrom('sportsdb_events').selectAll().execute()
    expect(kept).toMatchObject([
      {
        event_id: 501,
        event_name: 'Manchester United vs Tottenham Hotspur',
        home_team: 'Manchester United',
        away_team: 'Tottenham Hotspur',
        home_score: 3,
        away_score: 1,
        sport: 'Soccer',
        league_name: 'English Premier League',
        date_event: '2026-03-08',
        time_event: '15:30:00',
        event_timestamp: new Date('2026-03-08T15:30:00Z'),
        event_status: 'Match Finished',
      },
    ])
  })

  it('refreshes the event that was stored without a score', async () => {
    await mapBoth()
    answer([event({ intHomeScore: null, intAwayScore: null, strStatus: 'Not Started' })])
    expect(await score()).toEqual({ code: 'no-scores', event: 'Manchester United vs Tottenham Hotspur' })
    await database.kysely
      .insertInto('sportsdb_events')
      .values({ event_id: 501, event_status: 'Not Started' })
      .execute()
    answer([event()])
    await score()
    const kept = await database.kysely
      .selectFrom('sportsdb_events')
      .select(['event_id', 'home_score'])
      .execute()
    expect(kept).toEqual([{ event_id: 501, home_score: 3 }])
  })

  it('is searched season by season, then without one, then among the stored events', async () => {
    await mapBoth()
    const told: ScoreProgress[] = []
    expect(await score((progress) => told.push(progress))).toEqual({
      code: 'no-events',
      home: 'Manchester United',
      away: 'Tottenham Hotspur',
    })
    expect(told).toEqual([
      { code: 'searching' },
      { code: 'searching-season', season: '2025-2026' },
      { code: 'searching-season', season: '2024-2025' },
      { code: 'searching-otherwise' },
    ])
    const asked = server.requests.map(({ path }) => decodeURIComponent(path.split('?')[1] ?? ''))
    const e = 'e=Manchester_United_vs_Tottenham_Hotspur'
    expect(asked).toEqual([`${e}&s=2025-2026`, `${e}&s=2024-2025`, e])
    await database.kysely
      .insertInto('sportsdb_events')
      .values({
        event_id: 77,
        home_team: 'MANCHESTER UNITED',
        away_team: 'tottenham hotspur',
        home_score: 0,
        away_score: 0,
        event_timestamp: new Date('2026-03-08T15:30:00Z'),
      })
      .execute()
    expect(await score()).toMatchObject({ code: 'updated', h: 0, a: 0, eventId: 77 })
  })

  it.each<[string, Mapping[], object]>([
    ['no mapping at all', [], { code: 'missing-mappings' }],
    [
      'mappings without a name',
      [
        { team: 'Man Utd', name: null },
        { team: 'Spurs', name: '' },
      ],
      { code: 'missing-mappings' },
    ],
    [
      'no mapping of the home team',
      [{ team: 'Spurs', name: 'X' }],
      { code: 'no-home-mapping', team: 'Man Utd' },
    ],
    [
      'no mapping of the away team',
      [{ team: 'Man Utd', name: 'X' }],
      { code: 'no-away-mapping', team: 'Spurs' },
    ],
  ])('needs both teams mapped: %s', async (_, mappings, outcome) => {
    if (mappings.length > 0) await map(...mappings)
    expect(await score()).toEqual(outcome)
    expect(server.requests).toEqual([])
  })

  it('prefers the mapping of the match’s own place to one of the name alone', async () => {
    await map(
      { team: 'Man Utd', name: 'Manchester United Basketball', sport: 'Basketball' },
      { team: 'Man Utd', name: 'Manchester United', sport: 'Soccer', country: 'England', league: 'EPL' },
      { team: 'Spurs', name: 'Tottenham Hotspur' },
    )
    answer([event()])
    expect(await score()).toMatchObject({ code: 'updated' })
  })

  it.each<[string, object[], number]>([
    [
      'the finished event nearest in hours',
      [
        event({ idEvent: '1', strTimestamp: '2026-03-06T15:00:00' }),
        event({ idEvent: '2', strTimestamp: '2026-03-08T17:00:00' }),
        event({ idEvent: '3', strTimestamp: '2026-03-08T15:00:00', strStatus: 'Not Started' }),
      ],
      2,
    ],
    [
      'the nearest of two finished events in any order',
      [
        event({ idEvent: '16', strTimestamp: '2026-03-08T19:00:00' }),
        event({ idEvent: '17', strTimestamp: '2026-03-08T16:00:00' }),
      ],
      17,
    ],
    [
      'FT as well as Match Finished',
      [event({ idEvent: '4', strStatus: null }), event({ idEvent: '5', strStatus: 'FT' })],
      5,
    ],
    [
      'else the first event',
      [event({ idEvent: '6', strStatus: null }), event({ idEvent: '7', strStatus: null })],
      6,
    ],
    ['none of another sport', [event({ idEvent: '8', strSport: 'Basketball' }), event({ idEvent: '9' })], 9],
    [
      'none the other way round',
      [
        event({ idEvent: '10', strHomeTeam: 'Tottenham Hotspur', strAwayTeam: 'Manchester United' }),
        event({ idEvent: '11', strTimestamp: '2026-03-08T20:00:00' }),
      ],
      11,
    ],
    [
      'the senior side before its women',
      [
        event({
          idEvent: '12',
          strHomeTeam: 'Manchester United Women',
          strAwayTeam: 'Tottenham Hotspur Women',
        }),
        event({ idEvent: '13', strTimestamp: '2026-03-08T20:00:00' }),
      ],
      13,
    ],
    ['an event 72 hours away', [event({ idEvent: '14', strTimestamp: '2026-03-05T15:00:00' })], 14],
    [
      'turned sides at the same kick-off, and turns the score',
      [
        event({
          idEvent: '15',
          strHomeTeam: 'Tottenham Hotspur',
          strAwayTeam: 'Manchester United',
          intHomeScore: '1',
          intAwayScore: '3',
        }),
      ],
      15,
    ],
  ])('accepts %s', async (_, events, eventId) => {
    await mapBoth()
    answer(events)
    expect(await score()).toMatchObject({ code: 'updated', eventId, h: 3, a: 1 })
  })

  it.each<[string, object[], object?]>([
    [
      'an earlier game of the pair, where they play again within 72 hours',
      [event({ strTimestamp: '2026-03-06T15:00:00' })],
      { start_time: new Date('2026-03-06T15:00:00Z') },
    ],
    [
      'a game that is nearer to another match of the pair',
      [event({ strTimestamp: '2026-03-08T19:00:00' })],
      { start_time: new Date('2026-03-08T20:00:00Z') },
    ],
    [
      'one of two games that are both six hours away and more',
      [
        event({ strTimestamp: '2026-03-06T15:00:00' }),
        event({ idEvent: '502', strTimestamp: '2026-03-10T11:00:00' }),
      ],
    ],
    ['a game of another country', [event({ strTimestamp: '2026-03-08T18:00:00', strCountry: 'Spain' })]],
    ['a game of the women’s league', [event({ strLeague: "English Women's Super League" })]],
    [
      'the women under their own name',
      [event({ strHomeTeam: 'Manchester United Women', strAwayTeam: 'Tottenham Hotspur Women' })],
    ],
    ['a game that is still to be played', [event({ strTimestamp: '2026-03-10T13:00:00' })]],
  ])('does not accept %s', async (_, events, other) => {
    await mapBoth()
    const { league_id } = await database.kysely
      .selectFrom('matches')
      .select('league_id')
      .executeTakeFirstOrThrow()
    if (other)
      await createMatch(database.kysely, { league_id, home_team: 'Man Utd', away_team: 'Spurs', ...other })
    answer(events)
    expect(await score()).toMatchObject({ code: 'no-events' })
    expect(await readMatch()).toMatchObject({ home_score: null })
  })

  it('searches no score before the kick-off', async () => {
    await mapBoth()
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date('2026-03-12T12:00:00Z') })
      .execute()
    answer([event({ strTimestamp: '2026-03-10T11:00:00' })])
    expect(await score()).toMatchObject({ code: 'no-events' })
    expect(server.requests).toEqual([])
  })

  it('uses no mapping of another sport or country', async () => {
    await map(
      { team: 'Man Utd', name: 'Manchester United', sport: 'Basketball' },
      { team: 'Spurs', name: 'San Antonio Spurs', country: 'USA' },
    )
    expect(await score()).toEqual({ code: 'missing-mappings' })
  })

  it('ignores events more than 72 hours away, and continues with the next season', async () => {
    await mapBoth()
    answer([event({ strTimestamp: '2026-03-05T14:59:00' })], [event({ idEvent: '20' })])
    expect(await score()).toMatchObject({ code: 'updated', eventId: 20 })
  })

  it.each<[string, object]>([
    ['one score is missing', { intAwayScore: '' }],
    ['it is being played', { strStatus: '2H' }],
    ['it was put off', { strStatus: 'PST', intHomeScore: null, intAwayScore: null }],
  ])('is not accepted while %s', async (_, more) => {
    await mapBoth()
    answer([event(more)])
    expect(await score()).toMatchObject({ code: 'no-scores' })
    expect(await readMatch()).toMatchObject({ home_score: null, status: 'scheduled' })
  })

  it.each<[string, object, string]>([
    ['an error status', { kind: 'body', body: '{}', status: 400 }, '400'],
    ['an error with HTTP 200', body({ event: 'Invalid' }), 'error_answer'],
    ['a page', { kind: 'body', body: '<html>' }, 'not_json'],
  ])('reports the answer of TheSportsDB: %s', async (_, fault, status) => {
    await mapBoth()
    server.answer('/json/key/searchevents.php', fault as never)
    expect(await score()).toMatchObject({ code: 'request-failed', status })
  })

  it('reports that the event or the match could not be written', async () => {
    await mapBoth()
    answer([event({ intHomeScore: '9999' })])
    await database.kysely.schema
      .alterTable('matches')
      .addCheckConstraint('no_9999', sql`home_score is distinct from 9999`)
      .execute()
    expect(await score()).toMatchObject({
      code: 'match-not-updated',
      message: expect.stringContaining('no_9999'),
    })
    await database.kysely.schema.dropTable('sportsdb_events').cascade().execute()
    expect(await score()).toMatchObject({
      code: 'event-not-saved',
      message: 'relation "sportsdb_events" does not exist',
    })
    await database.kysely.schema.dropTable('team_mappings').cascade().execute()
    expect(await score()).toEqual({
      code: 'mappings-unavailable',
      message: 'relation "team_mappings" does not exist',
    })
  })

  it('is not searched without a match', async () => {
    await database.kysely.deleteFrom('matches').execute()
    expect(await score()).toEqual({ code: 'failed' })
  })
})

describe('Get Score', () => {
  const env = (more: object = {}) =>
    parseEnv({ SPORTSDB_URL: server.url('/json'), ALLOW_PRIVATE_FEEDS: '1', ...more })
  const ask = (more: object, onProgress?: (progress: ScoreProgress) => void) =>
    getScore(database.kysely, env(more), matchId, { now: NOW, ...(onProgress ? { onProgress } : {}) })

  it('uses the key of the environment, and reports when there is none', async () => {
    await mapBoth()
    answer([event()])
    expect(await ask({})).toEqual({ code: 'not-configured' })
    expect(await ask({ SPORTSDB_KEY: 'key' })).toMatchObject({ code: 'updated' })
  })

  it('reports that it waits for its turn', async () => {
    await mapBoth()
    await sql`insert into request_paces (name, paused_until) values ('sportsdb', now() + interval '900 ms')`.execute(
      database.kysely,
    )
    answer([event()])
    const told: ScoreProgress[] = []
    await ask({ SPORTSDB_KEY: 'key' }, (progress) => told.push(progress))
    expect(told).toContainEqual({ code: 'waiting', seconds: 1 })
  })
})

describe('the rules', () => {
  it('search the previous to the current year, then a year earlier, then without a season', () => {
    expect(seasonsToSearch(new Date('2026-12-31T23:30:00Z'))).toEqual(['2025-2026', '2024-2025', undefined])
  })
  it('write a pair without spaces', () => {
    expect(eventParameter('Manchester United', 'AC  Milan')).toBe('Manchester_United_vs_AC_Milan')
  })
  it.each([
    ['with another match of the two within three days', 6, true],
    ['with another match of the two within three days', 6.1, false],
    ['with no other', 6.1, true],
    ['with no other', 72, true],
    ['with no other', 72.1, false],
  ])(
    'choose an event up to six hours away, or the only one of the two within 72: %s, %f hours: %s',
    (which, hours, isChosen) => {
      const named = { event_status: 'FT', sport: 'Soccer', home_team: 'Alpha', away_team: 'Omega' }
      const played = { ...named, event_timestamp: new Date(START.getTime() - hours * HOUR_MS) }
      const others = which.startsWith('with another') ? [new Date(START.getTime() - 70 * HOUR_MS)] : []
      const match = { start: START, sport: 'Soccer', home: 'Alpha', away: 'Omega', now: NOW, others }
      expect(chooseEvent([played], match)?.event === played).toBe(isChosen)
    },
  )
  it.each([
    ['CSKA 1948 Sofia', 6, true],
    ['CSKA 1948 Sofia', 70, false],
    ['PFC CSKA Sofia', 70, true],
  ])(
    'choose an event further away only where the names agree as a whole: %s, %i hours: %s',
    (home, hours, isChosen) => {
      const event_timestamp = new Date(START.getTime() - hours * HOUR_MS)
      const named = { event_status: 'FT', sport: 'Soccer', home_team: home, away_team: 'Levski Sofia' }
      const match = { start: START, sport: 'Soccer', home: 'CSKA Sofia', away: 'Levski Sofia', now: NOW }
      expect(chooseEvent([{ ...named, event_timestamp }], match) !== undefined).toBe(isChosen)
    },
  )
  it.each([
    ['Süper Lig', 'Kadınlar Süper Ligi'],
    ['NB I', 'NB I Női'],
    ['Veikkausliiga', 'Naisten Liiga'],
  ])("do not choose the men's event of the %s for a match of the %s", (theirs, ours) => {
    const event = { event_status: 'FT', sport: 'Soccer', home_team: 'Alpha', away_team: 'Omega' }
    const match = { start: START, sport: 'Soccer', home: 'Alpha', away: 'Omega', league: ours, now: NOW }
    expect(chooseEvent([{ ...event, event_timestamp: START, league_name: theirs }], match)).toBeUndefined()
  })
  it('choose of several events the finished one nearest to the start, else the first', () => {
    const named = { sport: 'Soccer', home_team: 'Alpha', away_team: 'Omega' }
    const match = { start: START, sport: 'Soccer', home: 'Alpha', away: 'Omega', now: NOW }
    const choose = (...events: [hours: number, status: string][]) => {
      const all = events.map(([hours, event_status]) => {
        return { ...named, event_status, event_timestamp: new Date(START.getTime() - hours * HOUR_MS) }
      })
      const chosen = chooseEvent(all, match)?.event
      return chosen && all.indexOf(chosen)
    }
    expect(choose([5, 'FT'], [1, 'NS'], [3, 'FT'], [2, 'FT'])).toBe(3)
    expect(choose([5, 'NS'], [1, 'NS'])).toBe(0)
  })
  it('choose none of several events without a kick-off', () => {
    const unknown = { event_timestamp: null, event_status: 'FT', sport: null, home_team: 'A', away_team: 'B' }
    expect(
      chooseEvent([unknown], { start: START, sport: 'Soccer', home: 'A', away: 'B', now: NOW }),
    ).toBeUndefined()
  })
  it.each<[Parameters<typeof scoreText>[0], string]>([
    [{ code: 'searching' }, 'Searching for match score...'],
    [{ code: 'searching-season', season: '2025-2026' }, 'Searching 2025-2026 season...'],
    [{ code: 'searching-otherwise' }, 'Trying alternative search method...'],
    [
      { code: 'updated', home: 'Inter', away: 'Milan', h: 2, a: 1, eventId: 7 },
      'Score updated: Inter 2 - 1 Milan',
    ],
    [
      { code: 'missing-mappings' },
      'Missing team mappings. Please set up team mappings for both teams first.',
    ],
    [{ code: 'no-home-mapping', team: 'Inter' }, 'No mapping found for home team "Inter".'],
    [{ code: 'no-away-mapping', team: 'Milan' }, 'No mapping found for away team "Milan".'],
    [
      { code: 'no-events', home: 'Inter Milan', away: 'AC Milan' },
      'No events found for "Inter Milan" vs "AC Milan"',
    ],
    [
      { code: 'no-scores', event: 'Inter Milan vs AC Milan' },
      'Event found but no scores available for Inter Milan vs AC Milan',
    ],
    [{ code: 'mappings-unavailable', message: 'timeout' }, 'Error fetching team mappings: timeout'],
    [{ code: 'event-not-saved', message: 'timeout' }, 'Error saving event: timeout'],
    [{ code: 'match-not-updated', message: 'timeout' }, 'Error updating match score: timeout'],
    [{ code: 'request-failed', status: '503', hopeless: false }, 'API request failed: 503'],
    [{ code: 'failed' }, 'Failed to import score'],
    [{ code: 'not-configured' }, 'TheSportsDB is not set up: the server has no key for it (SPORTSDB_KEY).'],
    [{ code: 'waiting', seconds: 3 }, 'Waiting 3 s: the request limit of TheSportsDB is reached...'],
  ])('put %o into words', (message, words) => {
    const { key, parameters } = scoreText(message)
    expect(english.t(key, { ns: 'admin', ...parameters })).toBe(words)
  })
  it('return texts with their parameters', () => {
    expect(scoreText({ code: 'no-home-mapping', team: 'X' })).toEqual({
      key: 'score.no-home-mapping',
      parameters: { team: 'X' },
    })
  })
})
