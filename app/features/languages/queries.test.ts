import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { getKnownLanguages, listLanguages } from './queries.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const set = (values: { is_default?: boolean; is_active?: boolean }, code?: string) => {
  const update = database.kysely.updateTable('languages').set(values)
  return (code ? update.where('code', '=', code) : update).execute()
}

describe('the default language', () => {
  it('is the one that is marked so', async () => {
    await set({ is_default: false })
    await set({ is_default: true }, 'it')
    expect((await getKnownLanguages(createServices(database))).default).toBe('it')
  })

  it('is English where none is marked', async () => {
    await set({ is_default: false })
    expect((await getKnownLanguages(createServices(database))).default).toBe('en')
  })

  it('is English, from left to right, where there is no language at all', async () => {
    await database.kysely.deleteFrom('languages').execute()
    const services = createServices(database)
    expect((await getKnownLanguages(services)).default).toBe('en')
    expect(await listLanguages(services)).toMatchObject([
      { code: 'en', name: 'English', flagCode: 'gb', isDefault: true, rtl: false },
    ])
  })
})

it('lists active languages, the default first, then by name', async () => {
  await set({ is_active: false }, 'tr')
  const languages = await listLanguages(createServices(database))
  expect(languages.map(({ code }) => code)).toEqual(['en', 'ar', 'fr', 'de', 'it', 'pt', 'es'])
})
