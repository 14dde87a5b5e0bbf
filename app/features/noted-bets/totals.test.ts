import { expect, it } from 'vitest'
import type { NotedBet } from './schema.ts'
import { readOutcome, readStake, readTerms, writeOutcome } from './schema.ts'
import { closingLineValue, profitOf, totalsOf } from './totals.ts'

const bet = (of: Partial<NotedBet>) =>
  ({ price: 2_100_000, stake: 1_000, closing: null, result: null, ...of }) as NotedBet

it('the closing-line value compares with the closing price without margin', () => {
  expect(closingLineValue(2_100_000, { best: 2_050_000, fair: 2_000_000 })).toBeCloseTo(0.05, 12)
  expect(closingLineValue(2_100_000, { best: 2_050_000, fair: null })).toBeNull()
  expect(closingLineValue(2_100_000, null)).toBeNull()
})

it('the profit follows the result, half results included', () => {
  const of = (result: NotedBet['result'], stake: number | null = 1_000) => profitOf(bet({ result, stake }))
  expect([of('won'), of('half-won'), of('void'), of('half-lost'), of('lost')]).toEqual([
    1_100, 550, 0, -500, -1_000,
  ])
  expect([of(null), of('won', null)]).toEqual([null, null])
})

it('totals count values of closed bets, and profit of settled ones with a stake', () => {
  const totals = totalsOf([
    bet({ result: 'won', closing: { best: 2_000_000, fair: 2_000_000 } }),
    bet({ result: 'lost', closing: { best: 2_300_000, fair: 2_400_000 } }),
    bet({ result: 'won', stake: null }),
    bet({}),
  ])
  expect(totals).toMatchObject({ bets: 4, settled: 3, closed: 2, beaten: 1, staked: 2_000, profit: 100 })
  expect(totals.closingValue).toBeCloseTo((0.05 - 0.125) / 2, 12)
})

it('a void stake is returned: it counts neither as staked nor in the profit', () => {
  const totals = totalsOf([bet({ result: 'lost' }), bet({ result: 'void' })])
  expect(totals).toMatchObject({ bets: 2, settled: 2, staked: 1_000, profit: -1_000 })
  expect(totalsOf([bet({ result: 'void' })])).toMatchObject({ settled: 1, staked: 0, profit: 0 })
})

it('reads prices of a format, stakes, times and outcomes, and names what is wrong', () => {
  const fields = {
    price: '+110',
    exact: '',
    stake: '10,5',
    bookmaker: ' Corvane ',
    placed: '2026-01-02T03:04',
  }
  const read = (changed: Partial<typeof fields>) =>
    readTerms({ ...fields, ...changed }, 'american', 'en', (text) => new Date(`${text}Z`))
  expect(read({})).toEqual({
    ...{ price: 2_100_000, stake: 1_050, bookmaker: 'Corvane' },
    placedAt: new Date('2026-01-02T03:04Z'),
  })
  // 2.005 is written as +101, which alone is 2.01.
  expect(read({ price: '+101', exact: '2.005' })).toMatchObject({ price: 2_005_000 })
  expect(read({ price: '+102', exact: '2.005' })).toMatchObject({ price: 2_020_000 })
  expect(read({ price: '+101', exact: 'x' })).toMatchObject({ price: 2_010_000 })
  expect(read({ price: '50' })).toBe('price')
  expect(read({ stake: '-1' })).toBe('stake')
  expect(read({ placed: '2999-01-02T03:04' })).toBe('placed')
  expect(read({ price: '+١٠١', exact: '2.005' })).toMatchObject({ price: 2_005_000 })
  const stakes = ['', '0', '1.234', '7', '19.99', '1,000', '١٠٫٥'].map((text) => readStake(text, 'en'))
  expect(stakes).toEqual([null, undefined, undefined, 700, 1_999, 100_000, 1_050])
  expect(readStake('1.234', 'de')).toBe(123_400)
  const total = {
    market: { type: 'total', period: 'full_time', line: 2.5, participant: null },
    outcome: 'over',
  } as const
  expect(readOutcome(writeOutcome(total))).toEqual(total)
  for (const bad of [
    '',
    '[]',
    '["total","full_time",2.5,null,"home"]',
    '["x","full_time",null,null,"home"]',
    '{"a":1}',
  ])
    expect(readOutcome(bad), bad).toBeNull()
})
