import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
beforeAll(async () => {
  database = await createTestDatabase()
  await createPlace(database.kysely)
  site = await openSite(database)
})
afterAll(async () => {
  await site.close()
  await database.close()
})

it('lists no leagues for a signed-out visitor, with no-store', async () => {
  const response = await site.get('/resources/favourites?lang=it')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(await response.json()).toEqual({ leagues: null })
})

it('includes the prompt to sign in on the home page', async () => {
  const page = await (await site.get('/it')).text()
  expect(page).toMatch(/campionati preferiti/i)
  expect(page).toContain('href="/it/login"')
})
