import { type Insertable, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { DB } from '#app/platform/db/types.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { findResults } from './results.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.kysely.deleteFrom('sportsdb_events').execute())
afterAll(() => database.close())

const NOW = new Date('2026-03-03T12:00:00Z')
const match = {
  id: 'm',
  home: 'Inter',
  away: 'Milan',
  startTime: '2026-03-01T19:45:00.000Z',
  sport: 'soccer',
}

let events = 0
function addEvent(columns: Partial<Insertable<DB['sportsdb_events']>>) {
  events += 1
  const day = { event_id: events, sport: 'Soccer', date_event: '2026-03-01' }
  const pair = { home_team: 'Inter', away_team: 'Milan', home_score: 2, away_score: 1 }
  return database.kysely
    .insertInto('sportsdb_events')
    .values({ ...day, ...pair, ...columns })
    .execute()
}

const resultAt = async (now = NOW) =>
  (await findResults(createServices(database), [match], now)).get(match.id)

describe('the result of a match in the sports database', () => {
  it('is that of the event with exactly its teams rather than one with similar names', async () => {
    await addEvent({ home_team: 'Inter Milano', away_team: 'AC Milan', home_score: 8 })
    await addEvent({ home_score: 2, away_score: 1 })
    await addEvent({ home_team: 'Inter FC', away_team: 'Milan FC', home_score: 9 })
    expect(await resultAt()).toEqual({ kind: 'score', home: 2, away: 1 })
  })

  it('is found by exactly its teams also while similar names cannot be compared', async () => {
    const rename = (from: string, to: string) =>
      sql`alter function ${sql.ref(from)} (text, text) rename to ${sql.ref(to)}`.execute(database.kysely)
    await addEvent({})
    await rename('similarity', 'similarity_away')
    const result = await resultAt()
    await rename('similarity_away', 'similarity')
    expect(result).toEqual({ kind: 'score', home: 2, away: 1 })
  })

  it.each([
    ['Inter Milano', 'AC Milan'],
    ['INTER', 'MILAN'],
    ['FC Inter', 'milan fc'],
  ])(
    'is that of an event with similar names when there is no other: %s - %s',
    async (home_team, away_team) => {
      await addEvent({ home_team: 'Getafe', away_team: 'Osasuna', home_score: 9 })
      await addEvent({ home_team, away_team })
      expect(await resultAt()).toEqual({ kind: 'score', home: 2, away: 1 })
    },
  )

  it.each(['2026-02-27', '2026-03-03', '2025-03-01'])(
    'is not that of an event of the %s',
    async (date_event) => {
      await addEvent({ date_event })
      await addEvent({ date_event, home_team: 'FC Inter' })
      expect(await resultAt()).toEqual({ kind: 'missed', why: 'none-found' })
    },
  )

  it('is not that of an event of another country or league than its own', async () => {
    const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    const start_time = new Date(match.startTime)
    const id = await createMatch(database.kysely, {
      ...{ league_id: leagueId, home_team: 'Inter', away_team: 'Milan', start_time },
    })
    const result = async () =>
      (await findResults(createServices(database), [{ ...match, id }], NOW)).get(id)?.kind
    await addEvent({ country: 'Argentina' })
    await addEvent({ country: 'Italy', league_name: 'Serie A Femminile' })
    await addEvent({ country: 'Italy', league_name: 'Serie C', home_team: 'FC Inter' })
    expect(await result()).toBe('missed')
    await addEvent({ country: 'Italy', league_name: 'Italian Serie A', home_team: 'FC Inter' })
    expect(await result()).toBe('score')
  })

  it('is not searched for until the match is more than two hours old', async () => {
    await addEvent({})
    expect(await resultAt(new Date('2026-03-01T21:45:00.000Z'))).toEqual({
      kind: 'missed',
      why: 'too-recent',
    })
    expect(await resultAt(new Date('2026-03-01T21:45:00.001Z'))).toEqual({ kind: 'score', home: 2, away: 1 })
  })
})
