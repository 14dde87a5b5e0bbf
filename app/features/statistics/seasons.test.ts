import { expect, it } from 'vitest'
import { isCalendarYear, seasonAt, seasonName } from './seasons.ts'

const IN_JANUARY = { aroundJanuary: 1, aroundJuly: 0, teamsUntilJune: 2, teamsFromJuly: 0 }

it('of baseball and tennis are calendar years, also where few matches are stored', () => {
  for (const sport of ['baseball', 'tennis']) {
    expect(isCalendarYear([], sport)).toBe(true)
    expect(isCalendarYear([IN_JANUARY], sport)).toBe(true)
  }
  const january = new Date('2026-01-20T00:00:00Z')
  expect(seasonName(seasonAt(january, isCalendarYear([], 'tennis'), 'UTC'))).toBe('2026')
})

it('begin and end by the dates of the site', () => {
  const name = (at: string, zone: string) => seasonName(seasonAt(new Date(at), false, zone))
  expect(name('2026-06-30T23:45:00Z', 'UTC')).toBe('2025/26')
  expect(name('2026-06-30T23:45:00Z', 'Pacific/Auckland')).toBe('2026/27')
  expect(name('2026-07-01T03:00:00Z', 'America/New_York')).toBe('2025/26')
  const { from, until } = seasonAt(new Date('2026-11-01T00:00:00Z'), false, 'Pacific/Auckland')
  expect([from, until].map((it) => it.toISOString())).toEqual([
    '2026-06-30T12:00:00.000Z',
    '2027-06-30T12:00:00.000Z',
  ])
})
