import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createServices } from '#tests/support/services.ts'
import { listGridLanguages } from '../translations/editor-queries.server.ts'
import { listEditorLanguages } from './editor-queries.server.ts'
import { getKnownLanguages, listAllLanguages, listLanguages } from './queries.server.ts'

let database: Database
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const change = (code: string, values: { is_default?: boolean; is_active?: boolean }) =>
  database.kysely.updateTable('languages').set(values).where('code', '=', code).execute()

describe('the languages', () => {
  it.each([
    ['visitors', listLanguages, 'en ar fr it pt es tr'],
    ['editors of texts', listAllLanguages, 'en ar fr de it pt es tr'],
    ['the languages screen', listEditorLanguages, 'en ar fr de it pt es tr'],
    ['the grid of translations', listGridLanguages, 'en ar fr de it pt es tr'],
  ])('of %s are listed with the default first, then by name', async (_, list, expected) => {
    await change('de', { is_active: false })
    const languages: { code: string }[] = await list(createServices(database))
    expect(languages.map(({ code }) => code).join(' ')).toBe(expected)
  })
})

describe('the default language', () => {
  const readDefault = async () => (await getKnownLanguages(createServices(database))).default

  it('is the one that is marked', async () => {
    await change('en', { is_default: false })
    await change('it', { is_default: true })
    expect(await readDefault()).toBe('it')
  })

  it('is English when none is marked, and when there is no language', async () => {
    await change('en', { is_default: false })
    expect(await readDefault()).toBe('en')
    await database.kysely.deleteFrom('languages').execute()
    expect(await readDefault()).toBe('en')
  })

  it('is the first by name when none is marked and English is inactive', async () => {
    await change('en', { is_default: false, is_active: false })
    expect(await readDefault()).toBe('ar')
  })

  it('is English, from left to right, in an empty list', async () => {
    await database.kysely.deleteFrom('languages').execute()
    expect(await listLanguages(createServices(database))).toMatchObject([
      { code: 'en', name: 'English', flagCode: 'gb', isDefault: true, rtl: false },
    ])
  })
})
