import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#app/platform/db/connection.server.ts'
import { readFromReplica } from '#app/platform/db/replica.server.ts'
import { createLog } from '#app/platform/log.ts'
import { signInAdministrator } from '#tests/support/administrator.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createBookmaker, createMatch, createPlace, createQuote } from '#tests/support/factories.ts'
import { openSite, type TestSite } from '#tests/support/site.ts'

const TOMORROW = new Date(Date.now() + 24 * 3_600_000)

let database: Database
let copy: Database
let site: TestSite
let leagueId: string

/** A match with a price, told apart from that of the other database. */
async function fill({ kysely }: Database, home: string): Promise<string> {
  const { leagueId } = await createPlace(kysely, { country: 'England', code: 'GB-ENG', league: 'First' })
  const match = await createMatch(kysely, {
    ...{
      league_id: leagueId,
      home_team: home,
      away_team: 'Southmoor',
      start_time: TOMORROW,
      slug: `${home.toLowerCase()}-vs-southmoor`,
    },
  })
  const bookmaker = await createBookmaker(kysely, { name: 'Alderbet' })
  await createQuote(kysely, { match, bookmaker, prices: [2, 3, 4] })
  return leagueId
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('a site with a replica', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    copy = await createTestDatabase()
    leagueId = await fill(database, 'Primary')
    await fill(copy, 'Replica')
    const url = new URL(copy.url ?? '')
    const options = url.searchParams.get('options') ?? ''
    url.searchParams.set('options', `${options} -c default_transaction_read_only=on`)
    const replica = await openDatabase({ url: url.href })
    const log = createLog('silent')
    site = await openSite(database, {}, log, {
      openReplica: (primary) =>
        readFromReplica({
          ...{ primary, replica },
          hasReplayed: async () => true,
        }),
    })
  })
  afterAll(async () => {
    await site.close()
    await Promise.all([database.close(), copy.close()])
  })

  it.each([
    '/en',
    '/en/soccer/england',
    '/en/soccer/england/first',
    '/en/soccer/england/first/replica-vs-southmoor',
    '/en/search?q=replica',
  ])('reads the page %s from it, without writing', async (path) => {
    const response = await site.get(path)
    const html = await response.text()
    expect([response.status, html.includes('Replica'), html.includes('Primary')]).toEqual([200, true, false])
  })

  it.each(['/en/soccer', '/en/bookmakers', '/en/sure-bets', '/en/dropping-odds', '/en/value', '/en/tools'])(
    'writes nothing for the page %s',
    async (path) => {
      expect((await site.get(path)).status).toBe(200)
    },
  )

  it('reads the back office and the favourites of a member from the database itself', async () => {
    const { cookie } = await signInAdministrator(database, site)
    const list = await (await site.get('/admin/matches?team=southmoor', { cookie })).text()
    expect([list.includes('Primary'), list.includes('Replica')]).toEqual([true, false])
    expect((await site.post(`/resources/favourites/${leagueId}`, {}, { cookie })).status).toBe(204)
    const favourites = await site.get('/resources/favourites?lang=en', { cookie })
    expect(await favourites.json()).toMatchObject({ leagues: [{ matches: [{ home: 'Primary' }] }] })
  })

  it('reads a widget from the database itself', async () => {
    const text = await (await site.get(`/widgets/matches?league=${leagueId}&lang=en`)).text()
    expect([text.includes('Primary'), text.includes('Replica')]).toEqual([true, false])
  })

  it('reads the API from the database itself', async () => {
    expect(await (await site.get(`/api/v1/matches?league=${leagueId}`)).text()).toContain('Primary')
  })
})
