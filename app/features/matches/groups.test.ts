import { describe, expect, it } from 'vitest'
import { groupByDay, openFirst, RECENT_LIMIT, splitAtToday } from './groups.ts'
import type { MatchSummary } from './schema.ts'

/** Half past eleven in the evening of Greenwich: tomorrow in Rome and Tokyo, an afternoon in Los Angeles. */
const NOW = new Date('2026-03-01T23:30:00Z')

const at = (startTime: string) => ({ id: startTime, startTime }) as MatchSummary
const around = [
  '2026-02-28T20:00:00Z',
  '2026-03-01T03:00:00Z',
  '2026-03-01T14:00:00Z',
  '2026-03-01T22:30:00Z',
  '2026-03-01T23:15:00Z',
  '2026-03-02T18:00:00Z',
].map(at)
const before = ['2026-02-26T20:00:00Z', '2026-02-25T20:00:00Z'].map(at)

describe('the matches of a league', () => {
  it.each([
    ['UTC', 1],
    // The fourth match began before midnight and is in play.
    ['Europe/Rome', 3],
    ['Asia/Tokyo', 3],
    ['America/Los_Angeles', 2],
    ['Pacific/Kiritimati', 2],
    ['Pacific/Pago_Pago', 2],
  ])('are upcoming from the start of today on in %s', (zone, past) => {
    const { upcoming, recent } = splitAtToday(around, before, NOW, zone)
    expect(upcoming).toEqual(around.slice(past))
    expect(recent).toEqual([...around.slice(0, past).reverse(), ...before])
  })

  it('are no results after midnight while they are not over', () => {
    const zone = 'Europe/Rome'
    const begun = at('2026-03-01T22:30:00Z')
    const all = [around[2], begun, around[5]] as MatchSummary[]
    const soon = splitAtToday(all, before, new Date('2026-03-01T23:10:00Z'), zone)
    expect(soon).toEqual({ upcoming: [begun, around[5]], recent: [around[2], ...before] })
    const stored = { ...begun, status: 'live' } as MatchSummary
    expect(splitAtToday([stored], [], new Date('2026-03-02T02:00:00Z'), zone).recent).toEqual([])
    const finished = { ...begun, status: 'finished' } as MatchSummary
    expect(splitAtToday([finished], [], new Date('2026-03-01T23:10:00Z'), zone).upcoming).toEqual([])
    const later = splitAtToday(all, before, new Date('2026-03-02T02:00:00Z'), zone)
    expect(later).toEqual({ upcoming: [around[5]], recent: [begun, around[2], ...before] })
  })

  it('are all recent when none is today or later', () => {
    const { upcoming, recent } = splitAtToday(around.slice(0, 2), before, NOW, 'Europe/Rome')
    expect(upcoming).toEqual([])
    expect(recent.map((match) => match.id)).toEqual([
      '2026-03-01T03:00:00Z',
      '2026-02-28T20:00:00Z',
      ...before.map((match) => match.id),
    ])
  })

  it.each([
    ['UTC', ['2026-02-28', '2026-03-01', '2026-03-02'], [1, 4, 1]],
    ['Europe/Rome', ['2026-02-28', '2026-03-01', '2026-03-02'], [1, 3, 2]],
    ['America/Los_Angeles', ['2026-02-28', '2026-03-01', '2026-03-02'], [2, 3, 1]],
  ])('are grouped by the calendar day of %s', (zone, days, counts) => {
    const groups = groupByDay(around, zone)
    expect(groups.map(({ day }) => day)).toEqual(days)
    expect(groups.map(({ matches }) => matches.length)).toEqual(counts)
    expect(groups.flatMap(({ matches }) => matches)).toEqual(around)
  })

  it('come after those still to be played once they are over', () => {
    const ofDay = around.slice(1, 5).map((match) => ({ ...match, status: 'scheduled' as const }))
    const [early, afternoon, late, last] = ofDay
    expect(openFirst(ofDay, NOW, 'UTC')).toEqual([late, last, early, afternoon])
    expect(
      openFirst([{ ...around[4], status: 'finished' } as MatchSummary, late as MatchSummary], NOW, 'UTC')[0],
    ).toBe(late)
  })

  it('are recent up to a limit', () => {
    const many = Array.from({ length: RECENT_LIMIT }, () => at('2026-02-20T20:00:00Z'))
    expect(splitAtToday(around, many, NOW, 'UTC').recent).toHaveLength(RECENT_LIMIT)
    expect(splitAtToday(around, many, NOW, 'UTC').recent[0]).toBe(around[0])
  })
})
