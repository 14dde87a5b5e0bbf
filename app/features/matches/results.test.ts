import { describe, expect, it } from 'vitest'
import { daysAround, distinctivePart, type ResultEvent, scoreOfMatch, spellingsOfSport } from './results.ts'

const match = {
  ...{ home: 'Inter', away: 'Milan', startTime: '2026-03-01T19:45:00.000Z' },
  ...{ sport: 'soccer', country: 'Italy', league: 'Serie A' },
}

const event = (more: Partial<ResultEvent> = {}): ResultEvent => ({
  home: 'Inter',
  away: 'Milan',
  homeScore: 2,
  awayScore: 1,
  startsAt: null,
  day: '2026-03-01',
  country: null,
  league: null,
  ...more,
})

describe('scoreOfMatch', () => {
  const none = { kind: 'missed', why: 'none-found' }

  it.each<[string, ResultEvent[], unknown]>([
    ['the same names on the same day', [event()], { kind: 'score', home: 2, away: 1 }],
    ['alike names', [event({ home: 'FC Inter', away: 'Milan FC' })], { kind: 'score', home: 2, away: 1 }],
    [
      'a day that a source writes in its own zone',
      [event({ day: '2026-03-02' })],
      { kind: 'score', home: 2, away: 1 },
    ],
    ['no event', [], none],
    ['another pair', [event({ home: 'Getafe', away: 'Osasuna' })], none],
    ['no score yet', [event({ homeScore: null })], none],
    [
      'no score yet, but one of the day before',
      [event({ homeScore: null, awayScore: null }), event({ day: '2026-02-28' })],
      none,
    ],
    [
      'a series of the same pair, by the hour',
      [
        event({ startsAt: new Date('2026-02-28T19:45:00Z'), day: '2026-02-28', homeScore: 9 }),
        event({ startsAt: new Date('2026-03-01T20:00:00Z') }),
        event({ startsAt: new Date('2026-03-02T19:45:00Z'), day: '2026-03-02', homeScore: 8 }),
      ],
      { kind: 'score', home: 2, away: 1 },
    ],
    ['only another game of a series', [event({ startsAt: new Date('2026-02-28T19:45:00Z') })], none],
    [
      'turned sides at the same kick-off',
      [event({ home: 'Milan', away: 'Inter', startsAt: new Date('2026-03-01T19:45:00Z') })],
      { kind: 'score', home: 1, away: 2 },
    ],
    ['turned sides, and no kick-off', [event({ home: 'AC Milan', away: 'FC Inter' })], none],
    [
      'the only game, half a day away',
      [event({ startsAt: new Date('2026-03-01T08:00:00Z') })],
      { kind: 'score', home: 2, away: 1 },
    ],
    [
      'two games, the nearer more than six hours away',
      [
        event({ startsAt: new Date('2026-03-01T12:00:00Z') }),
        event({ startsAt: new Date('2026-03-02T08:00:00Z'), day: '2026-03-02' }),
      ],
      none,
    ],
    ['the women of the same clubs', [event({ home: 'Inter Women', away: 'Milan Women' })], none],
    [
      'the country and the league in other words',
      [event({ country: 'Italia', league: 'Italian Serie A' })],
      { kind: 'score', home: 2, away: 1 },
    ],
    ['another country', [event({ country: 'Colombia' })], none],
    [
      'another country, at the same kick-off',
      [event({ country: 'San Marino', startsAt: new Date('2026-03-01T19:45:00Z') })],
      { kind: 'score', home: 2, away: 1 },
    ],
    ['another tier', [event({ league: 'Italian Serie B' })], none],
    ['a league of women', [event({ league: 'Serie A Women' })], none],
    [
      'a league of youth',
      [event({ league: 'Primavera U19', startsAt: new Date('2026-03-01T19:45:00Z') })],
      none,
    ],
  ])('%s', (_, events, expected) => {
    expect(scoreOfMatch(match, events)).toEqual(expected)
  })
})

describe('scoreOfMatch in a sport with several games a day', () => {
  const game = { ...match, sport: 'baseball' }
  it.each<[string, ResultEvent[], unknown]>([
    ['the first of two games', [event({ startsAt: new Date('2026-03-01T15:45:00Z') })], 'missed'],
    ['a game of the day before', [event({ day: '2026-02-28' })], 'missed'],
    [
      'the one of two games that begins with it',
      [
        event({ startsAt: new Date('2026-03-01T15:45:00Z'), homeScore: 9 }),
        event({ startsAt: new Date('2026-03-01T20:00:00Z') }),
      ],
      'score',
    ],
  ])('%s', (_, events, kind) => {
    expect(scoreOfMatch(game, events)).toMatchObject(kind === 'score' ? { kind, home: 2 } : { kind })
  })
})

describe('daysAround', () => {
  it('are the days beside the UTC day of the kick-off', () => {
    expect(daysAround('2026-03-01T00:15:00.000Z')).toEqual({ from: '2026-02-28', to: '2026-03-02' })
  })
})

describe('spellingsOfSport', () => {
  it.each([
    ['soccer', ['soccer', 'football']],
    ['american-football', ['american-football']],
  ])('of %s', (slug, expected) => {
    expect(spellingsOfSport(slug)).toEqual(expected)
  })
})

describe('distinctivePart', () => {
  it.each([
    ['Manchester United', 'Manchester'],
    ['Atlético Madrid', 'Atlético Madrid'],
    ['Real', 'Real'],
    ['Citytown', 'Citytown'],
  ])('of %s is %s', (name, expected) => {
    expect(distinctivePart(name)).toBe(expected)
  })
})
