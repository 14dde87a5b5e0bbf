import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { getResources } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  const save = (language: string, namespace: string, key: string, value: string) =>
    database.kysely
      .insertInto('translations')
      .values((eb) => ({
        language_id: eb.selectFrom('languages').select('id').where('code', '=', language),
        namespace_id: eb.selectFrom('translation_namespaces').select('id').where('name', '=', namespace),
        key,
        value,
      }))
      .execute()
  await save('it', 'common', 'profile', 'Il mio profilo')
  await save('it', 'matches', 'live', 'Ora in campo')
  await save('de', 'common', 'profile', 'Mein Profil')
})
afterAll(() => database.close())

it.each([
  ['it', 'Il mio profilo', 'Ora in campo'],
  ['de', 'Mein Profil', 'Live-Spiele'],
  ['en', 'Profile', 'Live Matches'],
])('reads the saved texts of a language and namespace (%s)', async (language, profile, live) => {
  const { common, matches } = await getResources(createServices(database), language)
  expect([common?.profile, matches?.live]).toEqual([profile, live])
})
