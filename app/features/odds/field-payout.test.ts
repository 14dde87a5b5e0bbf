import { describe, expect, it } from 'vitest'
import { fieldPayout } from './field-payout.ts'
import { fromNumber } from './prices.ts'

const payout = (prices: (number | null)[], priced = prices.map(() => true)) =>
  fieldPayout(
    prices.map((price) => price && fromNumber(price)),
    priced,
  )

describe('the payout of a list of participants', () => {
  it('is 1/S when every participant that anybody prices has a price', () => {
    expect(payout([1.75, 2.3, 10.8])).toBeCloseTo(1 / 1.098804, 6)
    expect(payout([1.75, 2.3, null], [true, true, false])).toBeCloseTo(1 / (1 / 1.75 + 1 / 2.3), 9)
  })

  it('is unknown for an incomplete list, for several winners, and for fewer than two participants', () => {
    expect(payout([1.75, 2.3, null])).toBeNull()
    expect(payout([5, 6, 7])).toBeNull()
    expect(payout([1.2, 1.3, 1.4])).toBeNull()
    expect(payout([1.01])).toBeNull()
  })
})
