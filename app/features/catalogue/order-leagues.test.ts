import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { saveLeagues } from './commands.server.ts'
import { orderLeagues } from './order-leagues.server.ts'
import { listLeagues } from './queries.server.ts'

const HOUR_MS = 3_600_000
const actor = { id: null, email: 'editor@example.org' }

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.kysely.deleteFrom('sports').execute())
afterAll(() => database.close())

/** A league with matches that begin in an hour, quoted by these numbers of bookmakers. */
async function addLeague(league: string, bookmakers: number[], position: number, past: number[] = []) {
  const place = await createPlace(database.kysely, { league, country: 'England', code: 'EN' })
  await database.kysely
    .updateTable('leagues')
    .set({ menu_position: position })
    .where('id', '=', place.leagueId)
    .execute()
  const add = (bookmaker_count: number, startsIn: number) =>
    createMatch(database.kysely, {
      league_id: place.leagueId,
      bookmaker_count,
      start_time: new Date(Date.now() + startsIn),
    })
  for (const count of bookmakers) await add(count, HOUR_MS)
  for (const count of past) await add(count, -5 * HOUR_MS)
  return place
}

async function namesOf(countryId: string) {
  return (await listLeagues(createServices(database), countryId)).map(({ name }) => name)
}

describe('leagues that no operator has ordered', () => {
  it('are ordered by the average number of bookmakers of the upcoming matches, then by their number', async () => {
    await addLeague('FA Cup', [9, 9], 1)
    await addLeague('Amateur', [], 2, [40])
    await addLeague('EFL Cup', [9, 9, 9], 3)
    const { countryId } = await addLeague('Premier League', [12, 10], 4)
    await orderLeagues(database.kysely)
    expect(await namesOf(countryId)).toEqual(['Premier League', 'EFL Cup', 'FA Cup', 'Amateur'])
  })

  it('come in the order of their divisions, whatever is quoted, and the idle ones last', async () => {
    await addLeague('Super League Women', [14], 1)
    await addLeague('League 2', [13], 2)
    await addLeague('League 1', [12], 3)
    await addLeague('Premier League', [], 4)
    const { countryId } = await addLeague('Championship', [3], 5)
    await orderLeagues(database.kysely)
    expect(await namesOf(countryId)).toEqual([
      'Championship',
      'League 1',
      'League 2',
      'Super League Women',
      'Premier League',
    ])
  })

  it('keep the order of an operator from the first saved position on', async () => {
    const first = await addLeague('Championship', [9], 1)
    const { countryId } = await addLeague('Premier League', [12], 2)
    const change = (menu_position: number, before: number) => ({
      id: first.leagueId,
      before: { menu_position: before },
      after: { menu_position },
    })
    const saved = await saveLeagues({ database }, { create: [], update: [change(0, 1)], remove: [] }, actor)
    expect(saved.kind).toBe('saved')
    await orderLeagues(database.kysely)
    expect(await namesOf(countryId)).toEqual(['Championship', 'Premier League'])
  })

  it('stay in the automatic order when another column is saved', async () => {
    const first = await addLeague('Championship', [9], 1)
    const { countryId } = await addLeague('Premier League', [12], 2)
    const update = [
      {
        id: first.leagueId,
        before: { is_active: true },
        after: { is_active: true, logo_url: 'https://example.org/a.png' },
      },
    ]
    await saveLeagues({ database }, { create: [], update, remove: [] }, actor)
    await orderLeagues(database.kysely, [first.leagueId])
    expect(await namesOf(countryId)).toEqual(['Premier League', 'Championship'])
  })
})
