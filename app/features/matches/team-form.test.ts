import { describe, expect, it } from 'vitest'
import type { PastMatch } from './schema.ts'
import { exampleMatches, formEntry } from './team-form.ts'

const past: PastMatch = {
  id: '1',
  home: 'Inter',
  away: 'Milan',
  startTime: '2026-02-01T19:45:00.000Z',
  homeScore: null,
  awayScore: null,
  homeOdds: 1.5,
  drawOdds: 4.2,
  awayOdds: 6.5,
  address: null,
  example: false,
}

describe('formEntry', () => {
  it.each([
    [2, 1, 'win', 'lose'],
    [0, 3, 'lose', 'win'],
    [1, 1, 'draw', 'draw'],
  ])('reads %d-%d as %s for the home side and %s for the other', (homeScore, awayScore, home, away) => {
    const match = { ...past, homeScore, awayScore }
    expect(formEntry(match, 'Inter')).toEqual({ outcome: home, certain: true })
    expect(formEntry(match, 'Milan')).toEqual({ outcome: away, certain: true })
  })

  it('uses the prediction of the odds when no score is known', () => {
    expect(formEntry(past, 'Inter')).toEqual({ outcome: 'win', certain: false })
    expect(formEntry(past, 'Milan')).toEqual({ outcome: 'lose', certain: false })
  })

  it('is empty without score and odds', () => {
    expect(formEntry({ ...past, homeOdds: 1.01, drawOdds: null, awayOdds: 1.01 }, 'Inter')).toBeNull()
  })
})

describe('exampleMatches', () => {
  it('are three, 7, 14 and 21 days ago: a win, a draw and a defeat', () => {
    const matches = exampleMatches('Inter', new Date('2026-03-31T12:00:00Z'))
    expect(matches.map((it) => [it.home, it.homeScore, it.awayScore, it.startTime, it.example])).toEqual([
      ['Inter', 2, 1, '2026-03-24T12:00:00.000Z', true],
      ['Inter', 1, 1, '2026-03-17T12:00:00.000Z', true],
      ['Inter', 0, 1, '2026-03-10T12:00:00.000Z', true],
    ])
  })
})
