import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { listEditorMatches } from './editor-queries.server.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = { upcoming: null, past: null }

let database: Database
let place: Awaited<ReturnType<typeof createPlace>>
beforeEach(async () => {
  database = await createTestDatabase()
  place = await createPlace(database.kysely, { league: 'Serie A' })
})
afterEach(() => database.close())

/** A match that starts so long after now. */
const add = (home_team: string, after: number, leagueId = place.leagueId) =>
  createMatch(database.kysely, {
    league_id: leagueId,
    home_team,
    start_time: new Date(NOW.getTime() + after),
  })

async function lists() {
  const { upcoming, past, skipped } = await listEditorMatches(
    { database },
    { league: place.leagueId },
    START,
    NOW,
  )
  const homes = (list: typeof upcoming) => list.matches.map((match) => match.home_team)
  return { upcoming: homes(upcoming), past: homes(past), counts: [upcoming.count, past.count], skipped }
}

describe('the matches of a league', () => {
  it('are upcoming until two hours after their kick-off', async () => {
    await add('Two hours ago', -2 * HOUR)
    await add('Just over two hours ago', -2 * HOUR - 1)
    await add('One hour ago', -HOUR)
    expect(await lists()).toEqual({
      upcoming: ['Two hours ago', 'One hour ago'],
      past: ['Just over two hours ago'],
      counts: [2, 1],
      skipped: 0,
    })
  })

  it('are listed soonest first when upcoming, latest first when past', async () => {
    for (const days of [3, 1, 2, -2, -3, -1]) await add(`${days}`, days * 24 * HOUR)
    expect(await lists()).toMatchObject({ upcoming: ['1', '2', '3'], past: ['-1', '-2', '-3'] })
  })

  it('are not those of another league', async () => {
    const { leagueId } = await createPlace(database.kysely, { league: 'Serie B' })
    await add('Inter', HOUR)
    await add('Bari', HOUR, leagueId)
    expect(await lists()).toMatchObject({ upcoming: ['Inter'] })
  })

  it('have the names of their place as visitors see them', async () => {
    await add('Inter', HOUR)
    const read = async () => {
      const { upcoming } = await listEditorMatches({ database }, { league: place.leagueId }, START, NOW)
      const [first] = upcoming.matches
      return [first?.sport_name, first?.country_name, first?.league_name]
    }
    expect(await read()).toEqual(['Soccer', 'Italy', 'Serie A'])
    await database.kysely.updateTable('sports').set({ display_name: 'Calcio' }).execute()
    await database.kysely.updateTable('countries').set({ display_name: 'Italia' }).execute()
    await database.kysely.updateTable('leagues').set({ display_name: 'La Serie A' }).execute()
    expect(await read()).toEqual(['Calcio', 'Italia', 'La Serie A'])
  })

  it.each(['leagues', 'countries', 'sports'] as const)(
    'are skipped when their row of %s is missing',
    async (table) => {
      await add('Inter', HOUR)
      await add('Milan', -3 * HOUR)
      await database.kysely.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await tx.deleteFrom(table).execute()
      })
      expect(await lists()).toEqual({ upcoming: [], past: [], counts: [0, 0], skipped: 2 })
    },
  )
})
