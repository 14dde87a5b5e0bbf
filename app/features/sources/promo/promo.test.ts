import { describe, expect, it } from 'vitest'
import { promoBody, promoMarket } from '#tests/support/feeds.ts'
import {
  BROKEN_JSON,
  CONFIRMED,
  describeContract,
  failureOf,
  inPieces,
  contractMatch as match,
  readItems,
  readOneEvent,
  reasonsOf,
  toldOf,
} from '#tests/support/source-contract.ts'
import type { FeedItem } from '../contract.ts'
import promo from './index.ts'

const priced = promoBody([{ ...match, prices: [1.85, 3.6, 4.2] }])

describeContract(promo, {
  sound: priced,
  withList: (list) => list.flatMap((it) => (it === priced ? priced : [it])),
  item: priced,
  broken: [
    ...BROKEN_JSON,
    ['{}', 'unexpected_body'],
    ['{"message":"Unknown sport","error_code":"UNKNOWN_SPORT"}', 'error_answer'],
  ],
})

describe('the promo feed', () => {
  const described = (more: object): unknown[] => {
    const [entry] = promoBody([match]) as [[unknown, object]]
    return [[entry[0], { ...entry[1], ...more }]]
  }

  it('joins the description of a match and its prices, in any order', async () => {
    const body = promoBody([{ ...match, prices: [1.85, 3.6, 4.2] }])
    const expected = [
      {
        bookmaker: { key: 'promo', name: 'Promo' },
        ...{ home: 1.85, draw: 3.6, away: 4.2, status: null },
        updatedAt: CONFIRMED,
      },
    ]
    expect((await readOneEvent(promo, body)).quotes).toEqual(expected)
    expect((await readOneEvent(promo, body.reverse())).quotes).toEqual(expected)
  })

  it('reads of a match its sport, category, tournament, competitors, time and prices', async () => {
    const body = [
      [
        ['m1', 'desc'],
        {
          id: 'm1',
          type: 'match',
          scheduled: 1_709_650_800,
          virtual: false,
          sport: { id: '1', name: 'Tennis' },
          category: { id: '2', name: 'ATP' },
          tournament: { id: '3', name: 'Rome Open' },
          competitors: [{ name: 'Ada Berg' }, { name: 'Eva Dahl' }],
        },
      ],
      [['m1', 'market', '186'], { '': { 4: { k: '1.55' }, 5: { k: '2.45' } } }],
    ]
    expect(await readOneEvent(promo, body)).toMatchObject({
      externalId: 'm1',
      sport: 'Tennis',
      category: 'ATP',
      league: 'Rome Open',
      home: 'Ada Berg',
      away: 'Eva Dahl',
      start: new Date('2024-03-05T15:00:00Z'),
      quotes: [{ home: 1.55, draw: null, away: 2.45 }],
    })
  })

  it('prefers the default market of the sport', async () => {
    const both = [promoMarket('m1', [2, 12, 2.1]), promoMarket('m1', [1.9, 1.95])]
    const basketball = await readOneEvent(promo, [...promoBody([{ ...match, sport: 'Basketball' }]), ...both])
    expect(basketball.quotes).toMatchObject([{ home: 1.9, draw: null, away: 1.95 }])
    const soccer = await readOneEvent(promo, [...promoBody([match]), ...both])
    expect(soccer.quotes).toMatchObject([{ home: 2, draw: 12, away: 2.1 }])
  })

  it.each<[string, object]>([
    ['virtual', { virtual: true }],
    ['not_a_match', { type: 'tournament' }],
    ['wrong_competitors', { competitors: [{ name: 'Riverton' }] }],
    ['wrong_competitors', { competitors: null }],
    ['missing_team', { competitors: [{ name: 'Riverton' }, { name: '' }] }],
    ['same_team', { competitors: [{ name: 'Riverton' }, { name: 'RIVERTON ' }] }],
    ['simulated', { competitors: [{ name: 'Riverton ⁽ᵉ⁾' }, { name: 'Hillford' }] }],
    ['simulated', { competitors: [{ name: 'Riverton SRL' }, { name: 'Hillford SRL' }] }],
    ['name_too_long', { competitors: [{ name: 'R'.repeat(300) }, { name: 'Hillford' }] }],
    ['invalid_start', { scheduled: 'soon' }],
    ['invalid_start', { scheduled: null }],
    ['missing_place', { tournament: null }],
    ['missing_place', { sport: {} }],
    ['unknown_reference', { sport: '20' }],
  ])('rejects as %s: %j', async (reason, more) => {
    expect(reasonsOf(await readItems(promo, [...described(more), promoMarket('m1', [1.8, 3, 4])]))).toEqual([
      reason,
    ])
  })

  it('reads milliseconds, names as plain text, and prices as numbers', async () => {
    const body = [
      ...described({
        scheduled: Date.parse(match.start),
        sport: 'Soccer',
        category: 'England',
        tournament: 'Cup',
      }),
      [['m1', 'market', '1'], { '': { 1: { k: 1.8 }, 2: { k: 3 }, 3: { k: 4 } } }],
    ]
    expect(await readOneEvent(promo, body)).toMatchObject({
      start: new Date(match.start),
      category: 'England',
      league: 'Cup',
      quotes: [{ home: 1.8 }],
    })
  })

  it('keeps the complete one of two markets, whichever comes first', async () => {
    const whole = promoMarket('m1', [1.85, 3.6, 4.2])
    const broken = promoMarket('m1', ['9.99', null, ''])
    for (const markets of [
      [whole, broken],
      [broken, whole],
    ]) {
      const items = await readItems(promo, [...promoBody([match]), ...markets])
      expect(reasonsOf(items)).toEqual(['duplicate_market', 'event'])
      expect(items[1]).toMatchObject({ quotes: [{ home: 1.85 }] })
    }
  })

  it('skips exact duplicates, other markets, other lines and unknown aspects', async () => {
    const body = promoBody([{ ...match, prices: [1.85, 3.6, 4.2] }])
    const others = [
      [['m1', 'market', '18'], { 'total=2.5': { 12: { k: '1.5' } } }],
      [['m1', 'market', '1'], { 'from=1': { 1: { k: '1.5' } } }],
      [['m1', 'stats'], {}],
    ]
    expect(reasonsOf(await readItems(promo, [...body, ...body, ...others]))).toEqual(['event'])
  })

  it('rejects a market without a match, and a second description that differs', async () => {
    const body = [...promoBody([match, { ...match, home: 'Northwick' }]), promoMarket('zz', [1.8, 2])]
    expect(reasonsOf(await readItems(promo, body))).toEqual([
      'duplicate_match',
      'event',
      'market_without_match',
    ])
  })

  it('keeps the priced matches of a truncated body, and reports the truncation', async () => {
    const text = JSON.stringify(
      promoBody([
        { ...match, prices: [1.8, 3, 4] },
        { ...match, id: 'm2' },
      ]),
    ).slice(0, -1)
    const items: FeedItem[] = []
    const reading = async () => {
      const context = { confirmedAt: CONFIRMED, bookmaker: undefined }
      for await (const item of promo.parse(inPieces(text, 99), context)) items.push(item)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'cut_short' })
    expect(items).toMatchObject([{ kind: 'event', externalId: 'm1' }])
  })

  it('reads the v4 object with its look-up tables, which can come last', async () => {
    const event = (more: object) => ({
      desc: {
        type: 'match',
        scheduled: Date.parse(match.start) / 1000,
        sport: '1',
        category: '22',
        tournament: '333',
        competitors: [{ name: 'Riverton' }, { name: 'Hillford' }],
        ...more,
      },
      markets: { 1: { '': { 1: { k: '1.8' }, 2: { k: '3.5' }, 3: { k: '4.5' } } } },
      state: {},
    })
    const body = {
      epoch: 1,
      events: { m1: event({}), m2: event({ tournament: '9' }), m3: null, m4: event({ virtual: true }) },
      sports: { 1: { name: 'Soccer' } },
      categories: { 22: { name: 'England' } },
      tournaments: { 333: { name: 'Cup' } },
    }
    const items = await readItems(promo, body)
    expect(reasonsOf(items).sort()).toEqual(['event', 'malformed_entry', 'unknown_reference', 'virtual'])
    expect(items.find((item) => item.kind === 'event')).toMatchObject({
      sport: 'Soccer',
      category: 'England',
      league: 'Cup',
      quotes: [{ home: 1.8, draw: 3.5, away: 4.5 }],
    })
  })
})
describe('the problems reported of the promo feed', () => {
  const competitors = (home: unknown, away: unknown) => ({ competitors: [home, away] })
  const described = (more: object, id = 'm1'): unknown => {
    const [entry] = promoBody([{ ...match, id }]) as [[unknown, object]]
    return [entry[0], { ...entry[1], ...more }]
  }
  const long = 'R'.repeat(201)

  it.each<[object, unknown[]]>([
    [{ virtual: 1 }, ['virtual', 'm1', '']],
    [{ virtual: 'true' }, ['virtual', 'm1', '']],
    [{ virtual: false, type: null }, ['event']],
    [{ virtual: 2, type: undefined }, ['event']],
    [{ type: 'tournament' }, ['not_a_match', 'm1', 'tournament']],
    [{ competitors: [] }, ['wrong_competitors', 'm1', '0 competitors']],
    [{ competitors: ['a', 'b', 'c'] }, ['wrong_competitors', 'm1', '3 competitors']],
    [competitors('', { name: 'Hillford' }), ['missing_team', 'm1', '? - Hillford']],
    [competitors('Riverton', null), ['missing_team', 'm1', 'Riverton - ?']],
    [competitors(long, 'Hillford'), ['name_too_long', 'm1', 'R'.repeat(200)]],
    [competitors('Riverton', 'RIVERTON'), ['same_team', 'm1', 'Riverton - RIVERTON']],
    [competitors('Riverton (e)', 'Hillford'), ['simulated', 'm1', 'Riverton (e) - Hillford']],
    [competitors('Riverton', 'Hillford'), ['event']],
    [{ scheduled: undefined }, ['invalid_start', 'm1', 'null']],
    [{ scheduled: 'soon' }, ['invalid_start', 'm1', 'soon']],
    [{ sport: '' }, ['missing_place', 'm1', '? / Premier League']],
    [{ tournament: '' }, ['missing_place', 'm1', 'Soccer / ?']],
    [{ sport: { name: long } }, ['name_too_long', 'm1', 'R'.repeat(100)]],
    [{ tournament: '333.4' }, ['unknown_reference', 'm1', expect.stringContaining('"tournament":"333.4"')]],
    [{ tournament: '1. Liga' }, ['event']],
    [{ tournament: 'Liga 1' }, ['event']],
  ])('%j', async (more, expected) => {
    expect(toldOf(await readItems(promo, [described(more)]))).toEqual([expected])
  })

  it.each<[unknown, unknown[]]>([
    [{}, ['malformed_entry', null, '{}']],
    [[['m1']], ['malformed_entry', 'm1', '[["m1"]]']],
    [
      [['', 'desc'], {}],
      ['malformed_entry', null, '[["","desc"],{}]'],
    ],
    [
      [['m1', 'desc'], 7],
      ['malformed_entry', 'm1', '7'],
    ],
  ])('of the entry %j', async (entry, expected) => {
    expect(toldOf(await readItems(promo, [entry]))).toEqual([expected])
  })

  it('reports an item that is not JSON, or too deep', async () => {
    expect(toldOf(await readItems(promo, '[[nonsense]]'))).toEqual([['malformed_json', null, '[nonsense]']])
    expect(toldOf(await readItems(promo, '{"events":{"m1":[nonsense],"":[x]}}'))).toEqual([
      ['malformed_json', 'm1', '[nonsense]'],
      ['malformed_json', null, '[x]'],
    ])
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`
    expect(toldOf(await readItems(promo, `[${deep}]`))).toEqual([['item_too_deep', null, '']])
    expect(toldOf(await readItems(promo, `{"events":{"m1":${deep},"":${deep}}}`))).toEqual([
      ['item_too_deep', 'm1', ''],
      ['item_too_deep', null, ''],
    ])
    expect(toldOf(await readItems(promo, { events: { m1: {}, '': { desc: {} } } }))).toEqual([
      ['malformed_entry', 'm1', '{}'],
      ['malformed_entry', null, '{"desc":{}}'],
    ])
  })

  it('reports which description and which market came twice', async () => {
    const body = [
      described({}),
      described(competitors('Northwick', 'Eastham')),
      promoMarket('m1', [1.85, 3.6, 4.2]),
      promoMarket('m1', [1.9, 3.5, 4.1]),
      promoMarket('zz', [1.8, 2]),
      promoMarket('zz', [1.8, 3, 2]),
    ]
    const items = await readItems(promo, body)
    expect(toldOf(items)).toEqual([
      ['duplicate_match', 'm1', 'Northwick - Eastham'],
      ['duplicate_market', 'm1', 'market 1: {"home":"1.9","draw":"3.5","away":"4.1"}'],
      ['event'],
      ['market_without_match', 'zz', 'markets 186, 1'],
    ])
    expect(items[2]).toMatchObject({ home: 'Riverton', quotes: [{ home: 1.85 }] })
  })

  it('keeps the first of two markets unless only the second is complete', async () => {
    const [whole, broken] = [promoMarket('m1', [1.85, 3.6, 4.2]), promoMarket('m1', [9, null, 4])]
    const [otherWhole, otherBroken] = [promoMarket('m1', [2, 3, 4]), promoMarket('m1', [8, null, 4])]
    const homeOf = async (...markets: unknown[]) => {
      const items = await readItems(promo, [described({}), ...markets])
      return [items[0]?.kind === 'rejected' && items[0].detail, items[1]?.kind === 'event' && items[1].quotes]
    }
    const said = (...prices: (number | null)[]) => {
      const [home, draw, away] = prices.map((price) => price && String(price))
      return `market 1: ${JSON.stringify({ home, draw, away })}`
    }
    expect(await homeOf(whole, otherWhole)).toMatchObject([said(2, 3, 4), [{ home: 1.85 }]])
    expect(await homeOf(broken, otherBroken)).toMatchObject([said(8, null, 4), [{ home: 9 }]])
    expect(await homeOf(broken, whole)).toMatchObject([said(9, null, 4), [{ home: 1.85 }]])
    expect(await homeOf(whole, broken)).toMatchObject([said(9, null, 4), [{ home: 1.85 }]])
  })

  it('no longer rejects a match once it has a valid description', async () => {
    const bad = described({ scheduled: 'soon' })
    const market = promoMarket('m1', [1.85, 3.6, 4.2])
    expect(toldOf(await readItems(promo, [bad, market]))).toEqual([['invalid_start', 'm1', 'soon']])
    expect(reasonsOf(await readItems(promo, [bad, described({}), market]))).toEqual([
      'invalid_start',
      'event',
    ])
    expect(reasonsOf(await readItems(promo, [described({}), bad, market]))).toEqual([
      'invalid_start',
      'event',
    ])
  })

  it.each([
    ['Tennis', '219'],
    ['Table Tennis', '219'],
    ['Basketball', '219'],
    ['Baseball', '219'],
    ['American Football', '219'],
    ['Volleyball', '219'],
    ['Beach Volleyball', '219'],
    ['Badminton', '219'],
    ['Squash', '219'],
    ['Darts', '219'],
    ['Snooker', '219'],
    ['Cricket', '219'],
    ['MMA', '219'],
    ['Soccer', '1'],
    ['Handball', '1'],
  ])('compares %s by market %s', async (sport, wanted) => {
    const outcomes = { 1: { k: 2 }, 2: { k: 12 }, 3: { k: 2.1 }, 4: { k: 1.9 }, 5: { k: 1.95 } }
    const markets = ['1', '219'].map((market) => [['m1', 'market', market], { '': outcomes }])
    const item = await readOneEvent(promo, [described({ sport }), ...markets])
    expect(item.quotes).toMatchObject([{ home: wanted === '1' ? 2 : 1.9 }])
  })

  it.each([
    ['Soccer', ['1', '219', '406', '251', '340', '186']],
    ['Basketball', ['219', '251', '340', '406', '186', '1']],
  ])('prefers the markets of %s in this order: %j', async (sport, order) => {
    // Each market has a different price for home, which identifies the chosen one.
    const market = (id: string, price: number) => [
      ['m1', 'market', id],
      { '': { 1: { k: price }, 2: { k: 12 }, 3: { k: 2.1 }, 4: { k: price }, 5: { k: 1.95 } } },
    ]
    for (const [n] of order.entries()) {
      const left = order.slice(n).map((id) => market(id, 1.5 + order.indexOf(id) / 10))
      const item = await readOneEvent(promo, [described({ sport }), ...left.reverse()])
      expect(item.quotes?.[0]?.home).toBe(1.5 + n / 10)
      expect(item.quotes?.[0]?.away).toBe(order[n] === '1' ? 2.1 : 1.95)
    }
  })

  it('does not treat the name of an inherited property as a winner market', async () => {
    const market = [['m1', 'market', 'constructor'], { '': { 1: { k: 2 } } }]
    expect((await readOneEvent(promo, [described({}), market])).quotes).toEqual([])
  })

  it('uses the given bookmaker, and reports the number of items before the first event', async () => {
    const totals: number[] = []
    const context = {
      confirmedAt: CONFIRMED,
      bookmaker: ' Corvane Bet ',
      onTotal: (n: number) => totals.push(n),
    }
    const body = JSON.stringify([described({}), described({}, 'm2'), promoMarket('m1', [2, 3, 4]), {}])
    const items: FeedItem[] = []
    for await (const item of promo.parse(inPieces(body, 99), context)) items.push(item)
    expect(totals).toEqual([3])
    expect(items.map((item) => item.position)).toEqual([0, 1, 2])
    expect(items[1]).toMatchObject({ quotes: [{ bookmaker: { key: 'corvanebet', name: 'Corvane Bet' } }] })
  })

  it('treats a match without a category as an international one', async () => {
    expect((await readOneEvent(promo, [described({ category: '' })])).category).toBe('International')
  })

  it('reads names of look-up tables as plain text, each table by itself', async () => {
    const desc = {
      ...{ type: 'match', scheduled: Date.parse(match.start), sport: '1', category: '1', tournament: '1' },
      ...competitors('Riverton', 'Hillford'),
    }
    const tables = { sports: { 1: 'Soccer' }, categories: { 1: 'England' }, tournaments: { 1: 'Cup', 2: '' } }
    expect(await readOneEvent(promo, { events: { m1: { desc } }, ...tables })).toMatchObject({
      ...{ sport: 'Soccer', category: 'England', league: 'Cup' },
    })
  })

  it.each([
    [{ message: 'Too many', error_code: 'X1', other: 'y' }, 'The feed answered with an error: Too many X1'],
    [{ error: 'x'.repeat(400) }, `The feed answered with an error: ${'x'.repeat(300)}`],
    [{ other: 'y' }, 'The answer is an object without events: not the promo odds feed.'],
    [{ sports: {} }, 'The answer is an object without events: not the promo odds feed.'],
    [{ events: {}, message: 'x' }, 'none'],
  ])('reports for the body %j: %s', async (body, message) => {
    expect(await failureOf(promo, body)).toBe(message)
  })
})
