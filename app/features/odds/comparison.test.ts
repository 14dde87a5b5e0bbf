import { describe, expect, it } from 'vitest'
import { compareClosingQuotes, compareQuotes, type SortKey } from './comparison.ts'
import type { QuoteRow } from './schema.ts'

function quote(
  name: string,
  prices: [number, number | null, number],
  changes: Partial<QuoteRow> = {},
): QuoteRow {
  const [home, draw, away] = prices
  return {
    bookmaker: { id: name, name, slug: name.toLowerCase(), logoUrl: null },
    home,
    draw,
    away,
    net: { home, draw, away },
    lastUpdated: '2026-03-01T12:00:00.000Z',
    validUntil: '2026-03-01T15:00:00.000Z',
    leftOut: null,
    opening: null,
    ...changes,
  }
}

const KICK_OFF = new Date('2026-03-01T15:00:00Z')
const compare = (quotes: QuoteRow[], sort?: SortKey, now = new Date('2026-03-01T12:10:00Z')) =>
  compareQuotes(quotes, { ...(sort ? { sort } : {}), kickOff: KICK_OFF, now })
const names = (quotes: QuoteRow[], sort?: SortKey) =>
  compare(quotes, sort).rows.map((row) => row.bookmaker.name)

const alpha = quote('Alpha', [1.9, 3.4, 4.2])
const beta = quote('Beta', [1.85, 3.6, 4.4], { lastUpdated: '2026-03-01T12:05:00.000Z' })
const broken = quote('Broken', [9, 9, 9], {
  leftOut: 'old',
  lastUpdated: '2026-03-01T13:00:00.000Z',
})

describe('compareQuotes', () => {
  it('puts the best payout first and what cannot be compared last', () => {
    expect(names([broken, alpha, beta])).toEqual(['Beta', 'Alpha', 'Broken'])
  })

  it.each([
    ['home', ['Alpha', 'Beta', 'Broken']],
    ['draw', ['Beta', 'Alpha', 'Broken']],
    ['updated', ['Beta', 'Alpha', 'Broken']],
  ] as const)('sorts by %s', (key, expected) => {
    expect(names([broken, alpha, beta], key)).toEqual(expected)
  })

  it('marks the best price of each outcome, on every bookmaker that offers it', () => {
    const twin = quote('Twin', [1.9, 3.3, 4.0])
    const marked = Object.fromEntries(
      compare([alpha, beta, broken, twin]).rows.map((row) => [row.bookmaker.name, row.bestOf]),
    )
    expect(marked).toEqual({ Alpha: ['home'], Twin: ['home'], Beta: ['draw', 'away'], Broken: [] })
  })

  it('has no column for a draw that nobody quotes', () => {
    expect(compare([quote('Alpha', [1.8, null, 2])]).withDraw).toBe(false)
    expect(compare([alpha]).withDraw).toBe(true)
  })

  it('says what each bookmaker pays back and keeps', () => {
    const [row] = compare([quote('Alpha', [1.91, null, 1.91])]).rows
    expect(row?.payout).toBeCloseTo(0.955, 6)
    expect(row?.overround).toBeCloseTo(0.04712, 5)
  })
})

describe('edges of a comparison', () => {
  it('takes nothing of what cannot be compared: no best price, no column', () => {
    const wrong = quote('Wrong', [9, 9, 9], { leftOut: 'suspended' })
    const twoWay = quote('Plain', [1.8, null, 2])
    expect(compare([wrong, twoWay])).toMatchObject({
      withDraw: false,
      best: { home: { price: 1.8 }, draw: null, away: { price: 2 } },
    })
  })

  it('has a column for a draw that one of several quotes', () => {
    expect(compare([alpha, quote('Plain', [1.8, null, 2])]).withDraw).toBe(true)
  })

  it('sorts a draw that is not quoted last among what can be compared', () => {
    const plain = quote('Plain', [1.8, null, 2])
    expect(names([broken, plain, alpha], 'draw')).toEqual(['Alpha', 'Plain', 'Broken'])
  })
})

describe('a comparison that stays open', () => {
  const at = (time: string) => compare([alpha, beta], 'payout', new Date(`2026-03-01T${time}Z`))
  const short = { ...alpha, validUntil: '2026-03-01T13:00:00.000Z' }

  it('lets a price go at the instant at which it ceases to count', () => {
    const marks = (time: string) =>
      compare([short, beta], 'payout', new Date(`2026-03-01T${time}Z`)).rows.map((row) => row.leftOut)
    expect(marks('12:59:59.999')).toEqual([null, null])
    expect(marks('13:00:00')).toEqual([null, 'old'])
  })

  it('has no best price from kick-off on', () => {
    expect(at('14:59:59.999').best.home?.price).toBe(1.9)
    expect(at('15:00:00')).toMatchObject({
      best: { home: null, draw: null, away: null },
      rows: [{ leftOut: 'started', payout: null }, { leftOut: 'started' }],
      withDraw: true,
    })
  })
})

describe('a price of an exchange', () => {
  it('competes net of the commission', () => {
    const exchange = quote('Exchange', [1.93, 3.5, 4.3], { net: { home: 1.88, draw: 3.37, away: 4.13 } })
    const { best, rows } = compare([exchange, alpha])
    expect(best).toMatchObject({ home: { price: 1.9 }, draw: { price: 3.4 }, away: { price: 4.2 } })
    expect(rows.map((row) => [row.bookmaker.name, row.home])).toEqual([
      ['Alpha', 1.9],
      ['Exchange', 1.93],
    ])
  })
})

describe('compareClosingQuotes', () => {
  const started = {
    leftOut: 'started',
    lastUpdated: '2026-03-01T14:50:00.000Z',
    validUntil: '2026-03-01T16:00:00.000Z',
  } as const
  const close = (...quotes: QuoteRow[]) => compareClosingQuotes(quotes, { kickOff: KICK_OFF })

  it('counts what stood at kick-off', () => {
    const { best, rows } = close(
      quote('Alpha', [1.9, 3.4, 4.2], started),
      quote('Beta', [1.8, 3.6, 4.4], started),
    )
    expect([best.home?.price, best.draw?.price, best.away?.price]).toEqual([1.9, 3.6, 4.4])
    expect(rows.map(({ leftOut }) => leftOut)).toEqual([null, null])
  })

  it.each([
    ['confirmed after kick-off', { lastUpdated: '2026-03-01T15:01:00.000Z' }],
    ['grown old before it', { validUntil: '2026-03-01T14:59:00.000Z' }],
    ['suspended', { leftOut: 'suspended' }],
  ] as const)('leaves out what was %s', (_, changes) => {
    const { best } = close(quote('Alpha', [9, 9, 9], { ...started, ...changes }))
    expect(best.home).toBeNull()
  })

  it('leaves out the market that fewer quote', () => {
    const three = ['Alpha', 'Beta'].map((name) => quote(name, [1.9, 3.4, 4.2], started))
    const { best, withDraw } = close(...three, quote('Two', [9, null, 9], started))
    expect([best.home?.price, best.away?.price]).toEqual([1.9, 4.2])
    expect(withDraw).toBe(true)
  })
})
