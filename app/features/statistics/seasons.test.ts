import { expect, it } from 'vitest'
import { isCalendarYear, seasonAt, seasonName } from './seasons.ts'

const NEVER = { aroundJuly: false, aroundJanuary: false }

it('of baseball and tennis are calendar years, also where few matches are stored', () => {
  for (const sport of ['baseball', 'tennis']) {
    expect(isCalendarYear(NEVER, sport)).toBe(true)
    expect(isCalendarYear({ aroundJuly: false, aroundJanuary: true }, sport)).toBe(true)
  }
  const january = new Date('2026-01-20T00:00:00Z')
  expect(seasonName(seasonAt(january, isCalendarYear(NEVER, 'tennis')))).toBe('2026')
})
