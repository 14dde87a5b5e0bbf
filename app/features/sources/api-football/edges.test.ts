/** What is at the edges of API-Football's answers: missing members, other types, limits. */
import { describe, expect, it } from 'vitest'
import { apiFootballBody, apiFootballFixture } from '#tests/support/feeds.ts'
import {
  CONFIRMED,
  contractMatch,
  failureOf,
  inPieces,
  readItems,
  readOneEvent,
  toldOf,
} from '#tests/support/source-contract.ts'
import apiFootball from './index.ts'
import { readBets, readLiveBets } from './markets.ts'
import { readLiveOdds, readOdds } from './odds.ts'
import { parseApiFootball } from './parse.ts'
import { readResult, readState } from './state.ts'
import { readName } from './text.ts'

const PLACE = { address: 'https://v3.example.org', key: 'k' }
const NONE = { home: null, away: null }

describe('a name of API-Football', () => {
  it.each<[unknown, string]>([
    ['A &amp; B &AMP; C', 'A & B & C'],
    ['&lt;b&gt; &quot;x&quot; &apos;y&apos; a&nbsp;b', `<b> "x" 'y' a b`],
    ['&#39;&#x27;&#xe9;&#XE9;&#233;', "''ééé"],
    ['&#x10ffff;|&#1114111;', '\u{10ffff}|\u{10ffff}'],
    ['&#x110000; &#1114112; &#0; &bogus; &amp', '&#x110000; &#1114112; &#0; &bogus; &amp'],
    ['&#1;x', 'x'],
    [12, '12'],
    [null, ''],
    [{}, ''],
  ])('%j is %j', (value, expected) => {
    expect(readName(value)).toBe(expected)
  })
})

describe('the state of a fixture of API-Football', () => {
  const whole = {
    fixture: {
      status: { short: ' ft ', long: 'Match Finished', elapsed: 120 },
      venue: { name: 'A &amp; B Park', city: '' },
      referee: 'x'.repeat(201),
    },
    league: { round: 'Regular Season - 1' },
    teams: {
      home: { logo: 'https://media.example/1.png' },
      away: { logo: `HTTPS://media.example/${'x'.repeat(178)}` },
    },
    goals: { home: 0, away: 999 },
    score: {
      halftime: { home: 1, away: 0 },
      fulltime: { home: 2, away: 2 },
      extratime: { home: 1, away: 0 },
      penalty: { home: 5, away: 4 },
    },
  }

  it('has each of its parts', () => {
    expect(whole.teams.away.logo).toHaveLength(200)
    expect(readState(whole)).toEqual({
      status: 'FT',
      statusText: 'Match Finished',
      elapsed: 120,
      goals: { home: 0, away: 999 },
      halfTime: { home: 1, away: 0 },
      fullTime: { home: 2, away: 2 },
      extraTime: { home: 1, away: 0 },
      penalties: { home: 5, away: 4 },
      round: 'Regular Season - 1',
      venue: 'A & B Park',
      city: null,
      referee: 'x'.repeat(200),
      homeLogo: 'https://media.example/1.png',
      awayLogo: whole.teams.away.logo,
    })
  })

  it.each(['', 'F T', 'F-T', '-FT', 'FT-', 'ABCDEFGHI', null, {}])(
    'is missing with the status %j',
    (short) => {
      expect(readState({ fixture: { status: { short } } })).toBeUndefined()
    },
  )

  it('has a status of up to eight characters', () => {
    expect(readState({ fixture: { status: { short: 'abcdefgh' } } })?.status).toBe('ABCDEFGH')
  })

  it.each<[unknown, number | null]>([
    [0, 0],
    [200, 200],
    [201, null],
    [-1, null],
    [1.5, null],
    ['45', null],
    [null, null],
  ])('with the minute %j has the minute %j', (elapsed, expected) => {
    expect(readState({ fixture: { status: { short: '2H', elapsed } } })?.elapsed).toBe(expected)
  })

  it.each([
    [{ home: 1, away: null }],
    [{ home: null, away: 1 }],
    [{ home: 1000, away: 1 }],
    [{ home: 1, away: -1 }],
    [{ home: '1', away: '1' }],
    [[1, 1]],
  ])('has no score of %j', (goals) => {
    expect(readState({ fixture: { status: { short: 'FT' } }, goals })?.goals).toBeNull()
  })

  it.each([
    'http://media.example/1.png',
    'see https://media.example/1.png',
    `https://media.example/${'x'.repeat(179)}`,
    7,
  ])('has no logo at %j', (logo) => {
    const state = readState({ fixture: { status: { short: 'NS' } }, teams: { home: { logo } } })
    expect(state).toMatchObject({ homeLogo: null, awayLogo: null })
  })

  it('has no result without goals', () => {
    const state = readState({ fixture: { status: { short: 'FT' } }, goals: NONE })
    expect(state).toBeDefined()
    expect(readResult(state)).toBeUndefined()
    expect(readResult(undefined)).toBeUndefined()
  })
})

describe('an answer of API-Football', () => {
  const fixture = (more: object = {}) => ({ ...apiFootballFixture({ ...contractMatch, id: '7' }), ...more })
  const told = async (...items: unknown[]) => toldOf(await readItems(apiFootball, apiFootballBody(items)))
  const teams = (home: unknown, away: unknown) => ({ teams: { home: { name: home }, away: { name: away } } })
  const long = 'x'.repeat(201)

  it.each<[object, unknown[]]>([
    [teams(long, 'Hillford'), ['name_too_long', '7', `${long} - Hillford`.slice(0, 200)]],
    [teams('Riverton', long), ['name_too_long', '7', `Riverton - ${long}`.slice(0, 200)]],
    [teams('Riverton', 'RIVERTON'), ['same_team', '7', 'Riverton - RIVERTON']],
    [teams('Riverton', ''), ['missing_team', '7', 'Riverton - ?']],
    [teams('', 'Hillford'), ['missing_team', '7', '? - Hillford']],
    [{ league: { name: long, country: 'Spain' } }, ['name_too_long', '7', long.slice(0, 200)]],
    [{ league: { name: 'La Liga', country: long } }, ['name_too_long', '7', 'La Liga']],
    [{ fixture: 7 }, ['not_an_event', null, expect.stringContaining('"fixture":7')]],
    [{ fixture: { id: 7 } }, ['invalid_start', '7', 'null']],
  ])('rejects %j', async (more, expected) => {
    expect(await told(fixture(more))).toEqual([expected])
  })

  it('rejects what is no object, no JSON, or too deep', async () => {
    expect(await told(null, 7)).toEqual([
      ['not_an_event', null, 'null'],
      ['not_an_event', null, '7'],
    ])
    const body = JSON.stringify(apiFootballBody([1, 2]))
    const nested = '['.repeat(2_000) + ']'.repeat(2_000)
    expect(
      toldOf(await readItems(apiFootball, body.replace('[1,2]', `[{"fixture":nope},${nested}]`))),
    ).toEqual([
      ['malformed_json', null, '{"fixture":nope}'],
      ['item_too_deep', null, ''],
    ])
  })

  it.each<[unknown, string]>([
    ['Saudi-Arabia', 'Saudi Arabia'],
    ['Bosnia-and-Herzegovina', 'Bosnia and Herzegovina'],
    ['Guinea-Bissau', 'Guinea-Bissau'],
    ['Timor-Leste', 'Timor-Leste'],
    ['X-Leste-Y', 'X Leste Y'],
    ['', 'International'],
    [null, 'International'],
  ])('has the country %j as %j', async (country, expected) => {
    const { category } = await readOneEvent(
      apiFootball,
      apiFootballBody([fixture({ league: { id: 39, name: 'Cup', country } })]),
    )
    expect(category).toBe(expected)
  })

  it('states a kick-off as a time stamp, else as a date', async () => {
    const startOf = async (of: object) =>
      (await readOneEvent(apiFootball, apiFootballBody([fixture({ fixture: { id: 7, ...of } })]))).start
    expect(await startOf({ timestamp: 1709650800, date: '2030-01-01T00:00:00Z' })).toEqual(
      new Date('2024-03-05T15:00:00Z'),
    )
    expect(await startOf({ date: '2024-03-05T15:00:00Z' })).toEqual(new Date('2024-03-05T15:00:00Z'))
  })

  it('without a status is a match without a state, and nothing in an answer about matches in play', async () => {
    const without = fixture({ fixture: { id: 7, timestamp: 1709650800 } })
    const event = await readOneEvent(apiFootball, apiFootballBody([without]))
    expect('state' in event || 'result' in event).toBe(false)
    const live = await readItems(apiFootball, apiFootballBody([without], { live: 'all' }))
    expect(toldOf(live)).toEqual([['not_an_event', '7', expect.stringContaining('"id":7')]])
  })

  it('says how many pages there are, if there are several', async () => {
    const pagesOf = async (paging: unknown) => {
      const pages: number[] = []
      const body = JSON.stringify({ ...apiFootballBody([fixture()]), paging })
      const context = {
        confirmedAt: CONFIRMED,
        bookmaker: undefined,
        onPages: (it: number) => pages.push(it),
      }
      for await (const _ of parseApiFootball(inPieces(body, 1 << 16), context));
      return pages
    }
    expect(await pagesOf({ current: 1, total: 3 })).toEqual([3])
    expect(await pagesOf({ current: 1, total: 2 })).toEqual([2])
    for (const total of [1, 0, 2.5, '3', null]) expect(await pagesOf({ total }), String(total)).toEqual([])
    expect(await pagesOf(null)).toEqual([])
  })

  it.each<[object, string]>([
    [{ errors: [], message: 'Busy' }, 'Busy'],
    [{ errors: 'Wrong', message: null }, 'Wrong'],
    [{ errors: [null, undefined, 'A', { b: 1 }] }, 'A {"b":1}'],
    [{ errors: ['x'.repeat(200), 'y'.repeat(200)] }, `${'x'.repeat(200)} ${'y'.repeat(200)}`.slice(0, 300)],
  ])('fails with the words of %j', async (more, expected) => {
    expect(await failureOf(apiFootball, { ...more, response: [] })).toBe(
      `API-Football answered with an error: ${expected}`,
    )
  })

  it('has no error in a member of another name', async () => {
    const body = { ...apiFootballBody([fixture()]), note: 'x', errors: null, message: '' }
    expect(await told()).toEqual([])
    expect(toldOf(await readItems(apiFootball, body))).toEqual([['event']])
  })
})

describe('prices of API-Football', () => {
  const head = { position: 0, externalId: '7' }
  const context = { confirmedAt: CONFIRMED, bookmaker: undefined }
  const winner = (prices: object) => ({
    id: 1,
    values: Object.entries(prices).map(([value, odd]) => ({ value, odd })),
  })
  const sound = winner({ Home: '2.1', Draw: '3.4', Away: '3.6' })
  const START = '2024-03-05T15:00:00Z'
  const read = (bookmakers: unknown, more: object = {}) =>
    readOdds({ fixture: { date: START }, update: '2024-03-01T09:00:00Z', bookmakers, ...more }, head, context)

  it.each([
    ['1xBet', 'onexbet'],
    ['888Sport', 'sport888'],
    ['William Hill', 'williamhill'],
    ['Dafa Bet Asia', 'dafa_bet_asia'],
    ['constructor', 'constructor'],
  ])('of %s have the key %s', (name, key) => {
    expect(read([{ name, bets: [sound] }]).quotes?.map(({ bookmaker }) => bookmaker)).toEqual([{ key, name }])
  })

  it('have a warning for a name that is too long, or that is no name', () => {
    const name = 'x'.repeat(201)
    const item = read([{ name, bets: [sound] }, { name: '!!!', bets: [sound] }, null, 7])
    expect(item).toMatchObject({ quotes: [], offers: [] })
    expect(item.warnings).toEqual([
      { code: 'malformed_bookmaker', detail: name.slice(0, 100) },
      { code: 'malformed_bookmaker', detail: '!!!' },
      { code: 'malformed_bookmaker', detail: '' },
      { code: 'malformed_bookmaker', detail: '' },
    ])
  })

  it.each([[undefined], [null], ['x'], [{}]])('are none for the bookmakers %j', (bookmakers) => {
    expect(read(bookmakers)).toMatchObject({ quotes: [], offers: [], warnings: [], unknownMarkets: [] })
  })

  it.each([[undefined], ['x'], [{}], [[null]], [[{ id: 1 }]], [[{ id: 1, values: 'x' }]]])(
    'are none for the bets %j',
    (bets) => {
      expect(read([{ name: 'Bet365', bets }])).toMatchObject({ quotes: [], offers: [] })
    },
  )

  it('are those of the first bet on the winner, and of the first value for an outcome', () => {
    const first = {
      id: '1',
      values: [{ value: ' HOME ', odd: '2.1' }, ...sound.values.slice(1), { value: 'Home', odd: '9' }],
    }
    const { quotes, offers } = read([
      { name: 'Bet365', bets: [first, winner({ Home: '5', Draw: '5', Away: '5' })] },
    ])
    expect(quotes).toMatchObject([{ home: 2.1, draw: 3.4, away: 3.6, status: null }])
    expect(offers).toMatchObject([{ isLate: false, link: null }])
  })

  it('without an outcome are incomplete, with an empty one suspended', () => {
    const quoteOf = (prices: object) => read([{ name: 'Bet365', bets: [winner(prices)] }])
    expect(quoteOf({ Home: '2.1', Draw: '3.4' }).quotes).toMatchObject([{ away: null, status: 'incomplete' }])
    const suspended = quoteOf({ Home: '2.1', Draw: '3.4', Away: undefined })
    expect(suspended.quotes).toMatchObject([{ away: null, status: 'suspended' }])
    expect(suspended.warnings).toEqual([{ code: 'invalid_price', detail: 'Bet365: 2.1 / 3.4 / -' }])
    expect(quoteOf({}).quotes).toEqual([])
  })

  it('are as old as stated, and not from the kick-off on', () => {
    const seenAt = (update: unknown, fixture: object = { date: START }) =>
      read([{ name: 'Bet365', bets: [sound] }], { update, fixture }).offers?.[0]?.seenAt.toISOString()
    expect(seenAt('2024-03-01T12:00:00Z')).toBe('2024-03-01T12:00:00.000Z')
    expect(seenAt('2024-03-01T12:00:01Z')).toBe('2024-03-01T12:00:00.000Z')
    expect(seenAt(null)).toBe('2024-03-01T12:00:00.000Z')
    const at = Date.parse('2024-03-01T11:00:00Z') / 1000
    expect(seenAt('2024-03-01T11:00:00Z', { timestamp: at })).toBe('2024-03-01T10:59:59.000Z')
    expect(seenAt('2024-03-01T10:59:59Z', { timestamp: at })).toBe('2024-03-01T10:59:59.000Z')
    expect(seenAt('2024-03-01T11:00:00Z', { timestamp: at + 1, date: '2024-02-01T00:00:00Z' })).toBe(
      '2024-03-01T11:00:00.000Z',
    )
    expect(seenAt('2024-03-01T11:00:00Z', {})).toBe('2024-03-01T11:00:00.000Z')
  })

  describe('in play', () => {
    const bet = { id: 59, name: ' Fulltime  RESULT', values: sound.values }
    const readLive = (status: unknown, odds: unknown = [bet]) =>
      readLiveOdds({ status, odds, update: '2024-03-01T11:00:00Z' }, head, context)

    it('are those of one bookmaker, and none of the headline', () => {
      expect(readLive({ stopped: false, blocked: false, finished: false })).toEqual({
        kind: 'prices',
        ...head,
        isInPlay: true,
        quotes: null,
        offers: [
          {
            bookmaker: { key: 'api_football_live', name: 'API-Football (in play)' },
            seenAt: new Date('2024-03-01T11:00:00Z'),
            isLate: false,
            link: null,
            quotes: [
              expect.objectContaining({
                market: expect.objectContaining({ type: 'match_result' }),
                status: null,
              }),
            ],
          },
        ],
        part: 'odds/live',
        unknownMarkets: [],
        warnings: [],
      })
      expect(readLive(null).offers?.[0]?.quotes[0]?.status).toBeNull()
      expect(readLive(null, []).offers).toEqual([])
    })

    it.each(['stopped', 'blocked', 'finished'])('are suspended while it is %s', (word) => {
      expect(readLive({ [word]: true }).offers?.[0]?.quotes[0]).toMatchObject({
        prices: [null, null, null],
        status: 'sss',
      })
    })
  })
})

describe('the bets of API-Football', () => {
  const bet = (id: unknown, values: [string, unknown][], name = 'A bet') => ({
    id,
    name,
    values: values.map(([value, odd]) => ({ value, odd })),
  })
  const marketsOf = (...bets: unknown[]) =>
    readBets(bets, undefined).quotes.map(({ market: { type, period, line, participant } }) =>
      [type, period, line, participant].filter((it) => it !== null).join(' '),
    )

  it.each<[number, [string, string][], string]>([
    [
      3,
      [
        ['Home', '2'],
        ['Draw', '3'],
        ['Away', '4'],
      ],
      'match_result half_2',
    ],
    [
      6,
      [
        ['Over 1.5', '2'],
        ['Under 1.5', '1.8'],
      ],
      'total half_1 1.5',
    ],
    [
      7,
      [
        ['Home/Home', '3'],
        ['Draw/Away', '9'],
      ],
      'half_time_full_time full_time',
    ],
    [
      10,
      [
        ['1:0', '7'],
        ['0:0', '9'],
      ],
      'correct_score full_time',
    ],
    [
      16,
      [
        ['Over 1.5', '2'],
        ['Under 1.5', '1.8'],
      ],
      'team_total full_time 1.5 home',
    ],
    [
      17,
      [
        ['Over 1.5', '2'],
        ['Under 1.5', '1.8'],
      ],
      'team_total full_time 1.5 away',
    ],
    [
      19,
      [
        ['Home -0.5', '2'],
        ['Away -0.5', '1.8'],
      ],
      'handicap half_1 -0.5',
    ],
    [
      20,
      [
        ['Home/Draw', '1.2'],
        ['Home/Away', '1.3'],
        ['Draw/Away', '2'],
      ],
      'double_chance half_1',
    ],
    [
      22,
      [
        ['Odd', '1.9'],
        ['Even', '1.9'],
      ],
      'odd_even half_1',
    ],
    [
      26,
      [
        ['Over 1.5', '2'],
        ['Under 1.5', '1.8'],
      ],
      'total half_2 1.5',
    ],
    [
      31,
      [
        ['1:0', '7'],
        ['0:0', '9'],
      ],
      'correct_score half_1',
    ],
    [
      33,
      [
        ['Home/Draw', '1.2'],
        ['Home or Away', '1.3'],
        ['Draw / Away', '2'],
      ],
      'double_chance half_2',
    ],
    [
      34,
      [
        ['Yes', '1.9'],
        ['No', '1.9'],
      ],
      'both_to_score half_1',
    ],
    [
      35,
      [
        ['Yes', '1.9'],
        ['No', '1.9'],
      ],
      'both_to_score half_2',
    ],
    [
      62,
      [
        ['1:0', '7'],
        ['0:0', '9'],
      ],
      'correct_score half_2',
    ],
  ])('%i: %j is %s', (id, values, expected) => {
    expect(marketsOf(bet(id, values))).toEqual([expected])
    expect(readBets([bet(id, values)], undefined).unknown).toEqual([])
  })

  it('without an id or a list are not read', () => {
    for (const bets of [undefined, 'x', {}, [null, 7, 'x'], [{ values: [] }], [{ id: '', values: [] }]])
      expect(readBets(bets, undefined), JSON.stringify(bets)).toEqual({ quotes: [], unknown: [] })
  })

  it('of an outcome that is listed twice have its first price', () => {
    const { quotes } = readBets(
      [
        bet(8, [
          ['Yes', '1.9'],
          ['No', '1.8'],
          ['yes', '5'],
        ]),
      ],
      undefined,
    )
    expect(quotes).toMatchObject([
      { prices: [1_900_000, 1_800_000], status: null, format: 'decimal', side: 'back' },
    ])
  })

  it('of an outcome without a price are suspended', () => {
    const { quotes } = readBets(
      [
        bet(8, [
          ['Yes', undefined],
          ['No', '1.8'],
        ]),
      ],
      undefined,
    )
    expect(quotes).toMatchObject([{ prices: [null, 1_800_000], status: 'so' }])
    const live = {
      id: 59,
      name: 'Both Teams To Score',
      values: [{ value: 'Yes' }, { value: 'No', odd: '1.8' }],
    }
    expect(readLiveBets([live], { mapped: undefined, isStopped: false }).quotes).toMatchObject([
      { prices: [null, 1_800_000], status: 'so' },
    ])
  })

  it('with lines have those in their words', () => {
    expect(
      marketsOf(
        bet(4, [
          ['Home   +10.5', '2'],
          ['Away +10.5', '1.8'],
        ]),
      ),
    ).toEqual(['handicap full_time 10.5'])
    const { quotes, unknown } = readBets(
      [
        bet(5, [
          ['Over', '2'],
          ['Over 2.5 x', '2'],
          ['x Over 2.5', '2'],
          ['Over 2.5', '2'],
          ['Under 2.5', '1.8'],
        ]),
      ],
      undefined,
    )
    expect(quotes).toHaveLength(1)
    expect(unknown.map(({ key }) => key)).toEqual(['5: Over', '5: Over 2.5 x', '5: x Over 2.5'])
    expect(unknown[0]?.example).toBe('{"value":"Over","odd":"2"}')
  })

  it('with a line that is none, or of no side, are reported', () => {
    const { quotes, unknown } = readBets(
      [
        bet(5, [
          ['Over 0', '2'],
          ['Over -1', '2'],
        ]),
      ],
      undefined,
    )
    expect(quotes).toEqual([])
    expect(unknown.map(({ key }) => key)).toEqual(['5: Over 0', '5: Over -1'])
    const mapped = new Map([['9', { type: 'team_total', period: 'full_time', participant: null } as const]])
    expect(readBets([bet(9, [['Over 1.5', '2']])], mapped)).toMatchObject({
      quotes: [],
      unknown: [{ key: '9: Over 1.5' }],
    })
  })

  it('in play are known by their names, else as an operator has mapped them', () => {
    const live = (name: string, values: object[]) => ({ id: 7, name, values })
    const sides = [
      { value: 'Over', odd: '2', handicap: '1.5' },
      { value: 'Under', odd: '1.8', handicap: '1.5' },
    ]
    const three = ['Home', 'Draw', 'Away'].map((value) => ({ value, odd: '3' }))
    const typesOf = (bets: object[], mapped?: Map<string, never>) =>
      readLiveBets(bets, { mapped, isStopped: false }).quotes.map(({ market: { type, period, line } }) => [
        type,
        period,
        line,
      ])
    expect(
      typesOf([
        live('1x2 (1st Half)', three),
        live('Over/Under Line (1st Half)', sides),
        live('Match Goals', sides),
      ]),
    ).toEqual([
      ['match_result', 'half_1', null],
      ['total', 'half_1', 1.5],
      ['total', 'full_time', 1.5],
    ])
    const mapped = new Map([
      ['live 7', { type: 'corners_total', period: 'full_time', participant: null } as never],
    ])
    expect(typesOf([live('Corners', sides)])).toEqual([])
    expect(typesOf([live('Corners', sides)], mapped)).toEqual([['corners_total', 'full_time', 1.5]])
  })

  it('that are unknown are reported with two of their values, within limits', () => {
    const values: [string, string][] = [
      ['A', '2'],
      ['B', '3'],
      ['C', '4'],
    ]
    const { unknown } = readBets(
      [bet(999, values), bet('k'.repeat(150), [['v'.repeat(300), '2']])],
      undefined,
    )
    expect(unknown[0]).toEqual({
      key: '999',
      example: '{"name":"A bet","values":[{"value":"A","odd":"2"},{"value":"B","odd":"3"}]}',
    })
    expect(unknown[1]?.key).toBe('k'.repeat(100))
    expect(unknown[1]?.example).toHaveLength(200)
    expect(unknown[1]?.example).toMatch(/^\{"name":"A bet"/)
    const long = readBets([bet(5, [[`Exactly ${'x'.repeat(200)}`, '2']])], undefined).unknown[0]
    expect(long?.key).toBe(`5: Exactly ${'x'.repeat(200)}`.slice(0, 100))
  })
})

describe('the source API-Football', () => {
  it('asks without a header when there is no key', () => {
    expect(apiFootball.request({ address: PLACE.address }, { live: true })).toEqual({
      address: 'https://v3.example.org/fixtures?live=all',
    })
    expect(
      apiFootball.locate({ API_FOOTBALL_URL: 'https://v3.example.org/', API_FOOTBALL_KEY: '' }),
    ).toBeNull()
    expect(
      apiFootball.locate({ API_FOOTBALL_URL: 'https://v3.example.org/', API_FOOTBALL_KEY: 'k' }),
    ).toEqual(PLACE)
  })

  it('asks for today without a day, for a whole league without a season', () => {
    const today = new Date().toISOString().slice(0, 10)
    expect(apiFootball.request(PLACE, {}).address).toContain(`fixtures?date=${today.slice(0, 8)}`)
    expect(apiFootball.request(PLACE, { sport: '39' }).address).toMatch(/fixtures\?league=39&season=$/)
    expect(apiFootball.request(PLACE, { sport: '' }).address).toMatch(/fixtures\?league=&season=$/)
  })

  it('asks for a further page, the list of leagues, and its status', () => {
    const first = apiFootball.request(PLACE, { day: '2026-11-22' })
    expect(apiFootball.page?.(first, 2)).toEqual({
      address: 'https://v3.example.org/fixtures?date=2026-11-22&page=2',
      headers: { 'x-apisports-key': 'k' },
    })
    const { choices } = apiFootball
    if (choices?.by !== 'asked') throw new Error('no choices')
    expect(choices.list?.(PLACE).address).toBe('https://v3.example.org/leagues?current=true')
    expect(apiFootball.probe?.(PLACE).address).toBe('https://v3.example.org/status')
  })

  it('may be empty in play, for a day and for prices, but not for a season', () => {
    expect(
      [{ live: true }, { day: '2026-11-22' }, { prices: true }].map((part) => apiFootball.mayBeEmpty?.(part)),
    ).toEqual([true, true, true])
    expect(apiFootball.mayBeEmpty?.({ sport: '39_2026' })).toBe(false)
  })

  it('is waited for longer where the answer has many pages', () => {
    const parts = [{ day: '2026-11-22', prices: true }, { day: '2026-11-22' }, { live: true }]
    expect(parts.map((part) => apiFootball.patienceMinutes?.(part))).toEqual([5, 5, 0])
  })

  it('costs one request each, and states the rest of the day', () => {
    expect(apiFootball.cost?.(apiFootball.request(PLACE, { day: '2026-11-22' }))).toBe(1)
    const headers = { 'x-ratelimit-requests-remaining': '74', 'x-ratelimit-requests-limit': '100' }
    expect(apiFootball.quota?.(headers)).toEqual({ remaining: 74, limit: 100 })
    expect(apiFootball.quota?.({})).toBeNull()
  })

  it('is recognized by how its answers begin', () => {
    const begins = (text: string) => apiFootball.recognizes?.(text)
    expect(begins(JSON.stringify(apiFootballBody([])))).toBe(true)
    expect(begins(' \n{ \n"get" :\n"odds", "response" : []}')).toBe(true)
    for (const text of [
      'x {"get":1,"response":[]}',
      '{"get":1}',
      '{"response":[]}',
      '[{"get":1,"response":[]}]',
      '{"get":"response"}',
    ])
      expect(begins(text), text).toBe(false)
  })
})
