import { describe, expect, it } from 'vitest'
import { isTableRound } from './rounds.ts'
import { isCalendarYear, type PlayedYear, seasonAt, seasonName } from './seasons.ts'
import { buildTable, type TableResult, tableRuleOf } from './standings.ts'

let day = 0
const result = (home: string, away: string, homeScore: number, awayScore: number): TableResult => {
  day += 1
  return { id: `r${day}`, home, away, homeScore, awayScore, startTime: new Date(Date.UTC(2026, 0, day)) }
}

describe('the table of a sport', () => {
  it.each([
    ['soccer', 'three-points'],
    ['football', 'three-points'],
    ['futsal', 'three-points'],
    ['handball', 'two-points'],
    ['volleyball', 'sets'],
    ['ice-hockey', 'win-share'],
    ['constructor', 'win-share'],
    ['tennis', null],
  ])('of %s goes by the rule %s', (sport, rule) => {
    expect(tableRuleOf(sport)).toBe(rule)
  })

  it('gives two points for a win in handball, one for a draw and none for a defeat', () => {
    const rows = buildTable([result('A', 'B', 30, 20), result('A', 'C', 25, 25)], {
      rule: 'two-points',
      kind: 'overall',
    })
    expect(rows.map(({ team, points }) => [team, points])).toEqual([
      ['A', 3],
      ['C', 1],
      ['B', 0],
    ])
  })

  it('gives points by sets in volleyball', () => {
    const rows = buildTable([result('A', 'B', 3, 2), result('B', 'C', 3, 1), result('C', 'A', 3, 0)], {
      rule: 'sets',
      kind: 'overall',
    })
    expect(rows.map(({ team, points }) => [team, points])).toEqual([
      ['B', 4],
      ['C', 3],
      ['A', 2],
    ])
  })

  it('has one rank for teams that nothing separates, and counts spellings of one name together', () => {
    const rows = buildTable([result('Köln', 'B', 1, 1), result('B', 'KOLN', 2, 2)], {
      rule: 'three-points',
      kind: 'overall',
    })
    expect(rows.map(({ rank, team, played }) => [rank, team, played])).toEqual([
      [1, 'B', 2],
      [1, 'KOLN', 2],
    ])
  })
})

describe('the table of a league', () => {
  it.each([
    ['Regular Season - 12', true],
    ['League Stage - 3', true],
    ['Group A - 1', true],
    ['North - 12', true],
    ['Championship Round - 3', true],
    ['Relegation Round - 2', true],
    ['Qualifying Round - 7', true],
    ['2nd Round - 3', true],
    ['Final Round - 2', true],
    ['A round of its own', true],
    [null, true],
    ['Final', false],
    ['Semi-finals', false],
    ['8th Finals', false],
    ['Round of 16', false],
    ['Play-offs', false],
    ['Knockout Round Play-offs', false],
    ['Promotion Play-offs - Semi-finals', false],
    ['Promotion Play Offs', false],
    ['Play-In', false],
    ['Quarterfinals', false],
    ['Last 16', false],
    ['5th Place', false],
    ['Relegation Decider', false],
    ['Apertura - Reclasificación', false],
    ['Qualification Round 1', false],
    ['3rd Place', false],
    ['1st Qualifying Round', false],
    ['3rd Qualifying Round - 1st Leg', false],
    ['1st Preliminary Round', false],
    ['2nd Round', false],
  ])('counts the round %s: %s', (round, counts) => {
    expect(isTableRound(round)).toBe(counts)
  })
})

describe('a season', () => {
  const of = (january: number, july: number, untilJune = 20, fromJuly = 20): PlayedYear => ({
    ...{ aroundJanuary: january, aroundJuly: july, teamsUntilJune: untilJune, teamsFromJuly: fromJuly },
  })
  it.each<[string, boolean, PlayedYear[]]>([
    ['England, August to May', false, [of(50, 0)]],
    ['Germany, with a winter break', false, [of(0, 0)]],
    ['Germany, one of whose seasons ended in July', false, [of(0, 0), of(0, 0), of(0, 24)]],
    ['Brazil, stored from August on', true, [of(0, 0, 0), of(0, 28)]],
    ['Brazil, April to December', true, [of(0, 28)]],
    ['Brazil, one of whose seasons ended in February', true, [of(0, 28), of(0, 0, 0), of(12, 30), of(0, 25)]],
    ['Italy, one of whose seasons ended in August', false, [of(20, 0), of(15, 50), of(25, 0)]],
    ['the United States, stored from the end of June on', true, [of(0, 38, 14, 30), of(0, 40, 30, 30)]],
    ['Sweden, in a year with a break in June', true, [of(0, 6, 16, 16)]],
    ['the NBA, one of whose finals were in July', false, [of(150, 0), of(140, 4), of(160, 0)]],
    ['Australia, October to May', false, [of(18, 0)]],
    ['the Champions League from its qualifying on', false, [of(0, 20, 36, 82), of(0, 18, 36, 81)]],
    ['the Champions League from its group stage on', false, [of(0, 0, 16, 32)]],
    ['a first autumn of the Champions League, until its spring', true, [of(0, 20, 0, 82)]],
    ['the Copa Libertadores', true, [of(0, 4, 47, 16)]],
    ['the World Cup', true, [of(0, 24, 48, 32)]],
    ['a tournament of July', true, [of(0, 18, 0, 16)]],
  ])('of %s is a calendar year: %s', (_league, isCalendar, years) => {
    expect(isCalendarYear(years, 'soccer')).toBe(isCalendar)
  })

  it('contains its first instant and not the one after its last', () => {
    const name = (at: string, calendarYear: boolean) =>
      seasonName(seasonAt(new Date(at), calendarYear, 'UTC'))
    expect(name('2026-06-30T23:59:59Z', false)).toBe('2025/26')
    expect(name('2026-07-01T00:00:00Z', false)).toBe('2026/27')
    expect(name('2026-12-31T23:59:59Z', true)).toBe('2026')
  })
})
