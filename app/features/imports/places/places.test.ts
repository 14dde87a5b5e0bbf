import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { Places } from './places.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The ids of a country under some names, each looked up without what an earlier one has kept. */
async function idsOf(sportName: string, ...names: string[]): Promise<Set<string>> {
  const places = new Places(database.kysely)
  const ids = new Set<string>()
  for (const name of names) {
    places.forget()
    ids.add((await places.country(await places.sport(sportName), name)).id)
  }
  return ids
}

it.each([
  [['Turkey', 'Türkiye', 'TURKEY'], 1],
  [['Netherlands', 'Holland'], 1],
  [['Atlantis', 'ATLANTIS', 'Átlantis'], 1],
  [['Atlantis', 'Lemuria'], 2],
])('the countries %j of a feed are found by code or name, and are %i', async (names, count) => {
  expect(await idsOf('Padel', ...names)).toHaveProperty('size', count)
})

it('a country of one sport is none of another', async () => {
  const [padel = '', darts = ''] = [...(await idsOf('Padel', 'Malta')), ...(await idsOf('Darts', 'Malta'))]
  expect(padel).not.toBe(darts)
  const rows = await database.kysely
    .selectFrom('countries')
    .select(['code', 'name'])
    .where('id', 'in', [padel, darts])
    .execute()
  expect(rows).toEqual(Array(2).fill({ code: 'MT', name: 'Malta' }))
})

it('a sport is stored whatever it is called', async () => {
  expect(await idsOf('constructor', 'constructor', 'Constructor')).toHaveProperty('size', 1)
})

it('a country is in addresses by its name, and international without one', async () => {
  const ids = [...(await idsOf('Squash', 'World', 'Bosnia & Herzegovina'))]
  const rows = await database.kysely
    .selectFrom('countries')
    .select(['code', 'slug'])
    .where('id', 'in', ids)
    .orderBy('slug')
    .execute()
  expect(rows).toEqual([
    { code: 'BA', slug: 'bosnia-and-herzegovina' },
    { code: 'INT', slug: 'international' },
  ])
})
