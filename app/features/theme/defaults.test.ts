import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { DEFAULT_SETTINGS } from './defaults.ts'

describe('DEFAULT_SETTINGS', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  it('are what the columns default to', async () => {
    const { kysely } = database
    await kysely.deleteFrom('site_settings').execute()
    const row = await kysely
      .insertInto('site_settings')
      .defaultValues()
      .returningAll()
      .executeTakeFirstOrThrow()
    const { id, created_at, updated_at } = DEFAULT_SETTINGS
    expect({ ...row, id, created_at, updated_at }).toEqual(DEFAULT_SETTINGS)
  })
})
