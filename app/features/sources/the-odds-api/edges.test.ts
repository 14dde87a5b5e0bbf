/** What is at the edges of The Odds API: its requests and their costs, each market by its key, odd members, limits. */
import { describe, expect, it } from 'vitest'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import { oddsApiEvent } from '#tests/support/feeds.ts'
import {
  CONFIRMED,
  failureOf,
  inPieces,
  contractMatch as match,
  readItems,
  readOneEvent,
  toldOf,
} from '#tests/support/source-contract.ts'
import type { Part, ScheduleFacts, SourceContext } from '../contract.ts'
import theOddsApi from './index.ts'
import { EVENT_MARKETS, LIST_MARKETS, readOddsApiKey, readOddsApiMarkets, readOutrights } from './markets.ts'
import { MissingDraws } from './missing-draw.ts'
import { askedMarkets, readEventPrices, readOutrightPrices } from './offers.ts'
import { parseOddsApi } from './parse.ts'

const BASE = 'https://api.example.org'
const QUERY = 'apiKey=k&regions=eu,uk&markets=h2h,spreads&oddsFormat=decimal&dateFormat=iso'
const WITH = '&includeLinks=true&includeSids=true&includeBetLimits=true'
const settings = {
  ODDS_API_URL: `${BASE}/`,
  ODDS_API_KEY: 'k',
  ODDS_API_REGIONS: 'eu,uk',
  ODDS_API_MARKETS: 'h2h,spreads',
}
const place = theOddsApi.locate(settings)
if (!place) throw new Error('no place')

describe('a request to The Odds API', () => {
  const asked = (part: Part) => theOddsApi.request(place, part).address

  it('is for the next games, a competition, its outright, or its scores', () => {
    expect(place).toEqual({ address: `${BASE}/v4/sports/upcoming/odds?${QUERY}${WITH}` })
    expect(asked({})).toBe(place.address)
    expect(asked({ sport: 'soccer_epl' })).toBe(`${BASE}/v4/sports/soccer_epl/odds?${QUERY}${WITH}`)
    expect(asked({ sport: 'a b/c' })).toBe(`${BASE}/v4/sports/a%20b%2Fc/odds?${QUERY}${WITH}`)
    expect(asked({ sport: 'soccer_epl', markets: ['h2h', 'totals'] })).toBe(
      `${BASE}/v4/sports/soccer_epl/odds?${QUERY.replace('spreads', 'totals')}${WITH}`,
    )
    expect(asked({ sport: 'golf_masters_winner', markets: ['h2h'] })).toBe(
      `${BASE}/v4/sports/golf_masters_winner/odds?${QUERY.replace('h2h,spreads', 'outrights')}${WITH}`,
    )
    expect(asked({ sport: 'soccer_epl', results: true })).toBe(
      `${BASE}/v4/sports/soccer_epl/scores?apiKey=k&dateFormat=iso&daysFrom=3`,
    )
  })

  it('is for the further markets of a match', () => {
    const listed = { home: 'Riverton', away: 'Hillford', start: CONFIRMED }
    const of = { ...listed, externalId: 'a/1', competition: 'soccer_epl' }
    expect(theOddsApi.detail?.(place, { eventMarkets: ['btts', 'draw_no_bet'] }, of).address).toBe(
      `${BASE}/v4/sports/soccer_epl/events/a%2F1/odds?${QUERY.replace('h2h,spreads', 'btts,draw_no_bet')}${WITH}`,
    )
    expect(theOddsApi.detail?.(place, {}, of).address).toContain('markets=&')
  })

  it('is for the prices at an instant of the past', () => {
    const at = new Date('2026-11-22T10:05:00.250Z')
    expect(theOddsApi.snapshot?.(place, { sport: 'soccer_epl', markets: ['h2h'], at }).address).toBe(
      `${BASE}/v4/historical/sports/soccer_epl/odds?${QUERY.replace('h2h,spreads', 'h2h')}${WITH}&date=2026-11-22T10:05:00Z`,
    )
    expect(theOddsApi.snapshot?.(place, { sport: 'soccer_epl', markets: undefined, at }).address).toContain(
      'markets=h2h,spreads&',
    )
  })

  it('is for the list of competitions, which also shows whether the key is valid', () => {
    expect(theOddsApi.probe?.(place).address).toMatch(/^https:\/\/api\.example\.org\/v4\/sports\?apiKey=k&/)
    const { choices } = theOddsApi
    if (choices?.by !== 'asked') throw new Error('no choices')
    expect(choices.list?.(place).address).toBe(theOddsApi.probe?.(place).address)
  })

  it('needs a key, and asks for the winner where nothing else is wanted', () => {
    expect(theOddsApi.locate({ ...settings, ODDS_API_KEY: '' })).toBeNull()
    expect(theOddsApi.locate({ ODDS_API_URL: BASE, ODDS_API_KEY: 'k' })?.address).toContain(
      'regions=&markets=h2h&',
    )
  })

  it.each([
    ['sports/x/odds?regions=eu&markets=h2h', 1],
    ['sports/x/odds/?regions=eu,uk&markets=h2h', 2],
    ['sports/x/odds?regions=eu,uk&markets=h2h,totals,spreads', 6],
    ['sports/x/odds?regions=,eu,&markets=h2h,', 1],
    ['sports/x/odds', 1],
    ['sports/x/odds?bookmakers=a&regions=eu,uk', 1],
    [`sports/x/odds?markets=h2h,totals&bookmakers=${'a,'.repeat(10)}`, 2],
    [`sports/x/odds?markets=h2h,totals&bookmakers=${'a,'.repeat(11)}`, 4],
    ['sports/x/events/1/odds?regions=eu&markets=btts,h2h_h1', 2],
    ['historical/sports/x/odds?regions=eu,uk&markets=h2h', 20],
    ['sports/x/scores?daysFrom=3', 2],
    ['sports/x/scores/', 1],
    ['sports?apiKey=k', 0],
    ['sports/x/events', 0],
  ])('%s costs %i credits', (path, credits) => {
    expect(theOddsApi.cost?.({ address: `${BASE}/v4/${path}` })).toBe(credits)
  })
})

describe('the source The Odds API', () => {
  it('states the credits that are left, of how many, and what an answer cost', () => {
    const headers = { 'x-requests-remaining': '480', 'x-requests-used': '20', 'x-requests-last': '6' }
    expect(theOddsApi.quota?.(headers)).toEqual({ remaining: 480, limit: 500, cost: 6 })
    expect(theOddsApi.quota?.({ 'x-requests-remaining': '480' })).toEqual({ remaining: 480, limit: null })
    expect(theOddsApi.quota?.({ 'x-requests-used': '20', 'x-requests-last': '6' })).toBeNull()
  })

  it('may be empty where it is asked for scores', () => {
    expect(
      [{ results: true }, { sport: 'soccer_epl' }, {}].map((part) => theOddsApi.mayBeEmpty?.(part)),
    ).toEqual([true, false, false])
  })

  it('is recognized by how its lists begin', () => {
    const begins = (text: string) => theOddsApi.recognizes?.(text)
    for (const text of [
      '[{"id":"1","sport_key":"x","key":"a"',
      '[]',
      ' [ ]',
      '\n[\n{"title":1,\n"key" : "x"',
    ])
      expect(begins(text), text).toBe(true)
    for (const text of ['', '{"key":1}', '[[', 'x [{"key":1}]', '[1,{"key":1}]', '[{"id":1}]'])
      expect(begins(text), text).toBe(false)
  })

  it('has the competitions that are in season as choices', () => {
    const { choices } = theOddsApi
    if (choices?.by !== 'asked') throw new Error('no choices')
    const list = [
      { key: 'soccer_epl', title: 'EPL', group: 'Soccer', active: true },
      { key: 'golf_masters_winner', title: 'Masters' },
      { key: 'icehockey_nhl', title: 'NHL', group: 'Ice Hockey', active: false },
    ]
    expect(choices.readList(JSON.stringify(list))).toEqual([
      { value: 'soccer_epl', label: 'EPL', group: 'Soccer' },
      { value: 'golf_masters_winner', label: 'Masters', group: '' },
    ])
    for (const text of ['{}', '[{"key":"","title":"x"}]', '[{"key":"x","title":""}]'])
      expect(() => choices.readList(text), text).toThrow('no list of sports')
  })

  const NOW = new Date('2026-11-22T16:00:00Z')
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
  /** The parts of a schedule. @param unscored starts of the last matches without a score, by league and country; '' where it is unknown */
  const planOf = (
    competitions: string[],
    unscored: Record<string, number> = {},
    lastAsked: ScheduleFacts['lastAsked'] = async () => null,
  ) =>
    theOddsApi.plan?.({
      ...{ now: NOW, competitions, chosen: { markets: ['h2h'] }, lastAsked },
      lastUnscored: async (days: number, league: { name: string; country: string | null } | null) => {
        const hours = unscored[league ? `${league.name} ${league.country}` : '']
        return hours !== undefined && days === 3 ? hoursAgo(hours) : null
      },
    } as unknown as ScheduleFacts)

  it('plans each competition, and its scores while some are missing', async () => {
    expect(await planOf([])).toEqual([{ markets: ['h2h'] }])
    expect(await planOf([], { 'Premier League GB-ENG': 3 })).toEqual([{ markets: ['h2h'] }])
    const competitions = ['soccer_epl', 'soccer_spain_la_liga', 'golf_masters_winner']
    const lists = [
      { sport: 'soccer_epl', markets: ['h2h'] },
      { sport: 'soccer_spain_la_liga', markets: ['h2h'] },
      { sport: 'golf_masters_winner' },
    ]
    expect(await planOf(competitions)).toEqual(lists)
    // Scores of one competition are not those of another.
    expect(await planOf(competitions, { 'Premier League GB-ENG': 3 })).toEqual([
      ...lists,
      { sport: 'soccer_epl', results: true },
    ])
    expect(await planOf(['golf_masters_winner'], { 'The Masters null': 3, '': 3 })).toEqual([
      { sport: 'golf_masters_winner' },
    ])
    // The name of a competition that only its answers name is not known.
    expect(await planOf(['tennis_atp_wimbledon'], { '': 3 })).toEqual([
      { sport: 'tennis_atp_wimbledon', markets: ['h2h'] },
      { sport: 'tennis_atp_wimbledon', results: true },
    ])
  })

  it('plans scores that stay missing less and less often', async () => {
    const asked = (hours: number) => async (part: Part) =>
      part.results && part.sport === 'soccer_epl' ? hoursAgo(hours) : null
    const isPlanned = async (unscored: number, last: number) =>
      (await planOf(['soccer_epl'], { 'Premier League GB-ENG': unscored }, asked(last)))?.length === 2
    expect(await isPlanned(7.9, 0.5)).toBe(false)
    expect(await isPlanned(7.9, 0.95)).toBe(true)
    expect(await isPlanned(8.1, 1)).toBe(false)
    expect(await isPlanned(70, 11.5)).toBe(false)
    expect(await isPlanned(70, 11.95)).toBe(true)
  })

  it('sells these markets', () => {
    expect([...LIST_MARKETS, ...EVENT_MARKETS].map((key) => [key, readOddsApiKey(key)])).toEqual([
      ['h2h', { type: 'moneyline', period: null, side: 'back' }],
      ['spreads', { type: 'handicap', period: null, side: 'back' }],
      ['totals', { type: 'total', period: null, side: 'back' }],
      ['h2h_3_way', { type: 'match_result', period: null, side: 'back' }],
      ['alternate_spreads', { type: 'handicap', period: null, side: 'back' }],
      ['alternate_totals', { type: 'total', period: null, side: 'back' }],
      ['btts', { type: 'both_to_score', period: null, side: 'back' }],
      ['draw_no_bet', { type: 'draw_no_bet', period: null, side: 'back' }],
      ['double_chance', { type: 'double_chance', period: null, side: 'back' }],
      ['team_totals', { type: 'team_total', period: null, side: 'back' }],
      ['alternate_team_totals', { type: 'team_total', period: null, side: 'back' }],
      ['h2h_h1', { type: 'moneyline', period: 'half_1', side: 'back' }],
      ['h2h_3_way_h1', { type: 'match_result', period: 'half_1', side: 'back' }],
      ['spreads_h1', { type: 'handicap', period: 'half_1', side: 'back' }],
      ['totals_h1', { type: 'total', period: 'half_1', side: 'back' }],
      ['h2h_h2', { type: 'moneyline', period: 'half_2', side: 'back' }],
      ['totals_h2', { type: 'total', period: 'half_2', side: 'back' }],
      ['h2h_q1', { type: 'moneyline', period: 'quarter_1', side: 'back' }],
      ['spreads_q1', { type: 'handicap', period: 'quarter_1', side: 'back' }],
      ['totals_q1', { type: 'total', period: 'quarter_1', side: 'back' }],
      ['h2h_p1', { type: 'moneyline', period: 'period_1', side: 'back' }],
      ['totals_p1', { type: 'total', period: 'period_1', side: 'back' }],
      ['alternate_totals_corners', { type: 'corners_total', period: null, side: 'back' }],
    ])
  })

  it('has the parts of a match in its keys', () => {
    const suffixes = 'h1 h2 q1 q2 q3 q4 p1 p2 p3 s1 s2 s3 s4 s5 1st_1_innings'.split(' ')
    expect(suffixes.map((suffix) => readOddsApiKey(`totals_${suffix}`)?.period)).toEqual([
      ...['half_1', 'half_2', 'quarter_1', 'quarter_2', 'quarter_3', 'quarter_4'],
      ...['period_1', 'period_2', 'period_3', 'set_1', 'set_2', 'set_3', 'set_4', 'set_5', 'inning_1'],
    ])
    expect(readOddsApiKey('spreads_lay')).toEqual({ type: 'handicap', period: null, side: 'lay' })
    for (const key of [
      'h1',
      '_h1',
      'x_h1',
      'totals_',
      'totals_constructor',
      'constructor_h1',
      'lay',
      '_lay',
      'totals_lay_x',
    ])
      expect(readOddsApiKey(key), key).toBeNull()
  })
})

describe('a head-to-head market without a draw', () => {
  const sides = { home: 'Riverton', away: 'Hillford' }
  const market = ([home, ...others]: readonly number[], key = 'h2h') => ({
    key,
    outcomes: [
      { name: sides.home, price: home },
      { name: sides.away, price: others.at(-1) },
      ...(others.length === 2 ? [{ name: 'Draw', price: others[0] }] : []),
    ],
  })
  /** What the last of these is. */
  const read = async (sport: string, ...prices: object[][]) => {
    const bookmakers = prices.map((markets, n) => ({ key: `b${n}`, title: `b${n}`, markets }))
    const item = await readOneEvent(theOddsApi, [
      { ...oddsApiEvent({ ...match, ...sides }, []), sport_key: sport, bookmakers },
    ])
    const [quote] = item.offers?.at(-1)?.quotes ?? []
    return [quote?.market.type, quote?.status ?? null, item.quotes?.at(-1)?.status ?? null]
  }
  const h2h = (...prices: number[]) => [market(prices)]
  const TWO_WAY = ['moneyline', null, null]
  const LACKS_DRAW = ['match_result', 'o-o', 'incomplete']

  it.each([
    ['pays more than is staked', 'handball_germany_bundesliga', [h2h(2.2, 2.6)], LACKS_DRAW],
    ['pays more, of a sport without draws', 'tennis_atp_wimbledon', [h2h(2.2, 2.6)], TWO_WAY],
    ['has a margin', 'handball_germany_bundesliga', [h2h(1.5, 2.4)], TWO_WAY],
    ['pays more, of a Test match', 'cricket_test_match', [h2h(2.2, 2.6)], LACKS_DRAW],
    [
      'is beside one that has a draw',
      'rugbyunion_six_nations',
      [h2h(1.95, 21, 1.95), h2h(1.97, 1.96)],
      LACKS_DRAW,
    ],
    [
      'is beside fewer that have a draw',
      'rugbyunion_six_nations',
      [h2h(1.95, 21, 1.95), h2h(1.9, 1.9), h2h(1.97, 1.96)],
      TWO_WAY,
    ],
    [
      'has the margin of two ways beside some that have a draw',
      'icehockey_nhl',
      [h2h(2.4, 4.2, 2.6), h2h(2.45, 4.1, 2.5), h2h(1.91, 1.91)],
      TWO_WAY,
    ],
    [
      'pays more beside some that have a draw, of a sport without draws',
      'americanfootball_nfl',
      [h2h(1.95, 41, 1.95), h2h(2.05, 2.05)],
      LACKS_DRAW,
    ],
  ])('that %s', async (_, sport, prices, expected) => {
    expect(await read(sport, ...prices)).toEqual(expected)
  })

  it('is on the lay side below 100 %', async () => {
    const lay = [market([2.04, 2.02], 'h2h_lay')]
    expect(await read('icehockey_nhl', lay)).toEqual(['moneyline', null, null])
  })
})

describe('a market of The Odds API', () => {
  const soccer = { sport: 'Soccer', format: 'decimal' as const }
  const EVENT = {
    ...{ home: 'Arsenal', away: 'Chelsea', ...soccer },
    draws: new MissingDraws([], { ...soccer, asked: null }),
  }
  const out = (name: unknown, price: unknown, more: object = {}) => ({ name, price, ...more })
  const read = (key: string, outcomes: unknown, event: object = {}) =>
    readOddsApiMarkets([{ key, outcomes }], { ...EVENT, ...event })
  const show = ({ market: { type, period, line, participant }, side, prices, status }: OfferedQuote) =>
    [type, period, line, participant, side, ...prices.map((it) => it && it / 1e6), status]
      .filter((it) => it !== null)
      .join(' ')

  it('of a team is that of the side that it names', () => {
    const outcomes = [
      ...['Over', 'UNDER'].map((name) => out(name, 1.9, { point: 1.5, description: 'ARSENAL' })),
      ...['Over', 'Under'].map((name) => out(name, 1.8, { point: 1.5, description: 'Chelsea' })),
      out('Over', 2, { point: 1.5, description: 'Everton' }),
      out('Over', 2, { point: 1.5 }),
    ]
    const { quotes, unknown } = read('alternate_team_totals', outcomes)
    expect(quotes.map(show)).toEqual([
      'team_total full_time 1.5 home back 1.9 1.9',
      'team_total full_time 1.5 away back 1.8 1.8',
    ])
    expect(unknown.map(({ key }) => key)).toEqual([
      'alternate_team_totals: Over',
      'alternate_team_totals: Over',
    ])
  })

  it('has a line that is one, and the same for both sides', () => {
    expect(
      read('spreads', [out('Arsenal', 1.9, { point: 0 }), out('chelsea', 1.9, { point: 0 })]).quotes.map(
        show,
      ),
    ).toEqual(['handicap full_time 0 back 1.9 1.9'])
    expect(
      read('spreads', [out('Arsenal', 1.9, { point: 1 }), out('Chelsea', 1.9, { point: 1 })]).quotes.map(
        show,
      ),
    ).toEqual(['handicap full_time 1 back 1.9 o-', 'handicap full_time -1 back 1.9 -o'])
    // A total of nothing is no line; it is reported, too.
    expect(read('totals', [out('Over', 1.9, { point: 0 })])).toMatchObject({
      quotes: [],
      unknown: [{ key: 'totals: Over' }],
    })
    for (const point of [undefined, null, 'x', 0.3])
      expect(read('spreads', [out('Arsenal', 1.9, { point })]).unknown, String(point)).toMatchObject([
        { key: 'spreads: Arsenal' },
      ])
    expect(read('totals', [out('Over', 1.9, { point: '2.5' })]).quotes.map(show)).toEqual([
      'total full_time 2.5 back 1.9 o-',
    ])
  })

  it('has its draw by that word alone', () => {
    const typesOf = (name: string) => read('h2h', [out('Arsenal', 2), out(name, 3), out('Chelsea', 4)])
    for (const name of ['Draw', 'TIE', ' draw '])
      expect(typesOf(name).quotes[0]?.market.type, name).toBe('match_result')
    for (const name of ['Draw No Bet', 'No Draw', 'Tiebreak', 'Necktie'])
      expect(typesOf(name).unknown, name).toMatchObject([{ key: `h2h: ${name}` }])
  })

  it('of two results has them in any order and case, and reports what is not two of three', () => {
    const outcomes = ['Draw OR Arsenal', 'Chelsea  or  Arsenal', 'CHELSEA/Draw'].map((name, n) =>
      out(name, [1.25, 1.3, 1.9][n]),
    )
    expect(read('double_chance', outcomes).quotes.map(show)).toEqual([
      'double_chance full_time back 1.25 1.3 1.9',
    ])
    for (const name of ['Arsenal', 'Arsenal or Everton', 'Arsenal or Arsenal', '', 'ArsenalorDraw'])
      expect(read('double_chance', [out(name, 2)]).unknown, name).toHaveLength(1)
  })

  it('has the first of two prices of an outcome, and the lowest limit of its stakes', () => {
    const limitOf = (...limits: unknown[]) =>
      read(
        'btts',
        limits.map((bet_limit, n) => out(n % 2 ? 'No' : 'Yes', 1.9, { bet_limit })),
      ).quotes[0]?.maxStake
    expect(limitOf(250.9, 100)).toBe(100)
    expect(limitOf(100, '250.9')).toBe(100)
    expect(limitOf(1, null)).toBe(1)
    expect(limitOf(0, -5)).toBeNull()
    expect(limitOf(0.5, null)).toBe(0)
    expect(limitOf(null, 'x')).toBeNull()
    expect(limitOf(3_000_000_000, 2_500_000_000)).toBe(2_000_000_000)
    expect(read('btts', [out('Yes', 1.9), out('No', 1.8), out('yes', 5)]).quotes.map(show)).toEqual([
      'both_to_score full_time back 1.9 1.8',
    ])
    expect(read('btts', [out('Yes', undefined), out('No', 1.8), out('Yes', 5)]).quotes.map(show)).toEqual([
      'both_to_score full_time back 5 1.8',
    ])
  })

  it('without a list, a key or outcomes is nothing', () => {
    for (const outcomes of [undefined, null, 'x', {}, [null, 7]])
      expect(read('h2h', outcomes).quotes).toEqual([])
    expect(read('', [out('Arsenal', 2)])).toEqual({ quotes: [], unknown: [] })
    expect(read('x', [])).toEqual({ quotes: [], unknown: [{ key: 'x', example: '' }] })
  })

  it('that is unknown is reported within limits, or read as an operator has mapped it', () => {
    const long = 'k'.repeat(150)
    const example = JSON.stringify(out('n'.repeat(300), 2)).slice(0, 200)
    expect(read(long, [out('n'.repeat(300), 2)]).unknown).toEqual([{ key: long.slice(0, 100), example }])
    expect(read('btts', [out('n'.repeat(300), 2)]).unknown).toEqual([
      { key: `btts: ${'n'.repeat(300)}`.slice(0, 100), example },
    ])
    const mapped = new Map([
      ['cards', { type: 'total', period: 'half_2', participant: null } as const],
      ['cards_lay', { type: 'total', period: 'half_2', participant: null } as const],
    ])
    const sides = [out('Over', 1.9, { point: 3.5 }), out('Under', 1.9, { point: 3.5 })]
    expect(read('cards', sides, { mapped }).quotes.map(show)).toEqual(['total half_2 3.5 back 1.9 1.9'])
    expect(read('cards_lay', sides, { mapped }).quotes.map(show)).toEqual(['total half_2 3.5 lay 1.9 1.9'])
    const scorers = new Map([['who', { type: 'outright', period: 'full_time', participant: null } as never]])
    expect(read('who', [out('x', 2)], { mapped: scorers })).toMatchObject({
      quotes: [],
      unknown: [{ key: 'who: x' }],
    })
  })

  it('of an outright has each participant once, with a name that fits', () => {
    const { quotes, unknown } = readOutrights(
      [
        {
          key: 'outrights',
          outcomes: [
            out('A', 5),
            out('a', 6),
            out('A', 7),
            out('', 8),
            out('x'.repeat(201), 9),
            out('x'.repeat(200), 9),
          ],
        },
        { key: 'outrights', outcomes: [out('A', null), out('B', 'x')] },
        { key: 'k'.repeat(150), outcomes: [] },
        { key: '', outcomes: [out('A', 5)] },
      ],
      'decimal',
    )
    expect(quotes.map(({ prices }) => prices.map(({ name, price }) => [name, price && price / 1e6]))).toEqual(
      [
        [
          ['A', 5],
          ['a', 6],
          ['x'.repeat(200), 9],
        ],
      ],
    )
    expect(unknown).toEqual([{ key: 'k'.repeat(100), example: '' }])
  })
})

describe('the bookmakers of an event of The Odds API', () => {
  const at = '2024-03-01T11:00:00Z'
  const h2h = {
    key: 'h2h',
    outcomes: [
      { name: 'Riverton', price: 2 },
      { name: 'Hillford', price: 1.8 },
      { name: 'Draw', price: 3.4 },
    ],
  }
  const entry = (more: object = {}) => ({
    key: 'alpha',
    title: 'Alpha',
    last_update: at,
    markets: [h2h],
    ...more,
  })
  const place = { home: 'Riverton', away: 'Hillford', sport: 'Soccer' }
  const context: SourceContext = { confirmedAt: CONFIRMED, bookmaker: undefined }
  const offersOf = (...entries: unknown[]) => readEventPrices(entries, place, context)?.offers ?? []

  it.each([
    [{ title: '' }, { key: 'alpha', name: 'alpha' }],
    [{ title: 'x'.repeat(201) }, { key: 'alpha', name: 'alpha' }],
    [{ title: 'x'.repeat(200) }, { key: 'alpha', name: 'x'.repeat(200) }],
    [{ key: ' ALPHA ' }, { key: 'alpha', name: 'Alpha' }],
  ])('%j is %j', (more, bookmaker) => {
    expect(offersOf(entry(more)).map((it) => it.bookmaker)).toEqual([bookmaker])
  })

  it.each([[null], [7], [{}], [{ key: '' }], [{ key: 'x'.repeat(201), markets: [h2h] }]])(
    'do not include %j',
    (it) => {
      expect(offersOf(it)).toEqual([])
    },
  )

  it.each([
    ['https://alpha.example/1', 'https://alpha.example/1'],
    ['HTTPS://alpha.example/1', 'HTTPS://alpha.example/1'],
    [`https://alpha.example/${'x'.repeat(1978)}`, `https://alpha.example/${'x'.repeat(1978)}`],
    [`https://alpha.example/${'x'.repeat(1979)}`, null],
    ['http://alpha.example/1', null],
    ['see https://alpha.example/1', null],
    ['javascript:alert(1)', null],
    [7, null],
    [null, null],
  ])('have the page %j as %j', (link, expected) => {
    expect(offersOf(entry({ link })).map((it) => it.link)).toEqual([expected])
  })

  it('have an id of the event of up to 200 characters', () => {
    expect(offersOf(entry({ sid: 's'.repeat(300) }))[0]?.sid).toBe('s'.repeat(200))
    expect(offersOf(entry({ sid: 77 }))[0]?.sid).toBe('77')
    expect(offersOf(entry({ sid: '' }))[0]?.sid).toBeNull()
  })

  it('of one key are those of the latest entry, the first of equals', () => {
    const later = { last_update: '2024-03-01T11:00:01Z', title: 'Later' }
    const name = (...entries: unknown[]) => offersOf(...entries).map((it) => it.bookmaker.name)
    expect(name(entry(), entry(later))).toEqual(['Later'])
    expect(name(entry(later), entry())).toEqual(['Later'])
    expect(name(entry(), entry({ title: 'Second' }))).toEqual(['Alpha'])
    expect(name(entry({ markets: [] }), entry({ title: 'Second' }))).toEqual(['Second'])
  })

  it('have markets that are more than two minutes older apart, each part as old as its oldest', () => {
    const totals = (last_update: string) => ({
      key: 'totals',
      last_update,
      outcomes: ['Over', 'Under'].map((name) => ({ name, price: 1.9, point: 2.5 })),
    })
    const parts = (last_update: string) =>
      offersOf(entry({ markets: [h2h, totals(last_update)] })).map(({ seenAt, isLate, quotes }) => [
        seenAt.toISOString().slice(11, 19),
        isLate,
        quotes.length,
      ])
    expect(parts('2024-03-01T10:58:00Z')).toEqual([['10:58:00', false, 2]])
    expect(parts('2024-03-01T10:57:59Z')).toEqual([
      ['11:00:00', false, 1],
      ['10:57:59', true, 1],
    ])
  })

  it('have the time of each market, by which the later of two entries is told', () => {
    const totals = { key: 'totals', outcomes: [{ name: 'Over', price: 1.9, point: 2.5 }] }
    const late = { ...totals, last_update: '2024-03-01T10:59:00Z' }
    const early = { ...h2h, last_update: '2024-03-01T10:59:30Z' }
    const offers = offersOf(entry({ markets: [early] }), entry({ markets: [h2h, late] }))
    expect(
      offers.map(({ seenAt, quotes }) => [seenAt, ...quotes.map(({ confirmedAt }) => confirmedAt)]),
    ).toEqual([[new Date(late.last_update), new Date(at), undefined]])
  })

  it('are confirmed now at the latest: a time ahead is that of the response', () => {
    const seenIn = (ms: number) =>
      offersOf(entry({ last_update: new Date(Date.now() + ms).toISOString() }))[0]?.seenAt.getTime() ?? 0
    expect(seenIn(-60_000)).toBeGreaterThan(Date.now() - 2 * 60_000)
    // Until it has passed, every later price of the bookmaker would be taken for an older one.
    for (const minutes of [4, 6]) expect(seenIn(minutes * 60_000)).toBe(CONFIRMED.getTime())
    expect(offersOf(entry({ last_update: 'soon' }))[0]?.seenAt).toEqual(CONFIRMED)
    expect(
      offersOf(entry({ last_update: 'soon', markets: [{ ...h2h, last_update: at }] }))[0]?.seenAt,
    ).toEqual(new Date(at))
  })

  it('answer for the markets of the address, else for those that they have', () => {
    const partOf = (origin: string | undefined, ...markets: object[]) =>
      readEventPrices([entry({ markets })], place, { ...context, ...(origin ? { origin } : {}) })?.part
    const totals = { key: 'totals', outcomes: [] }
    expect(partOf(undefined, totals, h2h)).toBe('h2h,totals')
    expect(partOf(undefined)).toBeNull()
    expect(partOf('/data/http.json', h2h)).toBe('h2h')
    expect(partOf(`${BASE}/v4/sports/x/odds?markets=totals,h2h_lay,h2h`, h2h)).toBe('h2h,h2h,totals')
    expect(partOf(`HTTP://x.example/odds`, totals)).toBe('h2h')
    expect([undefined, '', 'file', 'see https://x'].map((origin) => askedMarkets(origin))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(readEventPrices({}, place, context)).toBeUndefined()
  })

  it('in decimals stay decimals beside American prices that state their own format', () => {
    const of = (key: string, prices: unknown[]) => ({
      ...entry({ key, title: key }),
      markets: [{ key: 'h2h', outcomes: h2h.outcomes.map((one, n) => ({ ...one, price: prices[n] })) }],
    })
    const american = ['+150', '-110', '+240']
    const offers = offersOf(of('a', [101, 1.02, 15]), of('b', american), of('c', american))
    expect(offers.map(({ quotes }) => quotes[0]?.prices)).toEqual([
      [101_000_000, 15_000_000, 1_020_000],
      ...Array(2).fill(expect.anything()),
    ])
  })

  it('late in play stay decimals where these are asked for', async () => {
    const late = { key: 'a', title: 'a', prices: [1.01, 101, 501] }
    const quoted = async (origin: string) => {
      const context = { ...{ confirmedAt: CONFIRMED, bookmaker: undefined }, origin }
      const body = JSON.stringify([oddsApiEvent(match, [late])])
      for await (const item of parseOddsApi(inPieces(body, 1 << 16), context))
        if (item.kind === 'event') {
          const { home, draw, away } = item.quotes?.[0] ?? {}
          return [[home, draw, away], item.offers?.[0]?.quotes[0]?.prices]
        }
    }
    expect(await quoted(`${BASE}/v4/sports/soccer_epl/odds?${QUERY}`)).toEqual([
      [1.01, 101, 501],
      [1_010_000, 101_000_000, 501_000_000],
    ])
  })

  it('have the format that is asked for, else that of their known prices', () => {
    const american = {
      key: 'h2h',
      outcomes: [
        { name: 'Riverton', price: 150 },
        { name: 'Hillford', price: -170 },
      ],
    }
    const other = {
      key: 'player_points',
      outcomes: Array.from({ length: 9 }, () => ({ name: 'x', price: 1.9 })),
    }
    expect(offersOf(entry({ markets: [american, other] }))[0]?.quotes[0]).toMatchObject({
      format: 'american',
    })
    const outright = (price: unknown, origin?: string, more: object[] = []) =>
      readOutrightPrices(
        [{ key: 'a', markets: [{ key: 'outrights', outcomes: [{ name: 'A', price }] }, ...more] }],
        {
          ...context,
          ...(origin ? { origin } : {}),
        },
      ).offers[0]?.quotes[0]?.format
    const address = (format: string) => `https://x.example/odds?oddsFormat=${format}`
    expect(outright(150)).toBe('american')
    expect(outright(100)).toBe('american')
    expect(outright(99)).toBe('decimal')
    expect(outright(150, address('decimal'))).toBe('decimal')
    expect(outright(15, address('american'))).toBeUndefined()
    expect(outright(150, address('american'))).toBe('american')
    expect(outright(150, address('hongkong'))).toBe('american')
    expect(outright(150, address('decimal').replace('https', 'HTTPS'))).toBe('decimal')
    expect(outright(150, `x ${address('decimal')}`)).toBe('american')
    expect(outright(150, undefined, [{ key: 'h2h', outcomes: [{ name: 'A', price: 1.5 }] }])).toBe('american')
    expect(readOutrightPrices('x', context)).toEqual({ offers: [], part: null, unknownMarkets: [] })
  })
})

describe('an answer of The Odds API', () => {
  const event = (more: object = {}) => ({ ...oddsApiEvent(match, []), ...more })
  const alpha = { key: 'alpha', title: 'Alpha', prices: [1.9, 3.4, 4.1], at: '2024-03-01T11:00:00Z' }

  async function scopesOf(body: unknown, origin?: string): Promise<string[]> {
    const scopes: string[] = []
    const context = {
      confirmedAt: CONFIRMED,
      bookmaker: undefined,
      onComplete: (it: string) => scopes.push(it),
    }
    for await (const _ of parseOddsApi(inPieces(JSON.stringify(body), 1 << 16), {
      ...context,
      ...(origin ? { origin } : {}),
    }));
    return scopes
  }

  it.each([
    [`${BASE}/v4/sports/soccer_epl/odds?markets=h2h`, true],
    [`${BASE}/v4/sports/soccer_epl/odds/?markets=spreads,h2h`, true],
    [`${BASE}/v4/sports/soccer_epl/odds`, true],
    [`HTTPS://api.example.org/v4/sports/soccer_epl/odds`, true],
    [`${BASE}/v4/sports/golf_masters_winner/odds?markets=outrights`, true],
    [`${BASE}/v4/sports/soccer_epl/odds?markets=spreads,totals`, false],
    [`${BASE}/v4/sports/upcoming/odds?markets=h2h`, false],
    [`${BASE}/v4/sports/soccer_epl/odds?markets=h2h&eventIds=1`, false],
    [`${BASE}/v4/sports/soccer_epl/odds?commencetimefrom=2024-01-01T00:00:00Z`, false],
    [`${BASE}/v4/sports/soccer_epl/odds?x=1&commenceTimeTo=2024-01-01T00:00:00Z`, false],
    [`${BASE}/v4/sports/soccer_epl/oddsx?markets=h2h`, false],
    [`${BASE}/v4/sports/soccer_epl/events/1/odds?markets=h2h`, false],
    [`${BASE}/v4/sports/soccer_epl/scores`, false],
    [`${BASE}/v4/sports/x?a=b/odds`, false],
  ])('of %s lists everything of its competition: %s', async (origin, expected) => {
    expect(await scopesOf([event()], origin)).toEqual(expected ? ['league'] : [])
    // An answer without events is complete, too; what is left of a competition is nothing.
    expect(await scopesOf([], origin)).toEqual(expected ? ['league'] : [])
  })

  it('from a file lists everything if it is of one competition', async () => {
    expect(await scopesOf([event(), event({ id: '2' })])).toEqual(['league'])
    expect(await scopesOf([event(), event({ id: '2', sport_key: 'soccer_spain_la_liga' })])).toEqual([])
    expect(await scopesOf([])).toEqual([])
    expect(await scopesOf([event()], '/data/https:list.json')).toEqual(['league'])
    expect(await scopesOf({ data: [event()], timestamp: 'x' })).toEqual([])
    expect(await scopesOf(event())).toEqual([])
  })

  it('says nothing of the headline where it was not asked for', async () => {
    const quotesOf = async (origin?: string) => {
      const context = { confirmedAt: CONFIRMED, bookmaker: undefined, ...(origin ? { origin } : {}) }
      const body = JSON.stringify([oddsApiEvent(match, [alpha])])
      for await (const item of parseOddsApi(inPieces(body, 1 << 16), context))
        return item.kind === 'event' && item.quotes
    }
    expect(await quotesOf(`${BASE}/v4/sports/x/odds?markets=totals`)).toBeNull()
    expect(await quotesOf(`${BASE}/v4/sports/x/odds?markets=totals,h2h`)).toHaveLength(1)
    expect(await quotesOf()).toHaveLength(1)
  })

  it.each<[object, unknown[]]>([
    [{ bookmakers: null }, ['event']],
    [{ sport_key: null }, ['missing_place', match.id, 'null']],
    [{ sport_key: 'x'.repeat(201) }, ['missing_place', match.id, 'x'.repeat(200)]],
    [{ commence_time: undefined }, ['invalid_start', match.id, 'null']],
    [{ home_team: '', away_team: 'Hillford' }, ['missing_team', match.id, '? - Hillford']],
    [{ home_team: 'Riverton', away_team: null }, ['missing_team', match.id, 'Riverton - ?']],
    [{ home_team: null, away_team: null }, ['missing_team', match.id, '? - ?']],
  ])('with %j has an event that is %j', async (more, expected) => {
    const [item] = toldOf(await readItems(theOddsApi, [event(more)]))
    expect(item?.map((it) => (typeof it === 'string' ? it.slice(0, 200) : it))).toEqual(expected)
  })

  const outright = {
    has_outrights: true,
    sport_key: 'soccer_epl_winner',
    sport_title: 'EPL Winner',
    home_team: null,
    away_team: null,
  }
  it.each<[object, unknown[]]>([
    [{}, ['outright']],
    [{ has_outrights: false, bookmakers: [{ key: 'a', markets: [{ key: 'outrights' }] }] }, ['outright']],
    [{ has_outrights: false }, ['outright']],
    [{ home_team: 'Riverton' }, ['outright']],
    [
      { has_outrights: undefined, home_team: 'Riverton', bookmakers: [{ markets: [{ key: 'outrights' }] }] },
      ['missing_team', match.id, 'Riverton - ?'],
    ],
    [{ commence_time: null }, ['invalid_start', match.id, 'null']],
    [{ commence_time: 'soon' }, ['invalid_start', match.id, 'soon']],
    [{ sport_key: '' }, ['missing_place', match.id, '']],
    [{ sport_key: undefined }, ['missing_place', match.id, 'null']],
    [{ sport_key: 'x'.repeat(201) }, ['missing_place', match.id, 'x'.repeat(200)]],
    [{ sport_key: '_winner', sport_title: '' }, ['missing_place', match.id, '_winner']],
    [{ sport_title: 'x'.repeat(201) }, ['name_too_long', match.id, 'x'.repeat(100)]],
  ])('with %j has an outright that is %j', async (more, expected) => {
    const [item] = toldOf(await readItems(theOddsApi, [event({ ...outright, ...more })]))
    expect(item?.map((it) => (typeof it === 'string' ? it.slice(0, 200) : it))).toEqual(expected)
  })

  it('of scores has whole ones of finished matches', async () => {
    const told = async (more: object) =>
      toldOf(
        await readItems(
          theOddsApi,
          [{ ...event(more), bookmakers: undefined }].map(({ bookmakers: _, ...it }) => it),
        ),
      )[0]
    const scores = (home: unknown, away: unknown) => ({
      completed: true,
      scores: [{ name: 'riverton', score: home }, null, { name: 'Hillford', score: away }],
    })
    expect(await told(scores('0', '9999'))).toEqual(['result'])
    for (const [home, away] of [
      ['1.5', '0'],
      ['-1', '0'],
      ['10000', '0'],
      ['0', null],
      ['', '0'],
    ])
      expect((await told(scores(home, away)))?.[0], `${home} ${away}`).toBe('invalid_score')
    expect(await told({ completed: true, scores: null })).toEqual(['invalid_score', match.id, 'null'])
    expect(await told({ completed: true, scores: 'x' })).toEqual(['invalid_score', match.id, 'x'])
    expect(await told({ ...scores(1, 0), completed: 'true' })).toEqual(['not_finished', match.id, ''])
  })

  it('of several bookmakers has the later prices of one that comes twice, the first of equals', async () => {
    const quotesOf = async (...bookmakers: object[]) =>
      (await readOneEvent(theOddsApi, [oddsApiEvent(match, bookmakers as never)])).quotes?.map(
        ({ home }) => home,
      )
    expect(await quotesOf(alpha, { ...alpha, prices: [2, 3.4, 4.1] })).toEqual([1.9])
    expect(await quotesOf(alpha, { ...alpha, prices: [2, 3.4, 4.1], at: '2024-03-01T11:00:01Z' })).toEqual([
      2,
    ])
    expect(
      await quotesOf({ ...alpha, at: '2024-03-01T11:00:01Z' }, { ...alpha, prices: [2, 3.4, 4.1] }),
    ).toEqual([1.9])
  })

  it('with an error says which', async () => {
    expect(await failureOf(theOddsApi, { error: 'x', error_code: 'E', message: 'm' })).toBe(
      'The Odds API answered with an error: E: m',
    )
    expect(await failureOf(theOddsApi, { error: 'x' })).toBe('The Odds API answered with an error: x')
    expect(await failureOf(theOddsApi, { message: 'y'.repeat(400) })).toBe(
      `The Odds API answered with an error: ${'y'.repeat(300)}`,
    )
    expect(await failureOf(theOddsApi, { a: 1 })).toBe('Not an answer of The Odds API: {"a":1}')
    expect(await readItems(theOddsApi, { data: [] })).toEqual([])
    expect(await readItems(theOddsApi, { timestamp: 'x' })).toEqual([])
    expect(await readItems(theOddsApi, { data: [event()] })).toHaveLength(1)
  })
})
