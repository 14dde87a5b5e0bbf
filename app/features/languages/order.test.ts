import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { getKnownLanguages, listLanguages } from './queries.server.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  const set = (code: string, values: { is_default?: boolean; is_active?: boolean }) =>
    database.kysely.updateTable('languages').set(values).where('code', '=', code).execute()
  await set('en', { is_default: false })
  await set('pt', { is_default: true })
  await set('tr', { is_active: false })
})
afterAll(() => database.close())

describe('the languages', () => {
  it('are the active ones, the default first, then by name', async () => {
    const languages = await listLanguages(createServices(database))
    expect(languages.map(({ name }) => name)).toEqual([
      'Portuguese',
      'Arabic',
      'English',
      'French',
      'German',
      'Italian',
      'Spanish',
    ])
  })

  it('state which is the default and which are written from right to left', async () => {
    const languages = await listLanguages(createServices(database))
    expect(languages.filter(({ isDefault }) => isDefault).map(({ code }) => code)).toEqual(['pt'])
    expect(languages.filter(({ rtl }) => rtl).map(({ code }) => code)).toEqual(['ar'])
  })

  it('have a code, a name, their own name and a flag', async () => {
    const languages = await listLanguages(createServices(database))
    expect(languages.slice(0, 2)).toMatchObject([
      { code: 'pt', name: 'Portuguese', nativeName: 'Português', flagCode: 'pt' },
      { code: 'ar', name: 'Arabic', nativeName: 'العربية', flagCode: 'sa' },
    ])
  })
})

describe('the default language', () => {
  it('is the one marked as default, otherwise English', async () => {
    expect(await getKnownLanguages(createServices(database))).toMatchObject({
      default: 'pt',
      inactive: ['tr'],
    })
    await database.kysely.updateTable('languages').set({ is_default: false }).execute()
    expect((await getKnownLanguages(createServices(database))).default).toBe('en')
    await database.kysely.deleteFrom('languages').execute()
    expect((await getKnownLanguages(createServices(database))).default).toBe('en')
  })
})
