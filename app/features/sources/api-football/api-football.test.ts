import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiFootballBody, apiFootballFixture } from '#tests/support/feeds.ts'
import {
  BROKEN_JSON,
  contractMatch,
  describeContract,
  failureOf,
  readItems,
  readOneEvent,
  toldOf,
} from '#tests/support/source-contract.ts'
import type { Part, ScheduleFacts } from '../contract.ts'
import apiFootball from './index.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../../shared/feeds/api-football')

const fixture = (more: object = {}) => apiFootballFixture({ ...contractMatch, id: '1217505' }, more)

describeContract(apiFootball, {
  sound: apiFootballBody([fixture()]),
  withList: (list) => apiFootballBody(list),
  item: fixture(),
  broken: [
    ...BROKEN_JSON,
    ['{}', 'unexpected_body'],
    ['[]', 'unexpected_body'],
    ['{"message":"Too many requests"}', 'error_answer'],
    [
      '{"errors":{"requests":"You have reached the request limit for the day"},"response":[]}',
      'error_answer',
    ],
    ['{"errors":["The Live field is wrong."],"response":[]}', 'error_answer'],
    ['{"errors":[],"response":null}', 'unexpected_body'],
    ['{"errors":[],"response":[', 'cut_short'],
  ],
})

describe('a fixture of API-Football', () => {
  it('is a match with its place, its kick-off and its state', async () => {
    const item = await readOneEvent(
      apiFootball,
      apiFootballBody([
        fixture({
          status: { short: '2H', long: 'Second Half', elapsed: 67 },
          goals: { home: 2, away: 1 },
          score: { halftime: { home: 1, away: 1 } },
          venue: { name: 'Town Ground', city: 'Riverton' },
          referee: 'A. Berg',
        }),
      ]),
    )
    expect(item).toMatchObject({
      externalId: '1217505',
      sport: 'Soccer',
      category: 'England',
      league: 'Premier League',
      start: new Date(contractMatch.start),
      quotes: null,
      state: {
        status: '2H',
        statusText: 'Second Half',
        elapsed: 67,
        goals: { home: 2, away: 1 },
        halfTime: { home: 1, away: 1 },
        fullTime: null,
        venue: 'Town Ground',
        city: 'Riverton',
        referee: 'A. Berg',
      },
    })
    expect(item.result).toBeUndefined()
  })

  it.each([
    ['FT', { home: 2, away: 1 }],
    ['AET', { home: 2, away: 1 }],
    ['PEN', { home: 2, away: 1 }],
    ...[
      'TBD',
      'NS',
      '1H',
      'HT',
      '2H',
      'ET',
      'BT',
      'P',
      'SUSP',
      'INT',
      'PST',
      'CANC',
      'ABD',
      'AWD',
      'WO',
      'LIVE',
    ].map((short): [string, undefined] => [short, undefined]),
  ])('with the status %s has the result %j', async (short, result) => {
    const more = { status: { short, long: short, elapsed: 90 }, goals: { home: 2, away: 1 } }
    expect((await readOneEvent(apiFootball, apiFootballBody([fixture(more)]))).result).toEqual(result)
  })

  it('has no score of the half in play', async () => {
    const more = { status: { short: '1H', elapsed: 20 }, score: { halftime: { home: 1, away: 0 } } }
    const { state } = await readOneEvent(apiFootball, apiFootballBody([fixture(more)]))
    expect(state?.halfTime).toBeNull()
  })

  it('has names without HTML entities, and countries without hyphens', async () => {
    const named = apiFootballFixture({
      ...contractMatch,
      id: '1',
      home: 'Brighton &amp; Hove',
      away: 'Nott&#39;m Forest',
      country: 'Saudi-Arabia',
    })
    expect(await readOneEvent(apiFootball, apiFootballBody([named]))).toMatchObject({
      home: 'Brighton & Hove',
      away: "Nott'm Forest",
      category: 'Saudi Arabia',
    })
  })

  it('is left out when its league is not selected', async () => {
    const body = apiFootballBody([
      fixture(),
      { ...fixture(), league: { id: 140, name: 'La Liga', country: 'Spain' } },
    ])
    expect(await readItems(apiFootball, body, { competitions: ['140'] })).toMatchObject([
      { position: 0, league: 'La Liga' },
    ])
  })

  it('in an answer about matches in play has only its state', async () => {
    const body = apiFootballBody([fixture({ status: { short: 'HT', elapsed: 45 } })], { live: 'all' })
    expect(await readItems(apiFootball, body)).toMatchObject([
      { kind: 'live', externalId: '1217505', home: 'Riverton', state: { status: 'HT', elapsed: 45 } },
    ])
  })

  it.each<[object, unknown[]]>([
    [{ fixture: {} }, ['missing_id', null, '{}']],
    [{ teams: { home: { name: '' } } }, ['missing_team', '1217505', '? - ?']],
    [{ league: { country: 'Spain' } }, ['missing_place', '1217505', 'Spain / ?']],
    [{ fixture: { id: 7, date: 'soon' } }, ['invalid_start', '7', 'soon']],
  ])('is rejected: %j', async (more, expected) => {
    const body = apiFootballBody([{ ...fixture(), ...more }])
    expect(toldOf(await readItems(apiFootball, body))).toEqual([expected])
  })

  it('reports the error message of API-Football', async () => {
    expect(await failureOf(apiFootball, { errors: { live: 'No.', plan: 'Free.' }, response: [] })).toBe(
      'API-Football answered with an error: No. Free.',
    )
  })

  it.skipIf(!existsSync(RECORDINGS))('is parsed from every recorded answer', async () => {
    const files = readdirSync(RECORDINGS).filter((name) => name.startsWith('fixtures_'))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const items = await readItems(apiFootball, readFileSync(path.join(RECORDINGS, file)))
      expect(items.length, file).toBeGreaterThan(5)
      expect(
        items.filter(({ kind }) => kind === 'rejected'),
        file,
      ).toEqual([])
    }
    for (const file of readdirSync(RECORDINGS).filter((name) => name.startsWith('error_'))) {
      const body = readFileSync(path.join(RECORDINGS, file))
      await expect(readItems(apiFootball, body), file).rejects.toMatchObject({ code: 'error_answer' })
    }
  })
})

describe('the requests to API-Football', () => {
  const place = { address: 'https://v3.example.org', key: 'k' }
  it.each<[Part, string]>([
    [{ day: '2026-11-22' }, 'fixtures?date=2026-11-22'],
    [{ live: true }, 'fixtures?live=all'],
    [{ live: true, competitions: ['39', '140'] }, 'fixtures?live=39-140'],
    [{ sport: '39_2026' }, 'fixtures?league=39&season=2026'],
  ])('for %j: %s', (part, address) => {
    expect(apiFootball.request(place, part)).toEqual({
      address: `https://v3.example.org/${address}`,
      headers: { 'x-apisports-key': 'k' },
    })
  })

  it('has its leagues with their current seasons as choices', () => {
    const { choices } = apiFootball
    if (choices?.by !== 'asked') throw new Error('no choices')
    const list = {
      response: [
        {
          league: { id: 39, name: 'Premier League' },
          country: { name: 'England' },
          seasons: [
            { year: 2025, current: false },
            { year: 2026, current: true },
          ],
        },
      ],
    }
    expect(choices.readList(JSON.stringify(list))).toEqual([
      { value: '39_2026', label: 'Premier League', group: 'England' },
    ])
    expect(() => choices.readList('{"errors":{}}')).toThrow('no list of leagues')
  })

  it('reports how many requests are left today', () => {
    expect(
      apiFootball.quota?.({ 'x-ratelimit-requests-remaining': '74', 'x-ratelimit-remaining': '9' }),
    ).toEqual({ remaining: 74, limit: null })
  })
})

describe('the schedule of API-Football', () => {
  const NOW = new Date('2026-11-22T16:00:00Z')
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
  const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)

  /** The requests for matches that begin at these times, and lists that were last requested so many minutes ago. */
  async function planWith(
    starts: readonly Date[],
    asked: Record<string, number>,
    more: Partial<ScheduleFacts> = {},
  ): Promise<string[]> {
    const parts = await apiFootball.plan?.({
      now: NOW,
      competitions: [],
      chosen: {},
      lastUnscored: async () => null,
      hasOpenMatches: async (from, to) => starts.some((start) => start >= from && start <= to),
      lastAsked: async ({ day, sport, prices }) => {
        const key = `${day ?? sport ?? ''}${prices ? ' odds' : ''}`
        return key in asked ? minutesAgo(asked[key] ?? 0) : null
      },
      quota: async () => null,
      ...more,
    })
    return (parts ?? []).map(({ live, day, sport, prices, competitions }) =>
      [live ? 'live' : (day ?? sport), ...(prices ? ['odds'] : []), ...(competitions ?? [])].join(' '),
    )
  }
  const today = '2026-11-22'
  const tomorrow = '2026-11-23'
  const fresh = { [today]: 1, [tomorrow]: 1 }

  it('begins with the lists of today and tomorrow', async () => {
    expect(await planWith([], {})).toEqual([today, tomorrow])
  })

  it('requests nothing while no match is due, except new lists once a day', async () => {
    expect(await planWith([], { [today]: 1_000, [tomorrow]: 700 })).toEqual([])
    expect(await planWith([], { [today]: 1_440, [tomorrow]: 720 })).toEqual([today, tomorrow])
  })

  it('requests the list of the day every three hours while there are upcoming matches', async () => {
    expect(await planWith([at('20:00')], { [today]: 170, [tomorrow]: 1 })).toEqual([])
    expect(await planWith([at('20:00')], { [today]: 180, [tomorrow]: 1 })).toEqual([today])
  })

  it('requests each time the matches in play, from two minutes before the kick-off', async () => {
    expect(await planWith([at('16:03')], fresh)).toEqual([])
    expect(await planWith([at('16:02')], fresh)).toEqual(['live'])
    expect(await planWith([at('15:00')], { ...fresh, [today]: 30 })).toEqual(['live', today])
    expect(await planWith([at('11:59')], { ...fresh, [today]: 60 })).toEqual([])
  })

  it('requests results every ten minutes when a match should be over', async () => {
    expect(await planWith([at('14:15')], { ...fresh, [today]: 10 })).toEqual(['live', today])
    expect(await planWith([at('14:30')], { ...fresh, [today]: 10 })).toEqual(['live'])
  })

  it('requests matches that are still open from yesterday', async () => {
    const late = new Date('2026-11-21T22:00:00Z')
    expect(await planWith([late], fresh)).toEqual(['2026-11-21'])
    expect(await planWith([late], { ...fresh, '2026-11-21': 30 })).toEqual([])
  })

  it('requests matches that are still open from the days before, twice a day', async () => {
    const old = [new Date('2026-11-20T20:00:00Z'), new Date('2026-11-17T20:00:00Z')]
    const bought = (limit: number | null, remaining = 90) => ({
      quota: async () => ({ remaining, limit, at: NOW }),
    })
    const paid = bought(7_500)
    expect(await planWith(old, fresh, paid)).toEqual(['2026-11-20', '2026-11-17'])
    const asked = { ...fresh, '2026-11-20': 719, '2026-11-17': 720 }
    expect(await planWith(old, asked, paid)).toEqual(['2026-11-17'])
    expect(await planWith([new Date('2026-11-16T20:00:00Z')], fresh, paid)).toEqual([])
    // The last requests of a day are for the lists of now.
    expect(await planWith(old, fresh, bought(7_500, 10))).toEqual([])
    // The plan that costs nothing refuses these days.
    expect(await planWith(old, fresh, bought(100))).toEqual([])
    expect(await planWith(old, fresh, bought(null))).toEqual([])
    expect(await planWith(old, fresh)).toEqual([])
  })

  it('requests only the chosen leagues', async () => {
    const plan = await planWith([at('15:00')], {}, { competitions: ['39_2026', '140'] })
    expect(plan).toEqual(['live 39 140', `${today} 39 140`, `${tomorrow} 39 140`])
    // Lists of other leagues are not those of the schedule.
    const asked: Record<string, number> = { ...fresh, [`${today} odds`]: 1, [`${tomorrow} odds`]: 1 }
    const lastAsked: ScheduleFacts['lastAsked'] = async ({ day, prices, competitions }) =>
      competitions?.includes('140') ? null : minutesAgo(asked[`${day}${prices ? ' odds' : ''}`] ?? 0)
    const planOf = (competition: string) =>
      planWith([at('20:00')], {}, { competitions: [competition], chosen: { markets: ['odds'] }, lastAsked })
    expect(await planOf('39')).toEqual([])
    expect(await planOf('140')).toEqual([
      ...[`${today} 140`, `${tomorrow} 140`, `${today} odds 140`, `${tomorrow} odds 140`],
    ])
  })

  it('asks for odds where they are wanted, every three hours, and in play each time', async () => {
    const wanted = { chosen: { markets: ['odds', 'odds_live'] } }
    expect(await planWith([at('20:00')], fresh, wanted)).toEqual([`${today} odds`, `${tomorrow} odds`])
    const asked = { ...fresh, [`${today} odds`]: 179, [`${tomorrow} odds`]: 180 }
    expect(await planWith([at('20:00')], asked, wanted)).toEqual([`${tomorrow} odds`])
    expect(await planWith([at('15:00')], { ...fresh, ...asked }, wanted)).toEqual([
      'live',
      'live odds',
      `${tomorrow} odds`,
    ])
    // Without a future match, no prices are requested.
    expect(await planWith([], fresh, wanted)).toEqual([])
    const leagues = { ...wanted, competitions: ['39_2026', '140_2026'] }
    expect(await planWith([at('20:00')], { ...fresh, '140_2026 odds': 10 }, leagues)).toEqual([
      '39_2026 odds',
    ])
    const few = { ...wanted, quota: async () => ({ remaining: 10, at: NOW }) }
    expect(await planWith([at('20:00')], fresh, few)).toEqual([])
  })

  it('keeps the last requests of a day for lists, and stops when none is left', async () => {
    const left = (remaining: number, when = NOW) => ({ quota: async () => ({ remaining, at: when }) })
    expect(await planWith([at('15:00')], {}, left(10))).toEqual([today, tomorrow])
    expect(await planWith([at('15:00')], {}, left(0))).toEqual([])
    expect(await planWith([at('15:00')], fresh, left(0, new Date('2026-11-21T23:00:00Z')))).toEqual(['live'])
  })
})
