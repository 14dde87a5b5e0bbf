import { describe, expect, it } from 'vitest'
import { DEFAULT_REMOVAL_OPTION, REMOVAL_OPTIONS, removalWindow } from './rules.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

describe('removalWindow', () => {
  it.each([
    ['1', '2026-02-28T12:00:00Z', '2026-02-28T12:00:00Z'],
    ['30', '2026-01-30T12:00:00Z', '2026-01-30T12:00:00Z'],
    ['365', '2025-03-01T12:00:00Z', '2025-03-01T12:00:00Z'],
    ['all', '2026-03-01T12:00:00Z', '2026-03-01T10:00:00Z'],
  ] as const)('of %s', (option, cutoff, before) => {
    expect(removalWindow(option, NOW)).toEqual({ cutoff: new Date(cutoff), before: new Date(before) })
  })

  it('has these options, a month unless another is chosen', () => {
    expect(REMOVAL_OPTIONS).toEqual(['1', '7', '14', '30', '60', '90', '180', '365', 'all'])
    expect(DEFAULT_REMOVAL_OPTION).toBe('30')
  })
})
