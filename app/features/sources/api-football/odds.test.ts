import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OfferedQuote } from '#app/features/odds/offers.ts'
import { quotedText } from '#app/features/odds/prices.ts'
import { apiFootballOdds } from '#tests/support/feeds.ts'
import { readItems } from '#tests/support/source-contract.ts'
import type { FeedItem, PricesItem } from '../contract.ts'
import apiFootball from './index.ts'
import { readBets, readLiveBets } from './markets.ts'

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../../shared/feeds/api-football')

const show = ({ market: { type, period, line, participant }, prices, status }: OfferedQuote) =>
  [
    [type, period, line, participant].filter((it) => it !== null).join(' '),
    prices.map((price) => (price === null ? '' : quotedText(price, 'decimal'))).join(' '),
    ...(status ? [status] : []),
  ].join(' | ')

const bet = (id: number, values: Record<string, unknown>, name = `Bet ${id}`) => ({
  id,
  name,
  values: Object.entries(values).map(([value, odd]) => ({ value, odd })),
})

const pricesOf = (items: readonly FeedItem[]): PricesItem => {
  const [item, ...others] = items
  expect(others).toEqual([])
  if (item?.kind !== 'prices') throw new Error(`no prices: ${JSON.stringify(item)}`)
  return item
}

describe('a bet of API-Football', () => {
  it.each<[object, string[]]>([
    [bet(1, { Home: '1.87', Draw: '3.76', Away: '4.25' }), ['match_result full_time | 1.87 3.76 4.25']],
    [bet(2, { Home: '1.38', Away: '3.16' }), ['draw_no_bet full_time | 1.38 3.16']],
    [bet(13, { Home: '2.4', Draw: '2.19', Away: '4.7' }), ['match_result half_1 | 2.40 2.19 4.70']],
    [
      bet(4, { 'Home +0': '1.36', 'Away +0': '3.04', 'Home -0.25': '1.59', 'Away -0.25': '2.33' }),
      ['handicap full_time 0 | 1.36 3.04', 'handicap full_time -0.25 | 1.59 2.33'],
    ],
    [
      bet(5, { 'Over 2.5': '1.95', 'Under 2.5': '1.91', 'Over 2.0': '1.4', 'Under 2': '2.8' }),
      ['total full_time 2.5 | 1.95 1.91', 'total full_time 2 | 1.40 2.80'],
    ],
    [bet(17, { 'Under 1': '1.64', 'Over 1': '2.2' }), ['team_total full_time 1 away | 2.20 1.64']],
    [
      bet(12, { 'Home/Draw': '1.26', 'Home/Away': '1.31', 'Draw/Away': '2.00' }),
      ['double_chance full_time | 1.26 1.31 2.00'],
    ],
    [bet(8, { Yes: '1.82', No: '1.94' }), ['both_to_score full_time | 1.82 1.94']],
    [bet(21, { Odd: '1.88', Even: '1.88' }), ['odd_even full_time | 1.88 1.88']],
    [bet(45, { 'Over 9.5': '1.93', 'Under 9.5': '1.83' }), ['corners_total full_time 9.5 | 1.93 1.83']],
    [bet(5, { 'Over 2.5': '1.95' }), ['total full_time 2.5 | 1.95  | o-']],
    [bet(8, { Yes: '', No: '1.94' }), ['both_to_score full_time |  1.94 | so']],
    [bet(8, { Yes: '9', No: '9' }), []],
  ])('%j', (one, expected) => {
    const { quotes, unknown } = readBets([one], undefined)
    expect(quotes.map(show)).toEqual(expected)
    expect(unknown).toEqual([])
  })

  it('that is unknown is reported by its id, and never guessed', () => {
    const bets = [
      bet(9, { 'Home -1': '3.44', 'Draw -1': '3.97', 'Away -1': '1.96' }, 'Handicap Result'),
      bet(10, { '1:0': '6.5', '5:0': '81' }),
      bet(5, { 'Over 2.3': '1.9', 'Exactly 2': '4' }),
      { id: 'constructor', values: [] },
    ]
    const { quotes, unknown } = readBets(bets, undefined)
    expect(unknown.map(({ key }) => key)).toEqual([
      '9',
      '10: 5:0',
      '5: Over 2.3',
      '5: Exactly 2',
      'constructor',
    ])
    expect(unknown[0]?.example).toContain('Handicap Result')
    expect(quotes.map(({ market }) => market.type)).toEqual(['correct_score'])
  })

  it('that an operator has mapped is read', () => {
    const mapped = new Map([
      ['57', { type: 'team_total', period: 'full_time', participant: 'home' } as const],
    ])
    const { quotes, unknown } = readBets([bet(57, { 'Over 5.5': '1.9', 'Under 5.5': '1.9' })], mapped)
    expect(quotes.map(show)).toEqual(['team_total full_time 5.5 home | 1.90 1.90'])
    expect(unknown).toEqual([])
  })

  it('in play is identified by its name, and its suspended values have no price', () => {
    const live = (name: string, values: object[]) => ({ id: 59, name, values })
    const value = (text: string, odd: string, handicap: string | null = null, suspended = false) => ({
      value: text,
      odd,
      handicap,
      main: null,
      suspended,
    })
    const bets = [
      live('Fulltime Result', [value('Home', '4'), value('Draw', '3.1', null, true), value('Away', '1.9')]),
      live('Over/Under Line', [value('Over', '1.975', '2.25'), value('Under', '1.875', '2.25')]),
      live('Asian Handicap', [value('Home', '2', '-0.25'), value('Away', '1.8', '-0.25')]),
    ]
    const read = readLiveBets(bets, { mapped: undefined, isStopped: false })
    expect(read.quotes.map(show)).toEqual([
      'match_result full_time | 4.00  1.90 | oso',
      'total full_time 2.25 | 1.975 1.875',
    ])
    // The in-play handicap is counted from the score at the time.
    expect(read.unknown.map(({ key }) => key)).toEqual(['live 59'])
    expect(readLiveBets(bets, { mapped: undefined, isStopped: true }).quotes.map(show)).toEqual([
      'match_result full_time |    | sss',
      'total full_time 2.25 |   | ss',
    ])
  })
})

describe('odds of API-Football', () => {
  const winner = bet(1, { Home: '1.87', Draw: '3.76', Away: '4.25' })
  const read = async (more: Parameters<typeof apiFootballOdds>[0]) =>
    pricesOf(await readItems(apiFootball, apiFootballOdds(more)))

  it('are prices of a fixture by its id, with those of the headline', async () => {
    const bookmakers = [
      { id: 8, name: 'Bet365', bets: [winner, bet(8, { Yes: '1.82', No: '1.94' })] },
      { id: 11, name: '1xBet', bets: [winner] },
    ]
    expect(await read({ bookmakers })).toMatchObject({
      externalId: '1217505',
      part: 'odds',
      quotes: [
        { bookmaker: { key: 'bet365', name: 'Bet365' }, home: 1.87, draw: 3.76, away: 4.25 },
        { bookmaker: { key: 'onexbet', name: '1xBet' } },
      ],
      offers: [
        { bookmaker: { key: 'bet365' }, seenAt: new Date('2024-03-01T09:00:00Z'), quotes: [{}, {}] },
        { bookmaker: { key: 'onexbet' }, quotes: [{}] },
      ],
      warnings: [],
    })
  })

  it('without the draw are not open', async () => {
    const bookmakers = [{ id: 8, name: 'Bet365', bets: [bet(1, { Home: '2.1', Away: '2.1' })] }]
    const { quotes, offers } = await read({ bookmakers })
    expect(quotes).toMatchObject([{ home: 2.1, draw: null, away: 2.1, status: 'incomplete' }])
    expect(offers?.[0]?.quotes.map(show)).toEqual(['match_result full_time | 2.10  2.10 | o-o'])
  })

  it('are never dated after the kick-off or in the future', async () => {
    const bookmakers = [{ id: 8, name: 'Bet365', bets: [winner] }]
    const seenAt = async (update: string, date?: string) =>
      (await read({ bookmakers, update, ...(date ? { date } : {}) })).offers?.[0]?.seenAt.toISOString()
    expect(await seenAt('2024-03-01T11:00:00Z', '2024-03-01T10:00:00Z')).toBe('2024-03-01T09:59:59.000Z')
    // The time of the answer is noon.
    expect(await seenAt('2024-03-01T15:00:00Z')).toBe('2024-03-01T12:00:00.000Z')
  })

  it('are reported when a bookmaker is unreadable or listed twice', async () => {
    const bookmakers = [
      { id: 1 },
      { id: 8, name: 'Bet365', bets: [winner] },
      { id: 8, name: 'Bet365', bets: [] },
      null,
    ]
    const { warnings, quotes } = await read({ bookmakers })
    expect(warnings.map(({ code }) => code)).toEqual([
      'malformed_bookmaker',
      'duplicate_bookmaker',
      'malformed_bookmaker',
    ])
    expect(quotes).toHaveLength(1)
  })

  it('of a league that is not requested are skipped', async () => {
    const body = apiFootballOdds({ bookmakers: [] })
    expect(await readItems(apiFootball, body, { competitions: ['140'] })).toEqual([])
    expect(await readItems(apiFootball, body, { competitions: ['39'] })).toHaveLength(1)
  })

  it.skipIf(!existsSync(RECORDINGS))(
    'of recordings are returned exactly as quoted, for every known bet',
    async () => {
      const body = JSON.parse(
        readFileSync(path.join(RECORDINGS, 'odds_v3_6_bookmakers_42_bets_2022-09.json'), 'utf8'),
      )
      const item = pricesOf(await readItems(apiFootball, body))
      const unknown = item.unknownMarkets ?? []
      // 'Over 2' and 'Over 2.0' are the same outcome, and 1.00 is not a price.
      const same = (value: unknown) => String(value).replace(/\.0+$/, '')
      type Bet = { id: number; values: { value: unknown; odd: string }[] }
      const told = (body.response[0].bookmakers as { name: string; bets: Bet[] }[]).flatMap(
        ({ name, bets }) =>
          bets
            .filter(({ id }) => !unknown.some(({ key }) => key === String(id)))
            .flatMap(({ id, values }) => {
              const seen = new Set<string>()
              return values
                .filter(({ value }) => !unknown.some(({ key }) => key === `${id}: ${value}`))
                .filter(({ value }) => !seen.has(same(value)) && seen.add(same(value)))
                .flatMap(({ odd }) => (Number(odd) > 1 ? [`${name} ${Number(odd)}`] : []))
            }),
      )
      const given = (item.offers ?? []).flatMap(({ bookmaker, quotes }) =>
        quotes.flatMap(({ prices, format }) =>
          prices.flatMap((price) =>
            price === null ? [] : [`${bookmaker.name} ${Number(quotedText(price, format))}`],
          ),
        ),
      )
      expect(item.offers).toHaveLength(6)
      expect(given.length).toBeGreaterThan(500)
      expect(given.sort()).toEqual(told.sort())
      expect(item.quotes).toHaveLength(6)
      // Both sides of each handicap are of the same line: their implied probabilities sum to a little more than one.
      const handicaps = (item.offers ?? []).flatMap(({ quotes }) =>
        quotes.filter(({ market, status }) => market.type === 'handicap' && status === null),
      )
      const sums = handicaps.map(({ prices }) =>
        prices.reduce<number>((sum, price) => sum + 1e6 / (price ?? 0), 0),
      )
      expect(sums.length).toBeGreaterThan(50)
      expect(Math.min(...sums)).toBeGreaterThan(1)
      expect(Math.max(...sums)).toBeLessThan(1.12)
    },
  )
})

describe('the requests to API-Football for odds', () => {
  const place = { address: 'https://v3.example.org', key: 'k' }
  it.each([
    [{ day: '2026-11-22', prices: true }, 'odds?date=2026-11-22'],
    [{ sport: '39_2026', prices: true }, 'odds?league=39&season=2026'],
    [{ live: true, prices: true }, 'odds/live'],
    [{ live: true, prices: true, competitions: ['39'] }, 'odds/live?league=39'],
    [{ live: true, prices: true, competitions: ['39', '140'] }, 'odds/live'],
  ])('for %j: %s', (part, address) => {
    expect(apiFootball.request(place, part).address).toBe(`https://v3.example.org/${address}`)
  })
})
