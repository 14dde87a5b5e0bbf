import { describe, expect, it } from 'vitest'
import { areOtherTiers, areSameLeague, type LeagueEvidence, mayBeSameLeague } from './same-league.ts'

const certain: LeagueEvidence = {
  names: ['Premier League', 'EPL'],
  joined: 6,
  teams: 8,
  elsewhere: 0,
  covered: 8,
  shareSource: false,
}
const isSame = (more: Partial<LeagueEvidence>) => areSameLeague({ ...certain, ...more })

describe('two leagues of a country', () => {
  it('are the same with enough equal fixtures of enough teams', () => {
    expect(isSame({})).toBe(true)
    expect([isSame({ joined: 3, covered: 5 }), isSame({ joined: 2, covered: 2 })]).toEqual([true, false])
    expect([isSame({ teams: 4 }), isSame({ teams: 3 })]).toEqual([true, false])
  })

  it('are the same if six tenths of the fixtures that both could have are equal', () => {
    expect([isSame({ joined: 6, covered: 10 }), isSame({ joined: 5, covered: 10 })]).toEqual([true, false])
  })

  it('are not if many pairs meet at other times, as those of women or youth do', () => {
    expect([isSame({ joined: 8, elsewhere: 2 }), isSame({ joined: 8, elsewhere: 3 })]).toEqual([true, false])
  })

  it('are not if one feed has both', () => {
    expect(isSame({ shareSource: true })).toBe(false)
  })

  it.each([
    ['Serie A', 'Serie A Women'],
    ['Bundesliga', 'Bundesliga U19'],
    ['Premier League', 'Premier Reserve League'],
    ['Primera', 'Primera Reserves'],
    ['Oberliga', 'Oberliga Amateure'],
    ['Primera División', 'Primera División Reserva'],
    ['Süper Lig', 'Kadınlar Süper Ligi'],
  ])('may not be the same where one is of another kind of side: %j, %j', (a, b) => {
    expect(mayBeSameLeague({ names: [a, b] })).toBe(false)
    expect(mayBeSameLeague({ names: [b, a] })).toBe(false)
    expect(isSame({ names: [a, b] })).toBe(false)
    expect(mayBeSameLeague({ names: [a, a] })).toBe(true)
  })

  it.each([
    ['Ligue 1', 'Ligue 2', true],
    ['Serie A', 'Serie B', true],
    ['Serie C', 'Série D', true],
    ['Division II', 'Division 3', true],
    ['Liga IV', 'Liga 1', true],
    ['Liga I', 'Liga 1', false],
    ['Division III', 'Division 3', false],
    ['Group A 1', 'Serie A', false],
    ['Ligue 1', 'Ligue', false],
    ['Premier League', 'EPL', false],
    ['Constructor', 'Serie B', false],
  ])('%j and %j are of other tiers: %s', (a, b, expected) => {
    expect(areOtherTiers(a, b)).toBe(expected)
    expect(areOtherTiers(b, a)).toBe(expected)
    expect(isSame({ names: [a, b] })).toBe(!expected)
  })
})
