import { describe, expect, it } from 'vitest'
import { marketFigures } from './calculator.ts'
import { fromNumber } from './prices.ts'

const figuresOf = (decimals: number[], total = 100) => marketFigures(decimals.map(fromNumber), total * 100)

describe('the figures of a market that somebody types', () => {
  it('are margin, payout, fair prices and stakes', () => {
    // 4.45/3.40/1.90: S 1.045153, overround 4.5153 %, payout 95.6798 %.
    const figures = figuresOf([4.45, 3.4, 1.9])
    expect(figures?.sum).toBeCloseTo(1.045153, 6)
    expect(figures?.overround).toBeCloseTo(0.045153, 6)
    expect(figures?.payout).toBeCloseTo(0.956798, 6)
    expect(figures?.outcomes.map(({ fair }) => fair).reduce((sum, one) => sum + one)).toBeCloseTo(1, 12)
    expect(figures?.outcomes[2]?.fairPrice).toBe(Math.round(1.9e6 * (1 / 4.45 + 1 / 3.4 + 1 / 1.9)))
    expect(figures?.isSure).toBe(false)
    expect(figures?.lowestProfit).toBeLessThan(0)
  })

  it('find a sure bet and split the stake to the cent', () => {
    // 1.18/7.00 with 500: 427.87/72.13, profit 4.89.
    const figures = figuresOf([1.18, 7], 500)
    expect(figures?.outcomes.map(({ stake }) => stake)).toEqual([42_787, 7_213])
    expect(figures?.lowestReturn).toBe(50_488)
    expect(figures?.isSure).toBe(true)
    expect(figuresOf([2, 2])?.isSure).toBe(false)
    // 10/11 and 11/10 in millionths.
    expect(figuresOf([1.909_091, 2.1])?.isSure).toBe(false)
    expect(figuresOf([1.91, 2.1])?.isSure).toBe(true)
  })

  it('need two prices', () => {
    expect(figuresOf([])).toBeNull()
    expect(figuresOf([2])).toBeNull()
  })
})
