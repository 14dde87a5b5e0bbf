import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#app/platform/db/connection.server.ts'
import { livePath } from '#app/platform/paths.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let match: string
const PAGE = '/en/soccer/italy/serie-a/inter-vs-milan'

beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  const teams = { home_team: 'Inter', away_team: 'Milan', slug: 'inter-vs-milan' }
  match = await createMatch(database.kysely, { league_id: leagueId, ...teams })
})
afterAll(async () => {
  await site.close()
  await database.close()
})

/** Reads a stream until it has said so much, or has ended. */
async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = response.body?.getReader()
  let text = ''
  while (!text.includes(wanted)) {
    const part = await reader?.read()
    if (!part || part.done) break
    text += new TextDecoder().decode(part.value)
  }
  await reader?.cancel()
  return text
}

describe('the stream of a page', () => {
  it('tells that a price of it has changed', async () => {
    await site.get(PAGE)
    const response = await site.get(livePath(PAGE))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const told = readUntil(response, 'event: changed')
    const bookmaker = await createBookmaker(database.kysely)
    await createQuote(database.kysely, { match, bookmaker, prices: [2, 3, 4] })
    expect(await told).toContain('event: changed')
  })

  it('is only there for pages that are the same for everybody', async () => {
    for (const page of [
      '/admin',
      '/en/profile',
      '/resources/me',
      'https://evil.example/',
      '',
      '/go/button/x',
    ]) {
      expect((await site.get(livePath(page))).status, page).toBe(404)
    }
  })

  it('is given to an address a few times only', async () => {
    const open = await Promise.all(Array.from({ length: 14 }, () => site.get(livePath(PAGE))))
    expect(open.map(({ status }) => status).filter((status) => status === 429).length).toBeGreaterThan(0)
    for (const response of open) await response.body?.cancel()
  })
})
