import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveDemoFeeds } from '#app/features/sources/source-address.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type FeedServer, startFeedServer } from '#tests/support/feed-server.ts'
import { recordPauses } from '#tests/support/pauses.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'

let database: Database
let site: TestSite
let sandbox: Sandbox
let server: FeedServer
let cookie: string
beforeAll(async () => {
  database = await createTestDatabase()
  site = await openSite(database)
  sandbox = await startSandbox({ seed: 7, now: () => new Date('2026-11-21T03:00:00Z') })
  server = await startFeedServer()
  cookie = (await signInAdministrator(database, site)).cookie
})
afterAll(async () => {
  await server.close()
  await sandbox.close()
  await site.close()
  await database.close()
})

const ask = (query: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  site.get(`/admin/sportsdb?${new URLSearchParams(query)}`, headers)
const useSportsDb = (address: string) => saveDemoFeeds(database.kysely, [{ source: 'sportsdb', address }])

describe('the proxy to TheSportsDB', () => {
  it.each([
    ['all_countries.php', '', undefined, 'countries'],
    ['search_all_leagues.php', 'c=England', 'Soccer', 'countries'],
    ['search_all_seasons.php', 'id=4328', undefined, 'seasons'],
    ['search_all_teams.php', 'c=England', 'Soccer', 'teams'],
    ['searchevents.php', 'e=Arsenal_vs_Chelsea', undefined, 'event'],
  ])('passes on the response of %s', async (endpoint, params, sport, member) => {
    await useSportsDb(sandbox.sportsDb)
    const response = await ask({ endpoint, params, ...(sport ? { sport } : {}) })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = (await response.json()) as Record<string, unknown[]>
    expect(body[member]?.length).toBeGreaterThan(0)
  })

  it("sends the parameters and the sport, and the server's key", async () => {
    await useSportsDb(server.url('/json'))
    server.answer('/json/sandbox/search_all_teams.php', { kind: 'body', body: '{"teams":null}' })
    const response = await ask({ endpoint: 'search_all_teams.php', params: 'c=Spain&x=%26', sport: 'Soccer' })
    expect(await response.json()).toEqual({ teams: null })
    const asked = '/json/sandbox/search_all_teams.php?c=Spain&x=%26&s=Soccer'
    expect(server.requests.map(({ path }) => path)).toEqual([asked])
  })

  it.each([
    [403, 1],
    [404, 1],
    [503, 4],
  ])('reports that TheSportsDB refused with status %i, after %i requests', async (status, requests) => {
    await useSportsDb(server.url('/json'))
    server.answer('/json/sandbox/searchevents.php', { kind: 'body', body: '{}', status })
    server.requests.length = 0
    const pauses = recordPauses()
    const response = await ask({ endpoint: 'searchevents.php', params: 'e=A_vs_B' }).finally(pauses.stop)
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ kind: 'failed', message: `API request failed: ${status}` })
    expect(server.requests).toHaveLength(requests)
  })

  it.each(['lookupteam.php', '../all_countries.php', 'constructor', ''])(
    'passes on only the five endpoints, not %j',
    async (endpoint) => {
      const response = await ask({ endpoint })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ kind: 'invalid' })
    },
  )

  it('reports that no key is set', async () => {
    await saveDemoFeeds(database.kysely, [])
    const response = await ask({ endpoint: 'all_countries.php' })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ kind: 'not_configured' })
  })

  it('answers only administrators', async () => {
    await useSportsDb(sandbox.sportsDb)
    const response = await ask({ endpoint: 'all_countries.php' }, {})
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toContain('/login')
    const other = await signInAdministrator(database, site)
    const asRole = async (back_office_role: string | null) => {
      await database.kysely
        .updateTable('profiles')
        .set({ back_office_role })
        .where('id', '=', other.id)
        .execute()
      const { status, headers } = await ask({ endpoint: 'all_countries.php' }, { cookie: other.cookie })
      return [status, headers.get('location')]
    }
    expect(await asRole('administrator')).toEqual([200, null])
    expect([await asRole('editor'), await asRole('analyst')]).toEqual([
      [403, null],
      [403, null],
    ])
    expect(await asRole(null)).toEqual([302, '/'])
  })
})
