import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { alertOf } from '#tests/support/accounts.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type DatabaseLine, openDatabaseLine } from '#tests/support/database-line.ts'
import { createMatch, createPlace } from '#tests/support/factories.ts'
import { openSite, siteAt, type TestSite } from '#tests/support/site.ts'

const LEAGUE = '/en/soccer/italy/serie-a'

/** The embedded database cannot be away. */
describe.skipIf(!process.env.TEST_DATABASE_URL)('while PostgreSQL is unavailable', () => {
  let database: Database
  let line: DatabaseLine
  let distant: Database
  let site: TestSite
  const told: string[] = []

  beforeEach(async () => {
    database = await createTestDatabase()
    line = await openDatabaseLine(database.url ?? '')
    distant = await openDatabase({
      url: line.url,
      forRequests: true,
      log: (message) => told.push(message),
      hung: { beatMs: 200, limitMs: 1_000, patienceMs: 1_000 },
    })
    const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
    await createMatch(database.kysely, { league_id: leagueId, home_team: 'Inter', slug: 'inter-vs-milan' })
    site = await openSite(distant)
  })
  afterEach(async () => {
    line.mend()
    await site.close()
    await distant.close()
    await line.close()
    await database.close()
  })

  const rename = (name: string) => database.kysely.updateTable('matches').set({ home_team: name }).execute()
  const texts = async (path: string) => (await site.get(path)).text()

  it.each([
    ['refused', 'the database cannot be reached'],
    ['silent', 'the database does not answer in time'],
  ] as const)('a site is live, and not ready (%s)', async (how, why) => {
    expect((await site.get('/readyz')).status).toBe(200)
    line.cut(how)
    const unready = await site.get('/readyz')
    expect([unready.status, await unready.text()]).toEqual([503, why])
    expect((await site.get('/healthz')).status).toBe(200)
    line.mend()
    await vi.waitFor(async () => expect((await site.get('/readyz')).status).toBe(200), 20_000)
  })

  it('a site answers again after a hang whose connections stay hung', async () => {
    const visitor = siteAt(site.origin)
    expect((await visitor.get('/en')).status).toBe(200)
    line.hang()
    const search = (i: number) => visitor.get(`/en/search?q=inter${i}`)
    const searches = Promise.all(Array.from({ length: 40 }, (_, i) => search(i)))
    const unready = await visitor.get('/readyz')
    expect([unready.status, await unready.text()]).toEqual([503, 'the database does not answer in time'])
    expect((await visitor.get('/healthz')).status).toBe(200)
    line.mend()
    expect(new Set((await searches).map(({ status }) => status)).has(500)).toBe(false)
    await vi.waitFor(async () => expect((await visitor.get('/readyz')).status).toBe(200), 20_000)
    await vi.waitFor(async () => expect((await search(40)).status).toBe(200), 20_000)
  }, 120_000)

  it.each(['refused', 'silent'] as const)(
    'pages are still served, forms report what happened, and everything works again afterwards (%s)',
    async (how) => {
      expect((await texts(LEAGUE)).includes('Inter')).toBe(true)
      for (const path of ['/en', '/en/login']) await texts(path)
      const { cookie } = await signInAdministrator(database, site)
      const busy = Array.from({ length: 8 }, () =>
        sql`select pg_sleep(30)`.execute(distant.kysely).catch(() => 'broken'),
      )
      await vi.waitFor(async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_stat_activity
          where query like 'select pg_sleep%' and datname = current_database()`.execute(database.kysely)
        expect(rows[0]?.count).toBe(8)
      }, 20_000)
      line.cut(how)
      expect(await Promise.all(busy)).toEqual(Array(8).fill('broken'))
      for (const path of [LEAGUE, '/en']) expect((await site.get(path)).status, path).toBe(200)

      const answer = await site.post('/en/login', {
        intent: 'sign-in',
        email: 'visitor@example.org',
        password: 'a long password',
      })
      expect(await alertOf(answer.clone())).toBe('Failed to sign in')
      expect((await answer.text()).includes('value="visitor@example.org"')).toBe(true)

      const unread = ['/en/soccer/italy', '/api/v1/sports', '/en/profile', '/admin/sports']
      const refused = unread.map(async (path) => {
        const { status, headers } = await site.get(path, { cookie })
        return [path, status, headers.get('retry-after')]
      })
      expect(await Promise.all(refused)).toEqual(unread.map((path) => [path, 503, '5']))

      await rename('Internazionale')
      line.mend()
      await vi.waitFor(
        async () => expect((await texts(LEAGUE)).includes('Internazionale')).toBe(true),
        20_000,
      )
      expect((await site.get('/en/soccer/italy')).status).toBe(200)
      expect((await site.get(LEAGUE)).headers.get('x-overround-stale')).toBeNull()
    },
    120_000,
  )
})
