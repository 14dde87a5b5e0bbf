import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packChanges, unpackChanges } from './pack.ts'

const price = fc.option(
  fc.oneof(
    fc.integer({ min: 1_000_001, max: 1_000_000_000 }),
    fc.integer({ min: 101, max: 5_000 }).map((hundredths) => hundredths * 10_000),
  ),
)
const change = fc.record({
  at: fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
  prices: fc.array(price, { minLength: 1, maxLength: 4 }),
  status: fc.option(fc.stringMatching(/^[os-]{1,4}$/)),
})

it('restores every change', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      expect(unpackChanges(packChanges(changes))).toEqual(changes)
    }),
  )
})

it('takes less than thirty bytes a change', () => {
  const changes = Array.from({ length: 100 }, (_, n) => ({
    at: new Date(Date.UTC(2031, 2, 3) + n * 3_600_000 + ((n * 7_919) % 60_000)),
    prices: [2_000_000 + (n % 7) * 50_000, 3_400_000 - (n % 5) * 50_000, 3_750_000],
    status: null,
  }))
  expect(packChanges(changes).length / changes.length).toBeLessThan(15)
})

it('refuses a pack that is cut short', () => {
  const bytes = packChanges([{ at: new Date(0), prices: [2_000_000], status: null }])
  expect(() => unpackChanges(bytes.slice(0, -1))).toThrow(RangeError)
})
