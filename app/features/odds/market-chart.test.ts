import { describe, expect, it } from 'vitest'
import { chartMarket, type MarketChart, type PriceChange, scaleOf } from './market-chart.ts'
import { bandPath, type Step, stepPath } from './plot-path.ts'
import { fromNumber } from './prices.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const at = (hours: number) => new Date(START + hours * 3_600_000)
const change = (bookmaker: number, hours: number, ...prices: (number | null)[]): PriceChange => ({
  bookmaker,
  at: at(hours),
  prices: prices.map((price) => price && fromNumber(price)),
})
const EVEN = new Map([
  [1, 1],
  [2, 1],
])
const chart = (changes: PriceChange[], keptShare = EVEN, until = at(10)) =>
  chartMarket(changes, { outcomes: [0, 1], keptShare, brands: new Map(), until })
const lastOf = (changes: PriceChange[], keptShare = EVEN) => chart(changes, keptShare)?.outcomes[0]?.last

describe('the chart of a market', () => {
  it('has the best, the average and the lowest price of each moment', () => {
    const made = chart([change(1, 0, 1.8, 2), change(2, 2, 1.9, 1.9), change(1, 5, 2, 1.8)])
    const [home, away] = made?.outcomes ?? []
    expect(home).toMatchObject({ outcome: 0, first: 1_800_000, last: 2_000_000 })
    expect(away).toMatchObject({ outcome: 1, first: 2_000_000, last: 1_900_000 })
    expect(home?.scale).toEqual([1_800_000, 1_850_000, 1_900_000, 1_950_000, 2_000_000])
    expect(home?.best.map(([x, y]) => [Math.round(x * 10), y])).toEqual([
      [0, 0],
      [2, 0.5],
      [5, 1],
    ])
    expect(home?.average.at(-1)?.[1]).toBeCloseTo(0.75, 6)
    expect(home?.lowest.at(-1)?.[1]).toBeCloseTo(0.5, 6)
    expect(made?.table.map(({ prices }) => prices)).toEqual([
      [1_800_000, 2_000_000],
      [1_900_000, 2_000_000],
      [2_000_000, 1_900_000],
    ])
  })

  it('is net of commissions, without withdrawn prices and unknown bookmakers', () => {
    const exchange = new Map([...EVEN, [3, 0.95]])
    expect(lastOf([change(1, 0, 1.8, 2), change(3, 1, 2, 2)], exchange)).toBe(1_950_000)
    // 1.9975 net is shown as 1.99, as in the grid.
    expect(lastOf([change(1, 0, 1.8, 2), change(3, 1, 2.05, 2)], exchange)).toBe(1_990_000)
    expect(lastOf([change(1, 0, 1.8, 2), change(2, 1, 9, 9), { ...change(2, 2), prices: [] }])).toBe(
      1_800_000,
    )
    expect(lastOf([change(1, 0, 1.8, 2), change(1, 1, 1.7, 2), change(9, 1, 9, 9)])).toBe(1_700_000)
  })

  it('has no price that is no longer confirmed, and ends where none is', () => {
    const changes = [change(1, 0, 1.8, 2), change(2, 1, 9, 9)]
    const withEnd = (...ended: [number, number][]) =>
      chartMarket(changes, {
        ...{ outcomes: [0], keptShare: EVEN, brands: new Map(), until: at(10) },
        ended: new Map(ended.map(([bookmaker, hours]) => [bookmaker, at(hours)])),
      })
    const bestOf = (made: MarketChart | null) =>
      made?.outcomes[0]?.best.map(([x, y]) => [Math.round(x * 10), y === null])
    expect(bestOf(withEnd())).toEqual([
      [0, false],
      [1, false],
    ])
    expect(withEnd([2, 4])?.outcomes[0]?.last).toBe(1_800_000)
    expect(bestOf(withEnd([2, 4]))).toEqual([
      [0, false],
      [1, false],
      [4, false],
    ])
    expect(withEnd([2, 4])?.table.map(({ prices }) => prices)).toEqual([
      [1_800_000],
      [9_000_000],
      [1_800_000],
    ])
    // Confirmed until now, or of a bookmaker without prices.
    expect(bestOf(withEnd([2, 10], [1, 12], [3, 1]))).toEqual(bestOf(withEnd()))
    const none = withEnd([2, 4], [1, 6])
    expect(bestOf(none)?.at(-1)).toEqual([6, true])
    expect(none?.table.at(-1)?.prices).toEqual([null])
  })

  it('has a gap where nobody offers a price, in all its lines', () => {
    const changes = [change(1, 0, 2.5, 1.5), change(1, 3, null, null), change(1, 5, 2.6, 1.45)]
    const [home] = chart(changes)?.outcomes ?? []
    expect(home).toMatchObject({ first: 2_500_000, last: 2_600_000 })
    for (const line of [home?.best, home?.average, home?.lowest])
      expect(line?.map(([x, y]) => [Math.round(x * 10), y])).toEqual([
        [0, 0],
        [3, null],
        [5, 0.5],
      ])
    expect(stepPath(home?.best ?? [])).toMatch(/^M0 100H3[\d.]*M5[\d.]* 50H100$/)
    expect(bandPath(home?.best ?? [], home?.lowest ?? [])).toMatch(/^M0 100H3.*Z.*M5.*Z$/)
    expect(chart(changes)?.table.map(({ prices }) => prices[0])).toEqual([2_500_000, null, 2_600_000])
  })

  it('has a gap that is shorter than its columns, and the table says why there is no price', () => {
    const changes = [
      change(1, 0, 2.5, 1.5),
      { ...change(1, 3, 2.5, 1.5), status: 'ss' },
      change(1, 3.01, 2.5, 1.5),
      { ...change(1, 6), isOld: true },
      change(1, 6.02, 2.5, 1.5),
      change(1, 8),
      change(1, 8.01, 2.5, 1.5),
    ]
    const made = chart(changes)
    expect(made?.outcomes[0]?.best.map(([, y]) => y !== null)).toEqual([
      ...[true, false, true, false, true, false, true],
    ])
    expect(made?.table.map(({ why }) => why)).toEqual([
      ...[undefined, 'suspended', undefined, 'old', undefined, 'withdrawn', undefined],
    ])
  })

  it('has a line and the table of a chosen bookmaker', () => {
    const changes = [
      change(1, 0, 1.8, 2),
      change(2, 2, 1.9, 1.9),
      change(2, 5, 1.85, null),
      change(2, 6, 1.7, 2),
    ]
    const made = chartMarket(changes, {
      ...{ outcomes: [0, 1], keptShare: EVEN, brands: new Map(), until: at(10), chosen: 2 },
    })
    const lineOf = (steps: readonly Step[] = []) => steps.map(([x, y]) => [Math.round(x * 10), y !== null])
    expect(lineOf(made?.outcomes[0]?.chosen)).toEqual([
      [2, true],
      [5, false],
      [6, true],
    ])
    expect(made?.table.map(({ prices }) => prices)).toEqual([
      [1_900_000, 1_900_000],
      [null, null],
      [1_700_000, 2_000_000],
    ])
    expect(chart(changes)?.outcomes[0]?.chosen).toEqual([])
  })

  it('has prices of a bookmaker only while it quotes every outcome, except of a list', () => {
    const changes = [change(1, 0, 1.8, 2), change(2, 1, 9, null), change(2, 2, 3, 3), change(2, 3, null, 3)]
    expect(chart(changes)?.table.map(({ prices }) => prices)).toEqual([
      [1_800_000, 2_000_000],
      [3_000_000, 3_000_000],
      [1_800_000, 2_000_000],
    ])
    const open = chartMarket(changes, {
      ...{ outcomes: [0, 1], keptShare: EVEN, brands: new Map(), until: at(10), isOpenList: true },
    })
    expect(open?.table[1]?.prices).toEqual([9_000_000, 2_000_000])
  })

  it('ends with the start of the event, and is not drawn when nothing has moved', () => {
    const changes = [change(1, 0, 1.8, 2), change(1, 3, 1.7, 2.1), change(1, 9, 1.1, 8)]
    expect(chart(changes, EVEN, at(5))?.outcomes[0]?.last).toBe(1_700_000)
    expect(chart([change(1, 0, 1.8, 2)])).toBeNull()
    expect(chart([])).toBeNull()
  })

  it('of 10,000 changes stays small', () => {
    const changes = Array.from({ length: 10_000 }, (_, n) =>
      change((n % 2) + 1, n / 1_000, 1.5 + (n % 97) / 100, 3 - (n % 89) / 100),
    )
    const made = chart(changes)
    const drawn = (made?.outcomes ?? []).map(({ best, average, lowest }) =>
      [stepPath(best), stepPath(average), bandPath(best, lowest)].join(''),
    )
    expect(drawn.join('').length).toBeLessThan(10_000)
    expect(made?.table.length).toBe(20)
    expect(made?.changes).toBeGreaterThan(20)
  })
})

it.each([
  [1.72, 1.9, [1.7, 1.75, 1.8, 1.85, 1.9]],
  [2, 2, [2, 2.01, 2.02, 2.03, 2.04]],
  [1.01, 29, [1.01, 11, 21, 31, 41]],
  [1.53, 4.45, [1.01, 2, 3, 4, 5]],
  // 1.00 is no price: as a fraction or in American odds it cannot be written.
  [1.02, 1.15, [1.01, 1.06, 1.11, 1.16, 1.21]],
  [1.002, 1.009, [1.002, 1.012, 1.022, 1.032, 1.042]],
])('the scale around %f and %f has round prices', (low, high, expected) => {
  expect(scaleOf(low * 1e6, high * 1e6).map((price) => price / 1e6)).toEqual(expected)
})
