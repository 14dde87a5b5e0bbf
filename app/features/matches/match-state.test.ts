import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf } from './fixture-codes.ts'
import { resultOf } from './match-result.ts'
import {
  adminBadge,
  isInLiveWindow,
  isLive,
  isPast,
  isPlayed,
  isVoid,
  type MatchTiming,
  matchAge,
  matchState,
  nextAgeChangeAt,
  nextChangeAt,
  pickMatchOfPair,
  publicBadge,
  readStatus,
  resultState,
  scoreOf,
  searchBadge,
  shownScore,
  statusOf,
} from './match-state.ts'
import type { PartialScore } from './schema.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A match that starts that many hours from now. */
function match(hours: number, rest: Partial<MatchTiming> = {}): MatchTiming {
  return { startTime: new Date(NOW.getTime() + hours * HOUR).toISOString(), status: 'scheduled', ...rest }
}

describe('a sport whose matches last longer', () => {
  const innings = (hours: number) => match(hours, { minutes: 240 })

  it('keeps a match live until it is over, and past afterwards', () => {
    expect([-0.5, -3, -4, -4.001].map((hours) => isLive(innings(hours), NOW))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect([-3, -4, -4.001].map((hours) => isPast(innings(hours), NOW))).toEqual([false, false, true])
    expect([-3, -4.001].map((hours) => matchState(innings(hours), NOW, 'UTC'))).toEqual(['live', 'past'])
    expect(resultState({ ...innings(-3), homeScore: null, awayScore: null }, NOW, undefined)).toEqual({
      kind: 'in-progress',
    })
    const start = new Date(innings(-3).startTime).getTime()
    expect(nextChangeAt(innings(-3), NOW)).toEqual(new Date(start + 4 * HOUR + 1))
  })
})

describe('isLive', () => {
  it.each([
    ['at kick-off', match(0), true],
    ['before kick-off', match(0.001), false],
    ['after two hours sharp', match(-2), true],
    ['after more than two hours', match(-2.001), false],
    ['stored live, whenever', match(-5, { status: 'live' }), true],
    ['stored finished within the window', match(-1, { status: 'finished' }), false],
    ['cancelled within the window', match(-1, { status: 'cancelled' }), false],
    ['in extra time by its fixture', match(-2.5, { liveStatus: 'ET' }), true],
    ['not started by its fixture', match(-1, { liveStatus: 'NS' }), false],
    ['over by its fixture', match(-1.9, { liveStatus: 'FT', status: 'live' }), false],
    ['finished, whatever a stale fixture says', match(-9, { liveStatus: '2H', status: 'finished' }), false],
    ['with a fixture without a code', match(-1, { liveStatus: null }), true],
  ])('%s: %#', (_, subject, expected) => {
    expect(isLive(subject, NOW)).toBe(expected)
  })

  it.each(['LIVE', '1H', '2H', 'HT', 'ET', 'P'])('treats the code %s as live', (liveStatus) => {
    expect(isLive(match(-1, { liveStatus }), NOW)).toBe(true)
  })
})

describe('time', () => {
  const hours = fc.double({ min: -100, max: 100, noNaN: true })

  it('is exactly one of upcoming, in the live window and past', () => {
    fc.assert(
      fc.property(hours, (offset) => {
        const subject = match(offset)
        const upcoming = new Date(subject.startTime) > NOW
        expect([upcoming, isInLiveWindow(subject, NOW), isPast(subject, NOW)].filter(Boolean)).toHaveLength(1)
      }),
    )
  })

  it('changes nothing before nextChangeAt, and something at it', () => {
    const states = (subject: MatchTiming, now: Date) =>
      JSON.stringify([
        isLive(subject, now),
        isPast(subject, now),
        resultState({ ...subject, homeScore: null, awayScore: null }, now, null),
      ])
    fc.assert(
      fc.property(hours, fc.double({ min: 0, max: 1, noNaN: true }), (offset, share) => {
        const subject = match(offset)
        const next = nextChangeAt(subject, NOW)
        const until = (next ?? new Date(NOW.getTime() + 50 * HOUR)).getTime() - 1
        const between = new Date(NOW.getTime() + Math.floor(share * (until - NOW.getTime())))
        expect(states(subject, between)).toBe(states(subject, NOW))
        if (next) expect(states(subject, next)).not.toBe(states(subject, NOW))
      }),
    )
  })

  it('include kick-off and the end of the window', () => {
    const subject = match(3)
    const start = new Date(subject.startTime)
    expect(nextChangeAt(subject, NOW)).toEqual(start)
    expect(nextChangeAt(subject, start)).toEqual(new Date(start.getTime() + 2 * HOUR + 1))
    expect(nextChangeAt(match(-3), NOW)).toBeNull()
  })
})

describe('badges', () => {
  it("say Today for the rest of the visitor's day", () => {
    // 12:00 UTC is 17:45 in Kathmandu: its day ends 6 h 15 min later.
    expect(publicBadge(match(6), NOW, 'Asia/Kathmandu')).toBe('today')
    expect(publicBadge(match(6.5), NOW, 'Asia/Kathmandu')).toBeNull()
    expect(publicBadge(match(6.5), NOW, 'UTC')).toBe('today')
  })

  it('prefer live to today, and say neither of a match that has begun or is cancelled', () => {
    expect(publicBadge(match(-1), NOW, 'UTC')).toBe('live')
    expect(publicBadge(match(-3), NOW, 'UTC')).toBeNull()
    expect(publicBadge(match(1, { status: 'cancelled' }), NOW, 'UTC')).toBeNull()
  })

  it('always exist in the search', () => {
    expect(searchBadge(match(-1), NOW, 'UTC')).toBe('live')
    expect(searchBadge(match(1), NOW, 'UTC')).toBe('today')
    expect(searchBadge(match(30), NOW, 'UTC')).toBe('upcoming')
  })

  it.each([
    [match(0), 'today'],
    [match(23.99), 'today'],
    [match(24), 'tomorrow'],
    [match(47.99), 'tomorrow'],
    [match(48), 'scheduled'],
    [match(-0.01), 'scheduled'],
    [match(1, { status: 'live' }), 'live'],
    [match(1, { status: 'cancelled' }), 'cancelled'],
  ])('go by hours in the back office: %#', (subject, expected) => {
    expect(adminBadge(subject, NOW)).toBe(expected)
  })
})

describe('matchState', () => {
  it.each([
    [match(-1), 'live'],
    [match(1), 'today'],
    [match(30), 'upcoming'],
    [match(-0.5, { liveStatus: 'NS' }), 'upcoming'],
    [match(-3), 'past'],
    [match(-1, { status: 'finished' }), 'past'],
    [match(1, { status: 'cancelled' }), 'cancelled'],
  ])('%#: %s', (subject, expected) => {
    expect(matchState(subject, NOW, 'UTC')).toBe(expected)
  })
})

describe('matchAge', () => {
  it.each([
    [-2.99, { unit: 'hour', count: 2 }],
    [-23.99, { unit: 'hour', count: 23 }],
    [-24, { unit: 'day', count: 1 }],
    [-47.99, { unit: 'day', count: 1 }],
    [-48, { unit: 'day', count: 2 }],
  ] as const)('%s h: %o', (offset, age) => {
    expect(matchAge(match(offset), NOW)).toEqual(age)
  })

  it('stays the same until its next change', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 60 }), (minutes) => {
        const subject = match(-minutes / 60)
        const next = nextAgeChangeAt(subject, NOW)
        expect(matchAge(subject, new Date(next.getTime() - 1))).toEqual(matchAge(subject, NOW))
        expect(matchAge(subject, next)).not.toEqual(matchAge(subject, NOW))
      }),
    )
  })
})

describe('resultState', () => {
  const scored = (
    subject: MatchTiming,
    homeScore: number | null = null,
    awayScore: number | null = null,
  ) => ({
    ...subject,
    homeScore,
    awayScore,
  })

  it.each([
    ['before kick-off', scored(match(1)), undefined, null],
    ['under two hours', scored(match(-1)), undefined, { kind: 'in-progress' }],
    ['under two hours with a running score', scored(match(-1), 1, 0), undefined, { kind: 'in-progress' }],
    ['in extra time', scored(match(-2.4, { liveStatus: 'ET' })), undefined, { kind: 'in-progress' }],
    [
      'finished early',
      scored(match(-1.8, { status: 'finished' }), 2, 1),
      undefined,
      { kind: 'score', home: 2, away: 1 },
    ],
    ['looked for', scored(match(-3)), undefined, { kind: 'loading' }],
    ['found', scored(match(-3)), { home: 0, away: 0 }, { kind: 'score', home: 0, away: 0 }],
    ['not found', scored(match(-3)), null, { kind: 'not-available' }],
    ['known', scored(match(-3), 2, 2), null, { kind: 'score', home: 2, away: 2 }],
    ['cancelled', scored(match(-3, { status: 'cancelled' }), 2, 2), null, { kind: 'not-available' }],
    ['interrupted', scored(match(-1, { liveStatus: 'INT' }), 1, 0), undefined, { kind: 'in-progress' }],
    ['put off', scored(match(1, { liveStatus: 'PST' })), undefined, null],
    ...['PST', 'TBD', 'SUSP', 'INT'].map(
      (liveStatus) =>
        [
          `not played on (${liveStatus})`,
          scored(match(-3, { liveStatus }), 1, 0),
          null,
          { kind: 'not-available' },
        ] as const,
    ),
    ...['AWD', 'FT'].map(
      (liveStatus) =>
        [
          `decided (${liveStatus})`,
          scored(match(-3, { liveStatus }), 3, 0),
          null,
          { kind: 'score', home: 3, away: 0 },
        ] as const,
    ),
  ] as const)('%s', (_, subject, lookup, expected) => {
    expect(resultState(subject, NOW, lookup)).toEqual(expected)
  })
})

describe('a match', () => {
  it.each([
    ['FT', true],
    ['AWD', true],
    ['BT', false],
    [null, true],
    ['PST', false],
    ['TBD', false],
    ['SUSP', false],
    ['INT', false],
  ])('with the code %s was played: %s', (liveStatus, played) => {
    expect(isPlayed(match(-3, { liveStatus }), NOW)).toBe(played)
    expect(isPlayed(match(-3, { liveStatus, status: 'finished' }), NOW)).toBe(true)
  })

  it('that is cancelled has void bets', () => {
    const voidOf = (called_off: boolean, status_short: string | null) =>
      ['scheduled', 'live', 'finished', 'cancelled'].filter((status) =>
        isVoid({ status, called_off, status_short }),
      )
    expect(voidOf(false, null)).toEqual(['cancelled'])
    expect(voidOf(false, 'AWD')).toEqual(['cancelled'])
    // It was awarded after it was called off.
    expect(voidOf(true, 'AWD')).toEqual(['scheduled', 'live', 'cancelled'])
  })

  it.each(['CANC', 'ABD', 'WO'])(
    'that takes place has no code of a fixture that calls it off (%s)',
    (code) => {
      expect(codeOf({ status: 'scheduled', status_short: code })).toBeNull()
      expect(codeOf({ status: 'finished', status_short: code })).toBeNull()
      expect(codeOf({ status: 'cancelled', status_short: code })).toBe(code)
      expect(codeOf({ status: 'scheduled', status_short: 'PST' })).toBe('PST')
    },
  )
})

it.each([
  ['scheduled', null, 'scheduled'],
  ['scheduled', 'NS', 'scheduled'],
  ['scheduled', '1H', 'live'],
  ['scheduled', 'PEN', 'finished'],
  ['scheduled', 'BT', 'live'],
  ['scheduled', 'AWD', 'finished'],
  ['live', 'SUSP', 'scheduled'],
  ['in_progress', null, 'live'],
  ['finished', '2H', 'finished'],
  ['cancelled', 'FT', 'cancelled'],
  ['unheard of', null, 'scheduled'],
] as const)('other programs are told of %s with the code %s: %s', (stored, code, expected) => {
  expect(statusOf(stored, code, match(-1), NOW)).toBe(expected)
})

describe('resultOf', () => {
  const ended = (homeScore: number | null, awayScore: number | null, rest: Partial<MatchTiming> = {}) => ({
    ...match(-5, { status: 'finished', ...rest }),
    homeScore,
    awayScore,
  })
  const none = { home: null, away: null }
  const regular = (home: number | null, away: number | null, halfTime: PartialScore = none) => ({
    fullTime: { home, away },
    halfTime,
    penalties: none,
  })
  const score = (home: number, away: number) => ({ home, away })

  it.each([
    ['a score', ended(2, 1), null, { final: score(2, 1), fullTime: score(2, 1), halfTime: null }],
    [
      'extra time',
      ended(2, 1),
      regular(1, 1, score(0, 1)),
      { final: score(2, 1), fullTime: score(1, 1), halfTime: score(0, 1) },
    ],
    [
      'extra time without the regular score',
      ended(2, 1, { liveStatus: 'AET' }),
      null,
      { final: score(2, 1), fullTime: null, halfTime: null },
    ],
    [
      'half a regular score',
      ended(2, 1),
      regular(1, null),
      { final: score(2, 1), fullTime: score(2, 1), halfTime: null },
    ],
    [
      'penalties',
      ended(1, 1, { liveStatus: 'PEN' }),
      { ...regular(1, 1), penalties: score(5, 4) },
      { final: score(1, 1), fullTime: score(1, 1), halfTime: null, shootout: score(5, 4) },
    ],
    [
      'penalties without their score',
      ended(1, 1, { liveStatus: 'PEN' }),
      null,
      { final: score(1, 1), fullTime: null, halfTime: null, shootout: none },
    ],
    [
      'a fixture that stopped in extra time',
      ended(2, 1, { liveStatus: 'ET' }),
      regular(1, 1, score(0, 1)),
      { final: score(2, 1), fullTime: score(1, 1), halfTime: score(0, 1) },
    ],
    [
      'a fixture that stopped during penalties',
      ended(1, 1, { liveStatus: 'P' }),
      { ...regular(null, null), penalties: score(2, 1) },
      { final: score(1, 1), fullTime: null, halfTime: null, shootout: none },
    ],
    [
      'a fixture that stopped in the first half',
      ended(2, 1, { liveStatus: '1H' }),
      regular(null, null, score(0, 0)),
      { final: score(2, 1), fullTime: score(2, 1), halfTime: null },
    ],
    [
      'extra time by the source of the score',
      { ...ended(2, 1), scoreCode: 'AET' },
      null,
      { final: score(2, 1), fullTime: null, halfTime: null },
    ],
    [
      'penalties by the source of the score',
      { ...ended(1, 1), scoreCode: 'PEN' },
      null,
      { final: score(1, 1), fullTime: null, halfTime: null, shootout: none },
    ],
    [
      'a fixture that is over, before the source of the score',
      { ...ended(2, 1, { liveStatus: 'FT' }), scoreCode: 'AET' },
      null,
      { final: score(2, 1), fullTime: score(2, 1), halfTime: null },
    ],
    [
      'extra time by the source of a score that was looked up',
      { ...ended(null, null), result: { ...score(2, 1), code: 'AET' } },
      null,
      { final: score(2, 1), fullTime: null, halfTime: null },
    ],
    [
      'a sport with overtime',
      { ...ended(3, 2), sport: { slug: 'ice-hockey' } },
      null,
      { final: score(3, 2), fullTime: null, halfTime: null },
    ],
    [
      'a sport with overtime, without one',
      { ...ended(3, 2), sport: { slug: 'ice-hockey' }, scoreCode: 'FT' },
      null,
      { final: score(3, 2), fullTime: score(3, 2), halfTime: null },
    ],
    [
      'a level score of ice hockey, without the goal that decided',
      { ...ended(3, 3), sport: { slug: 'ice-hockey' } },
      null,
      { final: score(3, 3), fullTime: score(3, 3), halfTime: null, shootout: none },
    ],
    [
      'a level score of basketball, without overtime',
      { ...ended(80, 80), sport: { slug: 'basketball' } },
      null,
      { final: null, fullTime: score(80, 80), halfTime: null, shootout: none },
    ],
    [
      'a level score of a sport that can end level',
      { ...ended(20, 20), sport: { slug: 'american-football' } },
      null,
      { final: score(20, 20), fullTime: null, halfTime: null },
    ],
    ['an awarded match', { ...match(-5, { liveStatus: 'AWD' }), homeScore: 3, awayScore: 0 }, null, null],
    ['a walkover', { ...match(-5, { status: 'cancelled' }), homeScore: 3, awayScore: 0 }, null, null],
    ['a break in extra time', { ...match(-3, { liveStatus: 'BT' }), homeScore: 1, awayScore: 1 }, null, null],
    ['no score', ended(null, null), null, null],
    ['a match that is played', { ...match(-1), homeScore: 1, awayScore: 0 }, null, null],
  ] as const)('of %s', (_, subject, fixture, expected) => {
    expect(resultOf({ sport: { slug: 'soccer' }, ...subject }, fixture, NOW)).toEqual(expected)
  })

  it.each([
    ...(['tennis', 'table-tennis', 'volleyball', 'darts', 'padel', 'mma', 'boxing'] as const).map(
      (sport) => [sport, true] as const,
    ),
    ...(['soccer', 'basketball', 'baseball', 'cricket', 'handball'] as const).map(
      (sport) => [sport, undefined] as const,
    ),
  ])('of %s is in another unit than lines: %s', (slug, expected) => {
    expect(resultOf({ ...ended(2, 1), sport: { slug } }, null, NOW)?.isOtherUnit).toBe(expected)
  })

  it('of cricket, in runs, does not say who has won', () => {
    const of = (slug: string) => resultOf({ ...ended(612, 540), sport: { slug } }, null, NOW)
    expect(['cricket', 'baseball'].map((slug) => of(slug)?.hasNoLead)).toEqual([true, undefined])
  })
})

describe('pickMatchOfPair', () => {
  it('prefers the match in play, then the next, then the latest', () => {
    const [past, older, next, later, live] = [match(-30), match(-90), match(5), match(50), match(-1)]
    expect(pickMatchOfPair([older, later, past, next, live], NOW)).toBe(live)
    expect(pickMatchOfPair([older, later, past, next], NOW)).toBe(next)
    expect(pickMatchOfPair([older, past], NOW)).toBe(past)
    expect(pickMatchOfPair([], NOW)).toBeUndefined()
  })

  it('returns a cancelled match only when there is no other', () => {
    const cancelled = match(5, { status: 'cancelled' })
    const [past, finished] = [match(-30), match(-1, { status: 'finished' })]
    expect(pickMatchOfPair([cancelled, past], NOW)).toBe(past)
    expect(pickMatchOfPair([cancelled, finished, past], NOW)).toBe(finished)
    expect(pickMatchOfPair([cancelled], NOW)).toBe(cancelled)
  })
})

describe('readStatus', () => {
  it('knows four values', () => {
    expect(['in_progress', 'live', 'finished', 'cancelled', 'scheduled', 'odd'].map(readStatus)).toEqual([
      'live',
      'live',
      'finished',
      'cancelled',
      'scheduled',
      'scheduled',
    ])
  })
})

describe('scoreOf', () => {
  it.each([
    [
      [3, 1, 2, 0],
      [3, 1],
    ],
    [
      [0, 0, 2, 1],
      [0, 0],
    ],
    [
      [3, null, 2, 0],
      [2, 0],
    ],
    [
      [null, 1, 2, 0],
      [2, 0],
    ],
    [
      [null, null, 0, 0],
      [0, 0],
    ],
    [
      [null, null, 2, null],
      [null, null],
    ],
    [
      [null, null, null, 2],
      [null, null],
    ],
    [
      [null, null, null, null],
      [null, null],
    ],
  ])('of %j is %j', ([goals_home, goals_away, home_score, away_score], [homeScore, awayScore]) => {
    const scores = { goals_home, goals_away, home_score, away_score } as Parameters<typeof scoreOf>[0]
    expect(scoreOf({ ...scores, status: 'scheduled', status_short: '2H' })).toEqual({ homeScore, awayScore })
  })

  it.each([
    ['finished', 'FT', 1],
    ['finished', '2H', 2],
    ['finished', 'SUSP', 2],
    ['finished', null, 2],
    ['live', '2H', 1],
  ])('of a match that is %s with the fixture %s is %s', (status, status_short, home) => {
    const scores = { goals_home: 1, goals_away: 0, home_score: 2, away_score: 0 }
    expect(scoreOf({ status, status_short, ...scores })).toEqual({ homeScore: home, awayScore: 0 })
  })
})

describe('shownScore', () => {
  const scored = (hours: number, home: number | null, away: number | null, rest: object = {}) => ({
    ...match(hours),
    ...{ homeScore: home, awayScore: away },
    ...rest,
  })

  it.each([
    ['to come', scored(1, 0, 0), null],
    ['played', scored(-1, 1, 0), { home: 1, away: 0 }],
    ['played, one side unknown', scored(-1, 1, null), null],
    ['played, the other side unknown', scored(-1, null, 1), null],
    ['over', scored(-3, 2, 1), { home: 2, away: 1 }],
    ['over, found elsewhere', scored(-3, null, null, { result: { home: 4, away: 3 } }), { home: 4, away: 3 }],
    ['over, looked for in vain', scored(-3, 2, null, { result: null }), null],
    ['over, looked for', scored(-3, null, 2), null],
    ['cancelled', scored(-3, 2, 1, { status: 'cancelled' }), null],
  ])('%s', (_, given, expected) => {
    expect(shownScore(given, NOW)).toEqual(expected)
  })
})

describe('a match whose fixture stays live', () => {
  const stays = (hours: number) => ({
    ...match(hours, { liveStatus: '2H' }),
    ...{ homeScore: 1, awayScore: 1, sport: { slug: 'soccer' } },
  })

  it('is live until four hours after its usual end', () => {
    expect(isLive(stays(-6), NOW)).toBe(true)
    expect(isLive(stays(-6.001), NOW)).toBe(false)
    expect(matchState(stays(-6.001), NOW, 'UTC')).toBe('past')
    expect(isLive({ ...stays(-7), minutes: 240 }, NOW)).toBe(true)
    expect(nextChangeAt(stays(-3), NOW)).toEqual(new Date(NOW.getTime() + 3 * HOUR + 1))
    expect(nextChangeAt(stays(-7), NOW)).toBeNull()
  })

  it('has no result then but one that is found elsewhere', () => {
    expect(resultState(stays(-7), NOW, undefined)).toEqual({ kind: 'loading' })
    expect(resultState(stays(-7), NOW, null)).toEqual({ kind: 'not-available' })
    expect(shownScore({ ...stays(-7), result: null }, NOW)).toBeNull()
    expect(resultOf(stays(-7), null, NOW)).toBeNull()
    expect(isPlayed(stays(-7), NOW)).toBe(false)
    const found = { ...stays(-7), result: { home: 2, away: 1, code: 'AET' } }
    expect(resultOf(found, null, NOW)).toEqual({
      final: { home: 2, away: 1 },
      fullTime: null,
      halfTime: null,
    })
  })

  it('is not told as live to other programs then', () => {
    expect(statusOf('scheduled', '2H', match(-6), NOW)).toBe('live')
    expect(statusOf('scheduled', '2H', match(-6.001), NOW)).toBe('scheduled')
  })
})

describe('edge cases of a match’s time', () => {
  it.each(['FT', 'AET', 'PEN'])(
    'is past by the code %s of its fixture, whatever the clock says',
    (liveStatus) => {
      expect(matchState(match(1, { liveStatus }), NOW, 'UTC')).toBe('past')
    },
  )

  it.each([
    [match(-2), false],
    [{ ...match(0), startTime: new Date(NOW.getTime() - 2 * HOUR - 1) }, true],
  ])('%j is past: %s', (given, expected) => {
    expect(isPast(given, NOW)).toBe(expected)
  })

  it('is no longer Today at kick-off, when its fixture has not begun', () => {
    expect(publicBadge(match(0, { liveStatus: 'NS' }), NOW, 'UTC')).toBeNull()
    expect(publicBadge(match(0.001, { liveStatus: 'NS' }), NOW, 'UTC')).toBe('today')
  })

  it('has an age of no hours before kick-off', () => {
    expect(matchAge(match(3), NOW)).toEqual({ unit: 'hour', count: 0 })
  })

  it('is in progress within two hours of kick-off, even when its fixture has not begun', () => {
    const unplayed = { ...match(-1, { liveStatus: 'NS' }), homeScore: null, awayScore: null }
    expect(resultState(unplayed, NOW, undefined)).toEqual({ kind: 'in-progress' })
    const late = { ...match(-3, { liveStatus: 'ET' }), homeScore: null, awayScore: null }
    expect(resultState(late, NOW, undefined)).toEqual({ kind: 'in-progress' })
  })

  it('is the one meant by its slug at its kick-off, and never when it is finished', () => {
    const [now, later] = [match(0, { liveStatus: 'NS' }), match(2)]
    expect(pickMatchOfPair([later, now], NOW)).toBe(now)
    const over = match(1, { status: 'finished' })
    expect(pickMatchOfPair([later, over], NOW)).toBe(later)
    expect(pickMatchOfPair([later, match(3)], NOW)).toBe(later)
  })
})
