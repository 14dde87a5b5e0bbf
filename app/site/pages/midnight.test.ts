import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { collectReads } from '#app/platform/http/reads.server.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createPlace } from '#tests/support/factories.ts'
import { createServices } from '#tests/support/services.ts'
import type { Page } from '../base/page.ts'
import { home } from './home.tsx'
import { league } from './league.tsx'

/** Half a minute before midnight in Rome. */
const NOW = new Date('2026-03-01T22:59:30Z')

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await createPlace(database.kysely, { league: 'Serie A' })
  await database.kysely.updateTable('site_settings').set({ time_zone: 'Europe/Rome' }).execute()
})
afterAll(async () => {
  vi.useRealTimers()
  await database.close()
})

it.each<[string, Page, string, Record<string, string>]>([
  ['home', home, '/en', {}],
  ['a league', league, '/en/soccer/italy/serie-a', { sport: 'soccer', country: 'italy', league: 'serie-a' }],
])('a kept page is rendered again when a day of the site begins: %s', async (_, page, path, params) => {
  const url = new URL(path, 'http://localhost')
  const request = {
    services: createServices(database),
    url,
    lang: 'en',
    params: params as Record<never, string>,
  }
  const { expiresAt } = await collectReads(() => page.load(request))
  expect(expiresAt?.toISOString()).toBe('2026-03-01T23:00:00.000Z')
})
