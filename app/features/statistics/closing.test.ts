import { describe, expect, it } from 'vitest'
import { chooseClosing } from './closing.ts'

const NOTHING_ASKED = { market: 'total', period: null, participant: null, line: null } as const

describe('the closing odds that an address asks for', () => {
  it('are of the usual period by default, also where another period has more lines', () => {
    const line = (period: string, of: number, mains: number) => ({
      ...{ type: 'total' as const, participant: null },
      ...{ period, line: of, mains },
    })
    const variants = [line('full_time', 2.5, 120), line('half_1', 0.5, 100), line('half_1', 1.5, 100)]
    expect(chooseClosing(variants, NOTHING_ASKED)).toMatchObject({ period: 'full_time', lines: [2.5] })
  })
})
