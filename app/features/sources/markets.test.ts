import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definitionOf, marketKey } from '#app/features/odds/markets.ts'
import { type Offer, type OfferedQuote, turnOffer } from '#app/features/odds/offers.ts'
import { quotedText, toNumber } from '#app/features/odds/prices.ts'
import type { EventItem, FeedItem } from './contract.ts'
import { readPromoMarket } from './promo/markets.ts'
import theOddsApi from './the-odds-api/index.ts'
import { outrightFormat, readOddsApiKey, readOddsApiMarkets, readOutrights } from './the-odds-api/markets.ts'
import { MissingDraws } from './the-odds-api/missing-draw.ts'

/** Recordings of feeds, where this machine has them. */
const recordings = path.resolve(import.meta.dirname, '../../../../shared/feeds')
const baseball = path.join(
  recordings,
  'the-odds-api/v4_odds_baseball_mlb_american_h2h_spreads_totals_2022-09_GPFAFF.json',
)

const show = ({ market, side, prices, status }: OfferedQuote) =>
  [
    marketKey(market).trim(),
    side === 'lay' ? 'lay' : '',
    prices.map((it) => it && toNumber(it)).join(' '),
    status,
  ]
    .filter(Boolean)
    .join(' | ')

const drawsOf = (sport: string) => new MissingDraws([], { sport, format: 'decimal', asked: null })
const EVENT = {
  ...{ home: 'Arsenal', away: 'Chelsea', sport: 'Soccer', format: 'decimal' as const },
  draws: drawsOf('Soccer'),
}
const outcome = (name: string, price: unknown, point?: number, description?: string) => ({
  name,
  price,
  ...(point === undefined ? {} : { point }),
  ...(description ? { description } : {}),
})
const api = (key: string, ...outcomes: object[]) => readOddsApiMarkets([{ key, outcomes }], EVENT)

describe('markets of The Odds API', () => {
  it.each([
    [
      'h2h',
      [outcome('Chelsea', 4), outcome('Arsenal', 2), outcome('Draw', 3)],
      ['match_result full_time | 2 3 4'],
    ],
    // The draw of soccer is left out while it is suspended.
    ['h2h', [outcome('Chelsea', 2), outcome('Arsenal', 1.8)], ['match_result full_time | 1.8  2 | o-o']],
    ['h2h_h1', [outcome('Chelsea', 2), outcome('Arsenal', 1.8)], ['match_result half_1 | 1.8  2 | o-o']],
    [
      'h2h_3_way',
      [outcome('Chelsea', 4), outcome('Arsenal', 2), outcome('Draw', 3)],
      ['match_result full_time | 2 3 4'],
    ],
    [
      'h2h_3_way',
      [outcome('Chelsea', 4), outcome('Arsenal', 2), outcome('Tie', 3)],
      ['match_result full_time | 2 3 4'],
    ],
    [
      'h2h_lay',
      [outcome('Chelsea', 2.1), outcome('Arsenal', 1.9)],
      ['match_result full_time | lay | 1.9  2.1 | o-o'],
    ],
    // Nobody sells these; requesting them is not an error.
    ['h2h', [outcome('Chelsea', 980), outcome('Arsenal', 990), outcome('Draw', 970)], []],
    [
      'h2h_lay',
      [outcome('Chelsea', 980), outcome('Arsenal', 990)],
      ['match_result full_time | lay | 990  980 | o-o'],
    ],
    [
      'spreads',
      [outcome('Chelsea', 1.9, 0.5), outcome('Arsenal', 1.95, -0.5)],
      ['handicap full_time -0.5 | 1.95 1.9'],
    ],
    [
      'alternate_totals',
      [
        outcome('Over', 1.5, 1.5),
        outcome('Under', 2.5, 1.5),
        outcome('Under', 1.9, 2.25),
        outcome('Over', 1.9, 2.25),
      ],
      ['total full_time 1.5 | 1.5 2.5', 'total full_time 2.25 | 1.9 1.9'],
    ],
    ['totals_h1', [outcome('Over', 2, 1), outcome('Under', 1.8, 1)], ['total half_1 1 | 2 1.8']],
    ['btts', [outcome('No', 2), outcome('Yes', 1.75)], ['both_to_score full_time | 1.75 2']],
    ['draw_no_bet', [outcome('Arsenal', 1.5), outcome('Chelsea', 2.5)], ['draw_no_bet full_time | 1.5 2.5']],
    [
      'double_chance',
      [outcome('Draw or Chelsea', 1.9), outcome('Arsenal or Chelsea', 1.3), outcome('Arsenal or Draw', 1.25)],
      ['double_chance full_time | 1.25 1.3 1.9'],
    ],
    [
      'team_totals',
      [outcome('Over', 1.9, 1.5, 'Chelsea'), outcome('Under', 1.8, 1.5, 'Chelsea')],
      ['team_total full_time 1.5 away | 1.9 1.8'],
    ],
  ])('%s', (key, outcomes, expected) => {
    const { quotes, unknown } = api(key, ...outcomes)
    expect(quotes.map(show)).toEqual(expected)
    expect(unknown).toEqual([])
  })

  it('have overtime in sports where that is usual, and the draw is of regular time', () => {
    const event = { ...EVENT, sport: 'Ice Hockey', draws: drawsOf('Ice Hockey') }
    const read = (...outcomes: object[]) =>
      readOddsApiMarkets([{ key: 'h2h', outcomes }], event).quotes.map(show)
    expect(read(outcome('Arsenal', 1.8), outcome('Chelsea', 2))).toEqual(['moneyline with_overtime | 1.8 2'])
    expect(read(outcome('Arsenal', 2), outcome('Chelsea', 3), outcome('Draw', 4))).toEqual([
      'match_result full_time | 2 4 3',
    ])
  })

  it('read two results of teams whose names contain the word or sign between them', () => {
    const event = { ...EVENT, home: 'Bodø/Glimt', away: 'Trick or Treat' }
    const outcomes = [
      outcome('Bodø/Glimt or Draw', 1.25),
      outcome('Trick or Treat or Bodø/Glimt', 1.3),
      outcome('Tie/Trick or Treat', 1.9),
    ]
    const { quotes, unknown } = readOddsApiMarkets([{ key: 'double_chance', outcomes }], event)
    expect([quotes.map(show), unknown]).toEqual([['double_chance full_time | 1.25 1.3 1.9'], []])
  })

  it('mark suspended prices, and missing ones', () => {
    expect(
      api('h2h', outcome('Arsenal', 2), outcome('Chelsea', null), outcome('Draw', 1)).quotes.map(show),
    ).toEqual(['match_result full_time | 2   | oss'])
    expect(api('totals', outcome('Over', 2, 2.5)).quotes.map(show)).toEqual(['total full_time 2.5 | 2  | o-'])
    expect(api('totals', outcome('Over', null, 2.5), outcome('Under', 1, 2.5)).quotes.map(show)).toEqual([
      'total full_time 2.5 |   | ss',
    ])
    expect(api('totals', outcome('Over', 9, 2.5), outcome('Under', 9, 2.5)).quotes).toEqual([])
  })

  it('that are unknown are reported, never guessed', () => {
    expect(api('player_points', outcome('Over', 2, 2.5)).unknown.map(({ key }) => key)).toEqual([
      'player_points',
    ])
    expect(api('totals', outcome('Exactly', 2, 2)).unknown.map(({ key }) => key)).toEqual(['totals: Exactly'])
    expect(api('totals', outcome('Over', 2, 2.3)).unknown).toHaveLength(1)
    expect(api('spreads', outcome('Draw', 2, 1)).unknown).toHaveLength(1)
    expect(['h2h_q9', 'constructor', '', 'h2h_h1_lay'].map((key) => readOddsApiKey(key))).toEqual([
      null,
      null,
      null,
      { type: 'moneyline', period: 'half_1', side: 'lay' },
    ])
  })

  it('of an outright are its participants, backed and laid', () => {
    const { quotes, unknown } = readOutrights(
      [
        { key: 'outrights', outcomes: [outcome('A. Player', 10), outcome('B. Player', 151)] },
        { key: 'outrights_lay', outcomes: [{ ...outcome('A. Player', 11), bet_limit: 250.5 }] },
        { key: 'outrights_each_way', outcomes: [outcome('A. Player', 9)] },
      ],
      'decimal',
    )
    expect(quotes).toEqual([
      {
        side: 'back',
        format: 'decimal',
        prices: [
          { name: 'A. Player', price: 10_000_000 },
          { name: 'B. Player', price: 151_000_000 },
        ],
        maxStake: null,
      },
      { side: 'lay', format: 'decimal', prices: [{ name: 'A. Player', price: 11_000_000 }], maxStake: 250 },
    ])
    expect(unknown.map(({ key }) => key)).toEqual(['outrights_each_way'])
    expect([outrightFormat([10, 151]), outrightFormat([900, 15_000, -110]), outrightFormat([])]).toEqual([
      'decimal',
      'american',
      'decimal',
    ])
  })
})

describe('markets of the promo feed', () => {
  const price = (value: number) => ({ k: String(value) })
  it.each([
    ['1', { '': { 1: price(2), 2: price(3), 3: price(4) } }, ['match_result full_time | 2 3 4']],
    [
      '10',
      { '': { 9: price(1.25), 10: price(1.3), 11: price(1.9) } },
      ['double_chance full_time | 1.25 1.3 1.9'],
    ],
    ['11', { '': { 4: price(1.5), 5: price(2.5) } }, ['draw_no_bet full_time | 1.5 2.5']],
    ['16', { 'hcp=-0.5': { 1714: price(2), 1715: price(1.8) } }, ['handicap full_time -0.5 | 2 1.8']],
    [
      '18',
      { 'total=2.5': { 12: price(2), 13: price(1.8) }, 'total=3': { 13: price(1.5), 12: price(2.5) } },
      ['total full_time 2.5 | 2 1.8', 'total full_time 3 | 2.5 1.5'],
    ],
    ['20', { 'total=1.5': { 12: price(2), 13: price(1.8) } }, ['team_total full_time 1.5 away | 2 1.8']],
    ['29', { '': { 74: price(1.75), 76: price(2) } }, ['both_to_score full_time | 1.75 2']],
    ['60', { '': { 1: price(2.5), 2: price(2.1), 3: price(4.5) } }, ['match_result half_1 | 2.5 2.1 4.5']],
    ['186', { '': { 4: price(1.8), 5: price(2) } }, ['moneyline full_time | 1.8 2']],
    ['219', { '': { 4: price(1.8), 5: price(2) } }, ['moneyline with_overtime | 1.8 2']],
    ['225', { 'total=210.5': { 12: price(1.9), 13: price(1.9) } }, ['total with_overtime 210.5 | 1.9 1.9']],
    [
      '236',
      { 'quarternr=2|total=52.5': { 12: price(1.9), 13: price(1.9) } },
      ['total quarter_2 52.5 | 1.9 1.9'],
    ],
    ['1', { '': { 1: price(2), 2: { k: '' }, 3: price(4) } }, ['match_result full_time | 2  4 | oso']],
  ])('%s', (id, payload, expected) => {
    const { quotes, unknown } = readPromoMarket(id, payload)
    expect(quotes.map(show)).toEqual(expected)
    expect(unknown).toEqual([])
  })

  it('name scores and halves by their numbers', () => {
    const scores = readPromoMarket('45', {
      '': { 274: price(9), 286: price(6), 292: price(67), 324: price(21) },
    })
    const [quote] = scores.quotes
    expect([0, 6, 21, 25].map((index) => quote?.prices[index])).toEqual([9e6, 6e6, 67e6, 21e6])
    const first = readPromoMarket('81', {
      '': { 462: price(2.5), 472: price(26), 478: price(34), 480: price(29) },
    })
    const second = readPromoMarket('98', { '': { 546: price(3.4), 550: price(19), 562: price(41) } })
    const named = ({ quotes }: typeof first) =>
      quotes.map(({ market, prices }) => [
        market.period,
        ...[...definitionOf(market.type).outcomes].flatMap((score, n) =>
          prices[n] ? `${score} ${prices[n] / 1e6}` : [],
        ),
      ])
    expect(named(first)).toEqual([['half_1', '0:0 2.5', '1:2 34', '2:1 26']])
    expect(named(second)).toEqual([['half_2', '0:0 3.4', '0:2 19', '2:2 41']])
    // Other scores than those of the list, some of which other feeds price.
    expect(first.unknown.map(({ key }) => key)).toEqual(['81: 480'])
    const halves = readPromoMarket('47', {
      '': Object.fromEntries(
        [418, 420, 422, 424, 426, 428, 430, 432, 434].map((id, n) => [id, price(4 + n)]),
      ),
    })
    expect(halves.quotes.map(show)).toEqual(['half_time_full_time full_time | 4 5 6 7 8 9 10 11 12'])
  })

  it('that are unknown are reported, never guessed', () => {
    const keys = (id: string, payload: unknown) => readPromoMarket(id, payload).unknown.map(({ key }) => key)
    expect(keys('9999', { '': { 1: price(2) } })).toEqual(['9999'])
    expect(keys('18', { 'variant=x': { 12: price(2) } })).toEqual(['18: variant'])
    expect(keys('18', { 'total=2.5|from=2': { 12: price(2) } })).toEqual(['18: total from'])
    expect(keys('1', { '': { 1: price(2), 2: price(3), 3: price(4), 99: price(5) } })).toEqual(['1: 99'])
    expect(readPromoMarket('18', null)).toEqual({ quotes: [], unknown: [] })
  })
})

async function parse(body: unknown, origin?: string): Promise<FeedItem[]> {
  async function* bytes() {
    yield new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const items: FeedItem[] = []
  const context = {
    confirmedAt: new Date('2021-03-05T12:00:00Z'),
    bookmaker: undefined,
    ...(origin ? { origin } : {}),
  }
  for await (const item of theOddsApi.parse(bytes(), context)) items.push(item)
  return items
}

const offersOf = (items: readonly FeedItem[]) =>
  items.filter((item): item is EventItem => item.kind === 'event').flatMap(({ offers }) => offers ?? [])

const event = (bookmakers: unknown) => ({
  id: '1',
  sport_key: 'soccer_epl',
  sport_title: 'EPL',
  commence_time: '2021-03-06T12:00:00Z',
  home_team: 'Arsenal',
  away_team: 'Chelsea',
  bookmakers,
})
const KNOWN = [
  { key: 'h2h', outcomes: [outcome('Chelsea', 4), outcome('Arsenal', 2), outcome('Draw', 3)] },
  { key: 'totals', outcomes: [outcome('Over', 2, 2.5), outcome('Under', 1.8, 2.5)] },
]

describe('an event of The Odds API', () => {
  it('keeps all known markets beside ten unknown ones', async () => {
    const unknown = fc.record({
      key: fc.string({ minLength: 1 }).map((text) => `x_${text}`),
      outcomes: fc.oneof(fc.anything(), fc.array(fc.record({ name: fc.string(), price: fc.anything() }))),
    })
    const expected = offersOf(
      await parse([event([{ key: 'a', title: 'A', markets: KNOWN }])]),
    )[0]?.quotes.map(show)
    expect(expected).toHaveLength(2)
    await fc.assert(
      fc.asyncProperty(
        fc.array(unknown, { minLength: 10, maxLength: 10 }),
        fc.nat(10),
        async (others, place) => {
          const markets = others.toSpliced(place, 0, ...(KNOWN as never[]))
          const [item] = await parse([event([{ key: 'a', title: 'A', markets }])])
          const [offer] = offersOf(item ? [item] : [])
          expect(offer?.quotes.map(show)).toEqual(expected)
          expect(item?.kind === 'event' && item.unknownMarkets).toHaveLength(10)
        },
      ),
    )
  })

  it('derives its request from the address, or else from its content', async () => {
    const parts = async (bookmakers: unknown, origin?: string) =>
      (await parse([event(bookmakers)], origin)).map((item) => item.kind === 'event' && item.part)
    const address = 'https://api.example.org/v4/sports/soccer_epl/odds?markets=totals,h2h'
    expect(await parts([], address)).toEqual(['h2h,totals'])
    expect(await parts([{ key: 'a', markets: KNOWN }], '/tmp/file.json')).toEqual(['h2h,totals'])
    expect(await parts([], '/tmp/file.json')).toEqual([null])
  })

  it('separates markets of a bookmaker that were confirmed long before the others', async () => {
    const [h2h, totals] = KNOWN
    const markets = [
      { ...h2h, last_update: '2021-03-05T11:59:00Z' },
      { ...totals, last_update: '2021-03-05T09:00:00Z' },
    ]
    const offers = offersOf(await parse([event([{ key: 'a', markets }])]))
    expect(offers.map(({ isLate, seenAt, quotes }) => [isLate, seenAt.toISOString(), quotes.length])).toEqual(
      [
        [false, '2021-03-05T11:59:00.000Z', 1],
        [true, '2021-03-05T09:00:00.000Z', 1],
      ],
    )
  })

  it('can be swapped, sides and lines', async () => {
    const [offer] = offersOf(
      await parse([
        event([
          {
            key: 'a',
            markets: [
              ...KNOWN,
              { key: 'spreads', outcomes: [outcome('Chelsea', 1.9, 0.5), outcome('Arsenal', 2, -0.5)] },
            ],
          },
        ]),
      ]),
    )
    expect(turnOffer(offer as Offer).quotes.map(show)).toEqual([
      'match_result full_time | 4 3 2',
      'total full_time 2.5 | 2 1.8',
      'handicap full_time 0.5 | 1.9 2',
    ])
  })
})

describe('American prices', () => {
  const made = [
    event([
      {
        key: 'a',
        markets: [
          { key: 'h2h', outcomes: [outcome('Arsenal', -8000), outcome('Chelsea', 1200)] },
          { key: 'spreads', outcomes: [outcome('Arsenal', -300, -3.5), outcome('Chelsea', 233, 3.5)] },
          { key: 'totals', outcomes: [outcome('Over', 133, 6.5), outcome('Under', -157, 6.5)] },
        ],
      },
    ]),
  ]

  /** Every price of a body, as written there. */
  const statedIn = (body: typeof made) =>
    body.flatMap(({ bookmakers }) =>
      (bookmakers as { markets: { key: string; outcomes: { price: number }[] }[] }[]).flatMap(({ markets }) =>
        markets.flatMap(({ key, outcomes }) =>
          key.endsWith('_lay') ? [] : outcomes.map(({ price }) => price),
        ),
      ),
    )

  async function givenBack(body: typeof made): Promise<number[]> {
    const quotes = offersOf(await parse(body)).flatMap((offer) => offer.quotes)
    return quotes
      .filter(({ side }) => side === 'back')
      .flatMap(({ prices, format }) =>
        prices.flatMap((price) => (price ? Number(quotedText(price, format)) : [])),
      )
  }
  const sorted = (numbers: number[]) => numbers.sort((a, b) => a - b)

  it('are restored as quoted', async () => {
    expect(sorted(await givenBack(made))).toEqual(sorted(statedIn(made)))
  })

  it.runIf(existsSync(baseball))('are restored as quoted: all 2,012 of a recording', async () => {
    const body = JSON.parse(readFileSync(baseball, 'utf8')) as typeof made
    expect(statedIn(body)).toHaveLength(2_012)
    expect(sorted(await givenBack(body))).toEqual(sorted(statedIn(body)))
  })
})
