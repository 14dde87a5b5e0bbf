import { describe, expect, it } from 'vitest'
import { endOfQuiet, fallenTo, isMet, pauseAfter } from './rules.ts'

describe('the end of the quiet hours', () => {
  const end = (now: string, from: string, until: string, timeZone = 'UTC') =>
    endOfQuiet(new Date(now), { from, until, timeZone })?.toISOString() ?? null

  it.each([
    ['2026-11-26T23:30:00Z', '2026-11-27T07:00:00.000Z'],
    ['2026-11-27T00:00:00Z', '2026-11-27T07:00:00.000Z'],
    ['2026-11-27T06:59:59Z', '2026-11-27T07:00:00.000Z'],
    ['2026-11-27T07:00:00Z', null],
    ['2026-11-26T21:59:59Z', null],
  ])('at %s, from 22:00 until 07:00, is %s', (now, expected) => {
    expect(end(now, '22:00', '07:00')).toBe(expected)
  })

  it('is on the same day where they do not include midnight, in the time zone of the site', () => {
    expect(end('2026-11-26T10:00:00Z', '09:00', '17:00')).toBe('2026-11-26T17:00:00.000Z')
    expect(end('2026-11-26T10:00:00Z', '09:00', '17:00', 'Europe/Rome')).toBe('2026-11-26T16:00:00.000Z')
    expect(end('2026-11-26T22:30:00Z', '23:00', '06:00', 'Europe/Rome')).toBe('2026-11-27T05:00:00.000Z')
  })

  it('comes again in the hour that the clocks repeat', () => {
    // In New York clocks go from 02:00 back to 01:00 at 06:00 UTC, on Lord Howe Island by half an hour at 15:00 UTC.
    const newYork = (now: string) => end(now, '22:00', '01:30', 'America/New_York')
    expect(newYork('2026-11-01T05:10:00Z')).toBe('2026-11-01T05:30:00.000Z')
    expect(newYork('2026-11-01T06:10:00Z')).toBe('2026-11-01T06:30:00.000Z')
    expect(newYork('2026-11-01T06:30:00Z')).toBeNull()
    expect(end('2026-04-04T15:05:00Z', '22:00', '01:45', 'Australia/Lord_Howe')).toBe(
      '2026-04-04T15:15:00.000Z',
    )
  })
})

describe('an alert', () => {
  it('of a fall waits for so many per cent less, rounded down to a millionth', () => {
    expect(fallenTo(2_000_000, 10)).toBe(1_800_000)
    expect(fallenTo(2_000_001, 50)).toBe(1_000_000)
    expect(fallenTo(3_333_333, 5)).toBe(3_166_666)
    const fall = { kind: 'fall', price: 2_000_000, percent: 10 } as const
    expect([1_799_999, 1_800_000, 1_800_001, null].map((best) => isMet(fall, best))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('of a price waits for it or a better one', () => {
    const price = { kind: 'price', price: 2_000_000 } as const
    expect([1_999_999, 2_000_000, 2_000_001, null].map((best) => isMet(price, best))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('is tried again after half a minute, then twice as long each time, up to an hour', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map((attempts) => pauseAfter(attempts) / 60_000)).toEqual([
      ...[0.5, 0.5, 1, 2, 4, 8, 16, 32, 64, 64, 64],
    ])
  })
})
