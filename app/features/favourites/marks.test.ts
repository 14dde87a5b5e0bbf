import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { addFavourite, removeFavourite } from '../accounts/commands.server.ts'
import { listFavouriteIds, listFavourites } from '../accounts/queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function createVisitor(email: string): Promise<string> {
  const row = await database.kysely
    .insertInto('profiles')
    .values({ email })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

it('stores one favourite for a visitor and a league, and removes only that one', async () => {
  const [ada, grace] = [await createVisitor('ada@example.org'), await createVisitor('grace@example.org')]
  const serieA = (await createPlace(database.kysely, { league: 'Serie A' })).leagueId
  const serieB = (await createPlace(database.kysely, { league: 'Serie B' })).leagueId
  for (const league of [serieA, serieB, serieA]) await addFavourite({ database }, ada, league)
  await addFavourite({ database }, grace, serieA)
  expect(await listFavouriteIds({ database }, ada)).toEqual([serieA, serieB])

  await removeFavourite({ database }, ada, serieA)
  expect(await listFavouriteIds({ database }, ada)).toEqual([serieB])
  expect(await listFavouriteIds({ database }, grace)).toEqual([serieA])
  expect(await listFavourites({ database }, grace)).toMatchObject([
    {
      name: 'Serie A',
      slug: 'serie-a',
      sport: { name: 'Soccer', slug: 'soccer' },
      country: { name: 'Italy', slug: 'italy', code: 'IT' },
    },
  ])
})
