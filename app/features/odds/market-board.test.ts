import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#app/platform/time.ts'
import { findShownMarket, marketChoices, marketQuery } from './market-address.ts'
import { compareClosing, compareMarket, openingOf } from './market-board.ts'
import { findMarketSureBet } from './market-sure-bet.ts'
import { type MarketQuote, type MarketView, netAverages, viewMarkets } from './market-view.ts'
import type { Market } from './markets.ts'
import { fromNumber, toNumber } from './prices.ts'
import { planStakes } from './stakes.ts'

const KICK_OFF = new Date('2026-03-01T15:00:00Z')
const NOW = new Date('2026-03-01T12:10:00Z')
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS)
const inMillionths = (prices: (number | null)[]) => prices.map((price) => price && fromNumber(price))

let lastId = 0

function quote(name: string, prices: (number | null)[], more: Partial<MarketQuote> = {}): MarketQuote {
  const exact = inMillionths(prices)
  return {
    no: null,
    bookmaker: { id: name, name, slug: name.toLowerCase(), logoUrl: null },
    brand: name,
    side: 'back',
    format: 'decimal',
    prices: exact,
    nets: exact,
    kept: 1,
    status: null,
    opening: null,
    closing: null,
    maxStake: null,
    changedAt: minutesAgo(10),
    seenAt: minutesAgo(10),
    validUntil: KICK_OFF,
    link: null,
    isTyped: false,
    leftOut: null,
    ...more,
  }
}

function market(more: Partial<Market>, ...quotes: MarketQuote[]): MarketView {
  lastId += 1
  const plain = { type: 'match_result', period: 'full_time', line: null, participant: null } as const
  return viewMarkets([{ ...plain, ...more, id: lastId, quotes }])[0] as MarketView
}

const RESULT = { type: 'match_result' } as const
const compare = (of: MarketView, sort = 'payout', now = NOW) =>
  compareMarket(of, { sort, kickOff: KICK_OFF, now })
const names = (of: MarketView, sort?: string) =>
  compare(of, sort).rows.map(({ quote }) => quote.bookmaker.name)
const best = ({ best }: ReturnType<typeof compare>) => best.map((one) => one && toNumber(one.net))

const alpha = quote('Alpha', [1.9, 3.4, 4.2])
const beta = quote('Beta', [1.85, 3.6, 4.4], { seenAt: minutesAgo(5) })
const old = quote('Old', [9, 9, 9], { leftOut: 'old' })
const suspended = quote('Suspended', [null, null, null], { leftOut: 'suspended' })

describe('an opening price', () => {
  const rowOf = (nets: (number | null)[], opening: (number | null)[] | null) => {
    const of = quote('Alpha', [2, 3, null], {
      nets: inMillionths(nets),
      kept: ((nets[0] ?? 1) - 1) / (2 - 1),
      opening: opening && inMillionths(opening),
    })
    return { quote: of, prices: of.prices, nets: of.nets }
  }

  it('is net of the commission that the current price is net of', () => {
    // 5 % of what is won: 2.00 is 1.95, 3.00 is 2.90; 2.10 was 2.045, 2.80 was 2.71.
    const exchange = rowOf([1.95, 2.9, null], [2.1, 2.8, 4])
    expect([0, 1].map((index) => openingOf(exchange, index))).toEqual([
      { price: 2_045_000, quoted: null },
      { price: 2_710_000, quoted: null },
    ])
    expect(openingOf(rowOf([2, 3, null], [2.1, 2.8, 4]), 0)).toEqual({ price: 2_100_000, quoted: 'decimal' })
  })

  it('is none without a current price, a first one or any change', () => {
    const row = rowOf([2, 3, null], [2.1, null, 4])
    expect([0, 1, 2, 3].map((index) => openingOf(row, index)?.price ?? null)).toEqual([
      2_100_000,
      null,
      null,
      null,
    ])
    expect(openingOf(rowOf([2, 3, null], null), 0)).toBeNull()
  })
})

it('the average of a market is of net prices, as its best ones are', () => {
  const exchange = quote('Exchange', [2.1, 3, 4], { nets: inMillionths([2, 2.9, 3.8]) })
  const of = market(RESULT, exchange, quote('Alpha', [1.9, 3.1, 4]), old)
  expect(netAverages(of)).toEqual(inMillionths([1.95, 3, 3.9]))
  expect(compare(of).average).toEqual(netAverages(of))
  expect(of.best.map((one) => one?.net)).toEqual(inMillionths([2, 3.1, 4]))
})

it('the average of a market counts a brand once, by the average of its prices', () => {
  const twins = ['One', 'Two'].map((name, index) => quote(name, [2 - index / 10, 3, 4], { brand: 'twins' }))
  const of = market(RESULT, ...twins, quote('Alpha', [3, 3, 4]))
  expect(compare(of).average).toEqual(inMillionths([2.475, 3, 4]))
})

describe('the comparison of a market', () => {
  it.each([
    ['payout', ['Beta', 'Alpha', 'Old', 'Suspended']],
    ['home', ['Alpha', 'Beta', 'Old', 'Suspended']],
    ['draw', ['Beta', 'Alpha', 'Old', 'Suspended']],
    ['updated', ['Beta', 'Alpha', 'Old', 'Suspended']],
  ])('by %s lists prices that do not count last, suspended ones after old ones', (sort, expected) => {
    expect(names(market(RESULT, suspended, old, alpha, beta), sort)).toEqual(expected)
  })

  it('marks the best price of each outcome on every bookmaker that offers it', () => {
    const board = compare(market(RESULT, alpha, beta, old, quote('Twin', [1.9, 3.3, 4])))
    expect(Object.fromEntries(board.rows.map((row) => [row.quote.bookmaker.name, row.isBest]))).toEqual({
      ...{ Alpha: [true, false, false], Twin: [true, false, false], Beta: [false, true, true], Old: [] },
    })
    expect(board.count).toBe(3)
    expect(best(board)).toEqual([1.9, 3.6, 4.4])
    expect(board.average[0]).toBe(1_883_333)
  })

  it('has the payout of each bookmaker, and of the best prices', () => {
    const [row] = compare(market({ type: 'moneyline' }, quote('Alpha', [1.91, 1.91]))).rows
    expect(row?.payout).toBeCloseTo(0.955, 6)
    expect(compare(market(RESULT, quote('One', [4.45, 3.4, 1.9]))).sum).toBeCloseTo(1.045153, 6)
    const double = market({ type: 'double_chance' }, quote('One', [1.3, 1.3, 1.3]))
    expect(compare(double).rows[0]?.payout).toBeCloseTo(1.3 / 1.5, 6)
  })

  it('compares an exchange net of its commission', () => {
    const nets = inMillionths([1.88, 3.37, 4.13])
    const board = compare(market(RESULT, quote('Exchange', [1.93, 3.5, 4.3], { nets }), alpha))
    expect(best(board)).toEqual([1.9, 3.4, 4.2])
    const lay = quote('Exchange', [1.95, 3.6, 4.4], { side: 'lay', leftOut: 'lay' })
    expect(compare(market(RESULT, alpha, lay))).toMatchObject({ count: 1, lays: [{ side: 'lay' }] })
  })

  it('drops a price at the instant at which it no longer counts, and every price at kick-off', () => {
    const short = { ...alpha, validUntil: new Date('2026-03-01T13:00:00Z') }
    const at = (time: string) =>
      compare(market(RESULT, short, beta), 'payout', new Date(`2026-03-01T${time}Z`)).rows.map(
        (row) => row.leftOut,
      )
    expect(at('12:59:59.999')).toEqual([null, null])
    expect(at('13:00:00')).toEqual([null, 'old'])
    expect(at('15:00:00')).toEqual(['started', 'started'])
  })
})

describe('the closing prices of a market', () => {
  const started = { leftOut: 'started', validUntil: new Date('2026-03-01T16:00:00Z') } as const
  const close = (...quotes: MarketQuote[]) =>
    compareClosing(market(RESULT, ...quotes), { sort: 'payout', kickOff: KICK_OFF })

  it('are those from before the start, whatever the quote became in play', () => {
    const inPlay = quote('Alpha', [1.1, 8, 30], {
      closing: inMillionths([1.9, 3.4, 4.2]),
      seenAt: new Date('2026-03-01T15:30:00Z'),
      validUntil: new Date('2026-03-01T15:40:00Z'),
    })
    const board = close(inPlay, quote('Beta', [1.8, 3.6, 4.4], started))
    expect(best(board)).toEqual([1.9, 3.6, 4.4])
    expect(board.rows.map(({ leftOut }) => leftOut)).toEqual([null, null])
    expect(board.rows.map(({ quote: { bookmaker, seenAt } }) => [bookmaker.name, seenAt])).toContainEqual([
      'Alpha',
      KICK_OFF,
    ])
  })

  it('are net of a commission too', () => {
    const exchange = quote('Exchange', [1.1, 8, 30], {
      ...started,
      nets: inMillionths([1.095, 7.65, 28.55]),
      kept: 0.95,
      closing: inMillionths([2, 3, 4]),
    })
    expect(best(close(exchange))).toEqual([1.95, 2.9, 3.85])
    // A feed withdraws in play what it does not quote there.
    const withdrawn = { ...exchange, prices: [null, null, null], nets: [null, null, null] }
    expect(best(close(withdrawn))).toEqual([1.95, 2.9, 3.85])
  })

  it.each([
    ['came after kick-off', { changedAt: new Date('2026-03-01T15:01:00Z') }],
    ['had grown old before it', { validUntil: new Date('2026-03-01T14:59:00Z') }],
    ['was suspended', { leftOut: 'suspended' }],
  ] as const)('count nothing that %s', (_, more) => {
    expect(best(close(quote('Alpha', [9, 9, 9], { ...started, ...more })))).toEqual([null, null, null])
  })
})

describe('a sure bet of a market', () => {
  const find = (of: MarketView, kickOff = KICK_OFF, sport = 'football') =>
    findMarketSureBet(compare(of), { sport, kickOff, now: NOW })
  const two = (prices: [number, number], more: Partial<Market> = {}, quoted: Partial<MarketQuote> = {}) =>
    market({ type: 'total', line: 2.5, ...more }, quote('A', prices, quoted))

  it('is none where only the rounding of a fraction or a commission brings the sum below 100 %', () => {
    const fractions = [1.909_091, 2.1] as [number, number]
    expect(find(two(fractions, {}, { format: 'fractional' })).kind).toBe('none')
    expect(find(two([1.95, 2.1], {}, { nets: inMillionths(fractions) as number[] })).kind).toBe('none')
    expect(find(two([1.909_1, 2.1], {}, { format: 'fractional' })).kind).toBe('sure-bet')
  })

  it('states its return, its legs, and the age of its oldest price', () => {
    const found = find(
      market(
        RESULT,
        quote('A', [2.3, 3.2, 3.1], { seenAt: minutesAgo(1) }),
        quote('B', [2.1, 3.5, 3.2], { seenAt: minutesAgo(7) }),
        quote('C', [1.8, 3.4, 4.23], { seenAt: minutesAgo(3) }),
      ),
    )
    if (found.kind !== 'sure-bet') throw new Error(found.kind)
    expect(found.returnOnOutlay).toBeCloseTo(0.045037, 6)
    expect(found).toMatchObject({ oldestPriceAt: minutesAgo(7), warnings: [], mayPush: false })
    expect(found.legs.map(({ row }) => row.quote.bookmaker.name)).toEqual(['A', 'B', 'C'])
  })

  it.each([
    [[2.08, 2], 'sure-bet'],
    [[2, 2], 'none'],
    [[2.2, 2.2], 'sure-bet'],
    [[2.21, 2.2], 'held-back'],
  ] as const)('of %j: %s', (prices, kind) => expect(find(two([...prices])).kind).toBe(kind))

  it('uses net prices', () => {
    expect(find(two([2.08, 2], {}, { nets: inMillionths([2.026, 1.95]) })).kind).toBe('none')
  })

  it('warns of an old price and of a match that has begun', () => {
    const warnings = (seenAt: Date) => find(two([2.08, 2], {}, { seenAt }))
    expect(warnings(minutesAgo(30))).toMatchObject({ warnings: [] })
    expect(warnings(new Date(minutesAgo(30).getTime() - 1))).toMatchObject({ warnings: ['old-price'] })
    const inPlay = two([2.08, 2], {}, { validUntil: new Date('2026-03-01T18:00:00Z') })
    expect(find(inPlay, minutesAgo(5))).toMatchObject({ kind: 'sure-bet', warnings: ['match-begun'] })
  })

  it.each([
    ['american football', 'quarter_1', true],
    ['basketball', 'half_1', true],
    ['Ice Hockey', 'period_3', true],
    ['baseball', 'inning_1', true],
    ['american-football', 'with_overtime', true],
    ['baseball', 'with_overtime', true],
    ['basketball', 'with_overtime', false],
    ['ice-hockey', 'with_overtime', false],
    ['football', 'with_overtime', true],
    ['basketball', 'full_time', true],
    ['cricket', 'full_time', true],
    ['boxing', 'full_time', true],
    ['tennis', 'full_time', false],
    ['Table Tennis', 'full_time', false],
    ['tennis', 'set_1', false],
  ] as const)(
    'of two sides returns the stakes where they can be level: %s, %s: %s',
    (sport, period, mayPush) => {
      const found = find(two([2.15, 2.05], { type: 'moneyline', period, line: null }), KICK_OFF, sport)
      const won = [
        [2.15, 0],
        [0, 2.05],
      ]
      expect(found).toMatchObject({ mayPush, ways: mayPush ? [...won, [1, 1]] : won })
    },
  )

  it('states whether its line can push, and then its least return', () => {
    expect(find(two([2.08, 2], { line: 3 }))).toMatchObject({ mayPush: true })
    expect(find(two([2.08, 2], { line: 2.25 }))).toMatchObject({ mayPush: true })
    expect(find(two([2.08, 2], { type: 'handicap', line: -0.5 }))).toMatchObject({ mayPush: false })
    expect(find(two([2.08, 2], { type: 'draw_no_bet', line: null }))).toMatchObject({ mayPush: true })
    const plan = (line: number, step = 1) =>
      planStakes({ type: 'total', period: 'full_time', line, participant: null }, [2_080_000, 2_000_000], {
        sport: 'football',
        total: 10_000,
        step,
      })
    expect(plan(2.5)).toMatchObject({ stakes: [4902, 5098], lowestReturn: 10_196 })
    expect(plan(3)).toMatchObject({ lowestReturn: 10_000, lowestProfit: 0 })
    expect(plan(2.5, 100)).toMatchObject({ stakes: [4900, 5100], lowestReturn: 10_192 })
  })
})

describe('the address of a market', () => {
  const quoted = (count: number) => Array.from({ length: count }, (_, n) => quote(`B${n}`, [1.9, 1.9]))
  const MARKETS = viewMarkets(
    [
      { ...RESULT, period: 'full_time', line: null, participant: null, quotes: [alpha] },
      { type: 'total' as const, period: 'full_time', line: 1.5, participant: null, quotes: quoted(1) },
      { type: 'total' as const, period: 'full_time', line: 2.5, participant: null, quotes: quoted(3) },
      { type: 'total' as const, period: 'half_1', line: 0.5, participant: null, quotes: quoted(2) },
      { type: 'total' as const, period: 'half_1', line: 2.5, participant: null, quotes: quoted(1) },
      { type: 'team_total' as const, period: 'full_time', line: 1.5, participant: 'home', quotes: quoted(1) },
      { type: 'team_total' as const, period: 'full_time', line: 1.5, participant: 'away', quotes: quoted(1) },
    ].map((one, index) => ({ ...one, id: index + 1 })),
  )
  const idOf = (query: string) => findShownMarket(MARKETS, new URLSearchParams(query), true)?.market.id

  it.each([
    ['', 1],
    ['market=quidditch', 1],
    ['market=total', 3],
    ['market=total&line=1.5', 2],
    ['market=total&line=1.50', 2],
    ['market=total&line=+1.5', 2],
    ['market=total&line=', 3],
    ['market=total&line=99.5', 3],
    ['line=1.5', 1],
    ['market=total&period=half_1', 4],
    ['market=total&period=half_1&line=2.5', 5],
    ['market=total&period=set_9', 3],
    ['market=team_total', 6],
    ['market=team_total&participant=away', 7],
    ['market=team_total&participant=nobody', 6],
  ])('?%s shows market %i', (query, id) => expect(idOf(query)).toBe(id))

  it('is the shortest one, and parses back to its market', () => {
    const queries = MARKETS.map((one) => marketQuery(MARKETS, { market: one }, true))
    expect(queries).toEqual([
      '',
      'market=total&line=1.5',
      'market=total',
      'market=total&period=half_1',
      'market=total&period=half_1&line=2.5',
      'market=team_total',
      'market=team_total&participant=away',
    ])
    expect(queries.map(idOf)).toEqual(MARKETS.map(({ id }) => id))
  })

  it('has an order only when it applies to the market', () => {
    const sortOf = (query: string) => findShownMarket(MARKETS, new URLSearchParams(query), true)?.sort
    expect(['sort=away', 'sort=over', 'market=total&sort=over', 'sort=updated'].map(sortOf)).toEqual([
      ...['away', 'payout', 'over', 'updated'],
    ])
  })

  it('offers types, periods, sides and lines that the match has', () => {
    const choices = (id: number) => marketChoices(MARKETS, MARKETS[id - 1] as MarketView, true)
    const ids = (list: MarketView[]) => list.map(({ id }) => id)
    expect(ids(choices(1).types)).toEqual([1, 3, 6])
    expect([ids(choices(3).periods), ids(choices(3).lines)]).toEqual([[3, 4], [2]])
    expect(ids(choices(6).participants)).toEqual([6, 7])
  })
})

it('has the main line of the closing prices once no quote counts any more', () => {
  const totalOf = (id: number, line: number, ...quotes: MarketQuote[]) => ({
    ...{ id, type: 'total' as const, period: 'full_time', line, participant: null, quotes },
  })
  const over = (name: string, prices: number[], more: Partial<MarketQuote> = {}) =>
    quote(name, prices, { leftOut: 'started', ...more })
  const mainOf = (...lines: ReturnType<typeof totalOf>[]) =>
    viewMarkets(lines).flatMap(({ line, isMain }) => (isMain ? [line] : []))
  const low = [over('A', [1.3, 4]), over('B', [1.29, 4.1])]
  const even = [over('A', [1.9, 2]), over('B', [1.95, 1.95])]
  expect(mainOf(totalOf(1, 1.5, ...low), totalOf(2, 2.5, ...even))).toEqual([2.5])
  // The prices of now are those of the match in play; a suspended bookmaker counts for no line.
  const closed = [1.95, 1.95].map(fromNumber)
  const played = [over('A', [1.01, 15], { closing: closed }), over('B', [1.02, 12], { closing: closed })]
  expect(mainOf(totalOf(1, 1.5, ...low), totalOf(2, 2.5, ...played))).toEqual([2.5])
  const suspended = over('C', [2, 2], { leftOut: 'suspended' })
  expect(mainOf(totalOf(1, 1.5, ...even), totalOf(2, 2.5, suspended, ...low))).toEqual([1.5])
  expect(mainOf(totalOf(1, 1.5, quote('A', [1.3, 4])), totalOf(2, 2.5, ...even))).toEqual([1.5])
})

it('has no main line of quotes that came after the start, or were too old by then', () => {
  const kickOff = new Date('2026-05-01T18:00:00Z')
  const [before, after] = [new Date(kickOff.getTime() - 60_000), new Date(kickOff.getTime() + 60_000)]
  const totalOf = (id: number, line: number, ...quotes: MarketQuote[]) => ({
    ...{ id, type: 'total' as const, period: 'full_time', line, participant: null, quotes, kickOff },
  })
  const started = (name: string, prices: number[], seenAt: Date, validUntil = after) =>
    quote(name, prices, { leftOut: 'started', seenAt, changedAt: seenAt, validUntil })
  const closed = totalOf(1, 2.5, started('A', [1.7, 2.2], before))
  const mainOf = (other: ReturnType<typeof totalOf>) =>
    viewMarkets([closed, other]).flatMap(({ line, isMain }) => (isMain ? [line] : []))
  const even = (seenAt: Date, validUntil?: Date) =>
    ['B', 'C'].map((name) => started(name, [1.9, 1.9], seenAt, validUntil))
  expect(mainOf(totalOf(2, 4.5, ...even(before)))).toEqual([4.5])
  expect(mainOf(totalOf(2, 4.5, ...even(after)))).toEqual([2.5])
  expect(mainOf(totalOf(2, 4.5, ...even(before, kickOff)))).toEqual([2.5])
})

it('has the lower one of two main lines that are alike', () => {
  const handicapOf = (id: number, line: number) => ({
    ...{ id, type: 'handicap' as const, period: 'full_time', line, participant: null },
    quotes: [quote('A', [1.9, 1.9])],
  })
  const mainOf = (...lines: ReturnType<typeof handicapOf>[]) =>
    viewMarkets(lines).flatMap(({ line, isMain }) => (isMain ? [line] : []))
  expect(mainOf(handicapOf(1, 0.25), handicapOf(2, -0.25), handicapOf(3, -0.5))).toEqual([-0.25])
  expect(mainOf(handicapOf(2, -0.25), handicapOf(1, 0.25))).toEqual([-0.25])
})
