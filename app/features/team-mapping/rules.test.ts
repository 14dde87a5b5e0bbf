import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  badgeOf,
  confidenceOf,
  type DatabaseTeam,
  formulaScore,
  isDirect,
  namesOf,
  searchWord,
  sportKey,
  sportNames,
} from './rules.ts'

const MATCH = { name: 'Arsenal', sport: 'Football', country: 'England', league: 'Premier League' }
const ARSENAL: DatabaseTeam = {
  name: 'Arsenal',
  alternate: null,
  sport: 'Soccer',
  leagues: ['English Premier League'],
}

describe('formulaScore', () => {
  it('is 0.6 of the name, 0.2 of the sport and 0.2 of the league', () => {
    expect(formulaScore(MATCH, { ...ARSENAL, leagues: ['Premier League'] })).toBe(1)
    // Of 12 and 19 pairs of letters 12 are shared: 24/31.
    expect(formulaScore(MATCH, ARSENAL)).toBe(Math.round((0.8 + (0.2 * 24) / 31) * 10_000) / 10_000)
    expect(formulaScore(MATCH, { ...ARSENAL, leagues: [] })).toBe(0.8)
    expect(formulaScore(MATCH, { ...ARSENAL, leagues: [], sport: 'Zyx' })).toBe(0.6)
  })

  it('uses the better of name and alternate names, and the best of the leagues', () => {
    const team = {
      name: 'Zzz',
      alternate: 'Qqq, Arsenal',
      sport: 'Soccer',
      leagues: ['FA Cup', 'Premier League'],
    }
    expect(formulaScore(MATCH, team)).toBe(1)
  })

  it('is between 0 and 1', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 15 })
    fc.assert(
      fc.property(text, text, text, text, text, (name, other, sport, league, alternate) => {
        const team = { name: other, alternate, sport, leagues: [league] }
        const score = formulaScore({ ...MATCH, name }, team)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('confidenceOf', () => {
  it.each([
    [1, 'high'],
    [0.8001, 'high'],
    [0.8, 'medium'],
    [0.6001, 'medium'],
    [0.6, null],
    [0, null],
  ])('%s: %s', (score, confidence) => {
    expect(confidenceOf(score)).toBe(confidence)
  })
})

describe('isDirect', () => {
  it('requires the same name, sport and league, in any case', () => {
    const team = { ...ARSENAL, leagues: ['PREMIER LEAGUE'] }
    expect(isDirect({ ...MATCH, name: 'ARSENAL' }, team)).toBe(true)
    expect(isDirect({ ...MATCH, name: 'Arsenal FC' }, team)).toBe(false)
    expect(isDirect(MATCH, ARSENAL)).toBe(false)
    expect(isDirect({ ...MATCH, league: '' }, { ...ARSENAL, leagues: [''] })).toBe(false)
  })
})

it('recognises a sport under its several names', () => {
  expect(sportKey(' Soccer')).toBe(sportKey('Football'))
  expect(sportKey('American Football')).not.toBe(sportKey('Football'))
})

it('separates other names, without the text NULL', () => {
  expect(namesOf({ name: 'Inter', alternate: 'Internazionale, NULL; Inter Milan' })).toEqual([
    'Inter',
    'Internazionale',
    'Inter Milan',
  ])
})

it('treats null, nothing and the text NULL as no badge', () => {
  expect([null, '', ' ', 'NULL', 'https://a.test/b.png'].map(badgeOf)).toEqual([
    null,
    null,
    null,
    null,
    'https://a.test/b.png',
  ])
})

it.each([
  ['Arsenal London', 'Arsenal'],
  ['1. FC Köln', 'Köln'],
  ['FC Porto', 'Porto'],
  ['Real Madrid', 'Madrid'],
  ['AC', 'AC'],
  ['', ''],
])('searches %j by %j', (name, word) => {
  expect(searchWord(name)).toBe(word)
})

describe('sports', () => {
  it.each([
    ['football', ['football', 'soccer', 'association football']],
    ['american football', ['american football', 'gridiron', 'nfl']],
    ['ice hockey', ['ice hockey', 'hockey']],
    ['rugby union', ['rugby union', 'rugby']],
    ['fighting', ['fighting', 'mma', 'mixed martial arts']],
    ['racing', ['racing', 'motor sport', 'motorsport']],
    ['darts', ['darts']],
  ])('%s has these names', (key, names) => {
    expect(sportNames(key.toUpperCase())).toEqual(names)
    expect(names.map(sportKey)).toEqual(names.map(() => key))
  })
})

describe('edge cases of similarity', () => {
  it('has no name when the database has none', () => {
    expect(namesOf({ name: '', alternate: null })).toEqual([])
    expect(namesOf({ name: 'Inter', alternate: '' })).toEqual(['Inter'])
    expect(namesOf({ name: 'Inter', alternate: 'Inter,, NULL' })).toEqual(['Inter'])
  })

  it('treats a missing league as a league without a name', () => {
    const match = { ...MATCH, league: '' }
    expect(formulaScore(match, { ...ARSENAL, leagues: [] })).toBe(
      formulaScore(match, { ...ARSENAL, leagues: [''] }),
    )
  })

  it('rounds to four decimals', () => {
    // Of 6 and 7 pairs of letters 6 are shared: 12/13.
    const team = { ...ARSENAL, name: 'Arsenals', leagues: [] }
    expect(formulaScore(MATCH, team)).toBe(0.7538)
    // Of 12 and 6 pairs 6 are shared: 2/3.
    expect(formulaScore(MATCH, { ...ARSENAL, leagues: ['Premier'] })).toBe(0.9333)
  })

  const direct = { ...ARSENAL, leagues: ['FA Cup', ' Premier League '] }
  it.each([
    [{ name: ' arsenal ', league: ' premier league ' }, {}, true],
    [{}, { name: ' ARSENAL ' }, true],
    [{}, { sport: null }, false],
    [{}, { sport: 'Basketball' }, false],
    [{ sport: '' }, { sport: null }, true],
    [{ league: 'La Liga' }, {}, false],
    [{ league: ' ' }, { leagues: [' '] }, false],
  ])('%j and %j are the same team: %s', (match, team, expected) => {
    expect(isDirect({ ...MATCH, ...match }, { ...direct, ...team })).toBe(expected)
  })

  it('treats the text NULL in any case as no badge', () => {
    expect(badgeOf(' null ')).toBeNull()
    expect(badgeOf(' https://a.test/b.png ')).toBe('https://a.test/b.png')
  })

  it.each([
    ['Barfc United', 'Barfc'],
    ['Clubland Athletic', 'Clubland'],
    ['the Rovers', 'Rovers'],
    ['F.C. Internazionale', 'Internazionale'],
    [' .Ajax', 'Ajax'],
    ['FC Roma Napoli', 'Napoli'],
    ['FC Lazio Milan', 'Lazio'],
    ['AS FC', 'AS'],
    ['Ajax Amsterdam', 'Ajax'],
  ])('%s is searched by %s', (name, word) => {
    expect(searchWord(name)).toBe(word)
  })
})
