/** What is at the edges of the promo feed: each market by its number, specifiers, odd entries, limits. */
import { describe, expect, it } from 'vitest'
import { definitionOf } from '#app/features/odds/markets.ts'
import { withoutRepeats } from '#app/features/odds/offers.ts'
import { promoBody, promoMarket } from '#tests/support/feeds.ts'
import {
  CONFIRMED,
  inPieces,
  contractMatch as match,
  readItems,
  readOneEvent,
  reasonsOf,
  toldOf,
} from '#tests/support/source-contract.ts'
import type { FeedItem } from '../contract.ts'
import promo from './index.ts'
import { readPromoMarket } from './markets.ts'
import { parsePromo } from './parse.ts'

const TWO = { 4: '1.8', 5: '2' }
const THREE = { 1: '2.1', 2: '3.4', 3: '3.6' }
const CHANCES = { 9: '1.3', 10: '1.3', 11: '1.8' }
const SIDES = { 1714: '1.9', 1715: '1.9' }
const GOALS = { 12: '1.9', 13: '1.9' }
const PARITY = { 70: '1.9', 72: '1.9' }
const BOTH = { 74: '1.9', 76: '1.9' }

const pay = (prices: object) => Object.fromEntries(Object.entries(prices).map(([id, k]) => [id, { k }]))
const show = (id: string, specifier: string, prices: object) => {
  const { quotes, unknown } = readPromoMarket(id, { [specifier]: pay(prices) })
  expect(unknown).toEqual([])
  return quotes.map(({ market: { type, period, line, participant }, status }) =>
    [type, period, line, participant, status].filter((it) => it !== null).join(' '),
  )
}

describe('a market of the promo feed', () => {
  const handicap = (period: string) => [`handicap ${period} -1.5`, 'hcp=-1.5', SIDES] as const
  const total = (period: string) => [`total ${period} 2.5`, 'total=2.5', GOALS] as const
  const team = (period: string, side: string) =>
    [`team_total ${period} 1.5 ${side}`, 'total=1.5', GOALS] as const

  it.each([
    ['1', 'match_result full_time', '', THREE],
    ['10', 'double_chance full_time', '', CHANCES],
    ['11', 'draw_no_bet full_time', '', TWO],
    ['16', ...handicap('full_time')],
    ['18', ...total('full_time')],
    ['19', ...team('full_time', 'home')],
    ['20', ...team('full_time', 'away')],
    ['26', 'odd_even full_time', '', PARITY],
    ['29', 'both_to_score full_time', '', BOTH],
    ['45', 'correct_score full_time', '', { 274: '9', 324: '20' }],
    ['47', 'half_time_full_time full_time o-------o', '', { 418: '4', 434: '9' }],
    ['60', 'match_result half_1', '', THREE],
    ['63', 'double_chance half_1', '', CHANCES],
    ['64', 'draw_no_bet half_1', '', TWO],
    ['66', ...handicap('half_1')],
    ['68', ...total('half_1')],
    ['69', ...team('half_1', 'home')],
    ['70', ...team('half_1', 'away')],
    ['74', 'odd_even half_1', '', PARITY],
    ['75', 'both_to_score half_1', '', BOTH],
    ['83', 'match_result half_2', '', THREE],
    ['85', 'double_chance half_2', '', CHANCES],
    ['86', 'draw_no_bet half_2', '', TWO],
    ['88', ...handicap('half_2')],
    ['90', ...total('half_2')],
    ['91', ...team('half_2', 'home')],
    ['92', ...team('half_2', 'away')],
    ['94', 'odd_even half_2', '', PARITY],
    ['95', 'both_to_score half_2', '', BOTH],
    ['166', 'corners_total full_time 9.5', 'total=9.5', GOALS],
    ['177', 'corners_total half_1 4.5', 'total=4.5', GOALS],
    ['186', 'moneyline full_time', '', TWO],
    ['202', 'moneyline set_1', 'setnr=1', TWO],
    ['219', 'moneyline with_overtime', '', TWO],
    ['223', ...handicap('with_overtime')],
    ['225', ...total('with_overtime')],
    ['227', ...team('with_overtime', 'home')],
    ['228', ...team('with_overtime', 'away')],
    ['229', 'odd_even with_overtime', '', PARITY],
    ['235', 'match_result quarter_2', 'quarternr=2', THREE],
    ['236', 'total quarter_3 40.5', 'quarternr=3|total=40.5', GOALS],
    ['237', ...handicap('full_time')],
    ['238', ...total('full_time')],
    ['251', 'moneyline with_overtime', '', TWO],
    ['256', ...handicap('with_overtime')],
    ['258', ...total('with_overtime')],
    ['260', ...team('with_overtime', 'home')],
    ['261', ...team('with_overtime', 'away')],
    ['264', 'odd_even with_overtime', '', PARITY],
    ['302', 'draw_no_bet quarter_1', 'quarternr=1', TWO],
    ['303', 'handicap quarter_4 -0.5', ' quarternr = 4 ; hcp = -0.5 ', SIDES],
    ['340', 'moneyline with_overtime', '', TWO],
    ['406', 'moneyline with_overtime', '', TWO],
    ['410', ...handicap('with_overtime')],
    ['412', ...total('with_overtime')],
    ['414', ...team('with_overtime', 'home')],
    ['415', ...team('with_overtime', 'away')],
    ['419', 'odd_even with_overtime', '', PARITY],
    ['443', 'match_result period_1', 'periodnr=1', THREE],
    ['446', 'total period_1 1.5', 'total=1.5&periodnr=1', GOALS],
    ['460', 'handicap period_3 0', 'hcp=0|periodnr=3', SIDES],
  ] as [string, string, string, object][])('%s is %s', (id, market, specifier, prices) => {
    expect(show(id, specifier, prices)).toEqual([market])
  })

  it('has the outcomes of its numbers', () => {
    const pricesOf = (id: string, prices: object, specifier = '') =>
      readPromoMarket(id, { [specifier]: pay(prices) }).quotes[0]?.prices.map((it) => it && it / 1e6)
    expect(pricesOf('1', THREE)).toEqual([2.1, 3.4, 3.6])
    expect(pricesOf('10', { 9: '1.3', 10: '1.35', 11: '1.8' })).toEqual([1.3, 1.35, 1.8])
    expect(pricesOf('11', TWO)).toEqual([1.8, 2])
    expect(pricesOf('16', { 1714: '1.8', 1715: '2' }, 'hcp=0')).toEqual([1.8, 2])
    expect(pricesOf('18', { 13: '2', 12: '1.8' }, 'total=2.5')).toEqual([1.8, 2])
    expect(pricesOf('26', { 72: '2', 70: '1.8' })).toEqual([1.8, 2])
    expect(pricesOf('29', { 76: '2', 74: '1.8' })).toEqual([1.8, 2])
    // Halves and full times: home/home, home/draw … away/away.
    const halves = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [418 + 2 * n, String(5 + n)]))
    expect(pricesOf('47', halves)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13])
  })

  it('has the correct scores of its numbers, by the goals of the away side', () => {
    const stated = Object.fromEntries(Array.from({ length: 26 }, (_, n) => [274 + 2 * n, String(30 + n)]))
    const { quotes, unknown } = readPromoMarket('45', { '': pay(stated) })
    expect(unknown).toEqual([])
    const priceOf = (score: string) => (quotes[0]?.prices[outcomes.indexOf(score)] ?? 0) / 1e6
    const { outcomes } = definitionOf('correct_score') as { outcomes: readonly string[] }
    expect(['0:0', '1:0', '4:0', '0:1', '1:1', '4:4', 'other'].map(priceOf)).toEqual([
      30, 31, 34, 35, 36, 54, 55,
    ])
    expect(new Set(outcomes.map(priceOf)).size).toBe(26)
  })

  it('is suspended where its outcomes have no price, and has the first of two', () => {
    const { quotes } = readPromoMarket('29', { '': { 74: { k: null }, 76: 'x', 75: { k: '2' } } })
    expect(quotes).toMatchObject([{ status: 'ss', side: 'back', format: 'decimal' }])
    expect(readPromoMarket('16', { 'hcp=0': pay({ 4: '1.8', 1714: '9', 5: '2' }) }).quotes).toMatchObject([
      { prices: [1_800_000, 2_000_000] },
    ])
  })

  it('with a line that is none, or a specifier that it does not have, is unknown', () => {
    const keysOf = (id: string, specifier: string, prices: unknown = pay(GOALS)) =>
      readPromoMarket(id, { [specifier]: prices }).unknown
    expect(keysOf('18', 'total=2.3')).toEqual([
      { key: '18: total', example: 'total=2.3 {"12":{"k":"1.9"},"13":{"k":"1.9"}}' },
    ])
    expect(keysOf('18', 'total=x').map(({ key }) => key)).toEqual(['18: total'])
    expect(keysOf('18', '').map(({ key }) => key)).toEqual(['18: ?'])
    expect(keysOf('18', 'total=2.5|goalnr=1').map(({ key }) => key)).toEqual(['18: total goalnr'])
    expect(keysOf('18', 'goalnr').map(({ key }) => key)).toEqual(['18: goalnr'])
    expect(keysOf('1', 'total=2.5', pay(THREE)).map(({ key }) => key)).toEqual(['1: total'])
    // A part of the match needs its number, and one that there is.
    for (const specifier of ['', 'quarternr=', 'quarternr=9', 'quarternr=x', 'periodnr=1'])
      expect(keysOf('235', specifier, pay(THREE)), specifier).toHaveLength(1)
    expect(keysOf('1', '', null)).toEqual([{ key: '1: ?', example: ' null' }])
    expect(
      keysOf('1', '', { ...pay(THREE), 4: { k: '9' }, 99: { k: '9' }, constructor: { k: '9' } }),
    ).toMatchObject([{ key: '1: 99' }, { key: '1: constructor' }])
    expect(readPromoMarket('1', { '': pay(THREE), 'hcp=1:0': pay(THREE) }).quotes).toHaveLength(1)
    expect(readPromoMarket('1', null)).toEqual({ quotes: [], unknown: [] })
  })

  it('of an unknown number is reported within limits, or read as an operator has mapped it', () => {
    const payload = { 'x=1': { [`9${'9'.repeat(300)}`]: { k: '2' } } }
    const [unknown] = readPromoMarket('n'.repeat(150), payload).unknown
    expect(unknown).toEqual({ key: 'n'.repeat(100), example: JSON.stringify(payload).slice(0, 200) })
    const [outcome] = readPromoMarket('1', { '': { ['9'.repeat(300)]: { k: '2' } } }).unknown
    expect(outcome?.key).toBe(`1: ${'9'.repeat(300)}`.slice(0, 100))
    expect(outcome?.example).toBe(` {"${'9'.repeat(300)}`.slice(0, 200))
    const mapped = new Map([['900', { type: 'team_total', period: 'half_1', participant: 'away' } as const]])
    expect(readPromoMarket('900', { 'total=1.5': pay(GOALS) }, mapped)).toMatchObject({
      quotes: [{ market: { type: 'team_total', period: 'half_1', line: 1.5, participant: 'away' } }],
      unknown: [],
    })
    const scorers = new Map([['901', { type: 'outright', period: 'full_time', participant: null } as never]])
    expect(readPromoMarket('901', { '': pay({ 1: '2' }) }, scorers)).toMatchObject({
      quotes: [],
      unknown: [{ key: '901: 1' }],
    })
  })
})

describe('the body of the promo feed', () => {
  const [[key, description]] = promoBody([match]) as [[[string, string], Record<string, unknown>]]
  const described = (more: object = {}, id = 'm1') => [[id, key[1]], { ...description, ...more }]

  it('has all markets of a match, and says which are unknown', async () => {
    const body = [
      described(),
      promoMarket('m1', [2, 3.4, 3.6]),
      [['m1', 'market', '29'], { '': pay(BOTH) }],
      [['m1', 'market', '999'], {}],
    ]
    expect(await readOneEvent(promo, body)).toMatchObject({
      offers: [
        {
          bookmaker: { key: 'promo', name: 'Promo' },
          seenAt: CONFIRMED,
          isLate: false,
          link: null,
          quotes: [{ market: { type: 'match_result' } }, { market: { type: 'both_to_score' } }],
        },
      ],
      part: '',
      unknownMarkets: [{ key: '999', example: '{}' }],
    })
    expect(await readOneEvent(promo, [described()])).toMatchObject({
      offers: [],
      part: '',
      unknownMarkets: [],
      quotes: [],
    })
  })

  it('that is cut short has the matches with prices, apart from those that were not read', async () => {
    const whole = JSON.stringify([described(), promoMarket('m1', [2, 3.4, 3.6]), described({}, 'm2')])
    const items: FeedItem[] = []
    const context = { confirmedAt: CONFIRMED, bookmaker: undefined }
    await expect(async () => {
      for await (const item of parsePromo(inPieces(whole.slice(0, -1), 50), context)) items.push(item)
    }).rejects.toMatchObject({ code: 'cut_short' })
    expect(items).toMatchObject([{ kind: 'event', externalId: 'm1', quotes: [{}] }])
    expect(items).toMatchObject([{ isPartial: true, part: '', offers: [{ isLate: true, quotes: [{}] }] }])
  })

  it('that is cut short has the markets before the break of a match whose first winner market comes after it', async () => {
    const markets = [
      [['m1', 'market', '18'], { 'total=2.5': pay(GOALS) }],
      [['m2', 'market', '219'], { '': pay(TWO) }],
    ]
    const whole = JSON.stringify([described(), described({}, 'm2'), ...markets, described({}, 'm3')])
    const items: FeedItem[] = []
    const context = { confirmedAt: CONFIRMED, bookmaker: undefined }
    await expect(async () => {
      for await (const item of parsePromo(inPieces(whole.slice(0, -1), 50), context)) items.push(item)
    }).rejects.toMatchObject({ code: 'cut_short' })
    expect(items).toMatchObject([
      { externalId: 'm1', quotes: null, offers: [{ quotes: [{ market: { type: 'total' } }] }] },
      { externalId: 'm2', quotes: null, offers: [{ quotes: [{ market: { type: 'moneyline' } }] }] },
    ])
  })

  it('has the prices of the bookmaker of its operator', async () => {
    const items: FeedItem[] = []
    const context = { confirmedAt: CONFIRMED, bookmaker: ' Bet & Win ' }
    const body = JSON.stringify([described(), promoMarket('m1', [2, 3.4, 3.6])])
    for await (const item of parsePromo(inPieces(body, 50), context)) items.push(item)
    expect(items).toMatchObject([{ quotes: [{ bookmaker: { name: 'Bet & Win' } }] }])
  })

  it.each<[unknown, unknown[]]>([
    [
      [['', 'desc'], {}],
      ['malformed_entry', null],
    ],
    [
      [['m1', 7], {}],
      ['malformed_entry', 'm1'],
    ],
    [
      ['m1', {}],
      ['malformed_entry', null],
    ],
    [{ m1: 'desc' }, ['malformed_entry', null]],
    [7, ['malformed_entry', null]],
    [
      [['m1', 'desc'], null],
      ['malformed_entry', 'm1'],
    ],
    [
      [['m1', 'desc'], [1]],
      ['malformed_entry', 'm1'],
    ],
  ])('rejects the entry %j', async (entry, expected) => {
    expect(toldOf(await readItems(promo, [entry])).map((it) => it.slice(0, 2))).toEqual([expected])
  })

  it('leaves out entries that are neither a description nor a market', async () => {
    expect(await readItems(promo, [[['m1', 'note'], {}]])).toEqual([])
    expect(toldOf(await readItems(promo, [[['m1', 'note'], { '': pay(THREE) }], described()]))).toEqual([
      ['event'],
    ])
  })

  it('rejects a second description that differs, and not one that repeats the first', async () => {
    expect(reasonsOf(await readItems(promo, [described(), described()]))).toEqual(['event'])
    const other = described({ competitors: [{ name: 'Riverton' }, { name: 'Eastham' }] })
    expect(toldOf(await readItems(promo, [described(), other]))).toEqual([
      ['duplicate_match', 'm1', 'Riverton - Eastham'],
      ['event'],
    ])
  })

  it('reads a match that was refused first, and leaves out the markets of one that is refused', async () => {
    const refused = described({ scheduled: 'soon' })
    const prices = promoMarket('m1', [2, 3.4, 3.6])
    expect(reasonsOf(await readItems(promo, [refused, described(), prices]))).toEqual([
      'invalid_start',
      'event',
    ])
    expect(reasonsOf(await readItems(promo, [described(), refused, prices]))).toEqual([
      'invalid_start',
      'event',
    ])
    expect(reasonsOf(await readItems(promo, [refused, prices]))).toEqual(['invalid_start'])
    expect(toldOf(await readItems(promo, [prices, [['m1', 'market', '186'], { '': pay(TWO) }]]))).toEqual([
      ['market_without_match', 'm1', 'markets 1, 186'],
    ])
  })

  it('keeps the complete one of two markets with different prices', async () => {
    const half = [['m1', 'market', '1'], { '': pay({ 1: '2', 3: '3.6' }) }]
    const whole = promoMarket('m1', [2, 3.4, 3.6])
    for (const [first, second] of [
      [half, whole],
      [whole, half],
    ]) {
      const items = await readItems(promo, [described(), first, second])
      expect(reasonsOf(items)).toEqual(['duplicate_market', 'event'])
      expect(items[0]).toMatchObject({ detail: expect.stringMatching(/^market 1: \{"home":"2","draw":null/) })
      expect(items[1]).toMatchObject({ quotes: [{ home: 2, draw: 3.4, away: 3.6 }] })
      // The prices that the comparison table takes, too.
      const [offer] = (items[1]?.kind === 'event' && items[1].offers) || []
      expect(withoutRepeats(offer?.quotes ?? [])).toMatchObject([
        { prices: [2_000_000, 3_400_000, 3_600_000], status: null },
      ])
    }
    const others = await readItems(promo, [described(), whole, promoMarket('m1', [5, 5, 5])])
    expect(others[1]).toMatchObject({ quotes: [{ home: 2 }] })
    expect(reasonsOf(await readItems(promo, [described(), whole, whole]))).toEqual(['event'])
  })

  it.each<[object, string]>([
    [{ desc: undefined }, 'malformed_entry'],
    [{ desc: null }, 'malformed_entry'],
  ])('of the later form rejects the event %j', async (event, reason) => {
    expect(reasonsOf(await readItems(promo, { events: { m1: event } }))).toEqual([reason])
  })

  it('of the later form has tables of names', async () => {
    const desc = { ...description, sport: '20', category: { id: '21' }, tournament: '22' }
    const tables = {
      sports: { 20: { name: 'Soccer' } },
      categories: { 21: 'England' },
      tournaments: { 22: { name: 'Cup' } },
    }
    const body = { ...tables, events: { m1: { desc, markets: { 1: { '': pay(THREE) } } } } }
    expect(await readOneEvent(promo, body)).toMatchObject({
      ...{ sport: 'Soccer', category: 'England', league: 'Cup' },
      quotes: [{ home: 2.1 }],
    })
    const empty = { ...body, categories: { 21: '' } }
    expect(await readOneEvent(promo, empty)).toMatchObject({ category: 'International' })
    for (const without of ['sports', 'tournaments'])
      expect(reasonsOf(await readItems(promo, { ...body, [without]: {} })), without).toEqual([
        'unknown_reference',
      ])
  })

  it('tells the number of its matches, and of what it rejects before them', async () => {
    const totals: number[] = []
    const context = { confirmedAt: CONFIRMED, bookmaker: undefined, onTotal: (it: number) => totals.push(it) }
    const body = JSON.stringify([described(), described({ scheduled: 'soon' }, 'm2'), described({}, 'm3')])
    for await (const _ of parsePromo(inPieces(body, 50), context));
    expect(totals.at(-1)).toBe(3)
  })
})

describe('the source of the promo feed', () => {
  it('needs an address, and can name a bookmaker', () => {
    expect(promo.locate({ PROMO_URL: '', PROMO_BOOKMAKER: 'x' })).toBeNull()
    expect(promo.locate({ PROMO_URL: 'https://x.example', PROMO_BOOKMAKER: '' })).toEqual({
      address: 'https://x.example',
    })
    expect(promo.locate({ PROMO_URL: 'https://x.example', PROMO_BOOKMAKER: 'Promo' })).toEqual({
      address: 'https://x.example',
      bookmaker: 'Promo',
    })
    expect(promo.request({ address: 'https://x.example?a=1' }, {})).toEqual({
      address: 'https://x.example?a=1',
    })
  })

  it('is recognized by how its bodies begin', () => {
    const begins = (text: string) => promo.recognizes?.(text)
    for (const text of [
      '[[["m1","desc"],{}]]',
      ' [ [',
      '[]',
      '\n{\n"events" : {',
      '{"sports":{}',
      '{"x":1,"categories":{',
      '{"tournaments":{',
    ])
      expect(begins(text), text).toBe(true)
    for (const text of [
      '',
      'x [[',
      '[{"id":1}]',
      '{"events":[]}',
      '{"event":{',
      'x {"events":{',
      '{"id":{}}',
      '{"matches":{',
    ])
      expect(begins(text), text).toBe(false)
  })
})
