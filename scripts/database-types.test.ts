import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { readTypes, TYPES } from './database-types.ts'

it('app/platform/db/types.ts matches the migrations: npm run db:types writes it', async () => {
  const database = await createTestDatabase()
  expect(readFileSync(TYPES, 'utf8')).toBe(await readTypes(database.kysely))
  await database.close()
})
