import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oddsApiEvent, promoBody, promoMarket, type TestMatch } from '#tests/support/feeds.ts'
import type { EventItem, FeedItem } from '../schema.ts'
import { SOURCES } from './index.ts'
import { promo } from './promo.ts'
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

    it('makes items or a FeedError of whatever JSON comes', async () => {
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
            expect(error).toMatchObject({ name: 'FeedError' })
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
      { bookmaker: { key: 'promo', name: 'Promo' }, home: 1.85, draw: 3.6, away: 4.2, updatedAt: CONFIRMED },
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
    expect(item.quotes).toMatchObject([{ home: 1.9, draw: 1.01, away: 4.1 }])
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
