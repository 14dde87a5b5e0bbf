import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getSportsMenu } from '#app/features/catalogue/queries.server.ts'
import { getKnownLanguages, listLanguages } from '#app/features/languages/queries.server.ts'
import { getSpinWheel, listPromotions } from '#app/features/promotions/queries.server.ts'
import { getResources } from '#app/features/translations/queries.server.ts'
import type { Database } from '#app/platform/db/connection.server.ts'
import type { Services } from '#app/platform/services.ts'
import { dayOf, startOfDay } from '#app/platform/time.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import {
  createBookmaker,
  createMatch,
  createPlace,
  createQuote,
  type Prices,
} from '#tests/support/factories.ts'
import { shownText } from '#tests/support/html.ts'
import { createServices } from '#tests/support/services.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

let database: Database
let site: TestSite
let match: string
let bookmaker: string
const readiness: { problem: string | null } = { problem: null }
const league = '/en/soccer/italy/serie-a'
const page = `${league}/inter-vs-milan`

beforeAll(async () => {
  database = await createTestDatabase()
  const { leagueId } = await createPlace(database.kysely, { league: 'Serie A' })
  match = await createMatch(database.kysely, {
    league_id: leagueId,
    home_team: 'Inter',
    away_team: 'Milan',
    slug: 'inter-vs-milan',
  })
  bookmaker = await createBookmaker(database.kysely, { name: 'Alphabet' })
  await createQuote(database.kysely, { match, bookmaker, prices: [1.85, 3.4, 4.4] })
  await refresh()
  site = await openSite(database, {}, undefined, { readiness })
})
afterAll(async () => {
  await site.close()
  await database.close()
})

const refresh = () => sql`select refresh_headlines(array[${match}]::uuid[])`.execute(database.kysely)

async function setPrices([home_odds, draw_odds, away_odds]: Prices): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable('odds')
      .set({ home_odds, draw_odds, away_odds })
      .where('bookmaker_id', '=', bookmaker)
      .execute()
    await sql`select refresh_headlines(array[${match}]::uuid[])`.execute(trx)
  })
}

const textOf = async (path: string) => (await site.get(path)).text()

describe('a public page', () => {
  it('is answered from the cache until something that it shows changes', async () => {
    const first = await site.get(page)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"/)
    expect((await site.get(page, { 'If-None-Match': etag })).status).toBe(304)
    await setPrices([1.91, 3.4, 4.4])
    await vi.waitFor(
      async () => expect((await site.get(page, { 'If-None-Match': etag })).status).toBe(200),
      20_000,
    )
  })

  it.each([
    ['/en', '?sport=quidditch', '?tab=9', '?sort=home', '?tab=x&sport=x&utm_source=y'],
    [league, '?sort=home', '?sport=soccer', '?tab=live'],
    [page, '?sort=x', '?tab=live&sport=soccer'],
  ])('is cached once for all addresses with meaningless parts: %s', async (path, ...queries) => {
    const etag = (await site.get(path)).headers.get('etag')
    for (const query of queries) expect((await site.get(path + query)).headers.get('etag'), query).toBe(etag)
  })

  it('is cached separately for each known value', async () => {
    const addresses = ['/en', '/en?tab=live', '/en?sport=soccer', page, `${page}?sort=away`]
    const etags = await Promise.all(addresses.map(async (path) => (await site.get(path)).headers.get('etag')))
    expect(new Set(etags).size).toBe(addresses.length)
  })

  it('shows a committed price on the match, the league, the country and the home page', async () => {
    const pages = [page, league, '/en/soccer/italy', '/en']
    for (const path of pages) await textOf(path)
    await setPrices([2.37, 3.4, 4.4])
    for (const path of pages)
      await vi.waitFor(async () => expect(await textOf(path), path).toContain('2.37'), 20_000)
  })

  it('is not rendered again for a price that it does not show', async () => {
    const other = await createPlace(database.kysely, {
      sport: 'Tennis',
      country: 'France',
      code: 'FR',
      league: 'Open',
    })
    const otherMatch = await createMatch(database.kysely, { league_id: other.leagueId, slug: 'a-vs-b' })
    const otherPage = '/en/tennis/france/open/a-vs-b'
    await textOf(otherPage)
    const before = (await site.get(page)).headers.get('etag')
    await createQuote(database.kysely, { match: otherMatch, bookmaker, prices: [1.5, null, 2.5] })
    // Changes are notified in order: once a later one shows, the price's notification has arrived, too.
    await database.kysely
      .updateTable('matches')
      .set({ home_team: 'Sinner' })
      .where('id', '=', otherMatch)
      .execute()
    await vi.waitFor(async () => expect(await textOf(otherPage)).toContain('Sinner'), 20_000)
    expect((await site.get(page)).headers.get('etag')).toBe(before)
  })

  it('is not rendered again for a price of a match that is too far ahead for its list', async () => {
    const { leagueId } = await createPlace(database.kysely, { sport: 'Handball', league: 'Liga' })
    const DAY_MS = 86_400_000
    for (let day = 1; day <= 20; day += 1) {
      const start_time = new Date(Date.now() + day * DAY_MS)
      await createMatch(database.kysely, { league_id: leagueId, slug: `near-vs-${day}`, start_time })
    }
    const start_time = new Date(Date.now() + 300 * DAY_MS)
    const far = await createMatch(database.kysely, { league_id: leagueId, slug: 'far-vs-off', start_time })
    const home = '/en?sport=handball'
    const [before, league] = [await textOf(home), await textOf('/en/handball/italy/liga/far-vs-off')]
    await createQuote(database.kysely, { match: far, bookmaker, prices: [7.77, 3.4, 4.4] })
    await sql`select refresh_headlines(array[${far}]::uuid[])`.execute(database.kysely)
    await vi.waitFor(
      async () => expect(await textOf('/en/handball/italy/liga/far-vs-off')).not.toBe(league),
      20_000,
    )
    expect((await textOf(home)) === before).toBe(true)
    await database.kysely
      .updateTable('matches')
      .set({ start_time: new Date(Date.now() + DAY_MS / 2) })
      .where('id', '=', far)
      .execute()
    await vi.waitFor(async () => expect((await textOf(home)).includes('7.77')).toBe(true), 20_000)
  })

  it('shows changed settings, texts and languages', async () => {
    await textOf('/it')
    await database.kysely.updateTable('site_settings').set({ site_name: 'Quotissima' }).execute()
    await vi.waitFor(async () => expect(await textOf('/it')).toContain('Quotissima'), 20_000)
    const save = (namespace: string, key: string, value: string) =>
      database.kysely
        .insertInto('translations')
        .values((eb) => ({
          language_id: eb.selectFrom('languages').select('id').where('code', '=', 'it'),
          namespace_id: eb.selectFrom('translation_namespaces').select('id').where('name', '=', namespace),
          ...{ key, value },
        }))
        .execute()
    await save('matches', 'upcoming', 'In arrivo')
    await vi.waitFor(async () => expect(shownText(await textOf('/it'))).toContain('In arrivo'), 20_000)
    expect(shownText(await textOf('/en'))).toContain('Upcoming Matches')
    await database.kysely
      .updateTable('languages')
      .set({ is_active: false })
      .where('code', '=', 'tr')
      .execute()
    await vi.waitFor(async () => expect(await textOf('/it')).not.toContain('Türkçe'), 20_000)
  })

  it('is the same for everybody: no cookie is read, none is set', async () => {
    const plain = await site.get(page)
    const known = await site.get(page, { Cookie: 'session=stolen', Authorization: 'Bearer x' })
    expect(known.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(known.headers.get('set-cookie')).toBeNull()
    expect(plain.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=3600',
    )
  })

  it('is rendered again with clearCache=1 only for a signed-in administrator', async () => {
    const { cookie } = await signInAdministrator(database, site)
    const member = await signInAdministrator(database, site)
    await database.kysely.updateTable('profiles').set({ role: 'user' }).where('id', '=', member.id).execute()
    const shows = async (query: string, headers = {}) =>
      (await (await site.get(`/en/soccer${query}`, headers)).text()).includes('Kick and Rush')
    expect(await shows('')).toBe(false)
    // A change without a notification.
    await database.kysely.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update sports set display_name = 'Kick and Rush' where slug = 'soccer'`.execute(trx)
    })
    expect(await shows('?clearCache=1')).toBe(false)
    expect(await shows('?clearCache=1', { cookie: member.cookie })).toBe(false)
    expect(await shows('', { cookie })).toBe(false)
    expect(await shows('?clearCache=0', { cookie })).toBe(false)
    expect(await shows('?clearCache=1', { cookie })).toBe(true)
    expect(await shows('')).toBe(true)
  })

  it('is still served, marked as stale, while the database is unavailable', async () => {
    await textOf(page)
    const failing = vi.spyOn(database.kysely, 'selectFrom').mockImplementation(() => {
      throw new Error('the database is away')
    })
    try {
      await sql`select pg_notify('overround_changes', '*')`.execute(database.kysely)
      await vi.waitFor(async () => {
        const response = await site.get(page)
        expect([response.status, response.headers.get('x-overround-stale')]).toEqual([200, '1'])
      }, 20_000)
    } finally {
      failing.mockRestore()
    }
    await vi.waitFor(
      async () => expect((await site.get(page)).headers.get('x-overround-stale')).toBeNull(),
      20_000,
    )
  })
})

describe('a match that finished today', () => {
  it('has its result under today at once', async () => {
    const { leagueId } = await createPlace(database.kysely, { country: 'Spain', code: 'ES', league: 'Liga' })
    const id = await createMatch(database.kysely, {
      league_id: leagueId,
      home_team: 'Getafe',
      away_team: 'Osasuna',
      slug: 'getafe-vs-osasuna',
      start_time: startOfDay(dayOf(new Date(), 'UTC'), 'UTC'),
    })
    const today = async () =>
      shownText((await textOf('/en/soccer/spain/liga')).split('id="recent-results"')[0] ?? '')
    expect(await today()).not.toContain('Getafe 2')
    await database.kysely
      .updateTable('matches')
      .set({ status: 'finished', home_score: 2, away_score: 1 })
      .where('id', '=', id)
      .execute()
    await vi.waitFor(async () => expect(await today()).toContain('Getafe 2 Osasuna 1'), 20_000)
  })
})

describe('data that every page needs', () => {
  /** Services on the database, and how often something was asked of it. */
  function count() {
    let asked = 0
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const services = createServices({ ...database, kysely: database.kysely.withPlugin(plugin) })
    return { services, asked: () => asked }
  }

  it.each<[string, string, (services: Services) => Promise<unknown>]>([
    ['translations', 'translations:it', (services) => getResources(services, 'it')],
    ['sports', 'sports', getSportsMenu],
    ['countries', 'calendar', getSportsMenu],
    ['available languages', 'languages', listLanguages],
    ['the default language', 'languages', getKnownLanguages],
    ['settings of the spin wheel', 'spin-wheel', (services) => getSpinWheel(services, 'en')],
    ['promotions of the side menu', 'promotions', (services) => listPromotions(services, 'en', 'side')],
  ])('is read once, and again once it has changed: %s', async (_, tag, read) => {
    const { services, asked } = count()
    const first = await read(services)
    const once = asked()
    expect(once).toBeGreaterThan(0)
    expect(await read(services)).toEqual(first)
    expect(asked()).toBe(once)
    services.memo.drop([tag])
    await read(services)
    expect(asked()).toBeGreaterThan(once)
  })
})

describe('health', () => {
  it('is checked on each request', async () => {
    const response = await site.get('/healthz')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, null])
    expect(response.headers.get('etag')).toBeNull()
  })

  it('reports readiness while the database answers', async () => {
    const response = await site.get('/readyz')
    expect([response.status, await response.text()]).toEqual([200, 'ready'])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('is not ready while its background work waits for the database', async () => {
    readiness.problem = 'the background work has not started'
    const response = await site.get('/readyz')
    expect([response.status, await response.text()]).toEqual([503, readiness.problem])
    readiness.problem = null
    expect((await site.get('/readyz')).status).toBe(200)
  })

  it('reports no readiness while the process stops', async () => {
    const other = await openSite(database)
    other.beginStop()
    const [ready, live] = [await other.get('/readyz'), await other.get('/healthz')]
    await other.close()
    expect([ready.status, await ready.text(), live.status]).toEqual([503, 'stopping', 200])
  })
})

// Last, since it takes something away.
describe('an unexpected failure', () => {
  it('reveals nothing of its cause to a visitor', async () => {
    await sql`alter table matches rename to hidden_matches`.execute(database.kysely)
    let text = ''
    // A busy machine answers 503 first.
    const status = async () => {
      const response = await site.get('/it/soccer/italy/serie-a')
      text = await response.text()
      return response.status
    }
    await expect.poll(status).toBe(500)
    expect(text).not.toMatch(/hidden_matches|relation|at file:|node_modules/)
  })
})
