import { describe, expect, it } from 'vitest'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import {
  BROKEN_JSON,
  CONFIRMED,
  describeContract,
  failureOf,
  contractMatch as match,
  readItems,
  readOneEvent,
  reasonsOf,
  toldOf,
} from '#tests/support/source-contract.ts'
import theOddsApi from './index.ts'

describeContract(theOddsApi, {
  sound: [oddsApiEvent(match, [])],
  withList: (list) => list,
  item: oddsApiEvent(match, []),
  broken: [
    ...BROKEN_JSON,
    ['{}', 'unexpected_body'],
    ['{"message":"Unknown sport","error_code":"UNKNOWN_SPORT"}', 'error_answer'],
  ],
})

describe('The Odds API', () => {
  const alpha = { key: 'alpha', title: 'Alpha Bet', prices: [1.9, 3.4, 4.1], at: '2024-03-01T11:00:00Z' }
  const event = (more: object = {}, bookmakers = [alpha]) => ({ ...oddsApiEvent(match, bookmakers), ...more })

  it('matches outcomes by name', async () => {
    expect(await readOneEvent(theOddsApi, [event()])).toMatchObject({
      sport: 'Soccer',
      category: 'England',
      league: 'Premier League',
      quotes: [
        {
          bookmaker: { key: 'alpha', name: 'Alpha Bet' },
          home: 1.9,
          draw: 3.4,
          away: 4.1,
          updatedAt: new Date('2024-03-01T11:00:00Z'),
        },
      ],
      warnings: [],
    })
  })

  it('never reads a lay price, spreads or totals', async () => {
    const lay = { ...alpha, key: 'lay', market: 'h2h_lay' }
    const spreads = { ...alpha, key: 'spreads', market: 'spreads' }
    const { quotes } = await readOneEvent(theOddsApi, [event({}, [lay, spreads, alpha])])
    expect(quotes?.map((quote) => quote.bookmaker.key)).toEqual(['alpha'])
  })

  it('converts American prices', async () => {
    const { quotes } = await readOneEvent(theOddsApi, [event({}, [{ ...alpha, prices: [-8000, 1200] }])])
    expect(quotes).toMatchObject([{ home: 1.01, draw: null, away: 13 }])
  })

  it('has no open prices of soccer without the draw, and of other sports without it', async () => {
    const twoWay = [{ ...alpha, prices: [2.1, 2.1] }]
    const soccer = await readOneEvent(theOddsApi, [event({}, twoWay)])
    expect(soccer.quotes).toMatchObject([{ home: 2.1, draw: null, away: 2.1, status: 'incomplete' }])
    expect(soccer.warnings.map(({ code }) => code)).toEqual(['invalid_price'])
    const basketball = await readOneEvent(theOddsApi, [event({ sport_key: 'basketball_nba' }, twoWay)])
    expect(basketball.quotes).toMatchObject([{ home: 2.1, draw: null, away: 2.1, status: null }])
  })

  it('accepts integer prices and those up to 1000', async () => {
    const { quotes } = await readOneEvent(theOddsApi, [event({}, [{ ...alpha, prices: [1.01, 1000, 34] }])])
    expect(quotes).toMatchObject([{ home: 1.01, draw: 1000, away: 34 }])
  })

  it('prefers the market’s own time, and the latest of a bookmaker that comes twice', async () => {
    const later = { ...alpha, prices: [2, 3, 4], at: '2024-03-01T11:30:00Z' }
    const item = await readOneEvent(theOddsApi, [event({}, [alpha, later, alpha])])
    expect(item.quotes).toMatchObject([{ home: 2 }])
    expect(item.warnings.map(({ code }) => code)).toEqual(['duplicate_bookmaker', 'duplicate_bookmaker'])
    const timed = event()
    Object.assign(timed.bookmakers[0]?.markets[0] ?? {}, { last_update: '2024-03-01T11:59:00Z' })
    expect((await readOneEvent(theOddsApi, [timed])).quotes?.[0]?.updatedAt).toEqual(
      new Date('2024-03-01T11:59:00Z'),
    )
  })

  it('distinguishes no quotes from a missing list', async () => {
    expect((await readOneEvent(theOddsApi, [event({ bookmakers: [] })])).quotes).toEqual([])
    expect((await readOneEvent(theOddsApi, [event({ bookmakers: null })])).quotes).toBeNull()
    expect((await readOneEvent(theOddsApi, [event({ bookmakers: undefined })])).quotes).toBeNull()
  })

  it('reports what is wrong with a bookmaker and keeps the others', async () => {
    const item = await readOneEvent(theOddsApi, [
      event({ bookmakers: [...event().bookmakers, null, {}, 'x', { key: 'k', markets: 'none' }] }, []),
    ])
    expect(item.quotes).toHaveLength(1)
    expect(item.warnings.map(({ code }) => code)).toEqual(Array(3).fill('malformed_bookmaker'))
  })

  it('reports prices and outcomes that it cannot use', async () => {
    const stranger = oddsApiEvent(match, [{ ...alpha, prices: [1.9, '', 4.1] }])
    stranger.bookmakers[0]?.markets[0]?.outcomes.push({ name: 'Somebody else', price: 2 })
    const item = await readOneEvent(theOddsApi, [stranger])
    expect(item.quotes).toMatchObject([{ home: 1.9, draw: null, away: 4.1, status: 'suspended' }])
    expect(item.warnings.map(({ code }) => code)).toEqual(['unknown_outcome', 'invalid_price'])
  })

  it('reads who is to win a competition under the league that it is of', async () => {
    const outright = {
      id: 'o1',
      sport_key: 'soccer_epl_winner',
      sport_title: 'EPL Winner',
      commence_time: '2024-05-31T15:00:00Z',
      home_team: null,
      away_team: null,
      bookmakers: [
        {
          key: 'alpha',
          title: 'Alpha Bet',
          last_update: '2024-03-01T11:00:00Z',
          link: 'https://alpha.example/1',
          sid: '77',
          markets: [
            {
              key: 'outrights',
              outcomes: [
                { name: 'Riverton', price: 1.5 },
                { name: 'Hillford', price: null },
              ],
            },
          ],
        },
      ],
    }
    expect(await readItems(theOddsApi, [outright])).toEqual([
      {
        kind: 'outright',
        position: 0,
        externalId: 'o1',
        sport: 'Soccer',
        category: 'England',
        league: 'Premier League',
        competition: 'soccer_epl_winner',
        name: 'EPL Winner',
        start: new Date('2024-05-31T15:00:00Z'),
        offers: [
          {
            bookmaker: { key: 'alpha', name: 'Alpha Bet' },
            seenAt: new Date('2024-03-01T11:00:00Z'),
            isLate: false,
            link: 'https://alpha.example/1',
            sid: '77',
            quotes: [
              {
                side: 'back',
                format: 'decimal',
                prices: [
                  { name: 'Riverton', price: 1_500_000 },
                  { name: 'Hillford', price: null },
                ],
                maxStake: null,
              },
            ],
          },
        ],
        part: 'outrights',
        unknownMarkets: [],
        warnings: [],
      },
    ])
  })

  it.each<[string, unknown]>([
    ['outright', { home_team: null, away_team: null, has_outrights: true }],
    ['outright', { home_team: null, away_team: null, bookmakers: [{ markets: [{ key: 'outrights' }] }] }],
    ['missing_team', { home_team: null }],
    ['missing_team', { home_team: null, away_team: null }],
    ['same_team', { home_team: 'Hillford' }],
    ['invalid_start', { commence_time: 'TBD' }],
    ['missing_id', { id: null }],
    ['missing_place', { sport_key: '' }],
  ])('reads or rejects as %s: %j', async (reason, more) => {
    expect(reasonsOf(await readItems(theOddsApi, [event(more as object)]))).toEqual([reason])
  })

  it('rejects every row of the list of sports', async () => {
    const sport = { key: 'soccer_epl', group: 'Soccer', title: 'EPL', active: true, has_outrights: false }
    expect(reasonsOf(await readItems(theOddsApi, [sport, sport]))).toEqual(['not_an_event', 'not_an_event'])
  })

  it('reads a single event, and the list inside a historical answer', async () => {
    expect(reasonsOf(await readItems(theOddsApi, event()))).toEqual(['event'])
    expect(
      reasonsOf(await readItems(theOddsApi, { timestamp: 'x', data: [event(), event({ id: 'm2' })] })),
    ).toEqual(['event', 'event'])
    expect(await readItems(theOddsApi, { timestamp: 'x', data: [] })).toEqual([])
  })
})
describe('the problems reported of The Odds API', () => {
  const alpha = { key: 'alpha', title: 'Alpha Bet', prices: [1.9, 3.4, 4.1], at: '2024-03-01T11:00:00Z' }
  const event = (more: object = {}, bookmakers = [alpha]) => ({ ...oddsApiEvent(match, bookmakers), ...more })
  const long = 'R'.repeat(201)

  it.each<[object, unknown[]]>([
    [{ id: null }, ['missing_id', null, expect.stringContaining('"home_team":"Riverton"')]],
    [{ home_team: '' }, ['missing_team', 'm1', '? - Hillford']],
    [{ away_team: '' }, ['missing_team', 'm1', 'Riverton - ?']],
    [{ home_team: long }, ['name_too_long', 'm1', 'R'.repeat(100)]],
    [{ away_team: 'RIVERTON' }, ['same_team', 'm1', 'Riverton']],
    [{ commence_time: undefined }, ['invalid_start', 'm1', 'null']],
    [{ commence_time: 'soon' }, ['invalid_start', 'm1', 'soon']],
    [{ sport_key: undefined }, ['missing_place', 'm1', 'null']],
    [{ sport_key: '' }, ['missing_place', 'm1', '']],
    [{ sport_key: long }, ['missing_place', 'm1', 'R'.repeat(200)]],
    [{ sport_key: 'x', sport_title: long }, ['missing_place', 'm1', 'x']],
    [{ has_outrights: true, sport_title: long }, ['name_too_long', 'm1', 'R'.repeat(100)]],
    [{ has_outrights: true, sport_key: '' }, ['missing_place', 'm1', '']],
    [{ has_outrights: true, commence_time: null }, ['invalid_start', 'm1', 'null']],
    [{ has_outrights: false }, ['event']],
    [{ home_team: '', away_team: '', has_outrights: false }, ['outright']],
    [{ home_team: '', has_outrights: false }, ['missing_team', 'm1', '? - Hillford']],
    [{ home_team: '', away_team: '', bookmakers: undefined }, ['missing_team', 'm1', '? - ?']],
  ])('%j', async (more, expected) => {
    const title = { sport_title: 'Premier League' }
    expect(toldOf(await readItems(theOddsApi, [event({ ...title, ...more })]))).toEqual([expected])
  })

  it.each<[unknown, unknown[]]>([
    [{ id: 'm1' }, ['not_an_event', 'm1', '{"id":"m1"}']],
    [7, ['not_an_event', null, '7']],
    [{ id: 'm1', home_team: 'Riverton' }, ['missing_team', 'm1', 'Riverton - ?']],
    [{ id: 'm1', commence_time: 'x' }, ['missing_team', 'm1', '? - ?']],
    [{ id: 'm1', bookmakers: [] }, ['missing_team', 'm1', '? - ?']],
  ])('of the item %j', async (item, expected) => {
    expect(toldOf(await readItems(theOddsApi, [item]))).toEqual([expected])
  })

  it('reports an item that is not JSON, or too deep', async () => {
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`
    expect(toldOf(await readItems(theOddsApi, `[[nonsense],${deep}]`))).toEqual([
      ['malformed_json', null, '[nonsense]'],
      ['item_too_deep', null, ''],
    ])
  })

  it.each([
    [{ message: 'No', error_code: 'X1' }, 'The Odds API answered with an error: X1: No'],
    [{ message: 'No' }, 'The Odds API answered with an error: No'],
    [{ error: 'No' }, 'The Odds API answered with an error: No'],
    [{ error_code: 'X1' }, 'The Odds API answered with an error: X1'],
    [{ message: 'x'.repeat(400) }, `The Odds API answered with an error: ${'x'.repeat(300)}`],
    [{ a: 1 }, 'Not an answer of The Odds API: {"a":1}'],
    [{ data: [] }, 'none'],
    [{ timestamp: 'x' }, 'none'],
    [{ data: [event()] }, 'none'],
  ])('reports for the body %j: %s', async (body, message) => {
    expect(await failureOf(theOddsApi, body)).toBe(message)
  })

  it('reads a single event, also inside a historical answer, with 50 members at most', async () => {
    const whole = { kind: 'event', position: 0, home: 'Riverton' }
    expect(await readItems(theOddsApi, { timestamp: 'x', data: event() })).toMatchObject([whole])
    const { home_team, ...rest } = event()
    expect(toldOf(await readItems(theOddsApi, rest))).toEqual([['missing_team', 'm1', '? - Hillford']])
    const { commence_time, ...others } = event()
    expect(toldOf(await readItems(theOddsApi, others))).toEqual([['invalid_start', 'm1', 'null']])
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]))
    const count = Object.keys(event()).length
    // The last member of the event is its bookmakers.
    const [kept] = await readItems(theOddsApi, { ...members(50 - count), ...event() })
    const [lost] = await readItems(theOddsApi, { ...members(51 - count), ...event() })
    expect(kept).toMatchObject({ ...whole, quotes: [{ home: 1.9 }] })
    expect(lost).toMatchObject({ ...whole, quotes: null })
  })

  it('reads results of finished matches', async () => {
    const scores = [
      { name: 'HILLFORD', score: '1' },
      { name: 'Riverton', score: '3' },
    ]
    const result = (more: object) => {
      const { bookmakers: _, ...rest } = event()
      return { ...rest, completed: true, scores, ...more }
    }
    const row = (home: unknown, away: unknown) => [
      { name: 'Riverton', score: home },
      { name: 'Hillford', score: away },
    ]
    expect(await readItems(theOddsApi, [result({})])).toEqual([
      {
        kind: 'result',
        position: 0,
        externalId: 'm1',
        home: 'Riverton',
        away: 'Hillford',
        homeScore: 3,
        awayScore: 1,
      },
    ])
    expect(await readItems(theOddsApi, [result({ scores: row(0, 9999) })])).toMatchObject([
      { homeScore: 0, awayScore: 9999 },
    ])
    expect(await readItems(theOddsApi, [result({ scores: [...row(1, 2), ...row(5, 6)] })])).toMatchObject([
      { homeScore: 1, awayScore: 2 },
    ])
    const rejected = [
      result({ completed: false }),
      result({ completed: undefined }),
      result({ scores: null }),
      result({ scores: [null] }),
      result({ scores: row(1.5, 1) }),
      result({ scores: row(-1, 1) }),
      result({ scores: row(1, 10_000) }),
      result({ scores: row('x', 1) }),
    ]
    expect(toldOf(await readItems(theOddsApi, rejected)).map((it) => it.join(' | '))).toEqual([
      'not_finished | m1 | ',
      'not_finished | m1 | ',
      'invalid_score | m1 | null',
      'invalid_score | m1 | [null]',
      'invalid_score | m1 | [{"name":"Riverton","score":1.5},{"name":"Hillford","score":1}]',
      'invalid_score | m1 | [{"name":"Riverton","score":-1},{"name":"Hillford","score":1}]',
      'invalid_score | m1 | [{"name":"Riverton","score":1},{"name":"Hillford","score":10000}]',
      'invalid_score | m1 | [{"name":"Riverton","score":"x"},{"name":"Hillford","score":1}]',
    ])
    expect(reasonsOf(await readItems(theOddsApi, [{ ...event(), completed: true, scores }]))).toEqual([
      'event',
    ])
  })

  const withOutcomes = (outcomes: unknown[], more: object = {}) =>
    event(
      { bookmakers: [{ key: 'Alpha', title: 'Alpha', markets: [{ key: 'h2h', outcomes }], ...more }] },
      [],
    )

  it('matches outcomes by name in any case, and uses the first of two', async () => {
    const outcomes = [
      ...['RIVERTON', 'hillford', 'TIE'].map((name, n) => ({ name, price: 2 + n })),
      ...['Riverton', 'Hillford', 'Draw', 'RIVERTON', 'HILLFORD'].map((name) => ({ name, price: 9 })),
    ]
    const item = await readOneEvent(theOddsApi, [withOutcomes(outcomes)])
    expect(item.quotes).toMatchObject([{ home: 2, draw: 4, away: 3 }])
    expect(item.warnings).toEqual([])
    const first = [...outcomes.slice(3), ...outcomes.slice(0, 3)]
    expect((await readOneEvent(theOddsApi, [withOutcomes(first)])).quotes).toEqual([])
    const exact = ['Riverton', 'Hillford', 'Riverton', 'Hillford'].map((name, n) => ({ name, price: 2 + n }))
    expect((await readOneEvent(theOddsApi, [withOutcomes(exact)])).quotes).toMatchObject([
      { home: 2, away: 3 },
    ])
  })

  it('reports which outcome is unknown, and which bookmaker came twice or is malformed', async () => {
    const outcomes = [
      { name: 'Riverton', price: 2 },
      { name: 'Hillford' },
      { name: 'x'.repeat(300), price: 2 },
    ]
    const item = await readOneEvent(theOddsApi, [withOutcomes(outcomes)])
    expect(item.warnings).toEqual([
      { code: 'unknown_outcome', detail: `Alpha: ${'x'.repeat(193)}` },
      { code: 'invalid_price', detail: 'Alpha: 2 / - / -' },
    ])
    const twice = await readOneEvent(theOddsApi, [event({}, [alpha, alpha])])
    expect(twice.warnings).toEqual([{ code: 'duplicate_bookmaker', detail: 'Alpha Bet' }])
    const none = await readOneEvent(theOddsApi, [event({ bookmakers: 'none' })])
    expect([none.quotes, none.warnings]).toEqual([null, [{ code: 'malformed_bookmaker', detail: 'none' }]])
    const nameless = await readOneEvent(theOddsApi, [event({ bookmakers: [{ key: long }] })])
    expect(nameless.warnings).toEqual([
      { code: 'malformed_bookmaker', detail: expect.stringMatching(/^\{"key"/) },
    ])
  })

  it('uses the first of two markets, and the key of a bookmaker without a name', async () => {
    const outcomes = (price: number) => [
      { name: 'Riverton', price },
      { name: 'Hillford', price: 2 },
    ]
    const markets = [2, 3].map((price) => ({ key: 'h2h', outcomes: outcomes(price) }))
    const of = async (title: unknown) =>
      (await readOneEvent(theOddsApi, [withOutcomes([], { title, markets })])).quotes
    expect(await of('')).toMatchObject([{ bookmaker: { key: 'alpha', name: 'alpha' }, home: 2 }])
    expect(await of(long)).toMatchObject([{ bookmaker: { name: 'alpha' } }])
    expect(await of(' Alpha ')).toMatchObject([{ bookmaker: { name: 'Alpha' } }])
  })

  it('detects the format from prices of matches alone, not from those of outrights', async () => {
    const outcomes = [-110, 120].map((price, n) => ({ name: n ? 'Hillford' : 'Riverton', price }))
    const long_ = Array.from({ length: 9 }, (_, n) => ({ name: `x${n}`, price: 2 + n }))
    for (const key of ['outrights', 'outrights_lay']) {
      const markets = [
        { key: 'h2h', outcomes },
        { key, outcomes: long_ },
      ]
      const item = await readOneEvent(theOddsApi, [withOutcomes([], { markets })])
      expect(item.quotes).toMatchObject([{ home: 1.91, away: 2.2 }])
    }
  })

  it('rejects a future time of a price', async () => {
    const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    const timeOf = async (time: string) =>
      (
        await readOneEvent(theOddsApi, [event({}, [{ ...alpha, at: time }])])
      ).quotes?.[0]?.updatedAt.toISOString()
    const past = at(-60_000)
    expect(await timeOf(past)).toBe(past)
    expect(await timeOf(at(60_000))).toBe(CONFIRMED.toISOString())
    expect(await timeOf('never')).toBe(CONFIRMED.toISOString())
  })
})
