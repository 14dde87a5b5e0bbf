import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { serveAudience } from '#app/platform/http/audience.server.ts'
import { saveGroups } from '#tests/support/audiences.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import { audienceOfCountry, readAudiences, withAdWord } from './queries.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

it('audiences share their copies of pages if all that these depend on is equal, and never otherwise', async () => {
  const { kysely } = database
  await createBookmaker(kysely, { key: 'alpha' })
  const [es, tr] = [randomUUID(), randomUUID()]
  const same = { bookmaker_rule: 'only', bookmakers: 'alpha', minimum_age: 18 }
  await saveGroups(database, [
    { name: 'Italy', countries: 'IT', ...same },
    { name: 'France', countries: 'FR', ...same },
    { name: 'Germany', countries: 'DE', ...same, minimum_age: 21 },
    { name: 'Portugal', countries: 'PT', ...same, bookmaker_rule: 'except' },
    { name: 'Poland', countries: 'PL', ...same, help_text: 'Help: 123' },
    { name: 'Spain', countries: 'ES', ...same, id: es },
    { name: 'Turkey', countries: 'TR', ...same, id: tr },
  ])
  const language = await kysely
    .selectFrom('languages')
    .select('id')
    .where('code', '=', 'es')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('multilingual_audiences')
    .values({ audience_id: es, language_id: language.id, terms: 'Condiciones' })
    .execute()
  const keysOf = async () => {
    const audiences = await readAudiences(createServices(database))
    const keys = ['IT', 'FR', 'DE', 'PT', 'PL', 'ES', 'TR', 'SE', undefined].map(
      (country) => audienceOfCountry(audiences, country).key,
    )
    // The place of the first country with the same key.
    return { keys, places: keys.map((key) => keys.indexOf(key)) }
  }
  const before = await keysOf()
  // Italy, France and Turkey; those of a country without a group are told apart from those of an unknown one.
  expect(before.places).toEqual([0, 0, 2, 3, 4, 5, 0, 7, 8])
  await kysely.updateTable('audiences').set({ ad_word: 'Reklam' }).where('id', '=', tr).execute()
  const after = await keysOf()
  expect(after.places).toEqual([0, 0, 2, 3, 4, 5, 6, 7, 8])
  expect(after.keys.slice(0, 6)).toEqual(before.keys.slice(0, 6))
})

it('labels with the word of an audience are the same object as before, so that pages reuse what was made of them', async () => {
  await saveGroups(database, [{ name: 'Turkey', countries: 'TR', ad_word: 'Reklam' }])
  const services = createServices(database)
  const labels = { common: { advertising: 'Ad', more: 'More' } }
  const audience = audienceOfCountry(await readAudiences(services), 'TR')
  const read = () => serveAudience(audience, () => withAdWord(services, 'en', labels))
  const [before, again] = [await read(), await read()]
  expect(before).toEqual({ common: { advertising: 'Reklam', more: 'More' } })
  expect(again).toBe(before)
})
