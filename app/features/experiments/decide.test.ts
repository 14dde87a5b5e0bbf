import { describe, expect, it } from 'vitest'
import { compareVariants, decide, isComplete, meanOf } from './decide.ts'

const RULE = { outcome: 'clicks', alpha: 0.05, needed: 400 } as const
const of = (units: number, successes: number) => ({ units, successes, sum: null, squares: null })
const earned = (units: number, sum: number, squares: number) => ({ units, successes: null, sum, squares })

describe('an experiment', () => {
  it.each([
    [399, 400, false],
    [400, 399, false],
    [400, 400, true],
  ])('with %i and %i units is complete: %s', (a, b, complete) => {
    expect(isComplete({ a: of(a, 0), b: of(b, 0) }, RULE)).toBe(complete)
  })

  it.each([
    ['b', 40, 80],
    ['a', 80, 40],
    ['none', 40, 40],
    // A difference that chance makes more often than alpha says.
    ['none', 40, 50],
  ])('of clicks decides for %s with %i and %i of 400', (decision, a, b) => {
    expect(decide(compareVariants({ a: of(400, a), b: of(400, b) }, RULE), RULE)).toBe(decision)
  })

  it.each([
    ['b', 400, 800],
    ['a', 800, 400],
    ['none', 400, 420],
  ])('of earnings decides for %s with sums of %i and %i', (decision, a, b) => {
    const rule = { ...RULE, outcome: 'earnings' } as const
    const result = compareVariants({ a: earned(400, a, 4_000), b: earned(400, b, 4_000) }, rule)
    expect(result.difference).toBeCloseTo((b - a) / 400, 12)
    expect(decide(result, rule)).toBe(decision)
  })

  it('decides nothing without units of both', () => {
    const result = compareVariants({ a: of(0, 0), b: of(400, 80) }, RULE)
    expect([result.difference, decide(result, RULE)]).toEqual([null, 'none'])
  })

  it('decides by its own alpha', () => {
    const result = compareVariants({ a: of(400, 40), b: of(400, 62) }, RULE)
    expect([0.05, 0.01].map((alpha) => decide(result, { ...RULE, alpha }))).toEqual(['b', 'none'])
  })

  it('has the rate or the mean of a variant', () => {
    expect([of(400, 80), earned(4, 10, 30), of(0, 0)].map(meanOf)).toEqual([0.2, 2.5, null])
  })
})
