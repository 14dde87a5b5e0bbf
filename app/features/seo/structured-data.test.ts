import { describe, expect, it } from 'vitest'
import { matchSummary } from '#tests/support/match-summary.ts'
import type { Fixture } from '../matches/schema.ts'
import { describeMatch } from './structured-data.ts'

describe('a match', () => {
  it.each([
    ['NS', 'EventScheduled', '2026-03-01T15:00:00Z'],
    ['TBD', 'EventScheduled', '2026-03-01'],
    ['PST', 'EventPostponed', '2026-03-01T15:00:00Z'],
  ])('with the code %s is said to be %s, and to start at %s', (statusShort, status, start) => {
    const { eventStatus, startDate } = describeMatch('https://odds.example', 'en', matchSummary(), {
      statusShort,
    } as Fixture)
    expect([eventStatus, startDate]).toEqual([`https://schema.org/${status}`, start])
  })
})
