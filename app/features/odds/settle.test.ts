import { describe, expect, it } from 'vitest'
import { definitionOf, type Market, type MarketType } from './markets.ts'
import { type EventResult, settleOutcome, winningOutcomes } from './settle.ts'

/** 2-1 after 0-1 at half-time, and 3-1 with overtime. */
const RESULT: EventResult = {
  fullTime: { home: 2, away: 1 },
  final: { home: 3, away: 1 },
  halfTime: { home: 0, away: 1 },
}

function winners(more: Partial<Market> & { type: MarketType }, result = RESULT): string[] | null {
  const { outcomes } = definitionOf(more.type)
  const names = outcomes === 'participants' ? ['Anybody'] : outcomes
  const market = { period: 'full_time', line: null, participant: null, ...more, outcomes: names }
  const won = winningOutcomes(market, result)
  return won && names.filter((_, index) => won[index])
}

describe('a market is settled by the score of its period', () => {
  it.each([
    [{ type: 'match_result' }, ['home']],
    [{ type: 'match_result', period: 'half_1' }, ['away']],
    [{ type: 'match_result', period: 'half_2' }, ['home']],
    [{ type: 'moneyline', period: 'with_overtime' }, ['home']],
    [{ type: 'total', line: 2.5 }, ['over']],
    [{ type: 'total', line: 3.5 }, ['under']],
    [{ type: 'total', line: 3.5, period: 'with_overtime' }, ['over']],
    [{ type: 'handicap', line: -0.5 }, ['home']],
    [{ type: 'handicap', line: -1.5 }, ['away']],
    [{ type: 'both_to_score' }, ['yes']],
    [{ type: 'double_chance' }, ['home_draw', 'home_away']],
    [{ type: 'draw_no_bet' }, ['home']],
    [{ type: 'team_total', line: 1.5, participant: 'away' }, ['under']],
    [{ type: 'half_time_full_time' }, ['away/home']],
    [{ type: 'odd_even' }, ['odd']],
    [{ type: 'correct_score' }, ['2:1']],
  ] as const)('%j: %j', (market, expected) => expect(winners({ ...market })).toEqual(expected))

  it.each([
    ['a stake that is returned wins nothing', { type: 'total', line: 3 }],
    ['a handicap that is made up for neither', { type: 'handicap', line: -1 }],
    ['corners are not in the score', { type: 'corners_total', line: 9.5 }],
    ['nor is a quarter', { type: 'total', line: 1.5, period: 'quarter_1' }],
  ] as const)('%s', (_, market) => expect(winners({ ...market })).toBeNull())

  it('does not settle a half without its score, and settles unusual scores as any other', () => {
    expect(winners({ type: 'match_result', period: 'half_2' }, { ...RESULT, halfTime: null })).toBeNull()
    expect(winners({ type: 'match_result' }, { ...RESULT, fullTime: null })).toBeNull()
    const rout = { ...RESULT, fullTime: { home: 7, away: 0 } }
    expect(winners({ type: 'correct_score' }, rout)).toEqual(['other'])
  })
})

describe('a bet on one outcome', () => {
  const endOf = (more: Partial<Market> & { type: MarketType }, outcome: string, result = RESULT) => {
    const { outcomes } = definitionOf(more.type)
    const names = outcomes === 'participants' ? [] : outcomes
    return settleOutcome(
      { period: 'full_time', line: null, participant: null, ...more, outcomes: names },
      outcome,
      result,
    )
  }

  // 2-1: three goals, ahead by one.
  it.each([
    [{ type: 'match_result' }, 'home', 'won'],
    [{ type: 'match_result' }, 'draw', 'lost'],
    [{ type: 'total', line: 3 }, 'over', 'void'],
    [{ type: 'total', line: 2.75 }, 'over', 'half-won'],
    [{ type: 'total', line: 2.75 }, 'under', 'half-lost'],
    [{ type: 'total', line: 3.25 }, 'over', 'half-lost'],
    [{ type: 'total', line: 3.25 }, 'under', 'half-won'],
    [{ type: 'total', line: 2.25 }, 'over', 'won'],
    [{ type: 'handicap', line: -0.75 }, 'home', 'half-won'],
    [{ type: 'handicap', line: -1 }, 'away', 'void'],
    [{ type: 'handicap', line: -1.25 }, 'home', 'half-lost'],
    [{ type: 'handicap', line: -1.25 }, 'away', 'half-won'],
    [{ type: 'double_chance' }, 'draw_away', 'lost'],
    [{ type: 'team_total', line: 2, participant: 'home' }, 'over', 'void'],
    [{ type: 'corners_total', line: 9.5 }, 'over', null],
    [{ type: 'team_total', line: 2, participant: 'A player' }, 'over', null],
  ] as const)('%j: %s is %s', (market, outcome, end) => expect(endOf({ ...market }, outcome)).toBe(end))

  it('is returned where a draw is no outcome and the market says so, and open where it does not', () => {
    const draw = { fullTime: { home: 1, away: 1 }, final: { home: 1, away: 1 }, halfTime: null }
    expect(endOf({ type: 'draw_no_bet' }, 'home', draw)).toBe('void')
    expect(endOf({ type: 'moneyline' }, 'home', draw)).toBeNull()
    expect(endOf({ type: 'moneyline', period: 'with_overtime' }, 'home', draw)).toBe('void')
  })

  it.each([
    [{ home: 4, away: 2 }, 'won', 'lost'],
    [{ home: 2, away: 4 }, 'lost', 'won'],
    [{ home: null, away: null }, null, null],
  ] as const)('is decided by penalties %j where the tie is no outcome', (shootout, home, away) => {
    const tie = { fullTime: { home: 1, away: 1 }, final: { home: 2, away: 2 }, halfTime: null, shootout }
    const winner = { type: 'moneyline', period: 'with_overtime' } as const
    expect([endOf(winner, 'home', tie), endOf(winner, 'away', tie)]).toEqual([home, away])
    expect(endOf({ type: 'match_result', period: 'with_overtime' }, 'draw', tie)).toBe('won')
    expect(endOf({ type: 'total', line: 4, period: 'with_overtime' }, 'over', tie)).toBeNull()
    expect(endOf({ type: 'odd_even', period: 'with_overtime' }, 'even', tie)).toBeNull()
    expect(endOf({ type: 'correct_score', period: 'with_overtime' }, '2:2', tie)).toBeNull()
    expect(endOf({ type: 'both_to_score', period: 'with_overtime' }, 'yes', tie)).toBe('won')
    expect(endOf({ type: 'total', line: 3.5, period: 'with_overtime' }, 'over', tie)).toBe('won')
    expect(endOf({ type: 'handicap', line: -0.5, period: 'with_overtime' }, 'home', tie)).toBeNull()
    expect(endOf({ type: 'handicap', line: -1.5, period: 'with_overtime' }, 'home', tie)).toBe('lost')
    expect(endOf({ type: 'odd_even' }, 'even', tie)).toBe('won')
    expect(endOf({ type: 'total', line: 2 }, 'over', tie)).toBe('void')
    expect(endOf({ type: 'match_result' }, 'draw', tie)).toBe('won')
  })
})

it('marks an outcome of a quarter line of which half won', () => {
  const marks = (line: number) =>
    winningOutcomes(
      { type: 'total', period: 'full_time', line, participant: null, outcomes: ['over', 'under'] },
      RESULT,
    )
  expect([2.25, 2.75, 3, 3.25].map(marks)).toEqual([
    ['won', null],
    ['half-won', null],
    null,
    [null, 'half-won'],
  ])
})

it('marks no outcome of a quarter line where a goal that is not known decides half of it', () => {
  const tie = { home: 3, away: 3 }
  const result = { ...RESULT, final: tie, shootout: { home: null, away: null } }
  const marks = (type: 'total' | 'handicap', line: number, outcomes: string[]) =>
    winningOutcomes({ type, period: 'with_overtime', line, participant: null, outcomes }, result)
  expect(marks('handicap', 1.25, ['home', 'away'])).toBeNull()
  expect(marks('total', 5.75, ['over', 'under'])).toBeNull()
  expect(marks('total', 5.25, ['over', 'under'])).toEqual(['won', null])
})

describe('a score in another unit than the lines, as sets of tennis,', () => {
  const sets: EventResult = { ...RESULT, isOtherUnit: true }
  const names = (type: MarketType) => definitionOf(type).outcomes as readonly string[]

  it.each([
    { type: 'total', line: 22.5 },
    { type: 'total', line: 22.25 },
    { type: 'handicap', line: -3.5 },
    { type: 'handicap', line: 0 },
    { type: 'team_total', line: 1.5, participant: 'home' },
    { type: 'both_to_score' },
    { type: 'odd_even' },
    { type: 'correct_score' },
  ] as const)('does not settle %j', (market) => {
    const whole = {
      period: 'full_time',
      line: null,
      participant: null,
      ...market,
      outcomes: names(market.type),
    }
    expect(winningOutcomes(whole, sets)).toBeNull()
    expect(whole.outcomes.map((outcome) => settleOutcome(whole, outcome, sets))).toEqual(
      whole.outcomes.map(() => null),
    )
    expect(
      winningOutcomes({ ...whole, line: market.type === 'total' ? 2.5 : whole.line }, RESULT),
    ).not.toBeNull()
  })

  it('settles who has won', () => {
    expect(winners({ type: 'moneyline' }, sets)).toEqual(['home'])
    expect(winners({ type: 'match_result' }, sets)).toEqual(['home'])
    expect(winners({ type: 'double_chance' }, sets)).toEqual(['home_draw', 'home_away'])
    expect(winners({ type: 'draw_no_bet' }, sets)).toEqual(['home'])
  })
})

it('a score that does not say who has won, as runs of cricket, settles totals only', () => {
  const runs: EventResult = { ...RESULT, hasNoLead: true }
  const leads = [{ type: 'match_result' }, { type: 'draw_no_bet' }, { type: 'handicap', line: -1.5 }] as const
  expect(leads.map((market) => winners(market, runs))).toEqual([null, null, null])
  expect(winners({ type: 'total', line: 2.5 }, runs)).toEqual(winners({ type: 'total', line: 2.5 }, RESULT))
  expect(winners({ type: 'total', line: 2.5 }, runs)).not.toBeNull()
})
