import { describe, expect, it } from 'vitest'
import { formatEuro } from './euro.ts'

describe('formatEuro', () => {
  it.each([
    [100, '€100'],
    [188.5, '€188.50'],
  ])('writes %d as %s, left to right in any text', (amount, text) => {
    expect(formatEuro(amount)).toBe(`\u2066${text}\u2069`)
  })
})
