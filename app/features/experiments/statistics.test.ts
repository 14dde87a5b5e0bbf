import { describe, expect, it } from 'vitest'
import {
  compareMeans,
  compareShares,
  isUneven,
  normalCdf,
  normalQuantile,
  rateOf,
  unitsForMeans,
  unitsForShares,
} from './statistics.ts'

const USUAL = { alpha: 0.05, power: 0.8 }

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [1.959963984540054, 0.975],
    [-3, 0.0013498980316300933],
  ])('of %d is %d, and back', (x, p) => {
    expect(normalCdf(x)).toBeCloseTo(p, 13)
    expect(normalQuantile(p)).toBeCloseTo(x, 9)
  })
})

describe('the needed units', () => {
  // Those of R's power.prop.test.
  it.each([
    [0.5, 0.75, 0.05, 0.9, 77],
    [0.05, 0.06, 0.05, 0.8, 8_158],
    [0.1, 0.12, 0.05, 0.8, 3_841],
  ])('find shares of %d and %d at %d with a power of %d: %i', (p1, p2, alpha, power, units) => {
    expect(Math.abs(unitsForShares(p1, p2, { alpha, power }) - units)).toBeLessThanOrEqual(1)
    expect(unitsForShares(p2, p1, { alpha, power })).toBe(unitsForShares(p1, p2, { alpha, power }))
  })

  it('find means half a deviation apart: 63', () => {
    expect(unitsForMeans(0.5, 1, USUAL)).toBe(63)
  })
})

describe('a comparison', () => {
  it('of shares has the interval of Newcombe’s table II, column (a)', () => {
    const { difference, low, high } = compareShares(
      { units: 80, successes: 48 },
      { units: 70, successes: 56 },
      0.05,
    )
    expect(difference).toBeCloseTo(0.2, 10)
    expect(low).toBeCloseTo(0.0524, 4)
    expect(high).toBeCloseTo(0.3339, 4)
  })

  it('of shares without a single success finds nothing', () => {
    const none = { units: 10, successes: 0 }
    expect(compareShares(none, none, 0.05)).toMatchObject({ difference: 0, p: 1 })
    expect(rateOf({ units: 0, successes: 0 })).toBe(0)
  })

  it('of means has the error of both variances', () => {
    // 1, 2, 3 and 2, 4, 6: variances 1 and 4.
    const { difference, p, low } = compareMeans(
      { units: 3, sum: 6, squares: 14 },
      { units: 3, sum: 12, squares: 56 },
      0.05,
    )
    expect(difference).toBe(2)
    expect(low).toBeCloseTo(2 - 1.959964 * Math.sqrt(5 / 3), 5)
    expect(p).toBeCloseTo(0.1213, 4)
  })
})

describe('an uneven division', () => {
  it('is reported where chance would make it once in a thousand times', () => {
    expect(isUneven(5_000, 5_300)).toBe(false)
    expect(isUneven(5_000, 5_340)).toBe(true)
    expect(isUneven(0, 0)).toBe(false)
  })
})

/** Numbers between 0 and 1 from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('many experiments', () => {
  const RUNS = 2_000
  /** The share of experiments that name a winner. */
  function winners(pa: number, pb: number, units: number): number {
    const random = seeded(20_261_123)
    const draw = (p: number) => {
      let successes = 0
      for (let unit = 0; unit < units; unit += 1) if (random() < p) successes += 1
      return { units, successes }
    }
    let found = 0
    for (let run = 0; run < RUNS; run += 1)
      if (compareShares(draw(pa), draw(pb), USUAL.alpha).p < USUAL.alpha) found += 1
    return found / RUNS
  }
  const units = unitsForShares(0.2, 0.26, USUAL)

  it('with equal variants name a winner as often as alpha says', () => {
    const share = winners(0.2, 0.2, units)
    expect(share).toBeGreaterThan(0.035)
    expect(share).toBeLessThan(0.065)
  })

  it('with the smallest difference find it as often as the power says', () => {
    const share = winners(0.2, 0.26, units)
    expect(share).toBeGreaterThan(0.77)
    expect(share).toBeLessThan(0.83)
  })
})
