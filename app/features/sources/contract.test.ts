import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oddsApiEvent, promoBody, promoMarket, type TestMatch } from '#tests/support/feeds.ts'
import { SOURCES } from './index.ts'
import { promo } from './promo.ts'
import type { EventItem, FeedItem } from './schema.ts'
import { theOddsApi } from './the-odds-api.ts'

const CONFIRMED = new Date('2024-03-01T12:00:00Z')
const match: TestMatch = {
  id: 'm1',
  home: 'Riverton',
  away: 'Hillford',
  start: '2024-03-05T15:00:00Z',
  league: 'Premier League',
  country: 'England',
  sport: 'Soccer',
}

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(source: (typeof SOURCES)[number], body: unknown, size = 1 << 16): Promise<FeedItem[]> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const items: FeedItem[] = []
  const context = { confirmedAt: CONFIRMED, bookmaker: undefined }
  for await (const item of source.parse(inPieces(text, size), context)) items.push(item)
  return items
}

async function readEvent(source: (typeof SOURCES)[number], body: unknown): Promise<EventItem> {
  const [item, ...others] = await read(source, body)
  expect(others).toEqual([])
  if (item?.kind !== 'event') throw new Error(`not an event: ${JSON.stringify(item)}`)
  return item
}

function reasons(items: readonly FeedItem[]): string[] {
  return items.map((item) => (item.kind === 'rejected' ? item.reason : item.kind))
}

describe.each(SOURCES.map((source) => ({ name: source.name, source })))(
  'the contract: $name',
  ({ name, source }) => {
    const sound =
      name === 'promo' ? promoBody([{ ...match, prices: [1.85, 3.6, 4.2] }]) : [oddsApiEvent(match, [])]

    it('gives an event the same however the body is cut', async () => {
      const whole = await read(source, sound)
      expect(whole).toMatchObject([
        { kind: 'event', position: 0, home: 'Riverton', away: 'Hillford', sport: 'Soccer' },
      ])
      for (const size of [1, 7, 64]) expect(await read(source, sound, size)).toEqual(whole)
    })

    it('numbers the items from 0 without a gap', async () => {
      const items = await read(source, [...sound, null, 7, 'x', {}, [], [[]], ...sound])
      expect(items.map((item) => item.position)).toEqual(items.map((_, n) => n))
    })

    it('takes an empty list as no items', async () => {
      expect(await read(source, '[]')).toEqual([])
    })

    it.each([
      ['', 'empty_body'],
      ['Service unavailable', 'not_json'],
      ['<html>', 'not_json'],
      ['null', 'not_json'],
      ['{}', 'unexpected_body'],
      ['{"message":"Unknown sport","error_code":"UNKNOWN_SPORT"}', 'error_answer'],
      ['[', 'cut_short'],
      ['[1][2]', 'malformed_body'],
    ])('says of %j: %s', async (body, code) => {
      await expect(read(source, body)).rejects.toMatchObject({ code })
    })

    it('makes items or a RunError of whatever JSON comes', async () => {
      const keys = fc.constantFrom(
        'id',
        'key',
        'desc',
        'market',
        'markets',
        'events',
        'data',
        'bookmakers',
        'outcomes',
        'competitors',
        'name',
        'sport',
        'home_team',
        'away_team',
        'commence_time',
        'sport_key',
        'scheduled',
        'price',
        'k',
        '1',
        '4',
        '',
        '__proto__',
        'scores',
      )
      const { value } = fc.letrec((tie) => ({
        value: fc.oneof(
          { depthSize: 'medium' },
          fc.constantFrom(
            null,
            true,
            0,
            -1,
            1e308,
            1.5,
            'desc',
            'market',
            'match',
            'h2h',
            'Draw',
            '2024-03-05T15:00:00Z',
          ),
          fc.string({ unit: 'binary' }),
          fc.array(tie('value'), { maxLength: 5 }),
          fc.array(fc.tuple(keys, tie('value')), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
        ),
      }))
      await fc.assert(
        fc.asyncProperty(value, async (body) => {
          try {
            for (const item of await read(source, body, 50)) {
              expect(['event', 'result', 'rejected']).toContain(item.kind)
              if (item.kind === 'event')
                expect(item.home && item.away && item.externalId && item.sport && item.league).toBeTruthy()
            }
          } catch (error) {
            expect(error).toMatchObject({ name: 'RunError' })
          }
        }),
        { numRuns: 400 },
      )
    })
  },
)

describe('the promo feed', () => {
  const described = (more: object): unknown[] => {
    const [entry] = promoBody([match]) as [[unknown, object]]
    return [[entry[0], { ...entry[1], ...more }]]
  }

  it('joins what describes a match and what prices it, in any order', async () => {
    const body = promoBody([{ ...match, prices: [1.85, 3.6, 4.2] }])
    const expected = [
      {
        bookmaker: { key: 'promo', name: 'Promo' },
        ...{ home: 1.85, draw: 3.6, away: 4.2, status: null },
        updatedAt: CONFIRMED,
      },
    ]
    expect((await readEvent(promo, body)).quotes).toEqual(expected)
    expect((await readEvent(promo, body.reverse())).quotes).toEqual(expected)
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
    expect(await readEvent(promo, body)).toMatchObject({
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

  it('prefers the market that the sport is compared by', async () => {
    const both = [promoMarket('m1', [2, 12, 2.1]), promoMarket('m1', [1.9, 1.95])]
    const basketball = await readEvent(promo, [...promoBody([{ ...match, sport: 'Basketball' }]), ...both])
    expect(basketball.quotes).toMatchObject([{ home: 1.9, draw: null, away: 1.95 }])
    const soccer = await readEvent(promo, [...promoBody([match]), ...both])
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
    expect(reasons(await read(promo, [...described(more), promoMarket('m1', [1.8, 3, 4])]))).toEqual([reason])
  })

  it('takes milliseconds, names as plain text, and prices as numbers', async () => {
    const body = [
      ...described({
        scheduled: Date.parse(match.start),
        sport: 'Soccer',
        category: 'England',
        tournament: 'Cup',
      }),
      [['m1', 'market', '1'], { '': { 1: { k: 1.8 }, 2: { k: 3 }, 3: { k: 4 } } }],
    ]
    expect(await readEvent(promo, body)).toMatchObject({
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
      const items = await read(promo, [...promoBody([match]), ...markets])
      expect(reasons(items)).toEqual(['duplicate_market', 'event'])
      expect(items[1]).toMatchObject({ quotes: [{ home: 1.85 }] })
    }
  })

  it('passes over what is the same twice, other markets, other lines and unknown aspects', async () => {
    const body = promoBody([{ ...match, prices: [1.85, 3.6, 4.2] }])
    const others = [
      [['m1', 'market', '18'], { 'total=2.5': { 12: { k: '1.5' } } }],
      [['m1', 'market', '1'], { 'from=1': { 1: { k: '1.5' } } }],
      [['m1', 'stats'], {}],
    ]
    expect(reasons(await read(promo, [...body, ...body, ...others]))).toEqual(['event'])
  })

  it('rejects a market that no match has, and a second description that says something else', async () => {
    const body = [...promoBody([match, { ...match, home: 'Northwick' }]), promoMarket('zz', [1.8, 2])]
    expect(reasons(await read(promo, body))).toEqual(['duplicate_match', 'event', 'market_without_match'])
  })

  it('stores what is priced of a body that was cut, and says that it was', async () => {
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

  it('reads the v4 object with its look-up tables, which may come last', async () => {
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
    const items = await read(promo, body)
    expect(reasons(items).sort()).toEqual(['event', 'malformed_entry', 'unknown_reference', 'virtual'])
    expect(items.find((item) => item.kind === 'event')).toMatchObject({
      sport: 'Soccer',
      category: 'England',
      league: 'Cup',
      quotes: [{ home: 1.8, draw: 3.5, away: 4.5 }],
    })
  })
})

describe('The Odds API', () => {
  const alpha = { key: 'alpha', title: 'Alpha Bet', prices: [1.9, 3.4, 4.1], at: '2024-03-01T11:00:00Z' }
  const event = (more: object = {}, bookmakers = [alpha]) => ({ ...oddsApiEvent(match, bookmakers), ...more })

  it('matches outcomes by name', async () => {
    expect(await readEvent(theOddsApi, [event()])).toMatchObject({
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
    const { quotes } = await readEvent(theOddsApi, [event({}, [lay, spreads, alpha])])
    expect(quotes?.map((quote) => quote.bookmaker.key)).toEqual(['alpha'])
  })

  it('converts American prices', async () => {
    const { quotes } = await readEvent(theOddsApi, [event({}, [{ ...alpha, prices: [-8000, 1200] }])])
    expect(quotes).toMatchObject([{ home: 1.01, draw: null, away: 13 }])
  })

  it('takes integer prices and those up to 1000', async () => {
    const { quotes } = await readEvent(theOddsApi, [event({}, [{ ...alpha, prices: [1.01, 1000, 34] }])])
    expect(quotes).toMatchObject([{ home: 1.01, draw: 1000, away: 34 }])
  })

  it('prefers the market’s own time, and the latest of a bookmaker that comes twice', async () => {
    const later = { ...alpha, prices: [2, 3, 4], at: '2024-03-01T11:30:00Z' }
    const item = await readEvent(theOddsApi, [event({}, [alpha, later, alpha])])
    expect(item.quotes).toMatchObject([{ home: 2 }])
    expect(item.warnings.map(({ code }) => code)).toEqual(['duplicate_bookmaker', 'duplicate_bookmaker'])
    const timed = event()
    Object.assign(timed.bookmakers[0]?.markets[0] ?? {}, { last_update: '2024-03-01T11:59:00Z' })
    expect((await readEvent(theOddsApi, [timed])).quotes?.[0]?.updatedAt).toEqual(
      new Date('2024-03-01T11:59:00Z'),
    )
  })

  it('tells nobody quoting from nothing said', async () => {
    expect((await readEvent(theOddsApi, [event({ bookmakers: [] })])).quotes).toEqual([])
    expect((await readEvent(theOddsApi, [event({ bookmakers: null })])).quotes).toBeNull()
    expect((await readEvent(theOddsApi, [event({ bookmakers: undefined })])).quotes).toBeNull()
  })

  it('notes what is wrong with a bookmaker and keeps the others', async () => {
    const item = await readEvent(theOddsApi, [
      event({ bookmakers: [...event().bookmakers, null, {}, 'x', { key: 'k', markets: 'none' }] }, []),
    ])
    expect(item.quotes).toHaveLength(1)
    expect(item.warnings.map(({ code }) => code)).toEqual(Array(3).fill('malformed_bookmaker'))
  })

  it('notes prices and outcomes that it cannot use', async () => {
    const stranger = oddsApiEvent(match, [{ ...alpha, prices: [1.9, '', 4.1] }])
    stranger.bookmakers[0]?.markets[0]?.outcomes.push({ name: 'Somebody else', price: 2 })
    const item = await readEvent(theOddsApi, [stranger])
    expect(item.quotes).toMatchObject([{ home: 1.9, draw: null, away: 4.1, status: 'suspended' }])
    expect(item.warnings.map(({ code }) => code)).toEqual(['unknown_outcome', 'invalid_price'])
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
  ])('rejects as %s: %j', async (reason, more) => {
    expect(reasons(await read(theOddsApi, [event(more as object)]))).toEqual([reason])
  })

  it('rejects every row of the list of sports', async () => {
    const sport = { key: 'soccer_epl', group: 'Soccer', title: 'EPL', active: true, has_outrights: false }
    expect(reasons(await read(theOddsApi, [sport, sport]))).toEqual(['not_an_event', 'not_an_event'])
  })

  it('reads one event by itself, and the list inside a historical answer', async () => {
    expect(reasons(await read(theOddsApi, event()))).toEqual(['event'])
    expect(reasons(await read(theOddsApi, { timestamp: 'x', data: [event(), event({ id: 'm2' })] }))).toEqual(
      ['event', 'event'],
    )
    expect(await read(theOddsApi, { timestamp: 'x', data: [] })).toEqual([])
  })
})

/** Of each item what it is, and of a rejected one why, of which event, and what is said of it. */
function told(items: readonly FeedItem[]) {
  return items.map((item) =>
    item.kind === 'rejected' ? [item.reason, item.externalId ?? null, item.detail] : [item.kind],
  )
}

async function failureOf(source: (typeof SOURCES)[number], body: unknown): Promise<string> {
  const error = await read(source, body).then(
    () => null,
    (failure: Error) => failure,
  )
  return error?.message ?? 'none'
}

describe('what is said of the promo feed', () => {
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
    expect(told(await read(promo, [described(more)]))).toEqual([expected])
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
    expect(told(await read(promo, [entry]))).toEqual([expected])
  })

  it('says what it made of an item that is no JSON, or too deep', async () => {
    expect(told(await read(promo, '[[nonsense]]'))).toEqual([['malformed_json', null, '[nonsense]']])
    expect(told(await read(promo, '{"events":{"m1":[nonsense],"":[x]}}'))).toEqual([
      ['malformed_json', 'm1', '[nonsense]'],
      ['malformed_json', null, '[x]'],
    ])
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`
    expect(told(await read(promo, `[${deep}]`))).toEqual([['item_too_deep', null, '']])
    expect(told(await read(promo, `{"events":{"m1":${deep},"":${deep}}}`))).toEqual([
      ['item_too_deep', 'm1', ''],
      ['item_too_deep', null, ''],
    ])
    expect(told(await read(promo, { events: { m1: {}, '': { desc: {} } } }))).toEqual([
      ['malformed_entry', 'm1', '{}'],
      ['malformed_entry', null, '{"desc":{}}'],
    ])
  })

  it('says which description and which market came twice', async () => {
    const body = [
      described({}),
      described(competitors('Northwick', 'Eastham')),
      promoMarket('m1', [1.85, 3.6, 4.2]),
      promoMarket('m1', [1.9, 3.5, 4.1]),
      promoMarket('zz', [1.8, 2]),
      promoMarket('zz', [1.8, 3, 2]),
    ]
    const items = await read(promo, body)
    expect(told(items)).toEqual([
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
      const items = await read(promo, [described({}), ...markets])
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

  it('forgets that a match was refused once it is described well', async () => {
    const bad = described({ scheduled: 'soon' })
    const market = promoMarket('m1', [1.85, 3.6, 4.2])
    expect(told(await read(promo, [bad, market]))).toEqual([['invalid_start', 'm1', 'soon']])
    expect(reasons(await read(promo, [bad, described({}), market]))).toEqual(['invalid_start', 'event'])
    expect(reasons(await read(promo, [described({}), bad, market]))).toEqual(['invalid_start', 'event'])
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
    const item = await readEvent(promo, [described({ sport }), ...markets])
    expect(item.quotes).toMatchObject([{ home: wanted === '1' ? 2 : 1.9 }])
  })

  it.each([
    ['Soccer', ['1', '219', '406', '251', '340', '186']],
    ['Basketball', ['219', '251', '340', '406', '186', '1']],
  ])('takes the markets of %s in this order: %j', async (sport, order) => {
    // Each market has a price of its own for home, from which the chosen one is told.
    const market = (id: string, price: number) => [
      ['m1', 'market', id],
      { '': { 1: { k: price }, 2: { k: 12 }, 3: { k: 2.1 }, 4: { k: price }, 5: { k: 1.95 } } },
    ]
    for (const [n] of order.entries()) {
      const left = order.slice(n).map((id) => market(id, 1.5 + order.indexOf(id) / 10))
      const item = await readEvent(promo, [described({ sport }), ...left.reverse()])
      expect(item.quotes?.[0]?.home).toBe(1.5 + n / 10)
      expect(item.quotes?.[0]?.away).toBe(order[n] === '1' ? 2.1 : 1.95)
    }
  })

  it('takes no market for a winner by the name of what every object has', async () => {
    const market = [['m1', 'market', 'constructor'], { '': { 1: { k: 2 } } }]
    expect((await readEvent(promo, [described({}), market])).quotes).toEqual([])
  })

  it('names the bookmaker as it is told, and says how many items there are before the first event', async () => {
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

  it('takes a match without a category for an international one', async () => {
    expect((await readEvent(promo, [described({ category: '' })])).category).toBe('International')
  })

  it('takes names of look-up tables as plain text, each table for itself', async () => {
    const desc = {
      ...{ type: 'match', scheduled: Date.parse(match.start), sport: '1', category: '1', tournament: '1' },
      ...competitors('Riverton', 'Hillford'),
    }
    const tables = { sports: { 1: 'Soccer' }, categories: { 1: 'England' }, tournaments: { 1: 'Cup', 2: '' } }
    expect(await readEvent(promo, { events: { m1: { desc } }, ...tables })).toMatchObject({
      ...{ sport: 'Soccer', category: 'England', league: 'Cup' },
    })
  })

  it.each([
    [{ message: 'Too many', error_code: 'X1', other: 'y' }, 'The feed answered with an error: Too many X1'],
    [{ error: 'x'.repeat(400) }, `The feed answered with an error: ${'x'.repeat(300)}`],
    [{ other: 'y' }, 'The answer is an object without events: not the promo odds feed.'],
    [{ sports: {} }, 'The answer is an object without events: not the promo odds feed.'],
    [{ events: {}, message: 'x' }, 'none'],
  ])('says of the body %j: %s', async (body, message) => {
    expect(await failureOf(promo, body)).toBe(message)
  })
})

describe('what is said of The Odds API', () => {
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
    [{ has_outrights: true, sport_title: long }, ['outright', 'm1', 'R'.repeat(200)]],
    [{ has_outrights: false }, ['event']],
    [{ home_team: '', away_team: '', has_outrights: false }, ['outright', 'm1', 'Premier League']],
    [{ home_team: '', has_outrights: false }, ['missing_team', 'm1', '? - Hillford']],
    [{ home_team: '', away_team: '', bookmakers: undefined }, ['missing_team', 'm1', '? - ?']],
  ])('%j', async (more, expected) => {
    const title = { sport_title: 'Premier League' }
    expect(told(await read(theOddsApi, [event({ ...title, ...more })]))).toEqual([expected])
  })

  it.each<[unknown, unknown[]]>([
    [{ id: 'm1' }, ['not_an_event', 'm1', '{"id":"m1"}']],
    [7, ['not_an_event', null, '7']],
    [{ id: 'm1', home_team: 'Riverton' }, ['missing_team', 'm1', 'Riverton - ?']],
    [{ id: 'm1', commence_time: 'x' }, ['missing_team', 'm1', '? - ?']],
    [{ id: 'm1', bookmakers: [] }, ['missing_team', 'm1', '? - ?']],
  ])('of the item %j', async (item, expected) => {
    expect(told(await read(theOddsApi, [item]))).toEqual([expected])
  })

  it('says what it made of an item that is no JSON, or too deep', async () => {
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`
    expect(told(await read(theOddsApi, `[[nonsense],${deep}]`))).toEqual([
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
  ])('says of the body %j: %s', async (body, message) => {
    expect(await failureOf(theOddsApi, body)).toBe(message)
  })

  it('reads one event by itself, also inside a historical answer, from 50 members at most', async () => {
    const whole = { kind: 'event', position: 0, home: 'Riverton' }
    expect(await read(theOddsApi, { timestamp: 'x', data: event() })).toMatchObject([whole])
    const { home_team, ...rest } = event()
    expect(told(await read(theOddsApi, rest))).toEqual([['missing_team', 'm1', '? - Hillford']])
    const { commence_time, ...others } = event()
    expect(told(await read(theOddsApi, others))).toEqual([['invalid_start', 'm1', 'null']])
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]))
    const count = Object.keys(event()).length
    // The last member of the event are its bookmakers.
    const [kept] = await read(theOddsApi, { ...members(50 - count), ...event() })
    const [lost] = await read(theOddsApi, { ...members(51 - count), ...event() })
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
    expect(await read(theOddsApi, [result({})])).toEqual([
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
    expect(await read(theOddsApi, [result({ scores: row(0, 9999) })])).toMatchObject([
      { homeScore: 0, awayScore: 9999 },
    ])
    expect(await read(theOddsApi, [result({ scores: [...row(1, 2), ...row(5, 6)] })])).toMatchObject([
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
    expect(told(await read(theOddsApi, rejected)).map((it) => it.join(' | '))).toEqual([
      'not_finished | m1 | ',
      'not_finished | m1 | ',
      'invalid_score | m1 | null',
      'invalid_score | m1 | [null]',
      'invalid_score | m1 | [{"name":"Riverton","score":1.5},{"name":"Hillford","score":1}]',
      'invalid_score | m1 | [{"name":"Riverton","score":-1},{"name":"Hillford","score":1}]',
      'invalid_score | m1 | [{"name":"Riverton","score":1},{"name":"Hillford","score":10000}]',
      'invalid_score | m1 | [{"name":"Riverton","score":"x"},{"name":"Hillford","score":1}]',
    ])
    expect(reasons(await read(theOddsApi, [{ ...event(), completed: true, scores }]))).toEqual(['event'])
  })

  const withOutcomes = (outcomes: unknown[], more: object = {}) =>
    event(
      { bookmakers: [{ key: 'Alpha', title: 'Alpha', markets: [{ key: 'h2h', outcomes }], ...more }] },
      [],
    )

  it('matches outcomes by name in any case, and takes the first of two', async () => {
    const outcomes = [
      ...['RIVERTON', 'hillford', 'DRAW'].map((name, n) => ({ name, price: 2 + n })),
      ...['Riverton', 'Hillford', 'Draw', 'RIVERTON', 'HILLFORD'].map((name) => ({ name, price: 9 })),
    ]
    const item = await readEvent(theOddsApi, [withOutcomes(outcomes)])
    expect(item.quotes).toMatchObject([{ home: 2, draw: 4, away: 3 }])
    expect(item.warnings).toEqual([])
    const first = [...outcomes.slice(3), ...outcomes.slice(0, 3)]
    expect((await readEvent(theOddsApi, [withOutcomes(first)])).quotes).toEqual([])
    const exact = ['Riverton', 'Hillford', 'Riverton', 'Hillford'].map((name, n) => ({ name, price: 2 + n }))
    expect((await readEvent(theOddsApi, [withOutcomes(exact)])).quotes).toMatchObject([{ home: 2, away: 3 }])
  })

  it('says which outcome it does not know, and which bookmaker came twice or makes no sense', async () => {
    const outcomes = [
      { name: 'Riverton', price: 2 },
      { name: 'Hillford' },
      { name: 'x'.repeat(300), price: 2 },
    ]
    const item = await readEvent(theOddsApi, [withOutcomes(outcomes)])
    expect(item.warnings).toEqual([
      { code: 'unknown_outcome', detail: `Alpha: ${'x'.repeat(193)}` },
      { code: 'invalid_price', detail: 'Alpha: 2 / - / object' },
    ])
    const twice = await readEvent(theOddsApi, [event({}, [alpha, alpha])])
    expect(twice.warnings).toEqual([{ code: 'duplicate_bookmaker', detail: 'Alpha Bet' }])
    const none = await readEvent(theOddsApi, [event({ bookmakers: 'none' })])
    expect([none.quotes, none.warnings]).toEqual([null, [{ code: 'malformed_bookmaker', detail: 'none' }]])
    const nameless = await readEvent(theOddsApi, [event({ bookmakers: [{ key: long }] })])
    expect(nameless.warnings).toEqual([
      { code: 'malformed_bookmaker', detail: expect.stringMatching(/^\{"key"/) },
    ])
  })

  it('takes the first of two markets, and the key of a bookmaker for its name where it has none', async () => {
    const outcomes = (price: number) => [
      { name: 'Riverton', price },
      { name: 'Hillford', price: 2 },
    ]
    const markets = [2, 3].map((price) => ({ key: 'h2h', outcomes: outcomes(price) }))
    const of = async (title: unknown) =>
      (await readEvent(theOddsApi, [withOutcomes([], { title, markets })])).quotes
    expect(await of('')).toMatchObject([{ bookmaker: { key: 'alpha', name: 'alpha' }, home: 2 }])
    expect(await of(long)).toMatchObject([{ bookmaker: { name: 'alpha' } }])
    expect(await of(' Alpha ')).toMatchObject([{ bookmaker: { name: 'Alpha' } }])
  })

  it('tells the format from prices of matches alone, not from those of outrights', async () => {
    const outcomes = [-110, 120].map((price, n) => ({ name: n ? 'Hillford' : 'Riverton', price }))
    const long_ = Array.from({ length: 9 }, (_, n) => ({ name: `x${n}`, price: 2 + n }))
    for (const key of ['outrights', 'outrights_lay']) {
      const markets = [
        { key: 'h2h', outcomes },
        { key, outcomes: long_ },
      ]
      const item = await readEvent(theOddsApi, [withOutcomes([], { markets })])
      expect(item.quotes).toMatchObject([{ home: 1.91, away: 2.2 }])
    }
  })

  it('takes no time to come for the time of a price, but for a clock that is a little fast', async () => {
    const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    const timeOf = async (time: string) =>
      (
        await readEvent(theOddsApi, [event({}, [{ ...alpha, at: time }])])
      ).quotes?.[0]?.updatedAt.toISOString()
    const soon = at(4 * 60_000)
    expect(await timeOf(soon)).toBe(soon)
    expect(await timeOf(at(6 * 60_000))).toBe(CONFIRMED.toISOString())
    expect(await timeOf('never')).toBe(CONFIRMED.toISOString())
  })
})
