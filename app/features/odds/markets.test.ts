import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  definitionOf,
  isMarket,
  isUsualIn,
  MARKET_TYPES,
  type Market,
  readLine,
  turnMarket,
} from './markets.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const market = (more: Partial<Market> & Pick<Market, 'type'>): Market => ({
  period: 'full_time',
  line: null,
  participant: null,
  ...more,
})

describe('the registry', () => {
  it('is the only place that names a market, besides modules that know its ids', () => {
    // Names that mean nothing else.
    const names = /\b(both_to_score|double_chance|draw_no_bet|team_total|half_time_full_time|odd_even)\b/
    const files = globSync('{app,server}/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !file.includes('.test.') && names.test(readFileSync(path.join(root, file), 'utf8')),
    )
    // Each source has its own ids in its `markets.ts`.
    const others = files.filter((file) => !/^app\/features\/sources\/[^/]+\/markets\.ts$/.test(file))
    expect(others).toEqual(['app/features/odds/markets.ts'])
  })

  it.each(MARKET_TYPES)('has the outcomes of %s, and how they swap with the sides', (type) => {
    const { outcomes } = definitionOf(type)
    const { order } = turnMarket(market({ type }))
    if (outcomes === 'participants') return expect(order).toBeNull()
    expect([...(order ?? [])].sort((a, b) => a - b)).toEqual(outcomes.map((_, index) => index))
    expect(order?.map((index) => order[index])).toEqual(outcomes.map((_, index) => index))
  })
})

it('lists the usual markets of some sports', () => {
  expect(
    ['Soccer', 'Ice Hockey', 'constructor', 'Basketball', 'Tennis'].map((sport) =>
      isUsualIn('match_result', sport),
    ),
  ).toEqual([true, true, true, false, false])
  expect(isUsualIn('moneyline', 'Basketball')).toBe(true)
})

describe('swapping the sides', () => {
  it('swaps the line of a handicap, the side of a team total, and nothing of a total', () => {
    expect(turnMarket(market({ type: 'handicap', line: -0.5 }))).toEqual({
      market: market({ type: 'handicap', line: 0.5 }),
      order: [1, 0],
    })
    expect(turnMarket(market({ type: 'handicap', line: 0 })).market.line).toBe(0)
    const team = turnMarket(market({ type: 'team_total', line: 1.5, participant: 'home' }))
    expect([team.market.participant, team.order]).toEqual(['away', [0, 1]])
    expect(turnMarket(market({ type: 'total', line: 2.5 })).order).toEqual([0, 1])
    expect(turnMarket(market({ type: 'double_chance' })).order).toEqual([2, 1, 0])
    expect(turnMarket(market({ type: 'half_time_full_time' })).order).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0])
  })
})

describe('a market', () => {
  it.each([
    [{ type: 'total', line: 2.5 }, true],
    [{ type: 'total', line: null }, false],
    [{ type: 'total', line: -2.5 }, false],
    [{ type: 'handicap', line: -0.25 }, true],
    [{ type: 'match_result', line: 1 }, false],
    [{ type: 'team_total', line: 1.5, participant: 'home' }, true],
    [{ type: 'team_total', line: 1.5 }, false],
    [{ type: 'moneyline', period: 'whenever' }, false],
  ] as const)('%j: %s', (more, expected) => expect(isMarket(market(more))).toBe(expected))

  it('has a line in steps of a quarter', () => {
    expect([2.25, -0.5, -0, 218.5].map(readLine)).toEqual([2.25, -0.5, 0, 218.5])
    expect([2.3, Number.NaN, 1e9].map(readLine)).toEqual([null, null, null])
  })
})
