import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createPlace } from '#tests/support/factories.ts'
import { addDemoOffers } from './demo-offers.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await createPlace(database.kysely, { country: 'Albania', code: 'AL' })
  await createPlace(database.kysely, { country: 'Italy', code: 'IT' })
  await createBookmaker(database.kysely, { name: 'Corvane' })
  await addDemoOffers(database)
})
afterAll(() => database.close())

const count = async (table: 'multilingual_promotions' | 'multilingual_affiliate_buttons' | 'languages') => {
  const row = await database.kysely
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

describe('addDemoOffers', () => {
  it('says everything in every language', async () => {
    const languages = await count('languages')
    expect(languages).toBe(8)
    expect(await count('multilingual_promotions')).toBe(4 * languages)
    expect(await count('multilingual_affiliate_buttons')).toBe(4 * languages)
  })

  it('sells the prices of the bookmakers that there are', async () => {
    const buttons = await database.kysely
      .selectFrom('affiliate_buttons as b')
      .innerJoin('bookmakers as k', 'k.id', 'b.bookmaker_id')
      .select(['b.provider', 'k.name'])
      .execute()
    expect(buttons).toEqual([{ provider: 'Corvane', name: 'Corvane' }])
  })

  it('puts the countries first that visitors look for', async () => {
    const countries = await database.kysely
      .selectFrom('countries')
      .select('name')
      .orderBy('menu_position')
      .execute()
    expect(countries.map(({ name }) => name)).toEqual(['Italy', 'Albania'])
  })

  it('adds nothing twice, and takes nothing back', async () => {
    await database.kysely.updateTable('promotions').set({ title: 'Mine' }).execute()
    await addDemoOffers(database)
    const titles = await database.kysely.selectFrom('promotions').select('title').execute()
    expect(titles).toEqual(Array(4).fill({ title: 'Mine' }))
  })
})
