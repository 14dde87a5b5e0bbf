import { describe, expect, it } from 'vitest'
import { isLargeMove, nextWait, priceMoves } from './rules.ts'

describe('the wait after a failed attempt', () => {
  const SECOND = 1_000
  const MINUTE = 60 * SECOND
  const HOUR = 60 * MINUTE

  it('grows from ten seconds to twelve hours; after the eighth the message is given up', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => nextWait(attempts))).toEqual([
      ...[10 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, null],
    ])
  })

  it.each([
    [1, 5, 10 * SECOND],
    [1, 10, 10 * SECOND],
    [1, 11, 11 * SECOND],
    [1, 43_200, 12 * HOUR],
    [1, 43_201, 12 * HOUR],
    [8, 60, 12 * HOUR],
  ])('after attempt %i, asked for %i s, is %i ms', (attempts, asked, expected) => {
    expect(nextWait(attempts, asked)).toBe(expected)
  })

  it('is none for a message that is given up, however long was asked for', () => {
    expect(nextWait(9, 60)).toBeNull()
  })
})

describe('the moves of prices', () => {
  it('are of each outcome that has changed, with their share', () => {
    expect(priceMoves({ home: 2, draw: 3, away: 4 }, { home: 2.2, draw: 3, away: 3 })).toEqual([
      { outcome: 'home', was: 2, now: 2.2, share: 0.1 },
      { outcome: 'away', was: 4, now: 3, share: -0.25 },
    ])
    expect(priceMoves({ home: 3, draw: 3, away: 3 }, { home: 3, draw: 3.1, away: 3 })).toEqual([
      { outcome: 'draw', was: 3, now: 3.1, share: 0.033333 },
    ])
    // 1.5 / 9 is 0.1666666: rounded, not cut.
    expect(priceMoves({ home: 9, draw: null, away: 2 }, { home: 10.5, draw: null, away: 2 })[0]?.share).toBe(
      0.166667,
    )
  })

  it('are not of an outcome without a price before or now', () => {
    expect(priceMoves({ home: 2, draw: null, away: 4 }, { home: 2, draw: 3, away: 4 })).toEqual([])
    expect(priceMoves({ home: 2, draw: 3, away: 4 }, { home: 2, draw: null, away: 4 })).toEqual([])
  })

  it('are large from the stated per cent on, up or down', () => {
    const isLarge = (now: number, percent: number) =>
      isLargeMove(priceMoves({ home: 2, draw: 3, away: 4 }, { home: now, draw: 3, away: 4 }), percent)
    expect([isLarge(2.2, 10), isLarge(1.8, 10), isLarge(2.1, 10), isLarge(1.9, 10)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isLarge(2.19999, 10)).toBe(false)
    expect(isLarge(2, 0)).toBe(false)
    const both = priceMoves({ home: 2, draw: 3, away: 4 }, { home: 2.02, draw: 3, away: 5 })
    expect([isLargeMove(both, 25), isLargeMove(both, 26)]).toEqual([true, false])
  })
})
