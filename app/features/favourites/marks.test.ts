import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { addFavourite, removeFavourite } from '../accounts/commands.server.ts'
import { listFavouriteIds, listFavourites } from '../accounts/queries.server.ts'
import { addMark } from './marks.server.ts'

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

it('stores two hundred favourite matches of a visitor, besides those that are no longer shown', async () => {
  const user_id = await createVisitor('mary@example.org')
  const { leagueId: league_id } = await createPlace(database.kysely, { league: 'Serie C' })
  const play = (startsIn: number) =>
    createMatch(database.kysely, { league_id, start_time: new Date(Date.now() + startsIn * 3_600_000) })
  const mark = async (startsIn: number) =>
    addMark({ database }, user_id, { kind: 'match', matchId: await play(startsIn) })
  const marked = async (startsIn: number) => ({ user_id, match_id: await play(startsIn) })
  const marks = []
  for (let at = 0; at < 199; at += 1) marks.push(await marked(-13), await marked(-11))
  await database.kysely.insertInto('favorite_matches').values(marks).execute()
  expect([await mark(1), await mark(2)]).toEqual([true, false])
})
