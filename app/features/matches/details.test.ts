import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { getFixture, readPastOfTeams } from './details.server.ts'
import { findMatchById } from './queries.server.ts'
import type { PastMatch } from './schema.ts'

const NOW = Date.parse('2026-03-01T15:00:00.000Z')
const DAY = 24 * 3_600_000

let database: Database
let league: string
let tests = 0
beforeAll(async () => {
  database = await createTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
/** Each test has a sport of its own. */
beforeEach(async () => {
  tests += 1
  league = (await createPlace(database.kysely, { sport: `Soccer ${tests}` })).leagueId
})
afterAll(async () => {
  vi.useRealTimers()
  await database.close()
})

const play = (
  home_team: string,
  away_team: string,
  days: number,
  more: { status?: string; league_id?: string } = {},
) =>
  createMatch(database.kysely, {
    league_id: league,
    home_team,
    away_team,
    start_time: new Date(NOW + days * DAY),
    ...more,
  })

const NO_NAMES = { home: [] as string[], away: [] as string[] }

async function pastOf(id: string) {
  const services = createServices(database)
  const match = await findMatchById(services, id)
  if (!match) throw new Error('the match is there')
  const { past } = await readPastOfTeams(services, match, { names: { home: [], away: [] }, examples: false })
  const pairs = (list: PastMatch[]) => list.map((it) => `${it.home} - ${it.away}`)
  return { home: pairs(past.home), away: pairs(past.away) }
}

describe('the past matches of the teams of a match', () => {
  it('are the last five others of each, at home and away, newest first', async () => {
    await play('Inter', 'Day 4', -4)
    await play('Day 1', 'Inter', -1)
    await play('Inter', 'Day 6', -6)
    await play('Day 3', 'Inter', -3)
    await play('Inter', 'Day 5', -5)
    await play('Inter', 'Day 2', -2)
    for (const day of [7, 8]) await play('Inter', `Day ${day}`, -day)
    await play('Milan', 'Day 9', -9)
    const past = await pastOf(await play('Inter', 'Milan', 0.5))
    expect(past).toEqual({
      home: ['Day 1 - Inter', 'Inter - Day 2', 'Day 3 - Inter', 'Inter - Day 4', 'Inter - Day 5'],
      away: ['Milan - Day 9'],
    })
  })

  it('leave out the match itself, upcoming and cancelled ones, and other sports', async () => {
    const tennis = await createPlace(database.kysely, { sport: `Tennis ${tests}` })
    await play('Inter', 'To come', 1)
    await play('Inter', 'Cancelled', -1, { status: 'cancelled' })
    await play('Inter', 'Tennis', -1, { league_id: tennis.leagueId })
    await play('Inter', 'Finished', -2, { status: 'finished' })
    const past = await pastOf(await play('Inter', 'Milan', -0.5))
    expect(past).toEqual({ home: ['Inter - Finished'], away: [] })
  })
})

describe('the past matches of a team', () => {
  it('are those that were played to their end', async () => {
    const { kysely } = database
    const fixtureOf = (match_id: string, status_short: string) =>
      kysely.insertInto('fixtures').values({ match_id, status_short, goals_home: 1, goals_away: 0 }).execute()
    const hour = 1 / 24
    await fixtureOf(await play('Inter', 'In play', -hour), '1H')
    await play('Inter', 'Begun', -hour / 2)
    await fixtureOf(await play('Inter', 'Put off', -1), 'PST')
    await fixtureOf(await play('Inter', 'Over early', -hour), 'FT')
    await play('Inter', 'Ended', -hour, { status: 'finished' })
    for (const day of [2, 3, 4, 5]) await play('Inter', `Day ${day}`, -day)
    await fixtureOf(await play('Milan', 'Inter', -hour / 3), 'HT')
    const { home } = await pastOf(await play('Inter', 'Milan', 1))
    expect(home.toSorted()).toEqual(
      ['Day 2', 'Day 3', 'Day 4', 'Ended', 'Over early'].map((it) => `Inter - ${it}`),
    )
  })
})

describe('the matches of a club', () => {
  const leagueOf = async (name: string) => {
    const { leagueId } = await createPlace(database.kysely, { sport: `Soccer ${tests}`, league: name })
    return { league_id: leagueId }
  }

  it('are those of one side: of the women in leagues of women, of the others elsewhere', async () => {
    const [women, youth, cup] = await Promise.all(
      ['Super League Women', 'Primavera U19', 'Coppa'].map(leagueOf),
    )
    await play('Inter', 'Men', -1)
    await play('Women', 'Inter', -2, women)
    await play('Inter', 'Youth', -3, youth)
    await play('Cup', 'Inter', -4, cup)
    await play('Inter', 'Milan', -5, women)
    const men = await play('Milan', 'Inter', 1)
    const other = await play('Inter', 'Milan', 1, women)
    expect(await pastOf(men)).toEqual({ home: [], away: ['Inter - Men', 'Cup - Inter'] })
    expect((await pastOf(other)).home).toEqual(['Women - Inter', 'Inter - Milan'])
    const meetings = async (id: string, others = NO_NAMES) => {
      const services = createServices(database)
      const match = await findMatchById(services, id)
      if (!match) throw new Error('the match is there')
      const of = (list: string[]) => list.map((name) => ({ countryId: match.country.id, name }))
      const names = { home: of(others.home), away: of(others.away) }
      return (await readPastOfTeams(services, match, { names, examples: false })).meetings
    }
    const alias = await play('Milan', 'Inter', 1.5)
    await play('AC Milan', 'FC Inter', -6, await leagueOf('Coppa Women'))
    await play('AC Milan', 'FC Inter', -7)
    await database.kysely
      .updateTable('matches')
      .set({ home_score: 1, away_score: 0 })
      .where('start_time', '<', new Date())
      .execute()
    expect(await meetings(men)).toEqual([])
    expect(await meetings(other)).toHaveLength(1)
    // Other names of the teams are those of both sides, too.
    const others = { home: ['AC Milan'], away: ['FC Inter'] }
    expect((await meetings(alias, others)).map(({ startTime }) => startTime)).toEqual([
      new Date(NOW - 7 * DAY).toISOString(),
    ])
  })
})

describe('the fixture of a match', () => {
  it('is the one with its id, with the score of each period', async () => {
    const other = await play('Roma', 'Lazio', 1)
    const match = await play('Inter', 'Milan', 1)
    await database.kysely
      .insertInto('fixtures')
      .values([
        { match_id: other, referee: 'Elsewhere' },
        {
          match_id: match,
          status_short: 'PEN',
          status_long: 'Match Finished',
          status_elapsed: 120,
          league_round: 'Final',
          home_team_logo: '/home.png',
          away_team_logo: '/away.png',
          goals_home: 1,
          goals_away: 2,
          score_halftime_home: 3,
          score_halftime_away: 4,
          score_fulltime_home: 5,
          score_fulltime_away: 6,
          score_extratime_home: 7,
          score_extratime_away: 8,
          score_penalty_home: 9,
          score_penalty_away: 10,
          venue_name: 'San Siro',
          venue_city: 'Milan',
          referee: 'P. Collina',
        },
      ])
      .execute()
    expect(await getFixture(createServices(database), match)).toEqual({
      statusShort: 'PEN',
      statusLong: 'Match Finished',
      elapsed: 120,
      round: 'Final',
      homeLogo: '/home.png',
      awayLogo: '/away.png',
      goals: { home: 1, away: 2 },
      halfTime: { home: 3, away: 4 },
      fullTime: { home: 5, away: 6 },
      extraTime: { home: 7, away: 8 },
      penalties: { home: 9, away: 10 },
      venue: 'San Siro',
      city: 'Milan',
      referee: 'P. Collina',
    })
  })

  it('does not exist when no source has one', async () => {
    expect(await getFixture(createServices(database), await play('Inter', 'Milan', 1))).toBeNull()
  })
})
