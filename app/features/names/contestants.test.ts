import { describe, expect, it } from 'vitest'
import {
  contestRules,
  extentOf,
  isPlaceholder,
  isSameContestant,
  isSpeltAlike,
  isTelling,
  mayBeOneTeam,
  nameKey,
  pairKey,
} from './contestants.ts'

const TENNIS = contestRules('tennis')
const SOCCER = contestRules('soccer')
const HOUR = 3_600_000

describe('the rules of a sport', () => {
  it.each([
    ...[
      'soccer',
      'americanfootball',
      'aussierules',
      'rugby',
      'rugbyunion',
      'rugbyleague',
      'boxing',
      'mma',
    ].map((sport) => [sport, 36] as const),
    ...['handball', 'basketball', 'icehockey', 'volleyball', 'cricket', 'lacrosse', 'tennis'].map(
      (sport) => [sport, 12] as const,
    ),
    ...['baseball', 'tabletennis', 'darts', 'constructor', ''].map((sport) => [sport, 1] as const),
  ])('%s: the same two meet once within %i hours', (sport, hours) => {
    expect(contestRules(sport).onceWithin).toBe(hours * HOUR)
  })

  it('say where a side is a person or a pair', () => {
    expect(
      ['tennis', 'tabletennis', 'darts', 'boxing', 'soccer', 'basketball'].map(
        (it) => contestRules(it).individual,
      ),
    ).toEqual([...[true, true, true, true, false, false]])
  })
})

describe('the key of a name', () => {
  it('is without case, accents and punctuation, in any alphabet', () => {
    expect(['São  Paulo F.C.', 'sao paulo fc'].map(nameKey)).toEqual(['sao-paulo-fc', 'sao-paulo-fc'])
    expect(nameKey(' 浦和 ')).not.toBe('')
    expect(nameKey(' 浦和 ')).toBe(nameKey('浦和'))
    expect(pairKey('B', 'A')).toBe('a\nb')
    expect(pairKey('A', 'B')).toBe(pairKey('b', 'a'))
    expect(pairKey('AB', 'C')).not.toBe(pairKey('A', 'BC'))
  })

  it('is the same for names that are spelt alike, and for no names that have none', () => {
    expect([isSpeltAlike('Atlético', 'ATLETICO'), isSpeltAlike('A', 'B'), isSpeltAlike('!', '?')]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('a placeholder', () => {
  it.each([
    'TBD',
    'tba',
    'TBC',
    ' To be announced ',
    'To be decided',
    'Unknown',
    'Winner Match 3',
    'Loser SF1',
    'Runner-up B',
    'Qualifier 4',
    'Bye',
    'Team A',
  ])('is %j', (name) => expect(isPlaceholder(name)).toBe(true))
  it.each([
    'TBDX',
    'Winners FC',
    'Byelorussia',
    'Team Alpha',
    'A Team A',
    'Unknown United',
    'Old Qualifiers',
  ])('is not %j', (name) => expect(isPlaceholder(name)).toBe(false))
})

describe('a player', () => {
  it.each([
    ['Novak Djokovic', 'Djokovic N.'],
    ['Novak Djokovic', 'DJOKOVIC, NOVAK'],
    ['Novak Djokovic', 'N. Djokovic'],
    ['Novak Djokovic', 'Djokovic'],
    ['Iga Świątek', 'Iga Swiatek'],
    ['Juan Carlos Ferrero', 'J. C. Ferrero'],
    ['Felix Auger-Aliassime', 'F. Auger Aliassime'],
    ['Botic van de Zandschulp', 'Van De Zandschulp B.'],
    // A long family name can have one other letter.
    ['Anastasia Pavlyuchenkova', 'Anastasia Pavljuchenkova'],
    ['A. Pavlyuchenkova', 'A. Pavljuchenkova'],
    // A pair, in any order.
    ['Granollers / Zeballos', 'Zeballos/Granollers'],
    ['Marcel Granollers & Horacio Zeballos', 'H. Zeballos and M. Granollers'],
    ['Granollers + Zeballos', 'Granollers AND Zeballos'],
  ])('%j is %j', (a, b) => {
    expect(isSameContestant(a, b, TENNIS)).toBe(true)
    expect(isSameContestant(b, a, TENNIS)).toBe(true)
    expect(extentOf(a, b, TENNIS)).toBe('whole')
  })

  it.each([
    ['Alexander Zverev', 'Mischa Zverev'],
    ['A. Zverev', 'M. Zverev'],
    ['Serena Williams', 'Venus Williams'],
    ['Wang Xin', 'Wang Xi'],
    ['Li N.', 'Li M.'],
    ['Novak Djokovic', 'Rafael Nadal'],
    ['N. D.', 'Novak Djokovic'],
    // Short names differ by a letter.
    ['Karolina Muchova', 'Karolina Mucova'],
    ['Granollers / Zeballos', 'Granollers / Ram'],
    ['Granollers / Zeballos', 'Granollers'],
    ['Zverev / Zverev', 'Zverev / Melo'],
    ['Anderson / Peers', 'Anders / Peers'],
    ['/', '&'],
    ['Spain U18', 'Spain U21'],
  ])('%j is not %j', (a, b) => {
    expect(isSameContestant(a, b, TENNIS)).toBe(false)
    expect(isSameContestant(b, a, TENNIS)).toBe(false)
    expect(extentOf(a, b, TENNIS)).toBeUndefined()
  })

  it('is itself, whatever its name', () => {
    expect(isSameContestant('/', '/', TENNIS)).toBe(true)
  })
})

describe('a team', () => {
  it('has its number beside that of its age group', () => {
    const rules = contestRules('soccer', { women: false, age: '19' })
    expect(isSameContestant('Home 11', 'Home 12 U19', rules)).toBe(false)
    expect(isSameContestant('Schalke 04', 'Schalke U19', rules)).toBe(true)
    expect(isSameContestant('Schalke 04', 'Schalke U19', SOCCER)).toBe(false)
  })

  it.each([
    ['Schalke 04', 'FC Schalke 04'],
    ['Hannover 96', 'Hannover'],
    ['TSV 1860 München', '1860 Munich'],
    ['Inter Milan', 'Inter'],
    ['PSG', 'Paris Saint-Germain'],
  ])('%j is or may be %j', (a, b) => {
    expect(isSameContestant(a, b, SOCCER) || mayBeOneTeam(a, b)).toBe(true)
  })

  it.each([
    ['Schalke 04', 'Schalke 05'],
    ['Arsenal', 'Arsenal Women'],
    ['Real Madrid', 'Real Madrid B'],
    ['Spain', 'Spain U21'],
    ['Real Madrid', 'Atlético Madrid'],
    ['Manchester United', 'Manchester City'],
  ])('%j neither is nor may be %j', (a, b) => {
    expect(isSameContestant(a, b, SOCCER)).toBe(false)
    expect(mayBeOneTeam(a, b)).toBe(false)
    expect(mayBeOneTeam(b, a)).toBe(false)
  })

  it.each([
    ['TNS', 'The New Saints'],
    ['T.N.S.', 'The New Saints'],
    // Without its short joining words.
    ['CRB', 'Clube de Regatas Brasil'],
  ])('%j may be the initials of %j', (a, b) => {
    expect(mayBeOneTeam(a, b)).toBe(true)
    expect(mayBeOneTeam(b, a)).toBe(true)
  })

  it.each([
    ['TN', 'The New'],
    ['TNSFCX', 'The New Saints Football Club Xyz'],
    ['T N S', 'The New Saints'],
    ['TNX', 'The New Saints'],
  ])('%j may not be the initials of %j', (a, b) => {
    expect(mayBeOneTeam(a, b)).toBe(false)
  })

  it('agrees as a whole, or in a part that another team could have', () => {
    expect(extentOf('Atlético Madrid', 'ATLETICO MADRID', SOCCER)).toBe('whole')
    expect(extentOf('Vissel Kobe', 'Kobe Vissel', SOCCER)).toBe('part')
    expect(extentOf('Real Madrid', 'Barcelona', SOCCER)).toBeUndefined()
    expect(extentOf('Hoffenheim', 'TSG 1899 Hoffenheim', SOCCER)).toBe('whole')
    expect(extentOf('CSKA Sofia', 'CSKA 1948 Sofia', SOCCER)).toBe('part')
    expect(extentOf('Metalist 1925 Kharkiv', 'Metalist Kharkiv', SOCCER)).toBe('part')
    expect(extentOf('CSKA 1948 Sofia', 'PFC CSKA 1948 Sofia', SOCCER)).toBe('whole')
  })

  it('of a continent is not that of another', () => {
    expect(isSameContestant('Europe', 'World', SOCCER)).toBe(false)
    expect(isSameContestant('Africa', 'South America', SOCCER)).toBe(false)
    expect(extentOf('World', 'Team World', SOCCER)).toBe('whole')
    expect(extentOf('Korea Republic', 'South Korea', SOCCER)).toBe('whole')
  })

  it('is named by more than a place or a word that many share', () => {
    expect(['Real Madrid', 'Juventus', 'United', 'City'].map(isTelling)).toEqual([true, true, false, false])
  })
})
